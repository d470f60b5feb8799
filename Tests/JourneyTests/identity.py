"""Who the user is: first start, one person on several devices, accounts that are merged, devices that are removed."""

import urllib.error

from connections import Encrypted, Folder, Paired, PairingOffer, eventually, said, stop
from device import Device
from journey import BUCKETS, Journey, journey

START_COMMANDS = ("diorama account create", "diorama account join")


@journey("a command that only reads creates no library, and names the commands that do", Folder)
def reading(journey: Journey):
    device = journey.device("desk")
    for words in (
        ("library", "list"), ("library", "verify"), ("library", "trash"), ("library", "backup"), ("account", "show"), ("sync",),
        ("import", journey.room()),
    ):
        outcome = device.run(*words, code=1)
        assert all(command in outcome.error for command in START_COMMANDS), outcome
        assert len(outcome.errors.strip().splitlines()) == 1, outcome
        assert not device.has_library(), f"'diorama {' '.join(map(str, words))}' created a library"
    device.run("account", "create", "--name", "Ada")
    assert device.has_library() and device.spaces() == {}
    shown = device.account()
    assert shown["name"] == "Ada" and len(shown["devices"]) == 1, shown
    again = device.run("account", "create", "--name", "Eva", code=1)
    assert "Ada" in again.error or shown["id"] in again.error, again
    journey.import_room(device, "Kitchen")
    assert list(device.spaces().values()) == ["Kitchen"]


def answers(device: Device, path: str) -> bool:
    """Whether the server of the library has taken over from that of the first start, and has this."""
    try:
        return device.request("GET", path)[0] == 200
    except urllib.error.URLError:
        return False


def started(device: Device) -> dict:
    """State of the first start over HTTP, once it has ended."""
    return eventually(lambda: (now := device.call("GET", "/start"))["state"] not in ("new", "running") and now)


@journey("first start over HTTP: a new person, whose library the same address serves then", Folder)
def first_http(journey: Journey):
    device = journey.device("desk")
    device.serve()
    assert device.call("GET", "/start")["state"] == "new" and not device.has_library()
    status, reason = device.reason("POST", "/api/v1/start", {"name": ""})
    assert status == 400 and reason and not device.has_library(), (status, reason)
    device.call("POST", "/start", {"name": "Ada"})
    assert started(device)["state"] in ("opening", "ready")
    eventually(lambda: answers(device, "/api/v1/spaces"))
    assert device.account()["name"] == "Ada"


@journey("first start over HTTP: an existing library, with a wrong bucket first", *BUCKETS)
def first_join_http(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    space = journey.import_room(desk, "Kitchen")
    ada.sync(desk)
    phone = ada.device("phone")
    phone.serve()
    phone.call("POST", "/start", {"bucket": (journey.folder / "nothing").as_uri()})
    failed = started(phone)
    assert failed["state"] == "failed" and failed["error"] and not phone.has_library(), failed
    phrase = {"phrase": ada.connection.phrase} if ada.connection.name == "encrypted" else {}
    phone.call("POST", "/start", {"bucket": ada.connection.address, **phrase})
    assert started(phone)["state"] in ("opening", "ready")
    eventually(lambda: answers(phone, f"/api/v1/spaces/{space}"))
    journey.see_room(phone, space)
    assert phone.account()["id"] == desk.account()["id"]


@journey("first start on the page: an existing library, with a wrong bucket first", Folder, Encrypted)
def first_join_page(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    space = journey.import_room(desk, "Kitchen")
    ada.sync(desk)
    phone = ada.device("phone")
    phone.serve()
    page = journey.page(phone)
    page.click("text=I already have a library")
    page.fill("input[name=bucket]", (journey.folder / "nothing").as_uri())
    page.click("button:has-text('Open this library')")
    page.wait_for_selector("[role=alert]:not(:empty)")
    assert not phone.has_library(), "a failed join left a library"
    page.fill("input[name=bucket]", ada.connection.address)
    if ada.connection.name == "encrypted":
        page.fill("[name=phrase]", ada.connection.phrase)
    page.click("button:has-text('Open this library')")
    page.wait_for_selector(".page[data-state=ready]")
    phone.end_server()
    assert phone.account()["id"] == desk.account()["id"] and list(phone.spaces()) == [space]


@journey("first start by pairing, over HTTP and on the page", Paired, servers=2)
def first_pair(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    space = journey.import_room(desk, "Kitchen")
    phone, tablet = ada.device("phone"), ada.device("tablet")
    phone.serve()
    phone.call("POST", "/start", {"pair": "127.0.0.1:1"})
    failed = started(phone)
    assert failed["state"] == "failed" and failed["error"] and not phone.has_library(), failed
    with PairingOffer(desk) as offer:
        phone.call("POST", "/start", {"pair": offer.code})
        compared = eventually(lambda: phone.call("GET", "/start")["comparison"])
        assert compared["digits"] == offer.digits(), compared
        phone.call("POST", "/start/digits", {"areEqual": True})
        offer.confirm(compared["digits"])
        eventually(lambda: answers(phone, f"/api/v1/spaces/{space}"))
    tablet.serve()
    page = journey.page(tablet)
    page.click("text=I already have a library")
    with PairingOffer(desk) as offer:
        page.fill("input[name=pair]", offer.code)
        page.click("button:has-text('Pair')")
        page.wait_for_selector(".pairing-digits .digits")
        shown = page.inner_text(".pairing-digits .digits")
        assert shown == offer.digits(), shown
        page.click("button:has-text('They are the same')")
        offer.confirm(shown)
        page.wait_for_selector(".page[data-state=ready]")
    for device in (phone, tablet):
        device.end_server()
        assert device.account()["id"] == desk.account()["id"] and list(device.spaces()) == [space], device.name


@journey("first start on the page: a new person", Folder)
def first_page(journey: Journey):
    device = journey.device("desk")
    device.serve()
    page = journey.page(device)
    page.wait_for_selector("text=I already have a library")
    page.fill("input[name=name]", "Ada")
    page.click("button:has-text('Create')")
    page.wait_for_selector(".page[data-state=empty]")
    device.end_server()
    assert device.account()["name"] == "Ada"


@journey("an account that was created by mistake is merged, and all devices agree", *BUCKETS)
def merge(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    kitchen = journey.import_room(desk, "Kitchen")
    with desk.serving():
        journey.pin(desk, kitchen, "From the desk", privacy="private")
    ada.sync(desk)
    # On the phone a second person was created, with contents, before anybody noticed.
    phone = ada.device("phone")
    mistake = phone.run("account", "create", "--name", "Ada's phone").json["id"]
    hall = journey.import_room(phone, "Hall", steps=5)
    with phone.serving():
        journey.pin(phone, hall, "From the phone", privacy="private")
    ada.connection.join(phone, desk)
    person = desk.account()["id"]
    assert person != mistake and phone.account()["id"] == person
    ada.sync()
    phone.run("account", "merge", mistake, person)
    ada.sync()
    for device in (desk, phone):
        shown = device.account()
        assert shown["id"] == person and shown["name"] == "Ada" and len(shown["devices"]) == 2, shown
        accounts = device.run("accounts", "list").json["accounts"]
        assert mistake not in [account["id"] for account in accounts], accounts
        with device.serving():
            mine = device.call("GET", "/me")
            for space, title in ((kitchen, "From the desk"), (hall, "From the phone")):
                found = journey.memories(device, space)
                assert title in found, f"{device.name} does not show '{title}'"
                assert found[title]["mine"], (mine, found[title])


@journey("a lost device is removed: its keys are rotated, and it receives nothing more")
def remove(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    journey.import_room(desk, "Kitchen")
    phone = ada.join("phone")
    ada.sync()
    (lost,) = {one["id"] for one in desk.account()["devices"]} - {this(desk)}
    desk.run("account", "device", "remove", lost)
    assert [one["id"] for one in desk.account()["devices"]] == [this(desk)]
    hall = journey.import_room(desk, "Hall", steps=5)
    desk.run("sync", code=None if ada.connection.name == "paired" else 0)
    if ada.connection.name == "encrypted":
        assert hall not in phone_spaces_after_sync(phone), "the removed device reads what was written later"
    elif ada.connection.name == "paired":
        with desk.serving():
            assert phone.run("sync", code=1).error
        assert hall not in phone.spaces()
    # Another device joins, and has everything.
    tablet = ada.join("tablet")
    ada.sync(desk, tablet)
    assert set(tablet.spaces()) == set(desk.spaces())


def phone_spaces_after_sync(phone) -> dict:
    phone.run("sync", code=1)
    return phone.spaces()


def this(device) -> str:
    """The device's own id."""
    shown = device.account()
    return next(one["id"] for one in shown["devices"] if one.get("is_this"))


@journey("two devices pair with six digits, sync without a bucket, and are one person afterwards", Paired, servers=2)
def pair(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    space = journey.import_room(desk, "Kitchen")
    phone = ada.join("phone")
    with desk.serving(), phone.serving():
        eventually(lambda: space in [one["id"] for one in phone.call("GET", "/spaces?limit=50")["spaces"]])
        phone.call("PATCH", f"/spaces/{space}", {"name": "Kitchen, renamed"})
        eventually(lambda: desk.call("GET", f"/spaces/{space}")["name"] == "Kitchen, renamed")
        journey.see_room(phone, space)
    assert phone.account()["id"] == desk.account()["id"]


@journey("paired devices of two people sync, and become one person when they say so", Paired)
def pair_people(journey: Journey):
    ada, ben = journey.person("Ada"), journey.person("Ben")
    desk, phone = ada.begin("desk"), ben.begin("phone")
    space = journey.import_room(desk, "Kitchen")
    with PairingOffer(desk) as offer:
        offer.accept(phone, "pair", offer.code)
    assert desk.account()["id"] != phone.account()["id"]
    assert list(phone.spaces()) == [space]
    mistake, person = phone.account()["id"], desk.account()["id"]
    phone.run("account", "merge", mistake, person)
    ada.connection.sync(desk, phone)
    for device in (desk, phone):
        assert device.account()["id"] == person and device.account()["name"] == "Ada", device.account()


@journey("digits that differ pair nothing", Paired)
def wrong_digits(journey: Journey):
    ada, ben = journey.person("Ada"), journey.person("Ben")
    desk, phone = ada.begin("desk"), ben.begin("phone")
    with PairingOffer(desk) as offer:
        called = phone.start("pair", offer.code)
        said(called, "Digits: ")
        said(offer.waiting, "Digits: ")
        for process in (called, offer.waiting):
            process.stdin.write("000 000\n")
            process.stdin.flush()
        assert called.wait(30) == 1 and offer.waiting.wait(30) == 1
        stop(called)
    for device in (desk, phone):
        assert device.run("pair", "list").json["devices"] == []


@journey("a damaged object of a paired device: behind, then sent again, then synchronized", Paired)
def paired_damage(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    kitchen = journey.import_room(desk, "Kitchen")
    phone = ada.join("phone")
    ada.sync()
    known = set(relayed(desk))
    hall = journey.import_room(desk, "Hall", steps=5)
    with desk.serving():
        (written,) = eventually(lambda: set(relayed(desk)) - known)
        written.write_bytes(written.read_bytes()[:100])
        outcome = phone.run("pair", "sync", code=1)
        assert outcome.json["devices"][0]["state"] == "behind" and "behind" in outcome.error, outcome
        assert hall not in phone.spaces()
        eventually(lambda: phone.run("pair", "sync", code=None).code == 0)
    assert set(phone.spaces()) == {kitchen, hall}


def relayed(device: Device) -> list:
    """The changesets that paired devices can fetch."""
    return sorted((device.library / "relay" / "changes").rglob("0*"))
