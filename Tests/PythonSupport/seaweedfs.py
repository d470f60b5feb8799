"""
An S3 server of its own: SeaweedFS on free ports of 127.0.0.1, its data in a folder that is removed afterwards.

    python3 Tests/PythonSupport/seaweedfs.py COMMAND…

runs a command beside it, which finds it by DIORAMA_TEST_S3 (http://127.0.0.1:PORT), DIORAMA_TEST_S3_KEY and
DIORAMA_TEST_S3_SECRET. `weed` is that of .venv (scripts/requirements-sync.txt), or DIORAMA_WEED.
"""

import contextlib
import json
import os
import pathlib
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEY = "diorama-test"


def program() -> str:
    weed = os.environ.get("DIORAMA_WEED", str(ROOT / ".venv/bin/weed"))
    if not os.access(weed, os.X_OK):
        raise SystemExit(f"seaweedfs: {weed} is missing; run scripts/setup.sh sync")
    return weed


def free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as open:
        held = [open.enter_context(socket.socket()) for _ in range(count)]
        for one in held:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in held]


class SeaweedFS:
    """A server with an empty store."""

    def __init__(self):
        self.weed = program()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="diorama-seaweedfs-"))
        (self.folder / "data").mkdir()
        self.secret = secrets.token_hex(20)
        self.ports = free_ports(8)
        self.process: subprocess.Popen | None = None
        actions = {"test": ["Admin", "Read", "Write", "List", "Tagging"], "reader": ["Read", "List"]}
        identities = [
            {"name": name, "credentials": [{"accessKey": f"diorama-{name}", "secretKey": self.secret}], "actions": allowed}
            for name, allowed in actions.items()]
        (self.folder / "s3.json").write_text(json.dumps({"identities": identities}))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.ports[6]}"

    def variables(self) -> dict[str, str]:
        """By which programs find it."""
        return {"DIORAMA_TEST_S3": self.address, "DIORAMA_TEST_S3_KEY": KEY, "DIORAMA_TEST_S3_SECRET": self.secret}

    def start(self):
        """Starts it on its ports, with what it has stored."""
        names = ("master.port", "master.port.grpc", "volume.port", "volume.port.grpc", "filer.port", "filer.port.grpc", "s3.port",
                 "s3.port.grpc")
        ports = [f"-{name}={port}" for name, port in zip(names, self.ports, strict=True)]
        # Before it is started again: a server that was killed leaves it behind.
        (self.folder / "s3.sock").unlink(missing_ok=True)
        log = (self.folder / "log").open("a")
        self.process = subprocess.Popen(
            [self.weed, "server", f"-dir={self.folder}/data", "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-volume.max=1000",
             "-master.volumeSizeLimitMB=64", *ports, "-filer", "-s3", "-s3.port.iceberg=0", "-s3.port.lance=0",
             f"-s3.config={self.folder}/s3.json", "-s3.domainName=s3.localhost", f"-s3.localSocket={self.folder}/s3.sock"],
            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        log.close()
        for _ in range(300):
            if self.process.poll() is not None:
                break
            if self._is_ready():
                return
            time.sleep(0.2)
        raise RuntimeError(f"SeaweedFS doesn't start: {(self.folder / 'log').read_text()[-2000:]}")

    def start_anywhere(self):
        """Starts it for the first time; once more where somebody else has taken a port meanwhile."""
        try:
            self.start()
        except RuntimeError:
            self.kill()
            self.ports = free_ports(8)
            self.start()

    def _is_ready(self) -> bool:
        """Whether it refuses an unsigned request, and can place a file: the volume server has registered with the master."""
        try:
            urllib.request.urlopen(self.address, timeout=5)
        except urllib.error.HTTPError as error:
            if error.code != 403:
                return False
        except OSError:
            return False
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.ports[0]}/dir/assign", timeout=5) as answer:
                return b'"fid"' in answer.read()
        except OSError:
            return False

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self):
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
        # Of its parts among each other, named by port: it leaves them behind.
        for port in self.ports:
            for left in pathlib.Path("/tmp").glob(f"seaweedfs-*-grpc-{port}.sock"):
                left.unlink(missing_ok=True)
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def seaweedfs():
    """Yields a running server, which is removed afterwards."""
    server = SeaweedFS()
    try:
        server.start_anywhere()
        yield server
    finally:
        server.end()


def main() -> int:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    with seaweedfs() as server:
        command = subprocess.Popen(sys.argv[1:], env={**os.environ, **server.variables()})
        try:
            code = command.wait()
            return code if code >= 0 else 128 - code
        finally:
            if command.poll() is None:
                command.terminate()
                command.wait()


if __name__ == "__main__":
    sys.exit(main())
