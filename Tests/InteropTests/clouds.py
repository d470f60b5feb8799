"""Point clouds that `diorama convert` writes, opened by the table's readers, and clouds of theirs that it reads.

    clouds.py DIORAMA_BINARY"""

import pathlib
import subprocess
import sys
import tempfile

import numpy as np

from readers import readers_of

FORMATS = ["las", "laz", "e57", "pcd", "pts", "xyz"]
COUNT = 130_000
failures = []
checks = 0


def expect(condition, what):
    global checks
    checks += 1
    if not condition:
        failures.append(what)
        print(f"  FAILED {what}")
    return condition


def convert(program, source, target, *options):
    run = subprocess.run(
        [program, "convert", str(source), str(target), "--json", *options], capture_output=True, text=True, timeout=300
    )
    expect(run.returncode == 0, f"convert {source.name} {target.name}: {run.stderr.strip()[-300:]}")
    return run.returncode == 0


def sample(origin=(0, 0, 0), count=COUNT):
    """Positions with z up in doubles, colours of 8 bits, normals."""
    random = np.random.default_rng(4)
    t = np.arange(count) / count
    points = np.c_[8 * t, np.sin(40 * t) * 3, (np.arange(count) % 900) * 0.003] + random.normal(0, 0.002, (count, 3))
    colors = np.clip(128 + 90 * np.sin(points * [1, 2, 3]) + random.normal(0, 5, (count, 3)), 0, 255).astype("u1")
    normals = random.normal(size=(count, 3))
    return points + origin, colors, (normals / np.linalg.norm(normals, axis=1)[:, None]).astype("f4")


def write_ply(path, points, colors, normals):
    """z up is told in a comment of ours."""
    rows = np.empty(
        len(points),
        [(n, "<f8") for n in "xyz"] + [(n, "<f4") for n in ("nx", "ny", "nz")] + [(n, "u1") for n in ("red", "green", "blue")],
    )
    for columns, names in ((points, "xyz"), (normals, ("nx", "ny", "nz")), (colors, ("red", "green", "blue"))):
        for k, name in enumerate(names):
            rows[name] = columns[:, k]
    types = {"<f8": "double", "<f4": "float", "|u1": "uchar"}
    head = "".join(f"property {types[rows.dtype[n].str]} {n}\n" for n in rows.dtype.names)
    text = f"ply\nformat binary_little_endian 1.0\ncomment Diorama: metres, z up\nelement vertex {len(points)}\n{head}end_header\n"
    path.write_bytes(text.encode() + rows.tobytes())


def read_ply(path):
    """Points, z up, colours and all values by name of a PLY that `diorama convert --up z` wrote."""
    data = path.read_bytes()
    end = data.index(b"end_header\n") + 11
    types = {
        "double": "<f8", "float": "<f4", "uchar": "u1", "ushort": "<u2", "uint": "<u4", "char": "i1", "short": "<i2", "int": "<i4",
    }
    words = [line.split() for line in data[:end].decode().splitlines()]
    kind = [(w[2], types[w[1]]) for w in words if w[0] == "property"]
    rows = np.frombuffer(data, kind, int(next(w[2] for w in words if w[0] == "element")), end)
    colors = np.c_[rows["red"], rows["green"], rows["blue"]] if "red" in rows.dtype.names else None
    return np.c_[rows["x"], rows["y"], rows["z"]].astype("f8"), colors, rows


def check_written(program, folder):
    for place, origin in (("near", (0, 0, 0)), ("map", (512_345.25, 5_412_345.5, 310))):
        points, colors, normals = sample(origin)
        source = folder / f"{place}.ply"
        write_ply(source, points, colors, normals)
        for format in FORMATS:
            readers = readers_of(f"cloud/{format}", compact=True)
            expect(len(readers) >= 2, f"{format}: there are {len(readers)} readers")
            for options in [(), ("--compress",)] if format == "pcd" else [()]:
                target = folder / f"{place}{'-packed' if options else ''}.{format}"
                if not convert(program, source, target, *options):
                    continue
                for reader in readers:
                    compare(f"{target.name} {reader.name}", reader, target, place, points, colors, normals)


def compare(name, reader, target, place, points, colors, normals):
    try:
        found = reader.read(target)
    except Exception as error:
        return expect(False, f"{name}: {error!r}"[:300])
    for remark in found.remarks:
        expect(False, f"{name}: {remark}")
    expect(found.count == len(points), f"{name}: {found.count} points")
    if found.count != len(points):
        return
    # A binary PCD holds floats near an origin, which it tells in a comment.
    told = target.read_bytes()[:300].partition(b"origin ")[2].split(b"\n")[0].split() if target.suffix == ".pcd" else []
    worst = np.abs(found.points + (np.array([float(x) for x in told]) if told else 0) - points).max()
    # Floats of a height of 310 m.
    expect(worst < (2e-5 if place == "map" else 5e-6), f"{name}: places differ by {worst}")
    expect(found.colors is None or np.abs(np.round(found.colors * 255) - colors).max() == 0, f"{name}: colours differ")
    expect(found.normals is None or np.abs(found.normals - normals).max() < 1e-6, f"{name}: normals differ")


# ---------------------------------------------------------------- writers

def check_read(program, folder, name, points, colors, values=None):
    source, target = folder / name, folder / (name + ".ply")
    if not convert(program, source, target, "--up", "z"):
        return
    found, tints, rows = read_ply(target)
    expect(len(found) == len(points), f"{name}: read {len(found)} points, not {len(points)}")
    if len(found) == len(points):
        worst = np.abs(found - points).max()
        expect(worst < 2e-5, f"{name}: read places that differ by {worst}")
        if colors is not None:
            expect(tints is not None and np.abs(tints.astype(int) - colors).max() == 0, f"{name}: read other colours")
        for key, expected in (values or {}).items():
            if not expect(key in rows.dtype.names, f"{name}: {key} is not read"):
                continue
            worst = np.abs(rows[key].astype("f8") - expected).max()
            # An angle of 180° as a float.
            expect(worst < 2e-5, f"{name}: {key} differs by {worst}")


def las_files(program, folder):
    """All point formats, with everything in them that a scanner may set, and some that only a test does."""
    import laspy
    random = np.random.default_rng(9)
    points, colors, _ = sample((512_345, 5_412_345, 0), 60_001)
    n = len(points)
    for format in (0, 1, 2, 3, 6, 7, 8):
        header = laspy.LasHeader(point_format=format, version="1.4" if format >= 6 else "1.2")
        header.scales, header.offsets = [0.0001] * 3, [512_000, 5_412_000, 0]
        header.add_extra_dim(laspy.ExtraBytesParams("weight", "uint16"))
        f = laspy.LasData(header)
        f.x, f.y, f.z = points.T
        if "red" in f.point_format.dimension_names:
            f.red, f.green, f.blue = (colors.astype("u2") * 257).T
            f.red[n // 2:] = f.green[n // 2:] = f.blue[n // 2:] = f.red[n // 2:]
        if "nir" in f.point_format.dimension_names:
            f.nir = random.integers(0, 65535, n)
        if "gps_time" in f.point_format.dimension_names:
            jump = np.where(random.random(n) < 0.01, random.normal(0, 5000, n), 0)
            f.gps_time = np.cumsum(np.where(random.random(n) < 0.4, 0, 1e-5) + jump) + 3e8
        most = 15 if format >= 6 else 7
        f.number_of_returns = random.integers(0, most + 1, n)
        f.return_number = random.integers(0, most + 1, n)
        f.intensity = random.integers(0, 65535, n)
        f.classification = random.integers(0, 256 if format >= 6 else 32, n)
        f.user_data = random.integers(0, 256, n)
        f.point_source_id = np.where(random.random(n) < 0.1, random.integers(0, 65535, n), 7)
        f.weight = random.integers(0, 65535, n)
        f.scan_direction_flag = random.integers(0, 2, n)
        if format >= 6:
            f.scanner_channel = np.where(random.random(n) < 0.2, random.integers(0, 4, n), 0)
            f.scan_angle = random.integers(-30000, 30000, n)
        else:
            f.scan_angle_rank = random.integers(-90, 90, n)
        tints = np.c_[f.red, f.green, f.blue] // 257 if "red" in f.point_format.dimension_names else None
        for ending in ("las", "laz"):
            name = f"laspy-{format}.{ending}"
            f.write(str(folder / name))
            check_read(program, folder, name, np.asarray(f.xyz), tints, las_values(f))
            for written in ("las", "laz"):
                check_las(program, folder, name, f"{name}-again.{written}", f)


def las_values(f):
    """The values of a LAS file by the names that Diorama gives them; a scan angle in degrees."""
    names = ["intensity", "return_number", "number_of_returns", "classification", "user_data", "point_source_id", "weight"]
    names += [name for name in ("gps_time", "nir", "scanner_channel") if name in f.point_format.dimension_names]
    angle = np.asarray(f.scan_angle) * 0.006 if f.header.point_format.id >= 6 else np.asarray(f.scan_angle_rank)
    return {name: np.asarray(f[name]).astype("f8") for name in [*names, "scan_direction_flag"]} | {"scan_angle": angle}


def check_las(program, folder, name, target, f):
    """A LAS or LAZ file of Diorama's has the values of the file that it was converted from."""
    import laspy
    if not convert(program, folder / name, folder / target):
        return
    again = laspy.read(str(folder / target))
    expected = las_values(f)
    for key, found in las_values(again).items():
        # Whole degrees become steps of 0.006°.
        limit = 0.0031 if key == "scan_angle" else 0
        missing = key not in expected
        worst = np.abs(found).max() if missing else np.abs(found - expected[key]).max()
        expect(worst <= limit, f"{target}: {key} differs by {worst}")


def e57_files(program, folder):
    import pye57
    points, colors, _ = sample((100, 200, 3), 50_001)
    e = pye57.E57(str(folder / "pye57.e57"), mode="w")
    turn = np.array([np.cos(0.4), 0, 0, np.sin(0.4)])
    angle = 0.8
    matrix = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    for part in (slice(0, 20_000), slice(20_000, None)):
        p, c = points[part], colors[part]
        data = dict(zip(("cartesianX", "cartesianY", "cartesianZ"), p.T.copy())) | dict(
            zip(("colorRed", "colorGreen", "colorBlue"), c.T.copy())
        )
        data["intensity"] = np.linspace(0, 1, len(p))
        e.write_scan_raw(data, rotation=turn, translation=np.array([5.0, -6, 7]))
    e.close()
    check_read(program, folder, "pye57.e57", points @ matrix.T + [5, -6, 7], colors)


def pcd_files(program, folder):
    import open3d as o3d
    points, colors, normals = sample(count=5000)
    cloud = o3d.geometry.PointCloud(o3d.utility.Vector3dVector(points))
    cloud.colors = o3d.utility.Vector3dVector(colors / 255.0)
    cloud.normals = o3d.utility.Vector3dVector(normals.astype("f8"))
    for name, options in {"binary": {}, "ascii": {"write_ascii": True}, "packed": {"compressed": True}}.items():
        path = folder / f"open3d-{name}.pcd"
        o3d.io.write_point_cloud(str(path), cloud, **options)
        # PCD tells no axes: what others write is taken for y up, as it is.
        check_read(program, folder, path.name, np.c_[points[:, 0], -points[:, 2], points[:, 1]], colors)
    for ending in ("pts", "xyzrgb"):
        path = folder / f"open3d.{ending}"
        o3d.io.write_point_cloud(str(path), cloud)
        if ending == "xyzrgb":
            path = path.rename(folder / "open3d.xyz")
        check_read(
            program, folder, path.name, points if ending == "pts" else np.c_[points[:, 0], -points[:, 2], points[:, 1]], colors
        )


def check(program, folder):
    """What went wrong, a line each."""
    for part in (check_written, las_files, e57_files, pcd_files):
        part(program, folder)
    return failures


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        check(str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(folder))
    print(f"{'FAILED: ' + str(len(failures)) if failures else 'ok'}, {checks} checks of clouds")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
