"""What a journey gets, and the register of all journeys."""

import io
import pathlib
import time
from dataclasses import dataclass, field

from PIL import Image
from playwright.sync_api import Browser, Page

import pixels
import samples
from connections import ALL, Bucket, Encrypted, Folder
from device import Device

BUCKETS = (Folder, Bucket, Encrypted)
SMALL = (640, 480)
ANCHOR = {"point": [0.5, 0, 0.5], "normal": [0, 1, 0], "offset": [0, 0, 0], "height": 0.8}
VIEWPOINT = {"matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1.5, 1.2, 1], "fieldOfView": 1, "aspect": 1.5}

journeys: list["Entry"] = []


@dataclass(frozen=True)
class Entry:
    name: str
    function: object
    connections: tuple
    servers: int
    is_long: bool


def journey(name: str, *connections, servers: int = 1, is_long: bool = False):
    """Registers a journey for these connections; without any, for all four.

    servers: how many it runs at the same time.
    is_long: `make test` leaves it out.
    """

    def register(function):
        journeys.append(Entry(name, function, connections or ALL, servers, is_long))
        return function

    return register


@dataclass
class Person:
    """Somebody with devices, which reach each other by one connection."""

    journey: "Journey"
    name: str
    connection: object
    devices: list[Device] = field(default_factory=list)

    def device(self, label: str) -> Device:
        """A new device, on which nothing was run yet."""
        made = self.journey.device(f"{self.name}-{label}", self.connection.variables())
        self.devices.append(made)
        return made

    def begin(self, label: str = "desk") -> Device:
        """The person's first device, with an account."""
        device = self.device(label)
        device.run("account", "create", "--name", self.name)
        self.connection.begin(device)
        return device

    def join(self, label: str) -> Device:
        """Another device of the same person."""
        others = list(self.devices)
        device = self.device(label)
        self.connection.join(device, *others)
        return device

    def sync(self, *devices: Device):
        """Until each of them, or all of the person's, has what any of them had."""
        self.connection.sync(*(devices or self.devices))


class Journey:
    """A folder, the program, a browser and the people of one journey."""

    def __init__(self, program: str, folder: pathlib.Path, kind, browser):
        self.program, self.folder, self.kind = program, folder, kind
        self._browser = browser
        self._pages: list = []
        self.devices: list[Device] = []
        folder.mkdir(parents=True)

    # People and devices

    def device(self, label: str, variables: dict[str, str] | None = None) -> Device:
        made = Device(self.program, self.folder / label, label, variables)
        self.devices.append(made)
        return made

    def person(self, name: str) -> Person:
        return Person(self, name, self.kind(self.folder / f"bucket-{name}"))

    def end(self):
        for page in self._pages:
            page.context.close()
        for device in self.devices:
            device.end()

    # Contents

    def room(self, steps: int = 6) -> pathlib.Path:
        """A coloured box room as PLY; more steps, more triangles."""
        path = self.folder / f"room-{steps}.ply"
        return path if path.exists() else samples.write_room(path, steps)

    def photo(self, name: str = "photo.jpg", size: tuple[int, int] = (320, 240), colour=(200, 90, 40), **settings) -> bytes:
        path = self.folder / name
        Image.new("RGB", size, colour).save(path, quality=90, **settings)
        return path.read_bytes()

    def import_room(self, device: Device, name: str, steps: int = 6) -> str:
        return device.run("import", self.room(steps), "--name", name).json["spaces"][0]["id"]

    @staticmethod
    def pin(device: Device, space: str, title: str, **more) -> dict:
        """Adds a memory over HTTP; the device is served."""
        body = {"title": title, "text": "", "kind": "text", "privacy": "public", "anchor": ANCHOR, "viewpoint": VIEWPOINT, **more}
        return device.call("POST", f"/spaces/{space}/memories", body)

    @staticmethod
    def attach(device: Device, memory: str, content: bytes, kind: str = "photo", name: str = "photo.jpg") -> dict:
        return device.call("POST", f"/memories/{memory}/media?kind={kind}&name={name}", content)

    @staticmethod
    def memories(device: Device, space: str) -> dict[str, dict]:
        """By title, as the owner of the served device sees them."""
        return {one["title"]: one for one in device.call("GET", f"/spaces/{space}/memories?limit=200")["memories"]}

    # The browser

    def page(self, device: Device, path: str = "/", headers: dict[str, str] | None = None) -> Page:
        """A page of the served device in a fresh browser context; `headers` are sent with each request."""
        return self.open(device.server.address + path, headers)

    def open(self, address: str, headers: dict[str, str] | None = None) -> Page:
        """A page of any web server in a fresh browser context."""
        browser: Browser = self._browser()
        context = browser.new_context(
            viewport={"width": SMALL[0], "height": SMALL[1]}, color_scheme="dark", locale="en-GB", timezone_id="UTC",
            service_workers="block", extra_http_headers=headers or {})
        context.set_default_timeout(20_000)
        page = context.new_page()
        self._pages.append(page)
        page.goto(address)
        return page

    def see_room(self, device: Device, space: str, path: str | None = None, headers: dict[str, str] | None = None) -> Page:
        """Opens the space in the browser, and waits until the floor of the room is drawn."""
        page = self.page(device, path or f"/spaces/{space}", headers)
        page.wait_for_selector(".place[data-state=ready]")
        deadline = time.monotonic() + 20
        while pixels.share(picture(page), samples.FLOOR) < 0.02:
            assert time.monotonic() < deadline, "the room is not drawn"
            page.wait_for_timeout(200)
        return page


def picture(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def press(page: Page, selector: str):
    """By script: in a software renderer under load the page is hardly ever still for long enough for a click by the mouse."""
    page.wait_for_selector(selector, state="attached")
    page.eval_on_selector(selector, "(e) => e.click()")
