#!/usr/bin/env python3
"""Finds the poses of photos and the points that they share, with COLMAP.

usage: diorama_colmap.py JOB.json

The job (see job.py) names a folder of images and a workspace. The result is in the workspace: `sparse/` with COLMAP's largest
model, and `summary.json` (see summary.py). Standard output has events: JSON objects, each after its length in bytes (32 bits,
little endian):
    {"event": "ready", "engine": "pycolmap 4.2.1", "protocol": 1}
    {"event": "progress", "stage": "features", "done": 3, "total": 50}     stages: features, pairs, matching, mapping
    {"event": "alive"}                                                     four times a second, so that silence means a fault
    {"event": "done"}  or  {"event": "failed", "problem": "…", "remedy": "…"}

COLMAP itself runs in a child of this program, because its failed checks end the process. The child ends when this program ends,
and this program ends when its standard input is closed.
"""

import json
import os
import sqlite3
import struct
import sys
import threading

from engine import Failure, find_engine
from job import Job
from process import Stopped, stop_all
from summary import write_summary

PROTOCOL = 1
writing = threading.Lock()


def emit(event, **fields):
    body = json.dumps({"event": event, **fields}).encode()
    with writing:
        sys.stdout.buffer.write(struct.pack("<I", len(body)) + body)
        sys.stdout.buffer.flush()


def watch_input():
    """Ends everything when whoever started this program has closed its input, or has ended."""
    while os.read(0, 4096):
        pass
    stop_all()
    os._exit(3)


def work(job, engine):
    def progress(stage, done, total):
        emit("progress", stage=stage, done=done, total=total)

    engine.alive = lambda: emit("alive")
    engine.progress = progress
    engine.extract()
    engine.choose_pairs()
    engine.match("pairs.txt")
    models = engine.map()
    rescue = engine.rescue_pairs(models)
    if rescue:
        engine.match("rescue.txt")
        models = engine.map(start=models[0])
    write_summary(job, engine, models)


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    threading.Thread(target=watch_input, daemon=True).start()
    try:
        job = Job(sys.argv[1])
        engine = find_engine(job)
        emit("ready", engine=engine.name, protocol=PROTOCOL)
        work(job, engine)
        emit("done")
        return 0
    except Failure as failure:
        emit("failed", problem=failure.problem, remedy=failure.remedy)
    except Stopped:
        pass
    except (OSError, ValueError, LookupError, ArithmeticError, struct.error, sqlite3.Error) as error:
        emit("failed", problem=f"{type(error).__name__}: {error}", remedy="")
    return 1


if __name__ == "__main__":
    sys.exit(main())
