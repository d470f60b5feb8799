#!/usr/bin/env python3
"""Drives the web client in Chromium against the real server.

usage: run.py PROGRAM [--pictures FOLDER] [--only PART_OF_A_NAME|MODULE]

PROGRAM is the built `diorama`. With --pictures the pages are saved at both sizes and in both themes, for people to look at.
"""

import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "PythonSupport"))

import access  # noqa: E402
import explore  # noqa: E402
import flows  # noqa: E402
import library  # noqa: E402
import measure  # noqa: E402
import measure_scan  # noqa: E402
import memories  # noqa: E402
import place  # noqa: E402
import plan  # noqa: E402
import plan_elsewhere  # noqa: E402
import remote  # noqa: E402
import scan  # noqa: E402
import scenes  # noqa: E402
import sharing  # noqa: E402
import start  # noqa: E402
import storeys  # noqa: E402
import sync  # noqa: E402
import harness  # noqa: E402

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--only")
    arguments = parser.parse_args()
    # Importing them registers their checks.
    assert all([
        access, explore, flows, library, measure, measure_scan, memories, place, plan, plan_elsewhere, remote, scan, scenes,
        sharing, start, storeys, sync,
    ])
    sys.exit(harness.run(arguments.program, arguments.pictures, arguments.only))
