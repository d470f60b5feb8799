"""
What a scan costs the processing service: a server and a worker on PostgreSQL and SeaweedFS, whose requests are counted.
Prints processor seconds, peak memory, requests and bytes of the bucket, and transactions, rows and bytes of the database, for each
scan. docs/scale.md has the figures.

    scripts/with-seaweedfs.sh .venv/bin/python Benchmarks/service_costs.py PROGRAM [--scans 36] [--capture FOLDER --quality Q …]
"""

import argparse
import collections
import contextlib
import dataclasses
import http.client
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "Tests" / name) for name in ("PythonSupport", "JourneyTests", "DeployTests")]

import samples  # noqa: E402
from restore import Deployment  # noqa: E402
from service import Client  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
BACKGROUND = 30
"""Seconds over which a service without jobs is measured."""


class Proxy(http.server.ThreadingHTTPServer):
    """Forwards requests to an S3 server unchanged, so that their signatures stay valid, and counts them."""

    def __init__(self, upstream: str):
        super().__init__(("127.0.0.1", 0), Forwarding)
        self.upstream = urllib.parse.urlparse(upstream).netloc
        self.counts: collections.Counter[str] = collections.Counter()
        self.lock = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def add(self, **amounts: int):
        with self.lock:
            self.counts.update(amounts)


class Forwarding(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    upstream: http.client.HTTPConnection | None = None

    def forward(self):
        query = urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query, keep_blank_values=True)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        connection = http.client.HTTPConnection(self.server.upstream, timeout=120)
        connection.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
        for name, value in self.headers.items():
            if name.lower() not in ("connection", "expect"):
                connection.putheader(name, value)
        connection.endheaders(body)
        answer = connection.getresponse()
        content = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "connection", "content-length", "date", "server"):
                self.send_header(name, value)
        length = answer.headers.get("Content-Length") if self.command == "HEAD" else len(content)
        self.send_header("Content-Length", str(length or 0))
        self.end_headers()
        self.wfile.write(content)
        connection.close()
        who = "client" if "X-Amz-Signature" in query else "service"
        what = "list" if self.command == "GET" and "list-type" in query else self.command
        self.server.add(
            **{f"{who} {what}": 1, f"{who} bytes in": len(body), f"{who} bytes out": len(content) if self.command == "GET" else 0})

    do_GET = do_PUT = do_HEAD = do_POST = do_DELETE = forward

    def log_message(self, *arguments):
        pass


def processor_seconds(pid: int, with_children: bool) -> float:
    """Of a process, or of the children that it has waited for."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except FileNotFoundError:
        # It has ended since: it counts among its parent's children.
        return 0
    own = 11 if not with_children else 13
    return (int(fields[own]) + int(fields[own + 1])) / TICKS


def peak(pid: int) -> int:
    """The most memory that a process had at one time, in bytes."""
    with contextlib.suppress(OSError):
        for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) * 1024
    return 0


def children(pid: int) -> list[int]:
    found = subprocess.run(["pgrep", "--parent", str(pid)], stdout=subprocess.PIPE, text=True, check=False)
    return [int(word) for word in found.stdout.split()]


class Meter:
    """A running service and what it has used so far."""

    def __init__(self, program: str, folder: pathlib.Path, stack: contextlib.ExitStack):
        self.deployment = Deployment(program, folder)
        stack.callback(self.deployment.end)
        self.proxy = Proxy(self.deployment.bucket.endpoint)
        self.seaweed = next(
            pid for pid in children(os.getppid()) if "-s3.port" in pathlib.Path(f"/proc/{pid}/cmdline").read_text())
        self.deployment.bucket = dataclasses.replace(
            self.deployment.bucket, endpoint=f"http://127.0.0.1:{self.proxy.server_port}")
        address = self.deployment.server()
        created = subprocess.run(
            [program, "service", "account", "add", "Ada", "--tier", "enterprise", "--json"], check=True,
            env=self.deployment.environment(), stdout=subprocess.PIPE)
        self.client = Client(address, json.loads(created.stdout)["key"])
        self.deployment.start("worker", "--concurrency", "2")
        self.server, self.worker = (process.pid for process in self.deployment.processes)
        database = self.deployment.database
        database.address = database.address.removesuffix("/postgres") + "/diorama"
        self.postmaster = int((database.data / "postmaster.pid").read_text().splitlines()[0])
        self.largest = 0
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self):
        """The largest process of a job."""
        while True:
            for pid in children(self.worker):
                self.largest = max(self.largest, peak(pid))
            time.sleep(0.3)

    def used(self) -> dict[str, float]:
        database = self.deployment.database
        # Sessions report what they did a second later at most.
        time.sleep(2.5)
        names = "xact_commit, xact_rollback, tup_inserted, tup_updated, tup_deleted"
        row = database.query(
            f"SELECT {names}, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0'), pg_database_size('diorama') "
            "FROM pg_stat_database WHERE datname = 'diorama'")[0]
        postgres = [self.postmaster, *children(self.postmaster)]
        return {
            "time": time.monotonic(), **dict(zip([*names.split(", "), "log bytes", "database bytes"], map(float, row))),
            "server cpu": processor_seconds(self.server, False), "worker cpu": processor_seconds(self.worker, False),
            "job cpu": processor_seconds(self.worker, True),
            "postgres cpu": sum(processor_seconds(pid, False) for pid in postgres) + processor_seconds(self.postmaster, True),
            "seaweed cpu": processor_seconds(self.seaweed, False), **self.proxy.counts,
        }

    def between(self, before: dict, after: dict) -> dict[str, float]:
        return {name: after[name] - before.get(name, 0) for name in after}

    def run(self, archive: pathlib.Path, scans: int, settings: dict) -> dict:
        """The costs of one of several scans, without what a service without jobs uses in the same time."""
        content = archive.read_bytes()
        log = self.deployment.folder / "log-1"
        done = log.read_text().count("succeeded after")
        self.largest = 0
        before = self.used()
        for _ in range(scans):
            scan = self.client.expect(201, "POST", "/scans", {"name": "Office"}).json["id"]
            self.client.upload(scan, content)
            self.client.expect(202, "POST", f"/scans/{scan}/process", settings)
        deadline = time.monotonic() + 1800
        # Without requests, which would count.
        while log.read_text().count("succeeded after") < done + scans:
            assert time.monotonic() < deadline, log.read_text()[-800:]
            time.sleep(0.5)
        for job in self.client.expect(200, "GET", f"/jobs?limit={min(scans, 200)}").json["jobs"]:
            for url in job["resultUrls"].values():
                answer = self.client.expect(307, "GET", url.removeprefix("/api/v1"))
                assert len(self.download(answer.headers["Location"])) > 0
        spent = self.between(before, self.used())
        return {
            "input bytes": len(content), "scans": scans, "job peak bytes": self.largest, "server peak bytes": peak(self.server),
            "worker peak bytes": peak(self.worker), "each": {
                name: round((value - self.idle.get(name, 0) * spent["time"]) / scans, 3) for name, value in spent.items()},
        }

    @staticmethod
    def download(address: str) -> bytes:
        from service import send

        answer = send("GET", address)
        assert answer.status == 200, answer.body[:200]
        return answer.body

    def measure_idle(self) -> dict:
        """What a server and a worker without jobs use in a second."""
        self.idle: dict[str, float] = {}
        before = self.used()
        time.sleep(BACKGROUND)
        spent = self.between(before, self.used())
        self.idle = {name: value / spent["time"] for name, value in spent.items() if name != "time"}
        return {name: round(value, 4) for name, value in self.idle.items()}

    def measure_request(self, path: str, count: int = 200) -> dict:
        """What one request uses."""
        before = self.used()
        for _ in range(count):
            self.client.expect(200, "GET", path)
        spent = self.between(before, self.used())
        names = ("xact_commit", "server cpu", "postgres cpu")
        return {name: round((spent[name] - self.idle.get(name, 0) * spent["time"]) / count, 5) for name in names}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--scans", type=int, default=36, help="small scans")
    parser.add_argument("--capture", type=pathlib.Path, action="append", default=[], help="a real capture; repeatable")
    parser.add_argument("--quality", action="append", default=[], help="of the real captures; repeatable, standard by default")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = pathlib.Path(name)
        meter = Meter(str(pathlib.Path(arguments.program).resolve()), folder, stack)
        small = samples.write_capture(folder / "office", views=4)
        captures = [("small", small, arguments.scans, "preview")]
        for capture in arguments.capture:
            captures += [(capture.name, capture, 1, quality) for quality in arguments.quality or ["standard"]]
        print(json.dumps({"idle, a second": meter.measure_idle()}), flush=True)
        for title, capture, scans, quality in captures:
            archive = folder / f"{title}.tar"
            with tarfile.open(archive, "w") as tar:
                tar.add(capture, title)
            costs = meter.run(archive, scans, {"quality": quality, "outputFormats": ["glb"]})
            print(json.dumps({f"{title}, {quality}": costs}), flush=True)
        job = meter.client.expect(200, "GET", "/jobs").json["jobs"][0]["id"]
        print(json.dumps({"GET /jobs/ID": meter.measure_request(f"/jobs/{job}")}))
        sizes = meter.deployment.database.query(
            "SELECT relname, n_live_tup, pg_total_relation_size(relid) FROM pg_stat_user_tables ORDER BY 3 DESC")
        print(json.dumps({"tables": sizes}))


if __name__ == "__main__":
    main()
