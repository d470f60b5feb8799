"""The plan elsewhere than where it was made: without a connection, in another tab, in files in one's own units."""

from harness import DESK, Session, check
from memories import press
from plan import NO_PLAN, flat, make_plan, open_plan, option, plan_of

UNREACHABLE = "Diorama can't be reached."


@check("a plan that was looked at opens without a server, with its drawing; what can't be done there is said", size=DESK, service_workers="allow", expect=["ERR_", "Failed to load", "404"])
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


@check("without a server, a plan that was never looked at is said not to be there", size=DESK, service_workers="allow", expect=["ERR_", "Failed to load", "404"])
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
