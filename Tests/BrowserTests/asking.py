"""
Requests for recordings: the inbox with previews, a request that is answered step by step, one that is sent, and workflows that are
made. Ben, the contact, is a library of his own.
"""

import json
import pathlib
import subprocess
from dataclasses import dataclass

from PIL import Image

from access import look_over
from environment import isolated
from harness import DESK, PHONE, Session, check, layout, program
from memories import press, send

STEPS = {
    "name": "Fridge",
    "steps": [
        {
            "title": "The door",
            "shots": [{"title": "From outside"}],
            "fields": [{"title": "State", "kind": "choice", "choices": ["new", "used"], "required": True}],
        },
        {
            "title": "The label",
            "shots": [{"title": "Serial number", "count": 0}],
            "fields": [{"title": "Litres", "kind": "number"}],
        },
    ],
}


@dataclass
class Ben:
    """A contact of the server's owner; each has the other's card."""

    program: str
    folder: pathlib.Path
    environment: dict[str, str]

    def run(self, *words: str) -> dict:
        command = [self.program, *words, "--library", str(self.folder / "library"), "--json"]
        result = subprocess.run(command, capture_output=True, text=True, timeout=120, env=self.environment)
        assert result.returncode == 0, f"{' '.join(words)}: {result.stderr}"
        return json.loads(result.stdout.strip().splitlines()[-1])

    def ask(self, *words: str) -> str:
        """Asks the owner for a recording, and returns the request's id."""
        asked = self.run("request", "add", "--to", "Ada", *words)["id"]
        self.run("inbox", "receive")
        return asked


people: dict[pathlib.Path, Ben] = {}


def acquainted(session: Session) -> Ben:
    """Ben, who knows the owner, once for all checks of a server."""
    home = session.server.folder
    if home in people:
        return people[home]
    folder = home / "ben"
    ben = Ben(session.server.process.args[0], folder, isolated(folder))
    ben.run("account", "create", "--name", "Ben")
    ben.run("sync", "--bucket", (folder / "bucket").as_uri())
    program(session, "sync", "--bucket", (home / "own-bucket").as_uri())
    ben.run("contacts", "add", program(session, "contacts", "card")["card"])
    send(session, "POST", "/contacts", {"card": ben.run("contacts", "card")["card"]})
    people[home] = ben
    return ben


def steps(session: Session) -> str:
    path = session.files / "workflow.json"
    path.write_text(json.dumps(STEPS))
    return str(path)


def open_page(session: Session, path: str):
    session.page.goto(session.server.address + path)
    session.page.wait_for_selector(".page[data-state=ready]")


def photo(session: Session) -> pathlib.Path:
    path = session.files / "fridge.jpg"
    Image.new("RGB", (320, 240), (60, 110, 90)).save(path)
    return path


@check("a request is answered step by step, goes on after a reload, and arrives with who asked", size=PHONE, has_touch=True)
def answer(session: Session):
    ben, page = acquainted(session), session.page
    asked = ben.ask("--steps", steps(session), "--message", "For the insurance")
    session.server.call("POST", "/inbox/receive")
    open_page(session, "/inbox")
    item = f".panel-waiting [data-request='{asked}']"
    page.wait_for_selector(item)
    assert "From Ben · open · 2 steps" in page.inner_text(item)
    session.keep("inbox-phone")
    look_over(session)
    press(session, f"{item} a.primary")
    page.wait_for_selector("text=For the insurance")
    press(session, "button:has-text('Answer')")
    page.wait_for_selector("h2:text-is('The door')")
    camera = page.locator(".shot input[capture=environment]")
    assert camera.get_attribute("accept") == "image/*"
    camera.set_input_files(photo(session))
    page.wait_for_selector(".shot-files img")
    page.select_option(".wizard-step select", "used")
    page.wait_for_selector(".wizard-link[aria-current] svg")
    session.keep("request-step")
    look_over(session)
    # Removed by mistake, and taken back.
    press(session, ".shot button[aria-label='Remove this file']")
    page.wait_for_selector(".undo-notice")
    assert page.locator(".shot-files img").count() == 0
    press(session, ".undo-notice button")
    page.wait_for_selector(".shot-files img")
    page.reload()
    page.wait_for_selector("h2:text-is('The label')")
    page.fill(".wizard-step input[type=number]", "120")
    page.keyboard.press("Enter")
    page.wait_for_selector("h2:text-is('Everything is answered')")
    press(session, "button:has-text('Send')")
    page.wait_for_selector("h2:text-is('Answer')")
    assert "120" in page.inner_text(".answer")
    session.server.call("POST", "/inbox/receive")
    ben.run("inbox", "receive")
    seen = ben.run("request", "show", asked)
    assert seen["state"] == "answered" and seen["offer"]["state"] == "offered", seen
    ben.run("inbox", "accept", seen["offer"]["id"])
    given = ben.run("request", "show", asked)["recording"]["steps"]
    assert [step["done"] for step in given] == [True, True] and given[1]["answers"][1]["value"] == "120", given


@check("offers and requests are previewed and declined after a question; what was asked is withdrawn", size=DESK)
def inbox(session: Session):
    ben, page = acquainted(session), session.page
    thing = ben.run("thing", "add", "--name", "Ladder")["id"]
    offer = ben.run("share", thing, "--with", "Ada", "--message", "For your attic")["id"]
    asked = ben.ask("--title", "Your attic")
    session.server.call("POST", "/inbox/receive")
    open_page(session, "/inbox")
    shared = f".panel-waiting [data-share='{offer}']"
    page.wait_for_selector(shared)
    assert "1 thing" in page.inner_text(shared) and "For your attic" in page.inner_text(shared), page.inner_text(shared)
    press(session, "[aria-label='Accept Ladder']")
    page.wait_for_selector(f".panel-earlier [data-share='{offer}']")
    press(session, "[aria-label='Decline Your attic']")
    press(session, "dialog button:has-text('Keep it')")
    session.until("!document.querySelector('dialog, [aria-disabled=true]')")
    assert page.is_visible(f".panel-waiting [data-request='{asked}']"), "it was declined without a yes"
    press(session, "[aria-label='Decline Your attic']")
    press(session, "dialog .danger")
    page.wait_for_selector(f".panel-earlier [data-request='{asked}']")
    press(session, "button:has-text('Ask for a recording')")
    page.wait_for_selector("dialog form")
    page.fill("dialog input[type=text]", "Your cellar")
    page.select_option("dialog select >> nth=1", label="Condition of a room")
    page.wait_for_selector("dialog .request-steps li:has-text('Meters')")
    session.keep("ask-dialog")
    press(session, "dialog button[type=submit]")
    page.wait_for_selector("h1:text-is('Your cellar')")
    press(session, "button:has-text('Withdraw')")
    press(session, "dialog .danger")
    page.wait_for_selector(".request-facts:has-text('withdrawn')")
    session.keep("request-withdrawn")
    look_over(session)


@check(
    "a workflow is copied, changed, its steps moved by buttons and by dragging, and saved; what isn't saved comes back",
    size=DESK,
)
def workflow(session: Session):
    page = session.page
    open_page(session, "/workflows")
    press(session, ".panel-predefined [aria-label='Actions for Record a thing']")
    press(session, ".menu:not([hidden]) >> text=Copy to edit")
    page.wait_for_selector(".step-editor")
    titles = "[...document.querySelectorAll('.step-editor .field input')].map((e) => e.value).join()"
    assert page.evaluate(titles) == "The whole thing,Its label,Its value"
    press(session, "[aria-label='Move step 1 down']")
    session.until(f"{titles} === 'Its label,The whole thing,Its value'")
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Move step 2")
    page.evaluate("scrollTo(0, 0)")
    grip = page.locator(".step-grip").first.bounding_box()
    page.mouse.move(grip["x"] + 10, grip["y"] + 10)
    page.mouse.down()
    page.evaluate("document.querySelector('.step-editor:last-child').scrollIntoView()")
    last = page.locator(".step-editor").last.bounding_box()
    page.mouse.move(last["x"] + 30, last["y"] + last["height"] - 5, steps=4)
    page.mouse.up()
    session.until(f"{titles} === 'The whole thing,Its value,Its label'")
    press(session, "[aria-label='Delete step 2']")
    session.until(f"{titles} === 'The whole thing,Its label'")
    press(session, ".undo-notice button")
    session.until(f"{titles} === 'The whole thing,Its value,Its label'")
    page.locator(".request-body > .field input").fill("Record a bicycle")
    page.reload()
    page.wait_for_selector("text=These are your changes that were not saved.")
    press(session, "button:has-text('Preview')")
    page.wait_for_selector("[aria-label=Preview] li:has-text('Receipt')")
    session.keep("workflow")
    look_over(session)
    press(session, "button:text-is('Save')")
    session.until("document.querySelector('.wizard-buttons .primary').disabled")
    (saved,) = session.server.call("GET", "/workflows")["workflows"]
    assert saved["name"] == "Record a bicycle", saved
    steps = session.server.call("GET", f"/workflows/{saved['id']}")["steps"]
    assert [step["key"] for step in steps] == ["whole", "value", "label"], steps
    open_page(session, "/workflows")
    press(session, "[aria-label='Actions for Record a bicycle']")
    press(session, ".menu:not([hidden]) >> text=Delete")
    page.wait_for_selector("text=None yet.")
    press(session, ".undo-notice button")
    page.wait_for_selector(f"[data-workflow='{saved['id']}']")


@layout("the inbox, a request and a workflow")
def layouts(session: Session, size: tuple[int, int]):
    ben = acquainted(session)
    asked = ben.ask("--title", "A recording of everything that is in your cellar", "--steps", steps(session))
    session.server.call("POST", "/inbox/receive")
    open_page(session, "/inbox")
    session.page.wait_for_selector(f"[data-request='{asked}']")
    yield "inbox"
    send(session, "POST", f"/requests/{asked}/recording", {})
    open_page(session, f"/requests/{asked}")
    session.page.wait_for_selector(".wizard-step .shot")
    yield "request"
    open_page(session, "/workflows/new")
    session.page.wait_for_selector(".step-editor")
    yield "workflow"
