"""
The whole of the catalogue in the browser, on a desk and on a phone: ten things are recorded with the camera, one is found by a
photo and located in a space; labels and the report are printed, a table is imported, a thing is shared, a request answered, and the
language changed. Screenshots stay with `run.py --keep FOLDER`.
"""

import json
import pathlib
import random
import subprocess

from PIL import Image, ImageDraw, ImageEnhance
from playwright.sync_api import Page

from connections import Folder
from device import Device
from journey import Journey, journey
from sharing import acquainted, deliver, offers

NAMES = ("Drill", "Saw", "Lamp", "Kettle", "Camera", "Radio", "Globe", "Clock", "Toaster", "Violin")
SOUGHT = "Globe"
DESK, PHONE = (1280, 800), (390, 844)
HOMEBOX = """\
HB.location,HB.tags,HB.name,HB.quantity,HB.insured,HB.purchase_price,HB.serial_number
Garage/Shelf 1,tools;power,Cordless drill,1,true,129.90,SN-4711
Garage,tools,Ladder,1,false,79,
Kitchen,,Blender,2,false,34.50,
"""
REQUEST = {
    "name": "Fridge",
    "steps": [
        {
            "title": "The door",
            "shots": [{"title": "From outside"}],
            "fields": [{"title": "State", "kind": "choice", "choices": ["new", "used"], "required": True}],
        },
    ],
}


def picture(number: int) -> Image.Image:
    """A thing with a drawn surface of its own, in front of a plain wall."""
    dice = random.Random(number)
    image = Image.new("RGB", (800, 600), (230, 228, 220))
    draw = ImageDraw.Draw(image)
    colour = tuple(dice.randrange(40, 220) for _ in range(3))
    draw.rectangle((200, 100, 600, 500), fill=colour, outline=(20, 20, 20), width=6)
    for _ in range(90):
        x, y = dice.randrange(205, 560), dice.randrange(105, 460)
        width, height = dice.randrange(8, 40), dice.randrange(8, 40)
        shade = tuple(dice.randrange(256) for _ in range(3))
        shape = dice.choice((draw.rectangle, draw.ellipse))
        shape((x, y, x + width, y + height), fill=shade, outline=(10, 10, 10))
    return image


def unseen(image: Image.Image) -> Image.Image:
    """The same thing, photographed again: turned, smaller, brighter."""
    turned = image.rotate(8, resample=Image.Resampling.BICUBIC, fillcolor=(230, 228, 220))
    return ImageEnhance.Brightness(turned.resize((640, 480))).enhance(1.2)


class Proof:
    """A page of the served device in one size."""

    def __init__(self, journey: Journey, device: Device, size: tuple[int, int]):
        self.journey, self.device, self.is_phone = journey, device, size == PHONE
        self.page: Page = journey.page(device, "/things")
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.set_default_timeout(60_000)
        self.shots = journey.folder / "screenshots"
        self.shots.mkdir(exist_ok=True)

    def keep(self, name: str):
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{name} scrolls sideways by {wide} px"
        self.page.screenshot(path=self.shots / f"{name}.png")

    def go(self, path: str, ready: str = ".page[data-state=ready]"):
        self.page.goto(self.device.server.address + path)
        self.page.wait_for_selector(ready)

    def press(self, selector: str):
        self.page.wait_for_selector(selector)
        self.page.locator(selector).first.evaluate("(e) => e.click()")

    def menu(self, button: str, item: str):
        self.press(f"button[aria-label='{button}']")
        self.press(f"[role=menuitem]:has-text('{item}')")

    def download(self, selector: str) -> pathlib.Path:
        with self.page.expect_download() as waiting:
            self.press(selector)
        target = self.journey.folder / waiting.value.suggested_filename
        waiting.value.save_as(target)
        return target

    def photo(self, name: str, image: Image.Image) -> pathlib.Path:
        path = self.journey.folder / name
        image.save(path, quality=92)
        return path


def things(device: Device) -> dict[str, dict]:
    return {thing["name"]: thing for thing in device.call("GET", "/things?limit=200")["things"]}


def eventually(page: Page, condition, what: str):
    for _ in range(300):
        if condition():
            return
        page.wait_for_timeout(200)
    raise AssertionError(what)


def record(proof: Proof):
    """Ten things, one after the other, each with a photo of the camera."""
    page = proof.page
    page.wait_for_selector(".things-trouble button:has-text('Add a thing')")
    proof.press(".things-trouble button:has-text('Add a thing')")
    dialog = page.locator(".add-dialog")
    for number, name in enumerate(NAMES):
        # The camera of a phone is an input of its own: the browser opens the camera for it.
        camera = ".by-camera input[type=file], input[type=file][capture]"
        source = dialog.locator(camera if proof.is_phone else "input[type=file][multiple]").first
        source.set_input_files(proof.photo(f"{name}.jpg", picture(number)))
        dialog.locator(".new-photo img").first.wait_for()
        dialog.get_by_label("Name").fill(name)
        if number == 0:
            dialog.get_by_label("Category").fill("Household")
            dialog.get_by_label("Place").fill("Cellar / Shelf")
        if number == 4:
            proof.keep("add")
        if name == NAMES[-1]:
            dialog.locator("button:has-text('Save')").first.evaluate("(e) => e.click()")
            dialog.wait_for(state="detached")
        else:
            dialog.locator("button:has-text('another')").evaluate("(e) => e.click()")
            plural = "thing" if number == 0 else "things"
            page.wait_for_selector(f".add-count:has-text('{number + 1} {plural} added')")
    page.wait_for_selector(f".thing-item:has-text('{NAMES[0]}')")
    eventually(page, lambda: sum(one["cover"] is not None for one in things(proof.device).values()) == 10, "photos are missing")
    found = things(proof.device)
    assert set(found) == set(NAMES) and all(one["path"] == ["Cellar", "Shelf"] for one in found.values()), found
    proof.go("/things")
    proof.keep("things")


def find(proof: Proof):
    """One of them by another photo of it, and where it is."""
    page = proof.page
    proof.menu("More", "Find by photo")
    photo = proof.photo("unseen.jpg", unseen(picture(NAMES.index(SOUGHT))))
    page.locator(".find-dialog input[type=file]").last.set_input_files(photo)
    page.wait_for_selector(f".find-dialog :text('{SOUGHT}')", timeout=120_000)
    proof.keep("found")
    proof.press(".find-dialog .button:has-text('This is it')")
    page.wait_for_selector(".page[data-state=ready] .thing-fields")
    assert page.url.endswith(things(proof.device)[SOUGHT]["id"]), page.url


def locate(proof: Proof, space: str):
    """On the sand table, and found there again."""
    page, thing = proof.page, things(proof.device)[SOUGHT]["id"]
    proof.go(f"/spaces/{space}?mode=explore&locate={thing}", f"button:has-text('Place {SOUGHT} here')")
    box = page.locator("canvas").first.bounding_box()
    for share in (0.5, 0.6, 0.7, 0.4):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * share)
        page.wait_for_timeout(1500)
        if page.locator(f"button:has-text('Place {SOUGHT} here'):not([disabled])").count() > 0:
            break
    proof.press(f"button:has-text('Place {SOUGHT} here'):not([disabled])")
    page.wait_for_selector(".sheet-thing")
    proof.keep("located")
    shown = proof.device.call("GET", f"/things/{thing}")
    assert shown["space"] == space and shown["position"] is not None, shown
    proof.go(f"/spaces/{space}?thing={thing}", ".sheet-thing")
    proof.keep("where-is-it")


def print_labels(proof: Proof):
    proof.go("/places")
    proof.press(".place-row-name:has-text('Cellar')")
    proof.keep("places")
    proof.press(".place-details button:has-text('Print labels')")
    proof.page.wait_for_selector("dialog a:has-text('Download PDF')")
    proof.keep("labels")
    pdf = proof.download("dialog a:has-text('Download PDF')")
    text = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, text=True, check=True).stdout
    assert all(name in text for name in NAMES), text


def report(proof: Proof):
    """The text of the PDF, and that the photos are in it."""
    proof.go("/things")
    proof.menu("More", "Export")
    proof.page.check("dialog label:has-text('Insurance report') input")
    proof.keep("export")
    pdf = proof.download("dialog a:has-text('Download')")
    text = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, text=True, check=True).stdout
    assert all(name in text for name in NAMES) and "Cellar" in text, text
    images = subprocess.run(["pdfimages", "-list", pdf], capture_output=True, text=True, check=True).stdout
    assert len(images.splitlines()) - 2 >= len(NAMES), images
    subprocess.run(["pdftoppm", "-r", "60", "-png", "-f", "1", "-l", "2", pdf, proof.shots / "report"], check=True)


def import_table(proof: Proof):
    table = proof.journey.folder / "homebox.csv"
    table.write_text(HOMEBOX)
    proof.go("/things")
    proof.menu("More", "Import")
    proof.page.set_input_files(".import-dialog input[type=file]", table)
    proof.page.wait_for_selector(".import-words:has-text('3 rows as Homebox')")
    proof.keep("import")
    proof.press(".import-dialog button:has-text('Import 3 things')")
    proof.page.wait_for_selector(".undo-notice:has-text('3 things imported')")
    found = things(proof.device)
    assert len(found) == 13 and found["Cordless drill"]["path"] == ["Garage", "Shelf 1"], found


def share(proof: Proof, desk: Device, phone: Device):
    """A thing goes to Ben, with its photo."""
    thing = things(desk)["Violin"]["id"]
    proof.go(f"/things/{thing}", ".page[data-state=ready] .thing-fields")
    proof.keep("thing")
    proof.menu("Actions", "Share")
    proof.page.wait_for_selector("dialog :text('Offer the thing')")
    proof.keep("share")
    proof.press("dialog button:has-text('Offer the thing')")
    eventually(proof.page, lambda: len(desk.call("GET", "/shares")["shares"]) > 0, "nothing was offered")


def answer(proof: Proof, desk: Device, request: str):
    page = proof.page
    proof.go("/inbox")
    proof.keep("inbox")
    proof.press(f".panel-waiting [data-request='{request}'] a.primary")
    proof.press("button:has-text('Answer')")
    page.wait_for_selector("h2:text-is('The door')")
    page.locator(".shot input[capture=environment]").set_input_files(proof.photo("door.jpg", picture(42)))
    page.wait_for_selector(".shot-files img")
    page.select_option(".wizard-step select", "used")
    page.wait_for_selector(".wizard-link[aria-current] svg")
    proof.keep("answer")
    proof.press(".wizard-step button[type=submit], form button[type=submit]")
    page.wait_for_selector("h2:text-is('Everything is answered')")
    proof.press("button:has-text('Send')")
    page.wait_for_selector("h2:text-is('Answer')")
    assert desk.call("GET", f"/requests/{request}")["state"] == "answered"


def language(proof: Proof):
    proof.go("/settings")
    proof.page.select_option("select[name=language]", "de")
    proof.page.wait_for_selector("html[lang=de] h1:has-text('Einstellungen')")
    proof.keep("settings-german")
    proof.go("/things")
    assert "Dinge" in proof.page.inner_text("h1, .list-count"), proof.page.inner_text("main")
    proof.keep("things-german")


def whole(journey: Journey, size: tuple[int, int]):
    ada, desk, _, phone = acquainted(journey)
    space = journey.import_room(desk, "Workshop")
    steps = journey.folder / "steps.json"
    steps.write_text(json.dumps(REQUEST))
    phone.run("workflow", "add", steps)
    phone.run("request", "add", "--to", "Ada", "--workflow", "Fridge", "--message", "For the insurance")
    deliver(phone, desk)
    with desk.serving():
        (request,) = desk.call("GET", "/requests?direction=incoming&state=open")["requests"]
        proof = Proof(journey, desk, size)
        record(proof)
        find(proof)
        locate(proof, space)
        print_labels(proof)
        report(proof)
        import_table(proof)
        share(proof, desk, phone)
        answer(proof, desk, request["id"])
        language(proof)
    deliver(desk, phone)
    offered = {offer["title"] for offer in offers(phone, "offered")}
    assert {"Violin", "Fridge"} <= offered, offered
    violin = next(offer for offer in offers(phone, "offered") if offer["title"] == "Violin")
    phone.run("inbox", "accept", violin["id"])
    deliver(desk, phone)
    assert [thing["name"] for thing in phone.run("thing", "list").json["things"]] == ["Violin"]


@journey("the catalogue is used as a whole in the browser of a desk", Folder, is_long=True)
def on_desk(journey: Journey):
    whole(journey, DESK)


@journey("the catalogue is used as a whole in the browser of a phone", Folder, is_long=True)
def on_phone(journey: Journey):
    whole(journey, PHONE)
