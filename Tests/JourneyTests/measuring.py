"""Measurements of one person on several devices."""

import re

import samples
from connections import Folder, Paired
from device import Device
from journey import Journey, journey, press

# A value and the half-width of its 95 % interval.
STATED = re.compile(r"(\d+\.?\d*) (m|cm|mm) ± (\d+\.?\d*) (m|cm|mm) \(95 %\)")
METRES = {"m": 1, "cm": 0.01, "mm": 0.001}
# From a metre away from the lower side; and two places on it, as parts of the picture.
DOWN = "?camera={:.2f}_{:.2f}_{:.2f}_0_60_1.2"
PLACES = [(0.40, 0.50), (0.52, 0.60)]


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
        page.wait_for_selector(f".measure-handle >> nth={count - 1}", state="attached")
    page.wait_for_selector(".measure-result:not([hidden])")
    return page.inner_text(".measure-value")


@journey("a check distance entered in the page corrects what another device measures, until it is removed there", Folder, Paired)
def check_distance(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    capture = samples.write_capture(journey.folder / "room", views=24)
    (space,) = desk.run("import", capture, "--voxel", "0.03", "--name", "Room").json["spaces"]
    space = space["id"]
    with desk.serving():
        box = desk.call("GET", f"/spaces/{space}")["bounds"]
        x, z = ((box["min"][axis] + box["max"][axis]) / 2 for axis in (0, 2))
        page = journey.page(desk, f"/spaces/{space}" + DOWN.format(x, box["min"][1], z))
        page.set_viewport_size({"width": 1280, "height": 800})
        page.wait_for_selector(".place[data-detail=finest]")
        press(page, ".place-tools button:has-text('Measure'):not([hidden])")
        page.wait_for_selector(".measure-panel")
        shown = measure(page)
        stated = STATED.fullmatch(shown)
        assert stated, shown
        metres = float(stated[1]) * METRES[stated[2]]
        press(page, ".check-add")
        page.fill(".check-form input >> nth=0", f"{metres * 103:.1f} cm")
        page.fill(".check-form input >> nth=1", "2 mm")
        press(page, ".check-form button.primary")
        page.wait_for_selector(".check-result")
        assert "from 1 check distance" in page.inner_text(".check-result"), page.inner_text(".check-result")
        (check,) = desk.call("GET", f"/spaces/{space}/checks")["checks"]
        assert abs(check["length"] - 1.03 * metres) < 0.001, check
    ends = [",".join(map(str, point["at"])) for point in check["points"]]
    statement = desk.run("measure", space, "check").json
    corrected = measured(desk, space, "distance", *ends)
    assert 1.005 < corrected["value"] / check["measured"] < 1.035, (check, corrected)

    ada.sync(desk)
    phone = ada.join("phone")
    ada.sync()
    assert measured(phone, space, "distance", *ends) == corrected
    assert phone.run("measure", space, "check").json == statement
    plan = journey.folder / "plan.pdf"
    phone.run("plan", space, "--output", plan)
    assert plan.read_bytes().startswith(b"%PDF-")

    # Removed on the phone, it no longer corrects anything on the desk; restored, it does again.
    with phone.serving():
        phone.call("DELETE", f"/checks/{check['id']}")
    ada.sync()
    assert abs(measured(desk, space, "distance", *ends)["value"] - check["measured"]) < 1e-6
    with desk.serving():
        desk.call("POST", f"/checks/{check['id']}/restore")
    ada.sync()
    assert measured(phone, space, "distance", *ends) == corrected
