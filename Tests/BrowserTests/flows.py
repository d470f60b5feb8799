"""
Whole user journeys: scan, pin and share; find a memory on a phone and return to its view; scan again and transfer the anchors.
"""

import json
import math

import samples
from explore import rest, state
from harness import DESK, PHONE, Session, check
from memories import choose_place, kitchen, memories, open_table, pin, press, send


@check("somebody scans a room, pins a memory to it, shares it, and somebody else reads it by the link", size=DESK)
def scan_pin_share(session: Session):
    session.server.empty()
    session.open_library("empty")
    session.page.set_input_files("input[type=file]", samples.write_room(session.files / "kitchen.ply"))
    session.page.wait_for_selector(".space-card a", timeout=120_000)
    (space,) = [found["id"] for found in session.server.spaces()]
    open_table(session, space)
    choose_place(session)
    session.page.fill(".composer textarea", "The pencil marks are mine.")
    session.page.check("input[value=public]", force=True)
    press(session, "button:has-text('Pin it here')")
    session.page.wait_for_selector(".sheet-memory", timeout=60_000)
    press(session, "button:has-text('Back to the space')")
    press(session, "button[aria-label='Share']:not([hidden])")
    press(session, "button:has-text('Create a link')")
    session.page.wait_for_selector(".copy-line", timeout=60_000)
    address = session.page.input_value("input[aria-label='Address']")

    other = session.page.context.browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, color_scheme="light")
    try:
        page = other.new_page()
        page.set_default_timeout(60_000)
        page.goto(address)
        # With memories, a visit begins on the sand table.
        page.wait_for_selector(".place[data-table=ready]")
        page.wait_for_selector(".strip button:has-text('The pencil marks')")
        page.eval_on_selector(".strip button:has-text('The pencil marks')", "(e) => e.click()")
        page.wait_for_selector(".sheet-memory")
        assert not page.is_visible("button[aria-label='Share']")
    finally:
        other.close()


@check(
    "on a phone a link is opened, a memory discovered and shown from its viewpoint; closing restores the exact pose",
    size=PHONE, has_touch=True,
)
def find_and_return(session: Session):
    space = kitchen(session)
    pin(session, space, "The window")
    made = send(
        session, "POST", f"/spaces/{space}/links",
        {"name": "L", "password": None, "expires": None, "part": None, "showsMemories": True})
    session.page.goto(f"{session.server.address}{made['url']}?mode=explore", timeout=60_000)
    session.page.wait_for_selector(".place[data-table=ready]", timeout=60_000)
    session.page.wait_for_selector(".strip button:has-text('The window')", timeout=60_000)
    rest(session)
    before = state(session)
    press(session, ".strip button:has-text('The window')")
    session.page.wait_for_selector(".sheet-memory", timeout=60_000)
    press(session, "button:has-text('See it from there')")
    session.until("inspected.state.away && !inspected.state.flying", 60)
    seen = state(session)["camera"]["position"]
    assert math.dist(seen, [0, 1.5, 1.2]) < 1e-4, seen
    session.keep("flow-viewpoint")
    press(session, "button:has-text('Back to the space')")
    session.until("!inspected.state.away && !inspected.state.flying", 60)
    after = state(session)
    assert json.dumps(after["camera"]) == json.dumps(before["camera"]), (before["camera"], after["camera"])
    assert after["avatar"]["position"] == before["avatar"]["position"]


@check("a pin is transferred to a new scan of the room, and its state is shown", size=DESK)
def pin_and_rescan(session: Session):
    space = kitchen(session)
    anchor = {
        "point": [-1.5, 0.9, -1], "normal": [0, 1, 0], "offset": [0, 0.1, 0], "height": 0.2,
    }
    made = pin(session, space, "The stove", anchor=anchor)
    again = session.server.seed(samples.write_room(session.files / "again.ply", steps=8), "Kitchen again")
    told = send(session, "POST", f"/spaces/{again}/reanchor", {"from": space, "dryRun": False})
    assert told["held"] + told["moved"] + told["lost"] == 1 and told["residual"] < 0.02, told
    (moved,) = memories(session, again)
    assert moved["title"] == made["title"], moved
    assert math.dist(moved["anchor"]["point"], anchor["point"]) < 0.05, moved["anchor"]
    open_table(session, again, f"&memory={moved['id']}")
    session.page.wait_for_selector(".sheet-memory h2:text-is('The stove')", timeout=60_000)
    words = session.page.inner_text(".sheet-memory")
    assert ("moved together with its surface" in words) == (moved["anchor"]["state"] == "moved"), words
