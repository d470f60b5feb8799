"""A second device of the same person: its files are only in the bucket until they are opened."""

import contextlib
import re

import pixels
import samples
from access import look_over
from harness import PHONE, Session, check, program
from memories import kitchen, pin
from server import Server


@contextlib.contextmanager
def second_device(session: Session, name: str):
    """Yields the space, the bucket and the server of a device that has joined, with previews only."""
    space = kitchen(session)
    pin(session, space, "For me", privacy="private")
    bucket = session.files / f"{name}-bucket"
    program(session, "sync", "--bucket", bucket.as_uri())
    folder = session.files / name
    program(session, "account", "join", "--bucket", bucket.as_uri(), library=folder / "library")
    server = Server(session.server.process.args[0], folder, session.server.environment)
    try:
        yield space, bucket, server
    finally:
        server.stop()


@check("a space whose files are only in the bucket opens with real progress, and its private memories are mine", size=PHONE)
def opens(session: Session):
    with second_device(session, "tablet") as (space, _, server):
        assert server.call("GET", "/files")["remoteOnly"] > 0
        client = session.page.context.new_cdp_session(session.page)
        client.send("Network.enable")
        slow = {"offline": False, "latency": 0, "downloadThroughput": 20_000, "uploadThroughput": -1}
        session.page.goto(server.address)
        session.page.wait_for_selector(".space-card")
        client.send("Network.emulateNetworkConditions", slow)
        session.page.click(".space-card .card-link")
        session.until("Number(document.querySelector('.place-loading [role=progressbar]')?.getAttribute('aria-valuenow')) > 0")
        session.keep("remote-loading")
        client.send("Network.emulateNetworkConditions", {**slow, "downloadThroughput": -1})
        session.page.wait_for_selector(".place[data-state=ready]", timeout=60_000)
        session.settle()
        assert pixels.share(session.picture(), samples.FLOOR) > 0.02, "the space isn't drawn"
        memories = server.call("GET", f"/spaces/{space}/memories")["memories"]
        assert [(memory["title"], memory["mine"]) for memory in memories] == [("For me", True)], memories


@check(
    "without the bucket the space says what is missing, and opens once the bucket is back",
    size=PHONE, expect=["503"], thorough=True,
)
def unreachable(session: Session):
    with second_device(session, "laptop") as (space, bucket, server):
        away = bucket.rename(bucket.with_name("away"))
        session.page.goto(f"{server.address}/spaces/{space}")
        session.page.wait_for_selector(".place-trouble:has-text('does not exist: connect its disk')")
        session.keep("remote-unreachable")
        session.page.goto(f"{server.address}/sync")
        session.page.wait_for_selector(".panel-files:has-text('be opened at the moment')")
        assert re.search(r"Unknown\s+[1-9]", session.page.inner_text(".panel-files")), session.page.inner_text(".panel-files")
        look_over(session)
        session.page.goto(f"{server.address}/spaces/{space}")
        session.page.wait_for_selector(".place-trouble")
        away.rename(bucket)
        session.page.click("button:has-text('Try again')")
        session.page.wait_for_selector(".place[data-state=ready]", timeout=60_000)


@check("the files panel shows where files are, changes the policy, and verifies them")
def files(session: Session):
    with second_device(session, "desk") as (space, _, server):
        session.page.goto(f"{server.address}/sync")
        session.page.wait_for_selector(".panel-files .details dd")
        text = session.page.inner_text(".panel-files .details")
        state = server.call("GET", "/files")
        for name, key in (("On this device", "local"), ("Only in the bucket", "remoteOnly"), ("Missing", "missing")):
            assert re.search(rf"{name}\s+{state[key]}\b", text), (text, state)
        session.page.select_option(".panel-files select >> nth=0", "none")
        session.eventually(lambda: server.call("GET", "/files")["policy"] == "none")
        session.page.select_option(".panel-files select >> nth=2", "all")
        session.eventually(lambda: {one["id"]: one["policy"] for one in server.call("GET", "/files")["spaces"]} == {space: "all"})
        session.page.click("button:has-text('Verify all files')")
        session.page.wait_for_selector(".panel-files:has-text('Verified: no problems.')")
