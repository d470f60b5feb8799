"""Damaged objects, files and rows, wrong clocks, a disk that can only be read: what is sound goes on, and the status is true."""

import pathlib
import shutil
import sqlite3

from clock import YEAR, clock_ahead
from connections import Bucket, Encrypted, Folder, eventually
from device import Device, is_root
from journey import BUCKETS, Journey, Person, journey


def changesets(connection) -> list[str]:
    return [key for key in connection.list() if key.startswith("changes/")]


def truncate(content: bytes) -> bytes:
    return content[: len(content) // 2]


def flip(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 0x10]) + content[middle + 1:]


def changes_folder(ada: Person, desk: Device) -> str:
    """The folder of changesets in the bucket, which has another name in an encrypted one: the one that a new name is written to."""
    known = set(ada.connection.list())
    desk.run("library", "account", "--name", "Ada Lovelace")
    desk.run("sync")
    (written,) = {key.split("/")[0] for key in set(ada.connection.list()) - known}
    return written


def largest(ada: Person, keys) -> str:
    """The object with the most content."""
    return max(keys, key=lambda key: len(ada.connection.get(key)))


def damaged(journey: Journey, change):
    ada = journey.person("Ada")
    desk = ada.begin()
    folder = changes_folder(ada, desk)
    first = journey.import_room(desk, "Kitchen")
    desk.run("sync")
    phone = ada.join("phone")
    known = set(ada.connection.list())
    hall = journey.import_room(desk, "Hall", steps=5)
    desk.run("sync")
    # What the device says about itself may be in a changeset of its own.
    key = largest(ada, [key for key in ada.connection.list() if key not in known and key.startswith(folder)])
    ada.connection.put(key, change(ada.connection.get(key)))
    cellar = journey.import_room(desk, "Cellar", steps=4)
    desk.run("sync")
    # The status says that something is missing, and the exit code as well, until it has arrived.
    outcome = phone.run("sync", code=1)
    assert outcome.json["state"] == "behind", outcome
    health = phone.run("library", "health", code=None).json
    assert health["state"] != "good", health
    for _ in range(6):
        for device in (phone, desk):
            last = device.run("sync", code=None)
        if set(phone.spaces()) == {first, hall, cellar} and phone.run("sync", code=None).code == 0:
            break
    else:
        raise AssertionError(f"the phone never has what was damaged: {phone.spaces()}, {last}")
    assert phone.run("sync").json["state"] == "synchronized"
    assert phone.run("library", "health", code=None).json["state"] != "bad"


@journey("a truncated changeset heals: behind, then uploaded again, then synchronized", *BUCKETS)
def truncated(journey: Journey):
    damaged(journey, truncate)


@journey("a changeset with a flipped bit heals", *BUCKETS)
def flipped(journey: Journey):
    damaged(journey, flip)


@journey("a damaged changeset heals from the snapshot, after 260 more", Folder)
def snapshot(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    space = journey.import_room(desk, "Kitchen")
    desk.run("sync")
    phone = ada.join("phone")
    known = set(changesets(ada.connection))
    with desk.serving():
        journey.pin(desk, space, "Damaged")
        synchronize(desk)
        key = largest(ada, set(changesets(ada.connection)) - known)
        ada.connection.put(key, truncate(ada.connection.get(key)))
        for number in range(260):
            journey.pin(desk, space, f"Memory {number}")
            synchronize(desk)
    for _ in range(6):
        if phone.run("sync", code=None).code == 0:
            break
        desk.run("sync", code=None)
    phone.run("sync")
    with phone.serving():
        found, after = 0, ""
        while after is not None:
            page = phone.call("GET", f"/spaces/{space}/memories?limit=200" + (f"&after={after}" if after else ""))
            found, after = found + len(page["memories"]), page.get("next")
        assert found == 261, found


def synchronize(device: Device):
    """By the running server."""
    device.call("POST", "/sync")
    eventually(lambda: device.call("GET", "/sync")["run"] is None, pause=0.02)


@journey("a wall clock centuries ahead is not adopted: a warning, and sync goes on", Folder, Bucket)
def wall_clock(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    journey.import_room(desk, "Kitchen")
    ada.sync(desk)
    phone = ada.join("phone")
    ahead = clock_ahead(journey, 2300 * YEAR)
    hall = desk.run("import", journey.room(5), "--name", "Hall", variables=ahead)
    assert "clock" in hall.errors, hall
    desk.run("sync")
    phone.run("sync")
    assert set(phone.spaces().values()) == {"Kitchen", "Hall"}
    with phone.serving():
        space = next(iter(phone.spaces()))
        phone.call("PATCH", f"/spaces/{space}", {"name": "Later"})
    ada.sync(phone, desk)
    assert desk.spaces()[space] == "Later"


@journey("a device that a clock has cut off goes on under a new device id, without loss", Folder)
def cut_off(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    journey.import_room(desk, "Kitchen")
    ada.sync(desk)
    phone = ada.join("phone")
    # As an earlier version left it after one write in the year 4300.
    with sqlite3.connect(desk.library / "library.sqlite") as catalogue:
        catalogue.execute("UPDATE sync_state SET clock = ?", ((int(2330 * YEAR * 1000) << 16),))
    journey.import_room(desk, "Hall", steps=5)
    outcome = desk.run("sync", code=None)
    assert outcome.code == 0 or "clock" in outcome.error, outcome
    if outcome.code:
        desk.run("library", "restamp")
        desk.run("sync")
    phone.run("sync")
    assert set(phone.spaces().values()) == {"Kitchen", "Hall"}, phone.spaces()
    with phone.serving():
        space = next(iter(phone.spaces()))
        phone.call("PATCH", f"/spaces/{space}", {"name": "Later"})
    ada.sync(phone, desk)
    assert desk.spaces()[space] == "Later"


def files_of(device: Device, space: str) -> list[tuple[str, pathlib.Path]]:
    """Addresses and files of a space's assets; the device is served."""
    found = []
    for asset in device.call("GET", f"/spaces/{space}")["assets"]:
        digest = asset["url"].rsplit("/", 1)[1]
        found.append((asset["url"], device.library / "assets" / digest[:2] / digest))
    return found


@journey("a truncated or missing file is never served as the whole, and comes back from the bucket", *BUCKETS)
def asset(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    space = journey.import_room(desk, "Kitchen")
    with desk.serving():
        url, file = files_of(desk, space)[0]
    content = file.read_bytes()
    for damage in (lambda: file.write_bytes(truncate(content)), lambda: file.write_bytes(flip(content)), file.unlink):
        file.chmod(0o644)
        damage()
        with desk.serving():
            status, answer, headers = desk.exchange("GET", url)
            assert status in (404, 503), f"a damaged file was answered {status}: {len(answer)} of {len(content)} bytes"
            assert "immutable" not in headers.get("Cache-Control", ""), headers
        outcome = desk.run("library", "verify", code=1)
        assert outcome.json["missing"] + len(outcome.json["problems"]) > 0, outcome
        file.write_bytes(content)
    ada.sync(desk)
    file.unlink()
    with desk.serving():
        status, answer = desk.request("GET", url)
        assert status == 200 and answer == content, status
    assert desk.files()["missing"] == 0


@journey("the disk of a bucket is not connected: no empty folder takes its place, and sync goes on later", Folder, Encrypted)
def disconnected(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    journey.import_room(desk, "Kitchen")
    ada.sync(desk)
    bucket = ada.connection.folder
    disk = bucket.rename(bucket.with_name("disk"))
    journey.import_room(desk, "Hall", steps=4)
    for words in (("sync",), ("sync", "--bucket", ada.connection.address)):
        refused = desk.run(*words, code=1)
        assert "connect its disk" in refused.error and not bucket.exists(), refused
    phone = ada.device("phone")
    refused = phone.run("account", "join", "--bucket", ada.connection.address, code=1)
    assert "connect its disk" in refused.error and not bucket.exists() and not phone.has_library(), refused
    assert desk.run("library", "health", code=None).json["state"] != "good"
    disk.rename(bucket)
    ada.sync(desk)
    assert desk.run("library", "health", code=None).json["state"] == "good"


@journey("changed bytes inside a row are found by verify, and the health of the library is red", Folder)
def row(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    journey.import_room(desk, "Walnut kitchen")
    desk.run("library", "verify")
    database = desk.library / "library.sqlite"
    with sqlite3.connect(database) as catalogue:
        catalogue.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = database.read_bytes()
    assert b"Walnut kitchen" in content
    database.write_bytes(content.replace(b"Walnut kitchen", b"Walnut kitcheM"))
    outcome = desk.run("library", "verify", code=1)
    assert outcome.json["problems"], outcome
    assert desk.run("library", "health", code=None).json["state"] == "bad"
    with desk.serving():
        page = journey.page(desk, "/sync")
        page.wait_for_selector(".panel-health[data-state=bad]")


@journey("a library on a disk that can only be read is listed and shown", Folder)
def read_only(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    space = journey.import_room(desk, "Kitchen")
    with desk.serving():
        journey.pin(desk, space, "For all")
    rescue = journey.device("rescue")
    copied = journey.folder / "disk"
    shutil.copytree(desk.library, copied)
    before = {path.relative_to(copied): path.stat().st_mtime_ns for path in copied.rglob("*")}
    paths = [copied, *(path for path in copied.rglob("*") if path.is_dir())]
    for path in paths:
        path.chmod(0o555)
    try:
        listed = rescue.run("library", "list", "--library", copied, "--read-only").json["spaces"]
        assert [one["id"] for one in listed] == [space]
        if not is_root():
            listed = rescue.run("library", "list", "--library", copied).json["spaces"]
            assert [one["id"] for one in listed] == [space]
        rescued = journey.folder / "rescued.glb"
        rescue.run("export", space, "--library", copied, "--read-only", "--format", "glb", "--output", rescued)
        assert rescued.read_bytes()[:4] == b"glTF"
        with rescue.serving("--library", str(copied), "--read-only"):
            assert rescue.request("PATCH", f"/api/v1/spaces/{space}", {"name": "Changed"})[0] in (403, 409, 503)
            journey.see_room(rescue, space)
    finally:
        for path in paths:
            path.chmod(0o755)
    after = {path.relative_to(copied): path.stat().st_mtime_ns for path in copied.rglob("*")}
    assert after == before, set(after.items()) ^ set(before.items())
