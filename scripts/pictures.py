"""Takes the pictures of README and docs from a running demo: pictures.py FILE_WITH_ADDRESS FOLDER"""
import json
import sys

from playwright.sync_api import sync_playwright

out = json.loads(open(sys.argv[1]).readline())
folder = sys.argv[2]
GPU = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=GPU)
    for name, page_path, query, size in [
        ("space", out["page"], "?mode=explore", (1280, 720)),
        ("inside", out["page"], "", (1280, 720)),
        ("library", out["address"] + "/", "", (1280, 560)),
        ("phone", out["page"], "?mode=explore", (390, 844)),
    ]:
        page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme="dark", reduced_motion="reduce")
        page.goto(page_path + query)
        page.wait_for_load_state("networkidle")
        # The software renderer needs a while for the first picture.
        page.wait_for_timeout(6000)
        page.screenshot(path=f"{folder}/{name}.jpg", type="jpeg", quality=85)
        page.close()
    browser.close()
