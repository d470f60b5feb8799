"""The list of exhibits and their editor: making one from a scan and from a file, labels, cards, undo, saving, conflicts, export."""

import io
import json
import math
import urllib.request
import zipfile

from PIL import Image

import axe
import samples
from accessibility import RULES, audit
from harness import DESK, PHONE, Session, check, layout
from pixels import difference, same_hue

SECTIONS = ["about", "models", "labels", "cards", "story", "export"]


def clear(session: Session):
    """No spaces and no exhibits but the built-in one."""
    session.server.empty()
    for exhibit in session.server.call("GET", "/exhibits")["exhibits"]:
        if exhibit["canEdit"]:
            session.server.call("DELETE", f"/exhibits/{exhibit['id']}")


def open_list(session: Session):
    session.page.goto(f"{session.server.address}/exhibits")
    session.page.wait_for_selector(".page[data-state=ready]")


def make(session: Session, title: str = "My things") -> str:
    """An exhibit by the server's interface."""
    return session.server.call("POST", "/exhibits", {"title": title})["id"]


def add_file(session: Session, exhibit: str, query: str = "") -> dict:
    file = samples.write_machine(session.files / "machine.glb")
    return session.server.call("POST", f"/exhibits/{exhibit}/models?name=machine.glb{query}", file.read_bytes())


def detail(session: Session, exhibit: str) -> dict:
    return session.server.call("GET", f"/exhibits/{exhibit}")


def document(session: Session, exhibit: str) -> dict:
    return detail(session, exhibit)["document"]


def open_editor(session: Session, exhibit: str, section: str = "about"):
    session.page.goto(f"{session.server.address}/exhibits/{exhibit}/edit?section={section}")
    session.page.wait_for_selector(".page[data-state=ready] .editor")
    if section == "labels":
        wait_for_stage(session)


def wait_for_stage(session: Session, scope: str = ".panel-labels"):
    session.page.wait_for_selector(f"{scope} .stage-status", state="hidden", timeout=60_000)
    session.settle()


def wait_until_saved(session: Session):
    session.page.wait_for_selector(".save-badge[data-state=saved]", timeout=60_000)


def tab(session: Session, name: str):
    session.page.click(f"#tab-{name}")
    session.page.wait_for_selector(f"#section-{name}:not([hidden])")


def press_model(session: Session, x: float = 0.5, y: float = 0.5, tap: bool = False):
    """Presses on the 3D view, at fractions of its size."""
    canvas = session.page.locator(".stage-canvas")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    at = (box["x"] + x * box["width"], box["y"] + y * box["height"])
    if tap:
        session.page.touchscreen.tap(*at)
    else:
        session.page.mouse.click(*at)


def write_card(session: Session, title: str):
    page = session.page
    page.click("[aria-label='Add a card: Overview']")
    page.fill(".card-form .field:has-text('Title') input", title)
    for field in page.locator(".card-form textarea").all():
        field.fill("It is made of wood.")


@check("an exhibit is made from a scan: label, card, undo and redo, reload, export, deleting and its undoing", size=DESK)
def own_exhibit(session: Session):
    clear(session)
    space = session.server.seed(samples.write_room(session.files / "kitchen.ply"), "Kitchen")
    page = session.page
    open_list(session)
    page.click("button:has-text('New exhibit')")
    page.fill("dialog input", "Our kitchen")
    page.click("dialog button:has-text('Create')")
    page.wait_for_selector(".editor")
    exhibit = page.url.split("/")[-2]
    # A model of the library: 4 m wide in the scan, 8 m here.
    tab(session, "models")
    page.click("button:has-text('Add a model')")
    page.check("dialog input[value=space]")
    page.wait_for_selector(f"dialog option[value='{space}']", state="attached")
    page.select_option("dialog select >> nth=0", space)
    page.check("dialog input[name=model-size][value=true]")
    page.fill("dialog input[aria-label=Length]", "8 m")
    page.click("dialog button:has-text('Add')")
    page.wait_for_selector(".model-item", timeout=60_000)
    (model,) = document(session, exhibit)["models"]
    assert model["name"] == "Kitchen" and model["file"].endswith(".glb"), model
    # A label on its surface.
    tab(session, "labels")
    wait_for_stage(session)
    page.click("button:has-text('Add a label')")
    press_model(session)
    page.wait_for_selector(".part-form")
    page.keyboard.type("The floor")
    wait_until_saved(session)
    (part,) = document(session, exhibit)["models"][0]["parts"]
    assert part["name"] == "The floor", part
    x, y, z = part["position"]
    on_surface = min(abs(y), abs(abs(x) - 4), abs(abs(z) - 3), abs(y - 5))
    assert on_surface < 0.02 and abs(x) <= 4.01 and abs(z) <= 3.01, part["position"]
    # A card that points at it.
    tab(session, "cards")
    write_card(session, "What is a floor?")
    page.select_option(".card-form .field:has-text('Points at') select", model["id"])
    page.select_option(".card-form .field:has-text('Part') select >> nth=-1", part["id"])
    wait_until_saved(session)
    (card,) = document(session, exhibit)["cards"]
    assert card["title"] == "What is a floor?" and card["target"] == {"model": model["id"], "part": part["id"]}, card
    assert "It is made of wood." in page.inner_text(".preview-cards")
    session.keep("exhibit-editor-cards")
    # Removing it, undone and redone, by button and keys.
    page.click("button[aria-label='Remove the card']")
    wait_until_saved(session)
    assert document(session, exhibit)["cards"] == []
    page.click("button[aria-label=Undo]")
    wait_until_saved(session)
    assert len(document(session, exhibit)["cards"]) == 1
    page.keyboard.press("Control+Shift+Z")
    wait_until_saved(session)
    assert document(session, exhibit)["cards"] == []
    page.keyboard.press("Control+z")
    wait_until_saved(session)
    saved = document(session, exhibit)
    assert saved["cards"] == [card]
    page.reload()
    page.wait_for_selector("[data-card]")
    assert page.inner_text("[data-card]").strip() == "What is a floor?"
    # The package.
    tab(session, "export")
    with page.expect_download() as download:
        page.click("a:has-text('Export package')")
    with zipfile.ZipFile(download.value.path()) as package:
        name = next(name for name in package.namelist() if name.endswith("exhibit.json"))
        exported = json.loads(package.read(name))
        assert exported["title"] == "Our kitchen" and exported["cards"][0]["title"] == card["title"], exported
        assert any(each.endswith(model["file"]) for each in package.namelist()), package.namelist()
    with page.expect_download() as download:
        page.click("a:has-text('Export website')")
    with zipfile.ZipFile(download.value.path()) as website:
        assert any(each.endswith("index.html") for each in website.namelist()), website.namelist()
    # In the list, to the trash and back.
    page.click("a[aria-label='All exhibits']")
    page.wait_for_selector(f"[data-exhibit='{exhibit}']")
    assert "1 model · 1 card" in page.inner_text(f"[data-exhibit='{exhibit}']")
    page.click("button[aria-label='More for Our kitchen']")
    page.click(".menu-item:has-text('Delete')")
    page.wait_for_selector(f"[data-exhibit='{exhibit}']", state="detached")
    assert all(each["id"] != exhibit for each in session.server.call("GET", "/exhibits")["exhibits"])
    page.click(".undo-notice button")
    page.wait_for_selector(f"[data-exhibit='{exhibit}']")
    assert document(session, exhibit) == saved


@check(
    "a package is imported from the list, and the built-in exhibit is copied to edit it",
    size=DESK, expect=["status of 4"], thorough=True,
)
def import_and_copy(session: Session):
    clear(session)
    exhibit = make(session, "Machines")
    add_file(session, exhibit)
    with urllib.request.urlopen(f"{session.server.address}/api/v1/exhibits/{exhibit}/export?format=zip", timeout=60) as answer:
        package = session.files / "machines.zip"
        package.write_bytes(answer.read())
    session.server.call("DELETE", f"/exhibits/{exhibit}")
    page = session.page
    open_list(session)
    assert page.locator(".exhibit-card").first.get_attribute("data-exhibit") == "artemis"
    page.set_input_files("input[aria-label=Package]", package)
    page.wait_for_selector(".exhibit-card:has-text('Machines')", timeout=60_000)
    session.keep("exhibits-list")
    # A file that isn't a package: why, and nothing else changes.
    broken = session.files / "broken.zip"
    broken.write_bytes(b"no zip")
    page.set_input_files("input[aria-label=Package]", broken)
    page.wait_for_selector(".notice:has-text(\"Couldn't import broken.zip\")")
    page.goto(f"{session.server.address}/exhibits/artemis/edit")
    page.wait_for_selector(".page[data-state=readOnly]")
    page.click("button:has-text('Make a copy')")
    page.wait_for_selector(".editor", timeout=60_000)
    copy = page.url.split("/")[-2]
    assert copy != "artemis" and detail(session, copy)["canEdit"]


@check("a file's pieces: chosen by pressing, highlighted, and moved apart in the exploded view", size=DESK, thorough=True)
def pieces(session: Session):
    clear(session)
    exhibit = make(session)
    add_file(session, exhibit, "&size=19&axis=longest")
    page = session.page
    open_editor(session, exhibit, "labels")
    page.click("button:has-text('Add a label')")
    press_model(session, 0.5, 0.52)
    page.wait_for_selector(".part-form")
    page.keyboard.type("The hub")
    node = page.input_value(".node-field select")
    assert node != "", "the piece under the label isn't chosen"
    session.settle()
    at_rest = stage_image(session)
    # By typing, along x: a third of the model's length.
    page.fill(".axis-field:has-text('exploded') input[type=number] >> nth=0", "6")
    page.evaluate("(() => { const s = document.querySelector('.explode-field input'); s.value = 1;"
                  " s.dispatchEvent(new Event('input', { bubbles: true })); })()")
    session.settle()
    assert difference(at_rest, stage_image(session)) > 1.5, "the piece doesn't move"
    session.keep("exhibit-editor-exploded")
    wait_until_saved(session)
    (part,) = document(session, exhibit)["models"][0]["parts"]
    assert part["offset"] == [6, 0, 0] and part["node"] == node, part
    # Another piece.
    page.click("button:has-text('Choose it in the model')")
    press_model(session, 0.42, 0.68)
    session.eventually(lambda: page.input_value(".node-field select") != node)
    page.keyboard.press("Control+z")
    assert page.input_value(".node-field select") == node


def stage_image(session: Session) -> Image.Image:
    data = session.page.locator(".stage").screenshot()
    return Image.open(io.BytesIO(data)).convert("RGB")


@check("an image of the model is taken for a card, and a file is used; both survive undo", size=DESK, thorough=True)
def card_images(session: Session):
    clear(session)
    exhibit = make(session)
    add_file(session, exhibit)
    page = session.page
    open_editor(session, exhibit, "cards")
    write_card(session, "The machine")
    page.click("button:has-text('Take an image of a model')")
    wait_for_stage(session, ".image-studio")
    page.click("button:has-text('Use this view')")
    page.wait_for_selector(".preview-card img")
    wait_until_saved(session)
    path = document(session, exhibit)["cards"][0]["image"]
    url = next(file["url"] for file in detail(session, exhibit)["files"] if file["path"] == path)
    taken = session.server_picture(url)
    assert taken.size == (1280, 960), taken.size
    colours = taken.resize((64, 48)).getdata()
    assert sum(same_hue(each, (200, 60, 50)) for each in colours) > 100, "the machine isn't in the image"
    # A large file is sent as a smaller JPEG.
    large = session.files / "large.png"
    Image.new("RGB", (4000, 1000), (20, 120, 220)).save(large)
    page.set_input_files("input[aria-label='Image file']", large)
    session.eventually(lambda: document(session, exhibit)["cards"][0]["image"] != path)
    wait_until_saved(session)
    second = document(session, exhibit)["cards"][0]["image"]
    url = next(file["url"] for file in detail(session, exhibit)["files"] if file["path"] == second)
    assert session.server_picture(url).size == (1600, 400)
    page.keyboard.press("Control+z")
    session.eventually(lambda: document(session, exhibit)["cards"][0]["image"] == path)
    wait_until_saved(session)


@check("with the keyboard alone: sections, a label at the cross, moving and nesting parts, undo", size=DESK, thorough=True)
def keyboard(session: Session):
    clear(session)
    exhibit = make(session)
    add_file(session, exhibit)
    page = session.page
    open_editor(session, exhibit)
    page.focus("#tab-about")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("#section-labels:not([hidden])")
    wait_for_stage(session)
    for name in ("First", "Second"):
        page.focus("button:has-text('Add a label')")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.className") == "stage-canvas"
        page.keyboard.press("ArrowLeft")
        session.settle()
        page.keyboard.press("Enter")
        page.wait_for_selector(f".part-item:has-text('Label') >> nth=0")
        session.until("document.activeElement?.closest('.part-form') !== null")
        page.keyboard.type(name)
        page.wait_for_selector(f".part-item:has-text('{name}')")
    page.focus("button[aria-label='Move the part into the one before']")
    page.keyboard.press("Enter")
    wait_until_saved(session)
    (first,) = document(session, exhibit)["models"][0]["parts"]
    assert first["name"] == "First" and [each["name"] for each in first["parts"]] == ["Second"], first
    assert math.dist(first["position"], first["parts"][0]["position"]) > 1e-3, "turning didn't change the surface at the cross"
    page.focus("button[aria-label='Move the part out of the one around it']")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+z")
    wait_until_saved(session)
    assert len(document(session, exhibit)["models"][0]["parts"]) == 1
    # Escape ends placing.
    page.focus("button:has-text('Add a label')")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert page.get_attribute(".stage", "data-tool") == "select"


@check(
    "an exhibit that was changed elsewhere: the other version is loaded, or one's own saved over it",
    size=DESK, expect=["412"], thorough=True,
)
def conflict(session: Session):
    clear(session)
    exhibit = make(session, "Chairs")
    page = session.page
    open_editor(session, exhibit)

    def change_elsewhere(summary: str):
        now = detail(session, exhibit)
        request = urllib.request.Request(
            f"{session.server.address}/api/v1/exhibits/{exhibit}", method="PUT",
            data=json.dumps({**now["document"], "summary": summary}).encode(),
            headers={"Content-Type": "application/json", "If-Match": f"\"{now['revision']}\""})
        urllib.request.urlopen(request, timeout=60).close()

    change_elsewhere("Theirs")
    page.fill(".field:has-text('Title') input", "Mine")
    page.wait_for_selector(".save-badge[data-state=conflict]")
    session.keep("exhibit-editor-conflict")
    page.click("button:has-text('Load the other version')")
    wait_until_saved(session)
    assert page.input_value(".field:has-text('Title') input") == "Chairs"
    assert page.input_value(".field:has-text('Summary') textarea") == "Theirs"
    page.click("button[aria-label=Undo]")
    wait_until_saved(session)
    assert document(session, exhibit)["title"] == "Mine"
    change_elsewhere("Theirs again")
    page.fill(".field:has-text('Title') input", "Mine again")
    page.wait_for_selector(".save-badge[data-state=conflict]")
    page.click("button:has-text('Save over it')")
    wait_until_saved(session)
    saved = document(session, exhibit)
    assert (saved["title"], saved["summary"]) == ("Mine again", ""), saved


@check("without the server nothing is lost: the state is shown, and a reloaded page has the changes", size=DESK)
def offline(session: Session):
    clear(session)
    exhibit = make(session, "Chairs")
    page = session.page
    open_editor(session, exhibit)
    # Also what is sent while the page closes, which Playwright doesn't hold back.
    page.evaluate(
        "(() => { const send = window.fetch; window.fetch = (address, options) =>"
        " options?.method === 'PUT' ? Promise.reject(new TypeError('offline')) : send(address, options); })()")
    page.fill(".field:has-text('Title') input", "Stools")
    page.wait_for_selector(".save-banner:has-text(\"Diorama can't be reached.\")")
    # A link asks; the page stays.
    page.click("a[aria-label='All exhibits']")
    page.wait_for_selector("dialog:has-text('Leave without saving?')")
    session.keep("exhibit-editor-leave")
    page.click("dialog button:has-text('Stay')")
    assert page.url.split("?")[0].endswith(f"/exhibits/{exhibit}/edit"), page.url
    # The browser asks as well where the page is closed.
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.goto(f"{session.server.address}/exhibits")
    assert asked == ["beforeunload"], asked
    assert document(session, exhibit)["title"] == "Chairs"
    open_editor(session, exhibit)
    page.wait_for_selector(".restored-note:not([hidden])")
    assert page.input_value(".field:has-text('Title') input") == "Stools"
    wait_until_saved(session)
    assert document(session, exhibit)["title"] == "Stools"


@check("an incomplete card isn't sent; the reason leads to its field", size=DESK)
def incomplete(session: Session):
    clear(session)
    exhibit = make(session)
    page = session.page
    open_editor(session, exhibit, "cards")
    write_card(session, "A title that is longer than sixty characters, which doesn't fit on a card")
    page.wait_for_selector(".save-badge[data-state=invalid]")
    tab(session, "about")
    page.click(".save-banner button:has-text('Show')")
    page.wait_for_selector("#section-cards:not([hidden])")
    session.until("document.activeElement?.dataset.path === 'cards[0].title'")
    assert "too long: at most 60 are possible" in page.inner_text(".card-form")
    assert document(session, exhibit)["cards"] == []
    page.keyboard.press("Control+a")
    page.keyboard.type("Short")
    wait_until_saved(session)
    assert document(session, exhibit)["cards"][0]["title"] == "Short"


@check("timelines and scenarios are lists of events and steps that point at cards and parts", size=DESK, thorough=True)
def stories(session: Session):
    clear(session)
    exhibit = make(session)
    model = add_file(session, exhibit)["document"]["models"][0]["id"]
    page = session.page
    open_editor(session, exhibit, "story")
    page.click("button:has-text('Add a timeline')")
    page.keyboard.type("History")
    page.click("button:has-text('Add an event')")
    page.keyboard.type("1969")
    page.fill(".step-list .field:has-text('Title') input", "Landing")
    page.click("button:has-text('Add a scenario')")
    page.keyboard.type("A tour")
    page.click("button:has-text('Add a step')")
    page.keyboard.type("Look")
    page.fill(".field:has-text('Seconds') input", "12.5")
    page.select_option(".story-group >> nth=1 >> .field:has-text('Points at') select", model)
    wait_until_saved(session)
    saved = document(session, exhibit)
    (event,) = saved["timelines"][0]["events"]
    assert (saved["timelines"][0]["title"], event["time"], event["title"]) == ("History", "1969", "Landing"), saved["timelines"]
    (step,) = saved["scenarios"][0]["steps"]
    assert step == {"title": "Look", "text": "", "seconds": 12.5, "target": {"model": model}}, step


@check("on a phone a label is placed by a tap, and a card is written", size=PHONE, has_touch=True, thorough=True)
def phone(session: Session):
    clear(session)
    exhibit = make(session)
    add_file(session, exhibit)
    page = session.page
    open_editor(session, exhibit, "labels")
    page.tap("button:has-text('Add a label')")
    press_model(session, tap=True)
    page.wait_for_selector(".part-form")
    page.fill(".part-form input >> nth=0", "Top")
    tab(session, "cards")
    write_card(session, "The top")
    wait_until_saved(session)
    saved = document(session, exhibit)
    assert saved["models"][0]["parts"][0]["name"] == "Top" and saved["cards"][0]["title"] == "The top"
    page.tap("button:has-text('All cards')")
    page.wait_for_selector("[data-card]")
    session.no_sideways_scroll()


def filled(session: Session) -> str:
    """An exhibit with something in every list."""
    clear(session)
    exhibit = make(session, "Machines of the workshop")
    now = add_file(session, exhibit)
    model = now["document"]["models"][0]
    parts = [
        {"id": "hub", "name": "The hub", "position": [0, 0.2, 0], "parts": [
            {"id": "arm", "name": "An arm", "position": [0.2, 0.3, 0], "parts": []},
        ]},
    ]
    text = {"short": "It turns the arm around its axis.", "detailed": ["It is made of steel.", "It weighs 12 kg."]}
    card = {"id": "hub", "category": "systems", "title": "The hub", **text, "simplified": text, "sources": [{"text": "The manual"}]}
    whole = {
        **now["document"],
        "summary": "Three machines that were built here.",
        "models": [{**model, "parts": parts}],
        "cards": [card, {**card, "id": "arm", "category": "overview", "title": "The arm"}],
        "timelines": [{"id": "t", "title": "History", "events": [{"id": "e", "time": "1969", "title": "Built"}]}],
        "scenarios": [{"id": "s", "title": "A tour", "text": "", "steps": [{"title": "Look", "text": "At the hub."}]}],
    }
    request = urllib.request.Request(
        f"{session.server.address}/api/v1/exhibits/{exhibit}", method="PUT", data=json.dumps(whole).encode(),
        headers={"Content-Type": "application/json", "If-Match": f"\"{now['revision']}\""})
    urllib.request.urlopen(request, timeout=60).close()
    return exhibit


def sections(session: Session, exhibit: str):
    """Opens each section, with something selected in it."""
    open_editor(session, exhibit, "labels")
    session.page.click(".part-button >> nth=0")
    for name in SECTIONS:
        tab(session, name)
        if name == "cards":
            session.page.click("[data-card=hub]")
        session.frames(4)
        yield f"exhibit-edit-{name}"


@layout("the list of exhibits")
def list_layout(session: Session, size):
    filled(session)
    open_list(session)
    yield "exhibits"
    audit(session, "the list")


@layout("the editor of exhibits", touch=True)
def editor_layout(session: Session, size):
    yield from sections(session, filled(session))


@layout("the editor of exhibits at 200 % text", touch=True)
def large_text(session: Session, size):
    for name in sections(session, filled(session)):
        session.text_size(200)
        yield f"{name}-200"
        session.text_size(100)


@check("names, references, headings, targets and contrast are as they should be, in both themes", size=DESK)
def accessibility(session: Session):
    exhibit = filled(session)
    for scheme in ("dark", "light"):
        session.theme(scheme)
        open_list(session)
        audit(session, f"the list, {scheme}")
        session.page.click("button:has-text('New exhibit')")
        session.frames(30)
        audit(session, f"the dialog for a new one, {scheme}")
        for name in sections(session, exhibit):
            session.frames(10)
            audit(session, f"{name}, {scheme}")
        tab(session, "models")
        session.page.click("button:has-text('Add a model')")
        session.frames(30)
        audit(session, f"the dialog for a model, {scheme}")


@check("the rules of accessibility find what they are for", size=DESK, thorough=True)
def planted(session: Session):
    open_list(session)
    session.page.evaluate("""(() => {
      const plant = (tag, attributes, text = '') => {
        const e = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
        e.textContent = text;
        document.querySelector('main').append(e);
        return e;
      };
      plant('img', { src: 'data:,', width: 10, height: 10 });
      plant('input', { type: 'text', 'aria-describedby': 'nothing' }).style.height = '20px';
      plant('h4', {}, 'Too deep');
      const tiny = { width: '9px', height: '9px', padding: '0', minHeight: '0' };
      for (const n of [1, 2]) Object.assign(plant('button', {}, n).style, tiny);
      const pale = plant('p', {}, 'Pale');
      [pale.style.color, pale.style.backgroundColor] = ['#999', '#aaa'];
    })()""")
    found = " ".join(session.page.evaluate(RULES) + axe.violations(session))
    expected = [
        "aria-describedby refers to nothing", "field of 20 px", "contrast 1.", "image-alt", "heading-order", "color-contrast",
        "label", "target-size",
    ]
    for part in expected:
        assert part in found, f"{part} isn't found: {found}"
