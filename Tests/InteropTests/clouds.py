"""Point clouds that `diorama convert` writes, opened by laspy, lazpy, pye57, e57, open3d and pypcd4, and clouds of theirs that it reads.

    clouds.py DIORAMA_BINARY"""

import pathlib
import subprocess
import sys
import tempfile

import numpy as np

COUNT = 130_000
failures = []
checks = 0


def expect(condition, what):
    global checks
    checks += 1
    if not condition:
        failures.append(what)
        print(f"  FAILED {what}")


def convert(program, source, target, *options):
    run = subprocess.run([program, "convert", str(source), str(target), "--json", *options], capture_output=True, text=True, timeout=300)
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
    rows = np.empty(len(points), [(n, "<f8") for n in "xyz"] + [(n, "<f4") for n in ("nx", "ny", "nz")] + [(n, "u1") for n in ("red", "green", "blue")])
    for columns, names in ((points, "xyz"), (normals, ("nx", "ny", "nz")), (colors, ("red", "green", "blue"))):
        for k, name in enumerate(names):
            rows[name] = columns[:, k]
    types = {"<f8": "double", "<f4": "float", "|u1": "uchar"}
    head = "".join(f"property {types[rows.dtype[n].str]} {n}\n" for n in rows.dtype.names)
    text = f"ply\nformat binary_little_endian 1.0\ncomment Diorama: metres, z up\nelement vertex {len(points)}\n{head}end_header\n"
    path.write_bytes(text.encode() + rows.tobytes())


def read_ply(path):
    """Points, z up, and colours of a PLY that `diorama convert --up z` wrote."""
    data = path.read_bytes()
    end = data.index(b"end_header\n") + 11
    types = {"double": "<f8", "float": "<f4", "uchar": "u1"}
    words = [line.split() for line in data[:end].decode().splitlines()]
    kind = [(w[2], types[w[1]]) for w in words if w[0] == "property"]
    rows = np.frombuffer(data, kind, int(next(w[2] for w in words if w[0] == "element")), end)
    colors = np.c_[rows["red"], rows["green"], rows["blue"]] if "red" in rows.dtype.names else None
    return np.c_[rows["x"], rows["y"], rows["z"]].astype("f8"), colors


# ---------------------------------------------------------------- readers

def by_laspy(path):
    import laspy
    with laspy.open(path) as reader:
        header, f = reader.header, reader.read()
    assert str(header.version) == "1.4" and header.point_format.id == 7 and header.point_count == len(f)
    assert (header.mins == f.xyz.min(0)).all() and (header.maxs == f.xyz.max(0)).all(), "header bounds"
    assert header.global_encoding.wkt and int(header.number_of_points_by_return[0]) == len(f)
    codes = np.c_[f.red, f.green, f.blue]
    assert (codes % 257 == 0).all()
    return np.asarray(f.xyz), codes // 257, None


def by_lazpy(path):
    import lazpy
    with lazpy.Reader(str(path)) as reader:
        assert not reader.warnings, reader.warnings
        return np.asarray(reader.xyz()), None, None


def by_pye57(path):
    import pye57
    e = pye57.E57(str(path))
    parts = [e.read_scan(i, ignore_missing_fields=True, colors=True, transform=True) for i in range(e.scan_count)]
    assert all(e.get_header(i).has_pose() for i in range(e.scan_count))
    join = lambda *names: np.concatenate([np.c_[tuple(p[n] for n in names)] for p in parts])
    return join("cartesianX", "cartesianY", "cartesianZ"), join("colorRed", "colorGreen", "colorBlue"), None


def by_e57(path):
    import e57
    r = e57.read_points(str(path))
    color = np.asarray(r.color)
    return np.asarray(r.points), (color * 255).round() if color.max() <= 1 else color, None


def by_open3d(path):
    import open3d as o3d
    with o3d.utility.VerbosityContextManager(o3d.utility.VerbosityLevel.Error):
        p = o3d.io.read_point_cloud(str(path))
    normals = np.asarray(p.normals) if p.has_normals() else None
    return np.asarray(p.points), (np.asarray(p.colors) * 255).round() if p.has_colors() else None, normals


def by_pypcd4(path):
    from pypcd4 import PointCloud
    p = PointCloud.from_path(str(path))
    columns = lambda names: np.stack([p.pc_data[n] for n in names], 1)
    packed = p.pc_data["rgb"].astype("<f4").view("<u4")
    return columns("xyz"), np.c_[packed >> 16 & 255, packed >> 8 & 255, packed & 255], columns(("normal_x", "normal_y", "normal_z"))


def by_numpy(path):
    table = np.loadtxt(path, skiprows=1 if path.suffix == ".pts" else 0)
    if path.suffix == ".pts":
        assert int(path.open().readline()) == len(table) and (table[:, 3] == 0).all()
        return table[:, :3], table[:, 4:7], None
    return table[:, :3], table[:, 3:6], table[:, 6:9]


READERS = {
    "las": [by_laspy, by_lazpy], "laz": [by_laspy, by_lazpy], "e57": [by_pye57, by_e57], "pcd": [by_open3d, by_pypcd4],
    "pts": [by_open3d, by_numpy], "xyz": [by_open3d, by_numpy],
}


def check_written(program, folder):
    for place, origin in (("near", (0, 0, 0)), ("map", (512_345.25, 5_412_345.5, 310))):
        points, colors, normals = sample(origin)
        source = folder / f"{place}.ply"
        write_ply(source, points, colors, normals)
        for format, readers in READERS.items():
            for options in [(), ("--compress",)] if format == "pcd" else [()]:
                target = folder / f"{place}{'-packed' if options else ''}.{format}"
                if not convert(program, source, target, *options):
                    continue
                for reader in readers:
                    name = f"{target.name} {reader.__name__}"
                    try:
                        found, tints, directions = reader(target)
                    except Exception as error:
                        expect(False, f"{name}: {error!r}"[:300])
                        continue
                    expect(len(found) == len(points), f"{name}: {len(found)} points")
                    if len(found) == len(points):
                        # A binary PCD holds floats near an origin, which it tells in a comment.
                        told = target.read_bytes()[:300].partition(b"origin ")[2].split(b"\n")[0].split() if format == "pcd" else []
                        moved = np.array([float(x) for x in told]) if told else 0
                        worst = np.abs(found + moved - points).max()
                        # Floats of a height of 310 m.
                        expect(worst < (2e-5 if place == "map" else 5e-6), f"{name}: places differ by {worst}")
                        expect(tints is None or np.abs(tints - colors.astype(float)).max() == 0, f"{name}: colours differ")
                        expect(directions is None or np.abs(directions - normals).max() < 1e-6, f"{name}: normals differ")


# ---------------------------------------------------------------- writers

def check_read(program, folder, name, points, colors, scale=None):
    source, target = folder / name, folder / (name + ".ply")
    if not convert(program, source, target, "--up", "z"):
        return
    found, tints = read_ply(target)
    expect(len(found) == len(points), f"{name}: read {len(found)} points, not {len(points)}")
    if len(found) == len(points):
        worst = np.abs(found - points).max()
        expect(worst < 2e-5, f"{name}: read places that differ by {worst}")
        if colors is not None:
            expect(tints is not None and np.abs(tints.astype(int) - colors).max() == 0, f"{name}: read other colours")


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
            check_read(program, folder, name, np.asarray(f.xyz), tints)


def e57_files(program, folder):
    import pye57
    points, colors, _ = sample((100, 200, 3), 50_001)
    e = pye57.E57(str(folder / "pye57.e57"), mode="w")
    turn = np.array([np.cos(0.4), 0, 0, np.sin(0.4)])
    angle = 0.8
    matrix = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    for part in (slice(0, 20_000), slice(20_000, None)):
        p, c = points[part], colors[part]
        data = dict(zip(("cartesianX", "cartesianY", "cartesianZ"), p.T.copy())) | dict(zip(("colorRed", "colorGreen", "colorBlue"), c.T.copy()))
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
        check_read(program, folder, path.name, points if ending == "pts" else np.c_[points[:, 0], -points[:, 2], points[:, 1]], colors)


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
