"""The one table of readers that nobody here wrote: what each finds in a file, in one form.

Each reader names what it reads as shape/format: mesh, cloud, splat, plan, view or video, and the file's ending. `compact` ones
install in a minute and run in `make test` (run.py); all run in `make interop` (full.py)."""

import importlib
import os
import shutil
import subprocess

import numpy as np

MODULES = ["mesh_readers", "usd_readers", "cloud_readers", "splat_readers", "plan_readers", "sheet_readers"]


class Missing(Exception):
    """The reader is not installed."""


class Found:
    """What a reader tells; None is what it doesn't tell.

    points: rows x y z, in the file's own axes and units, unless `frame` says that the reader has converted them to "metres y up" or
        "metres z up"
    triangles: their number, or rows of three numbers of points
    colors: 0…1, one a point in the reader's order, as it hands them out
    painted: pairs of a place and the colour that the picture has there, where there is a texture
    box: smallest and largest corner, where the reader tells no points; count: likewise their number
    texture: whether there is a picture; unit: metres; up: y or z; closed: whether the surface is watertight
    remarks: what is wrong by the reader's own rules; details: further facts, by their names"""

    def __init__(
        self,
        points=None,
        triangles=0,
        colors=None,
        normals=None,
        remarks=(),
        *,
        painted=None,
        box=None,
        count=None,
        texture=None,
        unit=None,
        up=None,
        closed=None,
        frame=None,
        **details,
    ):
        self.points = None if points is None else np.asarray(points, float).reshape(-1, 3)
        self.faces = None if np.isscalar(triangles) else np.asarray(triangles).reshape(-1, 3)
        self.triangles = int(triangles) if self.faces is None else len(self.faces)
        self.colors = None if colors is None or len(colors) == 0 else np.asarray(colors, float)[:, :3]
        self.normals = None if normals is None or len(normals) == 0 else np.asarray(normals, float)
        self.painted, self.texture, self.unit, self.up, self.closed = painted, texture, unit, up, closed
        self.box = box if self.points is None or len(self.points) == 0 else [self.points.min(0), self.points.max(0)]
        self.count = count if self.points is None else len(self.points)
        self.frame, self.remarks, self.details = frame, list(remarks), details


class Reader:
    def __init__(self, name, read, kinds, compact):
        self.name, self.read, self.kinds, self.compact = name, read, kinds, compact


_table = []


def reader(name, kinds, compact=False):
    """Puts a function from a path to what was found into the table. `kinds`: "mesh/ply cloud/ply …"."""
    def put(read):
        _table.append(Reader(name, read, set(kinds.split()), compact))
        return read
    return put


def table(compact=False):
    """All readers, or those of the compact check, in a fixed order."""
    for module in MODULES:
        importlib.import_module(module)
    return [r for r in _table if r.compact or not compact]


def readers_of(kind, compact=False):
    return [r for r in table(compact) if kind in r.kinds]


def tool(*command, accepts=(0,), timeout=900, **options):
    """What a program prints, its errors included."""
    if not shutil.which(command[0]):
        raise Missing(f"the program {command[0]} is not installed")
    run = subprocess.run(
        [str(c) for c in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=timeout,
        **options,
    )
    assert accepts is None or run.returncode in accepts, f"{command[0]} ends with {run.returncode}: {run.stdout.strip()[-300:]}"
    return run.stdout


def without_screen():
    """The environment in which programs with windows run on a server."""
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen"}


def fractions(colors):
    """Colours 0…1 of whatever type."""
    colors = np.asarray(colors)
    return colors / float(np.iinfo(colors.dtype).max) if colors.dtype.kind in "iu" else colors


def looked_up(picture, coordinates):
    """The picture's colours 0…1 at texture coordinates whose v counts from below."""
    picture = fractions(np.asarray(picture))[..., :3]
    height, width = picture.shape[:2]
    u, v = np.asarray(coordinates, float)[:, :2].T
    columns = np.clip((u * width).astype(int), 0, width - 1)
    rows = np.clip(((1 - v) * height).astype(int), 0, height - 1)
    return picture[rows, columns]
