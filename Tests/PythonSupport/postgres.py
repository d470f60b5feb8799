"""A PostgreSQL server of its own in a temporary folder."""

import contextlib
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time

USER = "postgres"


def programs() -> pathlib.Path:
    """The folder of Debian's newest version."""
    folders = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    assert folders, "PostgreSQL is missing; run scripts/setup.sh test"
    return folders[-1]


class Postgres:
    """A server with an empty database. `is_durable`: whether a commit survives a crash, as with the default settings."""

    def __init__(self, is_durable: bool = False):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="diorama-postgres-", dir="/tmp"))
        # It refuses to run as the superuser.
        self.account = pwd.getpwnam(USER) if os.geteuid() == 0 else None
        if self.account:
            os.chown(self.folder, self.account.pw_uid, self.account.pw_gid)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"postgresql://{USER}@127.0.0.1:{self.port}/postgres"
        self.durability = "on" if is_durable else "off"
        self._run("initdb", "--auth", "trust", "--username", USER, "--no-sync", "--pgdata", str(self.data))

    @property
    def data(self) -> pathlib.Path:
        return self.folder / "data"

    def _run(self, program: str, *words: str) -> str:
        return subprocess.run(
            [programs() / program, *words], check=True, stdout=subprocess.PIPE, cwd=self.folder, text=True,
            user=self.account.pw_uid if self.account else None, group=self.account.pw_gid if self.account else None).stdout

    def start(self):
        options = (
            f"-c listen_addresses=127.0.0.1 -c port={self.port} -c unix_socket_directories={self.folder} "
            f"-c fsync={self.durability}")
        # Its output goes to the log: a server that holds a pipe open would keep the caller waiting.
        command = [
            programs() / "pg_ctl", "--pgdata", str(self.data), "--log", str(self.folder / "log"), "--options", options, "--wait",
            "start"]
        for attempt in range(5):
            started = subprocess.run(
                command, check=attempt == 4, stdout=subprocess.DEVNULL, cwd=self.folder,
                user=self.account.pw_uid if self.account else None, group=self.account.pw_gid if self.account else None)
            if started.returncode == 0:
                return
            # A process that the killed one had just started has not noticed yet.
            time.sleep(1)

    def kill(self):
        """The server and its processes end without a word."""
        pid = int((self.data / "postmaster.pid").read_text().splitlines()[0])
        children = subprocess.run(["pgrep", "--parent", str(pid)], stdout=subprocess.PIPE, text=True, check=False).stdout.split()
        processes = [pid, *map(int, children)]
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        # The memory that they share is in use until the last of them has ended, also one that was just being started.
        for _ in range(300):
            if not any(self._is_running(process) for process in processes):
                return
            time.sleep(0.02)

    @staticmethod
    def _is_running(pid: int) -> bool:
        try:
            return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
        except FileNotFoundError:
            return False

    def query(self, sql: str) -> list[list[str]]:
        """The rows of a statement, as texts."""
        output = self._run(
            "psql", "--no-psqlrc", "--tuples-only", "--no-align", "--field-separator", "\t", "--command", sql, self.address)
        return [line.split("\t") for line in output.splitlines() if line]

    def end(self):
        with contextlib.suppress(subprocess.CalledProcessError):
            self._run("pg_ctl", "--pgdata", str(self.data), "--mode", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def postgres():
    """Yields the address of an empty database, which is removed afterwards."""
    server = Postgres()
    try:
        server.start()
        yield server.address
    finally:
        server.end()
