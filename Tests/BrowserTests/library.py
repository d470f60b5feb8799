"""The library page: importing, progress, cancelling, failures, renaming, deleting, and its states."""

import io
import json
import pathlib
import subprocess
import tarfile

import pixels
import samples
from access import look_over
from harness import DESK, PHONE, Session, check, layout

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES, FOLDER = "input[type=file][multiple]:not([webkitdirectory])", "input[webkitdirectory]"


def open_menu(session: Session, name: str, item: str):
    session.page.click(f'button[aria-label="More for {name}"]')
    session.page.click(f'[role=menuitem]:has-text("{item}")')


def names(session: Session) -> list[str]:
    return session.page.locator(".space-card .card-name").all_inner_texts()


@check("an empty library says what can be dropped")
def empty_state(session: Session):
    session.server.empty()
    session.open_library("empty")
    text = session.page.inner_text("main")
    assert "Drop a scan here" in text and "glb, usdz, obj, ply" in text
    assert session.page.is_visible("text=Choose files") and session.page.is_visible("text=Choose folder")


@check("a chosen model becomes a card with picture, name, size, triangles and date")
def import_model(session: Session):
    session.server.empty()
    session.open_library("empty")
    session.page.set_input_files(FILES, samples.write_room(session.files / "small_room.ply"))
    card = session.page.locator(".space-card")
    card.wait_for(timeout=60_000)
    text = card.inner_text()
    assert "Small room" in text and "m²" in text and "504 triangles" in text and "today" in text, text
    image = card.locator("img")
    image.scroll_into_view_if_needed()
    session.until("document.querySelector('.space-card img')?.naturalWidth > 100")
    thumbnail = session.server_picture(image.get_attribute("src"))
    assert pixels.share(thumbnail, samples.FLOOR) > 0.05, "the thumbnail does not show the floor"
    assert "/spaces/" in card.locator("a").get_attribute("href")


@check("a chosen folder is packed, sent and fused")
def import_folder(session: Session):
    session.server.empty()
    folder = samples.write_capture(session.files / "tower_room")
    session.open_library("empty")
    session.page.set_input_files(FOLDER, folder)
    session.page.wait_for_selector(".space-card, .job-card.failed", timeout=120_000)
    assert names(session) == ["Tower room"], session.page.inner_text("main")
    space = session.server.spaces()[0]
    assert space["capture"]["frameCount"] == 8 and space["triangleCount"] > 500, space


@check("files and folders can be dropped on the page")
def drop(session: Session):
    session.server.empty()
    session.open_library("empty")
    room = samples.write_room(session.files / "dropped room.ply")
    folder = samples.write_capture(session.files / "dropped folder")
    client = session.page.context.new_cdp_session(session.page)
    data = {"items": [], "files": [str(room), str(folder)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver"):
        client.send("Input.dispatchDragEvent", {"type": kind, "x": 300, "y": 400, "data": data})
    session.page.wait_for_selector(".drop-zone.over")
    client.send("Input.dispatchDragEvent", {"type": "drop", "x": 300, "y": 400, "data": data})
    session.until("document.querySelectorAll('.space-card').length === 2", seconds=120)
    assert sorted(names(session)) == ["Dropped folder", "Dropped room"]
    assert not session.page.locator(".drop-zone.over").count()


@check("the packed folder is a tar that Python's tarfile reads")
def tar_bytes(session: Session):
    paths = ["office/a.txt", "Büro/画像.png", "deep/" * 30 + "frame.png", "long/" + "x" * 150 + ".png", "office/empty"]
    script = f"""
        import {{ tarBlob }} from "{(ROOT / 'Web/src/uploads/tar.ts').as_uri()}";
        const entries = {json.dumps(paths)}.map((path) => ({{
            path, body: new File([path.endsWith("empty") ? "" : path.repeat(40)], "f"), modified: 1_700_000_000_000 }}));
        await tarBlob(entries).stream().pipeTo(Deno.stdout.writable);
    """
    packed = subprocess.run([ROOT / ".venv/bin/deno", "eval", script], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        members = archive.getmembers()
        assert [member.name for member in members] == paths, [member.name for member in members]
        for member in members:
            content = archive.extractfile(member).read().decode()
            assert content == ("" if member.name.endswith("empty") else member.name * 40) and member.mtime == 1_700_000_000


@check("the server's progress is shown, and cancelling ends the job")
def cancel_job(session: Session):
    session.server.empty()
    folder = samples.write_capture(session.files / "endless", repeats=2000)
    session.open_library("empty")
    session.page.set_input_files(FOLDER, folder)
    session.page.wait_for_selector(".job-card[data-phase=working]", timeout=60_000)
    session.until(
        "(() => { const v = Number(document.querySelector('.job-card [role=progressbar]')?.getAttribute('aria-valuenow'));"
        " return v > 0 && v < 100 })()", 60)
    session.keep("job-card")
    assert "%" in session.page.inner_text(".job-figure") and session.page.inner_text(".job-card .bar-words")
    session.page.click(".job-card button:has-text('Cancel')")
    session.page.wait_for_selector(".job-card", state="detached")
    session.page.wait_for_selector(".page[data-state=empty]")
    assert not [job for job in session.server.jobs() if job["state"] in ("queued", "running")]
    assert session.server.spaces() == []


@check("an upload shows how much is sent and can be cancelled")
def cancel_upload(session: Session):
    session.server.empty()
    session.open_library("empty")
    (session.files / "large.ply").write_bytes(bytes(20_000_000))
    client = session.page.context.new_cdp_session(session.page)
    client.send("Network.enable")
    limits = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 1_000_000}
    client.send("Network.emulateNetworkConditions", limits)
    session.page.set_input_files(FILES, session.files / "large.ply")
    session.page.wait_for_selector(".job-card[data-phase=sending]")
    assert "Sending 20 MB" in session.page.inner_text(".job-card .bar-words")
    session.page.click(".job-card button:has-text('Cancel')")
    session.page.wait_for_selector(".job-card", state="detached")
    session.idle()
    assert session.server.spaces() == []


@check("the card of a damaged file says why and can be dismissed permanently")
def failed_job(session: Session):
    session.server.empty()
    session.open_library("empty")
    session.page.set_input_files(FILES, samples.write_broken(session.files / "broken.ply"))
    card = session.page.locator(".job-card.failed")
    card.wait_for(timeout=60_000)
    problem = card.locator(".job-problem").inner_text()
    assert len(problem) > 15 and "\n" not in problem, problem
    session.keep("failed-card")
    card.locator("button:has-text('Dismiss')").click()
    card.wait_for(state="detached")
    session.open_library("empty")
    session.idle()
    assert session.page.locator(".job-card").count() == 0, "it came back"


@check("a file that is not a scan is refused with an explanation")
def refusal(session: Session):
    session.open_library("empty" if not session.server.spaces() else "ready")
    (session.files / "notes.txt").write_text("buy milk")
    session.page.set_input_files(FILES, session.files / "notes.txt")
    notice = session.page.locator(".notice")
    notice.wait_for()
    assert "notes.txt isn't a scan" in notice.inner_text()
    notice.locator("button").click()
    notice.wait_for(state="detached")


@check("a card is renamed in place: Enter keeps, Escape doesn't, markup stays text")
def rename(session: Session):
    session.server.empty()
    session.server.seed(samples.write_room(session.files / "room.ply"), "First")
    session.open_library()
    open_menu(session, "First", "Rename")
    session.page.keyboard.type("Never")
    session.page.keyboard.press("Escape")
    assert names(session) == ["First"]
    open_menu(session, "First", "Rename")
    daring = "<img src=x onerror=alert(1)> & Küche"
    session.page.keyboard.type(daring)
    session.page.keyboard.press("Enter")
    session.page.wait_for_selector(".rename", state="detached")
    assert names(session) == [daring] and session.server.spaces()[0]["name"] == daring
    assert session.page.locator("main img[src=x]").count() == 0
    assert session.page.evaluate("document.activeElement.className") == "card-link"
    session.open_library()
    assert names(session) == [daring]


@check("deleting moves a space to the trash and can be undone; the trash restores it, or deletes it permanently")
def delete(session: Session):
    session.server.empty()
    session.server.call("DELETE", "/trash")
    for name in ("Stays", "Goes"):
        session.server.seed(samples.write_room(session.files / "room.ply"), name)
    session.open_library()
    open_menu(session, "Goes", "Delete")
    session.until("document.querySelectorAll('.space-card').length === 1")
    assert names(session) == ["Stays"] and [space["name"] for space in session.server.spaces()] == ["Stays"]
    session.page.click(".undo-notice button")
    session.until("document.querySelectorAll('.space-card').length === 2")
    open_menu(session, "Goes", "Delete")
    session.until("document.querySelectorAll('.space-card').length === 1")
    session.open_account("Trash")
    session.page.wait_for_selector(".panel-trash .account")
    session.keep("trash")
    session.page.click("button[aria-label='Restore Goes']")
    session.page.wait_for_selector(".panel-trash:has-text('The trash is empty')")
    assert len(session.server.spaces()) == 2
    session.page.go_back()
    open_menu(session, "Goes", "Delete")
    session.open_account("Trash")
    session.page.click("button[aria-label='Delete Goes permanently']")
    assert "Delete Goes permanently?" in session.page.inner_text("dialog")
    assert session.page.evaluate("document.activeElement.textContent") == "Keep it"
    session.page.keyboard.press("Escape")
    session.page.wait_for_selector("dialog", state="detached")
    session.page.click("button[aria-label='Delete Goes permanently']")
    session.page.click("dialog .danger")
    session.page.wait_for_selector(".panel-trash:has-text('The trash is empty')")
    assert session.server.call("GET", "/trash")["items"] == []
    assert [space["name"] for space in session.server.spaces()] == ["Stays"]


@check("the trash says what is kept for how long, and can be emptied", size=PHONE)
def retention(session: Session):
    session.server.empty()
    session.server.call("DELETE", "/trash")
    session.server.seed(samples.write_room(session.files / "room.ply"), "Goes")
    session.server.empty()
    before = session.server.call("GET", "/retention")
    session.page.goto(f"{session.server.address}/trash")
    session.page.wait_for_selector(".panel-trash .account")
    look_over(session)
    session.keep("trash-phone")
    session.page.fill(".retention-form input >> nth=0", "3")
    session.page.click(".retention-form button")
    session.eventually(lambda: session.server.call("GET", "/retention") == {**before, "bucketDays": 3})
    session.page.click("button:has-text('Empty the trash')")
    session.page.click("dialog .danger")
    session.page.wait_for_selector(".panel-trash:has-text('The trash is empty')")
    assert not session.page.is_visible("button:has-text('Empty the trash')")
    session.server.call("PUT", "/retention", before)


@layout("trash")
def trash_layout(session: Session, size):
    session.server.empty()
    session.server.seed(samples.write_room(session.files / "room.ply"), "A name so long that it doesn't fit into the card")
    session.server.empty()
    session.page.goto(f"{session.server.address}/trash")
    session.page.wait_for_selector(".panel-trash .account")
    yield "trash"
    session.text_size(200)
    yield "trash-200"


@check("without the server the page says so, and finds it again", expect=["Failed to load", "ERR_FAILED"])
def offline(session: Session):
    session.server.empty()
    session.server.seed(samples.write_room(session.files / "room.ply"), "Room")
    session.page.route("**/api/v1/**", lambda route: route.abort())
    session.open_library("failed")
    assert "can't be reached" in session.page.inner_text("[role=alert]")
    session.keep("offline")
    session.page.unroute("**/api/v1/**")
    session.page.click("button:has-text('Try again')")
    session.page.wait_for_selector(".space-card")
    assert not session.page.is_visible(".trouble")


@check("while the list loads, a skeleton is shown")
def skeleton(session: Session):
    held = []
    session.page.route("**/api/v1/spaces*", lambda route: held.append(route))
    session.page.goto(session.server.address)
    session.page.wait_for_selector(".skeleton")
    assert session.page.get_attribute(".cards", "aria-busy") == "true"
    for route in held:
        route.continue_()
    session.page.wait_for_selector(".skeleton", state="detached")


@check("more spaces than a page holds are shown on demand", expect=[])
def paging(session: Session):
    session.server.empty()
    session.server.seed(samples.write_room(session.files / "room.ply"), "Room")
    space = session.server.spaces()[0]
    first = [{**space, "id": f"{space['id'][:-2]}{i:02}", "name": f"Room {i}"} for i in range(50)]

    def answer(route):
        later = "after=" in route.request.url
        rooms = [{**space, "name": "The last"}] if later else first
        route.fulfill(json={"spaces": rooms, "next": None if later else first[-1]["id"], "total": 51})

    session.page.route("**/api/v1/spaces?*", answer)
    session.open_library()
    assert len(names(session)) == 50 and session.page.inner_text(".list-count") == "51"
    session.page.click("text=Show more")
    session.until("document.querySelectorAll('.space-card').length === 51")
    assert session.page.evaluate("document.activeElement.textContent") == "The last"
    assert not session.page.is_visible("text=Show more")


@layout("the library")
def library_layout(session: Session, size):
    session.server.empty()
    session.open_library("empty")
    yield "empty"
    for name in ("Kitchen", "Office with a long name that needs more than one line", "Hall"):
        session.server.seed(samples.write_room(session.files / "room.ply"), name)
    session.open_library()
    session.page.wait_for_load_state("networkidle")
    for scheme in ("light", "dark"):
        session.theme(scheme)
        corner = session.picture().getpixel((3, 3))
        assert (max(corner) < 40) == (scheme == "dark"), corner
    yield "library"
    session.text_size(200)
    yield "library-200"
