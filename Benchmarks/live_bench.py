#!/usr/bin/env python3
"""Presence load on a room of `diorama serve`, beside the bare relays of the peers, in interleaved rounds.

    live_bench.py PROGRAM DRIVER_FOLDER [--rounds 3] [--clients 50] [--seconds 10] [--hostile KIND]

DRIVER_FOLDER has driver.py, adapters.py and relay_picows.py; run it with a Python that has picows and uvloop. Prints a JSON
line for each run, and medians.
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--hostile", help="a kind of live_hostile.py, beside the others in the same room")
    parser.add_argument("--only", default="diorama|picows")
    return parser.parse_args()


def request(address, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    call = urllib.request.Request(address + path, data, {"Content-Type": "application/json"} if data else {})
    with urllib.request.urlopen(call, timeout=30) as answer:
        return json.load(answer)


class Diorama:
    """A server with a library of its own and one space."""

    label, adapter = "diorama", "live_adapter:Diorama"

    def __init__(self, a):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="live-bench-"))
        environment = {**os.environ, "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)}
        library = self.folder / "library"
        triangle = self.folder / "triangle.obj"
        triangle.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        run = [a.program, "account", "create", "--name", "Bench", "--library", str(library)]
        subprocess.run(run, env=environment, check=True, capture_output=True)
        run = [a.program, "import", str(triangle), "--library", str(library)]
        subprocess.run(run, env=environment, check=True, capture_output=True)
        self.process = subprocess.Popen(
            [a.program, "serve", "--library", str(library), "--port", "0", "--json"], env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        self.address = json.loads(self.process.stdout.readline())["address"]
        self.space = request(self.address, "/api/v1/spaces")["spaces"][0]["id"]
        self.url = self.start_room()

    def start_room(self):
        """The address of a new session's WebSocket."""
        code = request(self.address, f"/api/v1/spaces/{self.space}/live", {})["code"]
        return self.address.replace("http://", "ws://") + f"/api/v1/live/{code}"

    def stop(self):
        self.process.terminate()
        self.process.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)


class Picows:
    """The bare relay with a tick of 16 ms: all updates of a tick in one frame, the same bytes to everyone."""

    label, adapter = "picows, 16 ms tick", "adapters:Records"

    def __init__(self, a):
        port = 9471
        self.url = f"ws://127.0.0.1:{port}/"
        self.process = subprocess.Popen([sys.executable, a.folder / "relay_picows.py", "--port", str(port), "--tick", "16"])
        time.sleep(1)

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


def main():
    a = parse()
    rows = []
    kinds = [kind for kind in (Diorama, Picows) if kind.__name__.lower() in a.only]
    for number in range(a.rounds):
        for kind in kinds:
            server, enemy = kind(a), None
            try:
                command = [
                    sys.executable, a.folder / "driver.py", "--url", server.url, "--adapter", server.adapter, "--label",
                    server.label,
                    "--server-pid", str(server.process.pid), "--clients", str(a.clients), "--rate", str(a.rate), "--seconds",
                    str(a.seconds)]
                if a.hostile:
                    words = [sys.executable, HERE / "live_hostile.py", server.url, a.hostile, str(a.seconds + 6)]
                    enemy = subprocess.Popen(words, env={**os.environ, "PYTHONPATH": str(a.folder)})
                result = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=180)
                if result.returncode != 0:
                    sys.exit(f"error: the driver failed: {result.stderr.strip()[-3000:]}")
                row = json.loads(result.stdout.strip().splitlines()[-1])
                rows.append((server.label, row))
                print(json.dumps(row), flush=True)
            finally:
                if enemy:
                    enemy.kill()
                    enemy.wait()
                server.stop()
    for label in dict.fromkeys(label for label, _ in rows):
        own = [row for name, row in rows if name == label]
        numbers = {key for key, value in own[0].items() if isinstance(value, (int, float)) and not isinstance(value, bool)}
        print(label, {key: round(statistics.median(row[key] for row in own if key in row), 3) for key in sorted(numbers)})


if __name__ == "__main__":
    main()
