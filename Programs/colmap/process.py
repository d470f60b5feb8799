"""Child processes: their output as lines, with a call in between, and their end together with this program's."""

import ctypes
import os
import select
import signal
import subprocess
import sys

running = set()


class Stopped(Exception):
    """The work was stopped from outside."""


def end_with_parent():
    """In the child: it is killed when this program ends, however that happens (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)


def stop_all():
    for process in list(running):
        process.kill()


def run(command, on_line, on_wait):
    """Runs a command, calls `on_line` for each line of its output and `on_wait` four times a second.

    Returns its exit status (negative: the signal) and the last lines of its output.
    """
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=end_with_parent)
    running.add(process)
    last = []
    rest = b""
    output = process.stdout.fileno()
    try:
        while True:
            ready, _, _ = select.select([output], [], [], 0.25)
            on_wait()
            if not ready:
                continue
            piece = os.read(output, 65536)
            if not piece:
                break
            *lines, rest = (rest + piece).replace(b"\r", b"\n").split(b"\n")
            rest = rest[-4096:]
            for line in lines:
                text = line.decode("utf-8", "replace").strip()
                if text:
                    last = (last + [text])[-40:]
                    on_line(text)
        return process.wait(), last
    finally:
        running.discard(process)
        if process.poll() is None:
            process.kill()
            process.wait()
