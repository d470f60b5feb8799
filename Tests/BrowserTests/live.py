"""Live sessions: several browsers in one space see the same companions, effects and people, also after interruptions."""

import contextlib
import pathlib
import time

import chromium
import samples
from access import look_over
from harness import PHONE, SMALL, Session, check, layout
from playwright.sync_api import Page

# Into the box room from above, its ceiling is not drawn from there.
ABOVE = "?camera=0_0.4_0_20_52_4.2&cut=2.3"
# Within the room, towards the first view.
INSIDE = "?camera=0.2_0.5_0.3_160_14_0.9"
PRIVATE = "X-Forwarded-For"
STATE = "({ digest: live.digest, settled: live.isSettled, people: live.participants.length, companions: live.companions.length })"
# Into the room from the side of its first wall, and from the opposite one, in which the walls between are not drawn.
FRONT, BACK = "?camera=0_0.25_0.2_180_16_2.4", "?camera=0_0.25_0.2_0_16_2.4"
WIDE = (1000, 700)
# What is announced to screen readers from now on.
ANNOUNCED = """
(() => {
  globalThis.announced = [];
  const line = document.getElementById('live');
  const observer = new MutationObserver(() => announced.push(line.textContent));
  observer.observe(line, { childList: true, characterData: true, subtree: true });
})()
"""
# The streams that the page opened, to see whether it closes them.
STREAMS = """
(() => {
  globalThis.streams = [];
  const devices = navigator.mediaDevices;
  const open = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    const stream = await open(constraints);
    streams.push(stream);
    return stream;
  };
})();
"""


def flat(session: Session) -> str:
    session.server.empty()
    return session.server.seed(samples.write_room(session.files / "room.ply"), "Flat")


class Person:
    """A page of somebody in a session."""

    def __init__(self, session: Session, page: Page, name: str):
        self.session, self.page, self.name = session, page, name
        page.add_init_script("document.addEventListener('diorama:live', ({ detail }) => { globalThis.live = detail; })")
        page.add_init_script("localStorage.setItem('diorama.live.onboarding', 'yes')")
        page.add_init_script(
            f"localStorage.getItem('diorama.live.profile') ?? "
            f"localStorage.setItem('diorama.live.profile', JSON.stringify({{name: {name!r}, color: '#4f9bea'}}))"
        )
        # Names are typed, not chosen from the list.
        page.add_init_script("localStorage.setItem('diorama.live.parents.reactions-only', 'off')")

    def open(self, path: str):
        self.page.goto(f"{self.session.server.address}{path}")
        self.page.wait_for_selector(".place[data-state=ready]", timeout=60_000)

    def start(self, space: str, query: str = ABOVE) -> str:
        """Starts a session; returns its code."""
        self.open(f"/spaces/{space}{query}")
        self.page.click(".place-tools button:has-text('Live'):not([hidden])")
        self.page.click(".live-start")
        self.in_session()
        (found,) = self.session.server.call("GET", f"/spaces/{space}/live")["sessions"]
        return found["code"]

    def join(self, code: str, query: str = ABOVE):
        self.open(f"/live/{code}{query}")
        self.enter()

    def enter(self):
        self.page.click(".live-session button.primary", timeout=60_000)
        self.in_session()

    def in_session(self):
        self.page.wait_for_selector(".place[data-live=open]", timeout=30_000)

    def until(self, condition: str, seconds: float = 30):
        session = Session(self.session.server, self.page, self.session.files, self.session.pictures)
        session.until(condition, seconds)

    def tab(self, name: str):
        self.page.check(f".live-tabs input[value={name}]", force=True)

    def tap(self, x: float, y: float):
        """By fractions of the image."""
        box = self.page.locator(".place-canvas").bounding_box()
        self.page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])

    def spawn(self, model: int, x: float = 0.4, y: float = 0.5) -> dict:
        """Creates a companion by a tap, and returns it."""
        before = {one["id"] for one in self.companions()}
        self.tab("companions")
        self.page.click(f".live-model[data-model='{model}']")
        self.tap(x, y)
        self.page.click(f".live-model[data-model='{model}']")
        found = self.session.eventually(lambda: [one for one in self.companions() if one["id"] not in before], 20)
        return found[0]

    def companions(self) -> list[dict]:
        return self.page.evaluate("globalThis.live?.companions ?? []")

    def dance(self) -> float | None:
        """When the only companion began its dance, in seconds by the device's clock: the same however late the frames of a page."""
        return self.page.evaluate(
            "(() => { const one = globalThis.live?.companions[0];"
            " return one?.action === 'dance' ? live.frameTime / 1000 - one.phase : null; })()")

    def companion(self, companion: str) -> dict:
        return next(one for one in self.companions() if one["id"] == companion)


@contextlib.contextmanager
def hearing(session: Session, name: str, sound: pathlib.Path):
    """Somebody in a browser whose microphone hears a file again and again."""
    options = [f"--use-file-for-fake-audio-capture={sound}"]
    browser = chromium.launch_type(session.page.context.browser.browser_type, session.server.environment, options)
    try:
        context = browser.new_context(
            viewport={"width": WIDE[0], "height": WIDE[1]}, service_workers="block", locale="en-GB", color_scheme="dark")
        context.set_default_timeout(20_000)
        context.add_init_script(STREAMS)
        yield Person(session, context.new_page(), name)
    finally:
        browser.close()


@contextlib.contextmanager
def another(session: Session, name: str, size: tuple[int, int] = SMALL, **settings):
    """Somebody else in a browser of their own."""
    context = session.page.context.browser.new_context(
        viewport={"width": size[0], "height": size[1]}, service_workers="block", locale="en-GB", **settings)
    context.set_default_timeout(20_000)
    try:
        yield Person(session, context.new_page(), name)
    finally:
        context.close()


def equal(session: Session, *people: Person):
    """Until all replicas have the same digest."""
    deadline = time.monotonic() + 30
    while True:
        found = [(person.name, person.page.evaluate(STATE)) for person in people]
        if len({state["digest"] for _, state in found}) == 1 and all(state["settled"] for _, state in found):
            return
        assert time.monotonic() < deadline, f"the replicas differ: {found}"
        session.frames(1)


@check("two people in one session: spawn, drag, dance, effect, reaction; the replicas are equal", size=SMALL)
def together(session: Session):
    space = flat(session)
    ada = Person(session, session.page, "Ada")
    code = ada.start(space)
    with another(session, "Ben") as ben:
        ben.join(code, INSIDE)
        ada.until("document.querySelector('.live-count').textContent === '2'")
        # Ada sees where Ben is and what he points at.
        box = ben.page.locator(".place-canvas").bounding_box()
        seen = "live.participants.some((each) => !each.isSelf && each.pose && each.pointer)"

        def points() -> bool:
            ben.page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + (0.45 + 0.01 * (time.monotonic() % 2)) * box["height"])
            return session.page.evaluate(seen)
        session.eventually(points, 30)
        session.page.wait_for_selector(".live-name:not([hidden]):has-text('Ben')", state="attached")
        session.keep("live-avatar")
        dog = ada.spawn(0)["id"]
        session.eventually(lambda: [one["id"] for one in ben.companions()] == [dog], 20)
        session.keep("live-spawned")
        # A drag over the floor: everyone ends at the same position.
        start = ada.companion(dog)["position"]
        box = session.page.locator(".place-canvas").bounding_box()
        session.page.mouse.move(box["x"] + 0.4 * box["width"], box["y"] + 0.49 * box["height"])
        session.page.mouse.down()
        session.page.mouse.move(box["x"] + 0.44 * box["width"], box["y"] + 0.52 * box["height"])
        session.page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.55 * box["height"], steps=6)
        session.page.mouse.up()
        equal(session, ada, ben)
        end = ada.companion(dog)["position"]
        assert abs(end[0] - start[0]) > 0.1 and abs(end[1]) < 0.05, (start, end)
        session.eventually(lambda: ben.companion(dog)["position"] == end, 20)
        session.page.click(".live-selection [data-action=dance]")
        session.eventually(lambda: ben.companion(dog)["action"] == "dance", 20)
        session.keep("live-dance")
        ada.tab("effects")
        session.page.click(".live-effect[data-style=hearts]")
        ada.tap(0.3, 0.5)
        ben.until("globalThis.live.effectCount > 0")
        session.keep("live-effect")
        ben.page.click(".live-reactions [data-symbol=heart]")
        session.page.wait_for_selector(".live-name .live-reaction[data-symbol=heart]", state="attached")
        session.keep("live-reaction")
        equal(session, ada, ben)
        look_over(session)


@check("what people measure is shown to the others in their units; the recording is a memory that the space replays identically",
       size=WIDE, reduced_motion="reduce")
def recorded(session: Session):
    space = flat(session)
    ada = Person(session, session.page, "Ada")
    code = ada.start(space)
    session.server.call("POST", f"/live/{code}/recording")
    with another(session, "Ben", WIDE, reduced_motion="reduce") as ben:
        ben.page.add_init_script("localStorage.setItem('diorama.units', 'imperial')")
        ben.join(code)
        companion = ada.spawn(1)
        ben.until("live.companions.length === 1")
        ada.until("live.isSettled")
        spawned = ada.page.evaluate("live.digest")
        ada.page.click(".place-tools button:has-text('Measure')")
        ada.page.wait_for_selector(".measure-panel")
        for count, x in ((1, 0.4), (2, 0.55)):
            ada.tap(x, 0.6)
            ada.until(f"document.querySelectorAll('.measure-handle').length === {count}")
        ben.page.wait_for_selector(".live-line-text", state="attached", timeout=30_000)
        text = ben.page.text_content(".live-line-text")
        (line,) = ben.page.evaluate("live.measurements")
        assert any(mark in text for mark in "\u2032\u2033'\""), f"not in feet and inches: {text}"
        session.keep("measured-host")
        ada.until("live.isSettled")
        measured = ada.page.evaluate("live.digest")
        assert measured == ben.page.evaluate("live.digest") and 0.05 < line["length"] < 5, line
        people = sorted(ada.page.evaluate("live.participants.filter((one) => one.isPresent).map((one) => one.name)"))
        # The author removes it.
        ada.page.click(".place-tools button:has-text('Measure')")
        ben.until("live.measurements.length === 0")
        ada.page.click(".place-tools button:has-text('Live')")
    memory = session.server.call("DELETE", f"/live/{code}/recording")["memory"]
    assert memory, "the recording is no memory"
    session.server.call("DELETE", f"/live/{code}")

    # Days later, the session is over.
    ada.open(f"/spaces/{space}?memory={memory}")
    ada.page.click(".replay-open")
    ada.page.wait_for_selector(".replay-bar")
    ada.page.keyboard.press("k")
    ada.until("document.querySelector('.replay-play').title === 'Play'")
    duration = float(ada.page.get_attribute(".replay-position", "max"))
    found = ada.page.evaluate(
        """async (duration) => {
          const bar = document.querySelector('.replay-position');
          const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          const found = [];
          for (let time = 0; time <= duration; time += duration / 60) {
            bar.value = String(time);
            bar.dispatchEvent(new Event('input', { bubbles: true }));
            await drawn();
            const { digest, companions, measurements, participants } = live;
            const present = participants.filter((one) => one.isPresent);
            found.push({ time, digest, companions, measurements, people: present.map((one) => one.name).sort(),
              poses: present.filter((one) => one.pose).length });
          }
          return found;
        }""", duration)
    assert {spawned, measured} <= {one["digest"] for one in found}, "states of the session are not in the replay"
    shown = next(one for one in found if one["digest"] == measured)
    assert shown["people"] == people and shown["poses"] >= 1, shown
    assert [one["points"] for one in shown["measurements"]] == [line["points"]], shown["measurements"]
    (replayed,) = shown["companions"]
    assert replayed["model"] == companion["model"] and replayed["position"] == companion["position"], replayed
    ada.page.evaluate(
        "(time) => { const bar = document.querySelector('.replay-position'); bar.value = String(time);"
        " bar.dispatchEvent(new Event('input', { bubbles: true })); }", shown["time"])
    ada.page.wait_for_selector(".live-line-text", state="attached")
    session.keep("replay")
    ada.page.keyboard.press("Escape")
    ada.page.wait_for_selector(".replay-bar", state="detached")


@check("an interrupted session resumes within two seconds; a reload is the same participant; a late joiner sees the dance",
       size=SMALL, reduced_motion="reduce", expect=["WebSocket", "ERR_INTERNET_DISCONNECTED"])
def resume(session: Session):
    space = flat(session)
    ada = Person(session, session.page, "Ada")
    code = ada.start(space)
    cat = ada.spawn(1)["id"]
    with another(session, "Ben", reduced_motion="reduce") as ben:
        ben.join(code)
        ben.page.context.set_offline(True)
        ben.page.evaluate("dispatchEvent(new Event('offline'))")
        # The room closes what doesn't answer, or the client notices it.
        ben.page.wait_for_selector(".place[data-live=interrupted]", timeout=30_000)
        session.page.click(".live-selection [data-action=dance]")
        ben.page.context.set_offline(False)
        started = ben.page.evaluate("performance.now()")
        ben.page.wait_for_selector(".place[data-live=open]", timeout=10_000)
        taken = ben.page.evaluate("performance.now()") - started
        assert taken < 2_000, f"it took {taken:.0f} ms"
        session.eventually(lambda: ben.companion(cat)["action"] == "dance", 10)
        equal(session, ada, ben)
        assert session.page.inner_text(".live-count") == "2"
        ben.page.reload()
        ben.enter()
        equal(session, ada, ben)
        assert session.page.inner_text(".live-count") == "2", "a reload made a new participant"
    with another(session, "Cleo", reduced_motion="reduce") as cleo:
        cleo.open(f"/live/{code}{ABOVE}")
        cleo.page.click(".live-session button.primary")
        # On a busy computer, joining takes longer than a dance: it dances until she has joined.
        dance_until(session, cleo)
        shown: list = []

        def dances_alike() -> bool:
            shown[:] = [person.dance() for person in (ada, cleo)]
            if shown[0] is None:
                session.page.click(".live-selection [data-action=dance]")
            return None not in shown and abs(shown[0] - shown[1]) < 0.3
        session.eventually(dances_alike, 60)
        equal(session, ada, cleo)


def dance_until(session: Session, late: Person):
    """Starts a dance before somebody joins, and another one whenever it is about to end."""
    for _ in range(15):
        session.page.click(".live-selection [data-action=dance]")
        deadline = time.monotonic() + 4
        time.sleep(0.4)
        while time.monotonic() < deadline:
            if late.page.query_selector(".place[data-live=open]"):
                return
            time.sleep(0.05)
    raise AssertionError(f"{late.name} doesn't join")


@check("everything works by keyboard and is announced", size=SMALL)
def keyboard(session: Session):
    space = flat(session)
    ada = Person(session, session.page, "Ada")
    ada.start(space)
    session.page.click(".live-model[data-model='2']")
    session.page.locator(".place-canvas").focus()
    session.page.keyboard.press("Space")
    (robot,) = session.eventually(ada.companions, 20)
    session.page.keyboard.press("ArrowRight")
    session.eventually(lambda: ada.companions()[0]["position"] != robot["position"], 10)
    session.page.keyboard.press("+")
    session.eventually(lambda: ada.companions()[0]["scale"] > 1.05, 10)
    session.page.keyboard.press("1")
    session.until("document.getElementById('live').textContent.includes('waves')")
    session.eventually(lambda: ada.companions()[0]["action"] == "wave", 10)
    session.page.keyboard.press("Escape")
    session.page.wait_for_selector(".live-selection", state="hidden")
    session.page.keyboard.press("n")
    session.until("document.getElementById('live').textContent.includes('selected')")
    session.page.keyboard.press("Delete")
    session.eventually(lambda: not ada.companions(), 10)
    session.page.click(".undo-notice button:has-text('Undo')")
    session.eventually(ada.companions, 10)


@check("the settings act at once; a clap lets the nearest companion dance in confetti; leaving closes the microphone")
def clapping(session: Session):
    space = flat(session)
    with hearing(session, "Ada", samples.write_claps(session.files / "claps.wav")) as ada:
        page = ada.page
        ada.start(space, FRONT)
        cat = ada.spawn(0, 0.3, 0.6)["id"]
        far = ada.spawn(2, 0.55, 0.5)["id"]
        page.click(".live-head [aria-label=Session]")
        page.click("[role=menuitem]:has-text('Settings')")
        clap = "[data-trigger=clap] input[type=checkbox]"
        for kind in ("face", "clap", "gesture"):
            assert not page.is_checked(f"[data-trigger={kind}] input[type=checkbox]")
        assert page.is_disabled("[data-trigger=face] input") and page.is_hidden(".live-panel")
        page.check(".sheet-live-settings input[value='150']", force=True)
        assert page.evaluate("document.documentElement.style.fontSize") == "150%"
        page.check(".sheet-live-settings input[value='100']", force=True)
        time.sleep(1.5)
        assert ada.companion(cat)["action"] == "idle" and not page.evaluate("streams.length"), "it listens without being asked"
        page.check(clap)
        page.wait_for_selector("[data-trigger=clap] .trigger-state[data-status=on]")
        page.wait_for_selector("[data-trigger=clap] input[type=range]")
        session.eventually(lambda: ada.companion(cat)["action"] == "dance", 15)
        ada.until("live.effectCount > 0")
        assert ada.companion(far)["action"] == "idle"
        page.evaluate("document.querySelector('[data-trigger=clap]').scrollIntoView()")
        if session.pictures:
            page.screenshot(path=session.pictures / "live-clap.png")
        page.uncheck(clap)
        ada.until("streams.every((each) => each.getTracks().every(({ readyState }) => readyState === 'ended'))")
        page.check(clap)
        ada.until("streams.length === 2")
        page.keyboard.press("Escape")
        page.click(".live-head [aria-label=Session]")
        page.click("[role=menuitem]:has-text('Leave')")
        page.wait_for_selector(".live-start")
        ada.until("streams.every((each) => each.getTracks().every(({ readyState }) => readyState === 'ended'))", 5)


@check("a companion hides behind the furniture and is found from the other side", size=WIDE, reduced_motion="reduce", thorough=True)
def hiding(session: Session):
    session.server.empty()
    room = samples.write_room(session.files / "furnished.ply", more=samples.cupboard_faces())
    ada = Person(session, session.page, "Ada")
    code = ada.start(session.server.seed(room, "Furnished"), FRONT)
    bird = ada.spawn(1, 0.15, 0.7)
    ada.until("live.modelCount === 1")
    session.keep("live-model")
    session.page.click("[data-action=hide]")
    session.eventually(lambda: ada.companion(bird["id"])["position"][2] > 0.6, 15)
    session.until("document.getElementById('live').textContent.includes('hides')")
    time.sleep(1)
    assert session.page.is_visible("[data-action=hide][aria-pressed=true]"), "it was found through the furniture"
    session.keep("live-hidden")
    session.page.evaluate(ANNOUNCED)
    with another(session, "Ben", WIDE, reduced_motion="reduce") as ben:
        ben.join(code, BACK)
        ada.until("announced.some((each) => each.includes('Ben found Piri'))")


@check(
    "a host locks companions, mutes effects, removes a guest and ends the session",
    size=SMALL, expect=["WebSocket", "404"], thorough=True,
)
def hosting(session: Session):
    space = flat(session)
    ada = Person(session, session.page, "Ada")
    code = ada.start(space)
    with another(session, "Ben", extra_http_headers={PRIVATE: "203.0.113.9"}) as ben:
        ben.join(code)
        ada.tab("people")
        session.page.check(".live-host input >> nth=0")
        ben.until("document.querySelector('.live-model').disabled")
        session.page.check(".live-host input >> nth=1")
        ben.tab("effects")
        ben.until("document.querySelector('.live-effect').disabled")
        # Ben sees that he is recorded.
        session.page.check(".live-host input >> nth=2")
        ben.page.wait_for_selector(".live-recorded:has-text('records this session')")
        session.page.uncheck(".live-host input >> nth=2")
        with session.page.expect_download() as download:
            session.page.click(".live-host a[download]")
        assert download.value.path().read_bytes()[:4] == b"DLRC"
        session.page.click("[aria-label='Remove Ben']")
        session.page.click("dialog button:has-text('Remove')")
        ben.page.wait_for_selector(".live-ended:has-text('removed')")
        session.page.wait_for_selector(".live-person:has-text('Ben')", state="detached")
    session.page.click(".live-head [aria-label=Session]")
    session.page.click("[role=menuitem]:has-text('End for all')")
    session.page.click("dialog button:has-text('End it')")
    session.page.wait_for_selector(".live-ended:not([hidden])")
    assert session.server.call("GET", f"/spaces/{space}/live")["sessions"] == []


@check("a session is joined by its code on the spaces page; a wrong code says so", size=PHONE, expect=["404"])
def by_code(session: Session):
    space = flat(session)
    code = session.server.call("POST", f"/spaces/{space}/live", {"reactionsOnly": False})["code"]
    Person(session, session.page, "Ada")
    session.open_library()
    session.page.click(".join-live")
    session.page.fill(".live-code-field", "222222")
    session.page.press(".live-code-field", "Enter")
    session.page.wait_for_selector(".join-live-form .field-problem:has-text('no live session')")
    session.page.fill(".live-code-field", f"{code[:3].lower()}-{code[3:]}")
    session.page.press(".live-code-field", "Enter")
    session.page.wait_for_selector(".live-session button.primary", timeout=60_000)
    assert session.page.evaluate("location.pathname") == f"/live/{code}"


@layout("a live session", touch=True)
def live_layout(session: Session, size):
    space = flat(session)
    ada = Person(session, session.page, "Ada")
    ada.open(f"/spaces/{space}{ABOVE}")
    session.page.click(".place-tools button[title^=Live]")
    session.page.wait_for_selector(".live-start.primary")
    yield "live-lobby"
    session.page.click(".live-start")
    ada.in_session()
    ada.spawn(3, 0.45, 0.42)
    yield "live-companions"
    ada.tab("effects")
    yield "live-effects"
    ada.tab("people")
    yield "live-people"
    session.page.click(".live-head [aria-label=Invite]")
    session.page.wait_for_selector(".live-qr")
    yield "live-invite"
