"""Things: adding with photos, editing, files, loans, bulk edits with undo, import, export, labels, and the layouts."""

import json
import pathlib
import urllib.parse

from accessibility import audit
from harness import DESK, PHONE, Session, check, layout
from PIL import Image, ImageDraw

HOMEBOX = """\
HB.location,HB.tags,HB.name,HB.quantity,HB.description,HB.insured,HB.purchase_price,HB.purchase_from,HB.purchase_time,\
HB.manufacturer,HB.model_number,HB.serial_number,HB.warranty_expires
Garage/Shelf 1,tools;power,Cordless drill,1,With two batteries,true,129.90,Hardware store,2024-03-05,\
Bosch,PSB 500,SN-4711,2027-03-05
Garage,tools,Ladder,1,,false,79,,2023-01-20,Hailo,,,
Kitchen,,Kettle,2,,false,34.50,,,Philips,HD9350,,
"""

# A PDF of one empty page.
PDF = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
"""

EMPTY, READY = ".page[data-state=empty-things]", ".page[data-state=ready]"


def photo(session: Session, name: str, color: tuple[int, int, int] = (200, 90, 40)) -> pathlib.Path:
    """A photo of a coloured box."""
    file = session.files / name
    image = Image.new("RGB", (640, 480), (235, 232, 225))
    draw = ImageDraw.Draw(image)
    draw.rectangle((180, 140, 460, 340), fill=color, outline=(40, 40, 40), width=6)
    draw.ellipse((250, 190, 390, 290), fill=(40, 40, 40))
    image.save(file, quality=90)
    return file


def things(session: Session, **query) -> list[dict]:
    text = urllib.parse.urlencode({"limit": 200, "order": "name", **query})
    return session.server.call("GET", f"/things?{text}")["things"]


def clear(session: Session):
    while found := things(session):
        session.server.call("POST", "/things/bulk", {"ids": [one["id"] for one in found], "trash": True})


def add(session: Session, name: str, **values) -> dict:
    return session.server.call("POST", "/things", {"name": name, **values})


def euros(cents: int) -> dict:
    return {"minorUnits": cents, "currency": "EUR"}


def seed(session: Session, count: int = 24):
    """Things of four categories in two places."""
    clear(session)
    places = {place["name"]: place["id"] for place in session.server.call("GET", "/places")["places"]}
    for name in ("Cellar", "Office"):
        if name not in places:
            places[name] = session.server.call("POST", "/places", {"name": name})["id"]
    categories = ["Tools", "Electronics", "Furniture", "Books"]
    for at in range(count):
        add(
            session, f"Thing {at + 1:03}", category=categories[at % 4], brand=["Bosch", "Sony"][at % 2],
            place=places[["Cellar", "Office"][at % 2]], value=euros(1000 + 2550 * at), tags=["red"] if at % 3 == 0 else [])


def open_things(session: Session, query: str = "", state: str = READY):
    session.page.goto(f"{session.server.address}/things{query}")
    session.page.wait_for_selector(state)
    session.settle(4)


def open_thing(session: Session, id: str):
    session.page.goto(f"{session.server.address}/things/{id}")
    session.page.wait_for_selector(".page[data-state=ready] .thing-fields")
    session.settle(4)


def menu(session: Session, button: str, item: str):
    session.page.click(f"button[aria-label='{button}']")
    session.page.click(f"[role=menuitem]:has-text('{item}')")


def shown(session: Session) -> list[str]:
    return session.page.locator(".thing-item .thing-link").all_inner_texts()


@check("an empty catalogue says what to do, and a phone adds things with photos one after the other", size=PHONE, has_touch=True)
def adding(session: Session):
    clear(session)
    open_things(session, state=EMPTY)
    session.keep("things-empty")
    session.page.click(".things-trouble button:has-text('Add a thing')")
    dialog = session.page.locator(".add-dialog")
    assert session.page.evaluate("document.activeElement.name") == "name"
    dialog.locator("input[type=file][multiple]").set_input_files([photo(session, "a.jpg"), photo(session, "b.jpg")])
    session.page.wait_for_selector(".new-photo:nth-child(2) img")
    dialog.get_by_label("Name").fill("Drill")
    dialog.get_by_label("Category").fill("Tools")
    dialog.get_by_label("Place").fill("Cellar / Shelf 9")
    session.no_sideways_scroll()
    session.keep("things-add-390")
    dialog.locator("button:has-text('another')").click()
    session.page.wait_for_selector(".add-count:has-text('1 thing added')")
    assert dialog.get_by_label("Name").input_value() == "" and dialog.get_by_label("Category").input_value() == "Tools"
    assert dialog.get_by_label("Place").input_value() == "Cellar › Shelf 9"
    dialog.get_by_label("Name").fill("Saw")
    dialog.locator("button:has-text('Save')").first.click()
    dialog.wait_for(state="detached")
    session.page.wait_for_selector(".thing-item:has-text('Drill')")
    session.eventually(lambda: next(one for one in things(session) if one["name"] == "Drill")["cover"])
    found = things(session)
    assert [(one["name"], one["category"], one["path"]) for one in found] == [
        ("Drill", "Tools", ["Cellar", "Shelf 9"]), ("Saw", "Tools", ["Cellar", "Shelf 9"])], found
    session.until("document.querySelector('.thing-cover img')?.naturalWidth > 0")
    assert len(session.server.call("GET", f"/things/{found[0]['id']}")["media"]) == 2
    session.keep("things-two")


@check("a thing that can't be added without a server stays in the dialog", expect=["Failed to load resource", "ERR_"])
def adding_offline(session: Session):
    clear(session)
    open_things(session, state=EMPTY)
    session.page.keyboard.press("n")
    session.page.fill(".add-dialog input[name=name]", "Lamp")
    session.page.route("**/api/v1/things", lambda route: route.abort())
    session.page.click(".add-dialog button:has-text('Save') >> nth=0")
    session.page.wait_for_selector(".add-dialog .field-problem:has-text(\"can't be reached\")")
    session.page.keyboard.press("Escape")
    session.page.unroute("**/api/v1/things")
    session.page.click(".things-trouble button:has-text('Add a thing')")
    assert session.page.input_value(".add-dialog input[name=name]") == "Lamp", "what was written is lost"
    session.page.keyboard.press("Enter")
    session.page.wait_for_selector(".thing-item:has-text('Lamp')")


@check("search, filters and order are in the address; the list returns to where it was", size=DESK)
def filtering(session: Session):
    seed(session, 120)
    open_things(session)
    assert "120 things" in session.page.inner_text(".list-count")
    drawn = session.page.locator(".thing-item").count()
    assert drawn < 80, f"{drawn} things are in the document"
    session.page.keyboard.press("/")
    session.page.keyboard.type("thing 05")
    session.until("location.search === '?search=thing+05'")
    session.until("document.querySelector('.list-count').textContent.startsWith('10 things')")
    session.page.fill(".things-search input", "")
    session.until("location.search === ''")
    session.page.select_option("select[aria-label=Category]", "Tools")
    session.page.select_option("select[aria-label=Order]", "name")
    session.until("location.search === '?category=Tools&order=name'")
    session.until("document.querySelector('.list-count').textContent.startsWith('30 things')")
    session.page.click("button:has-text('Clear filters')")
    session.until("document.querySelector('.list-count').textContent.startsWith('120 things')")
    session.page.evaluate("scrollTo(0, 2000)")
    session.settle(4)
    link = session.page.locator(".thing-item .thing-link").nth(25)
    link.scroll_into_view_if_needed()
    session.settle(4)
    before = session.page.evaluate("scrollY"), shown(session)
    link.click()
    session.page.wait_for_selector(".thing-fields")
    session.page.go_back()
    session.page.wait_for_selector(READY)
    session.settle(4)
    assert before[0] > 1000 and (session.page.evaluate("scrollY"), shown(session)) == before, "the list is elsewhere"


@check("things are selected by keys and checkboxes, changed together, and all of it is undone", size=DESK)
def bulk(session: Session):
    seed(session, 12)
    open_things(session, "?order=name")
    session.page.keyboard.press("j")
    session.page.keyboard.press("x")
    session.page.keyboard.press("ArrowRight")
    session.page.keyboard.press("x")
    assert session.page.inner_text(".bulk-count") == "2 selected"
    session.page.locator(".thing-item .thing-check input").nth(4).click(modifiers=["Shift"])
    assert session.page.inner_text(".bulk-count") == "5 selected"
    session.keep("things-selected")
    session.page.click(".bulk-bar button:has-text('Category')")
    session.page.keyboard.type("Sold")
    session.page.click("dialog button:has-text('Change')")
    session.page.hover(".undo-notice:has-text('5 things changed')")  # it stays while the pointer is on it
    assert [one["category"] for one in things(session)][:6] == ["Sold"] * 5 + ["Electronics"]
    session.page.click(".undo-notice button")
    session.eventually(lambda: things(session)[0]["category"] == "Tools")
    session.page.click(".bulk-bar button:has-text('Add tags')")
    session.page.keyboard.type("blue, red")
    session.page.click("dialog button:has-text('Change')")
    session.eventually(lambda: sorted(things(session)[1]["tags"]) == ["blue", "red"])
    session.page.click(".bulk-bar button:has-text('Delete')")
    session.page.hover(".undo-notice:has-text('5 things are in the trash')")
    session.until("document.querySelector('.list-count').textContent.startsWith('7 things')")
    session.page.locator(".undo-notice:has-text('trash') button").click()
    session.until("document.querySelector('.list-count').textContent.startsWith('12 things')")
    session.page.locator(".thing-item .thing-check input").first.click()
    session.page.keyboard.press("Escape")
    session.page.wait_for_selector(".bulk-bar", state="hidden")


@check("fields of a thing are saved as they are left, and a change made elsewhere is not overwritten", size=DESK)
def editing(session: Session):
    clear(session)
    id = add(session, "Drill", category="Tools", brand="Bosch")["id"]
    open_thing(session, id)
    page = session.page
    page.get_by_label("Serial number").fill("SN-1")
    page.get_by_label("Serial number").press("Tab")
    page.wait_for_selector("[data-field=serial] .field-status:has-text('Saved')")
    page.get_by_label("Value of one", exact=True).fill("1.234,50")
    page.get_by_label("Value of one: currency").fill("CHF")
    page.get_by_label("Value of one: currency").press("Tab")
    page.get_by_label("Until").fill("2030-05-06")
    page.get_by_label("Until").press("Tab")
    page.get_by_label("Insured").check()
    page.get_by_label("Tags", exact=True).fill("red, loud")
    page.get_by_label("Tags", exact=True).press("Enter")
    page.fill("[data-field=notes] textarea", "In the red box")
    page.press("[data-field=notes] textarea", "Tab")

    def saved() -> dict:
        return session.server.call("GET", f"/things/{id}")

    session.eventually(lambda: saved()["notes"] == "In the red box")
    thing = saved()
    assert thing["serial"] == "SN-1" and thing["value"] == {"minorUnits": 123450, "currency": "CHF"} and thing["insured"], thing
    assert thing["warrantyUntil"].startswith("2030-05-06") and sorted(thing["tags"]) == ["loud", "red"], thing
    session.server.call("PATCH", f"/things/{id}", {"brand": "Makita"})
    page.get_by_label("Brand").fill("Hilti")
    page.get_by_label("Brand").press("Tab")
    page.wait_for_selector("[data-field=brand] .field-status:has-text('Changed elsewhere to “Makita”')")
    session.keep("thing-conflict")
    assert saved()["brand"] == "Makita"
    page.click("[data-field=brand] button:has-text('Keep mine')")
    session.eventually(lambda: saved()["brand"] == "Hilti")
    page.click("button:has-text('Add a field')")
    page.locator("dialog").get_by_label("Name").fill("Voltage")
    page.locator("dialog").get_by_label("Type").select_option("number")
    page.click("dialog button:has-text('Add')")
    page.get_by_label("Voltage", exact=True).fill("18")
    page.get_by_label("Voltage", exact=True).press("Tab")
    session.eventually(lambda: saved()["fields"] == [{"name": "Voltage", "type": "number", "value": 18}])
    page.get_by_label("Value of one", exact=True).fill("many")
    page.get_by_label("Value of one", exact=True).press("Tab")
    page.wait_for_selector("[data-field=value] .field-problem:has-text('is not an amount')")


@check("an edit without a connection is kept over a reload", expect=["Failed to load resource", "ERR_"])
def editing_offline(session: Session):
    clear(session)
    id = add(session, "Drill")["id"]
    open_thing(session, id)
    session.page.route(f"**/api/v1/things/{id}", lambda route: route.abort())
    session.page.get_by_label("Brand").fill("Bosch")
    session.page.get_by_label("Brand").press("Tab")
    session.page.wait_for_selector("[data-field=brand] .field-status:has-text('Not saved yet')")
    session.page.unroute(f"**/api/v1/things/{id}")
    session.page.on("dialog", lambda dialog: dialog.accept())
    open_thing(session, id)
    session.eventually(lambda: session.server.call("GET", f"/things/{id}")["brand"] == "Bosch")


@check("photos, files, loans and maintenance of a thing", size=DESK)
def belongings(session: Session):
    clear(session)
    id = add(session, "Drill", value=euros(12900))["id"]
    open_thing(session, id)
    page = session.page
    page.set_input_files(".gallery input[multiple]", [photo(session, "1.jpg"), photo(session, "2.jpg", (40, 90, 200))])
    page.wait_for_selector(".photo-position:has-text('1 / 2')")
    page.focus(".photo-row")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".photo-position:has-text('2 / 2')")
    session.settle(4)
    page.click(".photo-slide:nth-child(2) .photo-frame")
    page.wait_for_selector(".photo-dialog")
    session.until("document.querySelector('.photo-dialog .photo-slide:nth-child(2) img').naturalWidth > 0")
    session.settle(4)
    session.keep("thing-photo")
    page.keyboard.press("Escape")
    menu(session, "Photo actions", "Show first")
    session.eventually(lambda: session.server.call("GET", f"/things/{id}")["media"][0]["fileName"] == "2.jpg")
    receipt = session.files / "receipt.pdf"
    receipt.write_bytes(PDF)
    page.locator(".attachment-area .file-button:has-text('Receipt') input").set_input_files(receipt)
    page.wait_for_selector(".attachment:has-text('receipt.pdf')")
    assert page.get_attribute(".attachment-words a", "target") == "_blank"
    page.click("button:has-text('Lend')")
    page.locator("dialog").get_by_label("To whom").fill("Ben")
    page.locator("dialog").get_by_label("Due back").fill("2030-01-31")
    page.click("dialog button:has-text('Lend')")
    page.wait_for_selector(".record:has-text('Lent to Ben'):has-text('31 Jan 2030')")
    page.click("button:has-text('Add maintenance')")
    page.locator("dialog").get_by_label("What").fill("New brushes")
    page.locator("dialog").get_by_label("Due").fill("2020-02-03")
    page.locator("dialog").get_by_label("Cost", exact=True).fill("12.50")
    page.click("dialog button:has-text('Add')")
    page.wait_for_selector(".record:has-text('New brushes'):has-text('Overdue')")
    session.keep("thing-1440")
    audit(session, "a thing")
    page.click(".record:has-text('Ben') button:has-text('Returned')")
    page.wait_for_selector(".record:has-text('Ben'):has-text('returned')")
    page.click(".record:has-text('brushes') button:has-text('Done')")
    page.wait_for_selector(".record:has-text('brushes'):has-text('done')")
    thing = session.server.call("GET", f"/things/{id}")
    assert thing["maintenance"][0]["cost"]["minorUnits"] == 1250 and thing["media"][-1]["role"] == "receipt", thing


@check("a thing is duplicated, merged, deleted, and each can be undone", size=DESK)
def copies(session: Session):
    clear(session)
    id = add(session, "Drill", brand="Bosch")["id"]
    open_thing(session, id)
    menu(session, "Actions", "Duplicate")
    session.until(f"location.pathname.startsWith('/things/') && location.pathname !== '/things/{id}'")
    session.page.wait_for_selector(".thing-fields")
    assert len(things(session)) == 2
    menu(session, "Actions", "Merge")
    session.page.locator(".merge-choice").first.click()
    session.page.click("dialog button:has-text('Merge 1 thing')")
    session.page.hover(".undo-notice:has-text('merged')")  # it stays while the pointer is on it
    assert len(things(session)) == 1
    session.page.click(".undo-notice button")
    session.eventually(lambda: len(things(session)) == 2)
    open_thing(session, id)
    menu(session, "Actions", "Delete")
    session.page.hover(".undo-notice:has-text('in the trash')")
    session.until("location.pathname === '/things'")
    assert len(things(session)) == 1
    session.page.click(".undo-notice button")
    session.eventually(lambda: len(things(session)) == 2)


@check("a table of Homebox is previewed, imported with changed columns, and undone", size=DESK)
def importing(session: Session):
    clear(session)
    open_things(session, state=EMPTY)
    file = session.files / "homebox.csv"
    file.write_text(HOMEBOX)
    session.page.click("button:has-text('Import a table')")
    session.page.set_input_files(".import-dialog input[type=file]", file)
    session.page.wait_for_selector(".import-words:has-text('3 rows as Homebox')")
    assert "Garage › Shelf 1" in session.page.inner_text(".import-preview")
    session.keep("things-import")
    session.page.click(".import-columns summary")
    session.page.select_option("select[aria-label^='HB.description']", "ignored")
    session.settle(4)
    session.page.click(".import-dialog button:has-text('Import 3 things')")
    session.page.hover(".undo-notice:has-text('3 things imported')")
    session.page.wait_for_selector(".thing-item:has-text('Cordless drill')")
    found = things(session)
    assert [one["name"] for one in found] == ["Cordless drill", "Kettle", "Ladder"], found
    assert found[0]["serial"] == "SN-4711" and found[0]["path"] == ["Garage", "Shelf 1"] and found[0]["insured"], found[0]
    session.page.click(".undo-notice button")
    session.page.wait_for_selector(EMPTY)
    file.write_text(HOMEBOX.replace("129.90", "much"))
    session.page.click("button:has-text('Import a table')")
    session.page.set_input_files(".import-dialog input[type=file]", file)
    session.page.wait_for_selector(".import-errors:has-text('Row 2')")
    assert session.page.is_disabled(".import-dialog .primary")
    session.keep("things-import-errors")


@check("tables, the insurance report and labels are downloaded", size=DESK)
def exporting(session: Session):
    seed(session, 6)
    open_things(session)

    def download(click) -> tuple[str, bytes]:
        with session.page.expect_download() as waiting:
            click()
        return waiting.value.suggested_filename, pathlib.Path(waiting.value.path()).read_bytes()

    for label, ending, start in (("Table (CSV)", ".csv", b""), ("JSON", ".json", b"{"), ("Insurance report", ".pdf", b"%PDF")):
        menu(session, "More", "Export")
        session.page.check(f"dialog label:has-text('{label}') input")
        if ending == ".pdf":
            session.keep("things-export")
        name, data = download(lambda: session.page.click("dialog a:has-text('Download')"))
        assert name.endswith(ending) and data.startswith(start) and len(data) > 100, (name, data[:80])
    menu(session, "More", "Print labels")
    session.page.select_option("dialog select >> nth=1", "l7163")
    session.page.fill("dialog input[type=number]", "3")
    session.page.keyboard.press("Tab")
    session.keep("things-labels")
    _, data = download(lambda: session.page.click("dialog a:has-text('Download PDF')"))
    assert data.startswith(b"%PDF")


@check("totals and what is due are beside the list", size=DESK)
def overview(session: Session):
    seed(session, 12)
    id = things(session)[0]["id"]
    session.server.call("PATCH", f"/things/{id}", {"warrantyUntil": "2100-01-01T00:00:00Z"})
    session.server.call("POST", f"/things/{id}/maintenance", {"title": "Oil", "due": "2020-01-01T00:00:00Z"})
    open_things(session)
    session.page.click("button:has-text('Totals and due')")
    session.page.wait_for_selector(".totals-table tbody tr >> nth=3")
    session.page.wait_for_selector(".reminder:has-text('Oil')")
    session.until("location.search === '?panel=overview'")
    session.keep("things-overview")
    audit(session, "totals")
    session.page.select_option("select[aria-label=Group]", "place")
    session.page.click(".totals-table button:has-text('Cellar')")
    session.until("document.querySelector('.list-count').textContent.startsWith('6 things')")


@layout("the page of things", touch=True)
def list_layout(session: Session, size):
    seed(session, 30)
    open_things(session)
    if size == PHONE:
        session.page.wait_for_selector(".bottom-bar")
    audit(session, "the grid")
    yield "things-grid"
    session.page.click(".things-view label[title=Table]")
    session.page.wait_for_selector(".thing-list[data-mode=table] .thing-item")
    audit(session, "the table")
    yield "things-table"
    session.page.locator(".thing-item .thing-check input").first.click()
    session.page.wait_for_selector(".bulk-bar")
    yield "things-bulk"
    session.page.keyboard.press("Escape")
    session.text_size(200)
    yield "things-200"
    session.text_size(100)
    session.page.set_viewport_size({"width": 320, "height": 640})
    session.settle(4)
    yield "things-320"


@layout("the page of a thing", touch=True)
def thing_layout(session: Session, size):
    clear(session)
    id = add(
        session, "Cordless drill with a rather long name", category="Tools", brand="Bosch", model="PSB 500", serial="SN-4711",
        value=euros(12900), tags=["red", "loud"], notes="In the red box.", warrantyUntil="2030-01-01T00:00:00Z",
        fields=[{"name": "Voltage", "type": "number", "value": 18}])["id"]
    session.server.call("POST", f"/things/{id}/media?kind=photo&name=a.jpg", photo(session, "a.jpg").read_bytes())
    session.server.call("POST", f"/things/{id}/loans", {"borrower": "Ben", "lent": "2026-01-01T00:00:00Z"})
    open_thing(session, id)
    session.until("document.querySelector('.photo-frame img')?.naturalWidth > 0")
    audit(session, "the thing")
    yield "thing"
    session.text_size(200)
    yield "thing-200"
    session.text_size(100)
    session.page.set_viewport_size({"width": 320, "height": 640})
    session.settle(4)
    yield "thing-320"


@check("a finger that stays selects; then touches select more", size=PHONE, has_touch=True)
def touching(session: Session):
    seed(session, 8)
    open_things(session)
    box = session.page.locator(".thing-item").nth(1).bounding_box()
    client = session.page.context.new_cdp_session(session.page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    session.page.wait_for_selector(".bulk-bar")
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.page.locator(".thing-item").nth(3).tap()
    session.until("document.querySelector('.bulk-count').textContent === '2 selected'")
    assert json.loads(session.page.evaluate("JSON.stringify(location.pathname)")) == "/things"
    session.keep("things-touch-selected")
