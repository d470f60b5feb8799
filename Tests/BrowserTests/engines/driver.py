"""
What the journeys need of a browser. Each engine has one subclass (webkit.py, firefox.py); everything else is built on these calls.
"""

import abc
import contextlib
import io
import pathlib
import time

from PIL import Image

# What the page's console must not say. It is collected where the engine reports it (Driver.console).
HARMLESS = ["GPU stall", "WEBGL_debug_renderer_info is deprecated", "KHR_parallel_shader_compile", "WebGL warning"]


class Driver(abc.ABC):
    """A browser window of 1200 x 800 CSS pixels with a fresh profile."""

    name = ""

    @abc.abstractmethod
    def navigate(self, address: str):
        """Begins to load a page, with the storage and cookies of the pages before."""

    @abc.abstractmethod
    def evaluate(self, expression: str):
        """The JSON value of a JavaScript expression; promises are awaited."""

    @abc.abstractmethod
    def pointer(self, *steps: tuple):
        """A sequence of ("move", x, y), ("down",), ("up",) of the mouse's main button, in CSS pixels of the window."""

    @abc.abstractmethod
    def key(self, key: str, down: bool):
        """Presses or releases a key, by its DOM name (`Enter`, `a`); the focused element gets it."""

    @abc.abstractmethod
    def type(self, text: str):
        """Text, key by key, to the focused element."""

    @abc.abstractmethod
    def choose_files(self, selector: str, *files: pathlib.Path):
        """Fills an <input type=file>."""

    @abc.abstractmethod
    def screenshot(self) -> bytes:
        """PNG of the window's content."""

    @abc.abstractmethod
    def console(self) -> list[str]:
        """Errors and warnings that the page has reported so far."""

    @abc.abstractmethod
    def quit(self):
        """Ends the browser."""

    # Built on the above

    def open(self, address: str):
        """Loads a page. An engine may say that it is loaded while scripts still run in the page before, so that is marked."""
        self.evaluate("(window.left = true)")
        self.navigate(address)
        deadline = time.monotonic() + 60
        while True:
            # The page before can end while it is asked.
            with contextlib.suppress(AssertionError):
                if self.evaluate("!window.left && document.readyState === 'complete'"):
                    return
            assert time.monotonic() < deadline, f"{self.name}: after 60 s {address} is not loaded"
            time.sleep(0.05)

    def press(self, key: str):
        self.key(key, True)
        self.key(key, False)

    def hold(self, key: str, expression: str):
        """Holds a key down until an expression is true."""
        self.key(key, True)
        try:
            self.until(expression)
        finally:
            self.key(key, False)

    def until(self, expression: str, seconds: float = 60):
        """Waits until an expression is true, and returns its value."""
        deadline = time.monotonic() + seconds
        while not (value := self.evaluate(expression)):
            assert time.monotonic() < deadline, f"{self.name}: after {seconds} s it is still not true that {expression}"
            time.sleep(0.1)
        return value

    def wait(self, selector: str, seconds: float = 60):
        """Waits until an element is there and visible."""
        self.until(f"document.querySelector({selector!r})?.checkVisibility() === true", seconds)

    def gone(self, selector: str, seconds: float = 60):
        self.until(f"document.querySelector({selector!r})?.checkVisibility() !== true", seconds)

    def text(self, selector: str) -> str:
        return self.evaluate(f"document.querySelector({selector!r})?.innerText ?? ''")

    def count(self, selector: str) -> int:
        return self.evaluate(f"document.querySelectorAll({selector!r}).length")

    def button(self, label: str, within: str = "body"):
        """Clicks the visible button or link with this text or accessible name."""
        self.click(
            f"[...document.querySelectorAll('button, a, summary, label')].find((e) => e.closest({within!r}) &&"
            f" e.checkVisibility() && (e.getAttribute('aria-label') ?? e.textContent).trim().startsWith({label!r}))"
        )

    def click(self, target: str):
        """
        Clicks the middle of an element with the mouse, once it exists, doesn't move and is in front. `target`: a selector, or an
        expression.
        """
        element = target if target.startswith("[...") else f"document.querySelector({target!r})"
        x, y = self.until(
            f"""(async () => {{
              const box = () => {{ const e = {element}; return e?.checkVisibility() ? e.getBoundingClientRect() : null; }};
              const found = {element};
              found?.scrollIntoView({{ block: 'nearest', inline: 'nearest', behavior: 'instant' }});
              const a = box();
              await new Promise((done) => setTimeout(done, 60));
              const b = box();
              if (!a || !b || a.x !== b.x || a.y !== b.y || a.width === 0) return null;
              const [x, y] = [b.x + b.width / 2, b.y + b.height / 2];
              const top = document.elementFromPoint(x, y);
              return top && (found.contains(top) || top.contains(found)) ? [x, y] : null;
            }})()"""
        )
        self.pointer(("move", x, y), ("down",), ("up",))

    def fill(self, selector: str, text: str):
        """Replaces the text of a field."""
        self.wait(selector)
        self.evaluate(f"(() => {{ const e = document.querySelector({selector!r}); e.focus(); e.select(); return true; }})()")
        self.type(text)

    def box(self, selector: str) -> tuple[float, float, float, float]:
        """x, y, width, height in the window."""
        return tuple(self.evaluate(
            f"(() => {{ const b = document.querySelector({selector!r}).getBoundingClientRect();"
            " return [b.x, b.y, b.width, b.height]; })()"
        ))

    def painted(self) -> bytes:
        """A screenshot after the page has drawn two more frames."""
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
        return self.screenshot()

    def image(self) -> Image.Image:
        return Image.open(io.BytesIO(self.painted())).convert("RGB")

    def problems(self) -> list[str]:
        return [line for line in self.console() if not any(part in line for part in HARMLESS)]
