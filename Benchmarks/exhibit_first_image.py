#!/usr/bin/env python3
"""Measures how long a visitor of an exhibit waits for the first image on loopback: for the images of the models to choose from, and
for the chosen model its poster and its first frame. In new libraries, whose built-in exhibits have no files yet, then on the last
server with all files. WebGL is drawn by the processor here, so that frames take longer than with a GPU.

usage: exhibit_first_image.py PROGRAM [--repeat N] [--limit SECONDS]

Prints for fresh browser contexts the medians of N (default 5) of the seconds until the browser has shown it, by its own report
    images    from opening the address until an image of a model to choose is shown
    choosing  from the click on a model until its first image, which is the poster or the first frame, whichever is first
    direct    from opening the address of a model until the same
    frame     from opening the address of a model until its first frame from WebGL
and how far the poster was from the model that replaced it, in pixels. Fails where a median of the first three is above the limit
(default 1 s).
"""

import argparse
import dataclasses
import pathlib
import statistics
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/PythonSupport"))

import chromium  # noqa: E402
from environment import isolated  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from server import Server  # noqa: E402

SIZE = {"width": 390, "height": 844}
# Notes when the browser has shown an image (Element Timing), and when the first frame of WebGL was finished.
WATCH = """
globalThis.seen = {};
document.addEventListener('diorama:exhibit', ({ detail }) => { globalThis.exhibit = detail; });
new PerformanceObserver((list) => {
  for (const { identifier, renderTime, startTime } of list.getEntries()) {
    seen[identifier.startsWith('poster') ? 'poster' : 'images'] ??= renderTime || startTime;
  }
}).observe({ type: 'element', buffered: true });
(function watch() {
  const poster = document.querySelector('.exhibit-poster[data-state=shown]');
  if (poster) {
    const { x, y, width, height } = poster.getBoundingClientRect();
    seen.rectangle = [x, y, width, height];
  }
  const view = document.querySelector('.exhibit-view');
  if (!seen.frame && view?.dataset.state === 'ready' && globalThis.exhibit?.stage.frames.peek() > 0) {
    const gl = exhibit.stage.renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    seen.frame = performance.now();
  }
  requestAnimationFrame(watch);
})();
"""
IMAGES = """
async () => {
  while (!seen.images) await new Promise((resolve) => setTimeout(resolve, 5));
  return seen.images;
}
"""
SEEN = """
async () => {
  while (!seen.frame) await new Promise((resolve) => setTimeout(resolve, 5));
  // What was shown is reported a little later.
  await new Promise((resolve) => setTimeout(resolve, 200));
  return seen;
}
"""
# Clicks on a model; the time of the page's clock.
CLICK = "() => { const at = performance.now(); document.querySelector('.exhibit-model-card').click(); return at; }"
# The distance in pixels between the middle of the poster and the middle of the model's bounds in the first view.
APART = """
() => {
  const [x, y, width, height] = seen.rectangle;
  const { min, max } = exhibit.stage.model.box;
  const at = exhibit.stage.project([0, 1, 2].map((i) => (min[i] + max[i]) / 2));
  const canvas = exhibit.stage.canvas.getBoundingClientRect();
  return Math.hypot(x + width / 2 - canvas.x - at.x, y + height / 2 - canvas.y - at.y);
}
"""


@dataclasses.dataclass
class Visits:
    """Seconds, and pixels."""

    images: list[float] = dataclasses.field(default_factory=list)
    choosing: list[float] = dataclasses.field(default_factory=list)
    direct: list[float] = dataclasses.field(default_factory=list)
    frame: list[float] = dataclasses.field(default_factory=list)
    apart: list[float] = dataclasses.field(default_factory=list)
    first: set[str] = dataclasses.field(default_factory=set)

    def open(self, browser, address: str):
        context = browser.new_context(viewport=SIZE)
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(address, wait_until="commit")
        return page

    def first_image(self, page, start: float) -> float:
        """The seconds from `start` (of the page's clock, in milliseconds) until the first image of a model."""
        seen = page.evaluate(SEEN)
        name = "poster" if seen.get("poster", float("inf")) <= seen["frame"] else "frame"
        self.first.add(name)
        if name == "poster":
            self.apart.append(page.evaluate(APART))
        return (seen[name] - start) / 1000

    def choose(self, browser, address: str):
        """Visits the entry and chooses a model."""
        page = self.open(browser, f"{address}/exhibits/artemis")
        self.images.append(page.evaluate(IMAGES) / 1000)
        self.choosing.append(self.first_image(page, page.evaluate(CLICK)))
        page.context.close()

    def go(self, browser, address: str):
        """Visits a model by its address; the page's clock begins with the navigation."""
        page = self.open(browser, f"{address}/exhibits/artemis?model=orion")
        self.direct.append(self.first_image(page, 0))
        self.frame.append(page.evaluate("seen.frame") / 1000)
        page.context.close()

    def report(self, name: str) -> float:
        """Prints the medians; returns the largest of those that are limited."""
        images, choosing, direct, frame = (
            statistics.median(values) for values in (self.images, self.choosing, self.direct, self.frame))
        apart = f", at most {max(self.apart):.1f} px from it" if self.apart else ""
        print(f"{name:12}  images {images:5.2f} s   choosing {choosing:5.2f} s   direct {direct:5.2f} s   "
              f"(first image of a model: {' and '.join(sorted(self.first))}{apart})   frame {frame:5.2f} s", flush=True)
        return max(images, choosing, direct)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--limit", type=float, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="diorama-bench-", ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        environment = isolated(folder)
        with sync_playwright() as playwright:
            browser = chromium.launch(playwright, environment)
            print(f"medians of {arguments.repeat}, {SIZE['width']}x{SIZE['height']}")
            new = Visits()
            for number in range(2 * arguments.repeat):
                server = Server(arguments.program, folder / f"new-{number}", environment)
                try:
                    if number == 0:
                        warm_up(browser, server.address)
                    # The first visitor of a library: of the entry, or of a model.
                    (new.choose, new.go)[number % 2](browser, server.address)
                finally:
                    server.stop()
            worst = new.report("new library")
            server = Server(arguments.program, folder / "warm", environment)
            try:
                urllib.request.urlopen(f"{server.address}/api/v1/exhibits/artemis/files/models/orion-2.glb", timeout=600).close()
                while any(file["byteCount"] == 0 for file in server.call("GET", "/exhibits/artemis")["files"]):
                    time.sleep(0.5)
                warm = Visits()
                for _ in range(arguments.repeat):
                    warm.choose(browser, server.address)
                    warm.go(browser, server.address)
            finally:
                server.stop()
            worst = max(worst, warm.report("warm server"))
            browser.close()
    return 1 if worst > arguments.limit else 0


def warm_up(browser, address: str):
    """The browser's own start is not the exhibit's."""
    page = browser.new_page()
    page.goto(address)
    page.close()


if __name__ == "__main__":
    sys.exit(main())
