"""The page of the guide: persona cards, answers with citations, passages, conversations, long transcripts, failures."""

import json
import re
import urllib.parse

import samples
from accessibility import audit
from harness import DESK, PHONE, Session, check, layout

QUESTION = "How many days did Koch's longest single spaceflight last?"
# What the console says of requests that are cut off on purpose.
CUT = ["ERR_FAILED", "ERR_ABORTED", "net::"]
NOTICE = ["simulated persona based on public information", "educational use only"]
NO_CONVERSATION = "A" * 27


def path(session: Session, persona: str | None = None, about: str = "/exhibits/artemis") -> str:
    query = f"?persona={persona}" if persona else ""
    return f"{session.server.address}{about}/guide{query}"


def clear(session: Session):
    session.server.call("DELETE", "/guide/conversations")


def open_chat(session: Session, persona: str = "koch"):
    session.page.goto(path(session, persona))
    session.page.wait_for_selector(".guide-page[data-state=ready] .guide-field")


def ask(session: Session, question: str):
    """Asks by the keyboard and waits until the whole answer is there."""
    page = session.page
    count = page.evaluate("Number(document.querySelector('.guide-row')?.getAttribute('aria-setsize') ?? 0)")
    page.fill(".guide-field", question)
    page.press(".guide-field", "Enter")
    page.wait_for_selector(f".guide-row[aria-posinset='{count + 1}'] .guide-answer[data-state=answered]", timeout=60_000)
    session.idle()


def notice_is_visible(session: Session):
    notice = session.page.locator(".guide-notice")
    text = notice.inner_text().lower()
    assert all(part in text for part in NOTICE), text
    box, size = notice.bounding_box(), session.page.viewport_size
    assert box["y"] >= 0 and box["y"] + box["height"] <= size["height"], f"the notice is outside of the window: {box}"
    covering = session.page.evaluate(
        "(() => { const e = document.querySelector('.guide-notice'), b = e.getBoundingClientRect();"
        " const top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);"
        " return e.contains(top) || top.contains(e) ? '' : top.className; })()")
    assert covering == "", f"the notice is covered by {covering}"


@check("a persona is chosen by keyboard, answers with a citation, and the conversation goes on after a reload", size=DESK)
def conversation(session: Session):
    clear(session)
    page = session.page
    page.goto(f"{session.server.address}/exhibits/artemis")
    page.click(".exhibit-ways a:has-text('Ask')")
    page.wait_for_selector(".persona-card")
    ids = page.evaluate("[...document.querySelectorAll('.persona-card')].map((e) => e.dataset.persona)")
    assert len(ids) == 6 and "koch" in ids, ids
    session.until("[...document.querySelectorAll('.persona-card img')].every((e) => e.complete && e.naturalWidth > 0)")
    notice_is_visible(session)
    audit(session, "choosing")
    page.focus(".persona-card input:checked")
    for _ in range(ids.index("koch")):
        page.keyboard.press("ArrowDown")
    assert page.is_checked(".persona-card[data-persona=koch] input")
    page.keyboard.press("Enter")
    page.wait_for_selector(".guide-field")
    assert session.query() == {"persona": "koch"}
    assert page.inner_text("h1") == "Christina Koch"
    assert page.locator(".guide-suggestion").count() > 0
    page.keyboard.type("one")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("two")
    assert page.input_value(".guide-field") == "one\ntwo"
    ask(session, QUESTION)
    assert page.input_value(".guide-field") == "" and page.evaluate("document.activeElement.className") == "guide-field"
    answer = page.inner_text(".guide-row:last-child .guide-words")
    assert "328" in answer and not re.search(r"\bI (flew|spent|stayed)\b", answer), answer
    said = page.inner_text("[role=log]")
    assert "328" in said, f"a screen reader hears {said!r}"
    audit(session, "a conversation")
    notice_is_visible(session)
    session.keep("guide-answer")
    query = session.query()
    assert query["persona"] == "koch" and len(query["conversation"]) == 27, query
    page.reload()
    page.wait_for_selector(".guide-row .guide-answer[data-state=answered]")
    assert "328" in page.inner_text(".guide-row .guide-words") and session.query() == query
    ask(session, "And what does the heat shield do?")
    assert session.query() == query, "another conversation began"
    page.go_back()
    page.wait_for_selector(".persona-card")


@check(
    "visitors by a link with a password ask the guide of its exhibit, go back, and nothing of it is kept", size=PHONE,
    expect=["403"])
def visitors(session: Session):
    clear(session)
    page = session.page
    made = session.server.call("POST", "/exhibits/artemis/links", {"name": "Class 7b", "password": "bread"})
    link = urllib.parse.urljoin(session.server.address, urllib.parse.urlsplit(made["url"]).path)
    page.goto(link)
    page.fill(".password-form input", "bread")
    page.press(".password-form input", "Enter")
    page.click(".exhibit-ways a:has-text('Ask')")
    page.wait_for_selector(".persona-card")
    session.until("[...document.querySelectorAll('.persona-card img')].every((e) => e.complete && e.naturalWidth > 0)")
    notice_is_visible(session)
    audit(session, "choosing, by a link")
    page.focus(".persona-card input:checked")
    page.keyboard.press("Enter")
    page.wait_for_selector(".guide-field")
    assert session.query()["mode"] == "ask" and page.url.startswith(link), page.url
    ask(session, QUESTION)
    assert "328" in page.inner_text(".guide-row:last-child .guide-words")
    session.keep("guide-visit")
    assert page.locator(".guide-tools button[aria-label='Conversations']:visible").count() == 0
    assert session.server.call("GET", "/guide/conversations")["conversations"] == []
    # The way back is the link's page, which doesn't ask for the password again.
    page.click(".guide-bar a")
    page.wait_for_selector(".exhibit-model-card img")
    assert page.url.split("?")[0] == link, page.url
    page.go_back()
    page.wait_for_selector(".guide-row .guide-answer[data-state=answered]")
    session.server.call("DELETE", f"/links/{made['id']}")


@check("a citation opens its passage with the sentence marked, and Escape returns to it", size=DESK)
def citation(session: Session):
    open_chat(session)
    ask(session, QUESTION)
    page = session.page
    button = page.locator(".guide-row:last-child .guide-citation").first
    button.click()
    page.wait_for_selector(".sheet-passage .passage-text")
    marked = page.inner_text(".passage-text mark")
    assert "328" in marked and marked in page.inner_text(".passage-text"), marked
    assert page.inner_text(".passage-facts").strip() != ""
    for link in page.locator(".passage a[target=_blank]").all():
        assert "noopener" in link.get_attribute("rel") and link.get_attribute("href").startswith("https://")
    audit(session, "a passage")
    page.keyboard.press("Escape")
    page.wait_for_selector(".sheet-passage", state="detached")
    assert page.evaluate("document.activeElement.className") == "guide-citation", "the focus did not come back"


@check("a citation about a part shows it in the model beside the passage", size=DESK, thorough=True)
def part(session: Session):
    question = "What does the heat shield of Orion do?"
    found = session.server.call("POST", "/exhibits/artemis/guide/answers", {"persona": "orion-engineer", "question": question})
    cited = [each for each in found["citations"] if (each["target"] or {}).get("part")]
    assert cited, [each["target"] for each in found["citations"]]
    number, target = cited[0]["number"], cited[0]["target"]
    page = session.page
    page.add_init_script("document.addEventListener('diorama:guide-model', ({ detail }) => { globalThis.shown = detail; });")
    open_chat(session, "orion-engineer")
    ask(session, question)
    page.click(f".guide-row:last-child .guide-citation[aria-label^='Source {number}:']")
    page.wait_for_selector(".passage-stage[data-state=ready]", timeout=120_000)
    session.settle()
    assert page.get_attribute(".passage-stage", "data-part") == target["part"] == page.evaluate("shown.part")
    assert page.evaluate("shown.stage.atHome") is False, "the camera did not fly to the part"
    assert page.evaluate("shown.stage.cost.triangles") > 0
    audit(session, "a passage with a model")
    session.keep("guide-part")
    page.click(".passage-figure a:has-text('Open in 3D')")
    page.wait_for_selector(".exhibit-view", timeout=60_000)
    assert session.query() == {"model": target["model"], "part": target["part"]}


@check("a question outside of the sources gets a quiet answer that is as readable", size=PHONE)
def declined(session: Session):
    open_chat(session)
    ask(session, "What is the wifi password on board Orion?")
    row = session.page.locator(".guide-row:last-child")
    assert row.locator(".quiet-answer .guide-label").count() == 1
    assert row.locator(".guide-citation").count() == 0
    for scheme in ("light", "dark"):
        session.theme(scheme)
        audit(session, f"a declined answer, {scheme}")


@check("stopping, a lost connection and a failure keep the question, and it can be asked again", size=PHONE, expect=CUT)
def failures(session: Session):
    page = session.page
    open_chat(session)
    answers = "**/guide/answers"
    page.route(answers, lambda route: None)  # not answered
    page.fill(".guide-field", QUESTION)
    page.press(".guide-field", "Enter")
    page.wait_for_selector(".guide-answer[data-state=waiting] .guide-waiting")
    page.fill(".guide-field", "typed meanwhile")
    page.press(".guide-field", "Enter")
    assert page.input_value(".guide-field") == "typed meanwhile" and page.locator(".guide-row").count() == 1
    assert page.inner_text(".guide-send") == "Stop" or page.is_visible(".guide-send .icon-stop")
    session.keep("guide-waiting")
    page.click(".guide-send")
    page.wait_for_selector(".guide-answer[data-state=stopped]")
    page.unroute_all(behavior="ignoreErrors")
    page.route(answers, lambda route: route.abort())
    page.click("button:has-text('Ask again')")
    page.wait_for_selector(".guide-answer[data-state=failed]")
    assert "can't be reached" in page.inner_text(".guide-problem")
    audit(session, "a failed question")
    page.fill(".guide-field", "")
    page.unroute(answers)
    page.reload()
    page.wait_for_selector(".guide-field")
    assert page.input_value(".guide-field") == QUESTION, "the question was lost by the reload"
    page.press(".guide-field", "Enter")
    page.wait_for_selector(".guide-answer[data-state=answered]", timeout=60_000)
    assert "328" in page.inner_text(".guide-words")


@check("conversations are listed, searched, exported and deleted, one or all, and the dialog names what", size=DESK, expect=["404"])
def history(session: Session):
    clear(session)
    page = session.page
    for question in (QUESTION, "Please tell me what the heat shield of Orion does."):
        open_chat(session)
        ask(session, question)
    open_history(session)
    assert page.locator(".history-item").count() == 2
    page.fill(".search-field", "please")
    session.until("document.querySelectorAll('.history-item').length === 1")
    audit(session, "conversations")
    session.keep("guide-conversations")
    page.click(".history-item [aria-haspopup=menu]")
    for name, kind in (("Markdown", "markdown"), ("JSON", "json")):
        with page.expect_download() as download:
            page.click(f".menu-item:has-text('Export as {name}')")
        text = download.value.path().read_text()
        assert "heat shield" in text.lower() and (kind == "markdown" or json.loads(text)), text[:200]
        page.click(".history-item [aria-haspopup=menu]")
    page.click(".menu-item:has-text('Delete')")
    assert "heat shield" in page.inner_text("dialog")
    page.click("dialog button:has-text('Delete')")
    page.wait_for_selector(".guide-intro:visible")  # it was the open one
    open_history(session)
    assert page.locator(".history-item").count() == 1
    page.click(".history-link")
    page.wait_for_selector(".guide-answer[data-state=answered]")
    assert "328" in page.inner_text(".guide-words")
    open_history(session)
    page.click("button:has-text('Delete all')")
    text = page.inner_text("dialog")
    assert "1 conversation" in text and "permanently" in text, text
    page.click("dialog button:has-text('Delete all')")
    page.wait_for_selector(".guide-intro:visible")
    assert session.server.call("GET", "/guide/conversations")["conversations"] == []
    page.goto(f"{path(session, 'koch')}&conversation={NO_CONVERSATION}")
    page.wait_for_selector(".guide-intro:visible")
    assert session.query() == {"persona": "koch"}, "a conversation that was deleted is still in the address"


def open_history(session: Session):
    session.page.click("[aria-label=Conversations]")
    session.page.wait_for_selector(".history-item")
    session.idle()


@check("without an account the conversation stays in the tab, and the page says so", size=PHONE)
def tab_only(session: Session):
    page = session.page

    def without_account(route):
        found = route.fetch()
        route.fulfill(response=found, json={**found.json(), "conversations": False})

    page.route("**/exhibits/artemis/guide", without_account)
    asked = []
    page.on("request", lambda request: asked.append(request.post_data_json) if request.url.endswith("/answers") else None)
    page.goto(path(session, "koch"))
    # The page itself has the same address without the part of the interface.
    page.wait_for_selector(".guide-kept")
    assert "tab" in page.inner_text(".guide-kept") and page.is_hidden("[aria-label=Conversations]")
    ask(session, QUESTION)
    assert "conversation" not in asked[0] and session.query() == {"persona": "koch"}
    page.reload()
    page.wait_for_selector(".guide-answer[data-state=answered]")
    assert "328" in page.inner_text(".guide-words")
    page.click("[aria-label=More]")
    page.click(".menu-item:has-text('New conversation')")
    page.wait_for_selector(".guide-intro:visible")
    page.reload()
    page.wait_for_selector(".guide-intro:visible")


def long_conversation(session: Session, count: int) -> str:
    """Serves a conversation of so many messages in place of the server's own; returns its id."""
    open_chat(session)
    ask(session, QUESTION)
    id = session.query()["conversation"]
    real = session.server.call("GET", f"/guide/conversations/{id}")
    template = real["messages"][0]

    def page_of(route):
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlparse(route.request.url).query))
        end = min(count, int(query.get("before", count + 1)) - 1)
        first = max(1, end - int(query.get("limit", 50)) + 1)
        numbers = range(first, end + 1)
        messages = [{**template, "number": n, "question": f"Question {n}: " + "how far is it? " * (n % 7)} for n in numbers]
        route.fulfill(json={**real, "messages": messages, "earlier": first if first > 1 else None})

    session.page.route(re.compile(f"/api/v1/guide/conversations/{id}\\?"), page_of)
    return id


def nodes(session: Session) -> int:
    return session.page.evaluate("document.querySelectorAll('.guide-transcript *').length")


@check("10,000 messages: few are in the document, typing changes none of them, scrolling keeps its place", size=DESK, large=True)
def long_transcript(session: Session):
    count = 10_000
    id = long_conversation(session, count)
    page = session.page
    page.goto(f"{path(session, 'koch')}&conversation={id}")
    page.wait_for_selector(f".guide-row[aria-posinset='50']")
    few = nodes(session)
    transcript = "document.querySelector('.guide-transcript')"
    at_end = f"{transcript}.scrollHeight - {transcript}.scrollTop - {transcript}.clientHeight"
    assert page.evaluate(at_end) < 4, "the latest message is not in view"
    # Earlier messages are loaded in pages, and what is read stays where it is.
    loaded = 50
    while loaded < count:
        page.evaluate(f"{transcript}.scrollTop = 0")
        session.until(f"Number(document.querySelector('.guide-row')?.getAttribute('aria-setsize')) > {loaded}")
        loaded = page.evaluate("Number(document.querySelector('.guide-row').getAttribute('aria-setsize'))")
    session.settle()
    first_seen = (
        f"(() => {{ const top = {transcript}.getBoundingClientRect().top; const row = [...document.querySelectorAll('.guide-row')]"
        ".find((e) => e.getBoundingClientRect().bottom > top + 1);"
        " return [row.querySelector('.guide-question').textContent, Math.round(row.getBoundingClientRect().top - top)]; })()")
    many = nodes(session)
    assert many < 1500 and many < 3 * few, f"{many} elements of {count} messages, {few} of 50"
    # In the middle, another text size changes all heights: the row at the top stays.
    page.evaluate(f"{transcript}.scrollTop = {transcript}.scrollHeight / 2")
    session.settle()
    before, _ = page.evaluate(first_seen)
    session.text_size(150)
    session.settle()
    after, _ = page.evaluate(first_seen)
    assert before == after, f"{before!r} was at the top, now {after!r}"
    session.text_size(100)
    session.settle()
    # Typing touches nothing of it.
    page.evaluate(
        f"globalThis.changes = 0; new MutationObserver((all) => changes += all.length).observe({transcript},"
        " { childList: true, subtree: true, attributes: true, characterData: true });"
        "globalThis.longTasks = []; new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((e) => e.duration)))"
        ".observe({ type: 'longtask' })")
    page.click(".guide-field")
    session.settle()
    page.evaluate("changes = 0; longTasks.length = 0")
    page.keyboard.type("How long did the flight take, and who was on board?")
    session.frames(4)
    assert page.evaluate("changes") == 0, "typing changes the transcript"
    print("      long tasks while typing, in ms:", page.evaluate("longTasks.map(Math.round)"))
    assert nodes(session) < 1500
    # A reader in the middle stays there when an answer arrives elsewhere; asking brings the end.
    page.unroute(re.compile(f"/api/v1/guide/conversations/{id}\\?"))
    ask(session, QUESTION)
    assert page.evaluate(at_end) < 4, "the new answer is not in view"
    notice_is_visible(session)


@check("the transcript stops following when the reader scrolls up, and goes on at the end", size=PHONE, thorough=True)
def following(session: Session):
    open_chat(session)
    page = session.page
    for _ in range(4):
        ask(session, QUESTION)
    page.hover(".guide-transcript")
    page.mouse.wheel(0, -400)
    page.wait_for_selector(".guide-latest:visible")
    top = page.evaluate("document.querySelector('.guide-transcript').scrollTop")
    notice_is_visible(session)
    # The keyboard of a phone makes the window lower.
    page.set_viewport_size({"width": PHONE[0], "height": 500})
    session.settle()
    assert abs(page.evaluate("document.querySelector('.guide-transcript').scrollTop") - top) < 2
    page.click(".guide-latest")
    page.wait_for_selector(".guide-latest", state="hidden")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    session.settle()
    end = page.evaluate(
        "(() => { const e = document.querySelector('.guide-transcript');"
        " return e.scrollHeight - e.scrollTop - e.clientHeight; })()")
    assert end < 4, f"{end} px from the end"


@check("text has three sizes, which are remembered; at 320 px and 200 % nothing is cut", size=(320, 568), thorough=True)
def text_sizes(session: Session):
    page = session.page
    open_chat(session)
    ask(session, QUESTION)
    sizes = []
    for name in ("Small", "Medium", "Large"):
        page.click("[aria-label='Text size']")
        page.click(f".menu-item:has-text('{name} text')")
        sizes.append(page.evaluate("parseFloat(getComputedStyle(document.querySelector('.guide-words')).fontSize)"))
    assert sizes == sorted(set(sizes)), sizes
    page.reload()
    page.wait_for_selector(".guide-words")
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.guide-words')).fontSize)") == sizes[-1]
    for query in ("", "?persona=koch"):
        page.goto(path(session) + query)
        page.wait_for_selector(".persona-card" if query == "" else ".guide-field")
        session.text_size(200)
        session.no_sideways_scroll()
        notice_is_visible(session)
        audit(session, f"200 % text, {query}")
        session.keep(f"guide-320-{'chat' if query else 'choose'}")


@check("the library and a space have a guide, from the top bar and from the space's menu", size=DESK)
def other_guides(session: Session):
    page = session.page
    space = session.server.seed(samples.write_room(session.files / "kitchen.ply"), "Kitchen")
    session.open_library()
    session.open_account("Ask about your library")
    page.wait_for_selector(".guide-field")
    assert page.locator(".persona-card").count() == 0
    audit(session, "the library's guide")
    session.open_place(space)
    page.click(".place-actions [aria-label=More]")
    page.click(".menu-item:has-text('Ask about this space')")
    page.wait_for_selector(".guide-field")
    assert page.url.endswith(f"/spaces/{space}/guide")
    page.click("[aria-label='Back to the space']")
    session.wait_for_place()


@check("an exhibit that isn't there has no guide, and the page says so", size=PHONE, expect=["404"])
def missing(session: Session):
    session.page.goto(path(session, about="/exhibits/nothing-here"))
    session.page.wait_for_selector(".guide-page[data-state=failed] .trouble")
    audit(session, "a missing guide")


@layout("the guide's page")
def pages(session: Session, size):
    page = session.page
    page.goto(path(session))
    page.wait_for_selector(".persona-card")
    session.until("[...document.querySelectorAll('.persona-card img')].every((e) => e.complete)")
    yield "guide-choose"
    open_chat(session)
    yield "guide-empty"
    ask(session, QUESTION)
    yield "guide-chat"
    page.click(".guide-row:last-child .guide-citation >> nth=0")
    page.wait_for_selector(".sheet-passage .passage-text")
    session.settle()
    yield "guide-passage"
    page.click(".sheet-head [aria-label=Close]")
    open_history(session)
    yield "guide-conversations"
