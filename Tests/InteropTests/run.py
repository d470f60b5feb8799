"""Files that `diorama convert` writes, opened by independent readers.

    run.py DIORAMA_BINARY

Compares counts, bounding boxes, colours, normals, up axis and unit. A reader that cannot be imported, or that checked fewer files
of a format than expected, is a failure."""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

import clouds
import exhibits
import plans
import samples
import scenes
import splats
import textures
from readers import readers_of

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOREIGN = ROOT.parent / "shared/data/foreign-formats"
FORMATS = ["ply", "obj", "stl", "glb", "gltf", "fbx", "dae", "usdz"]
# STL is customarily in millimetres, z up; here all formats are compared as they lie in metres, y up.
PLAIN = {"stl": ["--unit", "m", "--up", "y"]}
# How many readers have to have checked each format; more must not hide that one is missing.
MINIMUM_READERS = {"ply": 2, "obj": 2, "stl": 2, "glb": 2, "gltf": 1, "fbx": 1, "dae": 1, "usdz": 1}

failures = []
checked = {}


def expect(condition, what):
    if not condition:
        failures.append(what)
        print(f"  FAILED {what}")


def convert(program, source, target, more=()):
    """Runs `diorama convert`, and returns what it reports."""
    options = [*PLAIN.get(target.suffix[1:], []), *more]
    result = subprocess.run(
        [program, "convert", str(source), str(target), "--json", *options], capture_output=True, text=True, timeout=120
    )
    expect(result.returncode == 0, f"convert {source.name} {target.name}: {result.stderr.strip()[-300:]}")
    if result.returncode != 0:
        return None
    try:
        return json.loads(result.stdout)
    except ValueError:
        expect(False, f"convert {source.name} {target.name} --json prints no JSON: {result.stdout[:200]}")
        return {}


def same_points(found, written):
    """For each written point its number among the found ones; None where they are not the same points."""
    if len(found) != len(written):
        return None
    if np.allclose(found, written, atol=1e-6):
        return np.arange(len(written))
    # Some readers number points anew, by their first use.
    by_place = {tuple(p): i for i, p in enumerate(np.float32(found).round(4) + 0.0)}
    order = [by_place.get(tuple(p)) for p in np.float32(written).round(4) + 0.0]
    if None in order or len(set(order)) != len(order):
        return None
    return np.array(order)


def compare(name, reader, found, model, format):
    """What one reader found in a file against the model that was written."""
    is_cloud = model.triangles is None
    triangles = 0 if is_cloud else len(model.triangles)
    expect(found.triangles == triangles, f"{name}: {reader} finds {found.triangles} triangles, not {triangles}")
    low, high = model.box
    if len(found.points) == 0:
        expect(False, f"{name}: {reader} finds no points")
        return
    # The axes have different extents: a box that agrees has its unit, origin and up axis right.
    close = np.allclose(found.points.min(0), low, atol=1e-6) and np.allclose(found.points.max(0), high, atol=1e-6)
    expect(close, f"{name}: {reader} finds the box {found.points.min(0)} to {found.points.max(0)}, not {low} to {high}")
    for remark in found.remarks:
        expect(False, f"{name}: {reader}: {remark}")
    expect(found.unit in (None, 1) and found.up in (None, "y"), f"{name}: {reader} finds the unit {found.unit} m and {found.up} up")
    if format in ("stl", "fbx", "dae"):
        return
    order = same_points(found.points, model.positions)
    expect(order is not None, f"{name}: {reader} finds {len(found.points)} other points than the {len(model.positions)} written")
    if order is None:
        return
    if found.colors is not None:
        found.colors = found.colors[order]
    if found.normals is not None:
        found.normals = found.normals[order]
    if model.colors is None:
        return
    expect(found.colors is not None, f"{name}: {reader} finds no colours")
    if found.colors is not None:
        # Linear in glTF and USD, sRGB in the others.
        colors = model.linear_colors if format in ("glb", "gltf", "usdz") else model.colors / 255.0
        # Others round to eight bits here or there.
        tolerance = 2e-5 if reader == "usd-core" else 0.51 / 255
        worst = np.abs(found.colors - colors).max()
        expect(worst <= tolerance, f"{name}: {reader} finds colours that differ by up to {worst:.4f}")
    if model.normals is not None and found.normals is not None and len(found.normals) == len(model.normals):
        worst = np.abs(found.normals - model.normals).max()
        expect(worst < 1e-5, f"{name}: {reader} finds normals that differ by up to {worst:.5f}")


def check_samples(program, folder):
    cases = {"mesh": samples.height_field(), "plain": samples.height_field(12, colored=False), "cloud": samples.cloud()}
    for case, model in cases.items():
        source = folder / f"{case}.ply"
        model.write_ply(source)
        for format in FORMATS:
            if case == "cloud" and format in ("stl", "fbx", "dae"):
                continue
            target = folder / f"{case}-out.{format}"
            report = convert(program, source, target)
            if report is None:
                continue
            expect(
                report.get("triangles") == (0 if model.triangles is None else len(model.triangles)),
                f"{target.name}: reported triangles",
            )
            for reader in readers_of(f"{'cloud' if case == 'cloud' else 'mesh'}/{format}", compact=True):
                try:
                    found = reader.read(target)
                except Exception as error:  # a reader's own failure is the finding
                    expect(False, f"{target.name}: {reader.name} cannot read it: {error!r}"[:400])
                    continue
                compare(target.name, reader.name, found, model, format)
                checked.setdefault(format, set()).add(reader.name)


def check_customs(program, folder):
    """An STL without further words is in millimetres, z up, as slicers take it."""
    import trimesh

    model = samples.height_field()
    source, target = folder / "custom.ply", folder / "custom.STL"
    model.write_ply(source)
    if convert(program, source, target) is None:
        return
    (x0, y0, z0), (x1, y1, z1) = model.box
    box = trimesh.load(str(target), process=False, file_type="stl").bounds
    wanted = 1000 * np.array([[x0, -z1, y0], [x1, -z0, y1]])
    expect(np.allclose(box, wanted, atol=1e-3), f"{target.name}: its box is {box.tolist()}, not {wanted.tolist()}")


def check_foreign(program, folder):
    """Foreign files through `diorama`, against trimesh's own reading of the original."""
    names = [
        "bunny.ply",
        "fuze.ply",
        "two_objects.obj",
        "featuretype.STL",
        "nested.glb",
        "CesiumMilkTruck.glb",
        "BoxInterleaved.glb",
    ]
    found = [FOREIGN / "trimesh" / name for name in names if (FOREIGN / "trimesh" / name).exists()]
    if not found:
        print("skipped: foreign files (../shared/data/foreign-formats is not there)")
        return
    import trimesh

    for source in found:
        original = trimesh.load(str(source), process=False)
        for format in FORMATS:
            target = folder / f"foreign-{source.stem}.{format}"
            if convert(program, source, target) is None:
                continue
            for reader in readers_of(f"mesh/{format}", compact=True):
                try:
                    seen = reader.read(target)
                except Exception as error:
                    expect(False, f"{target.name}: {reader.name} cannot read it: {error!r}"[:400])
                    continue
                triangles = (
                    sum(len(g.faces) for g in original.dump()) if isinstance(original, trimesh.Scene) else len(original.faces)
                )
                expect(
                    seen.triangles == triangles, f"{target.name}: {reader.name} finds {seen.triangles} triangles, not {triangles}"
                )
                box = np.array([seen.points.min(0), seen.points.max(0)])
                size = np.abs(original.bounds).max()
                expect(
                    np.allclose(box, original.bounds, atol=1e-6 * size),
                    f"{target.name}: {reader.name} finds another box: {box.tolist()}",
                )
                for remark in seen.remarks:
                    expect(False, f"{target.name}: {reader.name}: {remark}")


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    program = str(pathlib.Path(sys.argv[1]).resolve())
    started = time.monotonic()
    for module in ("trimesh", "headless_open3d", "pxr"):
        try:
            __import__(module)
        except ImportError as error:
            expect(False, f"the reader {module} is not installed: {error}; run scripts/setup.sh test")
    with tempfile.TemporaryDirectory() as folder:
        check_samples(program, pathlib.Path(folder))
        check_foreign(program, pathlib.Path(folder))
        check_customs(program, pathlib.Path(folder))
        textures.check(program, pathlib.Path(folder), convert, expect)
        scenes.check(program, pathlib.Path(folder), convert, expect)
        exhibits.check(program, pathlib.Path(folder), expect)
        plans.check(program, pathlib.Path(folder), convert, expect)
        splats.check(program, pathlib.Path(folder), convert, expect)
        failures.extend(clouds.check(program, pathlib.Path(folder)))
        print(f"{clouds.checks} checks of clouds")
    for format, minimum in MINIMUM_READERS.items():
        readers = sorted(checked.get(format, ()))
        print(f"{format}: {', '.join(readers) or 'nobody'}")
        expect(len(readers) >= minimum, f"{format} was checked by {len(readers)} readers, not {minimum}")
    print(f"{'FAILED: ' + str(len(failures)) if failures else 'ok'} ({time.monotonic() - started:.0f} s)")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
