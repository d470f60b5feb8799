"""One operation of one peer on what `FormatsBenchmark` made: writes its numbers, or reads the file that we wrote.

Prints one JSON line. A process of its own for each operation: the process's peak of memory is then that operation's.

usage: formats_peers.py list                                                    TASK PEER OPERATIONS, a line each
       formats_peers.py write|read FOLDER TASK PEER                             as mesh.ply open3d
"""
import contextlib
import importlib.util
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Tests", "InteropTests"))

TRIANGLES, POINTS, SPLATS = 2 * 708 * 708, 5_000_000, 400_000


# What is measured: seconds and the peak of resident memory.


def status(key):
    for line in open("/proc/self/status"):
        if line.startswith(key + ":"):
            return int(line.split()[1]) * 1024
    return 0


def cpu(who=resource.RUSAGE_SELF):
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def measured(work):
    # 5 resets the kernel's high-water mark.
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")
    start, before = time.perf_counter(), cpu()
    result = work()
    return result, dict(wall=time.perf_counter() - start, cpu=cpu() - before, peak=status("VmHWM"))


# The numbers, as each library wants them.


class Subject:
    """A mesh, a cloud or splats; `small` is a little part of it, which loads code before anything is measured."""

    def __init__(self, folder, kind, small=False):
        self.kind = kind

        def load(name, type, width):
            return np.fromfile(os.path.join(folder, f"{kind}-{name}"), type, count=3000 * width if small else -1).reshape(-1, width)

        self.positions = load("positions.f32", "<f4", 3)
        self.count = len(self.positions)
        if kind == "splats":
            self.quaternions = load("rotations.f32", "<f4", 4)
            # What is in memory where splats are trained: logarithms and logits.
            self.logarithms = np.log(load("scales.f32", "<f4", 3))
            opacities = load("opacities.f32", "<f4", 1)[:, 0]
            self.logits = np.log(opacities / (1 - opacities))
            harmonics = load("harmonics.f32", "<f4", 48).reshape(-1, 16, 3)
            self.base, self.rest = np.ascontiguousarray(harmonics[:, 0]), np.ascontiguousarray(harmonics[:, 1:])
        else:
            self.codes = load("codes.u8", "u1", 3)
        if kind == "mesh":
            indices = load("indices.u32", "<u4", 3)
            self.indices = indices[indices.max(1) < self.count]


def open3d_module():
    from headless_open3d import open3d

    open3d.utility.set_verbosity_level(open3d.utility.VerbosityLevel.Error)
    return open3d


def lines(path):
    return ".xyz" in path


class Open3D:
    """Its older implementation."""

    modules = ["open3d"]

    def __init__(self):
        self.o3d = open3d_module()

    def prepare(self, s):
        o3d = self.o3d
        if s.kind == "mesh":
            positions = o3d.utility.Vector3dVector(s.positions)
            mesh = o3d.geometry.TriangleMesh(positions, o3d.utility.Vector3iVector(s.indices.astype("i4")))
            mesh.vertex_colors = o3d.utility.Vector3dVector(s.codes / 255)
            return mesh
        cloud = o3d.geometry.PointCloud(o3d.utility.Vector3dVector(s.positions))
        cloud.colors = o3d.utility.Vector3dVector(s.codes / 255)
        return cloud

    def write(self, thing, path):
        io = self.o3d.io
        if isinstance(thing, self.o3d.geometry.TriangleMesh):
            # STL needs normals there.
            if path.endswith(".stl"):
                thing.compute_triangle_normals()
            assert io.write_triangle_mesh(path, thing)
        elif lines(path):
            # The ending chooses the columns.
            assert io.write_point_cloud(path + "rgb", thing)
            os.replace(path + "rgb", path)
        else:
            assert io.write_point_cloud(path, thing, compressed="compressed" in path)

    def read(self, path, kind):
        if kind == "mesh":
            mesh = self.o3d.io.read_triangle_mesh(path)
            assert path.endswith(".stl") or mesh.has_vertex_colors(), "no colours"
            return len(mesh.triangles)
        cloud = self.o3d.io.read_point_cloud(path, format="xyzrgb" if lines(path) else "auto")
        assert cloud.has_colors(), "no colours"
        return len(cloud.points)


class Open3DTensor(Open3D):
    """Its newer implementation; of meshes it has none of its own."""

    def prepare(self, s):
        o3d = self.o3d
        cloud = o3d.t.geometry.PointCloud(o3d.core.Tensor(s.positions))
        cloud.point.colors = o3d.core.Tensor(s.codes)
        return cloud

    def write(self, thing, path):
        options = dict(format="xyzrgb") if lines(path) else dict(compressed="compressed" in path)
        assert self.o3d.t.io.write_point_cloud(path, thing, **options)

    def read(self, path, kind):
        cloud = self.o3d.t.io.read_point_cloud(path, format="xyzrgb" if lines(path) else "auto")
        assert "colors" in cloud.point
        return len(cloud.point.positions)


class Trimesh:
    modules = ["trimesh"]

    def __init__(self):
        import trimesh

        self.trimesh = trimesh

    def prepare(self, s):
        return self.trimesh.Trimesh(s.positions, s.indices.astype("i8"), vertex_colors=s.codes, process=False)

    def write(self, thing, path):
        if not path.endswith(".gltf"):
            thing.export(path, **(dict(include_normals=False) if path.endswith((".obj", ".glb")) else {}))
            return
        for name, data in thing.export(file_type="gltf").items():
            with open(os.path.join(os.path.dirname(path), name.replace("model.gltf", os.path.basename(path))), "wb") as file:
                file.write(data)

    def read(self, path, kind):
        found = self.trimesh.load(path, process=False)
        parts = found.geometry.values() if hasattr(found, "geometry") else [found]
        for part in parts:
            # Beside a material it drops the colours of a glTF: less work than ours, and yet the one to beat.
            assert path.endswith((".stl", ".glb", ".gltf")) or part.visual.kind == "vertex", part.visual.kind
        return sum(len(part.faces) for part in parts)


class PyCollada:
    modules = ["collada"]

    def __init__(self):
        import collada

        self.collada = collada

    def read(self, path, kind):
        scene = self.collada.Collada(path).scene
        return sum(len(part.vertex_index) for geometry in scene.objects("geometry") for part in geometry.primitives())


class UFBX:
    modules = ["ufbx"]

    def __init__(self):
        import ufbx

        self.ufbx = ufbx

    def read(self, path, kind):
        # What it hands out dies with the scene, and the scene after the measurement: iterating over a list of its crashes.
        self.scene = self.ufbx.load_file(path)
        meshes = [self.scene.meshes[i] for i in range(len(self.scene.meshes))]
        assert all(mesh.vertex_color.exists for mesh in meshes)
        return sum(mesh.num_triangles for mesh in meshes)


class USDCore:
    modules = ["pxr"]

    def __init__(self):
        import pxr.Usd, pxr.UsdGeom, pxr.UsdUtils, pxr.Vt

        self.pxr = pxr

    def prepare(self, s):
        from pxr import Vt

        linear = (s.codes / np.float32(255)) ** np.float32(2.2)
        return [Vt.Vec3fArray.FromNumpy(s.positions), Vt.IntArray.FromNumpy(s.indices.astype("i4").ravel()),
                Vt.IntArray.FromNumpy(np.full(len(s.indices), 3, "i4")), Vt.Vec3fArray.FromNumpy(linear.astype("f4"))]

    def write(self, thing, path):
        from pxr import Usd, UsdGeom, UsdUtils

        points, indices, counts, colors = thing
        layer = path.replace(".usdz", "-layer.usdc")
        if os.path.exists(layer):
            os.remove(layer)
        stage = Usd.Stage.CreateNew(layer)
        UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.y)
        UsdGeom.SetStageMetersPerUnit(stage, 1)
        mesh = UsdGeom.Mesh.Define(stage, "/mesh")
        stage.SetDefaultPrim(mesh.GetPrim())
        mesh.CreatePointsAttr(points)
        mesh.CreateFaceVertexIndicesAttr(indices)
        mesh.CreateFaceVertexCountsAttr(counts)
        mesh.CreateDisplayColorPrimvar(UsdGeom.Tokens.vertex).Set(colors)
        stage.GetRootLayer().Save()
        del stage, mesh
        assert UsdUtils.CreateNewUsdzPackage(layer, path)

    def read(self, path, kind):
        from pxr import Usd, UsdGeom

        triangles = 0
        stage = Usd.Stage.Open(path)
        # Arrays come as they lie in the file, mapped: a copy touches all of them.
        for prim in stage.Traverse():
            if prim.IsA(UsdGeom.Mesh):
                mesh = UsdGeom.Mesh(prim)
                triangles += len(mesh.GetFaceVertexCountsAttr().Get())
                for values in (mesh.GetPointsAttr(), mesh.GetFaceVertexIndicesAttr(), mesh.GetDisplayColorAttr()):
                    np.array(values.Get(), copy=True)
        return triangles


class Assimp:
    """Debian's program `assimp`, which tells its own seconds; a process, so that its CPU seconds cannot be had."""

    program = "assimp"

    def read(self, path, kind):
        # Its own progress, a line a step, goes nowhere.
        text = subprocess.run(["assimp", "info", path, "--raw"], capture_output=True, text=True, check=True).stdout
        self.seconds = float(re.search(r"import took approx\. ([\d.e-]+)", text)[1])
        return int(re.search(r"^Faces:\s+(\d+)", text, re.M)[1])

    def prepare(self, s):
        return s

    def write(self, thing, path):
        source = os.path.join(os.path.dirname(path), "mesh.ply")
        formats = {"glb": "glb2", "gltf": "gltf2", "dae": "collada", "stl": "stlb"}
        extension = path.rsplit(".", 1)[1]
        command = ["assimp", "export", source, path, "-f" + formats.get(extension, extension)]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        self.seconds = float(re.search(r"export took approx\. ([\d.e-]+)", text)[1])


class Laspy:
    modules = ["laspy", "lazrs"]

    def __init__(self):
        import laspy

        self.laspy = laspy

    def prepare(self, s):
        return s.positions.astype("f8"), s.codes

    def write(self, thing, path):
        points, codes = thing
        header = self.laspy.LasHeader(point_format=7, version="1.4")
        header.scales, header.offsets = [1e-4] * 3, [0.0] * 3
        las = self.laspy.LasData(header)
        las.x, las.y, las.z = points.T
        las.red, las.green, las.blue = (codes * np.uint16(257)).T
        las.write(path, **(dict(laz_backend=self.laspy.LazBackend.LazrsParallel) if path.endswith(".laz") else {}))

    def read(self, path, kind):
        las = self.laspy.read(path, **(dict(laz_backend=self.laspy.LazBackend.LazrsParallel) if path.endswith(".laz") else {}))
        points, colors = las.xyz, np.stack([las.red, las.green, las.blue], 1)
        assert len(colors) == len(points)
        return len(points)


class PyE57:
    modules = ["pye57"]

    def __init__(self):
        import pye57

        self.pye57 = pye57

    def prepare(self, s):
        names = ["cartesianX", "cartesianY", "cartesianZ", "colorRed", "colorGreen", "colorBlue"]
        columns = [np.ascontiguousarray(c) for c in (*s.positions.astype("f8").T, *s.codes.T)]
        return dict(zip(names, columns))

    def write(self, thing, path):
        if os.path.exists(path):
            os.remove(path)
        file = self.pye57.E57(path, mode="w")
        file.write_scan_raw(thing)
        file.close()

    def read(self, path, kind):
        scan = self.pye57.E57(path).read_scan(0, colors=True, ignore_missing_fields=True)
        assert len(scan["colorRed"]) == len(scan["cartesianX"])
        return len(scan["cartesianX"])


class E57:
    modules = ["e57"]

    def __init__(self):
        import e57

        self.e57 = e57

    def read(self, path, kind):
        found = self.e57.read_points(path)
        assert len(found.color) == len(found.points)
        return len(found.points)


class PyPCD4:
    modules = ["pypcd4"]

    def __init__(self):
        import pypcd4

        self.pypcd4 = pypcd4

    def prepare(self, s):
        return s.positions, s.codes

    def write(self, thing, path):
        positions, codes = thing
        cloud = self.pypcd4.PointCloud.from_xyzrgb_points(np.c_[positions, self.pypcd4.PointCloud.encode_rgb(codes)])
        cloud.save(path, self.pypcd4.Encoding.BINARY_COMPRESSED if "compressed" in path else self.pypcd4.Encoding.BINARY)

    def read(self, path, kind):
        cloud = self.pypcd4.PointCloud.from_path(path)
        points, colors = cloud.numpy(("x", "y", "z")), self.pypcd4.PointCloud.decode_rgb(cloud.pc_data["rgb"])
        assert len(colors) == len(points)
        return len(points)


class GSply:
    modules = ["gsply"]

    def __init__(self):
        import gsply

        self.gsply = gsply

    def prepare(self, s):
        return self.gsply.GSData(
            means=s.positions, scales=s.logarithms, quats=s.quaternions, opacities=s.logits, sh0=s.base, shN=s.rest
        )

    def write(self, thing, path):
        (self.gsply.write_spz if path.endswith(".spz") else self.gsply.plywrite)(path, thing)

    def read(self, path, kind):
        found = (self.gsply.read_spz if path.endswith(".spz") else self.gsply.plyread)(path)
        return len(found.means)


class GaussForge:
    modules = ["gaussforge"]

    def __init__(self):
        import gaussforge

        self.forge = gaussforge.GaussForge()

    def prepare(self, s):
        import gsply

        gsply.plywrite("/dev/shm/gaussforge.ply" if os.path.isdir("/dev/shm") else "gaussforge.ply", GSply().prepare(s))
        with open("/dev/shm/gaussforge.ply" if os.path.isdir("/dev/shm") else "gaussforge.ply", "rb") as file:
            return self.forge.read(file.read(), "ply")["data"]

    def write(self, thing, path):
        told = self.forge.write(thing, path.rsplit(".", 1)[1])
        with open(path, "wb") as file:
            file.write(told["data"])

    def read(self, path, kind):
        with open(path, "rb") as file:
            told = self.forge.read(file.read(), path.rsplit(".", 1)[1])
        if "error" in told:
            raise RuntimeError(told["error"])
        return told["data"]["numPoints"]


PEERS = {
    "open3d": Open3D, "open3d-tensor": Open3DTensor, "trimesh": Trimesh, "pycollada": PyCollada, "ufbx": UFBX, "usd-core": USDCore,
    "assimp": Assimp, "laspy": Laspy, "pye57": PyE57, "e57": E57, "pypcd4": PyPCD4, "gsply": GSply, "gaussforge": GaussForge,
}
TASKS = {
    "mesh.ply": ["open3d", "trimesh"], "mesh.obj": ["open3d", "trimesh"], "mesh.stl": ["open3d", "trimesh"],
    "mesh.glb": ["trimesh", "open3d", "assimp"], "mesh.gltf": ["trimesh", "assimp"], "mesh.dae": ["assimp", "pycollada"],
    "mesh.fbx": ["assimp", "ufbx"], "mesh.usdz": ["usd-core"],
    "cloud.ply": ["open3d", "open3d-tensor"], "cloud.xyz": ["open3d"], "cloud.pts": ["open3d", "open3d-tensor"],
    "cloud.pcd": ["open3d", "open3d-tensor", "pypcd4"], "cloud-compressed.pcd": ["open3d", "open3d-tensor", "pypcd4"],
    "cloud.las": ["laspy"], "cloud.laz": ["laspy"], "cloud.e57": ["pye57", "e57"],
    "splats.ply": ["gsply"], "splats.spz": ["gaussforge", "gsply"], "splats.splat": ["gaussforge"],
}


def absent(peer):
    """What has to be installed first; empty where nothing has."""
    kind = PEERS[peer]
    if hasattr(kind, "program"):
        return "" if shutil.which(kind.program) else kind.program
    return " ".join(name for name in kind.modules if importlib.util.find_spec(name) is None)


def operations(peer):
    return [name for name in ("write", "read") if hasattr(PEERS[peer], name)]


def run(operation, folder, task, name):
    kind = re.split(r"[-.]", task)[0]
    peer = PEERS[name]()
    path = os.path.join(folder, f"{name}-{task}" if operation == "write" else task)
    wanted = {"mesh": TRIANGLES, "cloud": POINTS, "splats": SPLATS}[kind]
    is_program = hasattr(peer, "program")
    base = 0
    if operation == "write":
        if not is_program:
            little = peer.prepare(Subject(folder, kind, small=True))
            peer.write(little, os.path.join(folder, f"small-{name}-{task}"))
        base = status("VmRSS")
        thing = peer.prepare(Subject(folder, kind))
        _, figures = measured(lambda: peer.write(thing, path))
        assert path.endswith(".gltf") or os.path.getsize(path) > 5 * wanted
    else:
        if not is_program:
            little = os.path.join(folder, f"small-{name}-{task}")
            # What it wrote itself may lack colours: only the code has to be loaded.
            if os.path.exists(little):
                with contextlib.suppress(Exception):
                    peer.read(little, kind)
        base = status("VmRSS")
        found, figures = measured(lambda: peer.read(path, kind))
        assert found == wanted, f"{name} finds {found} in {task}, not {wanted}"
    if is_program:
        figures = dict(wall=peer.seconds, peak=resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
        base = 0
    figures["peak"] -= base
    print(json.dumps(dict(who=name, task=task, operation=operation, **figures)), flush=True)


if sys.argv[1:] == ["list"]:
    for task, names in TASKS.items():
        for name in names:
            print(task, name, " ".join(operations(name)))
elif len(sys.argv) == 5 and sys.argv[1] in ("write", "read"):
    operation, folder, task, name = sys.argv[1:]
    missing = absent(name)
    if missing:
        print(json.dumps(dict(who=name, task=task, operation=operation, missing=missing)))
        sys.exit()
    try:
        run(operation, folder, task, name)
    except Exception as problem:
        # A peer that cannot do it is told in the table, and ends nothing.
        text = f"{type(problem).__name__}: {problem}".splitlines()[0][:200]
        print(json.dumps(dict(who=name, task=task, operation=operation, failed=text)))
else:
    sys.exit(__doc__)
