"""What a server refuses, and to whom it answers: tiers, anchors, attacks, proxies, metadata, visitors."""

import io
import socket
import struct
import time
import urllib.parse
import zipfile

from PIL import Image

from connections import Folder
from device import Device
from journey import ANCHOR, VIEWPOINT, Journey, journey, press


def served(journey: Journey, *options: str) -> tuple[Device, str]:
    device = journey.device("desk")
    device.run("account", "create", "--name", "Ada")
    space = journey.import_room(device, "Kitchen")
    device.serve(*options)
    return device, space


@journey("on a person's own server everything is included; an operator's limit is refused clearly, and nothing is lost", Folder)
def tiers(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()  # synchronizes: no tier had to be set
    space = journey.import_room(desk, "Kitchen")
    people = [desk.run("accounts", "add", name).json["id"] for name in ("Ben", "Eva", "Kim", "Leo", "Mia", "Noa")]
    for person in people:
        desk.run("accounts", "grant", space, person, "see")
    # The operator limits the number of people: what is there stays, and more is refused with the reason.
    desk.run("library", "limits", "--max", "people=3")
    outcome = desk.run("accounts", "add", "Pia", code=1)
    assert "3 people" in outcome.error and len(outcome.errors.strip().splitlines()) == 1, outcome
    assert len(desk.run("accounts", "list").json["accounts"]) >= len(people)
    assert list(desk.spaces()) == [space]
    desk.run("library", "account", "--tier", "free")
    desk.run("library", "limits", "--enforce-tiers")
    assert "tier" in desk.run("sync", code=1).error
    desk.run("library", "limits", "--none")
    desk.run("accounts", "add", "Pia")
    desk.run("sync")


@journey("an anchor outside the space or on an unknown object is refused with the reason", Folder)
def anchors(journey: Journey):
    device, space = served(journey)
    far = {**ANCHOR, "point": [5000, 0, 0]}
    unknown = {**ANCHOR, "object": {"id": "chair-7", "name": "Chair"}}
    for anchor, reason in ((far, "outside"), (unknown, "chair-7")):
        body = {"title": "Nowhere", "text": "", "kind": "text", "privacy": "public", "anchor": anchor, "viewpoint": VIEWPOINT}
        status, text = device.reason("POST", f"/api/v1/spaces/{space}/memories", body)
        assert status == 400 and reason in text, (status, text)
    assert journey.memories(device, space) == {}
    made = journey.pin(device, space, "Here")
    status, text = device.reason("PATCH", f"/api/v1/memories/{made['id']}", {"anchor": far})
    assert status == 400 and "outside" in text, (status, text)
    outcome = device.run("memory", "add", space, "--title", "Nowhere", "--point", "5000,0,0", code=1)
    assert "outside" in outcome.error, outcome


def connect(device: Device, source: str) -> socket.socket:
    """A connection from another address of this machine."""
    target = urllib.parse.urlsplit(device.server.address)
    return socket.create_connection((target.hostname, target.port), timeout=5, source_address=(source, 0))


def answers(device: Device, seconds: float) -> bool:
    began = time.monotonic()
    status, _ = device.request("GET", "/health")
    return status == 200 and time.monotonic() - began < seconds


@journey("512 idle connections and 40 stalled uploads of one address don't stop the server for others", Folder)
def attacks(journey: Journey):
    device, _ = served(journey)
    held: list[socket.socket] = []
    try:
        for _ in range(512):
            try:
                held.append(connect(device, "127.0.0.9"))
            except OSError:
                break
        assert answers(device, 2), "idle connections stop the server"
        # A header that never ends is cut off after 10 s.
        held[0].sendall(b"GET /health HTTP/1.1\r\n")
        held[0].settimeout(15)
        began = time.monotonic()
        while held[0].recv(4096):
            pass
        assert time.monotonic() - began < 14, "an incomplete header is not cut off"
    except ConnectionError:
        pass  # closed by the server: that is the limit
    finally:
        for one in held:
            one.close()
    held = []
    try:
        for number in range(40):
            try:
                one = connect(device, "127.0.0.9")
                one.sendall(
                    f"POST /api/v1/spaces?name=Stalled{number}&fileName=room.ply HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                    "Content-Type: application/octet-stream\r\nContent-Length: 1000000\r\n\r\nply\n".encode())
                held.append(one)
            except OSError:
                break
        assert answers(device, 2)
        began = time.monotonic()
        device.server.seed(journey.room(5), "Hall")
        assert time.monotonic() - began < 20, "stalled uploads hold up an import"
    finally:
        for one in held:
            one.close()


@journey("behind a proxy nobody is the owner without signing in, whatever header the proxy sends", Folder)
def proxy(journey: Journey):
    device, space = served(journey)
    assert device.request("GET", "/api/v1/accounts")[0] == 200
    for header in ("X-Forwarded-For", "Forwarded", "CF-Connecting-IP", "X-Real-IP", "True-Client-IP", "Via", "X-Forwarded-Host"):
        value = "for=203.0.113.9" if header == "Forwarded" else "1.1 proxy" if header == "Via" else "203.0.113.9"
        status, _ = device.request("GET", "/api/v1/accounts", headers={header: value})
        assert status in (401, 403), f"{header}: {status}"
        status, _ = device.request("PATCH", f"/api/v1/spaces/{space}", {"name": "Stolen"}, headers={header: value})
        assert status in (401, 403), f"{header}: {status}"
    device.end_server()
    with device.serving("--trusted-proxy", "127.0.0.1"):
        link = device.run("share", space, "--password", typed="bread\n").json
        # The limit of attempts counts each visitor, not the proxy.
        for attempt in range(12):
            last = visit(device, link, "cake", "203.0.113.9")
        assert last == 429, last
        assert visit(device, link, "bread", "203.0.113.10") < 300


def visit(device: Device, link: dict, password: str, address: str) -> int:
    body = {"token": token(link), "password": password}
    return device.request("POST", "/api/v1/visits", body, headers={"X-Forwarded-For": address})[0]


def revealing_photo(journey: Journey) -> bytes:
    """With a comment, an unknown segment and Exif."""
    exif = Image.Exif()
    exif[0x010F] = "SECRET-maker"
    plain = journey.photo(exif=exif.tobytes())
    segments = b"".join(
        bytes([0xFF, marker]) + struct.pack(">H", len(text) + 2) + text
        for marker, text in ((0xFE, b"SECRET-comment"), (0xEB, b"SECRET-segment"), (0xED, b"Photoshop 3.0\0SECRET-iptc")))
    return plain[:2] + segments + plain[2:]


@journey("what leaves the owner has no personal metadata: to visitors and in the web export", Folder)
def metadata(journey: Journey):
    device, space = served(journey)
    made = journey.pin(device, space, "For all")
    photo = revealing_photo(journey)
    assert photo.count(b"SECRET") == 4
    memory = journey.attach(device, made["id"], photo)
    url = memory["media"][0]["url"]
    assert device.request("GET", url)[1] == photo, "the author has the original"
    status, archive = device.request("GET", f"/api/v1/spaces/{space}/export?format=web")
    assert status == 200
    images = 0
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        for name in opened.namelist():
            content = opened.read(name)
            assert b"SECRET" not in content, f"personal metadata is in {name} of the export"
            images += content[:2] == b"\xff\xd8"
    assert images, "the export has no photo"
    link = device.run("share", space).json
    visit = device.call("POST", "/visits", {"token": token(link)})["visit"]
    status, content = device.request("GET", url, headers={"X-Diorama-Visit": visit})
    assert status == 200 and content[:2] == b"\xff\xd8" and b"SECRET" not in content, status


def token(link: dict) -> str:
    """Of a link as the command prints it."""
    return urllib.parse.urlsplit(link["url"]).path.rsplit("/", 1)[1]


# The marker is on the wall opposite, as if it had been chosen there with the camera.
PLACE_MARKER = """(space) => new Promise((done, failed) => {
  const request = indexedDB.open('diorama');
  request.onsuccess = () => {
    const write = request.result.transaction('snapshots', 'readwrite');
    write.objectStore('snapshots').put({ points: [], marker: { point: [0, 1.2, -1.5], normal: [0, 0, 1] } }, space);
    write.oncomplete = () => done(true);
    write.onerror = () => failed(write.error);
  };
})"""


@journey("the printed QR marker of a space opens it for a visitor, without signing in", Folder)
def marker(journey: Journey):
    device, space = served(journey)
    page = journey.see_room(device, space)
    press(page, "button[aria-label='Revisit on the spot']")
    page.wait_for_selector(".revisit-marker")
    page.evaluate(PLACE_MARKER, space)
    page.reload()
    page.wait_for_selector(".place[data-state=ready]")
    press(page, "button[aria-label='Revisit on the spot']")
    press(page, "button:has-text(\"Create the marker's link\")")
    address = page.wait_for_selector("input[aria-label='Address of the marker']").input_value()
    visited = urllib.parse.urlsplit(address)
    assert visited.path.startswith("/s/") and "marker=" in visited.query, address
    journey.see_room(device, space, f"{visited.path}?{visited.query}", headers={"X-Forwarded-For": "203.0.113.9"})
