"""
Navigation, places, the search, and things in their spaces: the tree, searching by keyboard, flying to a thing, objects that become
things, a thing that is placed by a press.
"""

import json
import math

import samples
from access import look_over
from explore import rest, state
from harness import DESK, PHONE, Session, check, layout
from memories import kitchen, memories, press, send

# Where the table stands in the house, and its size.
TABLE, TABLE_SIZE = (-0.8, 0.4, 0.5), (1.0, 0.8, 0.7)
DRILL = [1.2, 0.9, -0.6]


def no_things(session: Session):
    """No things and no places."""
    for kind in ("things?limit=200", "places"):
        for one in session.server.call("GET", f"/{kind}")[kind.split("?")[0]]:
            session.server.call("DELETE", f"/{kind.split('?')[0]}/{one['id']}")
    session.server.call("DELETE", "/trash")


def add_place(session: Session, name: str, parent: str | None = None) -> str:
    return send(session, "POST", "/places", {"name": name, "parent": parent})["id"]


def add_thing(session: Session, name: str, **more) -> str:
    return send(session, "POST", "/things", {"name": name, **more})["id"]


def locate(session: Session, thing: str, space: str, position: list[float]):
    send(session, "PUT", f"/things/{thing}/location", {"space": space, "position": position})


def furnished(session: Session) -> str:
    """A space of RoomPlan's JSON with a table and a chair."""
    session.server.empty()
    no_things(session)
    path = samples.write_house(session.files / "furnished.json")
    house = json.loads(path.read_text())
    for name, center, size in (("table", TABLE, TABLE_SIZE), ("chair", (0.9, 0.45, 0.6), (0.5, 0.9, 0.5))):
        pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, *center, 1]
        house["objects"].append({**samples.surface(f"object-{name}", name, 0, size[0], size[1], pose), "dimensions": list(size)})
    path.write_text(json.dumps(house))
    return session.server.seed(path, "Furnished")


def cellar(session: Session) -> dict[str, str]:
    """Places in each other, with two things."""
    no_things(session)
    ids = {"Cellar": add_place(session, "Cellar")}
    for name in ("Shelf 10", "Shelf 2"):
        ids[name] = add_place(session, name, ids["Cellar"])
    ids["Attic"] = add_place(session, "Attic")
    ids["Drill"] = add_thing(
        session, "Cordless drill", place=ids["Shelf 2"], value={"minorUnits": 12900, "currency": "EUR"},
        notes="For the cellar's walls")
    ids["Saw"] = add_thing(session, "Saw", place=ids["Cellar"], value={"minorUnits": 2000, "currency": "EUR"})
    return ids


def open_places(session: Session, query: str = ""):
    session.page.goto(f"{session.server.address}/places{query}")
    session.page.wait_for_selector(".page[data-state=ready]")


def rows(session: Session) -> list[str]:
    return session.page.locator(".place-row-name").all_inner_texts()


def selected(session: Session) -> str:
    return session.page.inner_text(".place-row[aria-selected=true] .place-row-name")


def focused_row(session: Session) -> str | None:
    return session.page.evaluate("document.activeElement.querySelector('.place-row-name')?.textContent")


def add_in_page(session: Session, name: str):
    session.page.fill("dialog input", name)
    session.page.click("dialog button.primary")
    session.page.wait_for_selector("dialog", state="detached")


def places_now(session: Session) -> dict[str, str]:
    return {place["name"]: " › ".join(place["path"]) for place in session.server.call("GET", "/places")["places"]}


@check("places are a tree with counts and values; arrows and letters go through it", size=(1280, 800))
def tree(session: Session):
    ids = cellar(session)
    open_places(session)
    assert rows(session) == ["Attic", "Cellar"]
    cellar_row = session.page.get_attribute(f"[data-place='{ids['Cellar']}']", "aria-label")
    assert cellar_row == "Cellar, 2 things, €149.00", cellar_row
    session.page.focus(".place-row[tabindex='0']")
    for key, row in (("ArrowDown", "Attic"), ("ArrowDown", "Cellar"), ("ArrowRight", "Cellar"), ("ArrowRight", "Shelf 2")):
        session.page.keyboard.press(key)
        assert selected(session) == focused_row(session) == row, (key, row, selected(session))
    assert rows(session) == ["Attic", "Cellar", "Shelf 2", "Shelf 10"], "numbers are not sorted by their size"
    assert session.query() == {"place": ids["Shelf 2"]}
    session.page.keyboard.type("shelf 1")
    assert selected(session) == "Shelf 10"
    session.page.keyboard.press("ArrowLeft")
    session.page.keyboard.press("ArrowLeft")
    assert selected(session) == "Cellar" and rows(session) == ["Attic", "Cellar"]
    assert "2 things · €149.00" in session.page.inner_text(".place-details")
    session.page.click(".place-details button:has-text('Print labels')")
    assert f"place={ids['Cellar']}" in session.page.get_attribute("dialog a:has-text('Download PDF')", "href")
    session.page.keyboard.press("Escape")
    # The dialog gives the focus back to its button once it is closed.
    session.page.wait_for_selector("dialog", state="detached")
    session.keep("places")
    look_over(session)
    session.page.focus(".place-row[aria-selected=true]")
    session.page.keyboard.press("Enter")
    session.page.wait_for_selector(".things-page")
    session.until("document.body.textContent.includes('Cordless drill')")
    assert session.page.url.endswith(f"/things?place={ids['Cellar']}"), session.page.url


@check("places are added, renamed, moved by dialog and by dragging, and put into the trash; moving and trash can be undone",
       size=(1280, 800))
def change(session: Session):
    no_things(session)
    open_places(session)
    page = session.page
    page.wait_for_selector("text=No places yet")
    look_over(session)
    press(session, ".places-actions button:has-text('Add a place')")
    page.click("dialog button.primary")
    page.wait_for_selector("text=A place needs a name.")
    add_in_page(session, "Garage")
    press(session, ".place-details button:has-text('Add a place in it')")
    add_in_page(session, "Cabinet")
    assert selected(session) == "Cabinet" and places_now(session)["Cabinet"] == "Garage › Cabinet"
    press(session, ".place-details button:has-text('Rename')")
    add_in_page(session, "Tool cabinet")
    assert places_now(session) == {"Garage": "Garage", "Tool cabinet": "Garage › Tool cabinet"}
    press(session, ".place-details button:has-text('Move…')")
    page.select_option("dialog select", label="No other place")
    page.click("dialog button.primary")
    session.eventually(lambda: places_now(session)["Tool cabinet"] == "Tool cabinet")
    page.click(".undo-notice button")
    session.eventually(lambda: places_now(session)["Tool cabinet"] == "Garage › Tool cabinet")
    press(session, ".places-actions button:has-text('Add a place')")
    add_in_page(session, "House")
    page.drag_and_drop(".place-row:has-text('Garage')", ".place-row:has-text('House')")
    session.eventually(lambda: places_now(session)["Tool cabinet"] == "House › Garage › Tool cabinet")
    session.keep("places-dragged")
    session.until("document.activeElement !== null")
    page.focus(".place-row[tabindex='0']")
    page.keyboard.press("Delete")
    session.eventually(lambda: "Garage" not in places_now(session))
    page.click(".undo-notice:has-text('is in the trash') button")
    session.eventually(lambda: places_now(session).get("Garage") == "House › Garage")
    session.page.goto(f"{session.server.address}/trash")
    session.page.wait_for_selector(".panel-trash:has-text('The trash is empty')")


@check("loans, maintenance, things and places have words in the trash", size=PHONE)
def trash(session: Session):
    ids = cellar(session)
    loan = send(session, "POST", f"/things/{ids['Saw']}/loans", {"borrower": "Ben"})["id"]
    entry = send(session, "POST", f"/things/{ids['Saw']}/maintenance", {"title": "Sharpen"})["id"]
    for path in (f"/loans/{loan}", f"/maintenance/{entry}", f"/things/{ids['Drill']}", f"/places/{ids['Attic']}"):
        session.server.call("DELETE", path)
    session.page.goto(f"{session.server.address}/trash")
    session.page.wait_for_selector(".panel-trash .account")
    text = session.page.inner_text(".panel-trash")
    for word in ("Loan · deleted", "Maintenance entry · deleted", "Thing · deleted", "Place · deleted", "Cordless drill", "Attic"):
        assert word in text, f"{word} is missing in {text}"
    session.keep("trash-things")
    session.server.call("DELETE", "/trash")


@check("the search opens over any page by / and Control-K, finds as one types, and leads by keyboard to what it found",
       size=(1280, 800))
def search(session: Session):
    ids = cellar(session)
    session.server.empty()
    space = kitchen(session)
    locate(session, ids["Drill"], space, DRILL)
    session.open_library()
    page = session.page
    page.keyboard.press("/")
    page.wait_for_selector(".search-dialog")
    page.keyboard.press("Escape")
    page.wait_for_selector(".search-dialog", state="detached")
    page.keyboard.press("Control+k")
    page.wait_for_selector(".search-dialog")
    page.keyboard.type("cordl")
    hit = page.wait_for_selector(f".search-hit[data-id='{ids['Drill']}']")
    assert "Thing · Cellar › Shelf 2" in hit.inner_text(), hit.inner_text()
    page.keyboard.press("Control+a")
    page.keyboard.type("cellar")
    page.wait_for_selector(f".search-hit[data-id='{ids['Cellar']}']")
    page.wait_for_selector(".search-hit mark")
    session.idle()
    session.keep("search-overlay")
    look_over_dialog(session)
    page.click(".chip:has-text('Places')")
    session.until("[...document.querySelectorAll('.search-hit')].every((e) => e.dataset.kind === 'place')")
    page.click(".chip:has-text('All')")
    page.focus(".search-dialog input")
    page.keyboard.press("Control+a")
    page.keyboard.type("cordless")
    page.wait_for_selector(f".search-hit[data-id='{ids['Drill']}']")
    session.until("document.querySelectorAll('.search-hit').length === 1")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.textContent") == "Show in the space"
    page.keyboard.press("Enter")
    page.wait_for_selector(".sheet-thing", timeout=60_000)
    assert session.query()["thing"] == ids["Drill"]
    page.goto(f"{session.server.address}/search?text=cordless&kinds=thing,place")
    page.wait_for_selector(f".search-hit[data-id='{ids['Drill']}']")
    assert page.locator(".chip[aria-pressed=true]").all_inner_texts() == ["Things", "Places"]
    look_over(session)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/things/{ids['Drill']}")
    page.wait_for_selector(".page[data-state=ready] .thing-fields")


def look_over_dialog(session: Session):
    small = session.page.evaluate(
        "[...document.querySelectorAll('.search-dialog button, .search-dialog a')]"
        ".filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect().height)"
        ".filter((height) => height < 43.5).length")
    assert small == 0, f"{small} parts of the search are too small to touch"


@check("a search without a result, without text and without an answer says so", size=PHONE, expect=["500"])
def search_states(session: Session):
    session.page.goto(f"{session.server.address}/search")
    session.page.wait_for_selector("text=Searches things, places, spaces")
    session.page.fill(".search-field", "zebra")
    session.page.wait_for_selector("text=Nothing has “zebra”.")
    session.page.route("**/api/v1/search?*", lambda route: route.fulfill(status=500, json={"title": "The disk is full."}))
    session.page.fill(".search-field", "lion")
    session.page.wait_for_selector("text=The search failed: The disk is full.")
    session.page.unroute("**/api/v1/search?*")
    session.page.click("button:has-text('Try again')")
    session.page.wait_for_selector("text=Nothing has “lion”.")


def distance(a, b) -> float:
    return math.dist(a, b)


@check("the address of a thing flies to it, its card leads to it, Escape flies back; its pin opens it", size=(1280, 800))
def fly(session: Session):
    no_things(session)
    space = kitchen(session)
    drill = add_thing(session, "Drill", category="Tools")
    locate(session, drill, space, DRILL)
    page = session.page
    page.goto(f"{session.server.address}/spaces/{space}?thing={drill}")
    page.wait_for_selector(".sheet-thing", timeout=60_000)
    session.until("inspected.state?.away && !inspected.state.flying")
    session.idle()
    near = state(session)["camera"]["position"]
    assert distance(near, DRILL) < 2.3, f"the camera is at {near}"
    middle = page.evaluate(f"inspected.project({DRILL})")
    box = page.locator(".place-canvas").bounding_box()
    assert abs(middle["x"] - box["width"] / 2) < 30, f"the thing is at {middle}"
    assert page.inner_text(".thing-label.selected") == "Drill"
    assert page.get_attribute(".sheet-thing .button.primary", "href") == f"/things/{drill}"
    session.keep("thing-in-space")
    look_over(session)
    page.keyboard.press("Escape")
    page.wait_for_selector(".sheet-thing", state="detached")
    session.until("!inspected.state.away && !inspected.state.flying")
    assert "thing" not in session.query()
    spot = page.evaluate(f"inspected.project({DRILL})")
    page.mouse.move(box["x"] + spot["x"], box["y"] + spot["y"])
    session.until("document.querySelector('.thing-label:not([hidden])')?.textContent === 'Drill'")
    page.mouse.click(box["x"] + spot["x"], box["y"] + spot["y"])
    page.wait_for_selector(".sheet-thing")
    press(session, ".sheet-thing button:has-text('Take out of the space')")
    session.until("inspected.thingCount === 0")
    page.click(".undo-notice button")
    session.until("inspected.thingCount === 1")
    assert distance(session.server.call("GET", f"/things/{drill}")["position"], DRILL) < 1e-5


def open_furnished(session: Session) -> str:
    space = furnished(session)
    session.page.goto(f"{session.server.address}/spaces/{space}?mode=explore")
    session.page.wait_for_selector(".place[data-table=ready]", timeout=60_000)
    session.page.wait_for_selector("button[aria-label='Things in this space']")
    rest(session)
    return space


@check("objects become things, all or one, and that can be undone; an object has its thing and its memories", size=(1280, 800))
def objects(session: Session):
    space = open_furnished(session)
    page = session.page
    press(session, "button[aria-label='Things in this space']")
    page.wait_for_selector("h3:has-text('2 objects that are no things yet')")
    session.keep("space-objects")
    look_over(session)
    press(session, "button:has-text('Add all objects as things')")
    session.until("inspected.thingCount === 2")
    assert {thing["name"] for thing in session.server.call("GET", "/things")["things"]} == {"Table", "Chair"}
    page.click(".undo-notice button")
    session.until("inspected.thingCount === 0")
    assert session.server.call("GET", "/things")["total"] == 0
    press(session, ".sheet-things .choice-row:has-text('Table')")
    page.wait_for_selector(".sheet-object")
    session.until("inspected.boxVisible")
    press(session, "button:has-text('Add as a thing')")
    session.until("inspected.thingCount === 1")
    page.wait_for_selector(".object-thing .choice-row:has-text('Table')")
    page.wait_for_selector("text=None is pinned to it.")
    press(session, "button:has-text('New memory here')")
    page.wait_for_selector(".task")
    page.click(".task button.primary")
    page.click(".task button:has-text('Use this view')")
    page.wait_for_selector(".composer")
    page.fill(".composer input[type=text] >> nth=0", "Breakfast")
    page.fill(".composer textarea", "Every Sunday")
    page.click(".sheet-composer button.primary")
    (memory,) = session.eventually(lambda: memories(session, space))
    assert memory["anchor"]["object"]["name"] == "Table", memory["anchor"]
    # The page shows the memory when it has the server's answer, and moves to it.
    page.wait_for_selector(".sheet-composer", state="detached")
    page.keyboard.press("Escape")
    tap_table(session)
    page.wait_for_selector(".sheet-object .choice-row:has-text('Breakfast')")
    session.keep("space-object")


def tap_table(session: Session):
    """Presses the table where neither a pin nor a thing is before it."""
    session.until("!inspected.state.away && !inspected.state.flying")
    x, y, z = TABLE
    corner = [x - 0.4 * TABLE_SIZE[0], y + 0.5 * TABLE_SIZE[1], z + 0.4 * TABLE_SIZE[2]]
    spot = session.page.evaluate(f"inspected.project({corner})")
    box = session.page.locator(".place-canvas").bounding_box()
    session.page.mouse.click(box["x"] + spot["x"], box["y"] + spot["y"])


@check("a thing is placed at a pressed point, and at an object", size=(1280, 800))
def placed(session: Session):
    space = open_furnished(session)
    drill = add_thing(session, "Drill")
    add_thing(session, "Saw")
    page = session.page
    press(session, "button[aria-label='Things in this space']")
    press(session, "button:has-text('Place a thing here')")
    page.wait_for_selector(".choose-thing .choice-row:has-text('Saw')")
    page.fill(".choose-thing input", "dri")
    session.until("document.querySelectorAll('.choose-thing .choice-row').length === 1")
    session.keep("choose-thing")
    page.click(".choose-thing .choice-row")
    page.wait_for_selector("button:has-text('Place Drill here')")
    tap_table(session)
    page.wait_for_selector("button:has-text('Place Drill here'):not([disabled])")
    page.click("button:has-text('Place Drill here')")
    page.wait_for_selector(".sheet-thing")
    found = session.server.call("GET", f"/things/{drill}")
    assert found["space"] == space and found["object"] is not None, found
    assert abs(found["position"][0] - TABLE[0]) < 0.6 and found["position"][1] > 0.5, found["position"]
    page.click(".undo-notice button")
    session.until("inspected.thingCount === 0")
    assert session.server.call("GET", f"/things/{drill}")["space"] is None
    page.goto(f"{session.server.address}/spaces/{space}?mode=explore&locate={drill}")
    page.wait_for_selector("button:has-text('Place Drill here')", timeout=60_000)
    page.click(".task button:has-text('Cancel')")
    session.until("!location.search.includes('locate')")


@check("visitors of a link see no things, and their page asks for none", size=(1280, 800))
def visitors(session: Session):
    no_things(session)
    space = kitchen(session)
    locate(session, add_thing(session, "Safe"), space, DRILL)
    link = send(session, "POST", f"/spaces/{space}/links", {"name": "Ben"})
    asked = []
    session.page.on("request", lambda request: asked.append(request.url))
    session.page.goto(session.server.address + link["url"])
    session.page.wait_for_selector(".place[data-state=ready]", timeout=60_000)
    session.idle()
    session.page.keyboard.press("/")
    session.frames(5)
    assert not any("/things" in url or "/search" in url or "/inbox" in url for url in asked), asked
    assert session.page.locator(".search-dialog, button[aria-label='Things in this space']").count() == 0


@check("on phones the main pages are in a bar at the bottom, and ＋ adds", size=PHONE, has_touch=True)
def phone_bar(session: Session):
    no_things(session)
    space = kitchen(session)
    session.page.route("**/api/v1/inbox", lambda route: route.fulfill(json=waiting()))
    session.open_library()
    page = session.page
    page.wait_for_selector(".bottom-bar .inbox-dot:visible")
    assert page.locator(".bottom-bar > :visible").count() == 5
    assert page.get_attribute(".bottom-bar [aria-label^=Inbox]", "aria-label") == "Inbox, 1 waiting"
    session.keep("phone-bar")
    look_over(session)
    page.click(".bottom-link:has-text('Things')")
    page.wait_for_selector("h1:has-text('Things')")
    assert page.get_attribute(".bottom-link:has-text('Things')", "aria-current") == "page"
    session.no_sideways_scroll()
    page.click("button[aria-label=Add]:visible")
    session.keep("phone-add")
    with page.expect_file_chooser():
        page.click(".menu:visible a:has-text('Photos')")
    page.wait_for_selector("h1:has-text('Spaces')")
    page.click("button[aria-label=Add]:visible")
    page.click(".menu:visible a:has-text('Memory')")
    page.wait_for_selector(".task:has-text('Pin a memory here')", timeout=60_000)
    assert f"/spaces/{space}" in page.url and "pin" not in session.query()
    session.open_library()
    session.open_account("Places")
    page.wait_for_selector("h1:has-text('Places')")
    page.click(".bottom-bar [aria-label^=Inbox]")
    page.wait_for_selector("h1:has-text('Inbox')")


def waiting() -> dict:
    offer = {
        "id": "2Abc0123456789abcdefghijklm", "title": "Chairs", "message": "", "from": "Ben",
        "account": "2Abc0123456789abcdefghijklm",
        "state": "offered", "permission": "view", "spaces": [], "received": "2026-01-02T10:00:00Z", "kind": "space",
        "item": "2Abc0123456789abcdefghijklm", "answered": None,
    }
    return {"offers": [offer], "requests": []}


@check("on wide pages the main pages have names, and the others are under Account", size=(1280, 800))
def wide_bar(session: Session):
    kitchen(session)
    session.open_library()
    page = session.page
    assert page.locator(".top-link:visible").all_inner_texts() == ["Spaces", "Things", "Exhibits"]
    assert not page.is_visible(".bottom-bar")
    for name, title in (
        ("People", "People"), ("Places", "Places"), ("Sharing", "Sharing"), ("Devices and backup", "Devices and backup"),
        ("Trash", "Trash"),
    ):
        session.open_account(name)
        page.wait_for_selector(f"h1:has-text('{title}')")
    page.click(".top-search")
    page.wait_for_selector("h1:has-text('Search')")
    page.click(".top-link:has-text('Things')")
    page.wait_for_selector("h1:has-text('Things')")
    session.keep("wide-bar")


@layout("the page of places")
def places_layout(session: Session, size):
    ids = cellar(session)
    open_places(session, f"?place={ids['Shelf 2']}")
    session.page.wait_for_selector(".place-details h2")
    yield "places"
    session.text_size(200)
    yield "places-200"


@layout("the search")
def search_layout(session: Session, size):
    cellar(session)
    session.page.goto(f"{session.server.address}/search?text=cellar")
    session.page.wait_for_selector(".search-hit")
    yield "search"
    session.text_size(200)
    yield "search-200"
    session.text_size(100)
    session.page.evaluate("document.activeElement.blur()")
    session.page.keyboard.press("/")
    session.page.wait_for_selector(".search-dialog")
    yield "search-overlay"
