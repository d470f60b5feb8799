#!/usr/bin/env python3
"""Presence load on many small rooms, and on one room with many viewers, of `diorama serve`.

    live_crowd.py PROGRAM DRIVER_FOLDER rooms [--rooms 200] [--each 4]
    live_crowd.py PROGRAM DRIVER_FOLDER viewers [--speakers 10] [--viewers 200]

DRIVER_FOLDER has driver.py and adapters.py; run it with a Python that has picows and uvloop. Prints a JSON line for each run.
In the rooms everybody sends, and everybody in the same room is to get it; in the room with viewers only the speakers send.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

import live_bench

HERE = pathlib.Path(__file__).resolve().parent


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("kind", choices=("rooms", "viewers"))
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--each", type=int, default=4)
    parser.add_argument("--speakers", type=int, default=10)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    return parser.parse_args()


def run(a):
    server = live_bench.Diorama(a)
    try:
        if a.kind == "rooms":
            urls = [server.url] + [server.start_room() for _ in range(a.rooms - 1)]
            clients = a.rooms * a.each
            deliveries = clients * (a.each - 1)
            environment = {"LIVE_ROOMS": json.dumps(urls), "LIVE_EACH": str(a.each)}
            adapter, label = "live_adapter:InRooms", f"{a.rooms} rooms of {a.each}"
        else:
            clients = a.speakers + a.viewers
            deliveries = a.speakers * (clients - 1)
            environment = {"LIVE_SPEAKERS": str(a.speakers)}
            adapter, label = "live_adapter:SpeakerOrViewer", f"{a.speakers} speakers, {a.viewers} viewers"
        command = [
            sys.executable, a.folder / "driver.py", "--url", server.url, "--adapter", adapter, "--label", label, "--server-pid",
            str(server.process.pid), "--clients", str(clients), "--rate", str(a.rate), "--seconds", str(a.seconds)]
        result = subprocess.run(
            command, cwd=HERE, capture_output=True, text=True, timeout=300, env={**os.environ, **environment})
        if result.returncode != 0:
            sys.exit(f"error: the driver failed: {result.stderr.strip()[-3000:]}")
        row = json.loads(result.stdout.strip().splitlines()[-1])
    finally:
        server.stop()
    # The driver expects each update at all other clients; here it is to reach those of the room.
    came = clients * (clients - 1) * round(a.seconds * a.rate) - row["lost"]
    row["expected_per_s"] = round(deliveries * a.rate)
    row["lost"] = deliveries * round(a.seconds * a.rate) - came
    row["loss_percent"] = round(100 * row["lost"] / (deliveries * round(a.seconds * a.rate)), 3)
    return row


if __name__ == "__main__":
    arguments = parse()
    for _ in range(arguments.rounds):
        print(json.dumps(run(arguments)), flush=True)
