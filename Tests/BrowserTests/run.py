#!/usr/bin/env python3
"""Drives the web client in Chromium against the real server.

usage: run.py PROGRAM [--pictures FOLDER] [--only PART_OF_A_NAME|MODULE] [--module MODULE] [--jobs N] [--quick]
              [--repeat]

PROGRAM is the built `diorama`. With --pictures the pages are saved at both sizes and in both themes, for people to look at. With
--jobs so many modules of checks run at the same time, each with a server and browser of its own.
With --quick each layout is checked in one of its combinations of size and font, and checks of large data, of details and whole
modules of details are left out; `make browser` runs them all.
With --repeat a check that failed is tried once more after the others of its module: pages that share few cores with everything else
may starve. Both results are printed.
"""

import argparse
import concurrent.futures
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "PythonSupport"))

import access  # noqa: E402
import exhibit_editor  # noqa: E402
import exhibits  # noqa: E402
import explore  # noqa: E402
import flows  # noqa: E402
import library  # noqa: E402
import live  # noqa: E402
import live_parts  # noqa: E402
import measure  # noqa: E402
import measure_scan  # noqa: E402
import memories  # noqa: E402
import place  # noqa: E402
import plan  # noqa: E402
import plan_elsewhere  # noqa: E402
import remote  # noqa: E402
import scan  # noqa: E402
import scenes  # noqa: E402
import secure  # noqa: E402
import settings  # noqa: E402
import sharing  # noqa: E402
import splats  # noqa: E402
import start  # noqa: E402
import storeys  # noqa: E402
import sync  # noqa: E402
# Last, so that the layouts of the others keep the sizes and fonts that quick runs take of them.
import guide  # noqa: E402
import things  # noqa: E402
import places  # noqa: E402
import languages  # noqa: E402
import asking  # noqa: E402
import axe_pages  # noqa: E402
import harness  # noqa: E402

# Importing them registers their checks. Those that take longest come first, so that the end of a run has work for every job.
MODULES = [
    measure_scan, scan, live, exhibits, measure, place, plan, memories, explore, exhibit_editor, guide, live_parts, scenes, library,
    places, sharing, splats, sync, access, plan_elsewhere, remote, storeys, flows, start, secure, settings, things, asking,
    languages, axe_pages,
]

# Modules whose ways are walked through by other checks, too.
DETAILS = [exhibit_editor, exhibits, explore, guide, live_parts, measure_scan, place, plan_elsewhere, remote, scenes, storeys, sync]

# How lines begin that follow what a failed check says.
RESULTS = ("FAILED", "ok ", "skipped ", "all ", "backup ") + tuple("0123456789")


def run_module(name: str, arguments: argparse.Namespace) -> tuple[bool, list[str]]:
    """
    Whether all checks of one module passed, in a process of its own, whose lines are printed as they come; and what it said of
    those that didn't pass at once.
    """
    command = [sys.executable, __file__, arguments.program, "--module", name]
    command += ["--pictures", str(arguments.pictures)] if arguments.pictures else []
    command += ["--quick"] if arguments.quick else []
    command += ["--repeat"] if arguments.repeat else []
    failures, is_failure = [], False
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            if line.startswith(RESULTS):
                is_failure = line.startswith("FAILED")
            if is_failure:
                failures.append(line.rstrip())
    return process.returncode == 0, failures


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--only")
    parser.add_argument("--module", choices=[module.__name__ for module in MODULES])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--repeat", action="store_true")
    arguments = parser.parse_args()
    if arguments.jobs == 1 or arguments.only or arguments.module:
        sys.exit(harness.run(
            arguments.program, arguments.pictures, arguments.only, arguments.module, arguments.quick, arguments.repeat))
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        names = [module.__name__ for module in MODULES if not (arguments.quick and module in DETAILS)]
        for module in DETAILS if arguments.quick else []:
            print(f"skipped the module {module.__name__} (make browser runs it)")
        results = list(zip(names, pool.map(lambda name: run_module(name, arguments), names)))
    failed = [name for name, (passed, _) in results if not passed]
    # Again at the end: a log that was cut keeps its last lines.
    for name, (_, failures) in results:
        for line in failures:
            print(f"{name}: {line}")
    print(f"checks failed in: {', '.join(failed)}" if failed else f"all checks of {len(names)} modules passed")
    sys.exit(1 if failed else 0)
