"""A process that runs journeys one after another, with a browser that is started when the first of them needs it."""

import atexit
import contextlib
import os
import pathlib
import shutil
import time
import traceback
from dataclasses import dataclass, field

from playwright.sync_api import sync_playwright

import chromium
from connections import ALL
from environment import isolated
from journey import Journey, journeys
from time_limit import TooLong, time_limit

LIMIT = 1800 if "DIORAMA_KILLS" in os.environ else 240  # seconds for one journey; killing at every point takes longer


@dataclass
class Worker:
    program: str
    folder: pathlib.Path
    keeps: bool
    deadline: float
    open: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)
    browser: object = None

    def launched(self):
        """The browser."""
        if self.browser is None:
            environment = isolated(self.folder / f"browser-{os.getpid()}")
            os.environ["TMPDIR"] = environment["TMPDIR"]  # of the browser's profile
            self.browser = chromium.launch(self.open.enter_context(sync_playwright()), environment)
            self.open.callback(self.browser.close)
        return self.browser


current: Worker | None = None


def begin(program: str, folder: pathlib.Path, keeps: bool, deadline: float):
    """Called once in each process. `deadline`: after it no journey is begun."""
    global current
    current = Worker(program, folder, keeps, deadline)
    atexit.register(current.open.close)


def run(number: int, connection: int, attempt: int) -> tuple[str | None, float]:
    """Runs a journey over a connection, and returns what went wrong, if anything, and the seconds. Attempts count from 1."""
    entry, kind = journeys[number], ALL[connection]
    if time.time() > current.deadline:
        return "it was not begun within the time for all journeys", 0
    began = time.monotonic()
    folder = current.folder / (f"{number:02}-{entry.function.__name__}-{kind.name}" + ("-again" if attempt > 1 else ""))
    problem = run_one(entry.function, Journey(current.program, folder, kind, current.launched))
    if not current.keeps:
        shutil.rmtree(folder, ignore_errors=True)
    return problem, time.monotonic() - began


def run_one(function, journey: Journey) -> str | None:
    try:
        with time_limit(LIMIT):
            function(journey)
        return None
    except (Exception, TooLong) as error:  # noqa: BLE001 - whatever went wrong is this journey's failure
        # The last frames are the browser driver's: the journeys' own say which step it was.
        here = str(pathlib.Path(__file__).parent)
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(here)]
        return "".join(traceback.format_list(frames[1:]) + traceback.format_exception_only(error))
    finally:
        with contextlib.suppress(Exception):
            journey.end()
