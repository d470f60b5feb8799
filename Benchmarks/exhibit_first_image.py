#!/usr/bin/env python3
"""Measures how long a visitor of an exhibit waits for the first image on loopback: for the images of the models to choose from, and
for the chosen model its poster and its first frame. In new libraries, whose built-in exhibits have no files yet, then on the last
server with all files. WebGL is drawn by the processor here, so that frames take longer than with a GPU.

usage: exhibit_first_image.py PROGRAM [--repeat N] [--limit SECONDS]

Prints for fresh browser contexts the medians of N (default 5) of the seconds
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
# Notes in each frame what was there when it began: so the image was painted with the frame before it.
WATCH = """
globalThis.seen = {};
document.addEventListener('diorama:exhibit', ({ detail }) => { globalThis.exhibit = detail; });
(function watch() {
  const poster = document.querySelector('.exhibit-poster');
  if (poster?.dataset.state === 'shown' && poster.complete && poster.naturalWidth > 0) {
    seen.poster ??= performance.now();
    const { x, y, width, height } = poster.getBoundingClientRect();
    seen.rectangle = [x, y, width, height];
  }
  const view = document.querySelector('.exhibit-view');
  if (view?.dataset.state === 'ready' && globalThis.exhibit?.stage.frames.peek() > 0) seen.frame ??= performance.now();
  requestAnimationFrame(watch);
})();
"""
SEEN = """
async () => {
  while (!seen.frame) await new Promise(requestAnimationFrame);
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
class Visit:
    """Seconds, and pixels."""

    images: float
    choosing: float
    direct: float
    frame: float
    first: set[str]
    apart: float


def open_page(browser):
    context = browser.new_context(viewport=SIZE)
    page = context.new_page()
    page.add_init_script(WATCH)
    return context, page


def first_image(page, start: float) -> tuple[str, float, float]:
    """What was shown first, and the seconds from `start` (of the page's clock, in milliseconds) until it and until the frame."""
    seen = page.evaluate(SEEN)
    name = "poster" if seen.get("poster", float("inf")) <= seen["frame"] else "frame"
    return name, (seen[name] - start) / 1000, (seen["frame"] - start) / 1000


def visit(browser, address: str, direct_first: bool = False) -> Visit:
    """Visits the entry and chooses a model, and visits a model by its address."""
    def choose() -> tuple[float, str, float]:
        context, page = open_page(browser)
        started = time.monotonic()
        page.goto(f"{address}/exhibits/artemis", wait_until="commit")
        page.wait_for_selector(".exhibit-model-card img", state="attached")
        page.evaluate(IMAGE)
        images = time.monotonic() - started
        clicked = page.evaluate(CLICK)
        name, seconds, _ = first_image(page, clicked)
        context.close()
        return images, name, seconds

    def direct() -> tuple[str, float, float, float]:
        context, page = open_page(browser)
        page.goto(f"{address}/exhibits/artemis?model=orion", wait_until="commit")
        # The page's clock begins with the navigation.
        name, seconds, frame = first_image(page, 0)
        apart = page.evaluate(APART) if name == "poster" else 0
        context.close()
        return name, seconds, frame, apart

    if direct_first:
        by_address = direct()
        chosen = choose()
    else:
        chosen = choose()
        by_address = direct()
    return Visit(chosen[0], chosen[2], by_address[1], by_address[2], {chosen[1], by_address[0]}, by_address[3])


def report(name: str, visits: list[Visit]) -> float:
    """Prints the medians; returns the largest of those that are limited."""
    def median(field: str) -> float:
        return statistics.median(getattr(one, field) for one in visits)

    first = " and ".join(sorted(set().union(*(one.first for one in visits))))
    print(f"{name:12}  images {median('images'):5.2f} s   choosing {median('choosing'):5.2f} s   direct {median('direct'):5.2f} s   "
          f"(first image of a model: {first}, {median('apart'):.1f} px from it)   frame {median('frame'):5.2f} s")
    return max(median("images"), median("choosing"), median("direct"))


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
            new = []
            for number in range(arguments.repeat):
                server = Server(arguments.program, folder / f"server-{number}", environment)
                try:
                    if number == 0:
                        # The browser's own start is not the exhibit's.
                        page = browser.new_page()
                        page.goto(server.address)
                        page.close()
                    # Only the first visit of each kind meets a new library: they take turns.
                    new.append(visit(browser, server.address, direct_first=number % 2 == 1))
                    if number == arguments.repeat - 1:
                        print(f"median of {arguments.repeat}, {SIZE['width']}x{SIZE['height']}")
                        worst = report("new library", new)
                        while any(file["byteCount"] == 0 for file in server.call("GET", "/exhibits/artemis")["files"]):
                            time.sleep(0.5)
                        warm = [visit(browser, server.address) for _ in range(arguments.repeat)]
                        worst = max(worst, report("warm server", warm))
                finally:
                    server.stop()
            browser.close()
    return 1 if worst > arguments.limit else 0


if __name__ == "__main__":
    sys.exit(main())
