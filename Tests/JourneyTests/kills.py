"""
The program is killed at fault injection points (FaultInjectionPoints.swift) of first start, joining, a grant, the removal of a
device and a purge. The next start goes on from there, and nothing that was acknowledged is lost.
"""

import os
import pathlib
import shutil
import signal

from connections import Encrypted, Folder
from device import Device
from journey import Journey, journey
from sharing import acquainted, deliver, offers

# How many points of one command are tried, evenly spread; `make journeys` tries all of them.
MAX_KILLS = int(os.environ.get("DIORAMA_KILLS", "4"))
assert MAX_KILLS >= 2, f"DIORAMA_KILLS is {MAX_KILLS}; it must be 2 or more"


def points_of(device: Device, *words) -> list[str]:
    """Names of the fault injection points that a command reaches; the command takes effect."""
    log = device.folder / "points"
    log.unlink(missing_ok=True)
    device.run(*words, variables={"DIORAMA_FAULT_LOG": str(log)})
    return log.read_text().splitlines() if log.exists() else []


def chosen(points: list[str]) -> list[int]:
    """Numbers of points, from 1, at which the command is killed."""
    count = len(points)
    if count <= MAX_KILLS:
        return list(range(1, count + 1))
    return sorted({1 + round(i * (count - 1) / (MAX_KILLS - 1)) for i in range(MAX_KILLS)})


def kill(device: Device, number: int, *words):
    outcome = device.run(*words, code=None, variables={"DIORAMA_FAULT_KILL": str(number)})
    assert outcome.code == -signal.SIGKILL, f"it was not killed at point {number}: {outcome}"


class Copies:
    """Copies of devices and buckets, to begin again from one state."""

    def __init__(self, folder: pathlib.Path, *originals: pathlib.Path):
        self.folder, self.originals = folder, originals
        folder.mkdir(parents=True)
        for number, original in enumerate(originals):
            shutil.copytree(original, folder / str(number), symlinks=True, ignore=sockets)

    def restore(self):
        for number, original in enumerate(self.originals):
            shutil.rmtree(original)
            shutil.copytree(self.folder / str(number), original, symlinks=True)


def sockets(folder: str, names: list[str]) -> list[str]:
    """What can't be copied."""
    return [name for name in names if not (os.path.isfile(f"{folder}/{name}") or os.path.isdir(f"{folder}/{name}"))]


@journey("killed in every step of first start: the next start makes one person with one library", Folder)
def first_start(journey: Journey):
    probe = journey.device("probe")
    words = ("account", "create", "--name", "Ada")
    points = points_of(probe, *words)
    assert points, "first start has no fault injection points"
    for number in chosen(points):
        device = journey.device(f"desk-{number}")
        kill(device, number, *words)
        again = device.run(*words, code=None)
        shown = device.account()
        assert shown["name"] == "Ada" and len(shown["devices"]) == 1, (points[number - 1], again, shown)
        assert again.code == 0 or "Ada" in again.error or shown["id"] in again.error, (points[number - 1], again)
        assert device.run("library", "verify").json["problems"] == [], points[number - 1]
        assert device.spaces() == {}


@journey("killed in every step of joining: the next start adopts the same person, without a second one", Folder, Encrypted)
def adoption(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    space = journey.import_room(desk, "Kitchen")
    with desk.serving():
        journey.pin(desk, space, "For me", privacy="private")
    ada.sync(desk)
    person = desk.account()["id"]
    copies = Copies(journey.folder / "copies", ada.connection.folder)
    phrase = ("--phrase", ada.connection.phrase) if ada.connection.name == "encrypted" else ()
    words = ("account", "join", "--bucket", ada.connection.address, *phrase)
    points = points_of(journey.device("probe"), *words)
    assert points, "joining has no fault injection points"
    for number in chosen(points):
        copies.restore()
        phone = journey.device(f"phone-{number}")
        kill(phone, number, *words)
        point = points[number - 1]
        if phone.has_library():
            # What is there is whole, or a start that goes on.
            phone.run("account", "show", code=None)
        again = phone.run(*words, code=None)
        assert again.code == 0 or person in again.error, (point, again)
        phone.run("sync")
        shown = phone.account()
        assert shown["id"] == person and shown["name"] == "Ada", (point, shown)
        assert phone.spaces() == {space: "Kitchen"}, point
        assert len(phone.run("accounts", "list").json["accounts"]) <= 1, point
    with phone.serving():
        assert journey.memories(phone, space)["For me"]["mine"]


@journey("killed in every step of a grant: the share arrives once, with its files", Folder, Encrypted, is_long=True)
def grant(journey: Journey):
    ada, desk, ben, phone = acquainted(journey)
    space = journey.import_room(desk, "Kitchen")
    with desk.serving():
        memory = journey.pin(desk, space, "For all")
        journey.attach(desk, memory["id"], journey.photo())
    ada.sync(desk)
    desk.run("share", space, "--with", "Ben")
    deliver(desk, phone)
    (offer,) = offers(phone, "offered")
    copies = Copies(
        journey.folder / "copies", desk.folder, phone.folder, ada.connection.folder, ben.connection.folder)
    accept = ("inbox", "accept", offer["id"])
    for device, words in ((phone, accept), (desk, ("sync",))):
        copies.restore()
        if device is desk:
            phone.run(*accept)
            phone.run("sync")
            copies = Copies(
                journey.folder / "copies-2", desk.folder, phone.folder, ada.connection.folder, ben.connection.folder)
        points = points_of(device, *words)
        assert points, f"'diorama {' '.join(words)}' has no fault injection points"
        for number in chosen(points):
            copies.restore()
            kill(device, number, *words)
            again = device.run(*words, code=None)
            assert again.code == 0 or "accepted" in again.error, (points[number - 1], again)
            phone.run("inbox", "accept", offer["id"], code=None)
            deliver(phone, desk)
            phone.run("sync")
            assert phone.spaces() == {space: "Kitchen"}, points[number - 1]
            assert phone.files()["missing"] == 0, points[number - 1]
    with phone.serving():
        (media,) = journey.memories(phone, space)["For all"]["media"]
        assert phone.request("GET", media["url"])[0] == 200


@journey(
    "killed in every step of removing a device: the next sync completes it, and contacts get the new keys", Folder, Encrypted,
    is_long=True)
def removal(journey: Journey):
    ada, desk, ben, phone = acquainted(journey)
    kitchen, hall = journey.import_room(desk, "Kitchen"), journey.import_room(phone, "Hall", steps=5)
    tablet = ada.join("tablet")
    ada.sync()
    # Under way while the keys change: encrypted for the former ones.
    phone.run("share", hall, "--with", "Ada")
    phone.run("sync")
    former = desk.run("contacts", "card").json["fingerprint"]
    (lost,) = [one["id"] for one in desk.account()["devices"] if not one["is_this"]]
    words = ("account", "device", "remove", lost)
    folders = (desk.folder, phone.folder, tablet.folder, ada.connection.folder, ben.connection.folder)
    copies = Copies(journey.folder / "copies", *folders)
    points = points_of(desk, *words)
    assert points, "removing a device has no fault injection points"
    for number in chosen(points):
        copies.restore()
        kill(desk, number, *words)
        point = points[number - 1]
        desk.run("sync")
        if any(one["id"] == lost for one in desk.account()["devices"]):
            # Nothing of it was recorded: the former keys are valid, and the command is given again.
            assert desk.run("contacts", "card").json["fingerprint"] == former, point
            desk.run(*words)
        present = desk.run("contacts", "card").json["fingerprint"]
        assert present != former, point
        desk.run("share", kitchen, "--with", "Ben")
        deliver(desk, phone)
        (known,) = phone.run("contacts", "list").json["contacts"]
        assert known["fingerprint"] == present, point
        assert [offer["title"] for offer in offers(phone, "offered")] == ["Kitchen"], point
        assert [offer["title"] for offer in offers(desk, "offered")] == ["Hall"], point
        refused = tablet.run("sync", code=1)
        assert "removed" in refused.error or ada.connection.name == "encrypted", (point, refused)


@journey("killed in every step of a purge: the next run finishes it, and what others have stays", Folder, Encrypted, is_long=True)
def purge(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    doomed, kept = journey.import_room(desk, "Walnut"), journey.import_room(desk, "Hall", steps=5)
    with desk.serving():
        journey.pin(desk, doomed, "Walnut")
        journey.pin(desk, kept, "Kept")
    desk.run("library", "trash", doomed)
    ada.sync(desk)
    copies = Copies(journey.folder / "copies", desk.folder, ada.connection.folder)
    for words in (("library", "purge", doomed), ("sync",)):
        copies.restore()
        if words == ("sync",):
            desk.run("library", "purge", doomed)
            copies = Copies(journey.folder / "copies-2", desk.folder, ada.connection.folder)
        points = points_of(desk, *words)
        assert points, f"'diorama {' '.join(words)}' has no fault injection points"
        for number in chosen(points):
            copies.restore()
            kill(desk, number, *words)
            point = points[number - 1]
            if words[0] == "library":
                again = desk.run(*words, code=None)
                assert again.code == 0 or "not in the trash" in again.error or "in the trash" in again.error, (point, again)
            desk.run("sync")
            assert desk.spaces() == {kept: "Hall"} and desk.run("library", "trash").json["trash"] == [], point
            assert desk.run("library", "verify").json["problems"] == [], point
            assert desk.files()["missing"] == 0, point
    phone = ada.join("phone")
    assert phone.spaces() == {kept: "Hall"}
    with phone.serving():
        assert set(journey.memories(phone, kept)) == {"Kept"}
        journey.see_room(phone, kept)
