"""Starts the real server and Chromium, runs the checks one by one in fresh contexts, and says which failed."""

import contextlib
import io
import json
import os
import pathlib
import subprocess
import tempfile
import time
import traceback
import urllib.parse
import urllib.request

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

import chromium
from environment import FONTS, isolated
from server import Server

SMALL, PHONE, DESK = (640, 480), (390, 844), (1440, 900)

# Counts what a page has under way: draws, timers of up to two seconds, and requests until their answer begins. `framesAtRest`
# resolves once there was nothing of these in so many animation frames; false: not within a minute.
COUNT_ACTIVITY = """
(() => {
  window.draws = 0;
  for (const name of ['drawElements', 'drawArrays']) {
    const real = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...a) { window.draws += 1; return real.apply(this, a); };
  }
  const timers = new Set();
  const [start, stop, ask] = [window.setTimeout, window.clearTimeout, window.fetch];
  let requests = 0;
  window.setTimeout = (action, delay = 0, ...rest) => {
    const id = start(() => { timers.delete(id); action(...rest); }, delay);
    if (delay <= 2000) timers.add(id);
    return id;
  };
  window.clearTimeout = (id) => { timers.delete(id); stop(id); };
  window.fetch = (...a) => {
    requests += 1;
    return ask(...a).finally(() => requests -= 1);
  };
  window.framesAtRest = async (frames, withDraws = true, held = 0) => {
    const end = performance.now() + 60_000;
    for (let rest = 0, before = window.draws; rest < frames; rest += 1) {
      await new Promise((done) => requestAnimationFrame(done));
      if ((withDraws && window.draws !== before) || timers.size > 0 || requests > held) rest = -1;
      before = window.draws;
      if (performance.now() > end) return false;
    }
    return true;
  };
})();
"""

# The page's own event hands the running sand table to whoever asks (docs/web.md, "Inspection").
INSPECT = """
document.addEventListener('diorama:sand-table', ({ detail }) => {
  globalThis.inspected = detail;
  globalThis.sandTable = detail.table;
});
"""

HARMLESS = ["GPU stall", "GL Driver Message", "KHR_parallel_shader_compile", "Service Worker registration blocked by Playwright"]

DISMISSED = "diorama.dismissed-jobs"

checks = []


def check(name, **context):
    """
    Registers a check. `context` goes to the browser context; `expect` are parts of console errors that belong to it; `large` is
    true for those that take minutes because of the size of their data.
    """

    def register(function):
        checks.append((name, function, context))
        return function

    return register


def layout(name, touch=False, **context):
    """
    Registers checks of a page's layout: on a phone and a desk, with a wide and a narrow font. The function, a generator, brings the
    page into each state and yields its name; the state is checked in both themes. It gets the session and the size. `touch`: the
    phone has a touch screen.
    """

    def register(function):
        for size in (PHONE, DESK):
            for font in FONTS:
                def fits(session: Session, size=size, font=font):
                    for state in function(session, size):
                        for scheme in ("light", "dark"):
                            session.theme(scheme)
                            session.no_sideways_scroll()
                            session.keep(f"{size[0]}-{scheme}-{font}-{state}")

                fits.__module__ = function.__module__
                fits.__name__ = f"{function.__name__}_{size[0]}_{font}"
                title = f"{name} fits {size[0]}x{size[1]} with a {font} font"
                check(title, size=size, font=font, has_touch=touch and size == PHONE, layout=(name, size, font), **context)(fits)
        return function

    return register


class Session:
    """What a check gets: the server, a page, sample files, and helpers to look at pixels."""

    def __init__(self, server: Server, page: Page, files: pathlib.Path, pictures: pathlib.Path | None):
        self.server, self.page, self.files, self.pictures = server, page, files, pictures

    def open_library(self, wait="ready"):
        self.page.goto(self.server.address)
        self.page.wait_for_selector(f".page[data-state={wait}]")

    def open_account(self, page: str):
        """Opens a page of the account's menu."""
        self.page.click("button[aria-label=Account]:visible")
        self.page.click(f".menu:visible a:has-text('{page}')")

    def open_place(self, space: str, query: str = ""):
        self.page.goto(f"{self.server.address}/spaces/{space}{query}")
        self.wait_for_place()

    def wait_for_place(self):
        self.page.wait_for_selector(".place[data-state=ready]", timeout=60_000)
        self.settle()

    def until(self, condition: str, seconds: float = 60):
        """Waits for a JavaScript expression. (Playwright's own waiting needs eval, which the page's policy forbids.)"""
        deadline = time.monotonic() + seconds
        while not self.page.evaluate(condition):
            assert time.monotonic() < deadline, f"it never came that {condition}"
            self.frames(1)

    def settle(self, frames: int = 12, held: int = 0):
        """
        Until the page has neither drawn nor waited for anything in so many animation frames: a camera flight has ended, the address
        is written. `held`: the number of requests that the check itself keeps waiting.
        """
        assert self.page.evaluate(f"framesAtRest({frames}, true, {held})"), "the page never comes to rest"

    def idle(self):
        """Until the page waits for nothing; it may draw on, as where cues pulse."""
        assert self.page.evaluate("framesAtRest(4, false)"), "the page never stops waiting for something"

    def eventually(self, condition, seconds: float = 60):
        """Waits until a Python function returns something true, and returns it."""
        deadline = time.monotonic() + seconds
        while not (found := condition()):
            assert time.monotonic() < deadline, "what was waited for never came"
            self.frames(1)
        return found

    def frames(self, count: int = 2):
        """Lets so many animation frames pass."""
        self.page.evaluate(
            f"new Promise((done) => {{ let left = {count};"
            " const next = () => left-- > 0 ? requestAnimationFrame(next) : done(); next(); })"
        )

    def picture(self) -> Image.Image:
        """The place as it is on the screen, without the controls over it."""
        show = (
            "(shown) => { for (const e of document.querySelectorAll('.place-bar, .dock, .cut-slider, .explore-overlay'))"
            " e.style.opacity = shown ? '' : '0';"
            " document.querySelector('.place-canvas')?.style.setProperty('outline', shown ? '' : 'none') }"
        )
        self.page.evaluate(show, False)
        shot = self.page.screenshot()
        self.page.evaluate(show, True)
        return Image.open(io.BytesIO(shot)).convert("RGB")

    def server_picture(self, path: str) -> Image.Image:
        with urllib.request.urlopen(self.server.address + path, timeout=60) as answer:
            return Image.open(io.BytesIO(answer.read())).convert("RGB")

    def keep(self, name: str):
        """Saves a screenshot for people, where a folder was given."""
        if self.pictures:
            self.page.screenshot(path=self.pictures / f"{name}.png")

    def query(self) -> dict[str, str]:
        """Of the address, once it is written: that follows a little later."""
        self.page.evaluate("framesAtRest(2)")
        return dict(urllib.parse.parse_qsl(urllib.parse.urlparse(self.page.url).query))

    def theme(self, scheme: str):
        self.page.emulate_media(color_scheme=scheme)
        self.frames()

    def text_size(self, percent: int):
        self.page.evaluate(f"document.documentElement.style.fontSize = '{percent}%'")
        self.frames(4)

    def no_sideways_scroll(self):
        wide, seen = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= seen, f"the page is {wide} px wide in a window of {seen} px"


def program(session: Session, *words: str, library: pathlib.Path | None = None) -> dict:
    """Runs the program on the server's library, or another, and returns what it prints as JSON."""
    command = [session.server.process.args[0], *words, "--library", str(library or session.server.folder / "library"), "--json"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, env=session.server.environment)
    assert result.returncode == 0, f"{' '.join(words)}: {result.stderr}"
    lines = result.stdout.strip().splitlines()
    return json.loads(lines[-1]) if lines else {}


def quick(entries: list) -> list:
    """Of each layout one combination of size and font, in turn, nothing with large data, and nothing thorough."""
    names = list(dict.fromkeys(settings["layout"][0] for _, _, settings in checks if "layout" in settings))

    def is_taken(settings) -> bool:
        if "layout" not in settings:
            return not (settings.get("large") or settings.get("thorough"))
        name, size, font = settings["layout"]
        return (size == DESK) == bool(names.index(name) & 1) and font == list(FONTS)[names.index(name) // 2 % len(FONTS)]

    return [entry for entry in entries if is_taken(entry[2])]


def run(
    program: str, pictures: pathlib.Path | None, only: str | None, module: str | None = None, is_quick: bool = False,
    is_repeated: bool = False,
) -> int:
    """
    All checks, those whose name has a part or whose module it is, or those of one module alone. Returns the exit code.
    `is_repeated`: what failed gets a second try at the end; both results are printed, and only the second counts.
    """
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    failed, unsteady = [], 0
    with contextlib.ExitStack() as stack:
        temporary = tempfile.TemporaryDirectory(prefix="diorama-browser-", ignore_cleanup_errors=True)
        folder = pathlib.Path(stack.enter_context(temporary))
        files = folder / "files"
        files.mkdir()
        environment = isolated(folder)
        os.environ["TMPDIR"] = environment["TMPDIR"]  # of the browsers' profiles
        server = Server(program, folder / "server", environment)
        stack.callback(server.stop)
        playwright = stack.enter_context(sync_playwright())
        browsers: dict[str, Browser] = {}

        def browser(font: str) -> Browser:
            """One for each font: a browser reads the configuration of fonts when it starts."""
            if font not in browsers:
                browsers[font] = chromium.launch(playwright, isolated(folder, font))
                stack.callback(browsers[font].close)
            return browsers[font]

        chosen = [
            entry for entry in checks
            if (not only or only in entry[0] or only == entry[1].__module__) and (not module or module == entry[1].__module__)
        ]
        left = []
        if is_quick:
            taken = quick(chosen)
            left, chosen = [entry[0] for entry in chosen if entry not in taken], taken

        def passes(entry, is_second: bool = False) -> bool:
            name, function, settings = entry
            started = time.monotonic()
            problem = run_one(browser(settings.get("font", "wide")), server, files, pictures, function, settings)
            word = ("FAILED" if problem else "ok    ") + (" at the second try:" if is_second else "")
            print(f"{word} {name} ({time.monotonic() - started:.1f} s)", flush=True)
            if problem:
                print(problem, flush=True)
            return not problem

        failed = [entry for entry in chosen if not passes(entry)]
        if is_repeated:
            first, failed = failed, [entry for entry in failed if not passes(entry, True)]
            unsteady = len(first) - len(failed)
    for name in left:
        print(f"skipped {name} (make browser runs it)")
    if failed:
        print(f"{len(failed)} of {len(chosen)} browser checks failed")
    else:
        print(f"all {len(chosen)} browser checks passed" + (f", {unsteady} of them at the second try" if unsteady else ""))
    return 1 if failed or not chosen else 0


def run_one(browser: Browser, server: Server, files, pictures, function, settings) -> str | None:
    settings = dict(settings)
    expected = settings.pop("expect", [])
    size = settings.pop("size", SMALL)
    for name in ("font", "layout", "large", "thorough"):
        settings.pop(name, None)
    for name, value in (("color_scheme", "dark"), ("locale", "en-GB"), ("timezone_id", "UTC")):
        settings.setdefault(name, value)
    # What a service worker fetches can't be routed: only the checks of it have one.
    settings.setdefault("service_workers", "block")
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **settings)
    context.set_default_timeout(20_000)
    context.add_init_script(COUNT_ACTIVITY)
    context.add_init_script(INSPECT)
    # The server goes on listing failed jobs of earlier checks: they are put away already.
    old = json.dumps(json.dumps([job["id"] for job in server.jobs()]))
    context.add_init_script(f"localStorage.getItem('{DISMISSED}') ?? localStorage.setItem('{DISMISSED}', {old})")
    page = context.new_page()
    trouble: list[str] = []
    page.on("console", lambda message: trouble.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    session = Session(server, page, files, pictures)
    try:
        function(session)
        unexpected = [text for text in trouble if not any(part in text for part in [*expected, *HARMLESS])]
        assert not unexpected, f"the console says: {unexpected[:3]}"
        return None
    except Exception:  # noqa: BLE001 - whatever went wrong is this check's failure
        with contextlib.suppress(Exception):
            if pictures:
                page.screenshot(path=pictures / f"failed-{function.__name__}.png")
        return traceback.format_exc(limit=4) + (f"console: {trouble[:3]}\n" if trouble else "")
    finally:
        context.close()
