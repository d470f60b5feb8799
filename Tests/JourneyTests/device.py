"""A device of a person: a home folder of its own, in which the real program runs as command and as server."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass

from environment import isolated
from server import Server

SECONDS = 60


@dataclass(frozen=True)
class Outcome:
    """How a command ended."""

    words: tuple[str, ...]
    code: int
    output: str
    errors: str

    @property
    def json(self):
        lines = self.output.strip().splitlines()
        assert lines, f"'diorama {' '.join(self.words)}' printed nothing on standard output: {self.errors[-500:]}"
        return json.loads(lines[-1])

    @property
    def error(self) -> str:
        """The line `error: …`."""
        return next((line for line in self.errors.splitlines() if line.startswith(("error:", "Error:"))), "")


class Device:
    """
    A home folder with the library in its default place. `variables` are added to the environment of its commands.
    """

    def __init__(self, program: str, folder: pathlib.Path, name: str, variables: dict[str, str] | None = None):
        self.program, self.folder, self.name = program, folder, name
        self.environment = {**isolated(folder), **(variables or {})}
        self.library = folder / "data" / "diorama"
        self.server: Server | None = None

    # Commands

    def start(self, *words: str, variables: dict[str, str] | None = None) -> subprocess.Popen:
        """Starts a command that goes on while the journey does something else; end it by `kill` or `terminate`."""
        return subprocess.Popen(
            [self.program, *words, "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**self.environment, **(variables or {})})

    def run(
        self, *words: str | pathlib.Path, code: int | None = 0, typed: str | None = None,
        variables: dict[str, str] | None = None,
    ) -> Outcome:
        """Runs a command with `--json` until it ends, with this exit code (None: any). `typed` is its standard input."""
        words = tuple(str(word) for word in words)
        result = subprocess.run(
            [self.program, *words, "--json"], input=typed or "", capture_output=True, text=True, timeout=SECONDS,
            env={**self.environment, **(variables or {})})
        outcome = Outcome(words, result.returncode, result.stdout, result.stderr)
        assert code is None or outcome.code == code, (
            f"{self.name}: 'diorama {' '.join(words)}' ended with {outcome.code}, not {code}: "
            f"{(outcome.errors or outcome.output).strip()[-700:]}")
        return outcome

    # The server

    def serve(self, *options: str, variables: dict[str, str] | None = None) -> Server:
        assert self.server is None, f"{self.name} is served already"
        environment = {**self.environment, **(variables or {})}
        self.server = Server(self.program, self.folder / "server", environment, *options, library=None)
        return self.server

    def end_server(self):
        if self.server:
            self.server.end()
        self.server = None

    @contextlib.contextmanager
    def serving(self, *options: str):
        """The server for the time of a block."""
        try:
            yield self.serve(*options)
        finally:
            self.end_server()

    def kill_server(self):
        """As by a power cut of the program: nothing is cleared up."""
        self.server.process.send_signal(signal.SIGKILL)
        self.server.process.wait()
        self.server = None

    def request(self, method: str, path: str, body=None, headers: dict[str, str] | None = None) -> tuple[int, bytes]:
        """Status and bytes of a path of the server, whatever the status; a dictionary is sent as JSON."""
        status, content, _ = self.exchange(method, path, body, headers)
        return status, content

    def exchange(self, method: str, path: str, body=None, headers: dict[str, str] | None = None):
        """The same with the answer's headers."""
        is_json = isinstance(body, dict)
        data = json.dumps(body).encode() if is_json else body
        request = urllib.request.Request(self.server.address + path, method=method, data=data, headers=headers or {})
        if data is not None and not request.has_header("Content-type"):
            request.add_header("Content-Type", "application/json" if is_json else "application/octet-stream")
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                return answer.status, answer.read(), dict(answer.headers)
        except urllib.error.HTTPError as error:
            return error.code, error.read(), dict(error.headers)

    def reason(self, method: str, path: str, body=None, headers: dict[str, str] | None = None) -> tuple[int, str]:
        """Status and the problem's text of a request that is refused."""
        status, content = self.request(method, path, body, headers)
        try:
            problem = json.loads(content)
        except ValueError:
            return status, content.decode(errors="replace")
        return status, problem.get("detail") or problem.get("title") or "" if isinstance(problem, dict) else str(problem)

    def call(self, method: str, path: str, body=None):
        """JSON of `/api/v1` + path."""
        status, content = self.request(method, f"/api/v1{path}", body)
        assert 200 <= status < 300, f"{self.name}: {method} {path} was answered {status}: {content[:500]!r}"
        return json.loads(content) if content else None

    # What is in the library

    def spaces(self) -> dict[str, str]:
        """Names by ids, by the command."""
        return {space["id"]: space["name"] for space in self.run("library", "list").json["spaces"]}

    def account(self) -> dict:
        return self.run("account", "show").json

    def files(self) -> dict[str, int]:
        """The numbers of files by where they are: local, remote_only, missing."""
        report = self.run("library", "verify", code=None).json
        return {name: report[name] for name in ("local", "remote_only", "missing")}

    def has_library(self) -> bool:
        return (self.library / "library.sqlite").exists()

    def texts(self, *folders: pathlib.Path):
        """Every file of the library's folder, as bytes."""
        for root in folders or (self.library,):
            for path in sorted(root.rglob("*")):
                if path.is_file():
                    with contextlib.suppress(FileNotFoundError):
                        yield path, path.read_bytes()

    def end(self):
        self.end_server()


def is_root() -> bool:
    """Permissions of folders mean nothing to the superuser."""
    return os.geteuid() == 0
