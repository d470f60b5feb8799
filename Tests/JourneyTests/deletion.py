"""The trash, permanent deletion on all devices, in the bucket and in backups, and automatic backups."""

import datetime
import json
import signal

from connections import Bucket, Folder, eventually
from device import Device
from journey import Journey, journey

MARK = b"walnut-cupboard"


def library(journey: Journey, device: Device) -> str:
    """A space with a memory and a photo, all of which carry MARK."""
    space = journey.import_room(device, f"Kitchen {MARK.decode()}")
    with device.serving():
        memory = journey.pin(device, space, f"Behind the {MARK.decode()}", text=f"It is behind the {MARK.decode()}.")
        journey.attach(device, memory["id"], journey.photo(), name=f"{MARK.decode()}.jpg")
    return space


@journey("a space goes into the trash with its memories, and comes back as one")
def trash(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    space = library(journey, desk)
    ada.sync(desk)
    phone = ada.join("phone")
    ada.sync()
    with desk.serving():
        (memory,) = journey.memories(desk, space).values()
        desk.call("DELETE", f"/spaces/{space}")
        assert desk.request("GET", f"/api/v1/memories/{memory['id']}")[0] == 404, "a memory of a deleted space is shown by its id"
        assert desk.request("GET", memory["media"][0]["url"])[0] == 404
    ada.sync()
    for device in (desk, phone):
        assert device.spaces() == {}, device.name
        items = device.run("library", "trash").json["trash"]
        assert [item["id"] for item in items] == [space], (device.name, items)
    phone.run("library", "trash", "--restore", space)
    ada.sync(phone, desk)
    for device in (desk, phone):
        assert list(device.spaces()) == [space], device.name
        assert device.run("library", "trash").json["trash"] == []
        with device.serving():
            (back,) = journey.memories(device, space).values()
            assert device.request("GET", back["media"][0]["url"])[0] == 200
            if device is phone:
                journey.see_room(device, space)


@journey("a purge with a concurrent edit elsewhere: rows, files, bucket and backups no longer have it", is_long=True)
def purge(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    space = library(journey, desk)
    kept = journey.import_room(desk, "Hall")  # the same file as the other space: its object stays
    ada.sync(desk)
    phone = ada.join("phone")
    ada.sync()
    desk.run("library", "backup")
    # Nothing is kept for later.
    desk.run("library", "retention", "--bucket-days", "0", "--backup-days", "0")
    ada.sync(desk, phone)
    # Away from each other: the phone edits what the desk purges.
    with phone.serving():
        phone.call("PATCH", f"/spaces/{space}", {"name": f"Edited {MARK.decode()}"})
        (memory,) = journey.memories(phone, space).values()
        phone.call("PATCH", f"/memories/{memory['id']}", {"text": f"Edited: {MARK.decode()}"})
    desk.run("library", "trash", space)
    desk.run("library", "purge", space)
    ada.sync(desk, phone)
    ada.sync(desk, phone)
    for device in (desk, phone):
        assert list(device.spaces()) == [kept], (device.name, device.spaces())
        assert device.run("library", "trash").json["trash"] == [], device.name
        assert device.run("library", "verify").json["problems"] == [], device.name
        with device.serving():
            journey.see_room(device, kept)
            assert device.request("GET", f"/api/v1/memories/{memory['id']}")[0] == 404
        for path, content in device.texts():
            assert MARK not in content, f"{device.name}: the purged text is in {path.relative_to(device.library)}"
    # The photo belonged to the purged memory alone.
    keys = ada.connection.list()
    if ada.connection.name != "encrypted":
        for key in keys:
            content = ada.connection.get(key)
            assert MARK not in content, f"the purged text is in {key}"
            assert content != journey.photo(), f"the purged photo is in {key}"
    # A new device sees the same.
    tablet = ada.join("tablet")
    ada.sync(desk, tablet)
    assert list(tablet.spaces()) == [kept]
    assert tablet.files()["missing"] == 0


@journey("a file of a purged space stays in the bucket while another space has it, and goes with the last one", Folder, Bucket)
def references(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    first, second = journey.import_room(desk, "Kitchen"), journey.import_room(desk, "Copy of the kitchen")
    ada.sync(desk)
    phone = ada.join("phone")
    media = count(ada.connection)
    assert media > 0, "the files of spaces are not in the bucket"
    desk.run("library", "retention", "--bucket-days", "0")
    for space, is_last in ((first, False), (second, True)):
        desk.run("library", "trash", space)
        desk.run("library", "purge", space)
        ada.sync()
        if not is_last:
            assert phone.files()["missing"] == 0
            with phone.serving():
                journey.see_room(phone, second)
    desk.run("library", "purge", "--all")
    ada.sync()
    ada.sync()
    assert count(ada.connection) < media, "the files of the last space stay in the bucket"


def count(connection) -> int:
    """Objects that are neither changes, nor snapshots, nor keys."""
    return sum(not key.startswith(("changes/", "snapshots/", "keys/", "inbound/")) for key in connection.list())


@journey("a server makes a backup when it is idle or ends, and commands do after a day", Folder)
def automatic_backup(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    space = journey.import_room(desk, "Kitchen")
    with desk.serving():
        journey.pin(desk, space, "For all")
    (first, *_) = eventually(lambda: desk.run("library", "backup", "--list").json["backups"])
    assert first["state"] in ("good", "unchecked"), first
    # It is older than a day: the next command that writes makes another.
    before = {backup["id"] for backup in desk.run("library", "backup", "--list").json["backups"]}
    age(desk, seconds=2 * 86_400)
    journey.import_room(desk, "Hall", steps=5)
    after = {backup["id"] for backup in desk.run("library", "backup", "--list").json["backups"]}
    assert after - before, "no backup after a write, although the last one is two days old"
    with desk.serving():
        assert desk.call("GET", "/sync")["backups"]["latest"], "the page shows no backup"


def age(device: Device, seconds: float):
    """Makes all backups older, in their manifests."""
    for manifest in (device.library / "backups").glob("*/manifest.json"):
        content = json.loads(manifest.read_text())
        for name in ("made", "created"):
            if isinstance(content.get(name), str):
                moment = datetime.datetime.fromisoformat(content[name]) - datetime.timedelta(seconds=seconds)
                content[name] = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
            elif isinstance(content.get(name), (int, float)):
                content[name] -= seconds * 1000
        manifest.write_text(json.dumps(content))


@journey("the demo keeps what was pinned in it", Folder)
def demo(journey: Journey):
    device = journey.device("desk")
    spaces = []
    for turn in range(2):
        process = device.start("demo", "--port", "0", "--voxel", "0.1", "--stride", "10", "--no-open")
        try:
            shown = json.loads(process.stdout.readline())
            device.server = type("Running", (), {"address": shown["address"], "end": lambda self: None})()
            space = shown["page"].rsplit("/", 1)[1]
            spaces.append(space)
            if turn == 0:
                journey.pin(device, space, "Pinned in the demo")
            else:
                assert "Pinned in the demo" in journey.memories(device, space)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)
            device.server = None
    assert spaces[0] == spaces[1], spaces
    assert not device.has_library(), "the demo is in the person's own library"
