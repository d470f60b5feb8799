#!/usr/bin/env python3
"""Bundles the web client with esbuild into Web/dist: every file but index.html and sw.js is named by its content.

    bundle-web.py CORE_WASM [--dev]      live.wasm, exhibit.wasm and splats.wasm are beside it; --dev: readable, with source maps

Pages and heavy parts are files of their own, loaded by `import(…)`. What several of them share becomes two files: three.js with
what draws by it, and all else. index.html lists the modules of each page in a template, so that they are fetched at once
(src/app/main.ts)."""

import base64
import gzip
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
WEB = ROOT / "Web"
DIST = WEB / "dist"
ASSETS = DIST / "assets"
MAIN = "src/app/main.ts"
# The modules of the AudioWorklet and of the worker of splats, files of their own.
WORKLET = "src/live/triggers/clap-worklet.ts"
SPLAT_WORKER = "src/splats/splat-worker.ts"
SHEETS = [
    "css/main.css", "css/plan.css", "css/measure.css", "css/live.css", "css/live-settings.css", "css/exhibit.css",
    "css/exhibit-editor.css", "css/guide.css", "css/settings.css", "css/things.css",
    "css/requests.css",
]
# By the names of routes (src/ui/routes.ts): the modules that the page loads one after the other.
PAGES = {
    "library": ["src/pages/library.ts"],
    "sync": ["src/pages/sync.ts"],
    "accounts": ["src/pages/accounts.ts"],
    "trash": ["src/pages/trash.ts"],
    "sharing": ["src/pages/sharing.ts"],
    "settings": ["src/pages/settings.ts"],
    "privacy": ["src/pages/privacy.ts"],
    "inbox": ["src/requests/inbox/inbox-page.ts"],
    "request": ["src/requests/answer/request-page.ts"],
    "recording": ["src/requests/answer/recording-page.ts"],
    "workflows": ["src/requests/workflows/workflows-page.ts"],
    "workflow": ["src/requests/workflows/workflow-page.ts"],
    "things": ["src/things/list/things-page.ts"],
    "thing": ["src/things/thing/thing-page.ts"],
    "places": ["src/pages/places.ts"],
    "search": ["src/pages/search.ts"],
    "exhibits": ["src/pages/exhibits.ts"],
    "exhibit-edit": ["src/pages/exhibit-edit.ts"],
    "guide": ["src/pages/guide.ts"],
    "join": ["src/pages/join.ts"],
    "start": ["src/pages/start.ts"],
    "service": ["src/pages/service.ts"],
    "visit": ["src/pages/visit.ts", "src/pages/space.ts"],
    "space": ["src/pages/space.ts"],
    "exhibit": ["src/pages/exhibit.ts", "src/exhibits/viewer/chooser.ts", "src/exhibits/viewer/exhibit-viewer.ts"],
    "live": ["src/pages/live.ts", "src/pages/space.ts", "src/live/tool.ts"],
}
# The texts of the pages in other languages than English (src/i18n): a page loads only that of its language.
CATALOGUES = WEB / "src/i18n/catalogues"
TARGET = ["--target=chrome111,safari16.4,firefox113"]
# Files that travel compressed; smaller ones gain nothing.
COMPRESSED = {".js", ".css", ".html", ".svg", ".txt", ".wasm", ".map", ".json"}
MIN_COMPRESSED_BYTES = 1024


def fail(message: str):
    sys.exit(f"bundle-web: error: {message}")


def esbuild(*arguments: str, text: str | None = None, folder: pathlib.Path = WEB) -> dict:
    """Runs esbuild in a folder and returns what it says of its inputs and outputs."""
    if shutil.which("esbuild") is None:
        fail("esbuild is missing; run scripts/setup.sh web first")
    with tempfile.NamedTemporaryFile(suffix=".json") as meta:
        command = ["esbuild", *arguments, *TARGET, "--bundle", "--log-level=warning", f"--metafile={meta.name}"]
        if subprocess.run(command, cwd=folder, input=text, text=True).returncode != 0:
            fail("esbuild could not bundle the web client")
        return json.loads(pathlib.Path(meta.name).read_text())


def add_file(source: pathlib.Path, stem: str | None = None) -> str:
    """Copies a file into the assets; returns its new name."""
    data = source.read_bytes()
    digest = base64.b32encode(hashlib.sha256(data).digest()).decode()[:8]
    name = f"{stem or source.stem}-{digest}{source.suffix}"
    (ASSETS / name).write_bytes(data)
    return name


def add_sheets(options: list[str]) -> dict[str, str]:
    found = esbuild(*SHEETS, *options, "--outdir=dist/assets", "--entry-names=[name]-[hash]")["outputs"]
    return {pathlib.Path(one["entryPoint"]).name: pathlib.Path(path).name for path, one in found.items() if "entryPoint" in one}


def add_script(module: str, options: list[str]) -> str:
    """Bundles a module that runs outside of the page; returns its name."""
    found = esbuild(module, *options, "--format=esm", "--outdir=dist/assets", "--entry-names=[name]-[hash]")["outputs"]
    return next(pathlib.Path(path).name for path, one in found.items() if "entryPoint" in one)


def reached(meta: dict, start: str, seen: set[str] | None = None) -> set[str]:
    """The modules that `start` loads by static imports, itself included."""
    seen = set() if seen is None else seen
    if start not in seen:
        seen.add(start)
        for one in meta["inputs"][start]["imports"]:
            # External are imports of types only, which esbuild drops.
            if one["kind"] == "import-statement" and not one.get("external"):
                reached(meta, one["path"], seen)
    return seen


def entries(meta: dict) -> set[str]:
    """The modules that are loaded by themselves: the first one, and those of `import(…)`."""
    imports = [one for source in meta["inputs"].values() for one in source["imports"]]
    return {MAIN, *(one["path"] for one in imports if one["kind"] == "dynamic-import")}


def needs_three(meta: dict, module: str) -> bool:
    return any(one.startswith("vendor/") for one in reached(meta, module))


def shared_modules(meta: dict) -> list[str]:
    """The modules that more than one part of the client loads."""
    parts = {start: reached(meta, start) for start in entries(meta)}
    found = {name for name in meta["inputs"] if name.endswith((".ts", ".js")) and sum(name in part for part in parts.values()) > 1}
    return sorted(found - parts.keys())


def add_modules(options: list[str], names: dict[str, str], is_dev: bool) -> dict:
    """Bundles the modules; returns esbuild's description of the files."""
    options = [
        MAIN, *options, "--format=esm", "--splitting", "--tsconfig=bundle.tsconfig.json",
        f"--define:BUNDLED_FILES={json.dumps(names)}", "--entry-names=[name]-[hash]", "--chunk-names=[name]-[hash]",
    ]
    if is_dev:
        return esbuild(*options, f"--outdir={ASSETS}")["outputs"]
    with tempfile.TemporaryDirectory() as folder:
        # esbuild makes a file of the modules that the same parts load. In a copy of the sources each part loads all that is shared,
        # and each part that draws with three.js all that is shared of drawing.
        copy = pathlib.Path(folder)
        for name in ("src", "vendor"):
            shutil.copytree(WEB / name, copy / name)
        shutil.copy(WEB / "bundle.tsconfig.json", copy)
        meta = esbuild(*options, f"--outdir={copy / 'trial'}", folder=copy)
        shared = shared_modules(meta)
        for file, draws in (("shared.ts", False), ("drawing.ts", True)):
            (copy / file).write_text("".join(f'import "./{name}";\n' for name in shared if needs_three(meta, name) == draws))
        for name in entries(meta):
            files = ["shared.ts", "drawing.ts"] if needs_three(meta, name) else ["shared.ts"]
            imports = "".join(f'import "{"../" * name.count("/")}{file}";\n' for file in files)
            (copy / name).write_text(imports + (copy / name).read_text())
        return esbuild(*options, f"--outdir={ASSETS}", folder=copy)["outputs"]


def static_imports(outputs: dict, start: str, seen: list[str]) -> list[str]:
    if start not in seen:
        seen.append(start)
        for one in outputs[start]["imports"]:
            if one["kind"] == "import-statement":
                static_imports(outputs, one["path"], seen)
    return seen


def write_page(outputs: dict, names: dict[str, str]):
    """index.html with the names of the files, and the modules that it and each page need."""
    entry = {one["entryPoint"]: path for path, one in outputs.items() if "entryPoint" in one}
    for module in [module for modules in PAGES.values() for module in modules]:
        if module not in entry:
            fail(f"{module} is not loaded by import(…); correct PAGES in scripts/bundle-web.py")

    def address(path: str) -> str:
        return f"/assets/{pathlib.Path(path).name}"

    def link(path: str) -> str:
        return f'<link rel="modulepreload" href="{address(path)}">'

    first = static_imports(outputs, entry[MAIN], [])
    head = [link(path) for path in first[1:]]
    for page, modules in PAGES.items():
        files = dict.fromkeys(path for module in modules for path in static_imports(outputs, entry[module], []))
        head.append(f'<template data-page="{page}">{"".join(link(path) for path in files if path not in first)}</template>')
    page = (WEB / "index.html").read_text()
    # Within the page it is no request.
    icon = "data:image/svg+xml," + urllib.parse.quote((WEB / "icons/diorama.svg").read_text().strip(), safe="/:='<> ")
    replacements = {f"/{MAIN}": address(entry[MAIN]), "/css/main.css": address(names["main.css"]), "/icons/diorama.svg": icon}
    for source, name in replacements.items():
        if f'"{source}"' not in page:
            fail(f"index.html does not name {source}")
        page = page.replace(f'"{source}"', f'"{name}"')
    (DIST / "index.html").write_text(page.replace("</head>", "\n".join(head) + "\n</head>"))


def write_worker(options: list[str]):
    """The service worker keeps one whole build: its version is the hash of all files. Catalogues are kept once they are used."""
    files = sorted(path for path in DIST.rglob("*") if path.is_file() and path.suffix != ".map")
    version = hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in files)).hexdigest()[:16]
    kept = ["/", *(f"/{path.relative_to(DIST)}" for path in files if path.suffix not in {".html", ".txt", ".json"})]
    source = f'import {{ startWorker }} from "./src/offline/worker.ts";\nstartWorker(self, "{version}", {json.dumps(kept)});\n'
    esbuild("--loader=ts", "--format=iife", "--outfile=dist/sw.js", *options, text=source)


def compress():
    """The server sends these to browsers that accept gzip. Without name and time, so the same bytes each time."""
    for path in list(DIST.rglob("*")):
        if path.is_file() and path.suffix in COMPRESSED and path.stat().st_size >= MIN_COMPRESSED_BYTES:
            path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))


def main():
    arguments = sys.argv[1:]
    is_dev = "--dev" in arguments
    paths = [one for one in arguments if one != "--dev"]
    if len(paths) != 1:
        sys.exit(__doc__)
    options = ["--sourcemap=linked"] if is_dev else ["--minify"]
    shutil.rmtree(DIST, ignore_errors=True)
    ASSETS.mkdir(parents=True)
    names = {
        "core.wasm": add_file(pathlib.Path(paths[0])),
        "live.wasm": add_file(pathlib.Path(paths[0]).with_name("live.wasm")),
        "exhibit.wasm": add_file(pathlib.Path(paths[0]).with_name("exhibit.wasm")),
        "splats.wasm": add_file(pathlib.Path(paths[0]).with_name("splats.wasm")),
        **{path.name: add_file(path) for path in sorted(CATALOGUES.glob("*.json"))},
        "diorama.svg": add_file(WEB / "icons/diorama.svg"),
        "clap-worklet.js": add_script(WORKLET, options),
        "splat-worker.js": add_script(SPLAT_WORKER, options),
        **add_sheets(options),
    }
    add_file(WEB / "vendor/three/LICENSE.txt", "three-license")
    outputs = add_modules(options, names, is_dev)
    write_page(outputs, names)
    write_worker(options)
    compress()
    modules = [path for path in ASSETS.iterdir() if path.suffix == ".js"]
    packed = sum(path.stat().st_size for path in ASSETS.glob("*.js.gz"))
    print(f"bundle-web: {len(modules)} modules, {packed:,} bytes with gzip")


main()
