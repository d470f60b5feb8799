"""
Settings, privacy, the first steps in a new library, RoomPlan's files that belong together, where visitors by a link begin, and
several photos in one memory.
"""

import io
import json
import subprocess
import zipfile

from PIL import Image

import samples
from access import look_over
from harness import DESK, PHONE, Session, check
from memories import choose_place, kitchen, memories, open_table, pin, press, send
from server import Server


def open_page(session: Session, path: str, address: str | None = None):
    session.page.goto((address or session.server.address) + path)
    session.page.wait_for_selector(".page[data-state=ready]")


@check("settings are saved at once, for the account, and the consent is off at first", size=PHONE)
def settings(session: Session):
    open_page(session, "/settings")
    look_over(session)
    session.keep("settings")
    assert not session.page.is_checked("input[name=consent]")
    picture = session.files / "ada.png"
    Image.new("RGB", (300, 200), (40, 90, 160)).save(picture)
    session.page.set_input_files(".settings-account input[type=file]", str(picture))
    session.until("document.querySelector('.settings-picture img')?.naturalWidth === 200")
    session.page.fill(".settings-name input", "Ada L.")
    session.page.keyboard.press("Enter")
    session.page.select_option("select[name=units]", "imperial")
    session.page.check("input[name=consent]", force=True)
    session.page.wait_for_selector("text=You agreed")
    now = session.eventually(lambda: (found := session.server.call("GET", "/settings"))["units"] == "imperial" and found)
    assert now["account"]["name"] == "Ada L." and now["consent"]["isGiven"], now
    assert session.page.evaluate("localStorage.getItem('diorama.units')") == "imperial"
    session.page.uncheck("input[name=consent]", force=True)
    session.page.wait_for_selector("text=You haven't agreed")
    send(session, "PATCH", "/settings", {"name": "Ada", "units": None})
    session.server.call("DELETE", f"/accounts/{now['account']['id']}/picture")


@check("everything is exported as one archive, and deleted after the words were typed", size=DESK)
def privacy(session: Session):
    with_thing = Server(session.server.process.args[0], session.files / "all", session.server.environment)
    try:
        with_thing.call("POST", "/things", {"name": "Drill"})
        with_thing.seed(samples.write_room(session.files / "private.ply"), "Private room")
        open_page(session, "/privacy", with_thing.address)
        look_over(session)
        session.keep("privacy")
        assert str(with_thing.folder) in session.page.inner_text(".panel-stored")
        press(session, "button:has-text('Make the archive')")
        session.page.wait_for_selector("a:has-text('Download'):visible", timeout=60_000)
        with session.page.expect_download() as download:
            press(session, "a:has-text('Download')")
        names = zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes())).namelist()
        assert "things.csv" in names and any(name.startswith("files/spaces/Private-room/") for name in names), names
        press(session, "button:has-text('Delete everything…')")
        assert session.page.is_disabled("dialog button[type=submit]")
        session.page.fill("dialog input", "delete everything")
        session.keep("privacy-delete")
        press(session, "dialog button[type=submit]")
        session.page.wait_for_selector("dialog", state="detached", timeout=60_000)
        assert with_thing.spaces() == [] and with_thing.call("GET", "/things")["total"] == 0
        assert with_thing.call("GET", "/account")["name"] == "Ada"
    finally:
        with_thing.stop()


@check("a new library shows the first steps until they are dismissed, and not again", size=PHONE)
def first_steps(session: Session):
    send(session, "PATCH", "/settings", {"firstSteps": True})
    session.server.empty()
    session.open_library("empty")
    session.page.wait_for_selector(".first-steps:visible")
    look_over(session)
    session.keep("first-steps")
    assert session.page.locator(".first-step").count() == 3
    press(session, "button[aria-label='Dismiss the first steps']")
    session.page.wait_for_selector(".first-steps", state="hidden")
    session.eventually(lambda: not session.server.call("GET", "/settings")["firstSteps"])
    session.page.reload()
    session.page.wait_for_selector(".page[data-state=empty]")
    session.idle()
    assert not session.page.is_visible(".first-steps")


@check("RoomPlan's JSON and USDZ that are chosen together become one space with objects", size=DESK)
def room_plan(session: Session):
    session.server.empty()
    house = samples.write_house(session.files / "loft.json")
    content = json.loads(house.read_text())
    pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 0.4, 0.5, 1]
    content["objects"].append({**samples.surface("object-table", "table", 0, 1, 0.8, pose), "dimensions": [1, 0.8, 0.7]})
    house.write_text(json.dumps(content))
    model = session.files / "loft.usdz"
    command = [session.server.process.args[0], "convert", str(samples.write_room(session.files / "loft.ply")), str(model)]
    subprocess.run(command, check=True, capture_output=True, env=session.server.environment)
    session.open_library("empty")
    session.page.set_input_files("input[type=file]:not([webkitdirectory])", [str(model), str(house)])
    session.page.wait_for_selector(".space-card", timeout=60_000)
    (space,) = session.server.spaces()
    assert space["name"] == "Loft" and space["capture"]["kind"] == "RoomPlan", space
    objects = session.server.call("GET", f"/spaces/{space['id']}/objects")["objects"]
    assert any("table" in json.dumps(each).lower() for each in objects), objects


@check("visitors by a link begin on the sand table where there are memories, else in the space", size=PHONE)
def landing(session: Session):
    space = kitchen(session)
    draft = {"name": "L", "password": None, "expires": None, "part": None, "showsMemories": True}
    path = send(session, "POST", f"/spaces/{space}/links", draft)["url"]
    session.page.goto(session.server.address + path)
    session.wait_for_place()
    assert session.page.get_attribute(".place", "data-mode") == "look"
    pin(session, space, "For all")
    session.page.goto(session.server.address + path)
    session.page.wait_for_selector(".place[data-state=ready]", timeout=60_000)
    session.page.wait_for_selector(".place[data-mode=explore]", timeout=60_000)


@check("a new memory takes several photos, each with its own text", size=DESK)
def photos(session: Session):
    space = kitchen(session)
    open_table(session, space)
    choose_place(session)
    session.page.check(".kind-choice input[value=photo]", force=True)
    files = []
    for name, colour in (("stove", (200, 120, 60)), ("cat", (60, 120, 200))):
        Image.new("RGB", (320, 240), colour).save(session.files / f"{name}.jpg")
        files.append(str(session.files / f"{name}.jpg"))
    session.page.set_input_files(".media-field input[type=file]", files)
    session.page.locator(".media-item textarea").nth(1).fill("The cat")
    session.page.locator(".media-item textarea").nth(0).fill("The stove")
    session.keep("memory-photos")
    press(session, "button:has-text('Pin it here')")
    session.page.wait_for_selector(".sheet-memory img", timeout=60_000)
    (memory,) = memories(session, space)
    assert [media["alternative"] for media in memory["media"]] == ["The stove", "The cat"], memory
