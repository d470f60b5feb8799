"""
Starts the processing service on PostgreSQL and a bucket, and lets schemathesis compare it with docs/openapi-service.yaml:
once with an S3 bucket, to which files are sent by presigned addresses, and once with a folder, where they are sent to the
server. Fails on any finding.

    scripts/with-seaweedfs.sh .venv/bin/python Tests/ApiTests/service_api.py PROGRAM [--examples 40]
"""

import argparse
import json
import pathlib
import sys
import tarfile
import tempfile
import time
import urllib.parse
from collections.abc import Sequence

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / name) for name in ("ApiTests", "PythonSupport", "JourneyTests")]

import connections  # noqa: E402
import samples  # noqa: E402
import service as journey  # noqa: E402
from device import Device  # noqa: E402
from run import schemathesis  # noqa: E402

DOCUMENT = ROOT / "docs/openapi-service.yaml"
# A server counts the wrong keys of each client, as which a trusted proxy names many (hooks.py).
CLIENTS = {"DIORAMA_API_CLIENTS": "1"}


class Folder:
    """What a service needs of a journey: a folder of its own, and the environment of its operator."""

    def __init__(self, folder: pathlib.Path, program: str, kind):
        self.folder, self.program, self.kind = folder, program, kind

    def device(self, name: str, variables: dict[str, str]) -> Device:
        return Device(self.program, self.folder / name, name, variables)


TOKENS = ("getUploadOffset", "continueUpload", "listMissingParts", "completeParts")
"""Operations that find an upload by its token."""


def operations(ids: dict[str, Sequence[str]], refusals: dict[str, str]) -> str:
    """The configuration: an id that is there for some operations, and refusals of others that a schema can't express."""
    found = {operation: id for id, names in ids.items() for operation in names}
    text = ""
    # tus has a status of its own for other versions.
    rejected = ["400", "401", "403", "404", "409", "411", "412", "413", "415", "422"]
    for operation in sorted({*found, *refusals}):
        accepted = ["2xx", "401", "404", refusals.get(operation, "404")]
        text += f'[[operations]]\ninclude-operation-id = "{operation}"\n'
        if operation in found:
            text += f'parameters = {{ "path.{"token" if operation in TOKENS else "id"}" = "{found[operation]}" }}\n'
        if operation in refusals:
            text += f"checks.positive_data_acceptance.expected-statuses = {json.dumps(accepted)}\n"
        if operation == "continueUpload":
            text += 'checks.missing_required_header.expected-statuses = ["400", "412"]\n'
            # Unknown header fields, which it takes for a fault of the request, are none.
            text += f"checks.negative_data_rejection.expected-statuses = {json.dumps([*rejected, '204'])}\n"
    text += f"[checks.negative_data_rejection]\nexpected-statuses = {json.dumps(rejected)}\n"
    return text


def check(folder: Folder, examples: int):
    running = journey.Service(folder)
    try:
        words = ("serve", "--database", running.database.address, "--port", "0", "--trusted-proxy", "127.0.0.1")
        address = running.start(*words)[1]["address"]
        # What is compared is the interface, not its limits.
        client = running.client(address, "Ada", tier="enterprise")
        running.database.address = running.database.address.replace("//diorama@", "//postgres@")
        running.database.query("UPDATE diorama_service.tiers SET requests_per_minute = 1000000")
        worker = running.worker()
        capture = samples.write_capture(folder.folder / "office", views=4)
        with tarfile.open(folder.folder / "office.tar", "w") as tar:
            tar.add(capture, "office")
        scan = client.scan((folder.folder / "office.tar").read_bytes())
        job = client.process(scan)
        assert client.ended(job)["status"] == "succeeded"
        worker.terminate()
        worker.wait(30)
        # Of a folder: the address of an upload that has begun.
        target = client.expect(200, "GET", f"/scans/{client.scan()}/upload-url?fileType=raw").json["uploadUrl"]
        token = urllib.parse.urlparse(target).path.rsplit("/", 1)[1]
        ids = {
            scan: ["getScan", "changeScan", "getUploadURL", "processScan"], job: ["getJob", "watchJob", "downloadResult"],
            token: TOKENS,
        }
        refusals = {
            # That a name isn't blank, a text is the name of a setting or format, a technology is there, a key was sent before.
            "createScan": "4xx", "changeScan": "400", "processScan": "4xx", "createKey": "400", "createWebhook": "400",
            # Keys invite no owners; no issuer is configured: the journey of signing in has one.
            "createInvitation": "4xx", "signIn": "422", "refreshSession": "422", "revokeSession": "422",
            **{f"{name}Passkey": "422" for name in ("signUpWith", "signInWith")},
            "createPasskeyChallenge": "422", "reportBilling": "422",
            # Only large files have parts.
            "listMissingParts": "409", "completeParts": "409",
            # Keys have none.
            "addPasskey": "4xx", "listPasskeys": "4xx", "createOwnPasskeyChallenge": "4xx", "removePasskey": "4xx",
            # That bytes are at an offset or a file is an archive; the bucket has the result.
            "downloadResult": "307", "continueUpload": "4xx", "uploadFile": "4xx",
        }
        key = ("--header", f"Authorization: Bearer {client.key}", "--exclude-checks", "use_after_free")

        def compare(*options: str, known: dict[str, Sequence[str]] = ids):
            config = operations(known, refusals)
            schemathesis(address, folder.folder, config, *key, *options, document=DOCUMENT, log="serve-0.log", more=CLIENTS)

        # Ids of answers are used for other requests: the scan and the key stay until the end.
        first = ("revokeKey", "deleteScan")
        compare(
            "--phases", "examples,coverage,fuzzing", "--max-examples", str(examples),
            *(word for operation in first for word in ("--exclude-operation-id", operation)))
        client.expect(200, "GET", f"/jobs/{job}")
        compare("--phases", "stateful", "--max-examples", str(examples), "--exclude-operation-id", "revokeKey", known={})
        client.expect(200, "GET", "/usage")
        compare(
            "--phases", "coverage,fuzzing", "--max-examples", str(examples),
            *(word for operation in first for word in ("--include-operation-id", operation)))
    finally:
        running.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--examples", type=int, default=40, help="random requests for each operation")
    parser.add_argument("--kind", choices=["s3", "folder"], help="one of both buckets")
    arguments = parser.parse_args()
    started = time.monotonic()
    for name, kind in (("s3", connections.Bucket), ("folder", connections.Folder)):
        if arguments.kind in (None, name):
            with tempfile.TemporaryDirectory() as folder:
                check(Folder(pathlib.Path(folder), str(pathlib.Path(arguments.program).resolve()), kind), arguments.examples)
    print(f"the processing service is as docs/openapi-service.yaml says ({time.monotonic() - started:.0f} s)")


if __name__ == "__main__":
    main()
