"""Commands whose wall clock is ahead."""

import pathlib
import shutil
import subprocess

from journey import Journey

DAY = 86_400
YEAR = 365 * DAY


def clock_ahead(journey: Journey, seconds: int) -> dict[str, str]:
    """Variables of a command whose wall clock is ahead by so many seconds."""
    source = pathlib.Path(__file__).with_name("clock.c")
    library = journey.folder / "clock.so"
    if not library.exists():
        compiler = next(path for name in ("clang", "cc") if (path := shutil.which(name)))
        subprocess.run([compiler, "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"], check=True, capture_output=True)
    return {"LD_PRELOAD": str(library), "DIORAMA_CLOCK_AHEAD": str(seconds)}
