"""Readers of point clouds."""

import pathlib
import re
import shutil
import tempfile

import numpy as np

from readers import Found, reader, tool, without_screen


@reader("laspy", "cloud/las cloud/laz", compact=True)
def with_laspy(path):
    import laspy

    with laspy.open(path) as opened:
        header, f = opened.header, opened.read()
    expected = {
        "version": str(header.version) == "1.4",
        "point format": header.point_format.id in (6, 7),
        "count": header.point_count == len(f),
        "bounds": (header.mins == f.xyz.min(0)).all() and (header.maxs == f.xyz.max(0)).all(),
        "WKT bit": header.global_encoding.wkt,
        "returns": int(header.number_of_points_by_return[0]) == len(f),
    }
    colors = None
    if "red" in f.point_format.dimension_names:
        codes = np.c_[f.red, f.green, f.blue]
        expected["colours of 16 bits"] = (codes % 257 == 0).all()
        colors = codes / 65535
    return Found(f.xyz, 0, colors, remarks=[f"its {what} is wrong" for what, holds in expected.items() if not holds])


@reader("lazpy", "cloud/las cloud/laz", compact=True)
def with_lazpy(path):
    import lazpy

    with lazpy.Reader(str(path)) as opened:
        points = opened.xyz()
        remarks = [str(w) for w in opened.warnings or []]
        if opened.num_points != len(points):
            remarks.append(f"its header says {opened.num_points} points, it has {len(points)}")
        return Found(points, remarks=remarks)


@reader("pye57", "cloud/e57", compact=True)
def with_pye57(path):
    """libE57Format, the reference library's successor."""
    import pye57

    file = pye57.E57(str(path))
    parts = [
        file.read_scan(i, ignore_missing_fields=True, colors="colorRed" in file.get_header(i).point_fields, transform=True)
        for i in range(file.scan_count)
    ]
    remarks = [f"scan {i} has no pose" for i in range(file.scan_count) if not file.get_header(i).has_pose()]

    def joined(*names):
        return np.concatenate([np.stack([p[n] for n in names], 1) for p in parts])

    colors = joined("colorRed", "colorGreen", "colorBlue") / 255 if "colorRed" in parts[0] else None
    return Found(joined("cartesianX", "cartesianY", "cartesianZ"), 0, colors, remarks=remarks, unit=1, up="z")


@reader("e57", "cloud/e57", compact=True)
def with_e57(path):
    """The crate e57, in Rust."""
    import e57

    points = e57.read_points(str(path))
    colors = np.asarray(points.color, float)
    return Found(points.points, 0, colors if len(colors) and colors.max() <= 1 else colors / 255)


@reader("pypcd4", "cloud/pcd", compact=True)
def with_pypcd4(path):
    from pypcd4 import PointCloud

    cloud = PointCloud.from_path(str(path))
    columns = lambda names: np.stack([cloud.pc_data[n] for n in names], 1)
    packed = cloud.pc_data["rgb"].astype("<f4").view("<u4") if "rgb" in cloud.fields else None
    colors = None if packed is None else np.c_[packed >> 16 & 255, packed >> 8 & 255, packed & 255] / 255
    return Found(columns("xyz"), 0, colors, columns(("normal_x", "normal_y", "normal_z")) if "normal_x" in cloud.fields else None,
                 remarks=[] if len(cloud.pc_data) == cloud.points else ["its header's count differs from the data"])


@reader("numpy", "cloud/pts cloud/xyz", compact=True)
def with_numpy(path):
    """Numbers in lines, as anyone's script would take them."""
    table = np.loadtxt(path, skiprows=1 if path.suffix == ".pts" else 0)
    if path.suffix == ".pts":
        with path.open() as file:
            told = int(file.readline())
        remarks = [] if told == len(table) else [f"its first line says {told} points, it has {len(table)}"]
        if (table[:, 3] != 0).any():
            remarks.append("its intensities are not 0")
        return Found(table[:, :3], 0, table[:, 4:7] / 255, remarks=remarks)
    return Found(table[:, :3], 0, table[:, 3:6] / 255, table[:, 6:9])


@reader("plyfile", "cloud/ply splat/ply")
def with_plyfile(path):
    import plyfile

    rows = plyfile.PlyData.read(str(path))["vertex"].data
    columns = lambda *names: np.stack([rows[n] for n in names], 1) if names[0] in rows.dtype.names else None
    colors = columns("red", "green", "blue")
    return Found(columns("x", "y", "z"), 0, None if colors is None else colors / 255, columns("nx", "ny", "nz"))


@reader("pcl", "cloud/ply cloud/pcd")
def with_pcl(path):
    """The Point Cloud Library's own converters; what they hand on is read as plain PLY or PCD."""
    with tempfile.TemporaryDirectory() as folder:
        if path.suffix == ".pcd":
            target = pathlib.Path(folder) / "o.ply"
            text = tool("pcl_pcd2ply", "-format", "1", path, target, accepts=None)
            found = with_plyfile(target) if target.exists() else None
        else:
            target = pathlib.Path(folder) / "o.pcd"
            text = tool("pcl_ply2pcd", "-format", "1", path, target, accepts=None)
            found = _plain_pcd(target) if target.exists() else None
    assert found, f"PCL hands on nothing: {text.strip()[-300:]}"
    return found


def _plain_pcd(path):
    """Binary PCD of single numbers, as PCL writes it."""
    data = path.read_bytes()
    end = data.index(b"\n", data.index(b"\nDATA ") + 1) + 1
    head = {line.split()[0]: line.split()[1:] for line in data[:end].decode().splitlines() if not line.startswith("#")}
    types = {"F": "f", "U": "u", "I": "i"}
    kind = np.dtype(
        [
            (f"{n}{k}" if n == "_" else n, types[t] + s, (int(c),))
            for k, (n, t, s, c) in enumerate(zip(*(head[w] for w in ("FIELDS", "TYPE", "SIZE", "COUNT"))))
        ]
    )
    rows = np.frombuffer(data, kind, int(head["POINTS"][0]), end)
    color = next((rows[n].ravel().view("<u4") for n in ("rgb", "rgba") if n in kind.names), None)
    return Found(
        np.c_[rows["x"], rows["y"], rows["z"]],
        0,
        None if color is None else np.c_[color >> 16 & 255, color >> 8 & 255, color & 255] / 255,
    )


@reader("cloudcompare", "cloud/ply cloud/pts cloud/xyz")
def with_cloudcompare(path):
    """Debian's build has no LAS, E57 or PCD plugin."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(shutil.copy(path, folder))
        # Shifts by hand are asked for in a window; a batch has to name one.
        text = tool(
            "CloudCompare",
            "-SILENT",
            "-O",
            "-GLOBAL_SHIFT",
            "AUTO",
            source,
            "-C_EXPORT_FMT",
            "ASC",
            "-PREC",
            "8",
            "-NO_TIMESTAMP",
            "-SAVE_CLOUDS",
            accepts=None,
            env=without_screen(),
        )
        outputs = list(pathlib.Path(folder).glob("*.asc"))
        assert outputs, f"CloudCompare hands on nothing: {re.sub(chr(10), ' ', text.strip())[-300:]}"
        table = np.vstack([np.loadtxt(o, comments=("#", "/")) for o in outputs])
    return Found(table[:, :3], 0, table[:, 3:6] / 255 if table.shape[1] >= 6 and table[:, 3:6].max() > 1 else None)
