"""The real server as a child process."""

import contextlib
import json
import pathlib
import shutil
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request


class Server:
    """
    `diorama serve` on the library in `folder`, which is created where it is not there already.

    `options` are further options of the command. `library`: its folder; `folder/library` by default, and with None the program's
    own default. Without `creates` a library that is not there is left to the page of the first start.
    """

    def __init__(
        self, program: str, folder: pathlib.Path, environment: dict[str, str], *options: str,
        library: pathlib.Path | str | None = "library", creates: bool = True,
    ):
        self.folder, self.environment = folder, environment
        self.folder.mkdir(parents=True, exist_ok=True)
        self.log = open(self.folder / "log", "w+")
        chosen = [] if library is None else ["--library", str(self.folder / library)]
        is_new = creates and library is not None and not (self.folder / library / "library.sqlite").exists()
        if is_new:
            create = [program, "account", "create", "--name", "Ada", *chosen, "--json"]
            subprocess.run(create, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment)
        self.process = subprocess.Popen(
            [program, "serve", *chosen, "--port", "0", *options, "--json"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            env=environment,
        )
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            self.log.seek(0)
            raise RuntimeError(f"the server did not start: {self.log.read()[-2000:]}")
        self.started = json.loads(line)
        self.address = self.started["address"]
        # What it says later is of no use here, but a full pipe would stop it.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        if is_new and self.address.startswith("http://127.0.0.1"):
            # The first steps have a check of their own; the others look at a library that is in use.
            with contextlib.suppress(urllib.error.HTTPError):
                self.call("PATCH", "/settings", {"firstSteps": False})

    def call(self, method: str, path: str, body: bytes | dict | None = None):
        """The JSON answer of `/api/v1` + path. A dictionary is sent as JSON."""
        is_json = isinstance(body, dict)
        data = json.dumps(body).encode() if is_json else body
        request = urllib.request.Request(f"{self.address}/api/v1{path}", method=method, data=data)
        if data is not None:
            request.add_header("Content-Type", "application/json" if is_json else "application/octet-stream")
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def spaces(self):
        return self.call("GET", "/spaces?limit=50")["spaces"]

    def seed(self, file: pathlib.Path, name: str) -> str:
        """Imports a model without the browser and returns the space's id."""
        query = urllib.parse.urlencode({"name": name, "fileName": file.name})
        job = self.call("POST", f"/spaces?{query}", file.read_bytes())
        deadline = time.monotonic() + 120
        while job["state"] in ("queued", "running") and time.monotonic() < deadline:
            time.sleep(0.05)
            job = self.call("GET", f"/jobs/{job['id']}")
        assert job["state"] == "done", job
        return job["space"]

    def empty(self):
        """No spaces, and no work that could make one."""
        while unfinished := [job for job in self.jobs() if job["state"] in ("queued", "running")]:
            for job in unfinished:
                self.call("DELETE", f"/jobs/{job['id']}")
            time.sleep(0.05)
        for space in self.spaces():
            self.call("DELETE", f"/spaces/{space['id']}")

    def jobs(self):
        return self.call("GET", "/jobs")["jobs"]

    def stop(self):
        self.end()
        shutil.rmtree(self.folder, ignore_errors=True)

    def end(self):
        """Ends the program; the library stays."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
