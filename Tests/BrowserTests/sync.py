"""Devices and backup: what is missing, a run, a conflict and its undoing, a backup, and the page's states."""

import copy
import json
import pathlib
import urllib.request

import samples
from access import look_over
from environment import isolated
from harness import DESK, PHONE, Server, Session, check, layout, program


def open_sync(session: Session, state: str = "ready"):
    session.page.goto(f"{session.server.address}/sync")
    session.page.wait_for_selector(f".page[data-state={state}]")


def bucket(session: Session) -> str:
    return (session.server.folder / "bucket").as_uri()


def in_step(session: Session):
    """The server's library has the tier and a bucket, and is in step with it."""
    program(session, "library", "account", "--tier", "premium")
    program(session, "sync", "--bucket", bucket(session))


def panel(session: Session, kind: str) -> str:
    return session.page.inner_text(f".panel-{kind}")


def answer(session: Session, change: dict, conflicts: list | None = None):
    """Answers for the server with what it says itself, changed: for states that can't be had in time."""
    state = copy.deepcopy(session.server.call("GET", "/sync"))
    for key, value in change.items():
        state[key] = {**state[key], **value} if isinstance(value, dict) and isinstance(state.get(key), dict) else value
    session.page.route("**/api/v1/sync", lambda route: route.fulfill(json=state))
    if conflicts is not None:
        session.page.route("**/api/v1/conflicts", lambda route: route.fulfill(json={"conflicts": conflicts}))
    return state


@check("where an enforced tier has no sync, the page says so and what to type", thorough=True)
def free_tier(session: Session):
    program(session, "library", "account", "--tier", "free")
    program(session, "library", "limits", "--enforce-tiers")
    try:
        see_free_tier(session)
    finally:
        program(session, "library", "limits", "--none")
    session.page.reload()
    session.page.wait_for_selector(".panel-pairing button:has-text('Show a pairing code')")


def see_free_tier(session: Session):
    session.open_library("empty" if not session.server.spaces() else "ready")
    session.open_account("Devices and backup")
    session.page.wait_for_selector(".page[data-state=ready] .panel-sync")
    assert session.page.title() == "Devices and backup · Diorama"
    assert session.page.evaluate("document.activeElement.id") == "main"
    text = panel(session, "sync")
    assert "The free tier doesn't include synchronization" in text and "diorama library account --tier premium" in text, text
    assert not session.page.is_visible("button:has-text('Sync now')")
    assert "this one" in panel(session, "devices") and "No other device" in panel(session, "devices")
    assert "None." in panel(session, "conflicts")
    assert "its tier doesn't include it" in panel(session, "pairing")
    session.keep("sync-free")


@check("a bucket is chosen on the command line, and its line can be copied", permissions=["clipboard-read", "clipboard-write"])
def no_bucket(session: Session):
    program(session, "library", "account", "--tier", "premium")
    answer(session, {"bucket": None, "synced": None, "last": None})
    open_sync(session)
    assert "No bucket yet" in panel(session, "sync")
    session.page.click(".panel-sync button:has-text('Copy')")
    session.page.wait_for_selector("text=Copied")
    assert session.page.evaluate("navigator.clipboard.readText()") == "diorama sync --bucket file:///folder"


@check("a run synchronizes the library")
def run(session: Session):
    session.server.empty()
    in_step(session)
    # Its files are not in the bucket yet.
    session.server.seed(samples.write_room(session.files / "workshop.ply", steps=7), "Workshop")
    open_sync(session)
    assert "This device has changes since then." in panel(session, "sync")
    session.page.click("button:has-text('Sync now')")
    session.until("document.querySelector('.panel-sync .details').textContent.includes('Not sent yetnone')")
    session.until("document.querySelector('.panel-sync .state-title').textContent === 'Synchronized just now'")
    assert "ploaded" in panel(session, "sync"), panel(session, "sync")
    state = session.server.call("GET", "/sync")
    assert state["unsentWrites"] == 0 and state["last"]["outcome"] == "done", state


@check("a run's progress is shown, and cancelling ends it", size=DESK)
def progress(session: Session):
    in_step(session)
    run = {"began": "2026-01-01T00:00:00.000Z", "fraction": 0.4, "what": "Sending originals", "remaining": 70, "isCancelled": False}
    state = answer(session, {"run": run})
    open_sync(session)
    assert "Synchronizing 40 %" in panel(session, "sync") and "Sending originals, about 1 min left" in panel(session, "sync")
    assert session.page.get_attribute(".panel-sync [role=progressbar]", "aria-valuenow") == "40"
    assert session.page.get_attribute("button:has-text('Sync now')", "aria-disabled") == "true"
    session.keep("sync-running")
    before = session.page.locator(".panel-sync").bounding_box()
    state["run"] = {**run, "fraction": 0.6}
    session.until("document.querySelector('.panel-sync .state-title').textContent.includes('60 %')")
    session.page.unroute("**/api/v1/sync")
    session.page.focus("text=Cancel")
    session.page.keyboard.press("Enter")  # the real server has no run: it answers how things stand
    session.until("document.querySelector('.panel-sync .state-title').textContent.includes('Synchronized')")
    assert "Sync now" in session.page.evaluate("document.activeElement.textContent"), "the focus is lost"
    assert session.page.locator(".panel-sync").bounding_box() == before, "the card jumps"


@check("a conflict shows which value is used, and can be undone", size=DESK)
def conflict(session: Session):
    session.server.empty()
    space = session.server.seed(samples.write_room(session.files / "room.ply"), "Workshop")
    in_step(session)
    tablet = session.files / "tablet"
    library = tablet / "library"
    program(session, "account", "join", "--bucket", bucket(session), library=library)
    # The tablet is served for a moment, to rename on it.
    other = Server(session.server.process.args[0], tablet, session.server.environment)
    rename(other, space, "Anna's \"studio\"")
    other.end()
    rename(session.server, space, "Atelier")
    program(session, "sync", library=library)
    program(session, "sync")
    open_sync(session)
    text = session.page.inner_text(".conflict")
    assert "Atelier" in text and "name" in text and "Overridden" in text and "Anna's \"studio\"" in text, text
    assert "this device" in text, text
    assert session.page.locator(".panel-devices .row").count() >= 2
    session.keep("sync-conflict")
    session.page.focus(".conflict button")
    session.page.keyboard.press("Enter")
    session.page.wait_for_selector(".conflict button:has-text('Undone')")
    assert "Undone" in session.page.evaluate("document.activeElement.textContent"), "the focus is lost"
    assert session.server.spaces()[0]["name"] == "Anna's \"studio\""
    session.page.reload()
    session.page.wait_for_selector(".conflict button[aria-disabled=true]:has-text('Undone')")


def rename(server: Server, space: str, name: str):
    request = urllib.request.Request(
        f"{server.address}/api/v1/spaces/{space}", method="PATCH", data=json.dumps({"name": name}).encode(),
        headers={"Content-Type": "application/json"})
    urllib.request.urlopen(request, timeout=60).read()


@check("what can't be undone says why", expect=["409"], thorough=True)
def undo_fails(session: Session):
    device = {"id": "x", "name": "Tablet", "isThis": False}
    value = {"kind": "empty", "text": "", "isCut": False, "byteCount": None}
    side = {"value": value, "written": "2026-01-01T00:00:00.000Z", "device": device}
    one = {
        "number": 1, "noticed": side["written"], "table": "things", "id": "y", "name": None, "column": "brand", "won": side,
        "lost": side, "isUndone": False,
    }
    answer(session, {}, [one])
    problem = {"type": "about:blank", "title": "Conflict", "status": 409, "detail": "The row is gone."}
    session.page.route("**/undo", lambda route: route.fulfill(status=409, json=problem, content_type="application/problem+json"))
    open_sync(session)
    session.page.click(".conflict button")
    session.page.wait_for_selector(".conflict [role=alert]:has-text('The row is gone.')")
    assert session.page.get_attribute(".conflict button", "aria-disabled") == "false"


@check("a backup is made and checked on request")
def backup(session: Session):
    open_sync(session)
    before = session.server.call("GET", "/sync")["backups"]["latest"]
    session.page.click("button:has-text('Back up now')")
    session.until("document.querySelector('.panel-backup .state-title').textContent === 'Backed up just now'")
    assert "Verified." in panel(session, "backup")
    after = session.server.call("GET", "/sync")["backups"]
    assert after["count"] >= 1 and after["latest"]["state"] == "good" and after["latest"] != before, after
    assert "Database" in panel(session, "storage") and "free on the disk" in panel(session, "storage")


@check("without the server, the page keeps what was known and finds it again", expect=["Failed to load", "ERR_FAILED"])
def offline(session: Session):
    open_sync(session)
    before = session.page.locator(".panel-sync").bounding_box()
    session.page.route("**/api/v1/**", lambda route: route.abort())
    session.page.evaluate("dispatchEvent(new Event('focus'))")
    session.page.wait_for_selector(".page[data-state=offline]")
    assert "can't be reached" in session.page.inner_text(".sheet-note") and session.page.is_visible(".panel-sync .state-title")
    assert session.page.locator(".panel-sync").bounding_box()["height"] == before["height"]
    session.page.unroute("**/api/v1/**")
    session.page.click("button:has-text('Try again')")
    session.page.wait_for_selector(".page[data-state=ready]")
    assert not session.page.is_visible("button:has-text('Try again')")

    session.page.route("**/api/v1/**", lambda route: route.abort())
    open_sync(session, "failed")
    assert "can't be reached" in session.page.inner_text("[role=alert]:not(:empty)")
    session.page.unroute("**/api/v1/**")
    session.page.click(".trouble button:has-text('Try again')")
    session.page.wait_for_selector(".page[data-state=ready]")


@check("while the page loads, its cards are there, and nothing jumps when it arrives", size=DESK, thorough=True)
def skeleton(session: Session):
    in_step(session)
    held = []
    session.page.route("**/api/v1/**", lambda route: held.append(route))
    session.page.goto(f"{session.server.address}/sync")
    session.page.wait_for_selector(".panel-sync[aria-busy=true] .bone")
    session.eventually(lambda: len(held) >= 2)  # both lists have been asked for
    session.frames()
    top = session.page.locator(".panel-conflicts").bounding_box()["y"]
    for route in held:
        route.continue_()
    session.page.wait_for_selector(".panel-sync:not([aria-busy])")
    assert session.page.locator(".bone").count() == 0
    assert abs(session.page.locator(".panel-conflicts").bounding_box()["y"] - top) < 1, "the cards jump"


@check("devices and backup: names, roles, structure and touch targets", size=PHONE)
def structure(session: Session):
    in_step(session)
    open_sync(session)
    look_over(session)


@check("what endangers the library is shown, in red where it is bad", size=PHONE)
def health(session: Session):
    open_sync(session)
    good = session.server.call("GET", "/health")
    session.until("document.querySelector('.panel-health').dataset.state !== 'unknown'")
    assert session.page.get_attribute(".panel-health", "data-state") == good["state"]
    finding = {"kind": "disk", "state": "bad", "message": "the disk has 120 MB left", "remedy": "free some space"}
    bad = {**good, "state": "bad", "findings": [{**(good["findings"] or [finding])[0], **finding}]}
    session.page.route("**/api/v1/health", lambda route: route.fulfill(json=bad))
    open_sync(session)
    session.page.wait_for_selector(".panel-health[data-state=bad]")
    text = panel(session, "health")
    assert "Needs attention" in text and "The disk has 120 MB left. Free some space." in text, text
    session.keep("health-bad")
    look_over(session)


@check("two devices are paired by a code, and the digits are compared on both", size=PHONE)
def pairing(session: Session):
    # A device of its own, with its own keys.
    tablet = session.files / "paired"
    other = Server(session.server.process.args[0], tablet, isolated(tablet))
    try:
        open_sync(session)
        session.page.click("button:has-text('Show a pairing code')")
        session.until("document.querySelector('.pairing-qr')?.naturalWidth > 0")
        address = session.page.input_value(".pairing-offer input").split()[-1]
        session.keep("pairing-code")
        look_over(session)
        other.call("POST", "/pairing/session", {"target": address})
        session.page.wait_for_selector(".pairing-digits .digits")
        digits = session.page.inner_text(".pairing-digits .digits")
        theirs = session.eventually(lambda: other.call("GET", "/pairing")["session"])
        assert digits == theirs["digits"], (digits, theirs)
        session.keep("pairing-digits")
        look_over(session)
        other.call("POST", "/pairing/session/confirm")
        session.page.click("button:has-text('They are the same')")
        session.page.wait_for_selector(".panel-pairing .row")
        session.eventually(lambda: other.call("GET", "/pairing")["devices"])
        session.page.click(".panel-pairing .row button")
        session.page.click("dialog .danger")
        session.page.wait_for_selector(".panel-pairing .row", state="detached")
    finally:
        other.stop()


@layout("devices and backup")
def sync_layout(session: Session, size):
    in_step(session)
    open_sync(session)
    yield "sync"
    session.text_size(200)
    yield "sync-200"
