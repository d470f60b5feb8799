"""By keyboard alone, with a screen reader, with fingers, and with weak eyes."""

import axe
import samples
from harness import PHONE, Session, check
from place import room

CONTRAST = """() => {
  const style = getComputedStyle(document.documentElement);
  const rgb = (name) => {
    const probe = document.createElement('canvas').getContext('2d');
    probe.fillStyle = style.getPropertyValue(name).trim();
    probe.fillRect(0, 0, 1, 1);
    return [...probe.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (name) => {
    const [r, g, b] = rgb(name).map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  const grounds = ['--ground', '--surface', '--raised'];
  const pairs = ['--text', '--quiet', '--accent-ink', '--danger'].flatMap((ink) => grounds.map((ground) => [ink, ground, 4.5]));
  pairs.push(['--on-accent', '--accent', 4.5], ['--on-danger', '--danger', 4.5], ['--edge', '--ground', 3]);
  return pairs.map(([a, b, least]) => [a, b, ratio(a, b), least]).filter(([, , found, least]) => found < least);
}"""


def focused(session: Session) -> str:
    return session.page.evaluate(
        "(() => { const e = document.activeElement; return e.getAttribute('aria-label') || e.value || e.textContent })()"
    )


def tab_to(session: Session, wanted: str, key: str = "Tab"):
    for _ in range(40):
        session.page.keyboard.press(key)
        if wanted in focused(session):
            return
    raise AssertionError(f"{wanted} can't be reached with {key}")


def look_over(session: Session):
    """The rules of axe-core, and what it has none for: one title, inline styles, twin ids, names of 3D views, sizes for fingers."""
    # Rows of measurements and plans have lengths and areas in words in their names, and with signs in their texts.
    problems = axe.violations(session, experimental=False)
    assert not problems, f"axe-core: {len(problems)} problems: {problems[:8]}"
    counts = session.page.evaluate(
        """() => ({
            h1: document.querySelectorAll('h1').length,
            lang: document.documentElement.lang,
            nameless: document.querySelectorAll('[role=application]:not([aria-label], [aria-labelledby])').length,
            styles: document.querySelectorAll(`body [style]:not(
                canvas, [style=""], .cue-spot, .screen-knob, .joystick-knob, [style*="--done"], [style*="--dock"],
                [style*="--share"], [style*="--color"], .live-overlay *, .exhibit-page *, .stage-marker, .part-item, .learn-face,
                [style*="--at"], [style*="--count"], [style*="--level"], [style*="--part-x"])`).length,
            twins: [...document.querySelectorAll('[id]')].map((e) => e.id).filter((id, i, all) => all.indexOf(id) !== i),
        })"""
    )
    assert counts == {"h1": 1, "lang": "en", "nameless": 0, "styles": 0, "twins": []}, counts
    small = session.page.evaluate(
        """() => [...document.querySelectorAll('button, a, input[type=range], .mode-switch label')]
            .filter((e) => e.checkVisibility() && !e.matches('.card-link, .skip-link, .reach:not(:focus-within) *'))
            .map((e) => [e.getAttribute('aria-label') || e.textContent, e.getBoundingClientRect()])
            .filter(([, box]) => Math.min(box.width, box.height) < 43.5).map(([name, box]) => [name, box.width, box.height])"""
    )
    assert not small, f"too small to touch: {small}"


@check("names, roles, structure and touch targets are right on every page", size=PHONE, expect=["404"])
def structure(session: Session):
    space = room(session)
    session.open_library()
    look_over(session)
    session.page.click("button[aria-label^='More for']")
    look_over(session)
    session.page.keyboard.press("Escape")
    session.open_place(space, "?mode=explore")
    look_over(session)
    session.page.click('.mode-switch label:has-text("Look")')
    session.page.click("button:has-text('Ceiling cut')")
    session.settle()
    look_over(session)
    session.page.click("button[aria-label='Keys and gestures']:visible")
    look_over(session)
    session.page.goto(f"{session.server.address}/spaces/{'0' * 27}")
    session.page.wait_for_selector(".place[data-state=failed]")


@check("text has enough contrast in the dark theme")
def contrast_dark(session: Session):
    session.open_library("empty" if not session.server.spaces() else "ready")
    weak = session.page.evaluate(CONTRAST)
    assert not weak, weak


@check("text has enough contrast in the light theme", color_scheme="light", thorough=True)
def contrast_light(session: Session):
    contrast_dark(session)


@check("everything can be done by keyboard alone")
def keyboard(session: Session):
    session.server.empty()
    room(session)
    session.open_library()
    page = session.page
    page.keyboard.press("Tab")
    assert focused(session) == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    tab_to(session, "Choose files")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid", "the focus can't be seen"
    tab_to(session, "Test room")
    page.keyboard.press("Enter")
    session.wait_for_place()
    assert page.evaluate("document.activeElement.className") == "place-canvas"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    session.settle()
    turned = session.query()["camera"].split("_")
    assert turned[3:5] == ["31.5", "31.5"], turned
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("+")
    session.settle()
    moved = session.query()["camera"].split("_")
    assert moved[0] != turned[0] and float(moved[5]) < float(turned[5]), (turned, moved)
    page.keyboard.press("c")
    session.settle()
    assert float(session.query()["cut"]) > 1
    page.keyboard.press("r")
    session.settle()
    assert session.query() == {}
    page.keyboard.press("t")
    page.wait_for_selector(".place[data-table=ready]")
    session.settle()
    assert session.query() == {"mode": "explore"} and page.is_checked("input[value=explore]")

    tab_to(session, "explore")
    page.keyboard.press("ArrowLeft")
    session.settle()
    assert page.is_checked("input[value=look]") and session.query() == {}
    tab_to(session, "Keys and gestures")
    page.keyboard.press("Enter")
    for _ in range(4):
        page.keyboard.press("Tab")
        inside = page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
        assert inside, "the dialog lost the focus"
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert focused(session) == "Keys and gestures", "the focus did not come back"

    tab_to(session, "More", "Shift+Tab")
    page.keyboard.press("ArrowDown")
    assert focused(session) == "Details"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert focused(session) == "Download the original (room.ply)", focused(session)
    page.keyboard.press("ArrowDown")
    assert focused(session) == "Export as…", focused(session)
    page.keyboard.press("ArrowDown")
    assert focused(session) == "Rename", focused(session)
    page.keyboard.press("Escape")
    assert focused(session) == "More"
    tab_to(session, "All spaces", "Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".space-card")
    assert page.evaluate("document.activeElement.id") == "main"


@check("progress is announced, but sparsely", thorough=True)
def announcements(session: Session):
    session.server.empty()
    session.open_library("empty")
    session.page.evaluate(
        "window.said = [];"
        "new MutationObserver(() => { const t = document.getElementById('live').textContent; if (t) said.push(t) })"
        ".observe(document.getElementById('live'), { childList: true, characterData: true, subtree: true })"
    )
    folder = samples.write_capture(session.files / "said", repeats=40)
    session.page.set_input_files("input[webkitdirectory]", folder)
    session.page.wait_for_selector(".space-card", timeout=120_000)
    session.until("said.at(-1) === 'Said is ready.'")
    said = session.page.evaluate("window.said")
    assert said[0] == "Sending Said." and said[-1] == "Said is ready." and len(said) <= 6, said
