"""
Sharing a space: links with password and part, what a visitor sees, people with accounts, the exported website, and revisiting the
place itself.
"""

import contextlib
import http.server
import io
import threading
import urllib.request
import zipfile

import pixels
import samples
from access import look_over
from harness import DESK, PHONE, Session, check
from memories import kitchen, open_table, pin, press, send

# A WebXR that finds the floor two metres ahead at each tap, and gives poses that are a turn and a shift of the place's own.
FAKE_XR = """
class Session extends EventTarget {
  constructor() { super(); this.taps = []; window.fakeXR = this; }
  async requestReferenceSpace(type) { return { type, addEventListener() {}, removeEventListener() {} }; }
  async requestHitTestSource() { return { cancel() {} }; }
  async end() { this.dispatchEvent(new Event('end')); }
}
Object.defineProperty(navigator, 'xr', { value: {
  isSessionSupported: async (mode) => mode === 'immersive-ar',
  requestSession: async (mode, options) => { window.xrOptions = [mode, options.requiredFeatures.join()]; return new Session(); },
}, configurable: true });
"""


def open_share(session: Session, space: str):
    session.page.goto(f"{session.server.address}/spaces/{space}")
    session.page.wait_for_selector(".place[data-state=ready]", timeout=60_000)
    press(session, "button[aria-label='Share']:not([hidden])")
    session.page.wait_for_selector(".link-form")


@check(
    "a link is made with a password and a part drawn on the plan, copied, and revoked",
    size=DESK, permissions=["clipboard-read", "clipboard-write"],
)
def link(session: Session):
    space = kitchen(session)
    open_share(session, space)
    session.page.fill(".link-form input[type=text] >> nth=0", "For Grandma")
    session.page.fill(".link-form input[type=text] >> nth=1", "bread")
    session.page.check("text=Only a part of the space", force=True)
    session.page.wait_for_selector(".plan-canvas", timeout=60_000)
    session.page.locator(".plan-sheet").scroll_into_view_if_needed()
    box = session.page.locator(".plan-sheet").bounding_box()
    session.page.mouse.move(box["x"] + 0.25 * box["width"], box["y"] + 0.25 * box["height"])
    session.page.mouse.down()
    session.page.mouse.move(box["x"] + 0.75 * box["width"], box["y"] + 0.75 * box["height"], steps=4)
    session.page.mouse.up()
    session.page.wait_for_selector("text=The part measures 2.0 × 1.5")
    session.keep("share-part")
    press(session, "button:has-text('Create a link')")
    session.page.wait_for_selector(".copy-line", timeout=60_000)
    address = session.page.input_value("input[aria-label='Address']")
    assert f"{session.server.address}/s/" in address, address
    press(session, "button[aria-label='Copy address']")
    session.until("navigator.clipboard.readText().then((text) => text.includes('/s/'))")
    session.until("document.querySelector('.qr-picture').naturalWidth > 0")
    assert "<iframe src=" in session.page.eval_on_selector("textarea.copy-field", "(e) => e.value")
    (made,) = session.server.call("GET", f"/spaces/{space}/links")["links"]
    assert made["hasPassword"] and made["part"] and abs(made["part"]["max"][0] - made["part"]["min"][0] - 2) < 0.1, made
    session.keep("share-link")
    look_over(session)
    press(session, "button[aria-label='Edit For Grandma']")
    session.page.wait_for_selector(".link-change")
    session.page.select_option(".link-change select", label="One week from now")
    session.page.check("text=Remove the password", force=True)
    session.keep("share-change")
    look_over(session)
    press(session, ".link-change button:has-text('Save')")
    session.page.wait_for_selector(".link-change", state="detached")
    (made,) = session.server.call("GET", f"/spaces/{space}/links")["links"]
    assert not made["hasPassword"] and made["expires"] and made["name"] == "For Grandma", made
    press(session, "button[aria-label='Revoke For Grandma']")
    press(session, "dialog button:has-text('Revoke')")
    session.page.wait_for_selector(".link.revoked")
    assert session.server.call("GET", f"/spaces/{space}/links")["links"][0]["revoked"]


@check("a visitor opens a link on a phone: password, space, memories; then it is revoked", size=PHONE, expect=["403", "404", "401"])
def visit(session: Session):
    space = kitchen(session)
    pin(session, space, "For all")
    pin(session, space, "For me", privacy="private")
    made = send(
        session, "POST", f"/spaces/{space}/links",
        {"name": "L", "password": "bread", "expires": None, "part": None, "showsMemories": True})
    session.page.goto(session.server.address + made["url"])
    session.page.wait_for_selector("input[type=password]")
    session.keep("visit-password")
    look_over(session)
    session.page.fill("input[type=password]", "cake")
    session.page.keyboard.press("Enter")
    session.page.wait_for_selector("text=That isn't the password of this link.")
    session.page.fill("input[type=password]", "bread")
    session.page.keyboard.press("Enter")
    session.page.wait_for_selector(".place[data-state=ready]", timeout=60_000)
    press(session, "button[aria-label='All memories']")
    session.until("[...document.querySelectorAll('.memory-row .row-title')].map((e) => e.textContent).join() === 'For all'")
    session.keep("visit-phone")
    assert not session.page.is_visible("button[aria-label='Share']")
    press(session, ".memory-row")
    session.page.wait_for_selector(".sheet-memory h2:text-is('For all')")
    press(session, "button[aria-label='More']")
    assert "Delete" not in session.page.inner_text(".menu:not([hidden])")
    assert session.server.call("GET", f"/spaces/{space}/links")["links"][0]["views"] >= 1
    send(session, "PATCH", f"/links/{made['id']}", {"revoked": True})
    session.page.reload()
    session.page.wait_for_selector("text=This link is not valid")
    session.keep("visit-closed")


@check("people are invited, sign in once, and open what is granted", size=DESK, expect=["403", "401", "404"])
def people(session: Session):
    space = kitchen(session)
    session.page.goto(f"{session.server.address}/accounts")
    session.page.wait_for_selector(".page[data-state=ready]")
    own = session.server.call("GET", "/account")
    assert own["name"] in session.page.inner_text(".panel-own") and "this one" in session.page.inner_text(".panel-own")
    session.page.fill(".invite-form input", "Anna")
    press(session, ".invite-form button")
    session.page.wait_for_selector(".invitation input")
    address = session.page.input_value("input[aria-label='Invitation']")
    assert "/join#" in address, address
    session.page.select_option(".panel-grants .account-list li:has-text('Anna') select", "pin")
    session.until(f"fetch('/api/v1/spaces/{space}/grants').then((r) => r.json()).then((g) => g.grants.length === 1)")
    session.keep("people")
    look_over(session)
    session.page.goto(address)
    session.page.wait_for_selector(".join-form")
    assert "#" not in session.page.url, "the invitation stays in the address"
    session.keep("join")
    press(session, ".join-form button")
    session.page.wait_for_url(session.server.address + "/")
    session.page.wait_for_selector(".page[data-state=ready] .space-card")
    session.until("document.querySelector('.top-things').hidden")
    session.page.click("button[aria-label=Account]:visible")
    assert session.page.locator(".menu:visible a").all_inner_texts() == ["People", "Ask about your library"]
    assert not session.page.is_visible(".top-inbox") and not session.page.is_visible(".top-search")


@check("the page on sharing shows the own card, and refuses what is no card", size=PHONE, expect=["400"])
def contacts(session: Session):
    session.page.goto(f"{session.server.address}/sharing")
    session.page.wait_for_selector(".page[data-state=ready]")
    assert session.page.input_value("input[aria-label='Contact card']").startswith("diorama:contact?")
    session.until("document.querySelector('.qr-picture').naturalWidth > 0")
    session.page.fill(".panel-contacts input", "a letter")
    press(session, ".panel-contacts form button")
    session.page.wait_for_selector("text=Not a contact card")
    session.keep("sharing-contacts")
    look_over(session)


@check("a share is revoked only after the question, which can be asked again", size=PHONE)
def revoke(session: Session):
    share = {
        "id": "s", "title": "Kitchen", "contact": "Ben", "account": "b", "space": None, "permission": "read", "state": "accepted",
        "files": 2, "byteCount": 20_000, "created": "2026-01-01T00:00:00.000Z", "answered": None, "privateMemories": None,
    }
    revoked = []

    def answer(route):
        revoked.append(route.request.url)
        share["state"] = "revoked"
        route.fulfill(json=share)

    session.page.route("**/api/v1/shares", lambda route: route.fulfill(json={"shares": [share]}))
    session.page.route("**/api/v1/shares/**", answer)
    session.page.goto(f"{session.server.address}/sharing")
    for _ in range(2):
        session.page.click("button[aria-label='Revoke the share of Kitchen with Ben']")
        session.page.wait_for_selector("dialog h2:text-is('Revoke the share of Kitchen?')")
        session.page.keyboard.press("Escape")
        session.page.wait_for_selector("dialog", state="detached")
        assert session.page.evaluate("document.activeElement.textContent") == "Revoke", "the focus is lost"
    assert revoked == []
    look_over(session)
    session.page.click("button[aria-label='Revoke the share of Kitchen with Ben']")
    session.page.click("dialog .danger")
    session.page.wait_for_selector(".panel-shares .account:has-text('Revoked · with Ben')")
    assert len(revoked) == 1 and revoked[0].endswith("/s"), revoked


@contextlib.contextmanager
def plain_host(folder):
    """Any web host: files and nothing else."""

    class Files(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *request):
            super().__init__(*request, directory=str(folder))

        def log_message(self, *_):
            pass

    host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{host.server_port}"
    finally:
        host.shutdown()


@check("an exported folder opens from any web host, with its public memories and nothing else", size=PHONE)
def exported(session: Session):
    space = kitchen(session)
    pin(session, space, "For all")
    pin(session, space, "For me", privacy="private")
    with urllib.request.urlopen(f"{session.server.address}/api/v1/spaces/{space}/export?format=web", timeout=120) as answer:
        archive = zipfile.ZipFile(io.BytesIO(answer.read()))
    folder = session.files / "host"
    archive.extractall(folder / "places" / "kitchen")
    assert not any("For me" in path.read_text(errors="ignore") for path in folder.rglob("*.json")), "a private memory was exported"
    (index,) = folder.rglob("index.html")
    with plain_host(folder) as address:
        session.page.goto(f"{address}/{index.parent.relative_to(folder)}/")
        session.page.wait_for_selector(".place[data-state=ready]", timeout=60_000)
        session.settle()
        assert pixels.share(session.picture(), samples.FLOOR) > 0.02, "the place isn't drawn"
        press(session, "button[aria-label='All memories']")
        session.until("[...document.querySelectorAll('.memory-row .row-title')].map((e) => e.textContent).join() === 'For all'")
        session.keep("exported-phone")
        press(session, ".memory-row")
        session.page.wait_for_selector(".sheet-memory h2:text-is('For all')")
        press(session, "button:has-text('See it from there')")
        session.page.wait_for_selector(".place[data-table=ready]", timeout=60_000)
        assert not session.page.is_visible("button[aria-label='Share']")


@check("without WebXR revisiting says so and offers the USDZ", size=PHONE, thorough=True)
def no_xr(session: Session):
    space = kitchen(session)
    session.page.goto(f"{session.server.address}/spaces/{space}")
    session.page.wait_for_selector(".place[data-state=ready]", timeout=60_000)
    press(session, "button[aria-label='Revisit on the spot']")
    session.page.wait_for_selector(".revisit-start a[rel=ar]")
    assert "AR Quick Look" in session.page.inner_text(".revisit-start")
    session.keep("revisit-phone")
    look_over(session)


@check("who scans the marker of a space opens it without signing in", size=PHONE, expect=["401", "404"], thorough=True)
def marker(session: Session):
    space = kitchen(session)
    pin(session, space, "For all")
    pin(session, space, "For me", privacy="private")
    made = send(
        session, "POST", f"/spaces/{space}/links",
        {"name": "Printed marker", "password": None, "expires": None, "part": None, "showsMemories": True})
    # As somebody else: requests through a proxy are not the owner's.
    session.page.set_extra_http_headers({"X-Forwarded-For": "203.0.113.9"})
    session.page.goto(f"{session.server.address}{made['url']}?marker=0.00_1.20_-1.50_0.00_1.00")
    session.page.wait_for_selector(".place[data-state=ready]", timeout=60_000)
    assert not session.page.is_visible("text=Sign in")
    press(session, "button[aria-label='Revisit on the spot']")
    session.page.wait_for_selector(".revisit-marker input[aria-label='Address of the marker']")
    assert made["url"] in session.page.input_value("input[aria-label='Address of the marker']")
    session.keep("marker-visitor")
    memories = session.page.evaluate(
        f"fetch('/api/v1/spaces/{space}/memories').then((answer) => answer.status)")
    assert memories == 401, "the space is open without the link"


@check("two points are prepared with images, and the camera opens where WebXR is available", size=DESK)
def xr(session: Session):
    session.page.add_init_script(FAKE_XR)
    space = kitchen(session)
    open_table(session, space)
    press(session, "button[aria-label='Revisit on the spot']")
    session.page.wait_for_selector("text=First choose the two points above.")
    press(session, "button:has-text('Choose the first point')")
    press(session, "button:has-text('Use this point')")
    press(session, "button:has-text('Use this view')")
    session.page.wait_for_selector(".revisit-points img", timeout=60_000)
    session.until("document.querySelector('.revisit-points img').naturalWidth === 960")
    session.keep("revisit-point")
    kept = session.page.evaluate(
        """(space) => new Promise((resolve) => { const r = indexedDB.open('diorama'); r.onsuccess = () => {
            const q = r.result.transaction('snapshots').objectStore('snapshots').get(space);
            q.onsuccess = () => resolve(q.result.points.length); } })""",
        space,
    )
    assert kept == 1
