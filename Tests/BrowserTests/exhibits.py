"""Exhibits: choosing a model, the 3D view, labels, parts, cards, augmented reality, a model in a scanned room."""

import json
import math
import urllib.parse
import urllib.request

import samples
from access import look_over
from harness import DESK, PHONE, SMALL, Session, check, layout

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 "
    "Safari/604.1"
)
# The views hand what is checked to whoever asks (docs/exhibit-viewer.md, "Inspection").
INSPECT = """
document.addEventListener('diorama:exhibit', ({ detail }) => { globalThis.exhibit = detail; });
document.addEventListener('diorama:exhibit-ar', ({ detail }) => { globalThis.placed = detail; });
document.addEventListener('diorama:exhibit-cards', ({ detail }) => { globalThis.cards = detail; });
"""
# A device whose camera looks at a floor 1.4 m below and 1 m ahead: it delivers frames, hit test results and a light estimate.
FAKE_XR = """
class Session extends EventTarget {
  constructor(root) {
    super();
    Object.assign(this, { root, callbacks: new Map(), next: 1, enabledFeatures: ['hit-test', 'dom-overlay'], inputSources: [],
      environmentBlendMode: 'alpha-blend', visibilityState: 'visible', renderState: {}, frameRate: 60, frames: 0 });
    window.fakeXR = this;
  }
  async requestReferenceSpace(type) { return { type, addEventListener() {}, removeEventListener() {} }; }
  async requestHitTestSource() { return { cancel() {} }; }
  async requestLightProbe() { return {}; }
  updateRenderState(state) { Object.assign(this.renderState, state); }
  requestAnimationFrame(run) {
    const id = this.next++;
    this.callbacks.set(id, run);
    return id;
  }
  cancelAnimationFrame(id) { this.callbacks.delete(id); }
  frame() {
    const all = [...this.callbacks.values()];
    this.callbacks.clear();
    const position = { x: 0.3, y: -1.4, z: -1 };
    const matrix = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.3, -1.4, -1, 1]);
    const frame = {
      session: this,
      getHitTestResults: () => window.noFloor ? [] : [{ getPose: () => ({ transform: { position, matrix } }) }],
      getLightEstimate: () => ({
        primaryLightDirection: { x: 1, y: 1, z: 0 }, primaryLightIntensity: { x: 2, y: 1, z: 1 },
        sphericalHarmonicsCoefficients: new Float32Array(27).fill(1) }),
      getViewerPose: () => null, getPose: () => null };
    this.frames += 1;
    for (const run of all) run(performance.now(), frame);
  }
  async end() { this.dispatchEvent(new Event('end')); }
}
window.XRWebGLBinding = undefined;
window.XRWebGLLayer = class { constructor() {
  this.framebuffer = null; this.framebufferWidth = 640; this.framebufferHeight = 480; this.ignoreDepthValues = true; }
  getViewport() { return { x: 0, y: 0, width: 640, height: 480 }; } };
Object.defineProperty(navigator, 'xr', { value: {
  isSessionSupported: async (mode) => mode === 'immersive-ar',
  requestSession: async (mode, options) => {
    window.xrOptions = { mode, required: options.requiredFeatures, optional: options.optionalFeatures };
    return new Session(options.domOverlay.root); },
  addEventListener() {}, removeEventListener() {},
}, configurable: true });
WebGL2RenderingContext.prototype.makeXRCompatible = async () => {};
"""
CATEGORIES = ["overview", "timeline", "systems", "crew"]
# As long as the schema permits.
LONG = "Orion flies around the Moon and returns to Earth with four astronauts on board after ten days in deep space, far away. " * 2


def sentence(length: int) -> str:
    return LONG[: length - 1].rstrip() + "."


def card(number: int) -> dict:
    made = {
        "id": f"card-{number}", "category": CATEGORIES[number % 4],
        "title": f"Card {number} with a title that has all of sixty characters, see"[:60],
        "short": sentence(160), "detailed": [sentence(140)] * 4, "sources": [],
        "simplified": {"short": f"Plain {number}. " + sentence(120), "detailed": [sentence(110)] * 4},
    }
    if number == 0:
        made["target"] = {"model": "machine", "part": "arm"}
    return made


def put(session: Session, exhibit: dict) -> dict:
    request = urllib.request.Request(
        f"{session.server.address}/api/v1/exhibits/{exhibit['id']}", method="PUT",
        data=json.dumps(exhibit["document"]).encode(),
        headers={"Content-Type": "application/json", "If-Match": f'"{exhibit["revision"]}"'})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())


def show(session: Session) -> str:
    """An exhibit with two models and five cards; returns the address of its page."""
    machine = samples.write_machine(session.files / "machine.glb")
    exhibit = session.server.call("POST", "/exhibits", {"title": "Machines"})
    for name in ("machine", "copy"):
        exhibit = session.server.call("POST", f"/exhibits/{exhibit['id']}/models?name={name}.glb", machine.read_bytes())
    document = exhibit["document"]
    first, second = document["models"]
    first["id"], first["name"], first["description"] = "machine", "Machine", "A base with a post and a turning arm."
    second["id"], second["name"], second["description"] = "other", "Other machine", "The same once more."
    arm = {"id": "arm", "name": "Arm", "description": "It turns.", "position": [0.8, 2, 0], "node": "Arm", "offset": [0, 1, 0],
           "parts": []}
    hub = {"id": "hub", "name": "Hub", "position": [0.2, 1, 0], "node": "Hub", "offset": [0, 1.2, 0], "parts": [arm]}
    first["parts"] = [
        {"id": "base", "name": "Base", "description": "Carries the machine.", "position": [0.9, 0.3, 0.9], "node": "Base",
         "parts": [hub]},
        {"id": "edge", "name": "Edge", "position": [-0.9, 0.3, 0.9], "parts": []},
        {"id": "corner", "name": "Corner", "position": [-0.9, 0.3, -0.9], "parts": []},
    ]
    document["cards"] = [card(number) for number in range(5)]
    start = {"id": "start", "time": "08:00", "title": "It starts", "text": "The arm turns.",
             "target": {"model": "machine", "part": "arm"}}
    document["timelines"] = [{"id": "day", "title": "A day", "events": [start]}]
    document["scenarios"] = [{"id": "stop", "title": "Emergency stop", "text": "What happens then.", "steps": [
        {"title": "The arm stops", "text": "At once.", "seconds": 90}, {"title": "The lamp is lit", "text": "Red."}]}]
    saved = put(session, exhibit)
    session.page.add_init_script(INSPECT)
    return f"{session.server.address}/exhibits/{saved['id']}"


def open_view(session: Session, address: str, query: str = "?model=machine"):
    session.page.goto(address + query)
    session.page.wait_for_selector(".exhibit-view[data-state=ready]", timeout=60_000)
    session.settle()


def open_cards(session: Session, address: str, query: str = "?mode=learn"):
    session.page.goto(address + query)
    session.page.wait_for_selector(".learn-card.top", timeout=30_000)
    session.settle()


def yaw(session: Session) -> float:
    return session.page.evaluate("exhibit.stage.view.yaw")


def top(session: Session) -> str | None:
    return session.page.evaluate("document.querySelector('.learn-card.top')?.dataset.card ?? null")


def press_tool(session: Session, name: str):
    session.page.click(f".exhibit-tool:has(span:text-is('{name}'))")


def drag(session: Session, selector: str, dx: float, dy: float = 0, steps: int = 8, wait: int = 0):
    box = session.page.locator(selector).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
    session.page.mouse.move(x, y)
    session.page.mouse.down()
    for step in range(1, steps + 1):
        session.page.mouse.move(x + dx * step / steps, y + dy * step / steps)
        session.frames(1)
    if wait:
        session.page.wait_for_timeout(wait)
    session.page.mouse.up()


def overlapping(session: Session) -> list:
    return session.page.evaluate(
        """() => { const all = exhibit.labels.shown; return all.flatMap((a, i) => all.slice(i + 1).filter((b) =>
            a.x + a.width > b.x && b.x + b.width > a.x && a.y + a.height > b.y && b.y + b.height > a.y).map((b) => [a, b])); }""")


# The width and the middle of the poster, and the middle of the model, in pixels.
POSTER = """
() => {
  const { x, y, width, height } = document.querySelector('.exhibit-poster[data-state=shown]').getBoundingClientRect();
  const { min, max } = exhibit.stage.model.box;
  const at = exhibit.stage.project([0, 1, 2].map((i) => (min[i] + max[i]) / 2));
  return [[width, x + width / 2, y + height / 2], [at.x, at.y]];
}
"""


def choosing(size):
    def run(session: Session):
        address = show(session)
        session.page.goto(address)
        session.page.wait_for_selector(".exhibit-model-card img")
        cards = session.page.locator(".exhibit-model-card")
        assert cards.count() == 2
        for index in range(2):
            box = cards.nth(index).bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= size[1], f"card {index} needs scrolling: {box}"
            assert box["width"] * box["height"] > 0.15 * size[0] * size[1], f"card {index} is small: {box}"
        session.until("[...document.querySelectorAll('.exhibit-model-card img')].every((e) => e.naturalWidth > 0)")
        session.keep(f"exhibit-choose-{size[0]}")
        look_over(session)
        cards.nth(0).click()
        session.page.wait_for_selector(".exhibit-view[data-state=ready]", timeout=60_000)
        assert session.query() == {"model": "machine"}
        # The poster was where the model is now.
        poster, model = session.page.evaluate(POSTER)
        assert poster[0] > 100, poster
        assert abs(poster[1] - model[0]) < 2 and abs(poster[2] - model[1]) < 2, (poster, model)
        session.page.go_back()
        session.page.wait_for_selector(".exhibit-model-card")
    return run


for size in (PHONE, DESK):
    check(f"two models to choose from are in the first view at {size[0]}x{size[1]}", size=size)(choosing(size))


@check("a drag turns the model with inertia, keys turn and zoom, reset shows the whole model again", size=DESK)
def turning(session: Session):
    open_view(session, show(session))
    home = session.page.evaluate("exhibit.stage.view")
    drag(session, ".exhibit-canvas", 160)
    after = yaw(session)
    assert abs(after - home["yaw"] + 160 * 0.006) < 0.35, (home["yaw"], after)
    session.settle()
    before = yaw(session)
    session.page.keyboard.press("ArrowRight")
    session.settle()
    assert abs(yaw(session) - before - 0.1745) < 0.01
    session.page.keyboard.press("+")
    session.settle()
    distance = session.page.evaluate("exhibit.stage.view.distance")
    assert abs(distance / home["distance"] - 0.8) < 0.02, (distance, home)
    session.page.keyboard.press("r")
    session.settle()
    view = session.page.evaluate("exhibit.stage.view")
    assert abs(view["distance"] - home["distance"]) < 0.01 and session.page.evaluate("exhibit.stage.atHome")


@check("one finger turns, two fingers pinch and move", size=PHONE, has_touch=True, thorough=True)
def fingers(session: Session):
    open_view(session, show(session))
    before = session.page.evaluate("exhibit.stage.view")
    client = session.page.context.new_cdp_session(session.page)

    def touch(kind: str, *points):
        client.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]})
        session.frames(1)

    touch("touchStart", (200, 400))
    for step in range(1, 6):
        touch("touchMove", (200 + 12 * step, 400))
    touch("touchEnd")
    session.settle()
    turned = session.page.evaluate("exhibit.stage.view")
    assert turned["yaw"] < before["yaw"] - 0.2, (before, turned)
    touch("touchStart", (170, 400), (230, 400))
    for step in range(1, 6):
        touch("touchMove", (170 - 10 * step, 400), (230 + 10 * step, 400))
    touch("touchEnd")
    session.settle()
    pinched = session.page.evaluate("exhibit.stage.view")
    assert 0.3 < pinched["distance"] / turned["distance"] < 0.45, (turned, pinched)  # 60 to 160 pixels
    session.keep("exhibit-pinched")


@check("labels never overlap while the model turns, and can be hidden", size=PHONE)
def labels(session: Session):
    open_view(session, show(session))
    assert session.page.evaluate("exhibit.labels.shown.length") >= 3
    for _ in range(8):
        session.page.keyboard.press("ArrowLeft")
        session.page.keyboard.press("+")
        session.frames(4)
        assert overlapping(session) == []
    session.settle()
    assert overlapping(session) == []
    session.keep("exhibit-labels")
    session.page.keyboard.press("l")
    session.frames(2)
    assert session.page.is_hidden(".exhibit-labels")
    press_tool(session, "Labels")
    session.frames(4)
    assert session.page.is_visible(".exhibit-labels")


@check("a part is selected by its list, highlighted, described and named in the address", size=DESK)
def parts(session: Session):
    address = show(session)
    open_view(session, address)
    press_tool(session, "Parts")
    session.page.click(".exhibit-part:has-text('Arm')")
    session.settle()
    assert session.query() == {"model": "machine", "part": "arm"}
    assert session.page.inner_text(".exhibit-caption h2") == "Arm"
    view = session.page.evaluate("exhibit.stage.view")
    assert view["target"][1] > 1.5, view
    session.keep("exhibit-part")
    look_over(session)
    session.page.reload()
    session.page.wait_for_selector(".exhibit-view[data-state=ready]", timeout=60_000)
    assert session.page.inner_text(".exhibit-caption h2") == "Arm"
    session.page.click(".exhibit-caption button")
    session.until("!location.search.includes('part')")


@check("the exploded view moves nodes by their offsets, by the button and by the slider", size=DESK, thorough=True)
def exploding(session: Session):
    open_view(session, show(session))
    top_before = session.page.evaluate("exhibit.stage.model.currentBox.max[1]")
    press_tool(session, "Explode")
    session.settle()
    assert session.page.evaluate("exhibit.stage.exploded") == 1
    moved = session.page.evaluate("exhibit.stage.model.currentBox.max[1]") - top_before
    assert abs(moved - 2.2) < 0.01, moved  # the hub by 1.2 m, and the arm with it and by 1 m more
    session.keep("exhibit-exploded")
    session.page.fill(".exhibit-slider input", "50")
    session.settle()
    assert abs(session.page.evaluate("exhibit.stage.model.currentBox.max[1]") - top_before - 1.1) < 0.01
    press_tool(session, "Explode")
    session.settle()
    assert abs(session.page.evaluate("exhibit.stage.model.currentBox.max[1]") - top_before) < 0.001


@check("a person and a house stand beside the model in true scale", size=DESK, thorough=True)
def scale(session: Session):
    open_view(session, show(session))
    press_tool(session, "Scale")
    for name, height in (("Person", 1.75), ("House", 8.6)):
        session.page.click(f".exhibit-scale-choices button:has-text('{name}')")
        session.settle()
        found = session.page.evaluate(
            "(() => { const heights = []; for (const one of exhibit.stage.scene.children) { if (one.type !== 'Group') continue;"
            " if (one === exhibit.stage.model.object) continue; one.traverse((e) => { if (!e.geometry) return;"
            " e.geometry.computeBoundingBox(); const b = e.geometry.boundingBox.clone().applyMatrix4(e.matrixWorld);"
            " heights.push(b.max.y - exhibit.stage.model.box.min[1]); }); } return Math.max(...heights); })()")
        assert abs(found - height) < 0.15, (name, found)
    session.keep("exhibit-scale")


@check("the view stays within the budget of a phone", size=PHONE)
def budget(session: Session):
    open_view(session, show(session))
    cost = session.page.evaluate("exhibit.stage.cost")
    # 60 frames a second on a phone: docs/exhibit-viewer.md, "Budget".
    assert 0 < cost["drawCalls"] <= 150 and 0 < cost["triangles"] <= 200_000 and cost["textureBytes"] <= 64 << 20, cost
    frames = session.page.evaluate("exhibit.stage.frames.value")
    session.frames(20)
    assert session.page.evaluate("exhibit.stage.frames.value") == frames, "a view at rest draws frames"


@check("in Safari of iOS the model opens in Quick Look, in real and table scale", size=PHONE, user_agent=IPHONE)
def quick_look(session: Session):
    address = show(session)
    session.page.add_init_script(
        "const real = DOMTokenList.prototype.supports; DOMTokenList.prototype.supports = function (one) {"
        " return one === 'ar' || real.call(this, one); }")
    open_view(session, address)
    links = session.page.eval_on_selector_all(
        "a[rel=ar]", "(all) => all.map((e) => [e.getAttribute('href'), e.children.length, e.firstElementChild.tagName])")
    assert len(links) == 2 and all(count == 1 and tag == "IMG" for _, count, tag in links), links
    real, table = (urllib.parse.urlparse(href) for href, _, _ in links)
    assert real.path.endswith(".usdz") and real.fragment == "allowsContentScaling=0", links
    assert table.path.endswith("-table.usdz") and table.fragment == "", links
    for href, _, _ in links:
        with urllib.request.urlopen(session.server.address + href.split("#")[0], timeout=60) as answer:
            assert answer.headers["Content-Type"] == "model/vnd.usdz+zip" and answer.read(2) == b"PK"
    session.keep("exhibit-quick-look")
    look_over(session)


def gestures(session: Session):
    """Drag, turn and pinch of a model that is placed in real scale, then in table scale."""
    client = session.page.context.new_cdp_session(session.page)

    def touch(*path):
        """Moves fingers along a path of their positions."""
        for at, points in enumerate(path):
            kind = "touchMove" if at else "touchStart"
            client.send("Input.dispatchTouchEvent", {
                "type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]})
            session.frames(1)
        client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.page.evaluate("fakeXR.frame()")

    def drawn() -> dict:
        """The model as it is drawn: position and size in metres, the turn in radians."""
        return session.page.evaluate(
            "({ position: placed.anchor.position.toArray(), size: placed.anchor.scale.x, yaw: placed.anchor.rotation.y })")

    def turn(angle: float, spread: float = 60):
        x, y = spread * math.cos(angle), spread * math.sin(angle)
        return [(195 - x, 400 - y), (195 + x, 400 + y)]

    def pinch(spreads):
        return [turn(0, spread) for spread in spreads]

    start = drawn()
    assert start["position"] == [0.3, -1.4, -1], start  # on the floor that was found
    assert start["size"] == 1
    touch(*[[(150 + 10 * step, 400)] for step in range(7)])
    moved = drawn()
    # A pixel is the height of the view at the model's distance, divided by the window's.
    metres = 60 * 2 * math.dist((0, 0, 0), start["position"]) * math.tan(0.5) / PHONE[1]
    assert abs(moved["position"][0] - start["position"][0] - metres) < 0.03, (start, moved, metres)
    assert moved["position"][1] == -1.4 and moved["yaw"] == start["yaw"], moved
    touch(*[turn(0.1 * step) for step in range(9)])
    turned = drawn()
    assert abs(abs(turned["yaw"] - moved["yaw"]) - 0.8) < 0.15, (moved, turned)
    assert turned["size"] == 1, "in real scale a model keeps its size"
    touch(*pinch(range(40, 121, 10)))
    assert drawn()["size"] == 1, "in real scale a model keeps its size"
    session.page.click(".exhibit-ar button:has-text('Table scale')")
    session.page.evaluate("fakeXR.frame()")
    small = drawn()["size"]
    assert small < 1
    touch(*pinch(range(40, 81, 5)))
    assert 1.7 < drawn()["size"] / small < 2.1, (small, drawn())
    touch(*pinch(range(40, 161, 10)))
    touch(*pinch(range(40, 161, 10)))
    assert abs(drawn()["size"] / small - 4) < 0.01, "not larger than four times"


@check("in augmented reality the model is previewed, placed, moved, turned, scaled and ended", size=PHONE, has_touch=True)
def augmented(session: Session):
    address = show(session)
    session.page.add_init_script(FAKE_XR + "; window.noFloor = true;")
    open_view(session, address)
    press_tool(session, "AR")
    session.page.wait_for_selector(".exhibit-ar")
    session.until("window.fakeXR !== undefined && fakeXR.callbacks.size > 0")
    assert session.page.evaluate("xrOptions.mode") == "immersive-ar"
    assert session.page.evaluate("xrOptions.required") == ["hit-test"]
    assert "light-estimation" in session.page.evaluate("xrOptions.optional")
    words = ".exhibit-ar .ar-words"
    session.page.evaluate("fakeXR.frame()")
    assert "until a surface is found" in session.page.inner_text(words)
    assert session.page.is_hidden(".exhibit-ar button:has-text('Place here')")
    session.page.evaluate("window.noFloor = false; fakeXR.frame()")
    session.page.wait_for_selector(".exhibit-ar button:has-text('Place here')")
    session.page.click(".exhibit-ar button:has-text('Real scale')")
    assert session.page.is_visible(".exhibit-ar button:has-text('Table scale')")
    session.page.click(".exhibit-ar button:has-text('Place here')")
    session.page.evaluate("fakeXR.frame()")
    assert "Drag to move it" in session.page.inner_text(words)
    session.page.evaluate("for (let i = 0; i < 5; i++) fakeXR.frame()")
    gestures(session)
    session.keep("exhibit-ar")
    session.page.click(".exhibit-ar button:has-text('Move')")
    assert session.page.is_visible(".exhibit-ar button:has-text('Place here')")
    session.page.evaluate("fakeXR.dispatchEvent(new Event('select')); fakeXR.frame()")  # a tap on the room
    assert session.page.is_hidden(".exhibit-ar button:has-text('Place here')")
    session.page.click(".exhibit-ar button:has-text('End')")
    session.page.wait_for_selector(".exhibit-ar", state="detached")


@check("without augmented reality the model is placed in a scanned room, dragged, turned and confirmed", size=DESK, thorough=True)
def in_a_room(session: Session):
    address = show(session)
    session.server.empty()
    session.server.seed(samples.write_room(session.files / "room.ply"), "Flat")
    open_view(session, address)
    press_tool(session, "Room")
    session.page.click(".exhibit-space:has-text('Flat')")
    session.page.wait_for_selector(".exhibit-room[data-state=ready]", timeout=60_000)
    session.settle()
    status = ".exhibit-status"
    assert "Drag the model over the floor of Flat" in session.page.inner_text(status)
    session.keep("exhibit-room")
    drag(session, ".exhibit-canvas", 60, 60)
    session.page.keyboard.press("ArrowLeft")
    session.page.keyboard.press("q")
    session.page.click(".exhibit-dock button:has-text('scale')")
    session.page.click(".exhibit-dock button:has-text('Place here')")
    session.page.wait_for_selector(".exhibit-room[data-confirmed=true]")
    assert "stands in Flat" in session.page.inner_text(status)
    session.settle()
    session.keep("exhibit-room-placed")
    look_over(session)


@check("a card follows the finger, springs back below the threshold and flies off beyond it; undo brings it back", size=PHONE)
def swiping(session: Session):
    open_cards(session, show(session))
    assert top(session) == "card-0"
    drag(session, ".learn-stack", 60, wait=150)
    session.settle()
    assert top(session) == "card-0"
    box = session.page.locator(".learn-stack").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 100
    session.page.mouse.move(x, y)
    session.page.mouse.down()
    session.page.mouse.move(x + 9, y)
    session.page.mouse.move(x + 89, y + 10)
    session.frames(2)
    matrix = session.page.evaluate(
        "(() => { const m = new DOMMatrix(getComputedStyle(document.querySelector('.learn-card.top')).transform);"
        " return [m.m41, m.m42, Math.atan2(m.m12, m.m11)]; })()")
    width = session.page.evaluate("document.querySelector('.learn-card.top').clientWidth")
    assert abs(matrix[0] - 80) < 0.5 and abs(matrix[1] - 10) < 0.5, matrix
    assert abs(matrix[2] - 0.20944 * 80 / width) < 0.002, matrix
    session.keep("card-dragged")
    session.page.mouse.move(x + 200, y)
    session.page.wait_for_timeout(120)
    session.page.mouse.up()
    session.until("document.querySelector('.learn-card.top')?.dataset.card === 'card-1'")
    session.settle()
    assert session.query()["card"] == "card-1"
    session.page.click(".exhibit-tool:has-text('Undo')")
    session.settle()
    assert top(session) == "card-0"
    # Progress is kept.
    session.page.keyboard.press("ArrowRight")
    session.until("document.querySelector('.learn-card.top')?.dataset.card === 'card-1'")
    session.page.goto(session.page.url.split("?")[0] + "?mode=learn")
    session.page.wait_for_selector(".learn-card.top")
    assert top(session) == "card-1"
    assert "1 of 5 seen" in session.page.inner_text(".learn-progress")


@check("a tap turns a card over, a long press switches to plain language", size=PHONE)
def flipping(session: Session):
    open_cards(session, show(session))
    box = session.page.locator(".learn-stack").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 80
    session.page.mouse.click(x, y)
    session.settle()
    assert session.page.evaluate("cards.stack.showsBack")
    assert session.page.is_visible(".learn-card.top .learn-back li >> nth=0")
    session.until("document.querySelector('.learn-card.top .learn-leaf').style.transform === 'rotateY(3.1416rad)'", 10)
    session.keep("card-back")
    session.page.mouse.click(x, y)
    session.settle()
    assert not session.page.evaluate("cards.stack.showsBack")
    session.page.mouse.move(x, y)
    session.page.mouse.down()
    session.until("document.querySelector('.learn-card.top .learn-short').textContent.startsWith('Plain 0.')", 5)
    session.page.mouse.up()
    session.settle()
    assert not session.page.evaluate("cards.stack.showsBack"), "a long press is not a tap"
    session.keep("card-plain")


@check("cards by keyboard, with what a screen reader says", size=DESK)
def card_keys(session: Session):
    open_cards(session, show(session))
    said = "document.getElementById('live').textContent"
    session.page.keyboard.press(" ")
    session.settle()
    assert session.page.evaluate("cards.stack.showsBack")
    assert sentence(140) in session.page.evaluate(said)
    session.page.keyboard.press("Enter")
    session.page.keyboard.press("p")
    assert "Plain language. Plain 0." in session.page.evaluate(said)
    session.page.keyboard.press("ArrowLeft")
    session.until("document.querySelector('.learn-card.top')?.dataset.card === 'card-1'")
    assert "Card 1 with" in session.page.evaluate(said)
    session.page.keyboard.press("u")
    session.settle()
    assert top(session) == "card-0" and "Back to Card 0" in session.page.evaluate(said)
    hidden = session.page.evaluate(
        "[...document.querySelectorAll('.learn-card:not(.top)')].every((e) => e.inert && e.ariaHidden === 'true')")
    assert hidden, "cards below the top one can be reached"
    look_over(session)
    for number in range(1, 6):
        session.page.keyboard.press("ArrowRight")
        wanted = f"'card-{number}'" if number < 5 else "undefined"
        session.until(f"document.querySelector('.learn-card.top')?.dataset.card === {wanted}")
    session.page.click("text=Start again")
    session.until("document.querySelector('.learn-card.top')?.dataset.card === 'card-0'")


@check("categories filter the cards", size=PHONE, thorough=True)
def filtering(session: Session):
    open_cards(session, show(session))
    session.page.click(".learn-filter:has-text('Systems')")
    assert top(session) == "card-2" and session.page.locator(".learn-card").count() == 1
    assert "0 of 1 seen" in session.page.inner_text(".learn-progress")
    session.page.click(".learn-filter:has-text('All')")
    assert top(session) == "card-0"


@check("a card shows its part in the model, and back leads to the card", size=DESK)
def card_target(session: Session):
    open_cards(session, show(session))
    session.page.keyboard.press(" ")
    session.settle()
    session.page.click(".learn-card.top .learn-target")
    session.page.wait_for_selector(".exhibit-view[data-state=ready]", timeout=60_000)
    session.settle()
    assert session.page.inner_text(".exhibit-caption h2") == "Arm"
    session.page.click("a[aria-label='Back to the card']")
    session.page.wait_for_selector(".learn-card.top")
    assert top(session) == "card-0"


@check("with reduced motion cards and flights become cross-fades", size=PHONE, reduced_motion="reduce", thorough=True)
def reduced(session: Session):
    address = show(session)
    open_cards(session, address)
    session.page.keyboard.press(" ")
    assert session.page.evaluate("cards.stack.showsBack")
    assert session.page.evaluate("document.querySelector('.learn-card.top .learn-leaf').style.transform") == ""
    session.until("getComputedStyle(document.querySelector('.learn-card.top .learn-front')).opacity === '0'")
    session.page.keyboard.press("ArrowRight")
    assert top(session) == "card-1", "the card flew"
    open_view(session, address)
    session.page.keyboard.press("p")
    session.page.click(".exhibit-part:has-text('Arm')")
    session.frames(2)
    first = session.page.evaluate("exhibit.stage.view")
    session.settle()
    assert session.page.evaluate("exhibit.stage.view") == first, "the camera flew"


@check(
    "the built-in exhibit: a coarse level first, the budget of a phone with both models, no card is cut", size=PHONE, thorough=True)
def artemis(session: Session):
    session.page.add_init_script(INSPECT)
    address = f"{session.server.address}/exhibits/artemis"
    detail = session.server.call("GET", "/exhibits/artemis")
    sizes = {file["url"]: file["path"] for file in detail["files"]}
    fetched = []
    session.page.on("response", lambda response: fetched.append(sizes.get(response.url.removeprefix(session.server.address))))
    for model in detail["document"]["models"]:
        fetched.clear()
        session.page.goto(f"{address}?model={model['id']}")
        session.page.wait_for_selector(".exhibit-view[data-level=finest]", timeout=120_000)
        session.settle()
        models = [path for path in fetched if path and path.endswith(".glb")]
        assert models[0] == model["levels"][-1]["file"] and models[-1] == model["file"], models
        cost = session.page.evaluate("exhibit.stage.cost")
        assert 0 < cost["drawCalls"] <= 150 and 100_000 < cost["triangles"] <= 200_000, cost
        assert 0 < cost["textureBytes"] <= 64 << 20, cost
        assert overlapping(session) == []
        session.keep(f"exhibit-{model['id']}")
    session.page.goto(f"{address}?mode=learn")
    session.page.wait_for_selector(".learn-card.top", timeout=30_000)
    for size in ((320, 568), PHONE, DESK):
        session.page.set_viewport_size({"width": size[0], "height": size[1]})
        for percent in (100, 200):
            session.text_size(percent)
            measured = session.page.evaluate("cards.measure()")
            assert len({one["card"] for one in measured}) == 20, len(measured)
            cut = [(one["card"], one["isPlain"]) for one in measured if one["overflows"]]
            assert not cut, f"at {size[0]}x{size[1]} and {percent} %: {cut[:4]}"


@check("no card scrolls or is cut at any size and text scale up to 200 %", size=SMALL, thorough=True)
def card_text(session: Session):
    open_cards(session, show(session))
    smallest = {}
    for size in ((320, 568), (360, 640), PHONE, (768, 1024), (844, 390), DESK):
        session.page.set_viewport_size({"width": size[0], "height": size[1]})
        for percent in (100, 150, 200):
            session.text_size(percent)
            measured = session.page.evaluate("cards.measure()")
            cut = [(one["card"], one["isPlain"], one["overflows"]) for one in measured if one["overflows"]]
            assert not cut, f"at {size[0]}x{size[1]} and {percent} %: {cut[:4]}"
            smallest[f"{size[0]}x{size[1]} {percent} %"] = min(one["textSize"] for one in measured)
            session.no_sideways_scroll()
    print("      smallest text in pixels:", {name: round(size, 1) for name, size in smallest.items()})


@check("timelines list their times, scenarios are walked step by step", size=DESK, thorough=True)
def stories(session: Session):
    address = show(session)
    session.page.goto(address + "?mode=stories")
    session.page.wait_for_selector(".exhibit-event")
    assert "08:00" in session.page.inner_text(".exhibit-event")
    assert "Step 1 of 2 · 1 min 30 s" in session.page.inner_text(".exhibit-step")
    session.page.click("button:has-text('Next')")
    assert "The lamp is lit" in session.page.inner_text(".exhibit-step")
    look_over(session)
    session.page.click(".exhibit-event a:has-text('Show in 3D')")
    session.page.wait_for_selector(".exhibit-view[data-state=ready]", timeout=60_000)
    assert session.query()["part"] == "arm"


@check("an exhibit is shared by a link: its visitors see it alone, until the link is revoked", size=DESK, expect=["404", "401"])
def shared(session: Session):
    address = show(session)
    page = session.page
    page.goto(address)
    page.click(".exhibit-bar button:has-text('Share')")
    page.wait_for_selector("dialog .link-form")
    page.fill("dialog .link-form input[type=text] >> nth=0", "Class 7b")
    page.select_option("dialog .link-form select", label="One week")
    page.click("dialog button:has-text('Create a link')")
    page.wait_for_selector("dialog .copy-line")
    link = page.input_value("dialog input[aria-label='Address']")
    session.until("document.querySelector('dialog .qr-picture').naturalWidth > 0")
    session.keep("exhibit-share")
    look_over(session)
    exhibit = address.split("/")[-1]
    (made,) = session.server.call("GET", f"/exhibits/{exhibit}/links")["links"]
    assert made["name"] == "Class 7b" and made["expires"] and made["exhibit"] == exhibit, made
    page.goto(link)
    page.wait_for_selector(".exhibit-model-card img")
    session.until("[...document.querySelectorAll('.exhibit-model-card img')].every((e) => e.naturalWidth > 0)")
    session.keep("exhibit-visit")
    found = page.locator("a[href='/exhibits'], a[href$='/edit'], a[href$='/guide'], .exhibit-bar button").count()
    assert found == 0, f"{found} ways lead out of what is shared"
    assert page.get_attribute(".exhibit-ways a:has-text('Ask')", "href") == f"{urllib.parse.urlsplit(link).path}?mode=ask"
    page.click(".exhibit-model-card >> nth=0")
    page.wait_for_selector(".exhibit-view[data-state=ready]", timeout=60_000)
    assert page.url.startswith(link), page.url
    session.server.call("PATCH", f"/links/{made['id']}", {"revoked": True})
    page.goto(link)
    page.wait_for_selector("h1:has-text('This link is not valid')")


@check("an exhibit that isn't there says so", size=PHONE, expect=["404"])
def missing(session: Session):
    session.page.goto(f"{session.server.address}/exhibits/nothing-here")
    session.page.wait_for_selector(".exhibit-page[data-state=failed]")
    assert "can't be shown" in session.page.inner_text("h1")
    look_over(session)


@layout("the pages of an exhibit")
def pages(session: Session, size):
    address = show(session)
    session.page.goto(address)
    session.page.wait_for_selector(".exhibit-model-card img")
    yield "exhibit-choose"
    open_view(session, address)
    yield "exhibit-view"
    open_cards(session, address)
    yield "exhibit-cards"
    session.page.goto(address + "?mode=stories")
    session.page.wait_for_selector(".exhibit-event")
    yield "exhibit-stories"
