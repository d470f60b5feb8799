"""The plan elsewhere than where it was made: without a connection, in another tab, in files in one's own units."""

import io
import re
import tarfile

import samples
from harness import DESK, Session, check
from measure_scan import table
from memories import press, send
from plan import NO_PLAN, flat, make_plan, open_plan, option, plan_of, planned

UNREACHABLE = "Diorama can't be reached."


@check(
    "a viewed plan opens offline with its drawing; disabled actions say why",
    size=DESK, service_workers="allow", expect=["ERR_", "Failed to load", "404"],
)
def offline(session: Session):
    space = flat(session)
    open_plan(session, space)
    make_plan(session)
    page = session.page
    session.until("navigator.serviceWorker.controller !== null")
    # Once more, now through the worker.
    open_plan(session, space)
    page.wait_for_selector(".plan-option")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    open_plan(session, space)
    # The sheet as the server drew it, not only the shapes over it.
    page.wait_for_selector(".plan-option[data-kind=wall]")
    drawn = page.evaluate("fetch(document.querySelector('.plan-image').getAttribute('href')).then((answer) => answer.text())")
    assert "Scale 1:" in drawn, drawn[:200]
    assert not page.is_visible(".plan-image-problem")
    name = option(session, "room").split(",")[0]
    page.fill(".plan-details input", "Den")
    page.keyboard.press("Enter")
    page.wait_for_selector(f'.plan-details .field-problem:text-is("{UNREACHABLE}")')
    page.check(".plan-pane .units-switch input[value=imperial]", force=True)
    page.wait_for_selector(f'.notice:has-text("The drawing stays in its units: {UNREACHABLE}")')
    session.keep("plan-offline")
    page.context.set_offline(False)
    assert plan_of(session, space)["plan"]["storeys"][0]["rooms"][0]["name"] == name


@check(
    "offline, a plan that was never viewed is reported as unavailable",
    size=DESK, service_workers="allow", expect=["ERR_", "Failed to load", "404"],
)
def offline_unseen(session: Session):
    space = flat(session)
    session.open_place(space)
    session.until("navigator.serviceWorker.controller !== null")
    session.open_place(space)
    session.page.wait_for_load_state("networkidle")
    session.page.context.set_offline(True)
    session.open_place(space)
    press(session, ".place-tools button:has-text('Plan'):not([hidden])")
    session.page.wait_for_selector(f'.notice:has-text("{UNREACHABLE}")')
    session.keep("plan-offline-unseen")


@check(
    "imperial units apply to the sheet, its preview, all plan files and the measurement table",
    size=DESK, expect=NO_PLAN,
)
def own_units(session: Session):
    space = planned(session)
    points = [{"at": [-1, 0, 0]}, {"at": [1, 0, 0]}]
    send(session, "POST", f"/spaces/{space}/measurements", {"kind": "distance", "name": "Two", "points": points})
    page = session.page

    def fetched(selector: str, attribute: str) -> str:
        return page.evaluate(f"fetch(document.querySelector('{selector}').{attribute}).then((answer) => answer.text())")

    assert "Dimensions in metres" in fetched(".plan-image", "href.baseVal")
    page.check(".plan-pane .units-switch input[value=imperial]", force=True)
    session.until("document.querySelector('.plan-image').href.baseVal.includes('units=imperial')")
    assert "Dimensions in feet" in fetched(".plan-image", "href.baseVal")
    # What is chosen holds for the next visit as well.
    page.reload()
    session.wait_for_place()
    press(session, ".place-tools button:has-text('Plan'):not([hidden])")
    page.wait_for_selector(".plan-option")
    press(session, "button[aria-label='Export the plan']")
    session.until("document.querySelector('.plan-preview')?.naturalWidth > 0")
    session.until("/^(Letter|Tabloid) /.test(document.querySelector('.plan-export > p').textContent)")
    page.check(".plan-export input[type=checkbox]", force=True)
    sheet = fetched(".plan-preview", "src")
    assert "Dimensions in feet" in sheet and "6\u2032 6 3/4\u2033" in sheet, re.findall(r">([^<>]+)</text>", sheet)
    links = page.eval_on_selector_all(".plan-formats a", "(all) => all.map((a) => a.href)")
    assert len(links) == 7 and all("units=imperial" in link for link in links), links
    page.keyboard.press("Escape")
    press(session, ".plan-pane button[aria-label='Close the plan']")
    press(session, ".place-tools button:has-text('Measure'):not([hidden])")
    page.wait_for_selector(".measure-row")
    (row,) = table(session)
    assert row["unit"] == "m" and row["text"].startswith("6\u2032 6 3/4\u2033"), row
    page.select_option(".measure-panel .units-select", "metric")
    (row,) = table(session)
    assert row["text"].startswith("2.000 m"), row


@check(
    "a plan in progress is shown in another tab and after reloading; the library shows no import for it",
    size=DESK, expect=NO_PLAN,
)
def another_tab(session: Session):
    space = flat(session)
    # The server does one thing at a time: what comes after this waits.
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        archive.add(samples.write_capture(session.files / "busy", repeats=6000), "busy")
    busy = session.server.call("POST", "/spaces?fileName=busy.tar", packed.getvalue())

    def follows(page):
        page.wait_for_selector(".plan-running:not([hidden]) :text('Waiting in the queue')")
        assert not page.is_visible("button:has-text('Make a plan')")

    first, second = session.page, session.page.context.new_page()
    open_plan(session, space)
    press(session, "button:has-text('Make a plan')")
    follows(first)
    for other in (second, first):  # another tab, and this one loaded anew
        session.page = other
        open_plan(session, space)
        follows(other)
    third = first.context.new_page()
    third.goto(session.server.address)
    third.wait_for_selector(".job-card:has-text('busy')")
    assert third.locator(".job-card").count() == 1
    assert len([job for job in session.server.jobs() if job["state"] in ("queued", "running")]) == 2
    session.server.call("DELETE", f"/jobs/{busy['id']}")
    for page in (first, second):
        page.wait_for_selector(".plan-option", timeout=60_000)
