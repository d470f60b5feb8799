"""The plan beside the place: made on request, looked at, lit in both pictures, changed by typing, taken back, and handed on."""

import re

import samples
from access import look_over
from harness import DESK, PHONE, Session, check, layout
from memories import press, send
from place import CANVAS, touch

# Asking for a plan that was not made yet is a 404, which browsers write on the console.
NO_PLAN = ["404"]
EDITED = "The scan itself is not changed."


def flat(session: Session) -> str:
    """A fresh space with the test room, without a plan."""
    session.server.empty()
    return session.server.seed(samples.write_room(session.files / "room.ply"), "Flat")


def open_plan(session: Session, space: str, query: str = ""):
    session.open_place(space, query)
    press(session, ".place-tools button:has-text('Plan'):not([hidden])")
    session.page.wait_for_selector(".plan-pane")


def make_plan(session: Session):
    press(session, "button:has-text('Make a plan')")
    session.page.wait_for_selector(".plan-option", timeout=120_000)
    # The sheet is there, and as large as the pane allows.
    session.until(
        "(() => { const p = document.querySelector('.plan-picture'), b = p?.viewBox.baseVal, a = p?.getBoundingClientRect();"
        " return b && a.height > 50 && Math.abs(b.width / b.height - a.width / a.height) < 0.01 })()"
    )


def planned(session: Session, query: str = "") -> str:
    """A space with a plan that is open."""
    space = flat(session)
    open_plan(session, space, query)
    make_plan(session)
    return space


def plan_of(session: Session, space: str) -> dict:
    return session.server.call("GET", f"/spaces/{space}/plan")


def option(session: Session, kind: str, at: int = 0) -> str:
    """Selects the part of a kind in the list, and says its name."""
    selector = f".plan-option[data-kind={kind}] >> nth={at}"
    session.page.wait_for_selector(selector)
    name = session.page.get_attribute(selector, "aria-label")
    session.page.eval_on_selector(selector, "(e) => e.click()")
    session.page.wait_for_selector(".plan-details:not([hidden])")
    return name


@check("a plan is made on request, with progress, and shown beside the space, which gets narrower", size=DESK, expect=NO_PLAN)
def made(session: Session):
    space = flat(session)
    open_plan(session, space)
    session.page.wait_for_selector("text=This space has no plan yet")
    wide = session.page.evaluate("document.querySelector('.place-canvas').clientWidth")
    assert wide < 0.6 * DESK[0], f"the place keeps {wide} px of {DESK[0]}"
    session.keep("plan-empty")
    look_over(session)
    make_plan(session)
    answer = plan_of(session, space)
    parts = answer["plan"]["storeys"][0]
    shown = session.page.locator(".plan-part").count()
    assert shown == sum(len(parts[kind]) for kind in ("rooms", "walls", "openings")), shown
    assert len(parts["rooms"]) >= 1 and len(parts["walls"]) >= 4, parts
    room = session.page.get_attribute(".plan-option[data-kind=room]", "aria-label")
    assert "m²" in room, room
    session.settle()
    session.keep("plan-desk")
    look_over(session)
    session.no_sideways_scroll()
    press(session, ".plan-pane button[aria-label='Close the plan']")
    session.page.wait_for_selector(".plan-pane", state="detached")
    session.until(f"document.querySelector('.place-canvas').clientWidth === {DESK[0]}")


@check("the overlay coincides with the walls that the server drew", size=DESK, expect=NO_PLAN)
def mapped(session: Session):
    space = planned(session)
    sheet = plan_of(session, space)["sheets"][0]
    a, b, c, d, e, f = sheet["toSheet"]
    # Of each wall's middle, by the contract's matrix, the pixel on the screen, and what lies there.
    found = session.page.evaluate(
        """([a, b, c, d, e, f, walls]) => {
            const drawing = document.querySelector('.plan-picture');
            const box = drawing.viewBox.baseVal, area = drawing.getBoundingClientRect();
            return walls.map(([id, x, y]) => {
              const [u, v] = [a * x + c * y + e, b * x + d * y + f];
              const at = [area.left + (u - box.x) / box.width * area.width, area.top + (v - box.y) / box.height * area.height];
              return document.elementsFromPoint(...at).some((one) => one.getAttribute('data-part') === id);
            }); }""",
        [a, b, c, d, e, f, [[w["id"], (w["start"][0] + w["end"][0]) / 2, (w["start"][1] + w["end"][1]) / 2]
                            for w in plan_of(session, space)["plan"]["storeys"][0]["walls"]]],
    )
    assert found and all(found), found


@check(
    "a room is highlighted in the space when it is hovered on the plan, and the other way round",
    size=DESK, expect=NO_PLAN,
)
def lit(session: Session):
    planned(session, "?camera=0_1_0_24_60_9&cut=2.1")
    session.settle()
    before = session.page.locator(CANVAS).screenshot()
    session.page.hover(".plan-option[data-kind=room] >> nth=0")
    session.until("document.querySelector('.place').dataset.lit !== ''")
    assert session.page.locator(".plan-part.plan-room.lit").count() == 1
    session.settle()
    after = session.page.locator(CANVAS).screenshot()
    assert before != after, "nothing lights in the place"
    session.keep("plan-lit")
    session.page.mouse.move(DESK[0] * 0.75, 8)
    session.until("document.querySelector('.place').dataset.lit === ''")
    box = session.page.locator(CANVAS).bounding_box()
    session.page.mouse.move(box["x"] + box["width"] * 0.42, box["y"] + box["height"] * 0.5, steps=3)
    session.until("document.querySelectorAll('.plan-part.plan-room.lit').length === 1")
    assert session.page.locator(".plan-option.lit").count() == 1
    session.page.mouse.click(box["x"] + box["width"] * 0.42, box["y"] + box["height"] * 0.5)
    session.page.wait_for_selector(".plan-details:not([hidden])")


@check("a room is renamed and an opening deleted; both are undone and redone, by keys as well", size=DESK, expect=NO_PLAN)
def edited(session: Session):
    space = planned(session)
    option(session, "room")
    old = plan_of(session, space)["plan"]["storeys"][0]["rooms"][0]["name"]
    name = "Kitchen <b>& more</b>"
    session.page.fill(".plan-details input", name)
    session.page.keyboard.press("Enter")
    session.until(f"document.querySelector('.plan-status').textContent.includes({EDITED!r})")
    assert plan_of(session, space)["plan"]["storeys"][0]["rooms"][0]["name"] == name
    assert session.page.inner_text(".plan-details h3") == name
    session.keep("plan-room")
    look_over(session)
    session.page.focus(".plan-surface")
    session.page.keyboard.press("Control+z")
    session.until(f"document.querySelector('.plan-status').textContent.startsWith('Undone')")
    assert plan_of(session, space)["plan"]["storeys"][0]["rooms"][0]["name"] == old
    session.page.keyboard.press("Control+Shift+z")
    session.until(f"document.querySelector('.plan-status').textContent.startsWith('Redone')")
    assert plan_of(session, space)["plan"]["storeys"][0]["rooms"][0]["name"] == name
    assert len(plan_of(session, space)["edits"]) == 1
    session.page.keyboard.press("Control+y")  # nothing is left to be done again
    openings = plan_of(session, space)["plan"]["storeys"][0]["openings"]
    if not openings:  # the box room has none
        return
    option(session, "opening")
    session.keep("plan-opening")
    press(session, "button:has-text('Delete it from the plan')")
    session.until(f"document.querySelectorAll('.plan-option[data-kind=opening]').length === {len(openings) - 1}")
    press(session, ".plan-pane button[aria-label=Undo]")
    session.until(f"document.querySelectorAll('.plan-option[data-kind=opening]').length === {len(openings)}")


def distance_field(session: Session) -> str:
    """Selects walls until one has a parallel one across a room."""
    for at in range(session.page.locator(".plan-option[data-kind=wall]").count()):
        option(session, "wall", at)
        if session.page.locator(".plan-details input").count():
            return session.page.get_attribute(f".plan-option[data-kind=wall] >> nth={at}", "data-id")
    raise AssertionError("no wall has another across a room")


@check("a plan is deleted after a confirmation that names what is deleted, and made again", size=DESK, expect=NO_PLAN)
def deleted(session: Session):
    space = planned(session)
    option(session, "room")
    session.page.fill(".plan-details input", "Den")
    session.page.keyboard.press("Enter")
    session.until(f"document.querySelector('.plan-status').textContent.includes({EDITED!r})")
    session.page.keyboard.press("Escape")
    press(session, ".plan-delete")
    session.page.wait_for_selector("dialog:has-text('Your change to it is deleted too.')")
    look_over(session)
    press(session, "dialog button:has-text('Keep it')")
    assert plan_of(session, space)["plan"]
    press(session, ".plan-delete")
    press(session, "dialog button:has-text('Delete the plan')")
    session.page.wait_for_selector("text=This space has no plan yet")
    assert not plan_of(session, space).get("plan")
    make_plan(session)
    assert "Den" not in session.page.get_attribute(".plan-option[data-kind=room]", "aria-label")


@check(
    "a wall is moved by typing the distance across, in metres, centimetres and feet; a refused edit says why",
    size=DESK, expect=[*NO_PLAN, "422"],
)
def wall_moved(session: Session):
    space = planned(session)
    wall = distance_field(session)
    field = ".plan-details input"
    first = float(re.match(r"([\d.]+) m", session.page.input_value(field)).group(1))
    session.keep("plan-wall")
    look_over(session)

    def place():
        return next(w for w in plan_of(session, space)["plan"]["storeys"][0]["walls"] if w["id"] == wall)

    stood = place()
    session.page.fill(field, "so wide")
    session.page.keyboard.press("Enter")
    session.page.wait_for_selector(".plan-details .field-problem:has-text('Type a length')")
    session.page.fill(field, f"{100 * (first - 0.1):.1f} cm")
    session.page.keyboard.press("Enter")
    session.until("document.querySelector('.plan-status').textContent.startsWith('The wall was moved')")
    session.until(f"Math.abs(parseFloat(document.querySelector('{field}').value) - {first - 0.1}) < 0.011")
    (edit,) = plan_of(session, space)["edits"]
    assert edit["kind"] == "move-wall" and edit["wall"] == wall and abs(abs(edit["distance"]) - 0.1) < 0.006, edit
    moved = place()
    away = max(abs(moved[end][i] - stood[end][i]) for end in ("start", "end") for i in (0, 1))
    assert 0.09 < away < 0.11, away
    session.page.check(".plan-pane .units-switch input[value=imperial]", force=True)
    session.until(f"document.querySelector('{field}').value.includes('′')")
    session.keep("plan-imperial")
    # The plan comes again with the other units, and the field with it.
    session.settle()
    feet = session.page.input_value(field)
    session.page.fill(field, "300 ft")
    session.page.keyboard.press("Enter")
    session.page.wait_for_selector(".plan-details .field-problem:not(:empty)")
    session.page.reload()
    session.wait_for_place()
    press(session, ".place-tools button:has-text('Plan'):not([hidden])")
    session.page.wait_for_selector(f".plan-option[data-id='{wall}']")
    session.page.eval_on_selector(f".plan-option[data-id='{wall}']", "(e) => e.click()")
    assert session.page.input_value(field) == feet, "the units or the edit weren't kept"


@check("the plan is moved and zoomed by wheel, drag, keys and buttons, and fits again", size=DESK, expect=NO_PLAN, thorough=True)
def zoomed(session: Session):
    planned(session)
    box = "document.querySelector('.plan-picture').getAttribute('viewBox').split(' ').map(Number)"
    whole = session.page.evaluate(box)
    area = session.page.locator(".plan-surface").bounding_box()
    x, y = area["x"] + area["width"] / 2, area["y"] + area["height"] / 2
    session.page.mouse.move(x, y)
    session.page.mouse.wheel(0, -400)
    session.until(f"{box}[2] < {0.8 * whole[2]}")
    near = session.page.evaluate(box)
    session.page.mouse.down()
    session.page.mouse.move(x + 60, y + 20, steps=4)
    session.page.mouse.up()
    moved = session.page.evaluate(box)
    assert moved[0] < near[0] and moved[2] == near[2], (near, moved)
    session.page.focus(".plan-surface")
    session.page.keyboard.press("ArrowRight")
    assert session.page.evaluate(box)[0] > moved[0]
    session.page.keyboard.press("-")
    session.page.keyboard.press("Home")
    assert session.page.evaluate(box) == whole
    press(session, "button[aria-label='Zoom the plan in']")
    assert session.page.evaluate(box)[2] < whole[2]


@check("the export shows the sheet with its page and scale, and offers every format", size=DESK, expect=NO_PLAN)
def exported(session: Session):
    planned(session)
    press(session, "button[aria-label='Export the plan']")
    session.until("document.querySelector('.plan-preview')?.naturalWidth > 0")
    words = session.page.inner_text(".plan-export > p")
    assert re.search(r"A\d (landscape|portrait), 1 : \d+", words), words
    session.keep("plan-export")
    look_over(session)
    links = session.page.eval_on_selector_all(
        ".plan-formats a", "(all) => all.map((a) => [a.querySelector('strong').textContent, a.href])")
    assert [name for name, _ in links] == ["PDF", "SVG", "PNG", "DXF", "DWG", "IFC", "JSON"], links
    for name, address in links:
        answer = session.page.request.get(address)
        assert answer.ok and len(answer.body()) > 0 and "attachment" in answer.headers["content-disposition"], (name, answer.status)
    session.page.keyboard.press("Escape")
    session.page.wait_for_selector("dialog", state="detached")


@check("everything in the plan can be done by keyboard", size=DESK, expect=NO_PLAN, thorough=True)
def keys(session: Session):
    space = flat(session)
    session.open_place(space)
    page = session.page
    page.keyboard.press("p")
    page.wait_for_selector(".plan-pane")
    assert page.evaluate("document.querySelector('.plan-pane').contains(document.activeElement)"), "the focus is elsewhere"
    make_plan(session)
    page.focus(".plan-option[tabindex='0']")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_selector(".plan-details:not([hidden])")
    assert page.locator(".plan-option[aria-selected=true]").count() == 1
    page.keyboard.press("Escape")
    page.wait_for_selector(".plan-details", state="hidden")
    page.keyboard.press("Escape")
    page.wait_for_selector(".plan-pane", state="detached")
    assert "Plan" in page.evaluate("document.activeElement.textContent"), "the focus did not come back"


@check(
    "on a phone the plan covers the space, moves by touch, and closes at a press",
    size=PHONE, has_touch=True, expect=NO_PLAN,
)
def phone(session: Session):
    planned(session)
    session.keep("plan-phone")
    look_over(session)
    session.no_sideways_scroll()
    box = "document.querySelector('.plan-picture').getAttribute('viewBox').split(' ').map(Number)"
    before = session.page.evaluate(box)
    area = session.page.locator(".plan-surface").bounding_box()
    x, y = area["x"] + area["width"] / 2, area["y"] + area["height"] / 2
    touch(session, *[[(x - gap, y), (x + gap, y)] for gap in (30, 50, 80)], [])
    assert session.page.evaluate(box)[2] < 0.7 * before[2], "two fingers don't zoom"
    press(session, "button[aria-label='The whole sheet']")
    session.page.touchscreen.tap(x + 14, y + 10)
    session.page.wait_for_selector(".plan-details:not([hidden])")
    session.keep("plan-phone-part")
    session.page.tap(".plan-back")
    session.page.wait_for_selector(".plan-pane", state="detached")


@check("visitors and exported websites have no tools of the owner", size=DESK, expect=["403", "404", "401"])
def guests(session: Session):
    space = flat(session)
    part = {"min": [-1, 0, -1], "max": [1, 2, 1]}
    body = {"name": "L", "password": None, "expires": None, "part": part, "showsMemories": False}
    made = send(session, "POST", f"/spaces/{space}/links", body)
    session.page.goto(session.server.address + made["url"])
    session.page.wait_for_selector(".place[data-state=ready]", timeout=60_000)
    session.idle()  # the server has been asked what this visitor may do
    assert session.page.locator(".place-tools button:not([hidden])").count() == 0


@layout("the plan", expect=NO_PLAN)
def plan_layout(session: Session, size):
    planned(session)
    option(session, "wall")
    session.settle()
    yield "plan"
    press(session, "button[aria-label='Export the plan']")
    session.until("document.querySelector('.plan-preview')?.naturalWidth > 0")
    yield "plan-export"
