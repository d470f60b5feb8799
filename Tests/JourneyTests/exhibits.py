"""Exhibits of one person on several devices, and as a website."""

import functools
import http.server
import json
import pathlib
import threading

import samples
from connections import Folder, Paired
from device import Device
from journey import Journey, journey


def saved(device: Device, exhibit: str, change) -> dict:
    """Changes the document as it is now, and returns the exhibit."""
    now = device.call("GET", f"/exhibits/{exhibit}")
    change(now["document"])
    body = json.dumps(now["document"]).encode()
    headers = {"Content-Type": "application/json", "If-Match": f'"{now["revision"]}"'}
    status, answer = device.request("PUT", f"/api/v1/exhibits/{exhibit}", body, headers)
    assert status == 200, (status, answer)
    return json.loads(answer)


def card(identifier: str, title: str) -> dict:
    simple = {"short": f"{title}, simply.", "detailed": ["Simply."]}
    return {
        "id": identifier, "category": "systems", "title": title, "short": f"{title} in one sentence.", "detailed": ["One.", "Two."],
        "simplified": simple, "sources": [],
    }


@journey("an exhibit of a scan and a model is made on one device, completed on another, checked, exported and imported")
def devices(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    space = journey.import_room(desk, "Workshop")
    machine = samples.write_machine(journey.folder / "machine.glb")
    desk.run("exhibit", "new", journey.folder / "shelf", "--title", "Workshop", "--model", machine, "--size", "3")
    shelf = desk.run("exhibit", "import", journey.folder / "shelf").json["id"]
    with desk.serving():
        body = json.dumps({"space": space}).encode()
        status, answer = desk.request("POST", f"/api/v1/exhibits/{shelf}/models", body, {"Content-Type": "application/json"})
        assert status == 200, answer
        first, second = json.loads(answer)["document"]["models"]
        assert (first["id"], second["name"]) == ("machine", "Workshop"), (first, second)
        saved(desk, shelf, lambda document: document["cards"].append(card("drive", "The drive")))
    ada.sync(desk)
    phone = ada.join("phone")
    ada.sync()
    with phone.serving():
        files = {file["path"]: file for file in phone.call("GET", f"/exhibits/{shelf}")["files"]}
        status, model = phone.request("GET", files["models/machine.glb"]["url"])
        assert status == 200 and model[:4] == b"glTF" and len(model) == files["models/machine.glb"]["byteCount"]

        def complete(document: dict):
            document["models"][0]["parts"] = [{"id": "top", "name": "Top", "position": [0, 1, 0], "parts": []}]
            document["cards"][0]["target"] = {"model": "machine", "part": "top"}
            document["license"] = "CC-BY-4.0"
        saved(phone, shelf, complete)
    ada.sync(phone, desk)
    package = journey.folder / "package"
    desk.run("exhibit", "export", shelf, "--output", package)
    report = desk.run("exhibit", "check", package).json
    assert report["valid"] and [model["parts"] for model in report["models"]] == [1, 0], report
    assert abs(max(report["models"][0]["size"]) - 3) < 0.01, report
    document = json.loads((package / "exhibit.json").read_text())
    assert document["cards"][0]["target"] == {"model": "machine", "part": "top"} and document["license"] == "CC-BY-4.0"

    # Both change the same document: the later one wins everywhere, and nothing of the files is lost.
    with desk.serving(), phone.serving():
        saved(desk, shelf, lambda document: document.update(summary="From the desk"))
        saved(phone, shelf, lambda document: document.update(summary="From the phone"))
    ada.sync(desk, phone)
    ada.sync(desk, phone)
    summaries = []
    for device in (desk, phone):
        with device.serving():
            summaries.append(device.call("GET", f"/exhibits/{shelf}")["document"]["summary"])
    assert summaries == ["From the phone"] * 2, summaries

    # In the trash of one device, it is gone from the other; purged, its files are gone as well.
    with phone.serving():
        phone.call("DELETE", f"/exhibits/{shelf}")
    ada.sync(phone, desk)
    assert [each["id"] for each in desk.run("exhibit", "list").json["exhibits"]] == ["artemis"]
    (item,) = desk.run("library", "trash").json["trash"]
    assert item["kind"] == "exhibit", item
    desk.run("library", "purge", shelf)
    ada.sync(desk, phone)
    assert phone.run("library", "trash").json["trash"] == []


def broken(document: dict) -> str:
    document["cards"][0]["detailed"] = []
    return "cards[0].detailed"


def misspelled(document: dict) -> str:
    document["modells"] = []
    return "modells"


def missing(document: dict) -> str:
    document["models"][0]["file"] = "models/none.glb"
    return "models/none.glb"


@journey("a package with an error is refused in one line that names the place, and nothing is imported", Folder)
def refused(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    machine = samples.write_machine(journey.folder / "machine.glb")
    shelf = journey.folder / "shelf"
    desk.run("exhibit", "new", shelf, "--title", "Shelf", "--model", machine)
    document = json.loads((shelf / "exhibit.json").read_text())
    document["cards"] = [card("drive", "The drive")]
    for change in (broken, misspelled, missing):
        changed = json.loads(json.dumps(document))
        place = change(changed)
        (shelf / "exhibit.json").write_text(json.dumps(changed))
        for words in (("check", shelf), ("import", shelf)):
            result = desk.run("exhibit", *words, code=1)
            assert place in result.error and result.error.count("\n") <= 1, (words, result.error)
    (shelf / "exhibit.json").write_text(json.dumps(document))
    (shelf / "models/machine.glb").write_bytes(machine.read_bytes()[:1000])
    assert "models/machine.glb" in desk.run("exhibit", "import", shelf, code=1).error
    assert [each["id"] for each in desk.run("exhibit", "list").json["exhibits"]] == ["artemis"]
    assert not any(desk.files().values()), "a refused package left files"


@journey("a published exhibit opens from a static web server: its model is drawn, a card is flipped", Folder, Paired)
def published(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    machine = samples.write_machine(journey.folder / "machine.glb")
    desk.run("exhibit", "new", journey.folder / "shelf", "--title", "Workshop", "--model", machine, "--size", "3")
    document = json.loads((journey.folder / "shelf/exhibit.json").read_text())
    document["cards"] = [card("drive", "The drive")]
    (journey.folder / "shelf/exhibit.json").write_text(json.dumps(document))
    shelf = desk.run("exhibit", "import", journey.folder / "shelf").json["id"]
    website = journey.folder / "website"
    desk.run("exhibit", "publish", shelf, "--output", website)
    answers = json.loads((website / "diorama.json").read_text())["answers"]
    for file in answers[f"GET /exhibits/{shelf}"]["files"]:
        assert (website / file["url"]).stat().st_size == file["byteCount"], file
    with static(website) as address:
        page = journey.open(address + "/?model=machine")
        page.wait_for_selector(".exhibit-view[data-state=ready]", timeout=60_000)
        page.goto(address + "/?mode=learn")
        page.wait_for_selector(".learn-card.top:has-text('The drive in one sentence.')")
        page.keyboard.press("Enter")
        page.wait_for_selector(".learn-card.top .learn-back li:has-text('Two.')")


class static:
    """A static web server on a folder."""

    def __init__(self, folder: pathlib.Path):
        handler = functools.partial(Quiet, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)

    def __enter__(self) -> str:
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass
