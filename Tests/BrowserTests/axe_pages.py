"""The rules of axe-core over every page, in both themes; `access.look_over` runs them over the states of the other checks."""

import axe
import exhibit_editor
import exhibits
import guide
import measure
import places
import things
from asking import acquainted, steps
from exhibit_editor import filled, open_editor, open_list
from harness import DESK, PHONE, Session, check
from live import ABOVE, Person, flat
from memories import choose_place, kitchen, open_list as open_memories, open_table, pin, press, send

PLAIN = ["/", "/sync", "/accounts", "/trash", "/sharing", "/inbox", "/workflows", "/settings", "/privacy", "/join"]


def judge(session: Session, name: str):
    """Fails with what breaks a rule of axe-core in either theme."""
    problems = []
    for scheme in ("light", "dark"):
        session.theme(scheme)
        problems += [f"{scheme}: {problem}" for problem in axe.violations(session)]
    session.keep(f"axe-{name}")
    assert not problems, f"{name}: {len(problems)} problems: {problems[:8]}"


def open_page(session: Session, path: str, selector: str = ".page[data-state]:not([data-state=loading])"):
    session.page.goto(session.server.address + path)
    session.page.wait_for_selector(selector, timeout=60_000)
    session.idle()


@check("axe-core finds nothing on the pages of the library", size=DESK)
def library(session: Session):
    kitchen(session)
    ids = places.cellar(session)
    for path in PLAIN:
        open_page(session, path, "main h1")
        judge(session, path.strip("/") or "library")
    places.open_places(session)
    judge(session, "places")
    things.open_things(session)
    judge(session, "things")
    things.open_thing(session, ids["Drill"])
    judge(session, "thing")
    open_page(session, "/search?text=cellar", ".search-hit")
    judge(session, "search")


@check("axe-core finds nothing in the inbox with a request, while it is answered, and in a new workflow", size=PHONE, thorough=True)
def requests(session: Session):
    ben = acquainted(session)
    asked = ben.ask("--steps", steps(session))
    session.server.call("POST", "/inbox/receive")
    open_page(session, "/inbox", f"[data-request='{asked}']")
    judge(session, "inbox-request")
    send(session, "POST", f"/requests/{asked}/recording", {})
    open_page(session, f"/requests/{asked}", ".wizard-step .shot")
    judge(session, "request")
    open_page(session, "/workflows/new", ".step-editor")
    judge(session, "workflow")


@check("axe-core finds nothing in a space: views, memories, measuring, sharing", size=DESK, thorough=True)
def space(session: Session):
    space = kitchen(session)
    memory = pin(session, space, "The window")
    open_table(session, space)
    judge(session, "sand-table")
    open_memories(session)
    judge(session, "memories")
    open_table(session, space, f"&memory={memory['id']}")
    session.page.wait_for_selector(".sheet-memory", timeout=60_000)
    judge(session, "memory")
    open_table(session, space)
    choose_place(session)
    judge(session, "composer")
    for mode in ("look", "plan"):
        session.open_place(space, f"?mode={mode}")
        judge(session, mode)
    measure.start(session)
    judge(session, "measure")
    space = kitchen(session)
    session.open_place(space)
    press(session, "button[aria-label='Share']:not([hidden])")
    session.page.wait_for_selector(".link-form")
    judge(session, "share")


@check("axe-core finds nothing before and in a live session", size=DESK, thorough=True)
def live(session: Session):
    space = flat(session)
    ada = Person(session, session.page, "Ada")
    ada.open(f"/spaces/{space}{ABOVE}")
    session.page.click(".place-tools button:has-text('Live'):not([hidden])")
    session.page.wait_for_selector(".live-start.primary")
    judge(session, "live-lobby")
    session.page.click(".live-start")
    ada.in_session()
    for tab in ("companions", "effects", "people"):
        ada.tab(tab)
        session.frames(4)
        judge(session, f"live-{tab}")
    session.page.click(".live-head [aria-label=Invite]")
    session.page.wait_for_selector(".live-qr")
    judge(session, "live-invite")


@check("axe-core finds nothing in exhibits: models, cards, timelines, a room, and their guide", size=PHONE, thorough=True)
def exhibit(session: Session):
    kitchen(session)
    address = exhibits.show(session)
    path = address.removeprefix(session.server.address)
    open_page(session, path, ".exhibit-model-card img")
    judge(session, "exhibit-choose")
    exhibits.open_view(session, address, "?model=machine&part=arm")
    judge(session, "exhibit-part")
    for tool in ("Parts", "Scale"):
        exhibits.open_view(session, address)
        exhibits.press_tool(session, tool)
        session.settle()
        judge(session, f"exhibit-{tool}")
    exhibits.open_cards(session, address)
    judge(session, "card")
    session.page.keyboard.press(" ")
    session.settle()
    judge(session, "card-back")
    open_page(session, path + "?mode=stories", ".exhibit-event")
    judge(session, "stories")
    open_page(session, path + "?mode=room&model=machine", ".exhibit-page")
    judge(session, "room")
    guide.open_chat(session)
    judge(session, "guide")


@check("axe-core finds nothing in the list of exhibits, its dialog and every section of the editor", size=DESK, thorough=True)
def editor(session: Session):
    exhibit = filled(session)
    open_list(session)
    judge(session, "exhibits")
    for name in exhibit_editor.sections(session, exhibit):
        judge(session, name)
    open_editor(session, exhibit, "models")
    session.page.click("button:has-text('Add a model')")
    session.frames(30)
    judge(session, "exhibit-edit-model")
