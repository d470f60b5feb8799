#!/usr/bin/env python3
"""Measures how long a visitor of an exhibit waits for the first image on loopback: for the images of the models to choose from,
and for the first frame of the chosen model. First in a new library, whose built-in exhibit has no files yet, then on the same
server with all files. WebGL is drawn by the processor here, so that frames take longer than with a GPU.

usage: exhibit_first_image.py PROGRAM [--repeat N] [--limit SECONDS]

Prints the seconds from opening the address (or the click on a model) in fresh browser contexts: of a new library once, of the warm
server the median of N (default 5). Fails where a warm median is above the limit (default 1 s).
"""

import argparse
import pathlib
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/PythonSupport"))

import chromium  # noqa: E402
from environment import isolated  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from server import Server  # noqa: E402

SIZE = {"width": 390, "height": 844}
# Resolves once an image of a model is shown.
IMAGE = """
(async () => {
  const isShown = () => [...document.querySelectorAll('.exhibit-model-card img')].some((e) => e.complete && e.naturalWidth > 0);
  while (!isShown()) await new Promise(requestAnimationFrame);
})()
"""
# Resolves once the model was drawn for the first time.
FRAME = """
(async () => {
  while (document.querySelector('.exhibit-view')?.dataset.state !== 'ready' || !(globalThis.exhibit?.stage.frames.peek() > 0)) {
    await new Promise(requestAnimationFrame);
  }
})()
"""
INSPECT = "document.addEventListener('diorama:exhibit', ({ detail }) => { globalThis.exhibit = detail; });"


def visit(browser, address: str) -> tuple[float, float]:
    """Seconds until the first image of the models, and from the click on one until its first frame."""
    context = browser.new_context(viewport=SIZE)
    page = context.new_page()
    page.add_init_script(INSPECT)
    started = time.monotonic()
    page.goto(f"{address}/exhibits/artemis", wait_until="commit")
    page.wait_for_selector(".exhibit-model-card img", state="attached")
    page.evaluate(IMAGE)
    shown = time.monotonic() - started
    started = time.monotonic()
    page.eval_on_selector(".exhibit-model-card", "(e) => e.click()")
    page.wait_for_selector(".exhibit-view", state="attached")
    page.evaluate(FRAME)
    drawn = time.monotonic() - started
    context.close()
    return shown, drawn


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--limit", type=float, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="diorama-bench-", ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        environment = isolated(folder)
        server = Server(arguments.program, folder / "server", environment)
        try:
            with sync_playwright() as playwright:
                browser = chromium.launch(playwright, environment)
                # The browser's own start is not the exhibit's.
                page = browser.new_page()
                page.goto(server.address)
                page.close()
                shown, drawn = visit(browser, server.address)
                print(f"new library   images {shown:5.2f} s   model {drawn:5.2f} s")
                started = time.monotonic()
                while any(file["byteCount"] == 0 for file in server.call("GET", "/exhibits/artemis")["files"]):
                    time.sleep(0.5)
                print(f"              all files after another {time.monotonic() - started:.0f} s")
                times = [visit(browser, server.address) for _ in range(arguments.repeat)]
                browser.close()
        finally:
            server.stop()
    images, models = (statistics.median(values) for values in zip(*times))
    print(f"warm server   images {images:5.2f} s   model {models:5.2f} s   (median of {arguments.repeat})")
    return 1 if max(images, models) > arguments.limit else 0


if __name__ == "__main__":
    sys.exit(main())
