"""The sand table: walking, orbiting, cues, the list, opening and coming back, placing, hanging, sound, what was found, comfort.

The memories are a sample that only these checks put in, over the interface that the panels use."""

import math

import pixels
import samples
from harness import DESK, PHONE, Session, check, layout
from place import room, touch

CANVAS = ".place-canvas"

SAMPLE = """(count) => {
  const moods = ['joy', 'calm', 'wonder', 'longing', 'sorrow', 'courage', null], kinds = ['text', 'photo', 'audio', 'video'];
  let seed = 7;
  const random = () => (seed = seed * 16807 % 2147483647) / 2147483647;
  const pins = Array.from({ length: count }, (_, i) => ({
    id: 'memory' + i, title: 'Memory ' + i, mood: moods[i % 7], kind: kinds[i % 4],
    position: i === 0 ? [1.2, 1, -0.6] : [-1.8 + 3.6 * random(), 0.2 + random(), -1.3 + 2.6 * random()],
  }));
  globalThis.told = [];
  const viewpoint = { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 1.4, 1.1, 1], fieldOfView: 1, aspect: 1.5 };
  sandTable.host = {
    details: async (id) => ({ snippet: 'About ' + id, thumbnail: null, alternative: '', viewpoint, screen: null }),
    opened: (id) => told.push('opened ' + id), closing: () => void sandTable.closeMemory(),
    near: (id) => told.push('near ' + id), hovered: () => {},
    discovered: (ids) => told.push(...ids.map((id) => 'found ' + id)),
  };
  globalThis.viewpoint = viewpoint;
  sandTable.setPins(pins);
}"""

# Until the figure gets no farther, or has slid along walls for two and a half seconds.
WALK_TO_WALL = """async () => {
  const end = performance.now() + 2500;
  for (let still = 0, last = ''; still < 8 && performance.now() < end;) {
    await new Promise((done) => requestAnimationFrame(done));
    const now = [...inspected.state.avatar.position].map((value) => value.toFixed(3)).join();
    still = now === last ? still + 1 : 0;
    last = now;
  }
}"""


def open_table(session: Session, pins: int = 0, query: str = ""):
    page = session.page
    page.goto(f"{session.server.address}/spaces/{room(session)}?mode=explore{query}", timeout=60_000)
    page.wait_for_selector(".place[data-table=ready]", timeout=60_000)
    rest(session)
    if pins:
        put_pins(session, pins)


def put_pins(session: Session, count: int):
    session.page.evaluate(f"({SAMPLE})({count})")
    session.until(f"inspected.state.pinCount === {count}")
    session.frames(3)  # the cues are drawn, and the nearest looked for


def state(session: Session) -> dict:
    """What the core says now."""
    return session.page.evaluate(
        "(() => { const { camera, avatar, away, flying } = inspected.state; return { camera, avatar, away, flying } })()"
    )


def rest(session: Session):
    """Until the core says that nothing moves any more (no further step comes then): the camera comes after the figure."""
    session.until("(({ moving, flying }) => !moving && !flying)(inspected.state)")


def pitch(session: Session) -> float:
    x, y, z, w = state(session)["camera"]["rotation"]
    return math.degrees(math.asin(2 * (w * x - y * z)))


def walk(session: Session, key: str, metres: float):
    start = state(session)["avatar"]["position"]
    session.page.focus(CANVAS)
    session.page.keyboard.down(key)
    x, _, z = start
    session.until(
        f"(() => {{ const [x, , z] = inspected.state.avatar.position; return Math.hypot(x - {x}, z - {z}) > {metres} }})()")
    session.page.keyboard.up(key)


@check("the sand table shows the floor from above and the figure on it; nothing is drawn while nothing moves")
def shown(session: Session):
    open_table(session)
    session.settle()
    assert -66.1 < pitch(session) < -40 and session.query() == {"mode": "explore"}
    picture = session.picture()
    assert pixels.share(picture, samples.FLOOR) > 0.1, "the floor is not seen"
    assert pixels.share(picture, samples.CEILING) < 0.02, "the ceiling is in the way"
    session.page.evaluate("inspected.showAvatar(false)")
    before = session.page.evaluate("window.draws")
    session.frames(50)
    assert session.page.evaluate("window.draws") == before, "it draws while nothing moves"
    session.keep("sand-table")


@check("old addresses open the sand table; leaving it restores the orbit view")
def addresses(session: Session):
    session.open_place(room(session))
    look = session.picture()
    session.page.goto(f"{session.server.address}/spaces/{room(session)}?mode=table&memory=abc")
    session.page.wait_for_selector(".place[data-table=ready]")
    assert session.query() == {"mode": "explore", "memory": "abc"}
    session.page.click('.mode-switch label:has-text("Look")')
    session.settle()
    assert session.query() == {"memory": "abc"} and pixels.difference(session.picture(), look) < 1


@check("keys move the avatar, and walls stop it")
def keys(session: Session):
    open_table(session)
    start = state(session)["avatar"]["position"]
    walk(session, "KeyD", 0.4)
    rest(session)
    there = state(session)["avatar"]["position"]
    assert math.dist(start, there) > 0.4
    for key in ("KeyD", "ArrowUp", "KeyA", "ArrowDown"):
        session.page.keyboard.down(key)
        session.page.evaluate(WALK_TO_WALL)
        session.page.keyboard.up(key)
        x, y, z = state(session)["avatar"]["position"]
        assert abs(x) < samples.WIDTH / 2 and abs(z) < samples.DEPTH / 2 and abs(y) < 0.1, (x, y, z)
    yaw = state(session)["camera"]["rotation"]
    session.page.keyboard.down("KeyQ")
    session.until(f"inspected.state.camera.rotation[1] !== {yaw[1]}")
    session.page.keyboard.up("KeyQ")


@check("the joystick walks; a swipe turns around the figure within the tilt's range; two fingers zoom", size=PHONE, has_touch=True)
def thumbs(session: Session):
    open_table(session)
    page = session.page
    box = page.locator(".joystick").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    start = state(session)["avatar"]["position"]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y)
    session.until(
        f"Math.hypot(inspected.state.avatar.position[0] - {start[0]}, inspected.state.avatar.position[2] - {start[2]}) > 0.3")
    page.mouse.up()
    rest(session)
    before = state(session)
    touch(session, [(195, 300)], [(160, 300)], [(120, 300)], [(120, 300)], [])
    turned = state(session)
    assert turned["camera"]["rotation"] != before["camera"]["rotation"]
    assert turned["avatar"]["position"] == before["avatar"]["position"]
    for way in (-1, 1):
        touch(session, [(195, 300)], [(195, 300 + way * 120)], [(195, 300 + way * 260)], [(195, 300 + way * 260)], [])
        assert -66.5 < pitch(session) < -39.5, pitch(session)
    far = math.dist(state(session)["camera"]["position"], state(session)["avatar"]["position"])
    touch(session, [(165, 300), (225, 300)], [(145, 300), (245, 300)], [(125, 300), (265, 300)], [])
    rest(session)
    assert math.dist(state(session)["camera"]["position"], state(session)["avatar"]["position"]) < 0.8 * far


@check("a gamepad walks, turns and opens the nearest memory", thorough=True)
def gamepad(session: Session):
    session.page.add_init_script(
        "globalThis.pad = { connected: true, mapping: 'standard', axes: [0, 0, 0, 0],"
        " buttons: Array.from({ length: 17 }, () => ({ value: 0, pressed: false })) };"
        "navigator.getGamepads = () => [globalThis.pad];"
    )
    open_table(session, 40)
    start = state(session)
    session.page.evaluate("pad.axes = [1, 0, 0, 0]")
    session.until(f"Math.abs(inspected.state.avatar.position[0] - {start['avatar']['position'][0]}) > 0.2")
    session.page.evaluate("pad.axes = [0, 0, 1, 0]")
    session.until(f"inspected.state.camera.rotation[1] !== {start['camera']['rotation'][1]}")
    session.page.evaluate("pad.axes = [0, 0, 0, 0]; sandTable.goTo('memory3'); 0")
    session.until("told.some((line) => line.startsWith('near memory'))")
    session.page.evaluate("pad.buttons[0] = { value: 1, pressed: true }; 0")
    session.until("told.some((line) => line.startsWith('opened memory'))")


@check("a memory is discovered nearby, shows its title, and stays discovered on the next visit")
def finding(session: Session):
    open_table(session, 1)
    page = session.page
    page.evaluate("sandTable.goTo('memory0')")
    session.until("told.includes('found memory0')")
    session.until("document.querySelector('.cue-label')?.textContent.includes('About memory0') === true")
    assert page.evaluate("sandTable.isDiscovered('memory0')")
    page.click(".cue-label")
    assert page.evaluate("told.at(-1)") == "opened memory0"
    session.keep("sand-table-near")
    page.reload()
    page.wait_for_selector(".place[data-table=ready]")
    rest(session)
    put_pins(session, 1)
    page.evaluate("sandTable.goTo('memory0')")
    session.until("told.includes('near memory0')")
    session.frames(8)  # discoveries come with the steps of the core
    assert page.evaluate("!told.includes('found memory0') && sandTable.isDiscovered('memory0')")


@check("opening a memory flies to its viewpoint and shows its mood; closing restores exactly the same pose")
def flight(session: Session):
    open_table(session, 6)
    page = session.page
    walk(session, "KeyA", 0.2)
    rest(session)
    before, plain = state(session), session.picture()
    page.evaluate("sandTable.openMemory('memory4', viewpoint)")
    opened = state(session)
    assert opened["away"] and not opened["flying"]
    session.until("!inspected.atmosphereMoving")
    assert [round(value, 4) for value in opened["camera"]["position"]] == [0.5, 1.4, 1.1]
    air = page.evaluate("inspected.saturation")
    assert air < 0.6, f"sorrow leaves the colours at {air}"
    session.keep("sand-table-open")
    page.evaluate("sandTable.closeMemory()")
    session.until("!inspected.state.away && !inspected.atmosphereMoving")
    rest(session)
    after = state(session)
    assert after["camera"] == before["camera"], (before, after)
    for part in ("position", "heading"):
        assert after["avatar"][part] == before["avatar"][part], (before, after)
    assert pixels.difference(session.picture(), plain) < 4


@check("reduced motion fades instead of flying, and nothing pulses", reduced_motion="reduce", thorough=True)
def calm(session: Session):
    open_table(session, 6)
    page = session.page
    session.settle()
    page.evaluate("sandTable.openMemory('memory4', viewpoint)")
    assert not state(session)["flying"]
    assert [round(value, 4) for value in state(session)["camera"]["position"]] == [0.5, 1.4, 1.1]
    assert page.evaluate("document.querySelector('.place-veil').classList.contains('fading')")
    session.settle()


@check("every memory is a button in the order of its distance; Tab, arrows and Enter reach, describe and open it")
def list_of_all(session: Session):
    open_table(session, 30)
    page = session.page
    page.focus(CANVAS)
    session.idle()  # the list follows the figure a little later
    page.keyboard.press("Tab")
    order = page.evaluate("sandTable.byDistance(30)")
    assert len(order) == 30
    seen = []
    for _ in range(12):
        seen.append(page.evaluate("document.activeElement.dataset.id"))
        words = page.evaluate("document.activeElement.textContent")
        assert words.startswith("Memory ") and ("metre" in words or "right here" in words), words
        page.keyboard.press("Tab")
    assert seen == order[:12], (seen, order[:12])
    assert page.evaluate("document.activeElement.textContent") == "18 further memories"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.id") == order[12]
    session.keep("sand-table-list")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert page.evaluate("told.at(-1)") == f"opened {order[11]}"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.className") == "place-canvas"


@check("a pin is placed at the pressed point and height, with the visitor's viewpoint")
def placing(session: Session):
    open_table(session)
    page = session.page
    page.evaluate("sandTable.place({ label: 'Put it here' }).then((placement) => globalThis.placement = placement); 0")
    page.wait_for_selector(".task")
    rest(session)
    page.mouse.click(300, 230)
    page.fill(".task-slider input", "0.5")
    session.frames(4)
    session.keep("sand-table-placing")
    page.click("button:has-text('Put it here')")
    session.until("inspected.state.mode === 'look' && !inspected.state.flying")
    session.keep("sand-table-viewpoint")
    page.click("button:has-text('Use this view')")
    session.until("globalThis.placement !== undefined")
    placement = page.evaluate("placement")
    anchor, matrix = placement["anchor"], placement["viewpoint"]["matrix"]
    assert abs(anchor["height"] - 0.5) < 0.01 and anchor["object"] is None
    assert abs(math.hypot(*anchor["normal"]) - 1) < 1e-3
    # The camera stands at the visitor's eyes and looks at the pin.
    head = [anchor["point"][0], anchor["point"][1] + anchor["height"], anchor["point"][2]]
    way = [head[i] - matrix[12 + i] for i in range(3)]
    ahead = -sum(way[i] * matrix[8 + i] for i in range(3)) / math.hypot(*way)
    assert ahead > 0.99 and 1.2 < matrix[13] < 1.8, (ahead, matrix)
    session.until("inspected.state.camera.openness === 1")
    assert not page.is_visible(".task")


@check("placing is cancelled by button and by Escape; a pin can be placed with keys alone", thorough=True)
def placing_by_keys(session: Session):
    open_table(session)
    page = session.page

    def cancel():
        page.click(".task button:has-text('Cancel')")

    def escape():
        page.focus(CANVAS)
        page.keyboard.press("Escape")

    for give_up in (cancel, escape):
        page.evaluate("sandTable.place().then((placement) => globalThis.given = placement === null); 0")
        page.wait_for_selector(".task")
        give_up()
        session.until("globalThis.given === true")
        page.evaluate("delete globalThis.given")
    page.evaluate("sandTable.place().then((placement) => globalThis.placement = placement); 0")
    page.focus(".task .primary")
    page.keyboard.press("Enter")
    session.until("!inspected.state.flying")
    page.focus(".task .primary")
    page.keyboard.press("Enter")
    session.until("globalThis.placement !== undefined")
    assert page.evaluate("placement.anchor.point.every(Number.isFinite)")


@check("an image is placed, moved, rotated and scaled by handles: pointer and keys", thorough=True)
def hanging(session: Session):
    open_table(session)
    page = session.page
    page.evaluate(
        "sandTable.adjustScreen({ image: null, aspect: 1.5, anchor:"
        " { point: [0, 0, -1], normal: [0, 1, 0], object: null, offset: [0, 0, 0], height: 0.8 } })"
        ".then((screen) => globalThis.hung = screen); 0"
    )
    page.wait_for_selector(".screen-knob")
    rest(session)
    size = page.evaluate("inspected.screen.size")
    assert abs(size[0] / size[1] - 1.5) < 1e-3
    page.focus(".screen-knob[title=Size]")
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    grown = page.evaluate("inspected.screen.size")
    assert grown[0] > size[0] and abs(grown[0] / grown[1] - 1.5) < 1e-3
    turn = page.evaluate("inspected.screen.rotation")
    page.focus(".screen-knob[title=Turn]")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("inspected.screen.rotation") != turn
    place = page.evaluate("inspected.screen.position")
    session.frames(4)
    page.hover(".screen-knob[title=Move]")  # waits until it rests
    box = page.locator(".screen-knob[title=Move]").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 10, steps=4)
    page.mouse.up()
    assert page.evaluate("inspected.screen.position") != place
    session.keep("sand-table-hanging")
    page.click("button:has-text('Place it here')")
    session.until("globalThis.hung !== undefined")
    assert page.evaluate("hung.size[0]") > 0 and page.locator(".screen-knob").count() == 0


@check("objects show their box under the pointer and can be pinned to")
def objects(session: Session):
    open_table(session)
    page = session.page
    page.evaluate(
        "sandTable.showObjects([{ id: 'stove', category: 'stove', name: 'The stove',"
        " center: [0.5, 0.5, -0.5], size: [0.8, 1, 0.8], rotation: [0, 0, 0, 1] }])")
    session.frames(4)
    x, y = page.evaluate("(() => { const { x, y } = inspected.project([0.5, 1, -0.5]); return [x, y] })()")
    page.mouse.move(x, y)
    session.until("inspected.boxVisible")
    assert page.get_attribute(CANVAS, "title") == "The stove"
    page.evaluate("sandTable.place().then((placement) => globalThis.placement = placement); 0")
    page.mouse.click(x, y)
    page.click(".task .primary")
    session.until("inspected.state.mode === 'look' && !inspected.state.flying")
    page.click(".task .primary")
    session.until("globalThis.placement !== undefined")
    assert page.evaluate("placement.anchor.object") == {"id": "stove", "name": "The stove"}


@check("sound is off on the first visit, and the setting is stored", thorough=True)
def sound(session: Session):
    open_table(session)
    button = "button[aria-label=Sound]"
    assert session.page.get_attribute(button, "aria-pressed") == "false"
    session.page.click(button)
    assert session.page.get_attribute(button, "aria-pressed") == "true"
    session.page.reload()
    session.page.wait_for_selector(".place[data-table=ready]")
    assert session.page.get_attribute(button, "aria-pressed") == "true"
    session.page.focus(CANVAS)
    session.page.keyboard.press("m")
    assert session.page.get_attribute(button, "aria-pressed") == "false"


NEAR = """(metres) => {
  const [x, y, z] = inspected.state.avatar.position;
  const position = [x + metres, y + 1, z];
  sandTable.host = null;  // the sample has no details
  sandTable.setPins([{ id: 'near' + metres, title: 'Lamp', mood: 'wonder', kind: 'text', position }]);
}"""


@check("a background sound grows near a memory that is not found, a discovery vibrates, and both have switches", thorough=True)
def feedback(session: Session):
    page = session.page
    page.add_init_script("globalThis.shaken = []; navigator.vibrate = (pattern) => shaken.push(pattern) > 0;")
    open_table(session)
    page.evaluate(f"({NEAR})(2.2)")
    session.frames(3)
    assert page.evaluate("inspected.backgroundLevel") == 0, "it is heard although sound is off"
    page.click("button[aria-label=Sound]")
    session.until("inspected.backgroundLevel > 0")
    near = page.evaluate("inspected.backgroundLevel")
    page.evaluate(f"({NEAR})(4)")
    session.until("inspected.backgroundLevel > 0.001 && inspected.backgroundLevel < " + str(near / 2))
    assert page.evaluate("shaken.length") == 0
    page.click("button[aria-label='Sound and vibration']")
    page.uncheck("dialog label:has-text('Background sound')")
    assert page.evaluate("inspected.backgroundLevel") == 0
    page.check("dialog label:has-text('Background sound')")
    session.until("inspected.backgroundLevel > 0")
    session.keep("sound-and-vibration")
    page.keyboard.press("Escape")
    page.evaluate(f"({NEAR})(0.4)")
    session.until("shaken.length === 1")
    session.until("inspected.backgroundLevel === 0")
    page.click("button[aria-label='Sound and vibration']")
    page.uncheck("dialog label:has-text('A short one')")
    page.click("dialog >> text=Close")
    page.evaluate(f"({NEAR})(0.3)")
    session.until("sandTable.isDiscovered('near0.3')")
    session.frames(3)
    assert page.evaluate("shaken.length") == 1, "it vibrates although that is switched off"
    page.reload()
    page.wait_for_selector(".place[data-table=ready]")
    page.click("button[aria-label='Sound and vibration']")
    assert page.is_checked("dialog label:has-text('Background sound')")
    assert not page.is_checked("dialog label:has-text('A short one')")


@check("a hundred thousand memories are drawn with one draw call, and the nearest is found at once", large=True)
def many(session: Session):
    open_table(session, 100_000)
    page = session.page
    assert page.evaluate("inspected.cueCount") == 100_000
    assert page.evaluate("inspected.state.pinCount") == 100_000
    session.until("document.querySelector('.reach-item')?.dataset.id === sandTable.byDistance(1)[0]")
    page.focus(CANVAS)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.id") == page.evaluate("sandTable.byDistance(1)[0]")


@layout("the sand table")
def table_layout(session: Session, size):
    open_table(session, 40)
    yield "sand-table"
    session.text_size(200)
    rest(session)
    spilt = session.page.evaluate(
        """() => [...document.querySelectorAll('.dock button, .dock label, .explore-tools button')]
            .filter((e) => e.checkVisibility())
            .filter((e) => {
              const b = e.getBoundingClientRect();
              const cover = document.elementFromPoint((b.left + b.right) / 2, (b.top + b.bottom) / 2);
              if (e.closest('.explore-tools') && !e.contains(cover)) return true;
              return b.left < 0 || b.right > innerWidth || b.bottom > innerHeight || e.scrollWidth > b.width + 1;
            })
            .map((e) => e.textContent || e.getAttribute('aria-label'))"""
    )
    assert not spilt, f"it doesn't fit at 200 %: {spilt}"
    yield "sand-table-200"
