"""Models of several parts: imported or uploaded, shown with their parts and animation, and exported whole."""

import json
import pathlib
import time
import zipfile

from playwright.sync_api import Page

import pixels
import samples
from connections import Folder
from device import Device
from journey import Journey, journey, picture, press

TRUCK = pathlib.Path(__file__).resolve().parents[3] / "shared/data/foreign-formats/trimesh/CesiumMilkTruck.glb"


def counts(device: Device, file: pathlib.Path) -> tuple[int, int, int, int]:
    """Nodes, materials, images and animations of a model file."""
    found = device.run("inspect", file).json
    nodes, stack = 0, list(found["nodes"])
    while stack:
        nodes += 1
        stack += stack.pop()["children"]
    return nodes, len(found["materials"]), len(found["images"]), len(found["animations"])


def until(page: Page, condition: str):
    deadline = time.monotonic() + 60
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, f"it never came that {condition}"
        page.wait_for_timeout(100)


def see_parts(journey: Journey, device: Device, space: str, names: set[str]):
    """Opens the space, hides a part, and lets the animation play and rest."""
    page = journey.page(device, f"/spaces/{space}")
    page.wait_for_selector(".place[data-state=ready]", timeout=60_000)
    until(page, "document.querySelector('.animation')")
    # It plays by itself; paused, the picture stays as it is.
    shown = "document.querySelector('.animation-time').value"
    before = page.evaluate(shown)
    until(page, f"{shown} !== '{before}'")
    press(page, ".animation-play")
    page.wait_for_timeout(300)
    at = page.evaluate(shown)
    page.wait_for_timeout(500)
    assert page.evaluate(shown) == at, "the animation plays on after the pause"
    press(page, "[aria-label='Parts of the model']")
    listed = page.eval_on_selector_all(".part-name", "(all) => all.map((one) => one.textContent)")
    assert names <= set(listed), (names, listed)
    whole = picture(page)
    page.eval_on_selector_all(
        ".part",
        "(all, name) => all.find((one) => one.textContent.includes(name)).querySelector('input').click()",
        sorted(names)[0])
    page.wait_for_timeout(500)
    assert pixels.difference(whole, picture(page)) > 0.3, "hiding a part changes nothing"


def export_whole(journey: Journey, device: Device, space: str, expected: tuple[int, int, int, int]):
    """By the command line and over HTTP the same parts come out again."""
    for extension in ("glb", "dae"):
        file = journey.folder / f"out.{extension}"
        device.run("export", space, "--format", extension, "--output", file, "--without-memories")
        assert counts(device, file) == expected, (extension, counts(device, file), expected)
    status, content = device.request("GET", f"/api/v1/spaces/{space}/export?format=dae")
    assert status == 200, content[:300]
    packed = journey.folder / "export.zip"
    packed.write_bytes(content)
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(journey.folder / "unpacked")
    (file,) = (journey.folder / "unpacked").rglob("*.dae")
    assert counts(device, file) == expected, (counts(device, file), expected)
    # The report of losses: the same sentences on the page and in the terminal.
    told = device.call("GET", f"/spaces/{space}/contents?for=stl")
    stored = device.run("inspect", journey.folder / "out.glb", "--for", "stl").json
    assert told["losses"] == stored["losses"] and told["target"] == "stl", (told["losses"], stored["losses"])


@journey("a model with materials and an animation keeps them from the import to the browser and the export", Folder)
def imported(journey: Journey):
    desk = journey.person("Ada").begin()
    if TRUCK.exists():
        source, names, expected = TRUCK, {"Wheels", "Cesium_Milk_Truck"}, (5, 4, 1, 1)
    else:
        print("skipped: the Cesium Milk Truck (../shared/data is not there)")
        source, names = samples.write_machine(journey.folder / "machine.glb"), {"Base", "Hub", "Arm"}
        expected = (3, 4, 1, 1)
    assert counts(desk, source) == expected, counts(desk, source)
    space = desk.run("import", source, "--name", "Model").json["spaces"][0]["id"]
    with desk.serving():
        see_parts(journey, desk, space, names)
        export_whole(journey, desk, space, expected)


@journey("a model with parts that is uploaded over HTTP is whole on the other device", Folder)
def uploaded(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    machine = samples.write_machine(journey.folder / "machine.glb")
    with desk.serving():
        job = desk.call("POST", "/spaces?fileName=machine.glb&name=Machine", machine.read_bytes())
        deadline = time.monotonic() + 60
        while job["state"] in ("queued", "running"):
            assert time.monotonic() < deadline, job
            time.sleep(0.1)
            job = desk.call("GET", f"/jobs/{job['id']}")
        assert job["state"] == "done", job
    ada.sync(desk)
    phone = ada.join("phone")
    ada.sync()
    with phone.serving():
        see_parts(journey, phone, job["space"], {"Base", "Hub", "Arm"})
        export_whole(journey, phone, job["space"], (3, 4, 1, 1))
        contents = phone.call("GET", f"/spaces/{job['space']}/contents")
        assert [one["name"] for one in contents["animations"]] == ["Turn"] and contents["losses"] == [], json.dumps(contents)[:400]
