"""A PostgreSQL server of its own in a temporary folder."""

import contextlib
import os
import pathlib
import pwd
import shutil
import socket
import subprocess
import tempfile

USER = "postgres"


def programs() -> pathlib.Path:
    """The folder of Debian's newest version."""
    folders = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    assert folders, "PostgreSQL is missing; run scripts/setup.sh test"
    return folders[-1]


@contextlib.contextmanager
def postgres():
    """Yields the address of an empty database, which is removed afterwards."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="diorama-postgres-", dir="/tmp"))
    # It refuses to run as the superuser.
    account = pwd.getpwnam(USER) if os.geteuid() == 0 else None
    if account:
        os.chown(folder, account.pw_uid, account.pw_gid)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def run(program: str, *words: str):
        subprocess.run(
            [programs() / program, *words], check=True, stdout=subprocess.DEVNULL, cwd=folder,
            user=account.pw_uid if account else None, group=account.pw_gid if account else None)

    try:
        run("initdb", "--auth", "trust", "--username", USER, "--no-sync", "--pgdata", str(folder / "data"))
        options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder} -c fsync=off"
        run("pg_ctl", "--pgdata", str(folder / "data"), "--log", str(folder / "log"), "--options", options, "--wait", "start")
        try:
            yield f"postgresql://{USER}@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "--pgdata", str(folder / "data"), "--mode", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
