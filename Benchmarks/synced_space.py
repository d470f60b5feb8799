#!/usr/bin/env python3
"""Times how long a synchronized space takes to open in the browser of a second device, from a bucket on the same disk.

usage: synced_space.py PROGRAM [MEGABYTES]

The room is imported on one device and synchronized. A second device joins without fetching files, is served, and its page is opened
twice: the first time files come from the bucket, the second time from the device.
"""

import math
import pathlib
import sys
import tempfile
import time

root = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(root / "Tests/JourneyTests"), str(root / "Tests/PythonSupport")]

from playwright.sync_api import sync_playwright  # noqa: E402

import chromium  # noqa: E402
from connections import Folder  # noqa: E402
from journey import Journey  # noqa: E402

SQUARE = 41  # bytes of a PLY for each square: a vertex and two triangles


def main():
    program, megabytes = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 100
    steps = round(math.sqrt(megabytes * 1e6 / (7 * SQUARE)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        journey = Journey(str(pathlib.Path(program).resolve()), pathlib.Path(folder) / "journey", Folder, lambda: browser)
        try:
            ada = journey.person("Ada")
            desk = ada.begin()
            space = journey.import_room(desk, "Kitchen", steps)
            began = time.monotonic()
            ada.sync(desk)
            print(f"upload: {time.monotonic() - began:.1f} s")
            phone = ada.device("phone")
            began = time.monotonic()
            phone.run("account", "join", "--bucket", ada.connection.address)
            phone.run("library", "files", "none")
            phone.run("sync")
            print(f"join and sync of the rows: {time.monotonic() - began:.1f} s")
            with phone.serving():
                size = sum(asset["byteCount"] for asset in phone.call("GET", f"/spaces/{space}")["assets"])
                for source in ("the bucket", "the device"):
                    began = time.monotonic()
                    journey.see_room(phone, space).context.close()
                    print(f"first image of {size / 1e6:.0f} MB from {source}: {time.monotonic() - began:.1f} s")
        finally:
            journey.end()
            browser.close()


main()
