"""Takes the pictures of README and docs from a running demo: pictures.py FILE_WITH_ADDRESS FOLDER"""
import json
import sys
import time
import urllib.request

from playwright.sync_api import sync_playwright

out = json.loads(open(sys.argv[1]).readline())
folder = sys.argv[2]
GPU = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]


def make_exhibit(address: str):
    """Waits until the files of the built-in exhibit are made, which asking for one begins."""
    urllib.request.urlopen(f"{address}/api/v1/exhibits/artemis/files/models/orion-2.glb").close()
    while True:
        with urllib.request.urlopen(f"{address}/api/v1/exhibits/artemis") as answer:
            if all(file["byteCount"] > 0 for file in json.load(answer)["files"]):
                return
        time.sleep(1)


make_exhibit(out["address"])
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=GPU)
    for name, page_path, query, size in [
        ("space", out["page"], "?mode=explore", (1280, 720)),
        ("inside", out["page"], "", (1280, 720)),
        ("library", out["address"] + "/", "", (1280, 560)),
        ("phone", out["page"], "?mode=explore", (390, 844)),
        ("exhibit", out["address"] + "/exhibits/artemis", "", (1280, 720)),
        ("exhibit-model", out["address"] + "/exhibits/artemis", "?model=orion", (1280, 720)),
        ("exhibit-card", out["address"] + "/exhibits/artemis", "?mode=learn&card=orion", (390, 844)),
    ]:
        page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme="dark", reduced_motion="reduce")
        page.goto(page_path + query)
        page.wait_for_load_state("networkidle")
        # The software renderer needs a while for the first picture.
        page.wait_for_timeout(6000)
        if "?model=" in query:
            page.wait_for_selector(".exhibit-view[data-level=finest]", timeout=120_000)
            page.wait_for_timeout(2000)
        page.screenshot(path=f"{folder}/{name}.jpg", type="jpeg", quality=85)
        page.close()
    browser.close()
