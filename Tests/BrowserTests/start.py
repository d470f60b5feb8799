"""The first start: a new person, somebody who has a library already, and what they see meanwhile."""

import contextlib

from access import look_over
from harness import PHONE, Session, check, layout, program
from memories import kitchen
from server import Server


@contextlib.contextmanager
def first_start(session: Session, name: str, *options: str):
    """A server of a folder without a library."""
    server = Server(session.server.process.args[0], session.files / name, session.server.environment, *options, creates=False)
    try:
        yield server
    finally:
        server.stop()


def open_start(session: Session, server: Server, path: str = "/start"):
    session.page.goto(server.address + path)
    session.page.wait_for_selector(".page[data-state=start]")


def join(session: Session, bucket: str):
    if not session.page.is_visible("[name=bucket]"):
        session.page.click("summary")
    session.page.fill("[name=bucket]", bucket)
    session.page.click("button:has-text('Open this library')")


@check("a new person enters a name and is in their library", expect=["400"])
def new_person(session: Session):
    with first_start(session, "new") as server:
        open_start(session, server, "/")
        assert session.page.url.endswith("/start"), session.page.url
        assert session.page.evaluate("document.activeElement.name") == "name"
        assert not (server.folder / "library" / "library.sqlite").exists(), "reading the page created a library"
        session.page.keyboard.press("Enter")
        session.page.wait_for_selector("form[aria-label='New library'] [role=alert]:not(:empty)")
        session.page.fill("[name=name]", "Bea")
        session.page.keyboard.press("Enter")
        session.page.wait_for_selector(".page[data-state=empty]")
        assert server.call("GET", "/account")["name"] == "Bea"
        session.page.goto(server.address + "/start")
        session.page.wait_for_selector(".page[data-state=empty]")


@check("somebody who has a library sees why an attempt failed, tries again and finds their spaces", size=PHONE)
def join_bucket(session: Session):
    kitchen(session)
    bucket = session.server.folder / "bucket"
    program(session, "sync", "--bucket", bucket.as_uri())
    with first_start(session, "second") as server:
        open_start(session, server)
        missing = session.files / "nothing"
        join(session, missing.as_uri())
        session.page.wait_for_selector("form[aria-label='Existing library'] [role=alert]:has-text('does not exist')")
        missing.mkdir()
        join(session, missing.as_uri())
        session.page.wait_for_selector("form[aria-label='Existing library'] [role=alert]:has-text('holds no library')")
        session.keep("start-failed")
        look_over(session)
        join(session, bucket.as_uri())
        session.page.wait_for_selector(".page[data-state=ready] .space-card")
        assert server.call("GET", "/account")["name"] == session.server.call("GET", "/account")["name"]


@check("progress takes the place of the forms, and the digits of the other device are compared", size=PHONE, thorough=True)
def progress(session: Session):
    state = {
        "state": "running", "isAllowed": True, "fraction": 0.4, "what": "Downloading changes", "error": None, "bucket": None,
        "comparison": None, "signIn": None,
    }
    answers = []
    with first_start(session, "third") as server:
        session.page.route("**/api/v1/start", lambda route: route.fulfill(json=state))

        def answer(route):
            answers.append(route.request.post_data_json)
            route.fulfill(json=state)

        session.page.route("**/start/digits", answer)
        open_start(session, server)
        session.page.wait_for_selector(".start-progress [role=progressbar][aria-valuenow='40']")
        assert "Downloading changes" in session.page.inner_text(".start-progress")
        assert not session.page.is_visible("form"), "another attempt could be begun"
        session.keep("start-progress")
        state["comparison"] = {"name": "Ada's desk", "digits": "123456"}
        session.page.wait_for_selector(".digits:has-text('123456')")
        look_over(session)
        session.keep("start-digits")
        session.page.click("button:has-text('They are the same')")
        session.eventually(lambda: answers == [{"areEqual": True}])
        state |= {"state": "failed", "error": "The connection was lost.", "comparison": None}
        session.page.wait_for_selector("[role=alert]:has-text('The connection was lost.')")
        assert session.page.is_visible("form[aria-label='New library']")


@check("through a proxy only the address that the server printed makes the first start", expect=["404"], thorough=True)
def proxy(session: Session):
    with first_start(session, "fourth", "--behind-proxy") as server:
        session.page.goto(server.address + "/start")
        session.page.wait_for_selector("h1:has-text('not set up yet')")
        assert not session.page.is_visible("form")
        session.page.goto(server.address + "/health")  # else only the fragment would change
        session.page.goto(server.started["sign_in"])
        session.page.fill("[name=name]", "Bea")
        session.page.keyboard.press("Enter")
        session.page.wait_for_selector(".join-form button")
        session.page.click(".join-form button")
        session.page.wait_for_selector(".page[data-state=empty]")


@layout("first start")
def start_layout(session: Session, size):
    with first_start(session, f"layout-{size[0]}") as server:
        open_start(session, server)
        yield "start"
        session.page.click("summary")
        yield "start-join"
        session.text_size(200)
        yield "start-200"
