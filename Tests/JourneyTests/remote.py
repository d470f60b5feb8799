"""The processing service from the command line: sign in, upload with interruptions, process, watch, download, and what is kept."""

import hashlib
import json
import os
import pathlib
import signal
import socket
import threading
import time

from connections import Bucket, Folder
from journey import Journey, journey
from service import SECONDS, Client, capture, send, service, superuser


class Slow(threading.Thread):
    """A network that is slow and breaks off once: forwards connections to a server, some bytes at a time."""

    def __init__(self, port: int, rate: int):
        super().__init__(daemon=True)
        self.port, self.rate, self.broken, self.sent = port, rate, False, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def run(self):
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.port))
            except OSError:
                client.close()
                continue
            threading.Thread(target=self.forward, args=(client, server, True), daemon=True).start()
            threading.Thread(target=self.forward, args=(server, client, False), daemon=True).start()

    def forward(self, source: socket.socket, target: socket.socket, is_upload: bool):
        try:
            while data := source.recv(65536):
                if is_upload and len(data) > 16384:
                    self.sent += len(data)
                    time.sleep(len(data) / self.rate)
                    if not self.broken and self.sent > 9 << 20:
                        self.broken = True
                        break
                target.sendall(data)
        except OSError:
            pass
        for one in (source, target):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


@journey("a scan is uploaded, processed and downloaded from the command line, through interruptions", Folder, Bucket)
def remote(journey: Journey):
    archive = capture(journey)
    with service(journey) as running:
        process, address = running.server()
        ada = running.client(address, "Ada")
        worker = running.worker()
        home = journey.device("ada", running.bucket.variables())
        assert "diorama remote login" in home.run("remote", "upload", archive, code=1).error
        assert "https://" in home.run("remote", "login", "http://example.org", typed=ada.key, code=1).error
        home.run("remote", "login", address, typed="diorama_wrong\n", code=1)
        assert home.run("remote", "login", address, typed=f"{ada.key}\n").json["name"] == "Ada"
        credentials = next(pathlib.Path(home.folder).rglob("remote.json"))
        assert credentials.stat().st_mode & 0o777 == 0o600
        scan = home.run("remote", "upload", archive, "--name", "Office").json
        assert scan["sha256"] == hashlib.sha256(archive.read_bytes()).hexdigest()
        assert ada.expect(200, "GET", f"/scans/{scan['scan']}").json["name"] == "Office"
        job = home.run("remote", "process", scan["scan"], "--quality", "preview").json["job_id"]
        watched = home.run("remote", "watch", job)
        assert watched.json["status"] == "succeeded" and watched.json["files"][0]["format"] == "glb", watched
        model = journey.folder / "office.glb"
        assert home.run("remote", "download", job, "--output", model).json["path"] == str(model)
        state = ada.expect(200, "GET", f"/jobs/{job}").json
        assert hashlib.sha256(model.read_bytes()).hexdigest() == state["files"][0]["sha256"] and model.read_bytes()[:4] == b"glTF"
        assert "it has glb" in home.run("remote", "download", job, "--output", journey.folder / "a.ply", code=1).error
        figures(running, job)
        failures_tell(journey, home, running, ada)
        if journey.kind is Folder:
            uploads_continue(journey, home, running, ada, address)
        else:
            parts_are_sent(journey, home, running, ada)
        patience_is_asked_for(running, address)
        silence_is_seen(running, worker)
        old_rows_go(running, ada, job)
        home.run("remote", "logout")
        assert not credentials.exists()
        process.kill()
        listed = home.run("remote", "watch", job, code=1, variables={
            "DIORAMA_REMOTE_KEY": ada.key, "DIORAMA_REMOTE_ADDRESS": "http://127.0.0.1:9"})
        assert "nothing answers" in listed.error, listed


def figures(running, job: str):
    """What an attempt used stands in the database."""
    used, peak, took = superuser(
        running, "SELECT cpu_seconds, peak_bytes, extract(epoch FROM finished_at - started_at) FROM diorama_service.job_attempts "
        f"WHERE job_id = '{job}'")[0]
    assert 0.01 < float(used) < 60 and 10 << 20 < int(peak) < 8 << 30 and float(took) > 0, (used, peak, took)


def failures_tell(journey: Journey, home, running, ada: Client):
    """Exit codes and errors of what can't work."""
    wrong = journey.folder / "wrong.zip"
    wrong.write_bytes(b"PK\x03\x04" + bytes(500))
    scan = home.run("remote", "upload", wrong).json["scan"]
    ended = home.run("remote", "process", scan, "--watch", code=1)
    assert ended.json["status"] == "failed" and "ended as failed" in ended.error, ended
    assert "no such" in home.run("remote", "watch", "0" * 27, code=1).error.lower()
    home.run("remote", "process", scan, "--quality", "best", code=1)
    home.run("remote", "upload", journey.folder, code=1)
    key = ada.expect(201, "POST", "/keys", {"name": "reader", "scopes": ["scans:read"]}).json["key"]
    denied = home.run("remote", "upload", wrong, code=1, variables={"DIORAMA_REMOTE_KEY": key})
    assert "lacks the scope" in denied.error, denied


def uploads_continue(journey: Journey, home, running, ada: Client, address: str):
    """Ctrl-C leaves an upload that the same command continues; a network that breaks is none of the user's business."""
    large = journey.folder / "large.zip"
    large.write_bytes(b"PK\x03\x04" + os.urandom(24 << 20))
    network = Slow(int(address.rsplit(":", 1)[1]), 20 << 20)
    settings = {"DIORAMA_REMOTE_KEY": ada.key, "DIORAMA_REMOTE_ADDRESS": network.address}
    before = len(ada.expect(200, "GET", "/scans?limit=200").json["scans"])
    started = home.start("remote", "upload", str(large), variables=settings)
    end = time.monotonic() + SECONDS

    def received() -> int:
        statement = "SELECT coalesce(max(received_bytes), 0) FROM diorama_service.uploads WHERE state = 'pending'"
        return int(superuser(running, statement)[0][0])

    while received() < 8 << 20:
        assert time.monotonic() < end and started.poll() is None, started.stderr.read()
        time.sleep(0.05)
    started.send_signal(signal.SIGINT)
    errors = started.communicate(timeout=SECONDS)[1]
    assert started.returncode == 130 and "continue" in errors, (started.returncode, errors)
    kept = received()
    assert 8 << 20 <= kept < 24 << 20, kept
    network.sent = 0
    done = home.run("remote", "upload", large, variables=settings).json
    assert network.broken and network.sent < (24 << 20) - kept + (9 << 20), (network.sent, kept)
    assert len(ada.expect(200, "GET", "/scans?limit=200").json["scans"]) == before + 1
    assert ada.expect(200, "GET", f"/scans/{done['scan']}").json["upload"] == "received"
    checksums_count(ada)
    network.listener.close()


def parts_are_sent(journey: Journey, home, running, ada: Client):
    """Large files go to the bucket in parts: what is there isn't sent again, and nothing is made of some of them."""
    content = b"PK\x03\x04" + os.urandom(40 << 20)
    scan = ada.scan()
    target = ada.expect(200, "GET", f"/scans/{scan}/upload-url?fileType=raw&byteCount={len(content)}").json
    assert target["protocol"] == "parts", target
    ada.expect(400, "GET", f"/scans/{scan}/upload-url?fileType=raw&byteCount=0")
    url, kind = f"{ada.address}{target['uploadUrl']}/parts", {"Content-Type": "application/json"}
    missing = send("GET", url).json
    assert [part["byteCount"] for part in missing["parts"]] == [16 << 20, 16 << 20, (8 << 20) + 4], missing
    for part in missing["parts"]:
        assert send("POST", url, b"{}", kind).status == 409
        piece = content[part["offset"]:part["offset"] + part["byteCount"]]
        assert send("PUT", part["uploadUrl"], piece).status == 200
        assert send("GET", url).json["missing"] == 3 - part["number"]
    # The address is for one part of one upload.
    assert send("PUT", missing["parts"][0]["uploadUrl"].replace("partNumber=1", "partNumber=2"), b"x").status == 403
    assert [send("POST", url, b"{}", kind).status for _ in range(2)] == [204, 204]
    assert send("GET", url).json["missing"] == 0
    assert ada.ended(ada.process(scan))["status"] == "failed"
    large = journey.folder / "large.zip"
    large.write_bytes(content)
    done = home.run("remote", "upload", large).json
    rows = superuser(
        running, f"SELECT count(*), count(parts_id) FROM diorama_service.uploads WHERE scan_id = '{done['scan']}'")
    assert rows == [["1", "1"]], rows
    assert "ended as failed" in home.run("remote", "process", done["scan"], "--watch", code=1).error


def checksums_count(ada: Client):
    """tus: bytes with another checksum are not kept."""
    target = ada.expect(200, "GET", f"/scans/{ada.scan()}/upload-url?fileType=raw").json["uploadUrl"]
    fields = {
        "Tus-Resumable": "1.0.0", "Content-Type": "application/offset+octet-stream", "Upload-Offset": "0", "Upload-Length": "9",
        "Upload-Checksum": "sha256 " + "A" * 43 + "="}
    assert send("PATCH", ada.address + target, b"PK\x03\x04", fields).status == 460
    assert send("HEAD", ada.address + target).headers["Upload-Offset"] == "0"
    assert send("PATCH", ada.address + target, b"PK\x03\x04", fields | {"Upload-Checksum": "md5 AA=="}).status == 400


def patience_is_asked_for(running, address: str):
    """A tier's requests a minute: 429 over HTTP, with the time to wait."""
    superuser(running, "UPDATE diorama_service.tiers SET requests_per_minute = 5 WHERE name = 'business'")
    ben = running.client(address, "Ben", tier="business")
    answers = [ben.call("GET", "/usage") for _ in range(8)]
    assert [answer.status for answer in answers][:5] == [200] * 5 and answers[-1].status == 429, [a.status for a in answers]
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 12 and answers[-1].headers["Content-Type"] == "application/problem+json"


def silence_is_seen(running, worker):
    """The state names workers that no longer send heartbeats."""
    alive = running.operator.run("service", "status").json["workers"]
    assert [one["is_alive"] for one in alive] == [True] and alive[0]["silent_seconds"] < 35, alive
    worker.kill()
    worker.wait()
    superuser(running, "UPDATE diorama_service.workers SET seen_at = now() - interval '5 minutes'")
    silent = running.operator.run("service", "status").json["workers"]
    assert [one["is_alive"] for one in silent] == [False] and silent[0]["silent_seconds"] > 290, silent


def old_rows_go(running, ada: Client, job: str):
    """What is older than the rules say is removed, with the results' files; the rest stays."""
    rules = running.operator.run("service", "retention", "--jobs", "30", "--audit-log", "365").json["rules"]
    assert {rule["what"]: rule.get("days") for rule in rules} == {
        "jobs": 30, "deliveries": 7, "idempotencyKeys": 1, "auditLog": 365, "sessions": 30}, rules
    running.operator.run("service", "retention", "--jobs", "-1", code=2)
    others = [one["id"] for one in ada.expect(200, "GET", "/jobs").json["jobs"] if one["id"] != job]
    superuser(
        running, f"UPDATE diorama_service.jobs SET finished_at = now() - interval '31 days' WHERE id = '{job}'; "
        "UPDATE diorama_service.audit_log SET at = now() - interval '2 years' WHERE action = 'account.add'; "
        "UPDATE diorama_service.idempotency_keys SET created_at = now() - interval '2 days'")
    # It is done each minute; the next program that starts does it at once.
    running.worker()
    end = time.monotonic() + SECONDS
    while ada.call("GET", f"/jobs/{job}").status != 404:
        assert time.monotonic() < end, "the old job stays"
        time.sleep(0.2)
    assert [one["id"] for one in ada.expect(200, "GET", "/jobs").json["jobs"]] == others and others
    counted = "SELECT (SELECT count(*) FROM diorama_service.{} {})"
    for table, condition in (
            ("results", f"WHERE job_id = '{job}'"), ("job_attempts", f"WHERE job_id = '{job}'"),
            ("audit_log", "WHERE action = 'account.add' AND at < now() - interval '1 year'"),
            ("idempotency_keys", "WHERE created_at < now() - interval '1 day'")):
        while superuser(running, counted.format(table, condition))[0] != ["0"]:
            assert time.monotonic() < end, f"{table} keeps old rows"
            time.sleep(0.2)
    assert superuser(running, f"SELECT folder FROM diorama_service.garbage WHERE folder LIKE '%{job}'"), json.dumps(others)
