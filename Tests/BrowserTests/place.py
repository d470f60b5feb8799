"""The space page: what is drawn, the modes, the cut, the ways to move, the address, loading and failures. It looks at pixels."""

import pixels
import samples
from harness import DESK, PHONE, SMALL, Session, check, layout

CANVAS = ".place-canvas"


def room(session: Session) -> str:
    """A space with the test room; one is enough for all checks."""
    for space in session.server.spaces():
        if space["name"] == "Test room":
            return space["id"]
    return session.server.seed(samples.write_room(session.files / "room.ply"), "Test room")


def pressed(session: Session) -> str:
    return session.page.get_attribute("button:has-text('Ceiling cut')", "aria-pressed")


@check("the space is drawn in its colours, with its name and size")
def drawn(session: Session):
    session.open_place(room(session))
    picture = session.picture()
    seen = [pixels.share(picture, colour) for colour in (samples.CEILING, *samples.WALLS)]
    assert seen[0] > 0.02 and sum(share > 0.02 for share in seen[1:]) >= 2, f"colours are missing: {seen}"
    readout = session.page.inner_text(".readout")
    assert "4.0 × 3.0 × 2.5 m" in readout and "504 triangles" in readout and "m²" in readout, readout
    assert session.page.title() == "Test room · Diorama"
    assert session.page.inner_text("h1") == "Test room"


@check("the ceiling cut opens the place from above and closes it; reset restores")
def cut(session: Session):
    session.open_place(room(session))
    look = session.picture()
    session.page.click("button:has-text('Ceiling cut')")
    session.settle()
    opened = session.picture()
    assert pressed(session) == "true"
    assert pixels.difference(look, opened) > 3, "the cut changes nothing"
    assert pixels.share(opened, samples.CEILING) < 0.01, "the ceiling is there in spite of the cut"
    assert pixels.share(opened, samples.FLOOR) > 0.05, "the floor is not seen"
    session.page.click("button:has-text('Ceiling cut')")
    session.settle()
    assert pressed(session) == "false"
    assert pixels.share(session.picture(), samples.CEILING) > 0.02, "the ceiling did not come back"
    assert session.query() == {}
    for _ in range(4):
        session.page.click("button[aria-label='Zoom in']:visible")
    session.settle()
    assert pixels.difference(session.picture(), look) > 5
    session.page.click("button[aria-label='Reset view']")
    session.settle()
    assert pixels.difference(session.picture(), look) < 1, "reset did not restore the view"
    assert session.query() == {}


@check("the slider moves the cut", thorough=True)
def slider(session: Session):
    session.open_place(room(session), "?cut=2.1")
    before = session.picture()
    high = pixels.share(before, samples.WALLS[0])
    session.page.focus(".cut-slider input")
    session.page.evaluate("document.querySelector('.cut-slider input').value = 0.4")
    session.page.dispatch_event(".cut-slider input", "input")
    session.settle()
    assert session.page.inner_text(".cut-height") == "0.40 m"
    assert pixels.share(session.picture(), samples.WALLS[0]) < 0.5 * high, "the walls are as high as before"
    assert session.query()["cut"] == "0.4"


@check("dragging turns, the wheel zooms, the right button moves")
def mouse(session: Session):
    session.open_place(room(session))
    page, (x, y) = session.page, (SMALL[0] / 2, SMALL[1] / 2)
    first = session.picture()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 90, y, steps=6)
    session.frames(12)  # at rest, so that it doesn't turn on
    page.mouse.up()
    session.settle()
    turned, camera = session.picture(), session.query()["camera"].split("_")
    assert pixels.difference(first, turned) > 3
    page.mouse.move(x + 60, y + 40)
    page.mouse.wheel(0, -400)
    session.settle()
    nearer = session.query()["camera"].split("_")
    assert float(nearer[5]) < 0.8 * float(camera[5]) and nearer[3:5] == camera[3:5], (camera, nearer)
    page.mouse.move(x, y)
    page.mouse.down(button="right")
    page.mouse.move(x + 60, y + 30, steps=4)
    page.mouse.up(button="right")
    session.settle()
    moved = session.query()["camera"].split("_")
    assert moved[:3] != nearer[:3] and moved[3:] == nearer[3:], (nearer, moved)


def touch(session: Session, *frames):
    """Fingers by their places, step by step; an empty step lets go."""
    client = session.page.context.new_cdp_session(session.page)
    down = False
    for points in frames:
        kind = "touchEnd" if not points else "touchMove" if down else "touchStart"
        down = bool(points)
        fingers = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
        session.frames(4)  # as far apart as a screen reports fingers
    session.settle()


@check("one finger turns, two fingers move and zoom", size=PHONE, has_touch=True, thorough=True)
def fingers(session: Session):
    session.open_place(room(session))
    touch(session, [(195, 400)], [(230, 400)], [(260, 400)], [(260, 400)], [])
    turned = session.query()["camera"].split("_")
    apart = [[(195 - gap, 400), (195 + gap, 400)] for gap in (40, 60, 80)]
    touch(session, *apart, [])
    zoomed = session.query()["camera"].split("_")
    ratio = float(zoomed[5]) / float(turned[5])
    assert 0.42 < ratio < 0.6 and zoomed[3:5] == turned[3:5], (turned, zoomed)
    together = [[(155 + move, 400), (235 + move, 400)] for move in (0, 20, 40)]
    touch(session, *together, [])
    moved = session.query()["camera"].split("_")
    assert moved[:3] != zoomed[:3] and abs(float(moved[5]) / float(zoomed[5]) - 1) < 0.02, (zoomed, moved)


@check("the address brings back camera and cut")
def address(session: Session):
    space = room(session)
    session.open_place(space, "?camera=0.5_0_0.2_120_45_3.5&cut=1.2")
    first = session.picture()
    session.page.reload()
    session.wait_for_place()
    assert pixels.difference(first, session.picture()) < 0.5
    assert session.page.input_value(".cut-slider input") == "1.2"
    session.open_place(space, "?mode=fly&camera=1_2_x&cut=tall")
    assert session.page.is_checked("input[value=look]")


@check("nothing is drawn while nothing moves")
def on_demand(session: Session):
    session.open_place(room(session))
    before = session.page.evaluate("window.draws")
    session.frames(40)
    assert before > 0 and session.page.evaluate("window.draws") == before


@check("reduced motion has no flights, only a cross-fade", reduced_motion="reduce")
def reduced_motion(session: Session):
    session.open_place(room(session), "?camera=0.5_0_0.2_120_45_3.5")
    session.page.focus(CANVAS)
    before = session.page.evaluate("window.draws")
    session.page.keyboard.press("r")
    assert session.page.evaluate("document.querySelector('.place-veil').classList.contains('fading')")
    session.settle()
    a_picture = 3  # the place, its ground, and what three draws besides
    drawn = session.page.evaluate("window.draws") - before
    assert 0 < drawn <= 3 * a_picture, f"{drawn} draws are a flight"


@check("loading shows real progress over the space's thumbnail")
def loading(session: Session):
    space, held = room(session), []
    mesh = next(asset for asset in session.server.call("GET", f"/spaces/{space}")["assets"] if asset["kind"] == "mesh")
    session.page.route(f"**{mesh['url']}", lambda route: held.append(route))
    session.page.goto(f"{session.server.address}/spaces/{space}")
    session.page.wait_for_selector(".place-backdrop img")
    assert session.page.get_attribute("main", "aria-busy") == "true"
    session.page.wait_for_selector(".place-loading:has-text('Loading the space')")
    session.eventually(lambda: held)[0].continue_()
    session.wait_for_place()
    assert session.page.get_attribute("main", "aria-busy") == "false" and not session.page.is_visible(".place-loading")


@check("a lost connection is reported, and retrying works", expect=["Failed to load", "ERR_FAILED"])
def broken_connection(session: Session):
    space = room(session)
    session.page.route("**/api/v1/assets/**", lambda route: route.abort())
    session.page.goto(f"{session.server.address}/spaces/{space}")
    session.page.wait_for_selector(".place[data-state=failed]")
    session.page.unroute("**/api/v1/assets/**")
    session.page.click("button:has-text('Try again')")
    session.wait_for_place()
    assert not session.page.is_visible(".trouble")


@check("a space that isn't there says so", expect=["404"])
def missing(session: Session):
    session.page.goto(f"{session.server.address}/spaces/{'0' * 27}")
    session.page.wait_for_selector(".place[data-state=failed]")
    assert "doesn't exist" in session.page.inner_text("[role=alert]")
    session.keep("missing")
    session.page.click("text=All spaces")
    session.page.wait_for_selector(".library")


@check("a browser without WebGL gets an explanation", expect=["WebGL"], thorough=True)
def no_webgl(session: Session):
    session.page.add_init_script(
        "const real = HTMLCanvasElement.prototype.getContext;"
        "HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {"
        "  return kind.startsWith('webgl') ? null : real.call(this, kind, ...rest); };"
    )
    session.page.goto(f"{session.server.address}/spaces/{room(session)}")
    session.page.wait_for_selector(".place[data-state=failed]")
    assert "can't draw in 3D" in session.page.inner_text("[role=alert]")
    session.keep("no-webgl")


@check("going back and forth releases the WebGL context", thorough=True)
def leaving(session: Session):
    session.open_place(room(session))
    for _ in range(3):
        session.page.click("a[aria-label='All spaces']")
        session.page.wait_for_selector(".space-card")
        assert session.page.title() == "Spaces · Diorama" and session.page.locator("canvas").count() == 0
        session.page.click(".space-card:has-text('Test room') .card-link")
        session.wait_for_place()
    session.page.go_back()
    session.page.wait_for_selector(".space-card")
    session.page.go_forward()
    session.wait_for_place()
    assert pixels.share(session.picture(), samples.CEILING) > 0.02


@check("a space is renamed, downloaded and deleted from its own page")
def own_menu(session: Session):
    space = session.server.seed(samples.write_room(session.files / "room.ply"), "Passing")
    session.open_place(space)
    session.page.click("button[aria-label=More]")
    session.page.click("[role=menuitem]:has-text('Rename')")
    session.page.keyboard.type("Going")
    session.page.keyboard.press("Enter")
    session.page.wait_for_selector("h1:has-text('Going')")
    assert session.page.title() == "Going · Diorama"
    assert session.server.call("GET", f"/spaces/{space}")["name"] == "Going"
    session.page.click("button[aria-label=More]")
    with session.page.expect_download() as download:
        session.page.click("[role=menuitem]:has-text('Download')")
    assert open(download.value.path(), "rb").read(4) == b"glTF"
    session.page.click("button[aria-label=More]")
    session.page.click("[role=menuitem]:has-text('Delete')")
    session.page.wait_for_selector(".library")
    assert space not in [entry["id"] for entry in session.server.spaces()]


@layout("the place")
def place_layout(session: Session, size):
    session.open_place(room(session))
    yield "look"
    session.page.click("button:has-text('Ceiling cut')")
    session.settle()
    picture = session.picture()
    assert pixels.share(picture, samples.FLOOR) > 0.03
    for side in (1, size[0] - 2):
        column = [picture.getpixel((side, y)) for y in range(0, size[1], 8)]
        assert not any(pixels.same_hue(pixel, samples.FLOOR) for pixel in column), "the place is cut off at a side"
    yield "cut"
    session.text_size(200)
    session.settle()
    for part in (".place-bar", ".dock"):
        box = session.page.locator(part).bounding_box()
        assert box["x"] >= 0 and box["y"] >= 0 and box["y"] + box["height"] <= size[1] + 1, (part, box)
        assert box["height"] < size[1] / 3, f"{part} covers more than a third"
    spilt = session.page.evaluate(
        """() => [...document.querySelectorAll('.dock button, .dock label, .place-bar h1, .readout span, .cut-height')]
            .filter((e) => e.checkVisibility())
            .filter((e) => {
              const b = e.getBoundingClientRect();
              return b.left < 0 || b.right > innerWidth || e.scrollWidth > b.width + 1;
            })
            .map((e) => e.textContent)"""
    )
    assert not spilt, f"it doesn't fit at 200 %: {spilt}"
    yield "cut-200"
