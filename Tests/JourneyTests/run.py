#!/usr/bin/env python3
"""Runs whole journeys across devices with the real program, and prints the table of journeys and connections.

usage: run.py PROGRAM [--only PART_OF_A_NAME] [--connection folder|S3|encrypted|paired] [--jobs N] [--list] [--keep FOLDER]
              [--table FILE] [--within SECONDS] [--one-connection] [--short] [--repeat]

PROGRAM is the built `diorama`. Journeys through S3 need scripts/with-seaweedfs.sh before this command. With --keep the folders of
all devices stay, for people to look at. With --within, what was not begun in this time fails. With --one-connection each journey
takes one of its connections, in turn, with --short those that are marked as long are left out; what is skipped is named: `make
journeys` runs them all. With --repeat a journey that failed is tried once more, alone: processes that share few cores may starve;
both results are printed. docs/journeys.md has each journey as commands.
"""

import argparse
import concurrent.futures
import multiprocessing
import os
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "PythonSupport"))

import asking  # noqa: E402
import crawl  # noqa: E402
import damage  # noqa: E402
import deletion  # noqa: E402
import exhibits  # noqa: E402
import guide  # noqa: E402
import identity  # noqa: E402
import kills  # noqa: E402
import limits  # noqa: E402
import live  # noqa: E402
import measuring  # noqa: E402
import openid  # noqa: E402
import passkeys  # noqa: E402
import proof  # noqa: E402
import recovery  # noqa: E402
import remote  # noqa: E402
import scenes  # noqa: E402
import service  # noqa: E402
import sharing  # noqa: E402
import signing  # noqa: E402
import soak  # noqa: E402
import spaces  # noqa: E402
import things  # noqa: E402
import worker  # noqa: E402
from connections import ALL, Bucket  # noqa: E402
from journey import Entry, journeys  # noqa: E402

Case = tuple[Entry, type]


def table(results: dict[tuple[str, str], str]) -> str:
    names = [kind.name for kind in ALL]
    lines = ["| journey | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for title in dict.fromkeys(entry.name for entry in journeys):
        if any((title, name) in results for name in names):
            lines.append(f"| {title} | " + " | ".join(results.get((title, name), "") for name in names) + " |")
    return "\n".join(lines)


def run(
    cases: list[Case], arguments, folder: pathlib.Path, jobs: int, deadline: float, attempt: int = 1
) -> dict[tuple[str, str], str]:
    """The result of each case, which is printed as soon as it is there: seconds, or FAILED."""
    results = {}
    context = multiprocessing.get_context("spawn")
    program = str(pathlib.Path(arguments.program).resolve())
    settings = (program, folder, arguments.keep is not None, deadline)
    with concurrent.futures.ProcessPoolExecutor(jobs, context, worker.begin, settings) as pool:
        started = {pool.submit(worker.run, journeys.index(entry), ALL.index(kind), attempt): (entry, kind) for entry, kind in cases}
        for one in concurrent.futures.as_completed(started):
            entry, kind = started[one]
            problem, seconds = one.result()
            word = ("FAILED" if problem else "ok    ") + (" at the second try:" if attempt > 1 else "")
            print(f"{word} {entry.name} [{kind.name}] ({seconds:.1f} s)", flush=True)
            if problem:
                print(problem, flush=True)
            results[entry.name, kind.name] = "FAILED" if problem else f"{seconds:.1f} s" + (" (second try)" if attempt > 1 else "")
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--only")
    parser.add_argument("--connection", choices=[kind.name for kind in ALL])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--table", type=pathlib.Path)
    parser.add_argument("--within", type=float, default=float("inf"))
    parser.add_argument("--one-connection", action="store_true")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--repeat", action="store_true")
    arguments = parser.parse_args()
    # Importing them registers their journeys.
    assert all(
        [
            asking, crawl, damage, deletion, exhibits, guide, identity, kills, limits, live, measuring, openid, passkeys, proof,
            recovery, remote, scenes, sharing, signing, soak, spaces, things,
        ])
    chosen = [
        (entry, kind)
        for entry in journeys for kind in entry.connections
        if (not arguments.only or arguments.only in entry.name or arguments.only == entry.function.__module__)
        and (not arguments.connection or arguments.connection == kind.name)
    ]
    skipped = []
    if arguments.one_connection:
        once = {(entry, entry.connections[number % len(entry.connections)]) for number, entry in enumerate(journeys)}
        skipped = [case for case in chosen if case not in once]
        chosen = [case for case in chosen if case in once]
    if arguments.short:
        for name in dict.fromkeys(entry.name for entry, _ in chosen if entry.is_long):
            print(f"skipped (make journeys runs it): {name}")
        chosen = [case for case in chosen if not case[0].is_long]
    if arguments.list:
        print("\n".join(f"{kind.name:10} {entry.name}" for entry, kind in chosen))
        return 0
    if any(kind is Bucket for _, kind in chosen) and "DIORAMA_TEST_S3" not in os.environ:
        raise SystemExit("journeys through S3 need a server: scripts/with-seaweedfs.sh " + " ".join(sys.argv))
    began = time.monotonic()
    results = {}
    with tempfile.TemporaryDirectory(prefix="diorama-journeys-", ignore_cleanup_errors=True) as temporary:
        folder = (arguments.keep or pathlib.Path(temporary)).resolve()
        # At most as many servers at once as there are jobs, and two: journeys with two servers run alone.
        for jobs, servers in ((arguments.jobs, 1), (1, 2)):
            cases = [case for case in chosen if case[0].servers == servers]
            if cases:
                results |= run(cases, arguments, folder, jobs, time.time() + arguments.within - (time.monotonic() - began))
        again = [(entry, kind) for entry, kind in chosen if results.get((entry.name, kind.name)) == "FAILED"]
        if arguments.repeat and again:
            results |= run(again, arguments, folder, 1, time.time() + arguments.within - (time.monotonic() - began), 2)
    text = table(results)
    if arguments.table:
        arguments.table.write_text(text + "\n")
    failed = sum(result == "FAILED" for result in results.values())
    total = f"{len(results)} journeys in {time.monotonic() - began:.0f} s"
    if skipped:
        print(f"\nskipped: {len(skipped)} further connections of these journeys, which `make journeys` takes:")
        print("\n".join(f"  {entry.name} [{kind.name}]" for entry, kind in skipped))
    print(f"\n{text}\n\n{total}, " + (f"{failed} failed" if failed else "all passed"))
    return 1 if failed or not results else 0


if __name__ == "__main__":
    sys.exit(main())
