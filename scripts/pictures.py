"""Takes the pictures of README and docs from a running demo: pictures.py FILE_WITH_ADDRESS FOLDER [NAME…]; without names, all."""
import json
import sys
import time
import urllib.request

from playwright.sync_api import sync_playwright

out = json.loads(open(sys.argv[1]).readline())
folder = sys.argv[2]
wanted = sys.argv[3:]
GPU = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
ADDRESS = out["address"]
EXHIBIT = f"{ADDRESS}/exhibits/artemis"
WIDE = (1280, 720)
PHONE = (390, 844)


def call(method: str, path: str, body: dict | None = None) -> dict:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} if data else {}
    request = urllib.request.Request(f"{ADDRESS}/api/v1{path}", method=method, data=data, headers=headers)
    with urllib.request.urlopen(request, timeout=600) as answer:
        return json.loads(answer.read())


def make_exhibit():
    """Waits until the files of the built-in exhibit are made, which asking for one begins."""
    urllib.request.urlopen(f"{ADDRESS}/api/v1/exhibits/artemis/files/models/orion-2.glb").close()
    while any(file["byteCount"] == 0 for file in call("GET", "/exhibits/artemis")["files"]):
        time.sleep(1)


def finest(page):
    page.wait_for_selector(".exhibit-view[data-level=finest]", timeout=240_000)
    # The poster and the coarse level fade out, labels fade in.
    page.wait_for_timeout(2500)


def explode(page):
    finest(page)
    page.click(".exhibit-tool:has(span:text-is('Explode'))")
    page.wait_for_timeout(6000)


def card(page):
    page.wait_for_selector(".learn-card.top img")
    page.wait_for_timeout(1500)


def editor(page):
    """The labels of a copy of the built-in exhibit."""
    made = call("POST", "/exhibits", {"copyOf": "artemis"})
    page.goto(f"{ADDRESS}/exhibits/{made['id']}/edit")
    page.click("[role=tab]:has-text('Parts and labels')")
    page.wait_for_timeout(15_000)


def ask(page):
    page.wait_for_selector(".guide-field")
    page.fill(".guide-field", "How many days did Koch's longest single spaceflight last?")
    page.press(".guide-field", "Enter")
    page.wait_for_selector(".guide-answer[data-state=answered]", timeout=60_000)
    page.wait_for_timeout(500)


def settle(page):
    page.wait_for_load_state("networkidle")
    # The software renderer needs a while for the first picture.
    page.wait_for_timeout(6000)


PICTURES = [
    ("space", out["page"] + "?mode=explore", WIDE, "dark", settle),
    ("inside", out["page"], WIDE, "dark", settle),
    ("library", f"{ADDRESS}/", (1280, 560), "dark", settle),
    ("phone", out["page"] + "?mode=explore", PHONE, "dark", settle),
    ("exhibit", EXHIBIT, WIDE, "dark", settle),
    ("exhibit-model", f"{EXHIBIT}?model=orion", WIDE, "dark", finest),
    ("exhibit-exploded", f"{EXHIBIT}?model=sls", WIDE, "light", explode),
    ("exhibit-card", f"{EXHIBIT}?mode=learn&card=orion", PHONE, "dark", card),
    ("exhibit-editor", f"{ADDRESS}/exhibits", WIDE, "dark", editor),
    ("guide", f"{EXHIBIT}/guide?persona=koch", (1280, 640), "dark", ask),
]

unknown = set(wanted) - {name for name, *_ in PICTURES}
if unknown:
    sys.exit(f"pictures: error: there is no picture {', '.join(sorted(unknown))}")
chosen = [one for one in PICTURES if not wanted or one[0] in wanted]
if any("/exhibits" in address for _, address, *_ in chosen):
    make_exhibit()
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=GPU)
    for name, address, (width, height), theme, prepare in chosen:
        page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce")
        page.set_default_timeout(120_000)
        page.goto(address)
        prepare(page)
        page.screenshot(path=f"{folder}/{name}.jpg", type="jpeg", quality=85)
        page.close()
    browser.close()
