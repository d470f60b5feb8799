"""Splats in the place: as the reference draws them, together with the surface, measured, and on the sand table."""

import json
import sqlite3

import pixels
import samples
import splat_reference
from harness import PHONE, Session, check

# The page's own event hands its splats to whoever asks (docs/splats-viewer.md).
INSPECT = "document.addEventListener('diorama:splats', ({ detail }) => globalThis.splats = detail);"
SIZE = (360, 300)
# Level, so that no ground is drawn.
LEVEL = "?camera=0_1_0_30_0_3"
# The box room from its corner, without its ceiling.
CORNER = "?camera=0_1_0_30_40_6&cut=2.1"


def seeded(session: Session) -> tuple[str, list[dict]]:
    """A space of splats alone."""
    splats = splat_reference.sample(250)
    for space in session.server.spaces():
        if space["name"] == "Splats":
            return space["id"], splats
    return session.server.seed(splat_reference.write(session.files / "splats.spz", splats), "Splats"), splats


def room(session: Session) -> str:
    """The box room with the same splats in it."""
    for space in session.server.spaces():
        if space["name"] == "Room with splats":
            return space["id"]
    found = next(one for one in session.server.call("GET", f"/spaces/{seeded(session)[0]}")["assets"] if one["kind"] == "splats")
    space = session.server.seed(samples.write_room(session.files / "room.ply"), "Room with splats")
    with sqlite3.connect(session.server.folder / "library" / "library.sqlite", timeout=20) as catalogue:
        catalogue.execute(
            "INSERT INTO space_assets (id, space, position, hash, byte_count, kind, content_type, file_name)"
            " VALUES (?, ?, 9, ?, ?, 'splats', ?, 'room.splats')",
            (space[:-4] + "spla", space, found["url"].rsplit("/", 1)[1], found["byteCount"], found["contentType"]))
    return space


def open_splats(session: Session, space: str, query: str):
    session.page.add_init_script(INSPECT)
    session.open_place(space, query)
    session.until("document.querySelector('.place').dataset.detail === 'finest'")
    ordered(session)


def ordered(session: Session):
    """Until the image is in the order of its view."""
    session.settle()
    session.until("globalThis.splats.isOrdered")
    session.settle()


@check("splats are drawn as the equations of 3D Gaussian splatting draw them", size=SIZE)
def reference(session: Session):
    space, splats = seeded(session)
    open_splats(session, space, LEVEL)
    picture = session.picture()
    session.keep("splats-alone")
    camera = session.page.evaluate("splats.camera")
    assert session.page.evaluate("[splats.count, splats.drawn]") == [250, 250]
    assert session.page.is_hidden(".appearance-switch"), "there is nothing to choose"
    shown = list(picture.getdata())
    expected = splat_reference.draw(splats, camera["view"], camera["projection"], SIZE, shown[0])
    likeness = splat_reference.psnr(shown, expected)
    assert likeness >= 35, f"the image differs from the reference: PSNR {likeness:.1f} dB"


@check("mesh, splats or both are shown; splats and surface hide each other; the address has the choice", thorough=True)
def both(session: Session):
    space = room(session)
    open_splats(session, space, CORNER)
    assert pixels.share(session.picture(), samples.FLOOR) < 0.001, "the mesh is drawn, too"
    assert "show" not in session.query()
    pictures = {}
    for label in ("Mesh", "Both"):
        session.page.click(f".appearance-switch label:has-text('{label}')")
        ordered(session)
        assert session.query()["show"] == label.lower()
        pictures[label] = session.picture()
    session.keep("splats-both")
    floor = pixels.share(pictures["Mesh"], samples.FLOOR)
    assert 0.02 < pixels.share(pictures["Both"], samples.FLOOR) < 0.98 * floor, "the splats don't cover the floor"
    session.open_place(space, "?show=both&camera=0_1_0_30_40_6&cut=2.1")
    session.until("document.querySelector('.place').dataset.detail === 'finest'")
    ordered(session)
    assert session.page.is_checked(".appearance-switch input[value=both]"), "the address's choice is ignored"
    assert pixels.difference(session.picture(), pictures["Both"]) < 1


# The server measures on the surface, and these splats are far from it.
@check("a point is measured on the splats, not on the surface behind them", size=PHONE, expect=["422"])
def measured(session: Session):
    space = room(session)
    open_splats(session, space, CORNER)
    session.no_sideways_scroll()
    session.page.click(".place-tools button:has-text('Measure'):not([hidden])")
    session.page.wait_for_selector(".measure-panel")
    ordered(session)
    sent = []
    session.page.on("request", lambda request: sent.append(request.post_data) if request.method == "POST" else None)
    box = session.page.locator(".place-canvas").bounding_box()
    camera = session.page.evaluate("splats.camera")
    # The pixel of the point that the camera turns about: the splats are around it.
    view, projection = camera["view"], camera["projection"]
    x, y, z = (view[4 + k] + view[12 + k] for k in range(3))
    right = box["x"] + (1 - (projection[0] * x + projection[8] * z) / z) / 2 * box["width"]
    down = box["y"] + (1 + (projection[5] * y + projection[9] * z) / z) / 2 * box["height"]
    session.page.mouse.move(right, down)
    session.page.mouse.click(right, down)
    session.until("document.querySelectorAll('.measure-handle').length === 1")
    session.eventually(lambda: sent)
    point = next(one["points"][0]["at"] for one in map(json.loads, sent) if one.get("points"))
    assert sum((a - b) ** 2 for a, b in zip(point, (0, 1, 0))) < 0.9**2, f"the point is at {point}, not on the splats"


@check("the sand table shows splats, cut and behind its pins")
def table(session: Session):
    open_splats(session, room(session), "?show=both")
    session.page.click("label:has-text('Sand table')")
    session.page.wait_for_selector(".place[data-table=ready]")
    session.idle()
    session.until("globalThis.splats.isOrdered")
    session.keep("splats-table")
    assert session.page.evaluate("splats.drawn") == 250
