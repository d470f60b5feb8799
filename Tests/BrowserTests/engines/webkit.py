"""WebKitGTK, Safari's engine: MiniBrowser through selenium and WebKitWebDriver."""

import base64
import contextlib
import pathlib

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import ActionChains, WebKitGTK
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.mouse_button import MouseButton
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from .driver import Driver

DRIVER = "/usr/bin/WebKitWebDriver"
BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
# WebKitWebDriver reports no console messages: the page's are collected from when it has loaded.
LISTEN = """(() => {
  const reported = globalThis.reported = [];
  for (const level of ['error', 'warn']) {
    const real = console[level];
    console[level] = (...values) => { reported.push(level + ': ' + values.join(' ')); real.apply(console, values); };
  }
  addEventListener('error', (event) => reported.push('error: ' + event.message));
  addEventListener('unhandledrejection', (event) => reported.push('rejection: ' + event.reason));
  addEventListener('securitypolicyviolation', (event) =>
    reported.push('policy: ' + event.violatedDirective + ' ' + event.blockedURI));
})()"""

KEYS = {
    "Enter": Keys.ENTER, "Escape": Keys.ESCAPE, "Tab": Keys.TAB, "Backspace": Keys.BACKSPACE, "ArrowLeft": Keys.ARROW_LEFT,
    "ArrowRight": Keys.ARROW_RIGHT, "ArrowUp": Keys.ARROW_UP, "ArrowDown": Keys.ARROW_DOWN,
}


class WebKit(Driver):
    name = "WebKit"

    def __init__(
        self, folder: pathlib.Path, environment: dict[str, str], size: tuple[int, int],
        certificate: tuple[str, pathlib.Path] | None = None,
    ):
        """`certificate`: a host, and the certificate that is accepted from it."""
        folder.mkdir(parents=True, exist_ok=True)
        options = Options()
        options.binary_location = BROWSER
        options.add_argument("--automation")
        if certificate:
            host, file = certificate
            chosen = options.to_capabilities()
            chosen[Options.KEY]["certificates"] = [{"host": host, "certificateFile": str(file)}]
            options.to_capabilities = lambda: chosen
        self.output = (folder / "log").open("w")
        # The sandbox needs user namespaces, which containers lack; only our own pages are opened.
        service = Service(DRIVER, log_output=self.output, env={**environment, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"})
        self.driver = WebKitGTK(options=options, service=service)
        self.driver.set_script_timeout(120)
        self.driver.set_page_load_timeout(120)
        # The window has a toolbar: it is made larger by that much.
        self.driver.set_window_rect(0, 0, *size)
        inner = self.evaluate("[innerWidth, innerHeight]")
        self.driver.set_window_rect(0, 0, *(2 * size[i] - inner[i] for i in range(2)))
        self.messages: list[str] = []
        self.mouse = PointerInput("mouse", "mouse")

    def navigate(self, address):
        self.collect()
        self.driver.get(address)
        self.evaluate(LISTEN)

    def evaluate(self, expression):
        outcome = self.driver.execute_async_script(
            f"const done = arguments[0]; (async () => ({expression}))()"
            ".then((value) => done({ value }), (error) => done({ error: String(error) }));"
        )
        assert "error" not in outcome, f"{outcome['error']} in {expression}"
        return outcome.get("value")

    def pointer(self, *steps):
        actions = ActionBuilder(self.driver, mouse=self.mouse, duration=40)
        for kind, *at in steps:
            if kind == "move":
                actions.pointer_action.move_to_location(round(at[0]), round(at[1]))
            elif kind == "down":
                actions.pointer_action.pointer_down(MouseButton.LEFT)
            else:
                actions.pointer_action.pointer_up(MouseButton.LEFT)
        actions.perform()

    def key(self, key, down):
        chain = ActionChains(self.driver, duration=20)
        value = KEYS.get(key, key)
        (chain.key_down(value) if down else chain.key_up(value)).perform()

    def type(self, text):
        ActionChains(self.driver, duration=5).send_keys(text).perform()

    def choose_files(self, selector, *files):
        self.driver.find_element(By.CSS_SELECTOR, selector).send_keys("\n".join(str(file) for file in files))

    def screenshot(self):
        return base64.b64decode(self.driver.get_screenshot_as_base64())

    def console(self):
        self.collect()
        return self.messages

    def collect(self):
        with contextlib.suppress(WebDriverException):  # before the first page
            self.messages += self.driver.execute_script("return (globalThis.reported ?? []).splice(0)")

    def quit(self):
        self.driver.quit()
        self.output.close()
