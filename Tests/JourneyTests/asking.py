"""Somebody is asked for a recording: asked, answered step by step with photos, received and seen; withdrawn, and declined."""

import io
import json

from PIL import Image

from connections import Encrypted, Folder
from device import Device
from journey import Journey, journey
from sharing import acquainted, deliver, offers

WORKFLOW = {
    "name": "Fridge",
    "about": "For the insurance",
    "steps": [
        {
            "key": "door",
            "title": "The door",
            "shots": [{"key": "outside", "title": "From outside"}],
            "fields": [
                {"key": "state", "title": "State", "kind": "choice", "required": True, "choices": ["new", "used"]},
                {"key": "worth", "title": "Worth", "kind": "money"},
            ],
        },
        {"key": "label", "title": "The label", "shots": [{"key": "serial", "title": "Serial number", "count": 0}]},
    ],
}


def requests(device: Device, query: str = "") -> dict[str, dict]:
    return {each["title"]: each for each in device.call("GET", f"/requests{query}")["requests"]}


@journey("a contact is asked for a recording, answers it with photos, and the answer is received and seen", Folder, Encrypted)
def answered(journey: Journey):
    ada, desk, ben, phone = acquainted(journey)
    steps = journey.folder / "workflow.json"
    steps.write_text(json.dumps(WORKFLOW))
    desk.run("workflow", "add", steps)
    asked = desk.run("request", "add", "--to", "Ben", "--workflow", "Fridge", "--message", "Please", "--due", "2030-01-31").json
    assert asked["title"] == "Fridge" and asked["state"] == "open" and asked["steps"] == 2, asked
    deliver(desk, phone)
    # One step is answered over HTTP, as on the page, the other by command; another device of Ben goes on.
    with phone.serving():
        request = requests(phone, "?direction=incoming&state=open")["Fridge"]
        assert request["contact"] == "Ada" and request["due"].startswith("2030-01-31"), request
        path = f"/requests/{request['id']}"
        assert phone.call("GET", path)["message"] == "Please"
        recording = phone.call("POST", f"{path}/recording")
        photo = journey.photo(comment=b"taken at home")
        media = f"/api/v1/recordings/{recording['id']}/media?kind=photo&step=door&shot=outside&name=fridge.jpg"
        status, answer = phone.request("POST", media, photo)
        assert status == 201, answer
        (file,) = json.loads(answer)["media"]
        values = [{"key": "state", "value": "used"}, {"key": "worth", "value": {"minorUnits": 19900, "currency": "EUR"}}]
        shots = [{"key": "outside", "media": [file["id"]]}]
        step = phone.call("PUT", f"/recordings/{recording['id']}/steps/door", {"fields": values, "shots": shots})
        assert step["steps"][0]["done"], step
    ben.sync(phone)
    tablet = ben.join("tablet")
    ben.sync()
    serial = journey.folder / "serial.jpg"
    serial.write_bytes(journey.photo("serial.jpg", size=(64, 48)))
    tablet.run("request", "answer", request["id"], "--step", "label", "--file", f"serial={serial}")
    ben.sync(tablet, phone)
    sent = phone.run("request", "answer", request["id"], "--send", "--message", "Here it is").json
    assert sent["state"] == "answered", sent
    deliver(phone, desk)
    (offer,) = offers(desk, "offered")
    assert offer["answers"] == asked["id"] and offer["contents"] == {"recording": 1} and offer["files"] == 2, offer
    desk.run("inbox", "accept", offer["id"])
    deliver(desk, phone)
    with desk.serving():
        seen = desk.call("GET", f"/requests/{asked['id']}")
        assert seen["state"] == "answered" and seen["recording"]["received"] and seen["done"] == 2, seen
        door = seen["recording"]["steps"][0]
        assert [field["value"] for field in door["fields"]] == [values[0]["value"], values[1]["value"]], door
        status, content = desk.request("GET", f"/api/v1/recordings/{seen['recording']['id']}/media/{door['shots'][0]['media'][0]}")
        assert status == 200 and Image.open(io.BytesIO(content)).size == (320, 240), status
        assert b"taken at home" not in content, "the photo has personal metadata"
    shown = desk.run("request", "show", asked["id"]).json
    assert shown["recording"]["steps"][0]["answers"][1]["value"] == "used", shown


@journey("requests are withdrawn and declined, and neither can be answered any more", Folder)
def withdrawn(journey: Journey):
    _, desk, _, phone = acquainted(journey)
    cellar = desk.run("request", "add", "--to", "Ben", "--title", "Your cellar").json["id"]
    attic = desk.run("request", "add", "--to", "Ben", "--title", "Your attic").json["id"]
    deliver(desk, phone)
    photo = journey.folder / "cellar.jpg"
    photo.write_bytes(journey.photo())
    phone.run("request", "answer", cellar, "--file", f"photos={photo}")
    desk.run("request", "withdraw", cellar)
    phone.run("request", "decline", attic)
    deliver(desk, phone)
    states = {each["title"]: each["state"] for each in phone.run("request", "list").json["requests"]}
    assert states == {"Your cellar": "withdrawn", "Your attic": "declined"}, states
    states = {each["title"]: each["state"] for each in desk.run("request", "list").json["requests"]}
    assert states == {"Your cellar": "withdrawn", "Your attic": "declined"}, states
    refused = phone.run("request", "answer", cellar, "--send", code=1)
    assert "withdrawn" in refused.error, refused
    # What was recorded stays.
    (kept,) = phone.run("recording", "list").json["recordings"]
    assert kept["title"] == "Your cellar", kept
    assert not offers(desk, "offered")
