"""Ends what takes too long, also where it waits for another process."""

import contextlib
import signal


class TooLong(BaseException):
    """Not an `Exception`: whoever counts failures of single steps and goes on must not swallow it."""


@contextlib.contextmanager
def time_limit(seconds: int):
    """Of the main thread only."""
    def end(*_):
        raise TooLong(f"it took more than {seconds} s")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
