"""Starts `diorama serve` on a library of its own, and lets schemathesis compare it with docs/openapi.yaml. Fails on any finding."""

import argparse
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "PythonSupport"))

import samples  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs/openapi.yaml"
TRIANGLE = b"""ply
format ascii 1.0
element vertex 3
property float x
property float y
property float z
element face 1
property list uchar int vertex_indices
end_header
0 0 0
1 0 0
0 0 1
3 0 1 2
"""


@contextlib.contextmanager
def server(program: str, folder: pathlib.Path):
    """The address of a running server, which must end well when it is told to."""
    library = ["--library", str(folder / "library")]
    if not (folder / "library").exists():
        subprocess.run([program, "account", "create", "--name", "Ada", *library, "--json"], check=True, stdout=subprocess.DEVNULL)
    command = [program, "serve", *library, "--port", "0", "--json"]
    with open(folder / "log", "w") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            line = process.stdout.readline()
            if not line:
                raise SystemExit(f"the server did not start:\n{(folder / 'log').read_text()}")
            yield json.loads(line)["address"]
            assert process.poll() is None, f"the server ended with {process.returncode}:\n{(folder / 'log').read_text()[-4000:]}"
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                raise SystemExit("the server did not stop within 20 seconds of SIGTERM")
    assert process.returncode == 0, f"the server ended with {process.returncode}"


def call(
    address: str, path: str, method: str = "GET", body: bytes | None = None, content_type: str = "application/octet-stream"
) -> dict:
    request = urllib.request.Request(address + path, body, {"Content-Type": content_type}, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def imported(address: str, query: str, content: bytes) -> str:
    """Uploads a file, and returns the id of its space."""
    job = call(address, f"/api/v1/spaces?{query}", "POST", content)
    deadline = time.monotonic() + 60
    while job["state"] in ("queued", "running"):
        assert time.monotonic() < deadline, f"the import takes too long: {job}"
        time.sleep(0.1)
        job = call(address, f"/api/v1/jobs/{job['id']}")
    assert job["state"] == "done", job
    return job["space"]


def seed_machine(address: str, folder: pathlib.Path) -> str:
    """Imports a model with materials and an animation, and returns its space."""
    return imported(address, "fileName=machine.glb&name=Machine", samples.write_machine(folder / "machine.glb").read_bytes())


def seed(address: str) -> tuple[str, str, str]:
    """Imports a triangle and pins a memory in it, so that there is something to find.
    Returns the hash of one of its files, the space and the memory."""
    space = imported(address, "fileName=triangle.ply&name=Triangle", TRIANGLE)
    asset = call(address, f"/api/v1/spaces/{space}")["assets"][0]["url"].rsplit("/", 1)[1]
    memory = call(
        address, f"/api/v1/spaces/{space}/memories", "POST",
        json.dumps({"title": "Corner", "anchor": {"point": [0, 0, 0]}}).encode(), "application/json")
    return asset, space, memory["id"]


def make_built_in(address: str):
    """Makes the files of the built-in exhibit, which takes longer the first time than a request may."""
    with urllib.request.urlopen(address + "/api/v1/exhibits/artemis/export", timeout=300) as answer:
        assert len(answer.read()) > 1 << 20


def schemathesis(
    address: str, folder: pathlib.Path, config: str, *options: str, document: pathlib.Path = DOCUMENT, log: str = "log",
    more: dict[str, str] | None = None,
):
    """Compares a server with a document. `log`: the server's, which is shown where something is found; `more`: variables."""
    (folder / "schemathesis.toml").write_text(config)
    program = pathlib.Path(sys.executable).parent / "schemathesis"
    command = [str(program), "--config-file", str(folder / "schemathesis.toml"), "run", str(document)]
    command += ["--url", address, "--checks", "all", "--generation-deterministic", "--no-color"]
    command += ["--request-timeout", "20", *options]
    environment = {**os.environ, "SCHEMATHESIS_HOOKS": str(pathlib.Path(__file__).resolve().parent / "hooks.py"), **(more or {})}
    result = subprocess.run(command, cwd=folder, timeout=600, env=environment)
    if result.returncode != 0:
        end = (folder / log).read_text()[-4000:]
        raise SystemExit(f"schemathesis found something (exit {result.returncode}); the server's log ends:\n{end}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--examples", type=int, default=40, help="random requests for each operation")
    arguments = parser.parse_args()
    program = str(pathlib.Path(arguments.program).resolve())
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with server(program, folder) as address:
            asset, space, memory = seed(address)
            make_built_in(address)
            # Files are found by their hash alone, so they get one that is there; the other operations follow links. Conditions and
            # ranges that are valid may still not be met.
            known = "".join(
                f'[[operations]]\ninclude-operation-id = "{operation}"\nparameters = {{ "path.sha256" = "{asset}" }}\n'
                'checks.positive_data_acceptance.expected-statuses = ["2xx", "304", "412", "416"]\n'
                for operation in ("getAsset", "headAsset"))
            schemathesis(
                address, folder, known, "--include-operation-id", "getAsset", "--include-operation-id", "headAsset",
                "--phases", "examples,coverage,fuzzing", "--max-examples", "25")
            # The same for the contents of a model of several parts.
            machine = seed_machine(address, folder)
            schemathesis(
                address, folder,
                f'[[operations]]\ninclude-operation-id = "getContents"\nparameters = {{ "path.id" = "{machine}" }}\n',
                "--include-operation-id", "getContents", "--phases", "examples,coverage,fuzzing", "--max-examples", "40")
            # The same for what is in a space, and of a memory.
            owners = {
                space: [
                    "createMemory", "listMemories", "getPins", "listObjects", "followSpace", "unfollowSpace", "listGrants",
                    "setGrants",
                ],
                memory: ["getMemory", "editMemory", "listMemoryVersions", "trashMemory", "restoreMemory"],
            }
            operations = [(operation, id) for id, names in owners.items() for operation in names]
            # The schema can't express that an anchor is in the space, or that its object is there.
            anchored = 'checks.positive_data_acceptance.expected-statuses = ["2xx", "400"]\n'
            schemathesis(
                address, folder,
                "".join(
                    f'[[operations]]\ninclude-operation-id = "{operation}"\nparameters = {{ "path.id" = "{id}" }}\n'
                    + (anchored if operation in ("createMemory", "editMemory") else "")
                    for operation, id in operations),
                *(word for o, _ in operations for word in ("--include-operation-id", o)), "--exclude-checks", "use_after_free",
                "--phases", "examples,coverage,fuzzing", "--max-examples", "25")
            # A cancelled job and a memory in the trash stay to be seen, a deleted space does not. A stream of events has no end.
            # The schema can't express that bytes are an image, that a text fits in so many bytes, that an expiry date is in the
            # future, that an id is free, or that two scans are of one place.
            refusals = {
                "addMemoryMedia": "400", "setAccountPicture": "400", "setCover": "400", "setAlignment": "400", "getQRAsSVG": "400",
                "getQRAsPNG": "400", "createMemory": "400", "editMemory": "400",
                "createLink": "400", "changeLink": "400", "reanchor": "400",
                "createExhibitLink": "400", "setExhibitGrants": "422",
                # That a model has splats, that a point is on the surface, that a wall exists.
                "exportSpace": "422", "measure": "422", "keepMeasurement": "422", "editMeasurement": "422", "editPlan": "422",
                "makePlan": "422", "addCheck": "422",
                # That one of several fields is there, or that a text is a contact card or a host.
                "changeFiles": "400", "addContact": "400", "addPushSubscription": "400", "openPairing": "400",
                "createExhibit": "400", "addExhibitModel": "400",
                # That a name has the extension of its type, or a revision is the current one.
                "putExhibitImage": "400", "saveExhibit": "412", "importExhibit": "400",
                # That a name isn't blank, a date is one, ids are of things that are there, a file is a table or an image.
                "addThing": "400", "editThing": "400", "editThings": "400", "lendThing": "400", "editLoan": "400",
                "addMaintenance": "400", "editMaintenance": "400", "addPlace": "400", "editPlace": "400", "mergeThings": "400",
                "locateThing": "400", "addThingMedia": "400", "editThingMedia": "400", "importThings": "400", "listThings": "400",
                "getLabels": "400", "identifyThing": "400", "noteMatch": "400", "exportThings": "422", "addSpaceObjects": "422",
                # That a name isn't blank, keys are unique, a choice has choices, ids are of things that are there, a file is an
                # image, a text is the end of a page.
                "addWorkflow": "400", "editWorkflow": "400", "trashWorkflow": "422", "listWorkflows": "400",
                "listRecordings": "400",
                "addRecording": "400", "editRecording": "400", "answerStep": "400", "addRecordingMedia": "400",
                "listRequests": "400", "addRequest": "400", "withdrawRequest": "422", "declineRequest": "422", "beginAnswer": "422",
                "sendAnswer": "422",
                # That a text is the end of a page, or names a persona.
                "listConversations": "400", "askExhibitGuide": "422", "askSpaceGuide": "422", "askLibraryGuide": "422",
            }
            media = "".join(
                f'[[operations]]\ninclude-operation-id = "{operation}"\n'
                f'checks.positive_data_acceptance.expected-statuses = ["2xx", "{status}", "401", "404", "409", "422"]\n'
                for operation, status in refusals.items())
            # Pairing connects to the address that it is given, which is another machine's; ServerTests pair two servers. These also
            # delete everything, and show the demo library, after which nothing would be found any more.
            schemathesis(
                address, folder, media, "--exclude-tag", "assets", "--exclude-operation-id", "getMemoryEvents",
                "--exclude-operation-id", "beginPairing", "--exclude-operation-id", "changeSettings",
                "--exclude-operation-id", "resetDemo", "--exclude-operation-id", "deleteLibraryContents",
                "--exclude-checks", "use_after_free",
                "--phases", "examples,coverage,fuzzing,stateful", "--max-examples", str(arguments.examples))
            few = str(min(arguments.examples, 25))
            schemathesis(address, folder, media, "--include-tag", "spaces", "--phases", "stateful", "--max-examples", few)
            assert call(address, "/health")["status"] == "ok"
    print(f"the HTTP interface is as docs/openapi.yaml says ({time.monotonic() - started:.0f} s)")


if __name__ == "__main__":
    main()
