"""A space is shared with another person: the contact, the offer, the files, later edits, and the end of it."""

import io

from PIL import Image

from clock import DAY, clock_ahead
from connections import Encrypted, Folder, eventually
from device import Device
from journey import BUCKETS, Journey, Person, journey, press


def acquainted(journey: Journey) -> tuple[Person, Device, Person, Device]:
    """Two people with a bucket each, who have each other's contact card."""
    ada, ben = journey.person("Ada"), journey.person("Ben")
    desk, phone = ada.begin("desk"), ben.begin("phone")
    for here, there in ((desk, phone), (phone, desk)):
        card = there.run("contacts", "card").json["card"]
        here.run("contacts", "add", card)
    fingerprints = [
        {contact["name"]: contact["fingerprint"] for contact in device.run("contacts", "list").json["contacts"]}
        for device in (desk, phone)]
    assert set(fingerprints[0]) == {"Ben"} and set(fingerprints[1]) == {"Ada"}, fingerprints
    return ada, desk, ben, phone


def offers(device: Device, state: str) -> list[dict]:
    return [offer for offer in device.run("inbox", "list").json["offers"] if offer["state"] == state]


def deliver(*devices: Device):
    """Outbox and inbox go with the sync of each device."""
    for device in [*devices, *devices]:
        device.run("sync")


@journey("a space with photos is shared with another person, edited and revoked", *BUCKETS)
def share(journey: Journey):
    ada, desk, ben, phone = acquainted(journey)
    space = journey.import_room(desk, "Kitchen")
    with desk.serving():
        shown = journey.pin(desk, space, "For all")
        journey.attach(desk, shown["id"], journey.photo(comment=b"taken at home"))
        journey.pin(desk, space, "For me", privacy="private", text="The key is under the stone.")
    ada.sync(desk)
    desk.run("share", space, "--with", "Ben")
    deliver(desk, phone)
    (offer,) = offers(phone, "offered")
    assert offer["title"] == "Kitchen" and offer["from"] == "Ada", offer
    assert space not in phone.spaces(), "an offer is merged before it is accepted"
    phone.run("inbox", "accept", offer["id"])
    deliver(phone, desk)
    assert phone.spaces() == {space: "Kitchen"}
    with phone.serving():
        found = journey.memories(phone, space)
        assert set(found) == {"For all"} and not found["For all"]["mine"], found
        assert found["For all"]["author"]["name"] == "Ada", found
        status, content = phone.request("GET", found["For all"]["media"][0]["url"])
        assert status == 200 and Image.open(io.BytesIO(content)).size == (320, 240), status
        assert b"taken at home" not in content
        for asset in phone.call("GET", f"/spaces/{space}")["assets"]:
            status, content = phone.request("GET", asset["url"])
            assert status == 200 and len(content) == asset["byteCount"], (asset, status)
        journey.see_room(phone, space)
        assert phone.request("PATCH", f"/api/v1/spaces/{space}", {"name": "Mine"})[0] in (403, 409), "a read-only share was edited"
    assert phone.files()["missing"] == 0
    for path, content in phone.texts():
        assert b"under the stone" not in content, f"the private memory is in {path}"
    # A later edit of the sender arrives, with a new file.
    with desk.serving():
        desk.call("PATCH", f"/spaces/{space}", {"name": "Kitchen, painted"})
        added = journey.pin(desk, space, "After painting")
        journey.attach(desk, added["id"], journey.photo("painted.jpg", colour=(20, 120, 60)))
    deliver(desk, phone)
    assert phone.spaces() == {space: "Kitchen, painted"}
    with phone.serving():
        status, _ = phone.request("GET", journey.memories(phone, space)["After painting"]["media"][0]["url"])
        assert status == 200, status
    # Revoked: the copy is in the trash, the grants are gone, and nothing arrives any more.
    (sent,) = desk.run("share", "list").json["shares"]
    desk.run("share", "revoke", sent["id"])
    deliver(desk, phone)
    assert phone.spaces() == {}
    assert [item["name"] for item in phone.run("library", "trash").json["trash"]] == ["Kitchen, painted"]
    with desk.serving():
        desk.call("PATCH", f"/spaces/{space}", {"name": "Kitchen, sold"})
    deliver(desk, phone)
    assert "sold" not in str(phone.run("library", "trash").json)


@journey("a share that may be edited: both sides edit, a declined one leaves nothing", *BUCKETS)
def share_edit(journey: Journey):
    ada, desk, ben, phone = acquainted(journey)
    kitchen, hall = journey.import_room(desk, "Kitchen"), journey.import_room(desk, "Hall", steps=5)
    ada.sync(desk)
    desk.run("share", kitchen, "--with", "Ben", "--edit")
    desk.run("share", hall, "--with", "Ben")
    deliver(desk, phone)
    waiting = {offer["title"]: offer["id"] for offer in offers(phone, "offered")}
    assert set(waiting) == {"Kitchen", "Hall"}, waiting
    phone.run("inbox", "accept", waiting["Kitchen"])
    phone.run("inbox", "decline", waiting["Hall"])
    deliver(phone, desk)
    assert phone.spaces() == {kitchen: "Kitchen"}
    with phone.serving():
        phone.call("PATCH", f"/spaces/{kitchen}", {"name": "Kitchen, by Ben"})
    deliver(phone, desk)
    assert desk.spaces() == {kitchen: "Kitchen, by Ben", hall: "Hall"}
    # The owner's later change wins; another device of the receiver has the share, with its files, and may edit it as well.
    with desk.serving():
        desk.call("PATCH", f"/spaces/{kitchen}", {"name": "Kitchen, by Ada"})
    deliver(desk, phone)
    assert phone.spaces() == {kitchen: "Kitchen, by Ada"}
    tablet = ben.join("tablet")
    ben.sync()
    assert tablet.spaces() == {kitchen: "Kitchen, by Ada"}
    with tablet.serving():
        tablet.call("PATCH", f"/spaces/{kitchen}", {"name": "Kitchen, by the tablet"})
        journey.see_room(tablet, kitchen)
    deliver(tablet, desk, phone)
    for device in (desk, phone):
        assert device.spaces()[kitchen] == "Kitchen, by the tablet", device.name
    assert {share["title"]: share["state"] for share in desk.run("share", "list").json["shares"]}["Hall"] == "declined"


@journey("a lost device is removed: contacts get the new keys, and shares go on", *BUCKETS)
def new_keys(journey: Journey):
    ada, desk, ben, phone = acquainted(journey)
    space = journey.import_room(desk, "Kitchen")
    ada.sync(desk)
    desk.run("share", space, "--with", "Ben", "--edit")
    deliver(desk, phone)
    (offer,) = offers(phone, "offered")
    phone.run("inbox", "accept", offer["id"])
    deliver(phone, desk)
    ada.join("tablet")
    ada.sync()
    (lost,) = [one["id"] for one in desk.account()["devices"] if not one["is_this"]]
    removed = desk.run("account", "device", "remove", lost).json
    assert removed["has_new_account_keys"] and any("sent to your contacts" in note for note in removed["notes"]), removed
    assert phone.run("sync").json["sharing"]["renewed"] == ["Ada"]
    (known,) = phone.run("contacts", "list").json["contacts"]
    assert known["fingerprint"] == desk.run("contacts", "card").json["fingerprint"], known
    with phone.serving():
        phone.call("PATCH", f"/spaces/{space}", {"name": "Kitchen, by Ben"})
    deliver(phone, desk)
    assert desk.spaces() == {space: "Kitchen, by Ben"}
    with desk.serving():
        added = journey.pin(desk, space, "With new keys")
        journey.attach(desk, added["id"], journey.photo())
    deliver(desk, phone)
    with phone.serving():
        status, _ = phone.request("GET", journey.memories(phone, space)["With new keys"]["media"][0]["url"])
        assert status == 200, status


@journey("the server's own exchange receives new keys of a contact: the page shows it until the fingerprint was compared", Folder)
def new_keys_page(journey: Journey):
    ada, desk, ben, phone = acquainted(journey)
    ada.join("tablet")
    ada.sync()
    (lost,) = [one["id"] for one in desk.account()["devices"] if not one["is_this"]]
    desk.run("account", "device", "remove", lost)

    def announced() -> list[str]:
        return [one["name"] for one in phone.call("GET", "/contacts")["contacts"] if one["newKeys"]]

    with phone.serving():
        assert eventually(announced) == ["Ada"]
        page = journey.page(phone, "/sharing")
        page.wait_for_selector("text=Ada has new keys")
        press(page, "button:has-text('It is the same')")
        page.wait_for_selector("text=Ada has new keys", state="detached")
        assert announced() == []
    (known,) = phone.run("contacts", "list").json["contacts"]
    assert known["fingerprint"] == desk.run("contacts", "card").json["fingerprint"], known


@journey("what is private is refused at the sender, with the reason", Folder)
def share_refused(journey: Journey):
    ada, desk, ben, phone = acquainted(journey)
    space = journey.import_room(desk, "Kitchen")
    with desk.serving():
        secret = journey.pin(desk, space, "For me", privacy="private")
        journey.pin(desk, space, "For all")
    ada.sync(desk)
    outcome = desk.run("share", secret["id"], "--with", "Ben", code=1)
    assert "private" in outcome.error, outcome
    outcome = desk.run("share", space, "--with", "Eva", code=1)
    assert "Eva" in outcome.error and "contacts" in outcome.error, outcome
    offered = desk.run("share", space, "--with", "Ben").json
    assert offered["private_memories"] == 1, offered


@journey("a grant of files that expired is renewed when the receiver asks", Folder, Encrypted)
def renewal(journey: Journey):
    ada, desk, ben, phone = acquainted(journey)
    space = journey.import_room(desk, "Kitchen")
    ada.sync(desk)
    desk.run("share", space, "--with", "Ben")
    deliver(desk, phone)
    (offer,) = offers(phone, "offered")
    phone.run("inbox", "accept", offer["id"])
    phone.run("sync")
    desk.run("sync")  # grants the files, for some days
    later = clock_ahead(journey, 20 * DAY)
    for device in (phone, desk, phone):
        device.run("sync", variables=later)
    assert phone.files()["missing"] == 0
    with phone.serving():
        journey.see_room(phone, space)
