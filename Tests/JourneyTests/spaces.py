"""Spaces and memories of one person on several devices."""

import concurrent.futures
import threading

from connections import Encrypted, Folder, Paired
from journey import Journey, journey


@journey("a space that one device imported opens in the browser of the second, with private and public memories")
def second_device(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    space = journey.import_room(desk, "Kitchen")
    with desk.serving():
        journey.pin(desk, space, "For all")
        secret = journey.pin(desk, space, "For me", privacy="private", text="The key is under the stone.")
        journey.attach(desk, secret["id"], journey.photo())
    ada.sync(desk)
    phone = ada.join("phone")
    ada.sync()
    mine, theirs = desk.account(), phone.account()
    assert (mine["id"], mine["name"]) == (theirs["id"], theirs["name"]) and len(theirs["devices"]) == 2, (mine, theirs)
    assert phone.files()["missing"] == 0
    with phone.serving():
        phone.request("GET", "/")
        shown = phone.call("GET", f"/spaces/{space}")
        assets = {asset["url"]: asset for asset in shown["assets"]}
        assert assets
        for url, asset in assets.items():
            status, content = phone.request("GET", url)
            assert status == 200 and len(content) == asset["byteCount"], (status, url, content[:200])
        url = next(iter(assets))
        status, part = phone.request("GET", url, headers={"Range": "bytes=10-19"})
        assert status == 206 and len(part) == 10, status
        found = journey.memories(phone, space)
        assert set(found) == {"For all", "For me"}, found
        assert all(memory["mine"] for memory in found.values()), found
        (photo,) = found["For me"]["media"]
        status, content = phone.request("GET", photo["url"])
        assert status == 200 and content[:2] == b"\xff\xd8", status
        journey.see_room(phone, space)
        # The way back.
        journey.pin(phone, space, "From the phone", privacy="private")
    ada.sync()
    with desk.serving():
        assert set(journey.memories(desk, space)) == {"For all", "For me", "From the phone"}
    numbers = phone.files()
    assert numbers["missing"] == 0 and numbers["local"] > 0, numbers


@journey("three devices, of which one was away for a week of changes, end with the same rows", is_long=True)
def away(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    kitchen = journey.import_room(desk, "Kitchen")
    hall = journey.import_room(desk, "Hall", steps=5)
    ada.sync(desk)
    phone, tablet = ada.join("phone"), ada.join("tablet")
    ada.sync()
    # The tablet is away, and changes a name there; each of the seven days has changes on both others.
    with tablet.serving():
        tablet.call("PATCH", f"/spaces/{kitchen}", {"name": "Kitchen, from the tablet"})
        journey.pin(tablet, hall, "Written away", privacy="private")
    for day in range(1, 8):
        device = (desk, phone)[day % 2]
        with device.serving():
            journey.pin(device, kitchen, f"Day {day}")
            device.call("PATCH", f"/spaces/{hall}", {"name": f"Hall of day {day}"})
        ada.sync(desk, phone)
    with desk.serving():
        doomed = journey.memories(desk, kitchen)["Day 3"]["id"]
        desk.call("DELETE", f"/memories/{doomed}")
    ada.sync(desk, phone)
    ada.sync()
    ada.sync()
    days = {f"Day {day}" for day in range(1, 8) if day != 3}
    for device in (desk, phone, tablet):
        assert device.spaces() == {kitchen: "Kitchen, from the tablet", hall: "Hall of day 7"}, (device.name, device.spaces())
        with device.serving():
            assert set(journey.memories(device, kitchen)) == days, device.name
            assert set(journey.memories(device, hall)) == {"Written away"}, device.name


@journey("files are fetched by the policy: all, previews or none, and offline it says what is missing", Folder, Encrypted)
def policy(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    space = journey.import_room(desk, "Kitchen")
    other = journey.import_room(desk, "Hall", steps=5)
    ada.sync(desk)
    phone = ada.join("phone")
    phone.run("library", "files", "none")
    phone.run("library", "files", "all", "--space", space)
    phone.run("sync")
    numbers = phone.files()
    assert numbers["local"] > 0 and numbers["remote_only"] > 0 and numbers["missing"] == 0, numbers
    whole = desk.run("library", "backup", "--to", journey.folder / "backup", "--with-files").json
    assert whole["files"] > 0 and whole["files_not_included"] == 0, whole
    partial = phone.run("library", "backup", "--to", journey.folder / "partial", "--with-files", code=1)
    assert partial.json["files_not_included"] > 0 and "diorama library files all" in partial.error, partial
    # Without the bucket, what is here is served, and what is not is named.
    bucket = ada.connection.folder
    bucket.rename(bucket.with_name("unplugged"))
    try:
        with phone.serving():
            for asset in phone.call("GET", f"/spaces/{space}")["assets"]:
                assert phone.request("GET", asset["url"])[0] == 200
            # Its previews were downloaded before the policy was set.
            assets = phone.call("GET", f"/spaces/{other}")["assets"]
            answers = [phone.reason("GET", asset["url"]) for asset in assets]
            unavailable = [reason for status, reason in answers if status != 200]
            assert unavailable and all(unavailable), [status for status, _ in answers]
            assert all(status in (200, 404, 503) for status, _ in answers), [status for status, _ in answers]
    finally:
        bucket.with_name("unplugged").rename(bucket)
    phone.run("library", "files", "all")
    phone.run("sync")
    assert phone.files()["remote_only"] == 0


@journey(
    "a server and several commands write one library at the same time, and nothing acknowledged is lost",
    Folder, Paired, servers=2)
def writers(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    space = journey.import_room(desk, "Kitchen")
    pinned, renamed = [], []
    with desk.serving():
        done = threading.Event()

        def pin():
            for number in range(60):
                title = f"Memory {number}"
                journey.pin(desk, space, title)
                pinned.append(title)
                if done.is_set():
                    return

        def import_rooms(steps: int):
            renamed.append(journey.import_room(desk, f"Room {steps}", steps))

        for steps in (3, 4, 5):
            journey.room(steps)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            writing = pool.submit(pin)
            others = [pool.submit(import_rooms, steps) for steps in (3, 4, 5)]
            others.append(pool.submit(desk.run, "library", "backup"))
            for other in others:
                other.result()
            done.set()
            writing.result()
        assert set(pinned) <= set(journey.memories(desk, space)), "a memory that was acknowledged is missing"
        # A second server on the same library.
        twin = journey.device("twin")
        twin.environment, twin.library = desk.environment, desk.library
        with twin.serving():
            journey.pin(twin, space, "From the twin")
            assert "From the twin" in journey.memories(desk, space)
    assert {space, *renamed} == set(desk.spaces())
    assert desk.run("library", "verify").json["problems"] == []
