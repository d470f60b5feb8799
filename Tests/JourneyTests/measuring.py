"""Measurements of one person on several devices."""

import re

from connections import Folder, Paired
from device import Device
from journey import Journey, journey, press

# Over the living room of the demo flat, from above; and two places on its floor, as parts of the picture.
ABOVE = "?camera={:.2f}_1_{:.2f}_0_88_9&cut=1.2"
PLACES = [(0.40, 0.58), (0.48, 0.64)]
WALLS = ["distance", "0,1.2,1", "5,1.2,1", "--planes"]


def measured(device: Device, space: str, *words: str) -> dict:
    (found,) = device.run("measure", space, *words).json["measurements"]
    return found


def measure(page) -> str:
    """Places the two points in the page, and says what it then shows."""
    box = page.locator(".place canvas").first.bounding_box()
    for count, (x, y) in enumerate(PLACES, 1):
        place = box["x"] + x * box["width"], box["y"] + y * box["height"]
        page.mouse.move(*place)
        page.wait_for_selector(".measure-mark:not(.off)", state="attached")
        page.mouse.click(*place)
        page.wait_for_function(f"document.querySelectorAll('.measure-handle').length === {count}")
    page.wait_for_selector(".measure-result:not([hidden])")
    return page.inner_text(".measure-value")


@journey("a check distance entered in the page corrects what another device measures, until it is removed there", Folder, Paired)
def check_distance(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    capture = journey.folder / "flat"
    desk.run("demo", "--write", capture)
    (space,) = desk.run("import", capture, "--stride", "8", "--voxel", "0.04", "--name", "Flat").json["spaces"]
    box, space = space["bounds"], space["id"]
    before = measured(desk, space, *WALLS)
    x, z = ((box["min"][axis] + box["max"][axis]) / 2 for axis in (0, 2))
    with desk.serving():
        page = journey.page(desk, f"/spaces/{space}" + ABOVE.format(x, z))
        page.wait_for_selector(".place[data-detail=finest]")
        press(page, ".place-tools button:has-text('Measure'):not([hidden])")
        page.wait_for_selector(".measure-panel")
        shown = measure(page)
        metres = float(re.match(r"(\d+\.\d+) m ± ", shown)[1])
        press(page, ".check-add")
        page.fill(".check-form input >> nth=0", f"{metres * 103:.1f} cm")
        page.fill(".check-form input >> nth=1", "2 mm")
        press(page, ".check-form button.primary")
        page.wait_for_selector(".check-result")
        assert re.search(r"Scale 1\.0[23]", page.inner_text(".check-result")), page.inner_text(".check-result")
        (check,) = desk.call("GET", f"/spaces/{space}/checks")["checks"]
        assert abs(check["length"] - 1.03 * metres) < 0.001, check
    statement = desk.run("measure", space, "check").json
    corrected = measured(desk, space, *WALLS)
    scale = corrected["value"] / before["value"]
    assert 1.01 < scale < 1.04, (before, corrected)

    ada.sync(desk)
    phone = ada.join("phone")
    ada.sync()
    assert measured(phone, space, *WALLS) == corrected
    assert phone.run("measure", space, "check").json == statement
    plan = journey.folder / "plan.pdf"
    phone.run("plan", space, "--output", plan)
    assert plan.read_bytes().startswith(b"%PDF-")

    # Removed on the phone, it no longer corrects anything on the desk; restored, it does again.
    with phone.serving():
        phone.call("DELETE", f"/checks/{check['id']}")
    ada.sync()
    assert measured(desk, space, *WALLS) == before
    with desk.serving():
        desk.call("POST", f"/checks/{check['id']}/restore")
    ada.sync()
    assert measured(phone, space, *WALLS) == corrected
