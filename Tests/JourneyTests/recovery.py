"""A device is lost, and a new one takes its place."""

import shutil

from connections import Bucket, Encrypted, Folder, Paired
from device import Device
from identity import START_COMMANDS
from journey import Journey, Person, journey


def library_of(journey: Journey, ada: Person) -> tuple[Device, str, dict]:
    """A desk with a space, a private memory and a photo; its account has a tier of its own."""
    desk = ada.begin()
    space = journey.import_room(desk, "Kitchen")
    with desk.serving():
        secret = journey.pin(desk, space, "For me", privacy="private")
        journey.attach(desk, secret["id"], journey.photo())
    ada.sync(desk)
    return desk, space, desk.run("library", "account").json


def run_in_between(device: Device):
    """What somebody types before the library is back: it changes nothing."""
    for words in (("library", "list"), ("library", "verify"), ("account", "show"), ("sync",), ("library", "trash")):
        outcome = device.run(*words, code=1)
        assert any(command in outcome.error for command in START_COMMANDS), outcome
        assert not device.has_library()


def check(journey: Journey, device: Device, space: str, before: dict):
    """The library is back: the person, the ownership, the contents and the files."""
    after = device.run("library", "account").json
    assert after == before, (before, after)
    accounts = device.run("accounts", "list").json["accounts"]
    assert [account["name"] for account in accounts] in ([], ["Ada"]), accounts
    assert device.spaces() == {space: "Kitchen"}
    with device.serving():
        found = journey.memories(device, space)
        assert list(found) == ["For me"] and found["For me"]["mine"], found
        status, content = device.request("GET", found["For me"]["media"][0]["url"])
        assert status == 200 and content[:2] == b"\xff\xd8", status
        device.call("PATCH", f"/spaces/{space}", {"name": "Kitchen, again mine"})
        journey.see_room(device, space)
    assert device.files()["missing"] == 0


@journey("a lost device: a new one restores the library from the bucket, with commands run before", Folder, Bucket)
def from_bucket(journey: Journey):
    ada = journey.person("Ada")
    desk, space, before = library_of(journey, ada)
    shutil.rmtree(desk.folder)
    laptop = ada.device("laptop")
    run_in_between(laptop)
    wrong = laptop.run("account", "join", "--bucket", (journey.folder / "nothing").as_uri(), code=1)
    assert wrong.error and not laptop.has_library(), wrong
    laptop.run("account", "join", "--bucket", ada.connection.address)
    check(journey, laptop, space, before)


@journey("a lost device: a new one restores the encrypted library by its recovery phrase", Encrypted)
def by_phrase(journey: Journey):
    ada = journey.person("Ada")
    desk, space, before = library_of(journey, ada)
    shutil.rmtree(desk.folder)
    laptop = ada.device("laptop")
    run_in_between(laptop)
    words = ada.connection.phrase.split()
    for wrong in (" ".join(reversed(words)), " ".join(words[:-1])):
        outcome = laptop.run("account", "join", "--bucket", ada.connection.address, "--phrase", wrong, code=None)
        assert outcome.code in (1, 2) and outcome.errors and not laptop.has_library(), outcome
    outcome = laptop.run("account", "join", "--bucket", ada.connection.address, code=1)
    assert "--phrase" in outcome.error, outcome
    laptop.run("account", "join", "--bucket", ada.connection.address, "--phrase", ada.connection.phrase)
    check(journey, laptop, space, before)


@journey("a lost device: a new one is paired with another that is left", Folder, Encrypted, Paired)
def by_pairing(journey: Journey):
    ada = journey.person("Ada")
    desk, space, before = library_of(journey, ada)
    phone = ada.join("phone")
    ada.sync()
    if ada.connection.name == "paired":
        ada.connection.first = phone
    # Its files were fetched before the desk was lost.
    phone.run("library", "files", "all")
    ada.sync(phone, desk)
    shutil.rmtree(desk.folder)
    laptop = ada.device("laptop")
    run_in_between(laptop)
    by_pair = Paired()
    by_pair.first = phone
    by_pair.join(laptop, phone)
    by_pair.sync(phone, laptop)
    check(journey, laptop, space, before)
