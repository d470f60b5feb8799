#!/usr/bin/env python3
"""Drives the web client in Chromium against the real server.

usage: run.py PROGRAM [--pictures FOLDER] [--only PART_OF_A_NAME|MODULE]

PROGRAM is the built `diorama`. With --pictures the pages are saved at both sizes and in both themes, for people to look at.
"""

import argparse
import pathlib
import sys

import access
import explore
import flows
import library
import measure
import measure_scan
import memories
import place
import plan
import plan_elsewhere
import scan
import sharing
import storeys
import sync
import harness

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--only")
    arguments = parser.parse_args()
    # Importing them registers their checks.
    assert all([
        access, explore, flows, library, measure, measure_scan, memories, place, plan, plan_elsewhere, scan, sharing, storeys, sync,
    ])
    sys.exit(harness.run(arguments.program, arguments.pictures, arguments.only))
