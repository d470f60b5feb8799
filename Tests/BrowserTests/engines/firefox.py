"""Firefox through WebDriver BiDi, which is built in: JSON over a WebSocket."""

import base64
import json
import pathlib
import socket
import subprocess
import time

from websockets.sync.client import connect

from .driver import Driver

BROWSERS = ["/usr/bin/firefox-esr", "/usr/bin/firefox"]
PREFERENCES = {
    # WebGL by software.
    "webgl.force-enabled": True,
    "webgl.disable-fail-if-major-performance-caveat": True,
    # Nothing but our own server is asked for anything.
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "services.settings.server": "data:,",
    "intl.accept_languages": "en",
    "remote.log.level": "Warn",
}
KEYS = {
    "Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Backspace": "\ue003", "ArrowLeft": "\ue012", "ArrowUp": "\ue013",
    "ArrowRight": "\ue014", "ArrowDown": "\ue015",
}


class Firefox(Driver):
    name = "Firefox"

    def __init__(self, folder: pathlib.Path, environment: dict[str, str], size: tuple[int, int]):
        profile = folder / "profile"
        profile.mkdir(parents=True, exist_ok=True)
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items())
        (profile / "user.js").write_text("\n".join(lines))
        browser = next((path for path in BROWSERS if pathlib.Path(path).exists()), None)
        assert browser, "Firefox is missing; run scripts/setup.sh test"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.log = (folder / "log").open("w")
        self.process = subprocess.Popen(
            [browser, "--no-remote", "--profile", str(profile), "--remote-debugging-port", str(port), "about:blank"],
            env=environment, stdout=self.log, stderr=self.log,
        )
        self.messages: list[str] = []
        self.last = 0
        self.socket = self.connected(port)
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        self.context = self.call("browsingContext.getTree")["contexts"][0]["context"]
        self.call("browsingContext.setViewport", context=self.context, viewport={"width": size[0], "height": size[1]})

    def connected(self, port: int):
        deadline = time.monotonic() + 60
        while True:
            try:
                return connect(f"ws://127.0.0.1:{port}/session", max_size=None, open_timeout=5)
            except OSError:
                assert self.process.poll() is None, "Firefox ended at once"
                assert time.monotonic() < deadline, "Firefox doesn't listen"
                time.sleep(0.1)

    def call(self, method: str, **parameters):
        self.last += 1
        self.socket.send(json.dumps({"id": self.last, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv(timeout=180))
            if message.get("type") == "event":
                entry = message["params"]
                if entry.get("level") in ("error", "warn"):
                    self.messages.append(f"{entry['level']}: {entry.get('text')}")
            elif message.get("id") == self.last:
                assert message["type"] == "success", f"{method}: {message.get('message')}"
                return message["result"]

    def navigate(self, address):
        self.call("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def evaluate(self, expression):
        # As JSON text: BiDi's own values carry a type each.
        text = f"(async () => {{ const value = await ({expression}); return JSON.stringify(value) ?? 'null'; }})()"
        answer = self.call(
            "script.evaluate", expression=text, target={"context": self.context}, awaitPromise=True, resultOwnership="none")
        assert answer["type"] == "success", f"{answer.get('exceptionDetails', {}).get('text')} in {expression}"
        return json.loads(answer["result"]["value"])

    def act(self, kind: str, actions: list[dict], **more):
        self.call("input.performActions", context=self.context, actions=[{"type": kind, "id": kind, "actions": actions, **more}])

    def pointer(self, *steps):
        kinds = {
            "move": lambda x, y: {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 40},
            "down": lambda: {"type": "pointerDown", "button": 0},
            "up": lambda: {"type": "pointerUp", "button": 0},
        }
        self.act("pointer", [kinds[kind](*at) for kind, *at in steps], parameters={"pointerType": "mouse"})

    def key(self, key, down):
        self.act("key", [{"type": "keyDown" if down else "keyUp", "value": KEYS.get(key, key)}])

    def type(self, text):
        self.act("key", [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")])

    def choose_files(self, selector, *files):
        found = self.call("browsingContext.locateNodes", context=self.context, locator={"type": "css", "value": selector})["nodes"]
        assert found, f"there is no {selector}"
        element = {"sharedId": found[0]["sharedId"]}
        self.call("input.setFiles", context=self.context, element=element, files=[str(file) for file in files])

    def screenshot(self):
        return base64.b64decode(self.call("browsingContext.captureScreenshot", context=self.context)["data"])

    def console(self):
        self.evaluate("true")  # receives what was reported meanwhile
        return self.messages

    def quit(self):
        self.socket.close()
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
