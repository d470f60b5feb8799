"""The catalogue of things on several devices."""

from device import Device
from journey import Journey, journey

TABLE = (
    "HB.name,HB.location,HB.quantity,HB.purchase_price,HB.serial_number,HB.insured\n"
    + "Lamp,Attic / Box,2,12.50,L-1,true\n"
    + "\"Saw, big\",Cellar,1,89.00,S-2,false\n"
)


def names(device: Device, query: str = "") -> set[str]:
    return {thing["name"] for thing in device.call("GET", f"/things{query}")["things"]}


@journey("things are recorded on one device, imported on another, found, lent, located in a space, reported and labelled on both")
def inventory(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    space = journey.import_room(desk, "Workshop")
    photo = journey.folder / "drill.jpg"
    photo.write_bytes(journey.photo())
    values = ("--photo", photo, "--place", "Cellar/Shelf", "--value", "129.00 EUR")
    drill = desk.run("thing", "add", "--name", "Drill", *values).json["id"]
    ada.sync(desk)
    phone = ada.join("phone")
    ada.sync()
    table = journey.folder / "homebox.csv"
    table.write_text(TABLE)
    assert phone.run("thing", "import", table).json["imported"] == 2
    with phone.serving():
        assert names(phone) == {"Drill", "Lamp", "Saw, big"}
        thing = phone.call("GET", f"/things/{drill}")
        status, bytes_ = phone.request("GET", f"/api/v1/things/{drill}/media/{thing['media'][0]['id']}")
        assert status == 200 and bytes_ == photo.read_bytes()
        phone.call("PUT", f"/things/{drill}/location", {"space": space, "position": [1, 0.5, 1]})
        phone.call("POST", f"/things/{drill}/loans", {"borrower": "Ben", "due": "2028-01-31"})
    ada.sync(phone, desk)
    with desk.serving():
        assert names(desk, "?lent=true") == {"Drill"}
        pins = desk.call("GET", f"/spaces/{space}/things")["things"]
        assert [(pin["id"], pin["position"]) for pin in pins] == [(drill, [1, 0.5, 1])], pins
        hits = desk.call("GET", "/search?text=saw")["hits"]
        assert [hit["title"] for hit in hits] == ["Saw, big"] and hits[0]["path"] == ["Cellar"], hits
        places = {tuple(place["path"]): place["things"] for place in desk.call("GET", "/places")["places"]}
        assert places == {("Attic",): 1, ("Attic", "Box"): 1, ("Cellar",): 2, ("Cellar", "Shelf"): 1}, places
    report = journey.folder / "report.pdf"
    desk.run("thing", "export", "--format", "pdf", "--output", report)
    assert report.read_bytes().startswith(b"%PDF") and b"/Image" in report.read_bytes()
    labels = journey.folder / "labels.pdf"
    assert desk.run("thing", "labels", "--output", labels).json["labels"] == 3
    ben = journey.folder / "back.csv"
    desk.run("thing", "export", "--format", "homebox", "--output", ben)
    rows = ben.read_text().splitlines()
    assert len(rows) == 4 and any("L-1" in row and "Attic" in row for row in rows), rows


@journey("edits of one thing on two devices both stay, and an import that is undone on one is gone on the other")
def edits(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    drill = desk.run("thing", "add", "--name", "Drill").json["id"]
    ada.sync(desk)
    phone = ada.join("phone")
    ada.sync()
    desk.run("thing", "edit", drill, "--brand", "Ferrum")
    phone.run("thing", "edit", drill, "--serial", "SN-1")
    table = journey.folder / "homebox.csv"
    table.write_text(TABLE)
    undo = desk.run("thing", "import", table).json["undo"]
    ada.sync(desk, phone)
    ada.sync()
    for device in (desk, phone):
        shown = device.run("thing", "show", drill).json
        assert (shown["brand"], shown["serial"]) == ("Ferrum", "SN-1"), shown
        assert len(device.run("thing", "list").json["things"]) == 3
    desk.run("thing", "undo", undo)
    ada.sync(desk, phone)
    assert [thing["name"] for thing in phone.run("thing", "list").json["things"]] == ["Drill"]
