"""Measuring in the place: points by mouse, finger and key, values with their uncertainty, what is kept, and taking it all back."""

import re

import samples
from access import look_over
from harness import DESK, PHONE, Session, check, layout
from memories import press
from place import CANVAS
from plan import NO_PLAN

# The box room from above with its ceiling cut away: 4 m × 3 m.
ABOVE = "?camera=0_1_0_0_88_6&cut=2.1"


def flat(session: Session) -> str:
    session.server.empty()
    return session.server.seed(samples.write_room(session.files / "room.ply"), "Flat")


def start(session: Session, query: str = ABOVE) -> str:
    space = flat(session)
    session.open_place(space, query)
    press(session, ".place-tools button:has-text('Measure'):not([hidden])")
    session.page.wait_for_selector(".measure-panel")
    session.settle()
    return space


def kept(session: Session, space: str) -> list[dict]:
    return session.server.call("GET", f"/spaces/{space}/measurements")["measurements"]


def at(session: Session, x: float, y: float) -> tuple[float, float]:
    """A pixel by fractions of the picture."""
    box = session.page.locator(CANVAS).bounding_box()
    return box["x"] + x * box["width"], box["y"] + y * box["height"]


def click(session: Session, x: float, y: float, points: int):
    """Places a point and waits until it is there."""
    px, py = at(session, x, y)
    session.page.mouse.move(px, py)
    session.page.wait_for_selector(".measure-mark:not(.off)", state="attached")
    session.page.mouse.click(px, py)
    session.until(f"document.querySelectorAll('.measure-handle').length === {points}")


def value(session: Session) -> str:
    session.page.wait_for_selector(".measure-result:not([hidden])")
    return session.page.inner_text(".measure-value")


def choose_new(session: Session, kind: str):
    """Another type than before: its points go, whose handles would take the pointer from the image."""
    choose(session, kind)
    session.until("document.querySelectorAll('.measure-handle').length === 0")


def choose(session: Session, kind: str):
    # The panel may be scrolled down to the saved measurements.
    session.page.eval_on_selector(".measure-kinds", "(kinds) => kinds.scrollIntoView({block: 'center'})")
    session.page.check(f".measure-kinds input[value={kind}]", force=True)


@check(
    "a distance is measured by two presses, shown with its uncertainty, saved, renamed, deleted and restored",
    size=DESK, expect=NO_PLAN,
)
def distance(session: Session):
    space = start(session)
    session.keep("measure-empty")
    look_over(session)
    click(session, 0.36, 0.5, 1)
    px, py = at(session, 0.5, 0.55)
    session.page.mouse.move(px, py, steps=4)
    session.page.wait_for_selector(".measure-mark:not(.off)", state="attached")
    session.settle()
    session.keep("measure-aim")
    click(session, 0.6, 0.5, 2)
    text = value(session)
    assert re.match(r"\d+\.\d+ m", text), text
    why = session.page.inner_text(".measure-reason")
    assert "±" in text or ("uncertainty unknown" in text and why != ""), (text, why)
    session.until("document.querySelectorAll('.measure-label.draft').length === 1")
    session.keep("measure-distance")
    assert session.page.input_value(".measure-save input") == "Distance 1"
    session.page.fill(".measure-save input", "Width <i>of it</i>")
    press(session, ".measure-save button")
    session.page.wait_for_selector(".measure-row")
    (made,) = kept(session, space)
    assert made["name"] == "Width <i>of it</i>" and made["kind"] == "distance" and len(made["points"]) == 2, made
    assert 0.3 < made["value"] < 4, made["value"]
    session.settle()
    session.keep("measure-kept")
    look_over(session)
    press(session, "button[aria-label^='Rename Width']")
    session.page.fill(".measure-row .rename-field", "Width")
    session.page.keyboard.press("Enter")
    session.page.wait_for_selector(".measure-fly .measure-name:text-is('Width')")
    assert kept(session, space)[0]["name"] == "Width"
    press(session, "button[aria-label='Delete Width']")
    session.page.wait_for_selector(".measure-row", state="detached")
    assert kept(session, space) == []
    press(session, ".undo-notice button")
    session.page.wait_for_selector(".measure-row")
    assert [one["name"] for one in kept(session, space)] == ["Width"]


@check("points are dragged, removed, cancelled; undo and redo include all steps, saving too", size=DESK, expect=NO_PLAN)
def steps(session: Session):
    space = start(session)
    page = session.page
    choose(session, "path")
    for i, x in enumerate((0.38, 0.5, 0.6)):
        click(session, x, 0.5, i + 1)
    first = value(session)
    page.keyboard.press("Backspace")
    session.until("document.querySelectorAll('.measure-handle').length === 2")
    page.keyboard.press("Control+z")
    session.until("document.querySelectorAll('.measure-handle').length === 3")
    session.until(f"document.querySelector('.measure-value').textContent === {first!r}")
    page.keyboard.press("Control+y")
    session.until("document.querySelectorAll('.measure-handle').length === 2")
    page.keyboard.press("Control+z")
    session.until("document.querySelectorAll('.measure-handle').length === 3")
    page.focus(CANVAS)
    page.keyboard.press("Enter")
    session.until("document.querySelector('.measure-hint').textContent.startsWith('Drag a point')")
    # A handle is shown once the view is drawn again.
    page.locator(".measure-handle >> nth=2").wait_for(state="visible")
    box = page.locator(".measure-handle >> nth=2").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 10, y + 60, steps=5)
    page.mouse.up()
    session.until(f"document.querySelector('.measure-value').textContent !== {first!r}")
    session.settle()
    session.keep("measure-dragged")
    press(session, ".measure-foot button[aria-label=Undo]")
    session.until(f"document.querySelector('.measure-value').textContent === {first!r}")
    press(session, ".measure-save button")
    page.wait_for_selector(".measure-row")
    assert len(kept(session, space)) == 1
    press(session, ".measure-foot button[aria-label=Undo]")
    page.wait_for_selector(".measure-row", state="detached")
    assert kept(session, space) == [] and page.locator(".measure-handle").count() == 3
    press(session, ".measure-foot button[aria-label=Redo]")
    page.wait_for_selector(".measure-row")
    assert len(kept(session, space)) == 1
    page.focus(CANVAS)
    page.keyboard.press("Escape")
    page.wait_for_selector(".measure-panel", state="detached")


@check(
    "area, angle, height, clearance and volume are measured, or a reason is shown",
    size=DESK, expect=[*NO_PLAN, "422"], thorough=True,
)
def all_kinds(session: Session):
    start(session)
    choose(session, "area")
    corners = [(0.4, 0.42), (0.6, 0.42), (0.6, 0.6), (0.4, 0.6)]
    for i, (x, y) in enumerate(corners):
        click(session, x, y, i + 1)
    press(session, "button:has-text('Finish')")
    assert "m²" in value(session)
    assert session.page.locator(".measure-fill").count() == 1
    session.keep("measure-area")
    choose_new(session, "angle")
    for i, (x, y) in enumerate(corners[:3]):
        click(session, x, y, i + 1)
    assert re.search(r"°|rad", value(session))
    session.keep("measure-angle")
    for kind in ("height", "clearance"):
        choose_new(session, kind)
        click(session, 0.4, 0.5, 1)
        click(session, 0.6, 0.55, 2)
        assert " m" in value(session) or " cm" in value(session) or " mm" in value(session), value(session)
    choose(session, "volume")
    session.page.select_option(".measure-field select >> nth=0", label="The whole space, if its mesh is closed")
    session.until(
        "document.querySelector('.measure-value')?.checkVisibility()"
        " || document.querySelector('.measure-panel .field-problem').textContent !== ''")
    session.keep("measure-volume")


@check(
    "metric or imperial units apply to list and labels, selecting one moves the camera, and all are exported as CSV",
    size=DESK, expect=NO_PLAN,
)
def listed(session: Session):
    space = start(session)
    click(session, 0.4, 0.5, 1)
    click(session, 0.6, 0.5, 2)
    value(session)
    press(session, ".measure-save button")
    session.page.wait_for_selector(".measure-row")
    metric = session.page.inner_text(".measure-text")
    session.page.select_option(".measure-panel .units-select", "cm")
    session.until(f"document.querySelector('.measure-text').textContent !== {metric!r}")
    assert " cm" in session.page.inner_text(".measure-text"), session.page.inner_text(".measure-text")
    session.page.select_option(".measure-panel .units-select", "imperial")
    session.until(f"document.querySelector('.measure-text').textContent !== {metric!r}")
    imperial = session.page.inner_text(".measure-text")
    assert "′" in imperial or "″" in imperial or "ft" in imperial, imperial
    session.keep("measure-imperial")
    before = session.query()["camera"]
    press(session, ".measure-fly")
    session.settle()
    assert session.query()["camera"] != before
    session.keep("measure-flown")
    address = session.page.eval_on_selector(".measure-saved a", "(e) => e.href")
    answer = session.page.request.get(address)
    assert answer.ok and "csv" in answer.headers["content-type"] and kept(session, space)[0]["name"] in answer.text(), answer.text()
    session.page.reload()
    session.wait_for_place()
    press(session, ".place-tools button:has-text('Measure'):not([hidden])")
    session.page.wait_for_selector(".measure-row")
    assert session.page.inner_text(".measure-text") == imperial, "the units weren't kept"


@check("measuring can be done by keyboard: M, arrows, space, enter", size=DESK, expect=NO_PLAN)
def keys(session: Session):
    space = flat(session)
    session.open_place(space, ABOVE)
    page = session.page
    page.keyboard.press("m")
    page.wait_for_selector(".measure-panel")
    page.focus(CANVAS)
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".measure-cross:not(.off)", state="attached")
    page.keyboard.press(" ")
    session.until("document.querySelectorAll('.measure-handle').length === 1")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    session.settle()
    page.keyboard.press(" ")
    session.until("document.querySelectorAll('.measure-handle').length === 2")
    assert value(session)
    page.keyboard.press("Escape")
    session.until("document.querySelectorAll('.measure-handle').length === 0")
    page.keyboard.press("Escape")
    page.wait_for_selector(".measure-panel", state="detached")


@check(
    "on a phone points are placed with the thumb, at the cross in the middle",
    size=PHONE, has_touch=True, is_mobile=True, expect=NO_PLAN,
)
def phone(session: Session):
    space = start(session, "?camera=0_1_0_0_88_9&cut=2.1")
    page = session.page
    page.wait_for_selector(".measure-cross:not(.off)", state="attached")
    session.keep("measure-phone")
    look_over(session)
    button = page.locator(".measure-place").bounding_box()
    assert button["y"] > 0.6 * PHONE[1], "the button isn't in the thumb's reach"
    page.tap(".measure-place")
    session.until("document.querySelectorAll('.measure-handle').length === 1")
    x, y = at(session, 0.5, 0.25)
    page.touchscreen.tap(x + 60, y)
    session.until("document.querySelectorAll('.measure-handle').length === 2")
    assert value(session)
    session.settle()
    session.keep("measure-phone-value")
    press(session, ".measure-save button")
    page.wait_for_selector(".measure-row")
    assert len(kept(session, space)) == 1
    session.no_sideways_scroll()


def check_distance(session: Session):
    """Measures a distance, and checks it by a tape that shows 2 % more."""
    page = session.page
    click(session, 0.36, 0.5, 1)
    click(session, 0.6, 0.5, 2)
    before = value(session)
    metres = float(re.match(r"(\d+\.\d+) m", before)[1])
    press(session, ".check-add")
    page.wait_for_selector(".check-dialog")
    return before, metres


@check(
    "a check distance corrects the scale: the residual and the statement are shown, the value changes, and it can be removed",
    size=DESK, expect=[*NO_PLAN, "422"],
)
def checked(session: Session):
    space = start(session)
    page = session.page
    press(session, ".check-add")
    session.until("document.querySelector('.check-hint').classList.contains('check-next')")
    before, metres = check_distance(session)
    assert before.split(",")[0] in page.inner_text(".check-form"), page.inner_text(".check-form")
    page.fill(".check-form input >> nth=0", "so wide")
    page.keyboard.press("Enter")
    session.until("document.querySelector('.check-dialog .field-problem').textContent.startsWith('Type the length')")
    page.fill(".check-form input >> nth=0", f"{metres * 102:.2f} cm")
    page.fill(".check-form input >> nth=1", "3 mm")
    session.keep("measure-check")
    look_over(session)
    press(session, ".check-form button.primary")
    page.wait_for_selector(".check-result")
    text = page.inner_text(".check-result")
    assert "residual" in text and re.search(r"Scale 1\.02", text) and "from 1 check distance" in text, text
    session.keep("measure-checked")
    press(session, ".check-result button")
    page.wait_for_selector(".check-dialog", state="detached")
    session.until(f"document.querySelector('.measure-value').textContent !== {before!r}")
    after = float(re.match(r"(\d+\.\d+) m", value(session))[1])
    assert abs(after - 1.02 * metres) < 0.005, (after, metres)
    assert page.inner_text(".measure-reason") != ""
    assert page.locator(".check-row").count() == 1
    (kept_one,) = session.server.call("GET", f"/spaces/{space}/checks")["checks"]
    assert abs(kept_one["length"] - 1.02 * metres) < 0.001, kept_one
    session.keep("measure-check-list")
    press(session, "button[aria-label^='Remove check distance']")
    page.wait_for_selector(".check-row", state="detached")
    session.until(f"document.querySelector('.measure-value').textContent === {before!r}")
    press(session, ".undo-notice button")
    page.wait_for_selector(".check-row")
    assert len(session.server.call("GET", f"/spaces/{space}/checks")["checks"]) == 1


@check("on a phone a distance is checked in a dialog", size=PHONE, has_touch=True, is_mobile=True, expect=NO_PLAN, thorough=True)
def checked_on_phone(session: Session):
    start(session, "?camera=0_1_0_0_88_9&cut=2.1")
    page = session.page
    page.tap(".measure-place")
    session.until("document.querySelectorAll('.measure-handle').length === 1")
    x, y = at(session, 0.5, 0.25)
    page.touchscreen.tap(x + 60, y)
    session.until("document.querySelectorAll('.measure-handle').length === 2")
    value(session)
    page.locator(".check-add").scroll_into_view_if_needed()
    page.tap(".check-add")
    page.wait_for_selector(".check-dialog")
    page.fill(".check-form input >> nth=0", "2 m")
    session.settle()
    session.keep("measure-check-phone")
    look_over(session)
    session.no_sideways_scroll()
    page.tap(".check-form button.primary")
    page.wait_for_selector(".check-result, .check-dialog .field-problem:not(:empty)")
    page.tap(".check-result button")
    page.wait_for_selector(".check-row")
    session.keep("measure-check-phone-list")
    session.no_sideways_scroll()


@layout("measuring", expect=NO_PLAN)
def measure_layout(session: Session, size):
    start(session, "?camera=0_1_0_20_60_9&cut=2.1")
    y = 0.5 if size == DESK else 0.3
    click(session, 0.42, y, 1)
    click(session, 0.56, y + 0.02, 2)
    value(session)
    press(session, ".measure-save button")
    session.page.wait_for_selector(".measure-row")
    choose(session, "area")
    for i, (x, dy) in enumerate([(0.44, 0.06), (0.56, 0.06), (0.5, 0.0)]):
        click(session, x, y + dy, i + 1)
    value(session)
    session.settle()
    yield "measure"
