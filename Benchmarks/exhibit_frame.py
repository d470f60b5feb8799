#!/usr/bin/env python3
"""Measures the JavaScript and Wasm work of the exhibit viewer in each frame: camera, label layout, and three.js up to the calls
of WebGL, which Chromium runs in another process. The GPU's own time is not in it.

usage: exhibit_frame.py PROGRAM [--exhibit ID] [--frames N] [--limit MILLISECONDS]

Turns each model of the exhibit around for N frames (default 60), upright and wide, and prints median, 95th percentile and
maximum. Fails above the limit (default 4 ms) at the median.
"""

import argparse
import pathlib
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/PythonSupport"))

import chromium  # noqa: E402
from environment import isolated  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from server import Server  # noqa: E402

# Small, because WebGL runs in software here: the work that is measured does not depend on the number of pixels.
SIZES = {"portrait": (240, 420), "landscape": (480, 320)}
INSPECT = "document.addEventListener('diorama:exhibit', ({ detail }) => { globalThis.exhibit = detail; });"
TURN = """
async (frames) => {
  const { stage } = exhibit;
  for (let i = 0; i < 10; i++) await new Promise(requestAnimationFrame);
  stage.frameTimes.clear();
  for (let i = 0; i < frames; i++) {
    stage.steer((orbit) => orbit.drag(4, i % 2 ? 1 : -1));
    const before = stage.frames.peek();
    while (stage.frames.peek() === before) await new Promise(requestAnimationFrame);
  }
  return stage.frameTimes.all;
}
"""


def measure(page, address: str, model: str, frames: int) -> list[float]:
    page.goto(f"{address}?model={model}")
    page.wait_for_selector(".exhibit-view[data-level=finest]", timeout=120_000)
    page.wait_for_timeout(500)
    return sorted(page.evaluate(TURN, frames))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--exhibit", default="artemis")
    parser.add_argument("--frames", type=int, default=60)
    parser.add_argument("--limit", type=float, default=4)
    arguments = parser.parse_args()
    worst = 0.0
    with tempfile.TemporaryDirectory(prefix="diorama-bench-", ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        environment = isolated(folder)
        server = Server(arguments.program, folder / "server", environment)
        try:
            document = server.call("GET", f"/exhibits/{arguments.exhibit}")["document"]
            if not document["models"]:
                sys.exit(f"exhibit_frame: error: the exhibit {arguments.exhibit} has no models")
            with sync_playwright() as playwright:
                browser = chromium.launch(playwright, environment)
                for size, (width, height) in SIZES.items():
                    page = browser.new_page(viewport={"width": width, "height": height})
                    page.add_init_script(INSPECT)
                    for model in document["models"]:
                        times = measure(page, f"{server.address}/exhibits/{arguments.exhibit}", model["id"], arguments.frames)
                        median, high = statistics.median(times), times[int(0.95 * len(times))]
                        cost = page.evaluate("exhibit.stage.cost")
                        worst = max(worst, median)
                        print(
                            f"{size:8} {model['id']:16} median {median:5.2f} ms  95 % {high:5.2f} ms  maximum {times[-1]:6.2f} ms  "
                            f"{cost['drawCalls']} draw calls, {cost['triangles']:,} triangles")
                browser.close()
        finally:
            server.stop()
    print(f"{'above' if worst > arguments.limit else 'below'} the limit of {arguments.limit} ms at the median")
    return 1 if worst > arguments.limit else 0


if __name__ == "__main__":
    sys.exit(main())
