"""
Backs up a real service, destroys its database and bucket, restores both with the scripts of deploy/, and compares what accounts
see: jobs, scans, usage and the bytes of downloads. A job that waited at the time of the backup is done afterwards. Then the
database is restored once more, to a moment (point-in-time recovery from a base backup and its log).

    scripts/with-seaweedfs.sh .venv/bin/python Tests/DeployTests/restore.py PROGRAM

Needs PostgreSQL and rclone of Debian.
"""

import contextlib
import os
import pathlib
import secrets
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / name) for name in ("PythonSupport", "JourneyTests")]

import samples  # noqa: E402
import service as journey  # noqa: E402
from postgres import Postgres, programs  # noqa: E402
from s3 import REGION, S3  # noqa: E402


class Deployment:
    """A database and a bucket as docs/deploy.md has them made, and programs on them."""

    def __init__(self, program: str, folder: pathlib.Path):
        self.program, self.folder = program, folder
        self.passwords = {name: secrets.token_hex(8) for name in ("DIORAMA_DATABASE_PASSWORD", "DIORAMA_BACKUP_PASSWORD")}
        self.processes: list[subprocess.Popen] = []
        self.database, self.bucket = Postgres(is_durable=True), self.new_bucket()
        self.database.start()
        self.script("database-roles.sh")

    def new_bucket(self) -> S3:
        s3 = S3(
            os.environ["DIORAMA_TEST_S3"], os.environ["DIORAMA_TEST_S3_KEY"], os.environ["DIORAMA_TEST_S3_SECRET"],
            f"restore-{secrets.token_hex(6)}")
        s3.create()
        return s3

    def environment(self) -> dict[str, str]:
        address = f"postgresql://diorama:{self.passwords['DIORAMA_DATABASE_PASSWORD']}@127.0.0.1:{self.database.port}/diorama"
        # Debian's rclone fails where AWS_CA_BUNDLE is set.
        inherited = {name: value for name, value in os.environ.items() if name != "AWS_CA_BUNDLE"}
        return {
            **inherited, **self.passwords, "DIORAMA_DATABASE": address, "AWS_ACCESS_KEY_ID": self.bucket.key,
            "AWS_SECRET_ACCESS_KEY": self.bucket.secret, "PATH": f"{programs()}:{os.environ['PATH']}",
            "PGHOST": "127.0.0.1", "PGPORT": str(self.database.port), "PGUSER": "postgres",
            "DIORAMA_BUCKET_REMOTE": f"s3:{self.bucket.bucket}", "RCLONE_CONFIG_S3_TYPE": "s3",
            "RCLONE_CONFIG_S3_PROVIDER": "Other",
            "RCLONE_CONFIG_S3_ACCESS_KEY_ID": self.bucket.key, "RCLONE_CONFIG_S3_SECRET_ACCESS_KEY": self.bucket.secret,
            "RCLONE_CONFIG_S3_ENDPOINT": self.bucket.endpoint, "RCLONE_CONFIG_S3_REGION": REGION, "RCLONE_CONFIG": "/dev/null",
        }

    def script(self, name: str, *words: str, **more: str) -> str:
        done = subprocess.run(
            [ROOT / "deploy" / name, *words], env={**self.environment(), **more}, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, f"{name}: {done.stderr}"
        return done.stdout.strip()

    def start(self, *words: str) -> dict:
        address = f"s3://{self.bucket.bucket}?endpoint={self.bucket.endpoint}&region={REGION}"
        log = (self.folder / f"log-{len(self.processes)}").open("w")
        process = subprocess.Popen(
            [self.program, *words, "--bucket", address, "--json"], stdout=subprocess.PIPE, stderr=log, text=True,
            env=self.environment())
        self.processes.append(process)
        line = process.stdout.readline()
        assert line, f"{words[0]} did not start: {pathlib.Path(log.name).read_text()[-800:]}"
        return journey.json.loads(line)

    def server(self) -> str:
        return self.start("serve", "--port", "0")["address"]

    def stop(self):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(120)
        self.processes = []

    def end(self):
        for process in self.processes:
            process.kill()
            process.wait()
        self.database.end()


def state(client: journey.Client) -> dict:
    """What an account sees, with the bytes of all results."""
    jobs = client.expect(200, "GET", "/jobs").json["jobs"]
    files = {}
    for job in jobs:
        for name in job["resultUrls"]:
            answer = client.expect(307, "GET", f"/jobs/{job['id']}/download?format={name}")
            files[f"{job['id']} {name}"] = journey.hashlib.sha256(journey.send("GET", answer.headers["Location"]).body).hexdigest()
    return {
        "scans": client.expect(200, "GET", "/scans").json, "jobs": jobs, "files": files,
        "usage": client.expect(200, "GET", "/usage").json, "audit": client.expect(200, "GET", "/audit").json}


def point_in_time(folder: pathlib.Path, deployment: Deployment, client: journey.Client) -> str:
    """A base backup and the log that follows it bring the database to a moment between two scans."""
    database = deployment.database
    archive, base = database.folder / "archive", database.folder / "base"
    for made in (archive, base):
        made.mkdir(mode=0o700)
        if database.account:
            os.chown(made, database.account.pw_uid, database.account.pw_gid)
    database.query("ALTER SYSTEM SET archive_mode = on")
    database.query(f"ALTER SYSTEM SET archive_command = 'test ! -f {archive}/%f && cp %p {archive}/%f'")
    deployment.stop()
    database._run("pg_ctl", "--pgdata", str(database.data), "--mode", "fast", "stop")
    database.start()
    database._run(
        "pg_basebackup", "--pgdata", str(base), "--checkpoint", "fast", "--wal-method", "none", "--dbname", database.address)
    client.address = deployment.server()
    kept = client.scan()
    moment = database.query("SELECT clock_timestamp()")[0][0]
    time.sleep(1)
    lost = client.scan()
    log = database.query("SELECT pg_walfile_name(pg_switch_wal())")[0][0]
    deadline = time.monotonic() + 60
    while not (archive / log).exists():
        assert time.monotonic() < deadline, "the log isn't archived"
        time.sleep(0.2)
    deployment.stop()
    database.kill()
    shutil.rmtree(database.data)
    shutil.move(base, database.data)
    with (database.data / "postgresql.auto.conf").open("a") as settings:
        settings.write(
            f"archive_mode = off\nrestore_command = 'cp {archive}/%f %p'\nrecovery_target_time = '{moment}'\n"
            "recovery_target_action = promote\n")
    (database.data / "recovery.signal").touch()
    database.start()
    deadline = time.monotonic() + 60
    while database.query("SELECT pg_is_in_recovery()")[0][0] == "t":
        assert time.monotonic() < deadline, "recovery doesn't end"
        time.sleep(0.2)
    client.address = deployment.server()
    client.expect(200, "GET", f"/scans/{kept}")
    client.expect(404, "GET", f"/scans/{lost}")
    return moment


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = pathlib.Path(name)
        deployment = Deployment(program, folder)
        stack.callback(deployment.end)
        capture = samples.write_capture(folder / "office", views=4)
        with tarfile.open(folder / "office.tar", "w") as tar:
            tar.add(capture, "office")
        content = (folder / "office.tar").read_bytes()

        address = deployment.server()
        created = subprocess.run(
            [program, "service", "account", "add", "Ada", "--tier", "pro", "--json"], env=deployment.environment(), check=True,
            stdout=subprocess.PIPE)
        ada = journey.Client(address, journey.json.loads(created.stdout)["key"])
        deployment.start("worker")
        done = [ada.process(ada.scan(content), outputFormats=["glb", "ply"]) for _ in range(2)]
        assert all(ada.ended(job)["status"] == "succeeded" for job in done)
        deployment.processes[1].terminate()
        deployment.processes[1].wait(60)
        waiting = ada.process(ada.scan(content))
        before = state(ada)
        print(deployment.script("backup.sh", str(folder / "backup"), PGUSER="diorama_backup",
                                PGPASSWORD=deployment.passwords["DIORAMA_BACKUP_PASSWORD"]))
        # What is removed from the bucket after a dump is in the backup all the same.
        removed = before["files"] and next(key for key in deployment.bucket.list() if "/jobs/" in key)
        deployment.bucket.delete(removed)
        # Backups are named by their second.
        time.sleep(1.1)
        print(deployment.script("backup.sh", str(folder / "backup"), PGUSER="diorama_backup",
                                PGPASSWORD=deployment.passwords["DIORAMA_BACKUP_PASSWORD"]))
        dump = sorted((folder / "backup" / "database").glob("*.dump"))[0]

        deployment.stop()
        deployment.database.end()
        for key in deployment.bucket.list():
            deployment.bucket.delete(key)
        deployment.database, deployment.bucket = Postgres(is_durable=True), deployment.new_bucket()
        deployment.database.start()
        print(deployment.script("restore.sh", str(folder / "backup"), str(dump)))

        ada.address = deployment.server()
        after = state(ada)
        for part, value in before.items():
            assert after[part] == value, f"{part} differ:\n{value}\n{after[part]}"
        deployment.start("worker")
        assert ada.ended(waiting)["status"] == "succeeded"
        deployment.database.address = deployment.database.address.removesuffix("/postgres") + "/diorama"
        owners = deployment.database.query("SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'diorama_service'")
        assert owners == [["diorama"]], owners
        refused = subprocess.run(
            [ROOT / "deploy/restore.sh", folder / "backup"], env=deployment.environment(), capture_output=True, text=True)
        assert refused.returncode == 1 and "has a service already" in refused.stderr, refused
        print(f"{len(before['jobs'])} jobs and {len(before['files'])} files are the same after a restore; the waiting job was done")
        print(f"the database was restored to {point_in_time(folder, deployment, ada)}")


if __name__ == "__main__":
    main()
