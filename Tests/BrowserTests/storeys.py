"""The plan of a house with two storeys: its tabs, by mouse and by keys, what they show, and the place in step with them."""

import io

from PIL import Image, ImageChops

import samples
from access import look_over
from harness import DESK, Session, check
from memories import press
from place import CANVAS
from plan import open_plan, plan_of

SHOWN = "document.querySelector('.plan-image').getAttribute('href')"


def house(session: Session, query: str) -> str:
    """From its JSON alone: the model of the place is made of the plan."""
    session.server.empty()
    space = session.server.seed(samples.write_house(session.files / "house.json"), "House")
    open_plan(session, space, query)
    session.page.wait_for_selector(".plan-option")
    return space


def shows(session: Session, storey: int, room: str):
    """Tabs, drawing and list are all of one storey."""
    tabs = "[...document.querySelectorAll('.plan-tab')]"
    session.until(f"{tabs}.findIndex((e) => e.getAttribute('aria-selected') === 'true') === {storey}")
    session.until(f"{SHOWN}.includes('storey={storey}&')")
    names = session.page.eval_on_selector_all(
        ".plan-option[data-kind=room]", "(all) => all.map((e) => e.getAttribute('aria-label'))")
    assert len(names) == 1 and names[0].startswith(room), names


@check("two storeys have two tabs, which switch drawing and list by mouse and by keys", size=DESK)
def tabs(session: Session):
    space = house(session, "")
    page = session.page
    storeys = plan_of(session, space)["plan"]["storeys"]
    assert page.locator(".plan-tab").all_inner_texts() == [storey["name"] for storey in storeys] == ["Ground floor", "Floor 1"]
    shows(session, 0, "Living room")
    page.click(".plan-tab >> nth=1")
    shows(session, 1, "Bedroom")
    look_over(session)
    # The keys go on from the tab that was clicked, and stop at either end.
    living, bedroom = (0, "Living room"), (1, "Bedroom")
    for key, (storey, room) in (("ArrowRight", bedroom), ("ArrowLeft", living), ("ArrowLeft", living), ("ArrowRight", bedroom)):
        page.keyboard.press(key)
        shows(session, storey, room)
        assert page.evaluate("document.activeElement.matches('.plan-tab[aria-selected=true]')"), f"{key} loses the focus"
    session.keep("storeys")


@check(
    "the 3D view follows the storeys: rooms are highlighted on their own floor, the cut moves, a press selects the storey",
    size=DESK,
)
def follows_storeys(session: Session):
    # From above and a little aside: the lower room looks out from below the upper one, which is narrower.
    house(session, "?camera=2_2.5_0_0_65_14&cut=2.1")
    page = session.page

    def light() -> tuple[int, int, int, int]:
        """Where the place changes when the room is pointed at in the list: left, top, right, bottom."""
        page.mouse.move(DESK[0] * 0.75, 8)
        session.until("document.querySelector('.place').dataset.lit === ''")
        session.settle()
        before = place_picture(session)
        page.hover(".plan-option[data-kind=room]")
        session.until("document.querySelector('.place').dataset.lit !== ''")
        session.settle()
        difference = ImageChops.difference(before, place_picture(session)).convert("L")
        changed = difference.point(lambda value: 255 * (value > 6)).getbbox()
        assert changed, "nothing lights in the place"
        return changed

    lower = light()
    session.keep("storeys-lower")
    page.click(".plan-tab >> nth=1")
    upper = light()
    session.keep("storeys-upper")
    # Three metres nearer to the eye, and a metre narrower.
    assert upper[1] < lower[1] - 20 and upper[3] < lower[3] - 20, (lower, upper)
    assert upper[2] < lower[2], (lower, upper)
    assert session.query()["cut"] == "5.1"
    # The strip of the lower room that is seen beside the upper one.
    box = page.locator(CANVAS).bounding_box()
    x, y = lower[2] - 0.08 * (lower[2] - lower[0]), (lower[1] + lower[3]) / 2
    page.mouse.click(box["x"] + x, box["y"] + y)
    shows(session, 0, "Living room")
    page.wait_for_selector(".plan-details:not([hidden]) h3:text-is('Living room')")
    assert session.query()["cut"] == "2.1"
    press(session, ".plan-tab >> nth=1")
    page.wait_for_selector(".plan-details", state="hidden")
    assert session.query()["cut"] == "5.1"


def place_picture(session: Session) -> Image.Image:
    return Image.open(io.BytesIO(session.page.locator(CANVAS).screenshot())).convert("RGB")
