"""People in different homes are in a space at the same time, also while the server is killed and started again."""

import json
import socket
import subprocess
import time
import urllib.error
import urllib.request

from connections import Folder, eventually
from device import Device
from journey import Journey, journey
from postgres import postgres

SECONDS = 30


class Participant:
    """`diorama live join` on a device, with its commands and lines."""

    def __init__(self, device: Device, address: str, name: str, *options: str):
        self.name = name
        self.lines_of = device.folder / f"live-{name}.txt"
        self.output = self.lines_of.open("w")
        self.process = subprocess.Popen(
            [device.program, "live", "join", address, "--name", name, "--json", *options], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=self.output, text=True, env=device.environment)

    def lines(self) -> list[str]:
        return self.lines_of.read_text().splitlines()

    def tell(self, *commands: str):
        for command in commands:
            self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def sees(self, text: str, seconds: float = SECONDS) -> str:
        """The first line with this text, once it is there."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = next((line for line in self.lines() if text in line), None)
            if found is not None:
                return found
            assert self.process.poll() is None, f"{self.name} ended with {self.process.returncode}: {self.lines()[-5:]}"
            time.sleep(0.05)
        raise AssertionError(f"{self.name} doesn't see {text!r}: {self.lines()[-10:]}")

    def quit(self, code: int = 0) -> dict | None:
        """Leaves with this exit code, and returns the state that it had."""
        self.tell("quit")
        output, _ = self.process.communicate(timeout=SECONDS)
        self.output.close()
        assert self.process.returncode == code, f"{self.name}: {self.process.returncode}, {self.lines()[-5:]}"
        return json.loads(output) if code == 0 else None


@journey("three people play in a space, the server is killed in between, and nothing is lost", Folder)
def play(journey: Journey):
    ada, ben = journey.person("Ada"), journey.person("Ben")
    desk, phone = ada.begin("desk"), ben.device("phone")
    space = journey.import_room(desk, "Kitchen")
    server = desk.serve()
    hosted = desk.run("live", "host", space, "--minutes", "30", "--record").json
    code, address = hosted["code"], f"{server.address}/live/{hosted['code']}"
    assert hosted["link"] == address, hosted
    assert desk.call("GET", f"/live/{code}")["recording"]

    host = Participant(desk, address, "Ada", "--as-host")
    host.sees("(host)")
    guest = Participant(phone, address, "Ben")
    guest.sees("(guest)")
    host.sees("Ben joined")
    guest.tell("at 1 1.6 1", "spawn 2 0.5 0 -1 0.8", "react heart")
    companion = host.sees("was created by Ben").split()[1]
    host.sees("Ben: heart")
    host.tell(f"action {companion} dance 20000", "effect sparkles 0 1 0", "spawn 0 0 0 0")
    guest.sees(f"companion {companion}: dance")
    guest.sees("sparkles by Ada")

    # The power fails. Nothing that somebody saw is lost, and nobody has to join again.
    port = server.address.rsplit(":", 1)[1]
    desk.kill_server()
    for participant in (host, guest):
        participant.sees("the connection was lost")
    desk.serve("--port", port)
    again = len(guest.lines())
    guest.tell(f"move {companion} 2 0 1", "effect hearts 1 1 1")
    host.sees("hearts by Ben")
    assert any("connected as participant" in line for line in guest.lines()[2:]), guest.lines()[again:]

    # A late participant sees the dance; locked, only the host changes anything.
    late = Participant(phone, address, "Cem")
    late.sees("connected")
    late.tell("state")
    assert "dance" in late.sees(f"companion {companion} model 2"), late.lines()
    host.tell("lock")
    guest.sees("the session is locked")
    guest.tell(f"remove {companion}")
    guest.sees("error: The session is locked")
    host.tell("unlock")
    guest.sees("unlocked")
    guest.tell(f"remove {companion}")
    late.sees(f"companion {companion} was removed")

    # Somebody who is removed is told so; a command that was refused is no success.
    host.tell("kick 3")
    # Its standard input stays open: at the end of it, the participant would leave.
    late.process.wait(timeout=SECONDS)
    assert late.process.returncode == 1 and "you were removed" in late.lines()[-1], late.lines()[-3:]
    guest.quit(code=1)
    state = host.quit()
    names = {person["name"] for person in state["participants"] if person["name"] != "Cem"}
    assert names == {"Ada", "Ben"}, names
    assert [creature["model"] for creature in state["companions"]] == [0], state


@journey("a session is recorded by a viewer and replayed to the same state", Folder)
def record(journey: Journey):
    desk = journey.person("Ada").begin("desk")
    space = journey.import_room(desk, "Kitchen")
    server = desk.serve()
    code = desk.run("live", "host", space).json["code"]
    address = f"{server.address}/live/{code}"
    file = desk.folder / "session.live"
    host = Participant(desk, address, "Ada", "--as-host")
    host.sees("(host)")
    recording = desk.start("live", "record", address, "--output", str(file))
    # The recorder isn't among the participants of the state, but among the connections.
    eventually(lambda: desk.call("GET", f"/live/{code}")["participants"] == 2)
    host.tell("spawn 1 0 0 0", "spawn 4 1 0 0", "effect confetti 0 2 0", "react clap", "wait 0.5", "state")
    host.sees("companion 1:3 model 4")
    assert desk.request("DELETE", f"/api/v1/live/{code}")[0] == 204
    output, _ = host.process.communicate(timeout=SECONDS)
    state = json.loads(output)
    report, errors = recording.communicate(timeout=SECONDS)
    assert recording.returncode == 0, errors
    assert file.stat().st_size == int(json.loads(report)["bytes"])
    replayed = desk.run("live", "replay", file, "--speed", "0").json
    assert replayed["end"]["digest"] == state["digest"], (replayed, state)
    assert not replayed["is_truncated"]

    # Kept as a memory, it is replayed from there; it is private, and titled by who took part.
    kept = desk.run("memory", "add", space, "--session", file).json
    assert kept["title"] == "Ada" and kept["privacy"] == "private", kept
    again = desk.run("live", "replay", kept["id"], "--speed", "0").json
    assert again["end"] == replayed["end"], (again, replayed)

    # What is damaged is an error of one line.
    damaged = desk.folder / "damaged.live"
    damaged.write_bytes(b"\0" + file.read_bytes()[1:])
    failed = desk.run("live", "replay", damaged, code=1)
    assert failed.error.startswith(f"error: {damaged}: byte 0:"), failed.error
    failed = desk.run("memory", "add", space, "--session", damaged, code=1)
    assert failed.error.startswith(f"error: {damaged} can't be replayed: byte 0:"), failed.error
    assert desk.run("live", "join", address, code=1).error, "a session that has ended was joined"


@journey("a code that is entered at another server leads to the one that runs the session", Folder, servers=2)
def two_servers(journey: Journey):
    with postgres() as database:
        desk, attic = journey.person("Ada").begin("desk"), journey.person("Ben").begin("attic")
        space = journey.import_room(desk, "Kitchen")
        here, there = free_port(), free_port()
        desk.serve(*directory(database, here))
        attic.serve(*directory(database, there))
        code = desk.run("live", "host", space).json["code"]
        # The other server learns of it by a notification.
        location = eventually(lambda: redirect(attic, f"/api/v1/live/{code}"))
        assert location == f"http://127.0.0.1:{here}/api/v1/live/{code}", location
        assert redirect(attic, f"/live/{code}") == f"http://127.0.0.1:{here}/live/{code}"
        guest = Participant(attic, f"http://127.0.0.1:{there}/live/{code}", "Ben")
        guest.sees("(guest)")
        assert desk.call("GET", f"/live/{code}")["participants"] == 1
        state = guest.quit()
        assert [person["name"] for person in state["participants"]] == ["Ben"], state

        # A restart keeps the code; the end of the session removes it everywhere.
        desk.kill_server()
        assert redirect(attic, f"/api/v1/live/{code}"), "a server that is restarted loses its sessions"
        desk.serve(*directory(database, here))
        assert desk.call("GET", f"/live/{code}")["space"] == space
        assert desk.request("DELETE", f"/api/v1/live/{code}")[0] == 204
        eventually(lambda: redirect(attic, f"/api/v1/live/{code}") is None)
    # Without the database none can be started, and the error says why.
    error = desk.run("live", "host", space, code=1).error
    assert "database" in error, error


def directory(database: str, port: int) -> tuple[str, ...]:
    return ("--port", str(port), "--database", database, "--public-address", f"http://127.0.0.1:{port}")


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def redirect(device: Device, path: str) -> str | None:
    """Where an address of the device's server leads; None where it leads nowhere else."""

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    try:
        urllib.request.build_opener(Stay).open(device.server.address + path, timeout=SECONDS)
    except urllib.error.HTTPError as error:
        return error.headers["Location"] if error.code == 307 else None
    return None
