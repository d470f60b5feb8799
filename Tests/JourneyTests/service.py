"""The multi-user service: from a key to a model, accounts apart from each other, and nothing lost when its parts are killed."""

import base64
import contextlib
import hashlib
import hmac
import http.server
import json
import pathlib
import signal
import subprocess
import tarfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile

import jsonschema_rs
import yaml

import samples
from connections import Bucket, Folder, eventually
from journey import Journey, journey
from postgres import Postgres

SAMPLE = pathlib.Path(__file__).resolve().parents[2] / "Samples" / "service.sh"
DOCUMENT = SAMPLE.parents[1] / "docs" / "openapi-service.yaml"
SECONDS = 90


class Answer:
    """What a server answered."""

    def __init__(self, status: int, headers, body: bytes):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments):
        return None


OPENER = urllib.request.build_opener(NoRedirect)


def send(method: str, url: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> Answer:
    request = urllib.request.Request(url, data=body, method=method, headers=headers or {})
    try:
        with OPENER.open(request, timeout=30) as answer:
            return Answer(answer.status, answer.headers, answer.read())
    except urllib.error.HTTPError as error:
        return Answer(error.code, error.headers, error.read())


class Client:
    """An account's programs: they know a server's address and a key."""

    def __init__(self, address: str, key: str):
        self.address, self.key = address, key

    def call(self, method: str, path: str, body=None, headers: dict[str, str] | None = None) -> Answer:
        data = None if body is None else json.dumps(body).encode()
        kind = {} if data is None else {"Content-Type": "application/json"}
        return send(
            method, f"{self.address}/api/v1{path}", data, {"Authorization": f"Bearer {self.key}", **kind, **(headers or {})})

    def expect(self, status: int, method: str, path: str, body=None, headers: dict[str, str] | None = None) -> Answer:
        answer = self.call(method, path, body, headers)
        assert answer.status == status, f"{method} {path}: {answer.status} instead of {status}: {answer.body[:300]}"
        return answer

    def upload(self, scan: str, content: bytes) -> str:
        target = self.expect(200, "GET", f"/scans/{scan}/upload-url?fileType=raw").json
        answer = send("PUT", urllib.parse.urljoin(self.address, target["uploadUrl"]), content)
        assert answer.status == 200, answer.body
        return target["uploadUrl"]

    def scan(self, content: bytes | None = None) -> str:
        scan = self.expect(201, "POST", "/scans", {"name": "Office"}).json["id"]
        if content is not None:
            self.upload(scan, content)
        return scan

    def process(self, scan: str, **settings) -> str:
        return self.expect(202, "POST", f"/scans/{scan}/process", {"quality": "preview", **settings}).json["jobId"]

    def ended(self, job: str) -> dict:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            state = self.expect(200, "GET", f"/jobs/{job}").json
            if state["status"] not in ("queued", "running"):
                return state
            time.sleep(0.2)
        raise AssertionError(f"the job doesn't end: {state}")


class Service:
    """A database, a bucket, and the servers and workers on them."""

    def __init__(self, journey: Journey, is_durable: bool = False, private_webhooks: bool = False):
        self.journey = journey
        self.bucket = journey.kind(journey.folder / "bucket")
        self.database = Postgres(is_durable)
        self.database.start()
        # The tables belong to somebody who isn't the superuser, for whom policies don't hold.
        self.database.query("CREATE ROLE diorama LOGIN CREATEROLE")
        self.database.query("CREATE DATABASE diorama OWNER diorama")
        self.database.address = self.database.address.replace("postgres@", "diorama@").replace("/postgres", "/diorama")
        more = {"DIORAMA_PRIVATE_WEBHOOKS": "1"} if private_webhooks else {}
        self.operator = journey.device(
            "operator", {**self.bucket.variables(), "DIORAMA_DATABASE": self.database.address, **more})
        self.processes: list[subprocess.Popen] = []

    def start(self, *words: str) -> tuple[subprocess.Popen, dict]:
        log = (self.journey.folder / f"{words[0]}-{len(self.processes)}.log").open("w")
        process = subprocess.Popen(
            [self.operator.program, *words, "--bucket", self.bucket.address, "--json"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=log, text=True, env=self.operator.environment)
        self.processes.append(process)
        line = process.stdout.readline()
        assert line, f"{words} did not start: {pathlib.Path(log.name).read_text()[-800:]}"
        return process, json.loads(line)

    def server(self, port: int = 0) -> tuple[subprocess.Popen, str]:
        process, line = self.start("serve", "--database", self.database.address, "--port", str(port))
        return process, line["address"]

    def worker(self, *options: str) -> subprocess.Popen:
        return self.start("worker", "--lease", "3", *options)[0]

    def client(self, address: str, name: str, tier: str = "pro") -> Client:
        created = self.operator.run("service", "account", "add", name, "--tier", tier).json
        return Client(address, created["key"])

    def end(self):
        for process in self.processes:
            process.kill()
            process.wait()
        self.database.end()


@contextlib.contextmanager
def service(journey: Journey, is_durable: bool = False, private_webhooks: bool = False):
    made = Service(journey, is_durable, private_webhooks)
    try:
        yield made
    finally:
        made.end()


def superuser(running: Service, statement: str) -> list[list[str]]:
    """Reads and changes tables past their policies."""
    address = running.database.address
    running.database.address = address.replace("//diorama@", "//postgres@")
    try:
        return running.database.query(statement)
    finally:
        running.database.address = address


def capture(journey: Journey, repeats: int = 1) -> pathlib.Path:
    """A small capture as tar; `repeats` makes it take longer."""
    folder = samples.write_capture(journey.folder / f"office-{repeats}", views=4, repeats=repeats)
    archive = journey.folder / f"office-{repeats}.tar"
    with tarfile.open(archive, "w") as tar:
        tar.add(folder, "office")
    return archive


class Receiver(http.server.ThreadingHTTPServer):
    """Takes webhooks; refuses the first of each."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.events: list[tuple[dict, bytes]] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook"


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.events.append((dict(self.headers), body))
        self.send_response(204 if len(self.server.events) > 1 else 503)
        self.end_headers()

    def log_message(self, *arguments):
        pass


def signed(headers: dict, body: bytes, secret: str) -> bool:
    values = dict(part.split("=", 1) for part in headers["diorama-signature"].split(","))
    text = f"{values['t']}.{headers['diorama-delivery']}.".encode() + body
    code = hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()
    return hmac.compare_digest(code, values["v1"]) and abs(time.time() - int(values["t"])) < 60


@journey("accounts of the processing service upload scans and get models, and never each other's", Folder, Bucket)
def accounts(journey: Journey):
    archive = capture(journey)
    with service(journey, private_webhooks=True) as running:
        address = running.server()[1]
        ada, ben = running.client(address, "Ada"), running.client(address, "Ben", tier="free")
        running.worker()
        model = journey.folder / "office.glb"
        shown = subprocess.run(
            [SAMPLE, address, archive, model], capture_output=True, text=True, timeout=SECONDS,
            env={**running.operator.environment, "DIORAMA_KEY": ada.key, "QUALITY": "preview"})
        assert shown.returncode == 0 and model.read_bytes()[:4] == b"glTF", shown.stderr
        others_find_nothing(ada, ben)
        policies_hold(running)
        document_holds(ada)
        contents_are_checked(journey, ada)
        limits_hold(ada, ben, archive.read_bytes())
        webhook_arrives(ada, archive.read_bytes())
        cancelled_at_once(ada, capture(journey, repeats=2000).read_bytes())
        assert not running.bucket.list() == [], "the bucket is empty"
        status = running.operator.run("service", "status").json
        assert status["accounts"] == 2 and status["jobs"]["succeeded"] >= 1 and len(status["workers"]) == 1, status
        metrics = send("GET", f"{address}/metrics").body.decode()
        assert 'diorama_service_jobs{state="succeeded"}' in metrics
        for path in ("live", "ready"):
            assert send("GET", f"{address}/health/{path}").status == 200


def others_find_nothing(ada: Client, ben: Client):
    scan = ada.expect(200, "GET", "/scans").json["scans"][0]["id"]
    job = ada.expect(200, "GET", "/jobs").json["jobs"][0]["id"]
    assert ben.expect(200, "GET", "/scans").json["scans"] == [] and ben.expect(200, "GET", "/jobs").json["jobs"] == []
    key = ada.expect(200, "GET", "/keys").json["keys"][0]["id"]
    for method, path, body in (
            ("GET", f"/scans/{scan}", None), ("PATCH", f"/scans/{scan}", {"name": "Mine"}), ("DELETE", f"/scans/{scan}", None),
            ("GET", f"/scans/{scan}/upload-url?fileType=raw", None), ("POST", f"/scans/{scan}/process", {}),
            ("GET", f"/jobs/{job}", None), ("DELETE", f"/jobs/{job}", None), ("GET", f"/jobs/{job}/events", None),
            ("GET", f"/jobs/{job}/download?format=glb", None), ("DELETE", f"/keys/{key}", None)):
        ben.expect(404, method, path, body)
        assert send(method, f"{ada.address}/api/v1{path}").status == 401
    # A key can do what its scopes say, and make no key that can do more.
    reader = Client(ada.address, ada.expect(201, "POST", "/keys", {"name": "reader", "scopes": ["scans:read", "keys"]}).json["key"])
    reader.expect(200, "GET", f"/scans/{scan}")
    reader.expect(403, "POST", "/scans", {"name": "No"})
    reader.expect(403, "POST", "/keys", {"name": "more", "scopes": ["scans:write"]})
    own = next(key["id"] for key in ada.expect(200, "GET", "/keys").json["keys"] if key["name"] == "reader")
    ada.expect(204, "DELETE", f"/keys/{own}")
    reader.expect(401, "GET", f"/scans/{scan}")
    assert "key.revoke" in {entry["action"] for entry in ada.expect(200, "GET", "/audit").json["entries"]}


def policies_hold(running: Service):
    """A query that forgets the account finds that account's rows alone, and none where no account is set."""
    tables = running.database.query(
        "SELECT table_name FROM information_schema.columns WHERE table_schema = 'diorama_service' AND column_name = 'account_id'")
    names = [row[0] for row in tables]
    assert len(names) >= 13, names
    owner = running.database.query("SELECT account_id FROM diorama_service.jobs")[0][0]
    as_account = "SET ROLE diorama_service_account; SET search_path = diorama_service; SET diorama.account = '{}'; "
    counted = " UNION ALL ".join(f"SELECT '{name}', count(*)::text FROM {name}" for name in names if name != "results")
    for account, is_own in ((owner, True), ("", False), ("nobody", False)):
        accounts_too = " UNION ALL SELECT 'accounts', count(*)::text FROM accounts"
        rows = running.database.query(as_account.format(account) + counted + accounts_too)
        counts = {row[0]: int(row[1]) for row in rows if len(row) == 2}
        assert counts["accounts"] == is_own and (counts["jobs"] > 0) == is_own and (counts["api_keys"] == 2) == is_own, counts
        assert is_own or not any(counts.values()), counts


def document_holds(ada: Client):
    """Each operation of the document is there, asks for a key where it says so, and answers what it says."""
    document = yaml.safe_load(DOCUMENT.read_text())
    for path, operations in document["paths"].items():
        for method in operations.keys() & {"get", "post", "put", "patch", "delete", "head"}:
            url = ada.address + path.replace("{id}", "0" * 27).replace("{token}", "unknown")
            status = send(method.upper(), url).status
            expected = (401,) if "security" not in operations[method] else (200, 404, 412, 415, 422)
            assert status in expected, f"{method} {path}: {status}"
            # Passkeys are people's, not keys'.
            if method == "get" and "security" not in operations[method] and "{id}" not in path and "passkeys" not in path:
                schema = operations[method]["responses"]["200"]["content"]["application/json"]["schema"]
                answer = ada.expect(200, "GET", path.removeprefix("/api/v1")).json
                jsonschema_rs.Draft202012Validator({**schema, "components": document["components"]}).validate(answer)


def contents_are_checked(journey: Journey, ada: Client):
    """Wrong types, paths that lead out, bombs, and files that are not what was announced."""
    scan = ada.scan()
    target = ada.expect(200, "GET", f"/scans/{scan}/upload-url?fileType=raw").json["uploadUrl"]
    answer = send("PUT", urllib.parse.urljoin(ada.address, target), b"MZ" + bytes(600))
    if answer.status == 200:
        ada.expect(422, "POST", f"/scans/{scan}/process", {})
    else:
        assert answer.status == 422, answer.body
    outside, bomb = journey.folder / "outside.zip", journey.folder / "bomb.zip"
    with zipfile.ZipFile(outside, "w") as archive:
        archive.writestr("../../outside.txt", "here")
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros", bytes(64 << 20))
    for file, problem in ((outside, "leads out"), (bomb, "unpacks to more")):
        state = ada.ended(ada.process(ada.scan(file.read_bytes())))
        assert state["status"] == "failed" and problem in state["error"], state
    scan = ada.scan()
    target = ada.expect(200, "GET", f"/scans/{scan}/upload-url?fileType=raw&sha256={'0' * 64}").json["uploadUrl"]
    assert send("PUT", urllib.parse.urljoin(ada.address, target), outside.read_bytes()).status == 200
    state = ada.ended(ada.process(scan))
    assert state["status"] == "failed" and "SHA-256" in state["error"], state


def limits_hold(ada: Client, ben: Client, content: bytes):
    """What a tier includes, and what this deployment has."""
    scan = ben.scan(content)
    for settings, status in (
            ({"technologies": ["nerf"]}, 422), ({"technologies": ["gaussianSplatting"], "outputFormats": ["spz"]}, 403),
            ({"outputFormats": ["usdz"]}, 403), ({"quality": "best"}, 400), ({"settings": {"voxel": "1"}}, 400),
            ({"outputFormats": ["doc"]}, 400), ({"colour": "red"}, 400)):
        ben.expect(status, "POST", f"/scans/{scan}/process", settings)
    for _ in range(4):
        ben.scan()
    assert "5 scans" in ben.expect(402, "POST", "/scans", {"name": "Too many"}).json["detail"]
    assert ben.expect(200, "GET", "/usage").json["scans"] == 5
    # The same request twice makes one scan.
    repeated = [ada.expect(201, "POST", "/scans", {"name": "Once"}, {"Idempotency-Key": "a"}).json["id"] for _ in range(2)]
    assert repeated[0] == repeated[1]
    ada.expect(409, "POST", "/scans", {"name": "Other"}, {"Idempotency-Key": "a"})


def webhook_arrives(ada: Client, content: bytes):
    """It is signed, and sent again after a refusal."""
    receiver = Receiver()
    ada.expect(400, "POST", "/webhooks", {"url": "ftp://example.org", "events": ["job.succeeded"]})
    hook = ada.expect(201, "POST", "/webhooks", {"url": receiver.address, "events": ["job.succeeded"]}).json
    job = ada.process(ada.scan(content))
    assert ada.ended(job)["status"] == "succeeded"
    end = time.monotonic() + SECONDS
    while len(receiver.events) < 2:
        assert time.monotonic() < end, "the webhook is not sent again"
        time.sleep(0.1)
    for headers, body in receiver.events:
        headers = {name.lower(): value for name, value in headers.items()}
        assert signed(headers, body, hook["secret"]) and json.loads(body)["jobId"] == job, (headers, body)
    assert receiver.events[0][1] == receiver.events[1][1]
    ada.expect(204, "DELETE", f"/webhooks/{hook['id']}")
    receiver.shutdown()


def cancelled_at_once(ada: Client, content: bytes):
    """The process of a running job ends with the request."""
    job = ada.process(ada.scan(content))
    end = time.monotonic() + SECONDS
    while not (found := processes(job)):
        assert time.monotonic() < end, "the job's process doesn't start"
        assert ada.expect(200, "GET", f"/jobs/{job}").json["status"] in ("queued", "running"), "the job was too fast"
        time.sleep(0.02)
    ada.expect(204, "DELETE", f"/jobs/{job}")
    began = time.monotonic()
    while processes(job):
        assert time.monotonic() - began < 10, f"{found} goes on"
        time.sleep(0.05)
    assert ada.ended(job)["status"] == "cancelled"


def processes(job: str) -> list[str]:
    found = subprocess.run(["pgrep", "--full", f"process-scan .*{job}"], stdout=subprocess.PIPE, text=True, check=False)
    return found.stdout.split()


@journey("an upload to the processing service goes on after the server was killed", Folder)
def resumed(journey: Journey):
    archive = capture(journey).read_bytes()
    with service(journey) as running:
        process, address = running.server()
        ada = running.client(address, "Ada")
        scan = ada.scan()
        target = ada.expect(200, "GET", f"/scans/{scan}/upload-url?fileType=raw").json
        assert target["protocol"] == "tus", target
        half = len(archive) // 2

        def append(part: bytes, offset: int, **more) -> Answer:
            return send("PATCH", url, part, {
                "Tus-Resumable": "1.0.0", "Content-Type": "application/offset+octet-stream", "Upload-Offset": str(offset), **more})

        url = address + target["uploadUrl"]
        assert append(archive[:half], 0, **{"Upload-Length": str(len(archive))}).status == 204
        process.kill()
        address = running.server()[1]
        ada.address, url = address, address + target["uploadUrl"]
        head = send("HEAD", url, headers={"Tus-Resumable": "1.0.0"})
        assert head.headers["Upload-Offset"] == str(half) and head.headers["Upload-Length"] == str(len(archive)), head.headers
        assert append(archive, 0).status == 409 and append(archive + b"x", half).status == 413
        assert append(archive[half:], half).status == 204
        running.worker()
        assert ada.ended(ada.process(scan))["status"] == "succeeded"
        assert send("GET", f"{address}/api/v1/uploads/{base64.urlsafe_b64encode(bytes(32)).decode()}").status == 405
        assert send("HEAD", f"{address}/api/v1/uploads/unknown").status == 404
        schema_changes(running, ada)


def schema_changes(running: Service, ada: Client):
    """A newer program has changed the schema: this one goes on where the change allows it, and refuses the database else."""
    newest = int(running.database.query("SELECT max(number) FROM diorama_service.migrations")[0][0])
    running.database.query(
        "ALTER TABLE diorama_service.scans ADD COLUMN colour text; "
        f"INSERT INTO diorama_service.migrations VALUES ({newest + 1}, 'colours', {newest})")
    assert running.operator.run("service", "status").json["schema"] == newest + 1
    ada.expect(201, "POST", "/scans", {"name": "Old program, new schema"})
    running.database.query(f"UPDATE diorama_service.migrations SET compatible_from = {newest + 1} WHERE number = {newest + 1}")
    refused = running.operator.run("service", "status", code=1)
    assert "update diorama" in refused.errors, refused.errors


@journey("accounts of the processing service get equal shares of the workers, whatever the length of their queues", Folder)
def fair(journey: Journey):
    with service(journey) as running:
        # The shortest queue has 54 jobs: the four that workers hold at one time are less than the difference allowed.
        report = running.operator.run("service", "measure-queue", "--jobs", "2400", "--accounts", "4").json
        assert report["jobs"] >= 2390 and report["largest_share_difference"] <= 0.1, report


@journey("the workers of the processing service finish their jobs before they end", Folder)
def drained(journey: Journey):
    archive = capture(journey, repeats=30).read_bytes()
    with service(journey) as running:
        ada = running.client(running.server()[1], "Ada")
        for host in ("127.0.0.1", "[::1]", "[::ffff:10.0.0.1]", "169.254.169.254"):
            ada.expect(400, "POST", "/webhooks", {"url": f"https://{host}/", "events": ["job.succeeded"]})
        for url in ("http://example.org", "https://user@example.org"):
            ada.expect(400, "POST", "/webhooks", {"url": url, "events": ["job.succeeded"]})
        # A name may lead anywhere: it is resolved when the webhook is sent.
        ada.expect(201, "POST", "/webhooks", {"url": "https://localhost:9/", "events": ["job.succeeded"]})
        worker = running.worker()
        job = ada.process(ada.scan(archive))
        end = time.monotonic() + SECONDS
        while ada.expect(200, "GET", f"/jobs/{job}").json["status"] == "queued":
            assert time.monotonic() < end
            time.sleep(0.01)
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(SECONDS) == 0
        state = ada.expect(200, "GET", f"/jobs/{job}").json
        assert state["status"] == "succeeded" and state["attempts"] == 1, state
        assert running.operator.run("service", "status").json["workers"] == []
        end = time.monotonic() + SECONDS
        tried = "SELECT last_error FROM diorama_service.webhook_deliveries WHERE last_error IS NOT NULL"
        while not (refused := running.database.query(tried)):
            assert time.monotonic() < end, "the webhook is not tried"
            time.sleep(0.1)
        assert "not of the public internet" in refused[0][0], refused


@journey("a worker of the processing service reports once that its heartbeat fails, and once that it succeeds again", Folder)
def heartbeat(journey: Journey):
    with service(journey) as running:
        address = running.server()[1]
        running.worker()
        (log,) = journey.folder.glob("worker-*.log")

        def reports(text: str) -> int:
            return sum(text in line for line in log.read_text().splitlines())

        def metric(name: str) -> str:
            lines = send("GET", f"{address}/metrics").body.decode().splitlines()
            return next(line.split()[1] for line in lines if line.startswith(f"{name} "))

        running.database.kill()
        eventually(lambda: reports("the worker's heartbeat to the database fails") == 1, SECONDS)
        running.database.start()
        eventually(lambda: reports("the worker's heartbeat to the database succeeds again") == 1, SECONDS)
        assert metric("diorama_service_workers") == "1" and metric("diorama_service_silent_workers") == "0"
        assert reports("the worker's heartbeat to the database") == 2, log.read_text()
