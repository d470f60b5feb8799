"""The main journeys of people through the pages, the same in every engine. They follow one another in one library."""

import json
import pathlib
import re
import sys
import time
from dataclasses import dataclass, field

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "PythonSupport"))

import pixels  # noqa: E402
import samples  # noqa: E402
from server import Server  # noqa: E402

from .driver import Driver  # noqa: E402

# docs/web.md, "Inspection".
INSPECT = "(document.addEventListener('diorama:sand-table', ({ detail }) => globalThis.inspected = detail), true)"
TEXT = "It smelled of bread."


@dataclass
class Journey:
    driver: Driver
    server: Server
    files: pathlib.Path
    pictures: pathlib.Path | None
    space: str = ""
    link: str = ""
    # What the journey found that an engine lacks, for people to read.
    notes: list[str] = field(default_factory=list)

    def keep(self, name: str):
        """Saves a screenshot, where a folder was given."""
        if self.pictures:
            (self.pictures / f"{self.driver.name.lower()}-{name}.png").write_bytes(self.driver.painted())

    def open_space(self):
        """From the library, by its card, with the inspection's listener in place."""
        self.driver.open(self.server.address)
        self.driver.wait(".space-card a")
        self.driver.evaluate(INSPECT)
        self.driver.click(".space-card a")
        self.driver.wait(".place[data-state=ready]")

    def enter_sand_table(self):
        self.driver.click("[...document.querySelectorAll('.mode-switch label')].find((e) => e.textContent.includes('Sand table'))")
        self.driver.wait(".place[data-table=ready]")


def library(journey: Journey):
    """A scan is imported by choosing its file, and shown as a card; the card is renamed."""
    driver, server = journey.driver, journey.server
    driver.open(server.address)
    driver.wait(".page[data-state=empty]")
    driver.choose_files("input[type=file][multiple]", samples.write_room(journey.files / "kitchen.ply"))
    driver.wait(".space-card a", 120)
    (found,) = server.spaces()
    journey.space = found["id"]
    driver.until("document.querySelector('.space-card img')?.naturalWidth > 0")
    driver.click("button[aria-label^='More for']")
    driver.button("Rename", ".menu:not([hidden])")
    driver.wait(".rename-field")
    driver.fill(".rename-field", "Our kitchen")
    driver.press("Enter")
    driver.until("document.querySelector('.space-card')?.textContent.includes('Our kitchen')")
    driver.until("!document.querySelector('.rename-field')")
    assert server.spaces()[0]["name"] == "Our kitchen"
    journey.keep("library")


def space(journey: Journey):
    """The space is drawn in its colours; the ceiling cut opens it, dragging turns it, and the address keeps the view."""
    driver = journey.driver
    journey.open_space()
    driver.until(
        "(() => { const e = document.querySelector('.place-loading');"
        " return e.hidden || getComputedStyle(e).display === 'none' })()")
    stage = driver.box(".place-canvas")
    crop = (int(stage[0]), int(stage[1] + stage[3] * 0.2), int(stage[0] + stage[2]), int(stage[1] + stage[3] * 0.7))
    # The camera may still be moving to its place.
    end = time.monotonic() + 10
    while True:
        image = driver.image().crop(crop)
        shares = [pixels.share(image, colour) for colour in (samples.CEILING, *samples.WALLS)]
        if shares[0] > 0.02 and sum(share > 0.02 for share in shares[1:]) >= 2:
            break
        assert time.monotonic() < end, f"colours are missing: {shares}"
        time.sleep(0.2)
    journey.keep("space")
    driver.button("Ceiling cut")
    driver.until("new URLSearchParams(location.search).has('cut')")
    driver.until("document.querySelector('.cut-slider')?.checkVisibility()")
    x, y = stage[0] + stage[2] / 2, stage[1] + stage[3] / 2
    before = driver.evaluate("location.search")
    steps = [("move", x + step, y) for step in range(10, 130, 10)]
    driver.pointer(("move", x, y), ("down",), *steps, ("move", x + 120, y), ("up",))
    driver.until(f"location.search !== {json.dumps(before)} && new URLSearchParams(location.search).has('camera')")
    journey.keep("space-cut")
    opened = driver.image().crop(crop)
    assert pixels.share(opened, samples.CEILING) < 0.02 < pixels.share(opened, samples.FLOOR), "the ceiling is not cut away"
    left, top, width, height = driver.box(".cut-slider input")
    middle = left + width / 2
    driver.pointer(("move", middle, top + height / 2), ("down",), ("move", middle, top + 0.75 * height), ("up",))
    lowest, highest, value = driver.evaluate(
        "['min', 'max', 'value'].map((name) => Number(document.querySelector('.cut-slider input')[name]))")
    share = (value - lowest) / (highest - lowest)
    assert abs(share - 0.25) < 0.1, f"dragged to a quarter, the slider says {value} of {lowest} to {highest}"


def sand_table(journey: Journey):
    """The sand table is entered, keys walk, and leaving it brings the free view back."""
    driver = journey.driver
    journey.open_space()
    journey.enter_sand_table()
    driver.until("inspected.state && !inspected.state.moving && !inspected.state.flying")
    x, _, z = driver.evaluate("[...inspected.state.avatar.position]")
    driver.evaluate("(document.querySelector('.place-canvas').focus(), true)")
    driver.hold("d", f"Math.hypot(inspected.state.avatar.position[0] - {x}, inspected.state.avatar.position[2] - {z}) > 0.3")
    driver.until("!inspected.state.moving")
    journey.keep("sand-table")
    driver.click("[...document.querySelectorAll('.mode-switch label')].find((e) => e.textContent.includes('Look'))")
    driver.until("document.querySelector('.place').dataset.table === undefined")


def memory(journey: Journey):
    """A memory is pinned, read, and there after reloading."""
    driver, server = journey.driver, journey.server
    journey.open_space()
    journey.enter_sand_table()
    driver.click(PIN)
    driver.click(".task .button.primary")  # the place, then the view
    driver.until("inspected.state.mode === 'look' && !inspected.state.flying")
    driver.click(".task .button.primary")
    driver.wait(".composer textarea")
    driver.fill(".composer textarea", TEXT)
    driver.evaluate("(document.querySelector('.composer input[value=public]').click(), true)")
    journey.keep("memory-composer")
    driver.click(".sheet-over .button.primary")
    driver.wait(".sheet-memory")
    (made,) = server.call("GET", f"/spaces/{journey.space}/memories?limit=50")["memories"]
    assert made["text"] == TEXT and made["privacy"] == "public", made
    driver.open(f"{server.address}/spaces/{journey.space}?mode=explore&memory={made['id']}")
    driver.until(f"document.querySelector('.sheet-memory')?.innerText.includes({TEXT!r})")
    journey.keep("memory")


def plan(journey: Journey):
    """A plan is made, a room is renamed in it, and the change is undone."""
    driver, server = journey.driver, journey.server
    driver.open(f"{server.address}/spaces/{journey.space}")
    driver.wait(".place[data-state=ready]")
    driver.button("Plan", ".place-tools")
    driver.wait(".plan-pane")
    driver.button("Make a plan", ".plan-pane")
    driver.wait(".plan-option", 120)
    driver.until("document.querySelector('.plan-image').getBBox().width > 0")
    driver.click(".plan-option[data-kind=room]")
    driver.fill(".plan-details input", "Den")
    driver.press("Enter")
    driver.until("document.querySelector('.plan-option[data-kind=room]').textContent.includes('Den')")
    journey.keep("plan")
    driver.click(".plan-pane button[aria-label=Undo]")
    driver.until("!document.querySelector('.plan-option[data-kind=room]').textContent.includes('Den')")
    edits = server.call("GET", f"/spaces/{journey.space}/plan")
    assert edits["edits"] == [] and len(edits["undone"]) == 1, edits["edits"]


def measuring(journey: Journey):
    """A distance is measured by two clicks on the floor, and saved."""
    driver, server = journey.driver, journey.server
    driver.open(f"{server.address}/spaces/{journey.space}?camera=0_1_0_0_88_6&cut=2.1")
    driver.wait(".place[data-state=ready]")
    driver.button("Measure", ".place-tools")
    driver.wait(".measure-panel")
    left, top, width, height = driver.box(".place-canvas")
    for count, x in ((1, 0.38), (2, 0.58)):
        at = (left + x * width, top + 0.5 * height)
        driver.pointer(("move", *at))
        driver.wait(".measure-mark:not(.off)")
        driver.pointer(("move", *at), ("down",), ("up",))
        driver.until(f"document.querySelectorAll('.measure-handle').length === {count}")
    driver.wait(".measure-result:not([hidden])")
    text = driver.text(".measure-value")
    assert re.match(r"\d+\.\d+ m", text), text
    driver.click(".measure-save button")
    driver.wait(".measure-row")
    journey.keep("measuring")
    (made,) = server.call("GET", f"/spaces/{journey.space}/measurements")["measurements"]
    assert 0.5 < made["value"] < 3, made


def visiting(journey: Journey):
    """A link with a password is made; who has both sees the space and its memory, and nothing that is the owner's."""
    driver, server = journey.driver, journey.server
    driver.open(f"{server.address}/spaces/{journey.space}")
    driver.wait(".place[data-state=ready]")
    driver.button("Share", ".place-actions")
    driver.wait(".link-form")
    driver.fill(".link-form input[type=text]:nth-of-type(1)", "For Grandma")
    driver.evaluate("(document.querySelectorAll('.link-form input[type=text]')[1].focus(), true)")
    driver.type("bread")
    driver.click(".link-form .button.primary")
    driver.wait(".copy-line")
    address = driver.evaluate("document.querySelector(\"input[aria-label='Address']\").value")
    driver.until("document.querySelector('.qr-picture')?.naturalWidth > 0")
    journey.keep("share")
    driver.open(address)
    driver.wait("input[type=password]")
    driver.fill("input[type=password]", "bread")
    driver.press("Enter")
    # With memories, a visit begins on the sand table.
    driver.wait(".place[data-table=ready]")
    driver.until("document.querySelectorAll('.strip button').length >= 1")
    journey.keep("visit")
    assert not driver.evaluate("document.querySelector(\"button[aria-label='Share']\")?.checkVisibility() ?? false")


PIN = "[...document.querySelectorAll('button')].find((e) => e.checkVisibility() && e.textContent.trim().startsWith('Pin a memory'))"
ALL = [library, space, sand_table, memory, plan, measuring, visiting]
