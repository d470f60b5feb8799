"""
Memories in a space: writing and recording them, reading, editing and deleting them, very long lists, live changes, and what works
offline.
"""

from PIL import Image

import samples
from access import look_over
from harness import DESK, PHONE, Session, check

EVIL = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
# Addresses and texts that the service worker has stored.
STORED = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith('diorama-data')) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) found.push(request.url, await (await cache.match(request)).text());
  }
  return found;
}"""
FETCHED_FILES = """[...new Set(performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname))]
  .filter((path) => path.startsWith('/api/v1/assets/'))"""
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def kitchen(session: Session) -> str:
    """A fresh space without memories."""
    session.server.empty()
    return session.server.seed(samples.write_room(session.files / "room.ply"), "Kitchen")


def send(session: Session, method: str, path: str, body: dict) -> dict:
    """A call with JSON, without the browser."""
    return session.server.call(method, path, body) or {}


def pin(session: Session, space: str, title: str, **more) -> dict:
    body = {
        "title": title,
        "text": "She stood here every morning.",
        "kind": "text",
        "privacy": "public",
        "anchor": {"point": [0.5, 0, 0.5], "normal": [0, 1, 0], "offset": [0, 0, 0], "height": 0.8},
        "viewpoint": {"matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1.5, 1.2, 1], "fieldOfView": 1, "aspect": 1.5},
        **more,
    }
    return send(session, "POST", f"/spaces/{space}/memories", body)


def memories(session: Session, space: str) -> list[dict]:
    return session.server.call("GET", f"/spaces/{space}/memories?limit=200")["memories"]


def open_table(session: Session, space: str, query: str = ""):
    session.page.goto(f"{session.server.address}/spaces/{space}?mode=explore{query}")
    session.page.wait_for_selector(".place[data-state=ready]", timeout=60_000)
    session.page.wait_for_selector(".strip", timeout=60_000)


def press(session: Session, selector: str):
    """By script: in a software renderer under load the page is hardly ever still for long enough for a click by the mouse."""
    session.page.wait_for_selector(selector, timeout=60_000)
    session.page.eval_on_selector(selector, "(e) => e.click()")


def choose_place(session: Session):
    press(session, "button:has-text('Pin a memory')")
    press(session, "button:has-text('Pin a memory here')")
    press(session, "button:has-text('Use this view')")
    session.page.wait_for_selector(".composer", timeout=60_000)


def open_list(session: Session):
    press(session, "button[aria-label='All memories']")
    session.page.wait_for_selector(".memory-list")


@check("a memory is written, keeps its draft over a reload, and is pinned with its viewpoint", size=DESK)
def write(session: Session):
    space = kitchen(session)
    open_table(session, space)
    choose_place(session)
    assert session.page.evaluate("document.querySelector('.sheet-over').contains(document.activeElement)"), "the focus is elsewhere"
    press(session, "button:has-text('Pin it here')")
    session.page.wait_for_selector("text=Write something first.")
    session.page.fill(".composer textarea", "It smelled of bread.")
    session.page.fill(".composer input[type=text] >> nth=0", EVIL)
    session.idle()  # the draft is stored a little after the last key
    session.page.reload()
    session.page.wait_for_selector(".strip", timeout=60_000)
    choose_place(session)
    session.page.wait_for_selector("text=Your draft was restored")
    assert session.page.input_value(".composer textarea") == "It smelled of bread."
    session.page.fill(".composer input[type=text] >> nth=1", "kitchen, #grandmother, Kitchen")
    session.page.check(".mood-choice input[value=joy]", force=True)
    session.page.check("input[value=public]", force=True)
    session.keep("memory-composer")
    press(session, "button:has-text('Pin it here')")
    session.page.wait_for_selector(".sheet-memory", timeout=60_000)
    (made,) = memories(session, space)
    assert made["text"] == "It smelled of bread." and made["mood"] == "joy" and made["privacy"] == "public", made
    assert made["tags"] == ["kitchen", "grandmother"] and len(made["viewpoint"]["matrix"]) == 16, made
    assert session.page.inner_text(".sheet-memory h2") == EVIL, "the title isn't shown as it was written"
    assert session.page.evaluate("document.querySelectorAll('.sheet-over img, .sheet-over script, .strip img').length") == 0
    assert "Kitchen" in session.page.title(), "something ran"
    assert f"memory={made['id']}" in session.page.url
    session.keep("memory-open")
    look_over(session)
    session.page.keyboard.press("Escape")
    session.page.wait_for_selector(".sheet-memory", state="detached")
    assert "memory=" not in session.page.url


@check("sound is recorded with pause, heard again, described and sent", size=DESK)
def record(session: Session):
    space = kitchen(session)
    open_table(session, space)
    choose_place(session)
    session.page.check(".kind-choice input[value=audio]", force=True)
    press(session, "button:has-text('Record audio')")
    press(session, ".recorder button:text-is('Record')")
    session.page.wait_for_selector("[data-state=recording]")
    session.until("parseFloat(getComputedStyle(document.querySelector('.level-fill')).getPropertyValue('--level')) > 0.1")
    session.until("document.querySelector('.recorder-time').textContent >= '0:01'")
    press(session, "button:text-is('Pause')")
    session.page.wait_for_selector("text=paused")
    session.keep("memory-recording")
    press(session, "button:text-is('Resume')")
    session.until("document.querySelector('.recorder-time').textContent >= '0:02'")
    press(session, ".recorder button:text-is('Done')")
    session.page.wait_for_selector("audio.media-preview")
    session.page.fill(".media-field textarea", "Somebody hums.")
    press(session, "button:has-text('Pin it here')")
    session.page.wait_for_selector(".sheet-memory audio", timeout=60_000)
    (made,) = memories(session, space)
    assert made["kind"] == "audio" and made["media"][0]["transcript"] == "Somebody hums.", made
    assert made["media"][0]["contentType"].startswith("audio/"), made["media"]
    assert "Transcript" in session.page.inner_text(".sheet-memory")


@check("a photo is uploaded with its alternative text; other files are refused", size=DESK)
def photo(session: Session):
    space = kitchen(session)
    open_table(session, space)
    choose_place(session)
    session.page.check(".kind-choice input[value=photo]", force=True)
    session.page.set_input_files(
        ".media-field input[type=file]",
        {"name": "x.svg", "mimeType": "image/svg+xml", "buffer": b"<svg xmlns='http://www.w3.org/2000/svg'/>"},
    )
    session.page.wait_for_selector("text=Save it as PNG or JPEG")
    picture = session.files / "stove.jpg"
    Image.new("RGB", (640, 480), (200, 120, 60)).save(picture)
    session.page.set_input_files(".media-field input[type=file]", str(picture))
    session.page.fill(".media-field textarea", "The stove with its blue tiles.")
    press(session, "button:has-text('Pin it here')")
    session.page.wait_for_selector(".sheet-memory img[alt='The stove with its blue tiles.']", timeout=60_000)
    session.until("document.querySelector('.sheet-memory img').naturalWidth > 0")
    session.keep("memory-photo")
    press(session, "button[aria-label='More for this memory']")
    press(session, ".menu-item:has-text('Edit')")
    session.page.fill(".composer-media textarea", "The stove, and the cat on it.")
    session.keep("memory-photo-change")
    press(session, "button:text-is('Save')")
    session.page.wait_for_selector(".sheet-memory img[alt='The stove, and the cat on it.']", timeout=60_000)


@check("a memory is edited, its history shown, an earlier version restored, deleted and restored", size=DESK, thorough=True)
def change(session: Session):
    space = kitchen(session)
    made = pin(session, space, "The stove")
    open_table(session, space, f"&memory={made['id']}")
    session.page.wait_for_selector(".sheet-memory", timeout=60_000)
    press(session, "button[aria-label='More for this memory']")
    press(session, ".menu-item:has-text('Edit')")
    session.page.fill(".composer input[type=text] >> nth=0", "The old stove")
    press(session, "button:text-is('Save')")
    session.until("document.querySelector('.sheet-memory h2')?.textContent === 'The old stove'")
    press(session, "button[aria-label='More for this memory']")
    press(session, ".menu-item:has-text('Earlier versions')")
    session.page.wait_for_selector(".version >> nth=1")
    session.keep("memory-history")
    press(session, "button:has-text('Restore this version')")
    session.until("document.querySelector('.sheet-memory h2')?.textContent === 'The stove'")
    press(session, ".undo-notice button")
    session.until("document.querySelector('.sheet-memory h2')?.textContent === 'The old stove'")
    press(session, "button[aria-label='More for this memory']")
    press(session, ".menu-item:has-text('Delete')")
    session.page.wait_for_selector(".undo-notice")
    assert memories(session, space) == []
    assert session.page.locator(".sheet-memory").count() == 0
    press(session, ".undo-notice button")
    session.until("document.querySelectorAll('.strip-card').length === 1")
    assert [memory["title"] for memory in memories(session, space)] == ["The old stove"]


@check("what others pin, edit and delete is shown without reloading", size=DESK)
def live(session: Session):
    space = kitchen(session)
    open_table(session, space)
    made = pin(session, space, "The window")
    session.until("document.querySelector('.strip-card .row-title')?.textContent === 'The window'")
    send(session, "PATCH", f"/memories/{made['id']}", {"title": "The door"})
    session.until("document.querySelector('.strip-card .row-title')?.textContent === 'The door'")
    session.server.call("DELETE", f"/memories/{made['id']}")
    session.until("document.querySelectorAll('.strip-card').length === 0")


@check("the list is searched, filtered and walked through by keyboard", size=PHONE)
def read(session: Session):
    space = kitchen(session)
    for title, mood in [("Stove", "joy"), ("Window", "calm"), ("Door", None)]:
        pin(session, space, title, mood=mood, tags=["kitchen"] if mood else [])
    open_table(session, space)
    session.until("document.querySelectorAll('.strip-card').length === 3")
    open_list(session)
    session.until("document.querySelectorAll('.memory-row').length === 3")
    session.keep("memory-list-phone")
    look_over(session)
    titles = "[...document.querySelectorAll('.memory-row .row-title')].map((e) => e.textContent).join()"
    session.page.fill("input[type=search]", "stov")
    session.until(f"{titles} === 'Stove'")
    session.page.fill("input[type=search]", "")
    session.until(f"{titles} === 'Door,Window,Stove'")
    press(session, ".filter-more summary")
    session.page.select_option(".filters select >> nth=0", "calm")
    session.until(f"{titles} === 'Window'")
    session.page.select_option(".filters select >> nth=0", "")
    session.until(f"{titles} === 'Door,Window,Stove'")
    session.page.focus(".memory-row")
    session.page.keyboard.press("ArrowDown")
    assert session.page.evaluate("document.activeElement.textContent").startswith("Window")
    session.page.keyboard.press("End")
    assert session.page.evaluate("document.activeElement.textContent").startswith("Stove")
    session.page.keyboard.press("Enter")
    session.page.wait_for_selector(".sheet-memory h2:text-is('Stove')")
    session.page.keyboard.press("Escape")
    session.page.wait_for_selector(".sheet-memory", state="detached")


def ksuid(seconds: int, number: int) -> str:
    value, text = (seconds - 1_400_000_000) << 128 | number, ""
    for _ in range(27):
        text, value = DIGITS[value % 62] + text, value // 62
    return text


@check("a hundred thousand memories scroll, and only visible ones are in the document", size=DESK, expect=["404"], thorough=True)
def many(session: Session):
    space = kitchen(session)
    pins = [[ksuid(1_600_000_000 + 600 * n, n), 0.5, 1, 0.5, n % 7 - 1, 0, f"Memory {n}"] for n in range(100_000)]
    session.page.route("**/pins", lambda route: route.fulfill(json={"pins": pins, "version": "1"}))
    session.page.goto(f"{session.server.address}/spaces/{space}")
    session.page.wait_for_selector(".place[data-state=ready]", timeout=60_000)
    open_list(session)
    session.until("document.querySelector('.list-count').textContent === '100 k memories'", 60)
    session.page.focus(".memory-row")
    session.page.keyboard.press("End")
    session.until("document.activeElement.textContent.startsWith('Memory 0')")
    assert session.page.evaluate("document.querySelectorAll('.virtual-row').length") < 60
    press(session, "label:has-text('Timeline') input")
    session.until("document.querySelectorAll('.month').length > 0", 60)
    months = session.page.locator(".list-views select option").count()
    assert months == 24, f"{months} months"
    session.page.select_option(".list-views select", "23")
    session.until("[...document.querySelectorAll('.month')].some((e) => e.textContent.startsWith('September 2020'))")


@check("opening flies to the author's viewpoint if enabled, and closing flies back", size=DESK, thorough=True)
def fly(session: Session):
    space = kitchen(session)
    made = pin(session, space, "The stove")
    open_table(session, space)
    session.until("document.querySelectorAll('.strip-card').length === 1")
    press(session, ".strip-card")
    session.page.check("text=Fly to the author's viewpoint on opening", force=True)
    session.page.keyboard.press("Escape")
    session.page.wait_for_selector(".sheet-memory", state="detached")
    assert session.page.evaluate("localStorage.getItem('diorama.memories-fly')") == "yes"
    press(session, f".strip-card[data-memory='{made['id']}']")
    session.page.wait_for_selector("button:has-text('See it from there')")
    session.until("inspected.state.away && !inspected.state.flying")
    session.keep("memory-flight")
    press(session, "button:has-text('Back to the space')")
    session.page.wait_for_selector(".sheet-memory", state="detached")


@check("what is written without a connection is kept, shown, and sent once", size=DESK, expect=["ERR_", "Failed to load"])
def outbox(session: Session):
    space = kitchen(session)
    open_table(session, space)
    session.idle()
    session.page.route("**/api/v1/spaces/*/memories", lambda route: route.abort())
    choose_place(session)
    session.page.fill(".composer textarea", "Written on a train.")
    press(session, "button:has-text('Pin it here')")
    session.page.wait_for_selector(".outbox-button:has-text('1 to send')")
    assert memories(session, space) == []
    press(session, ".outbox-button")
    session.page.wait_for_selector(".outbox-item:has-text('Waiting for a connection')")
    session.keep("memory-outbox")
    # The answer gets lost this time: the memory arrives, and the browser doesn't know.
    session.page.unroute("**/api/v1/spaces/*/memories")
    lost = []

    def lose(route):
        route.fetch()
        lost.append(1)
        route.abort()

    session.page.route("**/api/v1/spaces/*/memories", lose)
    press(session, "button:has-text('Send now')")
    session.eventually(lambda: lost)
    session.page.wait_for_selector(".outbox-item")
    assert len(memories(session, space)) == 1
    session.page.unroute("**/api/v1/spaces/*/memories")
    press(session, "button:has-text('Send now')")
    session.page.wait_for_selector("text=Everything is sent.")
    assert [memory["text"] for memory in memories(session, space)] == ["Written on a train."]


@check(
    "a visited space opens offline with its public memories; signing in as somebody else removes it",
    size=DESK, service_workers="allow", expect=["ERR_", "Failed to load", "404"],
)
def offline(session: Session):
    space = kitchen(session)
    public, private = pin(session, space, "For all"), pin(session, space, "For me", privacy="private")
    open_table(session, space)
    session.until("navigator.serviceWorker.controller !== null", 60)
    # Once more, now through the worker.
    open_table(session, space)
    for one in (public, private):
        press(session, f".strip-card[data-memory='{one['id']}']")
        session.page.wait_for_selector(f".sheet-memory h2:text-is('{one['title']}')")
        session.page.keyboard.press("Escape")
    # The worker stores what it has fetched after it has answered.
    wanted = [f"/spaces/{space}/pins", f"/memories/{public['id']}", "/api/v1/me", *session.page.evaluate(FETCHED_FILES)]
    assert len(wanted) > 3, wanted

    def is_stored():
        stored = session.page.evaluate(STORED)
        return all(any(part in text for text in stored) for part in wanted)

    session.eventually(is_stored)
    session.page.context.set_offline(True)
    open_table(session, space)
    press(session, f".strip-card[data-memory='{public['id']}']")
    session.page.wait_for_selector(".sheet-memory h2:text-is('For all')")
    kept = session.page.evaluate(STORED)
    found = [text[:200] for text in kept if private["id"] in text or "For me" in text]
    assert not found, f"a private memory is kept on the device: {found}"
    session.page.context.set_offline(False)
    # Somebody else joins in this browser: nothing of the visitor before stays.
    session.page.goto(f"{session.server.address}/accounts")
    session.page.fill(".invite-form input", "Dora")
    press(session, ".invite-form button")
    session.page.wait_for_selector(".invitation input")
    session.page.goto(session.page.input_value("input[aria-label='Invitation']"))
    press(session, ".join-form button")
    session.page.wait_for_url(session.server.address + "/")
    left = session.page.evaluate(STORED)
    assert not any(public["id"] in text or "For all" in text for text in left), [text[:200] for text in left]
