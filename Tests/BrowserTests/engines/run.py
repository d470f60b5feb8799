#!/usr/bin/env python3
"""The main journeys in WebKit and Firefox, against the real server.

usage: run.py PROGRAM [--engine webkit|firefox|together] [--pictures FOLDER] [--repeat]

With --repeat an engine whose journeys failed is tried once more; both results are printed.
"""

import argparse
import contextlib
import functools
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import traceback

tests = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(tests / "BrowserTests"), str(tests / "PythonSupport")]

from engines import journeys, together  # noqa: E402
from engines.driver import Driver  # noqa: E402
from engines.firefox import Firefox  # noqa: E402
from engines.webkit import WebKit  # noqa: E402
from environment import isolated  # noqa: E402
from server import Server  # noqa: E402
from time_limit import TooLong, time_limit  # noqa: E402

SIZE = (1200, 800)
# Seconds for the journeys of one engine: a driver that doesn't answer would hold up everything.
LIMIT = 300


@contextlib.contextmanager
def display(environment: dict[str, str]):
    """An X server of its own, on a free number."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
        pass_fds=[writing], env=environment, stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        assert number, "Xvfb did not start"
        yield {**environment, "DISPLAY": f":{number}", "LIBGL_ALWAYS_SOFTWARE": "1"}
    finally:
        server.terminate()
        server.wait(20)


def run(engine: type[Driver], program: str, folder: pathlib.Path, pictures: pathlib.Path | None) -> list[str]:
    """The names of the journeys that failed. A journey that fails ends the engine's run where later ones need what it makes."""
    failed = []
    with contextlib.ExitStack() as stack:
        environment = stack.enter_context(display(isolated(folder)))
        server = Server(program, folder / "server", environment)
        stack.callback(server.end)
        driver = engine(folder / "browser", environment, SIZE)
        stack.callback(driver.quit)
        journey = journeys.Journey(driver, server, folder, pictures)
        for step in journeys.ALL:
            started = time.monotonic()
            try:
                step(journey)
                problems = driver.problems()
                assert not problems, f"the console says: {problems[:3]}"
                print(f"ok     {engine.name}: {step.__name__} ({time.monotonic() - started:.1f} s)", flush=True)
            except Exception:  # noqa: BLE001 - whatever went wrong is this journey's failure
                print(f"FAILED {engine.name}: {step.__name__} ({time.monotonic() - started:.1f} s)", flush=True)
                print(traceback.format_exc(limit=4), flush=True)
                failed.append(f"{engine.name}: {step.__name__}")
                with contextlib.suppress(Exception):
                    journey.keep(f"failed-{step.__name__}")
                    print(f"console: {driver.console()[-3:]}", flush=True)
                if step is journeys.library:
                    break
    return failed


def limited(body, name: str, *arguments) -> list[str]:
    """What failed of the journeys of an engine; the engine itself where it didn't end in time."""
    try:
        with time_limit(LIMIT):
            return body(*arguments)
    except (Exception, TooLong):  # noqa: BLE001 - so that the others have their turn
        print(f"FAILED {name}", flush=True)
        print(traceback.format_exc(limit=4), flush=True)
        return [name]


def run_together(program: str, folder: pathlib.Path, pictures: pathlib.Path | None) -> list[str]:
    """The journey of three engines in one session."""
    started = time.monotonic()
    with display(isolated(folder)) as environment:
        try:
            together.session(program, folder, environment, pictures)
            print(f"ok     together: session ({time.monotonic() - started:.1f} s)", flush=True)
            return []
        except Exception:  # noqa: BLE001 - whatever went wrong is the journey's failure
            print(f"FAILED together: session ({time.monotonic() - started:.1f} s)", flush=True)
            print(traceback.format_exc(limit=6), flush=True)
            return ["together: session"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--engine", choices=["webkit", "firefox", "together"])
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--repeat", action="store_true")
    arguments = parser.parse_args()
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    chosen = [engine for engine in (WebKit, Firefox) if arguments.engine in (None, engine.name.lower())]
    runs = [(engine.name, functools.partial(run, engine)) for engine in chosen]
    if arguments.engine in (None, "together"):
        runs.append(("together", run_together))
    failed = []
    with tempfile.TemporaryDirectory(prefix="diorama-engines-") as folder:
        for name, body in runs:
            problems = limited(body, name, arguments.program, pathlib.Path(folder) / name, arguments.pictures)
            if problems and arguments.repeat:
                print(f"a second try of {name}", flush=True)
                again = pathlib.Path(folder) / f"{name}-again"
                problems = limited(body, name, arguments.program, again, arguments.pictures)
            failed += problems
    total = len(chosen) * len(journeys.ALL) + (len(runs) - len(chosen))
    print(f"failed: {', '.join(failed)}" if failed else f"all {total} journeys passed")
    sys.exit(1 if failed else 0)
