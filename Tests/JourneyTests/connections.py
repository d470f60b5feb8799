"""How the devices of a person reach each other: a folder, an S3 bucket, an encrypted bucket, or pairing without any bucket."""

import os
import pathlib
import re
import secrets
import subprocess
import time
from collections.abc import Mapping

from device import SECONDS, Device
from s3 import REGION, S3

# 24 words of five letters; scripts that read them find them so.
PHRASE = re.compile(r"^(?:[a-z]{5} ){23}[a-z]{5}$", re.MULTILINE)


class Folder:
    """A folder that all devices can write, as on a disk or a network drive."""

    name = "folder"

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        folder.mkdir(parents=True)

    @property
    def address(self) -> str:
        return self.folder.as_uri()

    def variables(self) -> dict[str, str]:
        return {}

    def begin(self, device: Device):
        """The first device uploads its library."""
        device.run("sync", "--bucket", self.address)

    def join(self, device: Device, *others: Device):
        """A new device becomes one of the person's devices. `others` are those that the person has at hand."""
        device.run("account", "join", "--bucket", self.address)
        device.run("sync")

    def sync(self, *devices: Device):
        """Until each device has what any of them had."""
        for device in [*devices, *devices[:-1]]:
            device.run("sync")

    # Objects, by their keys

    def list(self) -> list[str]:
        files = (path for path in self.folder.rglob("*") if path.is_file())
        return sorted(str(path.relative_to(self.folder)) for path in files if not path.name.startswith("."))

    def get(self, key: str) -> bytes:
        return (self.folder / key).read_bytes()

    def put(self, key: str, content: bytes):
        (self.folder / key).write_bytes(content)

    def delete(self, key: str):
        (self.folder / key).unlink()


class Bucket(Folder):
    """An S3 bucket of the server that scripts/with-seaweedfs.sh has started."""

    name = "S3"

    def __init__(self, folder: pathlib.Path, server: Mapping[str, str] = os.environ):
        self.s3 = S3(
            server["DIORAMA_TEST_S3"], server["DIORAMA_TEST_S3_KEY"], server["DIORAMA_TEST_S3_SECRET"],
            f"journey-{secrets.token_hex(6)}")
        self.s3.create()
        self.list, self.get, self.put, self.delete = self.s3.list, self.s3.get, self.s3.put, self.s3.delete

    @property
    def address(self) -> str:
        return f"s3://{self.s3.bucket}?endpoint={self.s3.endpoint}&region={REGION}"

    def variables(self) -> dict[str, str]:
        return {"AWS_ACCESS_KEY_ID": self.s3.key, "AWS_SECRET_ACCESS_KEY": self.s3.secret}


class Encrypted(Folder):
    """A folder of which everything is encrypted; another device needs the recovery phrase."""

    name = "encrypted"
    phrase = ""

    def begin(self, device: Device):
        outcome = device.run("sync", "--bucket", self.address, "--encrypt")
        found = PHRASE.search(outcome.errors)
        assert found, f"no recovery phrase was printed: {outcome.errors[-500:]}"
        self.phrase = found.group()

    def join(self, device: Device, *others: Device):
        device.run("account", "join", "--bucket", self.address, "--phrase", self.phrase)
        device.run("sync")


class Paired:
    """No bucket: every device is paired with the first one, which listens while they sync."""

    name = "paired"

    def __init__(self, folder: pathlib.Path | None = None):
        self.first: Device | None = None

    def variables(self) -> dict[str, str]:
        return {}

    def begin(self, device: Device):
        self.first = device

    def join(self, device: Device, *others: Device):
        with PairingOffer(others[0] if others else self.first) as offer:
            offer.accept(device, "account", "join", "--pair", offer.code)

    def sync(self, *devices: Device):
        for _ in range(2):
            for device in devices:
                if device is not self.first:
                    with listening(self.first):
                        device.run("pair", "sync")

    def list(self) -> list[str]:
        return []


class PairingOffer:
    """`diorama pair` on one device, which waits for another for the time of a block."""

    def __init__(self, device: Device):
        self.device = device

    def __enter__(self):
        self.waiting = self.device.start("pair", "--host", "127.0.0.1")
        self.code = said(self.waiting, "Code: ")
        return self

    def __exit__(self, *_):
        stop(self.waiting)

    def digits(self) -> str:
        """What the waiting command shows once it was called."""
        return said(self.waiting, "Digits: ")

    def confirm(self, digits: str):
        """Answers the waiting command, and waits until it has ended."""
        self.waiting.stdin.write(digits + "\n")
        self.waiting.stdin.flush()
        code = self.waiting.wait(SECONDS)
        assert code == 0, f"pairing ended with {code}: {self.waiting.stderr.read()[-500:]}"

    def accept(self, device: Device, *words: str):
        """The other device's command; both people compare the digits and confirm."""
        called = device.start(*words)
        try:
            there, here = said(called, "Digits: "), said(self.waiting, "Digits: ")
            assert there == here and len(re.sub(r"\D", "", here)) == 6, (there, here)
            for process in (called, self.waiting):
                process.stdin.write(here + "\n")
                process.stdin.flush()
            for process in (called, self.waiting):
                code = process.wait(SECONDS)
                assert code == 0, f"pairing ended with {code}: {process.stderr.read()[-500:]}"
        finally:
            stop(called)


def said(process: subprocess.Popen, label: str) -> str:
    """What a running command writes after this label on standard error."""
    before = []
    for line in process.stderr:
        before.append(line)
        if line.startswith(label):
            return line.removeprefix(label).strip()
    raise AssertionError(f"it never said '{label}': {''.join(before)[-500:]}")


def stop(process: subprocess.Popen):
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        stream.close()


class listening:  # noqa: N801 - a context manager
    """The device is served for the time of a block, unless it is already."""

    def __init__(self, device: Device):
        self.device = device
        self.was_served = device.server is not None

    def __enter__(self):
        if not self.was_served:
            self.device.serve()

    def __exit__(self, *_):
        if not self.was_served:
            self.device.end_server()


def eventually(condition, seconds: float = 30, pause: float = 0.2):
    """Waits until a function returns something true, and returns it."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, "what was waited for never came"
        time.sleep(pause)
    return found


ALL = (Folder, Bucket, Encrypted, Paired)
