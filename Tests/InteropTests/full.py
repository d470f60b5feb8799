"""The full check: every format that `diorama convert` writes, opened by every reader of the table.

    full.py DIORAMA_BINARY [--only SHAPE/FORMAT …] [--keep FOLDER] [--allow-missing] [--triangles N …] [--points N]
        [--jobs N] [--json FILE]

Meshes of 10,000 and a million triangles, coloured and textured, y up and z up; point clouds of five million points; splats; plans;
views and videos; scenes with hierarchy, skins and animations; images of scenes beside those of other readers. Compares counts,
bounding boxes in metres, positions, colours, normals, textures, unit and up axis, and runs the validation of each reader.
Every reader runs in its own process. Known limitations of readers are listed with their
reasons in limits.py. A reader that is not installed is a failure unless --allow-missing is given."""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import zipfile

import cases
import scenes
from limits import LIMITS
from readers import readers_of

HERE = pathlib.Path(__file__).resolve().parent
TIMEOUT = 1200
# Formats that round anew each time, to ranges of neighbours that lie otherwise then, or to one of two quaternions for one rotation.
LOSSY = {"splat/compressed.ply", "splat/spz"}


def converted(program, source, target, options):
    """None, or why the file could not be made."""
    run = subprocess.run(
        [program, "convert", str(source), str(target), "--json", *options], capture_output=True, text=True, timeout=TIMEOUT
    )
    return None if run.returncode == 0 else run.stderr.strip()[-300:]


def written_again(program, case, path):
    """What still changes in a file that is read and written twice; None where the bytes stay the same."""
    options = [o for o in case.options if o not in ("--fill-holes", "--quantize")]
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        # The same name each time: some formats name the files beside them.
        copies = [pathlib.Path(folder) / str(k) / path.name for k in (1, 2)]
        for source, copy in zip([path, copies[0]], copies):
            copy.parent.mkdir()
            if problem := converted(program, source, copy, options):
                return problem
        if case.holds["textured"]:
            # The picture is encoded anew each time; the shape must stay.
            shapes = [c.with_name("shape.stl") for c in copies]
            for copy, shape in zip(copies, shapes):
                if problem := converted(program, copy, shape, []):
                    return problem
            copies = shapes
        if case.kind in LOSSY:
            same = copies[0].stat().st_size == copies[1].stat().st_size
        else:
            same = copies[0].read_bytes() == copies[1].read_bytes()
        if not same:
            return f"read and written twice it still changes ({copies[0].stat().st_size} and {copies[1].stat().st_size} bytes)"
    return None


def opened(reader, case, path):
    """What one reader makes of a file, in a process of its own."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as told:
        json.dump(case.holds, told)
        told.flush()
        started = time.monotonic()
        try:
            run = subprocess.run(
                [sys.executable, str(HERE / "judge.py"), reader.name, str(path), told.name],
                capture_output=True,
                text=True,
                errors="replace",
                timeout=TIMEOUT,
            )
        except subprocess.TimeoutExpired:
            return {"wrong": [["refused", f"no answer after {TIMEOUT} s"]], "facts": {}}
    line = next((l[2:] for l in reversed(run.stdout.splitlines()) if l.startswith("@@")), None)
    result = (
        json.loads(line)
        if line
        else {"wrong": [["refused", f"it ends with {run.returncode}: {run.stderr.strip()[-200:]}"]], "facts": {}}
    )
    return {**result, "seconds": round(time.monotonic() - started, 1)}


class Check:
    def __init__(self, options):
        self.options, self.failures, self.missing, self.rows, self.met = options, [], {}, [], set()

    def fail(self, what):
        self.failures.append(what)
        print(f"  FAILED {what}", flush=True)

    def file(self, case, folder):
        """Makes a file, opens it with every reader, and leaves it only where it is to be kept."""
        path = folder / case.name
        problem = converted(self.options.program, case.source, path, case.options)
        if problem:
            return self.fail(f"{case.name}: cannot be made: {problem}")
        if case.kind.split("/")[0] in ("mesh", "cloud", "splat") and (problem := written_again(self.options.program, case, path)):
            self.fail(f"{case.name}: {problem}")
        self.open(case, path)
        if not self.options.keep:
            for rest in folder.glob(f"{path.stem}.*"):
                rest.unlink()

    def open(self, case, path):
        readers = readers_of(case.kind)
        if not readers:
            self.fail(f"{case.name}: the table has no reader of {case.kind}")
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            results = list(pool.map(lambda r: opened(r, case, path), readers))
        told = []
        for reader, result in zip(readers, results):
            if "missing" in result:
                self.missing[reader.name] = result["missing"]
                told.append(f"{reader.name} missing")
                continue
            for topic, what in result["wrong"]:
                limit = next((l for l in LIMITS if l.covers(reader.name, case, topic, what)), None)
                if limit:
                    self.met.add(limit)
                    told.append(f"{reader.name} limited ({topic})")
                else:
                    self.fail(f"{case.name}: {reader.name}: {what}")
            self.rows.append({"file": case.name, "kind": case.kind, "reader": reader.name, **result})
            told.append(f"{reader.name} {result['seconds']} s")
        print(f"{case.name}: {', '.join(told)}", flush=True)

    def scenes(self, folder):
        """Counts of what scenes hold, by readers of whole scenes."""
        def convert(program, source, target, options=()):
            problem = converted(program, source, target, options)
            return self.fail(f"{target.name}: cannot be made: {problem}") if problem else {}

        readers = {**scenes.READERS, **scenes.MORE_READERS}
        expect = lambda holds, what: None if holds else self.fail(what)
        scenes.check(self.options.program, folder, convert, expect, readers)

    def images(self):
        """Images beside those of other readers, by the Python that drives the browser."""
        python = HERE.parent.parent / ".venv/bin/python"
        run = subprocess.run([python, HERE / "image_comparison.py", self.options.program, "--blender", "--table"])
        if run.returncode != 0:
            self.fail("image_comparison.py: see above")

    def revit(self, folder, house, cloud):
        """The bundle for Revit: its parts, each by its own readers."""
        target = folder / "house.zip"
        problem = converted(self.options.program, house, target, ["--format", "revit", "--cloud", str(cloud)])
        if problem:
            return self.fail(f"house.zip: {problem}")
        with zipfile.ZipFile(target) as archive:
            names = archive.namelist()
            archive.extractall(folder / "revit")
        for ending in ("ifc", "dxf", "e57"):
            name = next((n for n in names if n.endswith(ending)), None)
            if name is None:
                self.fail(f"house.zip holds no {ending}, only {names}")
                continue
            kind = f"{'cloud' if ending == 'e57' else 'plan'}/{ending}"
            self.open(cases.Case(f"house.zip/{name}", house, kind, up="z", colored=True), folder / "revit" / name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda p: str(pathlib.Path(p).resolve()))
    parser.add_argument("--only", nargs="+", default=[], help="kinds, like mesh/obj, cloud, scene or image")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--allow-missing", action="store_true")
    parser.add_argument("--triangles", type=int, nargs="+", default=[10_000, 1_000_000])
    parser.add_argument("--points", type=int, default=5_000_000)
    parser.add_argument("--splats", type=int, default=200_000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--json", type=pathlib.Path)
    check = Check(parser.parse_args())
    options, started = check.options, time.monotonic()
    asked = lambda kind: not options.only or any(kind == o or kind.startswith(f"{o}/") for o in options.only)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        sources = folder / "sources"
        sources.mkdir(parents=True, exist_ok=True)
        makers = {
            "mesh": lambda: cases.mesh_cases(sources, options.triangles),
            "cloud": lambda: cases.cloud_cases(sources, options.points),
            "splat": lambda: cases.splat_cases(sources, options.splats),
            "plan": lambda: cases.plan_cases(sources),
            "view": lambda: cases.view_cases(sources),
        }
        for shape, make in makers.items():
            if not any(
                asked(s) or any(o.startswith(s) for o in options.only) for s in (shape, "video" if shape == "view" else shape)
            ):
                continue
            for case in make():
                if asked(case.kind):
                    check.file(case, folder)
        if asked("plan"):
            cloud = sources / "scan.ply"
            cases.Field.cloud(10_000).write_ply(cloud)
            check.revit(folder, sources / "house.json", cloud)
        if asked("scene"):
            check.scenes(folder)
        if asked("image"):
            check.images()
    if options.json:
        options.json.write_text(json.dumps(check.rows, indent=1))
    print("\nWhat readers are known not to see:")
    for limit in LIMITS:
        if limit in check.met:
            print(f"  {limit}")
    for name, why in sorted(check.missing.items()):
        print(f"MISSING {name}: {why}")
    if check.missing and not options.allow_missing:
        check.failures.append("readers are missing; install them (make interop does) or say --allow-missing")
        print(check.failures[-1])
    files = len({r["file"] for r in check.rows})
    print(
        f"{'FAILED: ' + str(len(check.failures)) if check.failures else 'ok'}, {files} files, "
        f"{len(check.rows)} openings by {len({r['reader'] for r in check.rows})} readers "
        f"({time.monotonic() - started:.0f} s)"
    )
    return 1 if check.failures else 0


if __name__ == "__main__":
    sys.exit(main())
