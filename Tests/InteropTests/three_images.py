"""Images of models as the loaders of three.js read them, drawn by headless Chromium: base colours or normals, without light."""

import base64
import http.server
import io
import json
import pathlib
import sys
import threading
import urllib.parse
import zipfile
import zlib

import numpy as np

from readers import Missing

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FORMATS = {"glb", "gltf", "obj", "dae", "fbx", "stl", "ply", "3ds", "3mf"}
LIBRARIES = {"three": ROOT / "Web/vendor/three", "three-old": pathlib.Path("/usr/share/javascript/three"), "page": HERE}
TYPES = {".js": "text/javascript", ".html": "text/html", ".png": "image/png", ".jpg": "image/jpeg"}
MISSING = {
    "three": "three.js is not in Web/vendor; run scripts/setup-web.sh",
    "three-old": "three.js with all loaders is not installed; on Debian: apt-get install libjs-three",
}
# Debian leaves this minified library out; the stand-in is in three_images.js.
STAND_INS = {
    "three-old/examples/jsm/libs/inflate.module.min.js": "export const Zlib = globalThis.Zlib;",
}


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.folders = dict(LIBRARIES)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, data, kind="application/octet-stream", code=200):
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        path = urllib.parse.unquote(self.path.split("?")[0]).lstrip("/")
        if path in STAND_INS:
            return self.answer(STAND_INS[path].encode(), "text/javascript")
        folder, _, rest = path.partition("/")
        root = self.server.folders.get(folder)
        file = (root / rest).resolve() if root else None
        inside = file is not None and file.is_file() and (folder == "three-old" or file.is_relative_to(root.resolve()))
        if not inside:
            return self.answer(b"", code=404)
        self.answer(file.read_bytes(), TYPES.get(file.suffix.lower(), "application/octet-stream"))

    def do_POST(self):
        data = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/inflate":
            return self.answer(zlib.decompress(data))
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            content = {n: base64.b64encode(archive.read(n)).decode() for n in archive.namelist()}
        self.answer(json.dumps(content).encode(), "application/json")


class ThreeImages:
    """A browser that reads one model after the other. Use it as a context manager."""

    name = "three.js"

    def __enter__(self):
        sys.path.insert(0, str(ROOT / "Tests/PythonSupport"))
        import chromium
        from playwright.sync_api import sync_playwright

        for library, what in MISSING.items():
            if not LIBRARIES[library].exists():
                raise Missing(what)
        self.server, self.errors = _Server(), []
        self.playwright = sync_playwright().start()
        self.browser = chromium.launch(self.playwright)
        self.page = self.browser.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        self.page.goto(f"http://127.0.0.1:{self.server.server_port}/page/three_images.html")
        self.page.wait_for_function("globalThis.images !== undefined")
        return self

    def __exit__(self, *_):
        self.browser.close()
        self.playwright.stop()
        self.server.shutdown()

    def open(self, file, up, unit):
        """The box around a model in metres, y up; `up` and `unit` say in which axes and units the format's loader returns it."""
        self.server.folders["file"] = file.parent
        url = "/file/" + urllib.parse.quote(file.name)
        found = self.page.evaluate(
            "file => images.open(file)", {"url": url, "format": file.suffix[1:].lower(), "up": up, "unit": unit}
        )
        return np.array(found["box"])

    def draw(self, view, shows, plain=None):
        """For each of `shows` ("colors", "normals") the light of each pixel, linear and weighted by the model's share of the
        pixel, and that share; `plain` is a linear colour instead of the file's own."""
        self.errors.clear()
        samples = 2
        texts = self.page.evaluate(
            "view => images.draw(view)",
            {
                "eye": list(view.eye),
                "target": list(view.target),
                "fieldOfView": view.field_of_view,
                "width": view.width * samples,
                "height": view.height * samples,
                "shows": list(shows),
                "plain": plain,
            },
        )
        shaders = [e for e in self.errors if "rogram" in e]
        if shaders:
            raise RuntimeError(shaders[0][:600])
        size = view.height * samples, view.width * samples, 4
        return [halved(np.frombuffer(base64.b64decode(text), np.uint8).reshape(size)[::-1]) for text in texts]


def to_linear(encoded):
    c = np.asarray(encoded, float)
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def to_encoded(linear):
    c = np.clip(np.asarray(linear, float), 0, 1)
    return np.where(c <= 0.0031308, c * 12.92, 1.055 * c ** (1 / 2.4) - 0.055)


# Of each code of 8 bits.
LINEAR = to_linear(np.arange(256) / 255)


def halved(pixels):
    """The mean light of 2 x 2 samples (RGBA of 8 bits): its colours times their share of the pixel, and that share."""
    share = pixels[..., 3:].astype(float) / 255
    light = LINEAR[pixels[..., :3]] * share
    height, width = pixels.shape[0] // 2, pixels.shape[1] // 2
    mean = lambda a: a.reshape(height, 2, width, 2, -1).mean((1, 3))
    return mean(light), mean(share)[..., 0]
