"""
Servers, workers, the database and the bucket of the processing service are killed at random while accounts upload and process
scans: everything completes, no acknowledged upload or job is lost, and no job has two results. A journey of half a minute; as a
command for longer, with the figures as JSON:

    .venv/bin/python Tests/JourneyTests/soak.py PROGRAM [--seconds 600] [--tenants 20] [--scans 200] [--bucket s3|folder]
"""

import argparse
import collections
import concurrent.futures
import contextlib
import functools
import hashlib
import io
import json
import pathlib
import random
import sys
import tarfile
import tempfile
import time
import urllib.parse
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "PythonSupport"))

import samples  # noqa: E402
from connections import Bucket, Folder  # noqa: E402
from device import Device  # noqa: E402
from journey import Journey, journey  # noqa: E402
from seaweedfs import SeaweedFS, seaweedfs  # noqa: E402
from service import Client, Service, send, service, superuser  # noqa: E402

PATIENCE = 180  # seconds in which a careful client's request succeeds, whatever is killed meanwhile
SEED = 20260101


@dataclass(frozen=True)
class Plan:
    """How long parts are killed, and how many accounts process how many scans meanwhile."""

    seconds: float
    tenants: int
    scans: int


@dataclass(frozen=True)
class Accepted:
    """What the service has acknowledged."""

    client: Client
    scan: str
    content: bytes
    job: str


class Parts:
    """Two servers, three workers, the database and the bucket's server, of which any can be killed and started again."""

    def __init__(self, running: Service, bucket: SeaweedFS | None):
        self.running, self.bucket = running, bucket
        self.servers = [running.server() for _ in range(2)]
        self.ports = [int(urllib.parse.urlparse(address).port) for _, address in self.servers]
        self.workers = [running.worker("--concurrency", "2") for _ in range(3)]
        self.kills: collections.Counter[str] = collections.Counter()
        self.choose = random.Random(SEED)
        self.next: list[str] = []

    def kill_one(self):
        if not self.next:
            self.next = ["worker", "worker", "server", "database", *(["bucket"] if self.bucket else [])]
            self.choose.shuffle(self.next)
        kind = self.next.pop()
        {"worker": self._worker, "server": self._server, "database": self._database, "bucket": self._bucket}[kind]()
        self.kills[kind] += 1

    def _worker(self):
        number = self.choose.randrange(len(self.workers))
        self.workers[number].kill()
        self.workers[number].wait()
        self.workers[number] = self.running.worker("--concurrency", "2")

    def _server(self):
        number = self.choose.randrange(len(self.servers))
        self.servers[number][0].kill()
        self.servers[number][0].wait()
        self.servers[number] = self.running.server(self.ports[number])

    def _database(self):
        self.running.database.kill()
        self.running.database.start()

    def _bucket(self):
        self.bucket.kill()
        self.bucket.start()


class Tenants:
    """What careful clients do: they repeat what got no answer, where it creates something with the same key."""

    def __init__(self, parts: Parts, capture: pathlib.Path):
        self.parts, self.capture = parts, capture
        self.repeats: collections.Counter[str] = collections.Counter()

    def process(self, client: Client, number: int, begin: float) -> Accepted:
        """Uploads and processes a scan from a moment on."""
        time.sleep(max(0, begin - time.monotonic()))
        content = self._archive(number)
        key = f"scan-{number}"
        scan = self._create(client, "/scans", {"name": f"Scan {number}"}, key)["id"]
        self._until(client, "upload", lambda: self._upload(client, scan, content))
        job = self._create(client, f"/scans/{scan}/process", {"quality": "preview"}, f"{key}-process")["jobId"]
        return Accepted(client, scan, content, job)

    def _archive(self, number: int) -> bytes:
        """The capture as tar, each time with other bytes."""

        def dated(entry: tarfile.TarInfo) -> tarfile.TarInfo:
            entry.mtime = number
            return entry

        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w") as tar:
            tar.add(self.capture, "office", filter=dated)
        return archive.getvalue()

    @staticmethod
    def _upload(client: Client, scan: str, content: bytes) -> bool:
        answer = client.call("GET", f"/scans/{scan}/upload-url?fileType=raw")
        assert answer.status in (200, 429, 503), answer.body
        if answer.status != 200:
            return False
        sent = send("PUT", urllib.parse.urljoin(client.address, answer.json["uploadUrl"]), content)
        # SeaweedFS answers 500 while its parts find each other again.
        assert sent.status in (200, 429, 500, 503), (sent.status, sent.body)
        return sent.status == 200

    def _create(self, client: Client, path: str, body: dict, key: str) -> dict:
        def attempt() -> dict | None:
            answer = client.call("POST", path, body, {"Idempotency-Key": key})
            assert answer.status in (201, 202, 429, 503), (path, answer.status, answer.body)
            return answer.json if answer.status < 300 else None

        return self._until(client, path.rsplit("/", 1)[-1], attempt)

    def _until(self, client: Client, what: str, attempt):
        end = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(OSError):
                if done := attempt():
                    return done
            assert time.monotonic() < end, f"{what} doesn't succeed within {PATIENCE} s"
            self.repeats[what] += 1
            client.address = f"http://127.0.0.1:{random.choice(self.parts.ports)}"
            time.sleep(0.2)


def soak(running: Service, plan: Plan, capture: pathlib.Path, bucket: SeaweedFS | None) -> dict:
    """Kills parts for the time of the plan, and proves that nothing is lost; returns the figures."""
    parts = Parts(running, bucket)
    addresses = [address for _, address in parts.servers]
    clients = [running.client(addresses[number % 2], f"Tenant {number}", "enterprise") for number in range(plan.tenants)]
    tenants = Tenants(parts, capture)
    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(plan.tenants) as pool:
        # Scans come evenly, and each client of an account has an address of its own.
        waiting = [
            pool.submit(
                tenants.process, Client(clients[number % plan.tenants].address, clients[number % plan.tenants].key), number,
                began + plan.seconds * number / plan.scans)
            for number in range(plan.scans)]
        while time.monotonic() < began + plan.seconds:
            time.sleep(parts.choose.uniform(0.5, 2))
            parts.kill_one()
        killed = time.monotonic() - began
        accepted = [one.result() for one in waiting]
    everything_ends(running)
    ended = time.monotonic() - began
    for one in accepted:
        one.client.address = addresses[0]
        state = one.client.expect(200, "GET", f"/jobs/{one.job}").json
        assert state["status"] == "succeeded", state
    nothing_is_lost(running, accepted)
    attempts = superuser(
        running, "SELECT coalesce(outcome, 'none'), count(*) FROM diorama_service.job_attempts GROUP BY 1 ORDER BY 1")
    # What would be lost has ended the run before.
    return {
        "scans": plan.scans, "tenants": plan.tenants, "bucket": running.bucket.name, "killed_seconds": round(killed, 1),
        "ended_seconds": round(ended, 1), "kills": dict(parts.kills), "repeated_requests": dict(tenants.repeats),
        "attempts": {outcome: int(count) for outcome, count in attempts}, "lost_uploads": 0, "lost_jobs": 0, "double_results": 0}


def everything_ends(running: Service):
    """Waits until no job is left, as long as some end."""
    waiting = "SELECT count(*) FROM diorama_service.jobs WHERE state IN ('queued', 'running')"
    left, end = None, time.monotonic() + PATIENCE
    while (now := int(superuser(running, waiting)[0][0])) > 0:
        if now != left:
            left, end = now, time.monotonic() + PATIENCE
        assert time.monotonic() < end, f"{left} jobs don't end"
        time.sleep(1)


def nothing_is_lost(running: Service, accepted: list[Accepted]):
    """Each acknowledged upload is in the bucket as it was sent; each acknowledged job has one result, which is there."""
    count = len(accepted)
    uploads = {scan: key for scan, key in superuser(
        running, "SELECT u.scan_id, u.object_key FROM diorama_service.jobs j JOIN diorama_service.uploads u ON u.id = j.upload_id")}
    for one in accepted:
        stored = running.bucket.get(uploads[one.scan])
        assert hashlib.sha256(stored).digest() == hashlib.sha256(one.content).digest(), f"the upload of {one.scan} is another"
        answer = one.client.call("GET", f"/jobs/{one.job}/download?format=glb")
        model = answer.body if answer.status == 200 else send("GET", answer.headers["Location"]).body
        (file,) = (file for file in one.client.expect(200, "GET", f"/jobs/{one.job}").json["files"] if file["format"] == "glb")
        assert hashlib.sha256(model).hexdigest() == file["sha256"], f"the result of {one.job} is another"
    for table, statement in (
            ("scans", "SELECT count(*), count(*) FROM diorama_service.scans"),
            ("jobs", "SELECT count(*), count(DISTINCT scan_id) FROM diorama_service.jobs"),
            ("results", "SELECT count(*), count(DISTINCT job_id) FROM diorama_service.results"),
            ("successful attempts",
             "SELECT count(*), count(DISTINCT job_id) FROM diorama_service.job_attempts WHERE outcome = 'succeeded'")):
        assert superuser(running, statement) == [[str(count)] * 2], f"{superuser(running, statement)} {table} of {count} scans"


@journey("servers, workers, the database and the bucket of the processing service are killed, and nothing is lost or done twice",
         Folder, Bucket)
def killed(journey: Journey):
    plan = Plan(seconds=30, tenants=4, scans=16)
    capture = samples.write_capture(journey.folder / "office", views=4, repeats=30)
    if journey.kind is Folder:
        with service(journey, is_durable=True) as running:
            soak(running, plan, capture, None)
    else:
        with seaweedfs() as bucket:
            journey.kind = functools.partial(Bucket, server=bucket.variables())
            with service(journey, is_durable=True) as running:
                soak(running, plan, capture, bucket)


class Place:
    """What a service needs of a journey."""

    def __init__(self, program: pathlib.Path, folder: pathlib.Path, kind):
        self.program, self.folder, self.kind = str(program.resolve()), folder, kind

    def device(self, name: str, variables: dict[str, str]) -> Device:
        return Device(self.program, self.folder / name, name, variables)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=600, help="how long parts are killed")
    parser.add_argument("--tenants", type=int, default=20)
    parser.add_argument("--scans", type=int, default=200)
    parser.add_argument("--bucket", choices=["s3", "folder"], default="s3")
    parser.add_argument("--keep", type=pathlib.Path, help="the folder of all logs; it must not be there yet")
    arguments = parser.parse_args()
    plan = Plan(arguments.seconds, arguments.tenants, arguments.scans)
    with contextlib.ExitStack() as open:
        folder = arguments.keep or pathlib.Path(open.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        folder.mkdir(parents=True, exist_ok=arguments.keep is None)
        bucket = open.enter_context(seaweedfs()) if arguments.bucket == "s3" else None
        kind = functools.partial(Bucket, server=bucket.variables()) if bucket else Folder
        running = open.enter_context(service(Place(arguments.program, folder, kind), is_durable=True))
        # Jobs of a few seconds: some of them run when something is killed.
        capture = samples.write_capture(folder / "office", views=4, repeats=100)
        print(json.dumps(soak(running, plan, capture, bucket), indent=2))


if __name__ == "__main__":
    main()
