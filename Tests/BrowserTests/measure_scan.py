"""Measuring in a scan that knows its own errors, in a mesh that tells nothing of them, and in one of a million triangles."""

import csv
import pathlib
import re

import samples
from harness import DESK, Session, check, program
from measure import ABOVE, click, kept, start, value
from memories import press
from plan import NO_PLAN

# A value and the half-width of its 95 % interval.
STATED = re.compile(r"(\d+\.?\d*) (m|cm|mm) ± (\d+\.?\d*) (m|cm|mm) \(95 %\)")
METRES = {"m": 1, "cm": 0.01, "mm": 0.001}


def measure_in(session: Session, space: str, query: str):
    session.open_place(space, query)
    session.until("document.querySelector('.place').dataset.detail === 'finest'")
    press(session, ".place-tools button:has-text('Measure'):not([hidden])")
    session.page.wait_for_selector(".measure-panel")
    session.settle()


def keep(session: Session) -> str:
    """Keeps the value, and says how the list shows it."""
    press(session, ".measure-save button")
    session.page.wait_for_selector(".measure-row")
    return session.page.inner_text(".measure-row .measure-text")


def table(session: Session) -> list[dict]:
    """The rows of the file that the page hands out."""
    answer = session.page.request.get(session.page.eval_on_selector(".measure-saved a", "(e) => e.href"))
    assert answer.ok and "csv" in answer.headers["content-type"], answer.status
    return list(csv.DictReader(answer.text().splitlines()))


@check("a distance in a scan states its uncertainty in the panel, the list and the table", size=DESK, expect=NO_PLAN)
def stated(session: Session):
    session.server.empty()
    folder = session.files / "flat"
    program(session, "demo", "--write", str(folder))
    (space,) = program(session, "import", str(folder), "--stride", "4", "--voxel", "0.03")["spaces"]
    box = next(one for one in session.server.spaces() if one["id"] == space["id"])["bounds"]
    x, z = ((box["min"][axis] + box["max"][axis]) / 2 for axis in (0, 2))
    measure_in(session, space["id"], f"?camera={x:.2f}_1_{z:.2f}_0_88_9&cut=1.2")
    # Two places on the floor of the living room.
    click(session, 0.40, 0.58, 1)
    click(session, 0.48, 0.64, 2)
    text = value(session)
    found = STATED.fullmatch(text)
    assert found, text
    length, half = float(found[1]) * METRES[found[2]], float(found[3]) * METRES[found[4]]
    assert 0.5 < length < 2 and 0.001 < half < 0.1, text
    assert session.page.inner_text(".measure-reason") == ""
    assert keep(session) == text
    (made,) = kept(session, space["id"])
    (row,) = table(session)
    assert row["text"] == text and abs(float(row["half_width_95"]) - made["halfWidth95"]) < 1e-6, row
    session.settle()
    session.keep("measure-scan")


@check(
    "a mesh without a noise model: panel, list and table show the uncertainty as unknown, and why",
    size=DESK, expect=NO_PLAN,
)
def unknown(session: Session):
    space = start(session)
    click(session, 0.4, 0.5, 1)
    click(session, 0.6, 0.5, 2)
    text = value(session)
    assert re.fullmatch(r"\d+\.\d+ m, uncertainty unknown", text), text
    why = session.page.inner_text(".measure-reason")
    assert len(why) > 20 and why.endswith("."), why
    assert keep(session) == text
    (made,) = kept(session, space)
    (row,) = table(session)
    assert made["halfWidth95"] is None and made["reason"], made
    assert row["half_width_95"] == row["standard_uncertainty"] == "" and "uncertainty unknown" in row["text"], row


@check(
    "in a mesh of a million triangles points snap and measure, and the page stays responsive", large=True, size=DESK,
    expect=NO_PLAN)
def large(session: Session):
    session.server.empty()
    space = session.server.seed(samples.write_room(session.files / "large.ply", steps=270), "Large")
    (found,) = session.server.spaces()
    assert found["triangleCount"] > 1_000_000, found
    measure_in(session, space, ABOVE)
    page = session.page
    # The server makes its index for the first point. The page waits for nothing: the point stands, and one moves on.
    held = []
    page.route("**/measure", lambda route: held.append(route))
    click(session, 0.4, 0.5, 1)
    before = session.query()["camera"]
    page.keyboard.press("+")
    session.eventually(lambda: session.query()["camera"] != before)
    assert held
    for route in held:
        route.continue_()
    page.unroute("**/measure")
    # Back to where the clicks are meant to land.
    page.keyboard.press("-")
    session.settle()
    click(session, 0.6, 0.5, 2)
    length = re.match(r"(\d+\.\d+) m", value(session))
    assert length and 0.5 < float(length[1]) < 4, value(session)
    keep(session)
    (made,) = kept(session, space)
    # The floor is a plane, and both points cling to it.
    assert {point["snap"] for point in made["points"]} == {"plane"} and all(abs(p["at"][1]) < 0.001 for p in made["points"]), made
    status = pathlib.Path(f"/proc/{session.server.process.pid}/status")
    if status.exists():
        peak = int(re.search(r"VmHWM:\s+(\d+) kB", status.read_text())[1]) / 1e6
        assert peak < 2, f"the server took {peak:.1f} GB"
