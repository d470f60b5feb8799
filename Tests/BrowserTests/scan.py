"""What a scan tells of itself on its page: levels of detail, the panel, the unseen edges; and its card in the library."""

import pixels
import samples
from harness import DESK, PHONE, Session, check, layout

RIM = (255, 157, 46)  # --rim of the dark theme

LEVELS_SEEN = """
window.detailSeen = [];
new MutationObserver(() => {
  const detail = document.querySelector('.place')?.dataset.detail;
  if (detail && detail !== window.detailSeen.at(-1)) window.detailSeen.push(detail);
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-detail'] });
"""


def scan(session: Session, doubtful: bool = False) -> str:
    """A space with levels of detail, a report and rims; one of each kind is enough for all checks."""
    name = "Doubtful scan" if doubtful else "Test scan"
    for space in session.server.spaces():
        if space["name"] == name:
            return space["id"]
    space = session.server.seed(samples.write_room(session.files / "scan.ply", steps=70), name)
    samples.describe(session.server.folder / "library", space, doubtful)
    return space


def finest(session: Session):
    session.until("document.querySelector('.place').dataset.detail === 'finest'")
    session.settle()


@check("the coarsest level comes first and the finest takes its place without moving the view")
def levels(session: Session):
    space = scan(session)
    found = next(one for one in session.server.spaces() if one["id"] == space)
    counts = [asset["triangleCount"] for asset in found["assets"] if asset["kind"] in ("mesh", "lod")]
    assert counts[0] == 68600 and 16000 < counts[1] <= 17150 and len(counts) == 2, counts
    asked = []
    session.page.on("request", lambda request: asked.append(request.url) if "/assets/" in request.url else None)
    session.page.add_init_script(LEVELS_SEEN)
    session.open_place(space, "?cut=2.1")
    coarse = next(asset["url"] for asset in found["assets"] if asset["kind"] == "lod")
    whole = next(asset["url"] for asset in found["assets"] if asset["kind"] == "mesh")
    finest(session)
    models = [url for url in asked if url.endswith(coarse) or url.endswith(whole)]
    assert [url.endswith(coarse) for url in models] == [True, False], models
    assert session.page.evaluate("window.detailSeen") == ["coarse", "finest"]
    assert session.page.is_hidden(".finer")
    centre = pixels.middle(session.picture())
    assert pixels.same_hue(centre, samples.FLOOR), f"the middle is {centre}, not the floor"


@check("leaving cancels the loading of the finer level", thorough=True)
def leaving(session: Session):
    space = scan(session)
    whole = next(a["url"] for s in session.server.spaces() if s["id"] == space for a in s["assets"] if a["kind"] == "mesh")
    session.page.route(f"**{whole}", lambda route: None)
    session.page.goto(f"{session.server.address}/spaces/{space}")
    session.page.wait_for_selector(".place[data-detail=coarse]", timeout=60_000)
    session.page.wait_for_selector(".finer:not([hidden])")
    ended = []
    session.page.on("requestfailed", lambda request: ended.append(request.url))
    session.page.click("a[aria-label='All spaces']")
    session.page.wait_for_selector(".page[data-state=ready]")
    session.eventually(lambda: any(url.endswith(whole) for url in ended))


@check(
    "if the finer level fails to load, the coarse one stays, and loading can be retried",
    expect=["Failed to load resource"], thorough=True,
)
def broken_level(session: Session):
    space = scan(session)
    whole = next(a["url"] for s in session.server.spaces() if s["id"] == space for a in s["assets"] if a["kind"] == "mesh")
    session.page.route(f"**{whole}", lambda route: route.fulfill(status=503, body=""))
    session.open_place(space)
    session.page.wait_for_selector(".finer:has-text(\"didn't load\")")
    assert pixels.share(session.picture(), samples.CEILING) > 0.02, "the coarse level is gone"
    session.page.unroute(f"**{whole}")
    session.page.click(".finer >> text=Try again")
    finest(session)


@check("a place in map coordinates is drawn as one at the origin, its coarse level as well")
def georeferenced(session: Session):
    file = samples.write_room(session.files / "map.ply", steps=70, origin=(512_345, 310, -5_412_345))
    pictures = {}
    for name, space in (("near", scan(session)), ("far", session.server.seed(file, "Map room"))):
        whole = next(a["url"] for s in session.server.spaces() if s["id"] == space for a in s["assets"] if a["kind"] == "mesh")
        session.page.route(f"**{whole}", lambda route: None)
        session.page.goto(f"{session.server.address}/spaces/{space}")
        session.page.wait_for_selector(".place[data-detail=coarse]", timeout=60_000)
        session.settle(held=1)
        coarse = session.picture()
        session.page.unroute(f"**{whole}")
        session.open_place(space)
        finest(session)
        pictures[name] = (coarse, session.picture())
        assert "4.0 × 3.0 × 2.5 m" in session.page.inner_text(".readout"), session.page.inner_text(".readout")
    for kind, near, far in zip(("coarse level", "whole model"), pictures["near"], pictures["far"]):
        # Outlines: which corners a level keeps, and so its colours, depends on where the origin is.
        shapes = [picture.convert("L").point(lambda light: 255 if light > 60 else 0) for picture in (near, far)]
        assert pixels.difference(*[shape.convert("RGB") for shape in shapes]) < 1, f"the {kind} stands elsewhere"


@check("boundary loops are shown on request, by button and by key", thorough=True)
def rims(session: Session):
    session.open_place(scan(session), "?cut=2.1")
    finest(session)
    button = "button:has-text('Unseen edges')"
    before = session.picture()
    assert session.page.get_attribute(button, "aria-pressed") == "false"
    session.page.click(button)
    session.until("document.querySelector('.place').dataset.unseenEdges === 'true'")
    session.settle()
    lit = session.picture()
    assert session.page.get_attribute(button, "aria-pressed") == "true"
    assert pixels.count(lit, RIM) > 200 > 20 > pixels.count(before, RIM), "no glow is seen"
    session.page.focus(".place-canvas")
    session.page.keyboard.press("u")
    session.until("document.querySelector('.place').dataset.unseenEdges === 'false'")
    session.settle()
    assert pixels.difference(session.picture(), before) < 0.5, "the glow stays"


@check("the panel shows the report, and Escape closes it and focuses its button")
def panel(session: Session):
    session.open_place(scan(session))
    button = ".scan-button"
    assert session.page.get_attribute(button, "aria-expanded") == "false"
    session.page.click(button)
    words = session.page.inner_text(".scan-panel")
    for part in (
        "Found surface", "86 %", "Room", "53 %", "Walls", "58 %", "Ceiling", "open along 3.2 m", "1.026 ± 0.007", "Quality",
        "71 %", "Sharpness", "iPhone 15 Pro", "48.13713° N", "Walk once more",
    ):
        assert part in words, f"{part} is missing in {words}"
    assert "Duration" in words and "null" not in words and "NaN" not in words, words
    assert session.page.query_selector(".scan-warning") is None
    meters = session.page.eval_on_selector_all(".scan-panel [role=meter]", "all => all.map((m) => m.ariaValueNow)")
    assert meters == ["53", "91", "58", "0", "86", "71", "64", "70", "80", "93"], meters
    session.page.keyboard.press("Escape")
    assert session.page.is_hidden(".scan-panel")
    assert session.page.evaluate("document.activeElement.className").find("scan-button") >= 0
    session.page.focus(".place-canvas")
    session.page.keyboard.press("i")
    assert session.page.is_visible(".scan-panel")


@check("a scan of low quality says so, and unknown values are left out")
def doubtful(session: Session):
    session.open_place(scan(session, doubtful=True))
    session.page.click(".scan-button")
    words = session.page.inner_text(".scan-panel")
    assert "trajectory is uncertain" in words, words
    assert "No room was recognized: walls were not observed on two sides." in words, words
    assert "Ceiling" not in words and "±" not in words, words
    for part in ("Device", "Place", "Date", "Duration", "What would help"):
        assert part not in words, f"{part} is there: {words}"


@check("a model without a report has neither panel nor edges", thorough=True)
def plain(session: Session):
    space = session.server.seed(samples.write_room(session.files / "plain.ply"), "Plain model")
    session.open_place(space)
    assert session.page.query_selector(".scan-button") is None
    assert session.page.query_selector("button:has-text('Unseen edges')") is None


@check("a scan's card shows when it was recorded and how much of the room was seen")
def card(session: Session):
    space = scan(session)
    session.open_library()
    words = session.page.inner_text(f"[data-space='{space}']")
    assert "53 % of the room seen" in words and "3 Feb 2026" in words, words


@layout("panel and edges", touch=True)
def scan_layout(session: Session, size):
    session.open_place(scan(session), "?cut=2.1")
    finest(session)
    session.page.click("button:has-text('Unseen edges')")
    session.page.click(".scan-button")
    session.settle()
    covered, whole = session.page.eval_on_selector(
        ".scan-panel", "(e) => { const b = e.getBoundingClientRect(); return [b.width * b.height, innerWidth * innerHeight] }"
    )
    assert covered <= 0.36 * whole, "the panel covers more than a third of the place"
    yield "scan"
