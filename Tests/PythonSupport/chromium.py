"""Debian's Chromium with a software renderer, as all browser tests run it."""

import pathlib

from playwright.sync_api import Browser, Playwright

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
    path = next((path for path in PATHS if pathlib.Path(path).exists()), None)
    if path is None:
        raise SystemExit("Chromium is missing; on Debian: apt-get install chromium")
    return playwright.chromium.launch(executable_path=path, args=ARGUMENTS, env=environment)
