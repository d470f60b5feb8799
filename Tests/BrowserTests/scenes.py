"""Models of several parts on their page: materials, the list of parts, the animation, and what an export loses."""

import pixels
import samples
from harness import DESK, Session, check, layout, program


def machine(session: Session) -> str:
    """A space with the machine; one is enough for all checks."""
    for space in session.server.spaces():
        if space["name"] == "Machine":
            return space["id"]
    return session.server.seed(samples.write_machine(session.files / "machine.glb"), "Machine")


def sees(session: Session, colour) -> float:
    return pixels.share(session.picture(), colour)


@check("a model of several parts is shown with its materials, without hidden parts", size=DESK, reduced_motion="reduce")
def parts(session: Session):
    session.open_place(machine(session))
    for colour in (samples.BASE, samples.HUB, samples.ARM):
        assert sees(session, colour) > 0.002, f"{colour} is not seen"
    session.page.click("[aria-label='Parts of the model']")
    rows = session.page.eval_on_selector_all(".part", "(all) => all.map((one) => one.textContent)")
    assert rows == ["Base48 triangles", "Hub36 triangles", "Arm24 triangles", "Wood12 triangles", "Varnish12 triangles"], rows
    session.keep("1440-dark-parts")
    # By the keyboard alone: to the third row, and the space bar hides it.
    session.page.focus(".part input")
    session.page.keyboard.press("Tab")
    session.page.keyboard.press("Tab")
    session.page.keyboard.press("Space")
    session.settle()
    assert sees(session, samples.ARM) < 0.001 and sees(session, samples.BASE) > 0.002
    boxes = session.page.eval_on_selector_all(".part input", "(all) => all.map((one) => [one.checked, one.disabled])")
    assert boxes == [[True, False], [True, False], [False, False], [True, True], [True, True]], boxes
    session.page.click("text=Show all")
    session.settle()
    assert sees(session, samples.ARM) > 0.002


@check("an animation waits where less motion is wanted; its time, speed and buttons work", reduced_motion="reduce")
def still(session: Session):
    session.open_place(machine(session))
    page = session.page
    assert page.get_attribute(".animation-play", "aria-label") == "Play the animation"
    before = session.picture()
    page.focus(".animation-time")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    session.settle()
    assert abs(float(page.input_value(".animation-time")) - 0.5) < 0.01
    assert page.get_attribute(".animation-time", "aria-valuetext") == "0.5 of 2.0 s"
    assert pixels.difference(before, session.picture()) > 0.2, "the arm doesn't turn"
    assert page.eval_on_selector_all(".animation-speed option", "(all) => all.map((one) => one.textContent)") == [
        "0.25×", "0.5×", "1×", "1.5×", "2×"]
    page.select_option(".animation-speed", "0.25")
    page.click(".animation-play")
    session.until("document.querySelector('.animation-time').value > 0.6")
    page.click(".animation-play")
    session.settle()


@check("an animation plays by itself and can be paused", thorough=True)
def playing(session: Session):
    session.page.goto(f"{session.server.address}/spaces/{machine(session)}")
    session.page.wait_for_selector(".place[data-state=ready]", timeout=60_000)
    session.until("document.querySelector('.animation-time')?.value > 0.3")
    session.page.eval_on_selector(".animation-play", "(e) => e.click()")
    session.settle()
    assert session.page.get_attribute(".animation-play", "aria-label") == "Play the animation"


@check("the export names what each format can't hold, in the words of the command line", reduced_motion="reduce", thorough=True)
def losses(session: Session):
    space = machine(session)
    session.open_place(space)
    page = session.page
    page.click(".place-actions [aria-haspopup=menu]")
    page.click("text=Export as…")
    page.wait_for_selector("text=This format holds the whole model.")
    page.select_option(".model-export select", "stl")
    page.wait_for_selector(".loss-list li")
    shown = page.eval_on_selector_all(".loss-list li", "(all) => all.map((one) => one.textContent)")
    file = session.files / "stored.glb"
    told = program(session, "export", space, "--format", "glb", "--output", str(file), "--without-memories")
    assert told["losses"] == [], told
    said = session.server.call("GET", f"/spaces/{space}/contents?for=stl")["losses"]
    assert shown == [one["sentence"] for one in said] and len(shown) > 4, (shown, said)
    session.keep("640-dark-export")
    with page.expect_download() as download:
        page.click(".model-export a.button")
    assert download.value.suggested_filename.endswith(".stl"), download.value.suggested_filename


@layout("a model of several parts", reduced_motion="reduce")
def arrangement(session: Session, size):
    session.open_place(machine(session))
    yield "machine"
    session.page.click("[aria-label='Parts of the model']")
    yield "machine-parts"
