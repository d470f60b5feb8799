"""Debian's Chromium with a software renderer, as all browser tests run it."""

import os
import pathlib
import shutil
import tempfile

from playwright.sync_api import Browser, BrowserType, Playwright

PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
ARGUMENTS = [
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    # A microphone that beeps and a camera that shows a clock, allowed without asking.
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
]


def launch(playwright: Playwright, environment: dict[str, str] | None = None) -> Browser:
    """Starts the browser with these variables, or with those of this process."""
    return launch_type(playwright.chromium, os.environ if environment is None else environment)


def launch_type(browser_type: BrowserType, environment: dict[str, str], more: list[str] = ()) -> Browser:
    """As `launch`, with more arguments for the browser."""
    path = next((path for path in PATHS if pathlib.Path(path).exists()), None)
    if path is None:
        raise SystemExit("Chromium is missing; on Debian: apt-get install chromium")
    # It makes a socket in its temporary folder, and the path of a socket has at most 107 bytes: this folder's name is short,
    # whatever TMPDIR is.
    temporary = tempfile.mkdtemp(prefix="chromium-", dir="/tmp")
    variables = {**environment, "TMPDIR": temporary}
    try:
        browser = browser_type.launch(executable_path=path, args=[*ARGUMENTS, *more], env=variables)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise
    browser.on("disconnected", lambda _: shutil.rmtree(temporary, ignore_errors=True))
    return browser
