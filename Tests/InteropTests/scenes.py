"""Scenes with hierarchy, several materials, a skin, morph targets and animations that `diorama convert` writes: what other readers
count in them, against what the source holds and what `diorama inspect` counts."""

import json
import pathlib
import struct
import subprocess

import numpy as np

FOREIGN = pathlib.Path(__file__).resolve().parent.parent.parent.parent / "shared/data/foreign-formats"
# What each format keeps of a scene: these counts have to be those of the source. A format that joins this list is checked at once.
KEEPS = {
    "glb": ("nodes", "materials", "triangles", "animations", "skins", "cameras", "morphs"),
    "gltf": ("nodes", "materials", "triangles", "animations", "skins", "cameras", "morphs"),
    "dae": ("nodes", "materials", "triangles", "animations", "skins", "cameras", "morphs"),
    "obj": ("materials", "triangles"),
    "fbx": ("materials", "triangles", "animations", "skins", "cameras", "morphs"),
    "usdz": ("materials", "triangles", "animations", "skins", "cameras", "morphs"),
    "stl": ("triangles",),
}


class Buffer:
    """The binary part of a GLB, and the accessors into it."""

    def __init__(self):
        self.data, self.views, self.accessors = b"", [], []

    def add(self, rows, bounds=False, target=None):
        rows = np.asarray(rows)
        kinds = {"<f4": 5126, "<u2": 5123, "|u1": 5121}
        self.data += b"\0" * (-len(self.data) % 4)
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": rows.nbytes}
        self.views.append(view | ({"target": target} if target else {}))
        self.data += rows.tobytes()
        width = 1 if rows.ndim == 1 else rows.shape[1]
        kind = {1: "SCALAR", 3: "VEC3", 4: "VEC4", 16: "MAT4"}[width]
        accessor = {
            "bufferView": len(self.views) - 1,
            "componentType": kinds[rows.dtype.str],
            "count": len(rows),
            "type": kind,
        }
        if bounds:
            accessor |= {"min": np.atleast_1d(rows.min(0)).tolist(), "max": np.atleast_1d(rows.max(0)).tolist()}
        self.accessors.append(accessor)
        return len(self.accessors) - 1


def write_sample(path):
    """A GLB: a cabinet with two materials below two nodes, a banner on two joints that bends, and a pad that bulges."""
    f4 = lambda rows: np.asarray(rows, "<f4")
    buffer = Buffer()
    square = f4([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]])
    indices = np.array([0, 1, 2, 0, 2, 3], "<u2")
    normals = f4([[0, 0, 1]] * 4)
    positions = buffer.add(square, bounds=True, target=34962)
    side = buffer.add(square @ f4([[0, 0, 1], [0, 1, 0], [1, 0, 0]]), bounds=True, target=34962)
    # Two shapes of the same numbers would be one mesh to some readers.
    small = buffer.add(square * f4([0.6, 0.6, 1]), bounds=True, target=34962)
    faces, upright = buffer.add(indices, target=34963), buffer.add(normals, target=34962)
    sideways = buffer.add(f4([[1, 0, 0]] * 4), target=34962)
    # The banner's upper edge hangs on the second joint, 1 m above the first.
    joints = buffer.add(np.array([[0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]], "|u1"), target=34962)
    weights = buffer.add(f4([[1, 0, 0, 0]] * 4), target=34962)
    inverse = buffer.add(f4([np.eye(4).ravel(), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1]]))
    bulge = buffer.add(f4([[0, 0, 0.5]] * 4), bounds=True, target=34962)
    times = buffer.add(f4([0, 1, 2]), bounds=True)
    turns = buffer.add(f4([[0, 0, 0, 1], [0.38268343, 0, 0, 0.92387953], [0, 0, 0, 1]]))
    moves = buffer.add(f4([[0, 0, 0], [0, 0.5, 0], [0, 0, 0]]))
    part = lambda place, normal, material, **more: {
        "attributes": {"POSITION": place, "NORMAL": normal, **more},
        "indices": faces,
        "material": material,
    }
    colour = lambda name, r, g, b: {"name": name, "pbrMetallicRoughness": {"baseColorFactor": [r, g, b, 1], "metallicFactor": 0}}
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0, 4, 6, 7, 8]}],
        "nodes": [
            {"name": "cabinet", "children": [1, 2], "translation": [2, 0, 0]},
            {"name": "body", "mesh": 0},
            {"name": "door", "mesh": 0, "rotation": [0, 0.70710678, 0, 0.70710678], "children": [3]},
            {"name": "knob", "mesh": 0, "scale": [0.1, 0.1, 0.1], "translation": [0.8, 0.5, 0.05]},
            {"name": "lower joint", "children": [5]},
            {"name": "upper joint", "translation": [0, 1, 0]},
            {"name": "banner", "mesh": 1, "skin": 0},
            {"name": "pad", "mesh": 2, "translation": [0, 0, 2]},
            {"name": "view", "camera": 0, "translation": [0, 1, 6]},
        ],
        "meshes": [
            {"name": "box", "primitives": [part(positions, upright, 0), part(side, sideways, 1)]},
            {"name": "cloth", "primitives": [part(positions, upright, 2, JOINTS_0=joints, WEIGHTS_0=weights)]},
            {"name": "pad", "primitives": [{**part(small, upright, 0), "targets": [{"POSITION": bulge}]}], "weights": [0.5]},
        ],
        "skins": [{"joints": [4, 5], "inverseBindMatrices": inverse, "skeleton": 4}],
        "materials": [colour("paint", 0.8, 0.1, 0.1), colour("wood", 0.4, 0.2, 0.05), colour("cloth", 0.05, 0.1, 0.7)],
        "cameras": [{"type": "perspective", "perspective": {"yfov": 0.8, "znear": 0.1, "zfar": 100}}],
        "animations": [
            {
                "name": "bend",
                "samplers": [{"input": times, "output": turns}],
                "channels": [{"sampler": 0, "target": {"node": 5, "path": "rotation"}}],
            },
            {
                "name": "lift",
                "samplers": [{"input": times, "output": moves}],
                "channels": [{"sampler": 0, "target": {"node": 1, "path": "translation"}}],
            },
        ],
        "buffers": [{"byteLength": len(buffer.data)}],
        "bufferViews": buffer.views,
        "accessors": buffer.accessors,
    }
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    data = buffer.data + b"\0" * (-len(buffer.data) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
    path.write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks)
    return path


SAMPLE = {"nodes": 9, "materials": 3, "triangles": 16, "animations": 2, "skins": 1, "cameras": 1, "morphs": 1}


def inspected(program, path):
    """What `diorama inspect` counts."""
    run = subprocess.run([program, "inspect", str(path), "--json"], capture_output=True, text=True, timeout=120)
    if run.returncode != 0:
        raise RuntimeError(run.stderr.strip()[-300:])
    report = json.loads(run.stdout)
    nodes = list(_tree(report["nodes"]))
    return {
        "nodes": len(nodes),
        "materials": len(report["materials"]),
        "triangles": report["triangles"],
        # Of each mesh once, however often it is placed.
        "triangles of meshes": sum({
            n["mesh"]["mesh"]: sum(p["count"] for p in n["mesh"]["primitives"] if p["topology"] == "triangles")
            for n in nodes
            if "mesh" in n
        }.values()),
        "animations": len(report["animations"]),
        "skins": len(report["skins"]),
        "cameras": sum("camera" in n for n in nodes),
        "morphs": sum(n.get("mesh", {}).get("morph_targets", 0) for n in nodes),
    }


def _tree(nodes):
    for node in nodes:
        yield node
        yield from _tree(node["children"])


def with_trimesh(path):
    import trimesh

    scene = trimesh.load_scene(str(path), process=False)
    triangles = sum(len(scene.geometry[scene.graph[n][1]].faces) for n in scene.graph.nodes_geometry)
    materials = {id(g.visual.material) for g in scene.geometry.values() if getattr(g.visual, "material", None) is not None}
    found = {"triangles": triangles}
    if path.suffix == ".obj":
        found["materials"] = len(materials)
    return found


def with_pycollada(path):
    import collada

    document = collada.Collada(str(path), ignore=[])
    children = lambda node: [c for c in getattr(node, "children", []) if isinstance(c, collada.scene.Node)]
    count = lambda nodes: sum(1 + count(children(n)) for n in nodes)
    placed = list(document.scene.objects("geometry")) + list(document.scene.objects("controller"))
    # It places morphed geometry, but does not hand it out: the geometry at rest has the same triangles.
    shapes = [p.original.source_geometry if type(p).__name__ == "BoundMorph" else p for p in placed]
    parts = [part for shape in shapes for part in (shape.primitives() if callable(shape.primitives) else shape.primitives)]
    triangles = sum(len(getattr(part, "primitive", part).vertex_index) for part in parts)
    kinds = [type(c).__name__ for c in document.controllers]
    return {
        "nodes": count(document.scene.nodes),
        "materials": len(document.materials),
        "triangles": triangles,
        "skins": kinds.count("Skin"),
        "morphs": kinds.count("Morph"),
        "animations": len(document.animations),
        "cameras": len(document.cameras),
        "remarks": [str(e) for e in document.errors],
    }


def with_usd(path):
    from pxr import Usd, UsdGeom, UsdShade, UsdSkel, UsdUtils

    checker = UsdUtils.ComplianceChecker(arkit=True, verbose=False)
    checker.CheckCompliance(str(path))
    stage = Usd.Stage.Open(str(path))
    meshes = [UsdGeom.Mesh(p) for p in stage.Traverse() if p.IsA(UsdGeom.Mesh)]
    triangles = sum(sum(c - 2 for c in m.GetFaceVertexCountsAttr().Get()) for m in meshes)
    for mesh in meshes:
        indices, counts = mesh.GetFaceVertexIndicesAttr().Get(), mesh.GetFaceVertexCountsAttr().Get()
        valid, why = UsdGeom.Mesh.ValidateTopology(indices, counts, len(mesh.GetPointsAttr().Get()))
        if not valid:
            raise ValueError(f"{mesh.GetPath()}: {why}")
    def is_bound(prim):
        return bool(UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial()[0])

    # A mesh of several materials binds them to its subsets of faces.
    bound = [is_bound(m.GetPrim()) or any(is_bound(s.GetPrim()) for s in UsdGeom.Subset.GetAllGeomSubsets(m)) for m in meshes]
    # Blend shapes alone have a skeleton, too, with one joint for all vertices.
    bindings = [UsdSkel.BindingAPI(m.GetPrim()) for m in meshes if m.GetPrim().HasAPI(UsdSkel.BindingAPI)]
    skeletons = [b.GetInheritedSkeleton() for b in bindings if b.GetJointIndicesPrimvar().GetInterpolation() == "vertex"]
    return {
        "triangles": triangles,
        "materials": sum(p.IsA(UsdShade.Material) for p in stage.Traverse()),
        "skins": len({str(s.GetPath()) for s in skeletons if s}),
        "cameras": sum(p.IsA(UsdGeom.Camera) for p in stage.Traverse()),
        "remarks": checker.GetErrors() + checker.GetFailedChecks() + checker.GetWarnings()
        + ([] if all(bound) else ["a mesh has no material"]),
    }


def with_schema(path):
    """The JSON schema of glTF (make interop)."""
    from mesh_readers import against_the_schema

    return {"remarks": against_the_schema(path)}


def with_assimp(path):
    """assimp's importer (make interop)."""
    run = subprocess.run(["assimp", "info", str(path)], capture_output=True, text=True, errors="replace", timeout=120)
    if run.returncode != 0:
        raise RuntimeError(f"assimp ends with {run.returncode}: {(run.stdout + run.stderr).strip()[-200:]}")
    values = dict(line.split(":", 1) for line in run.stdout.splitlines() if line.count(":") == 1)
    found = {"triangles of meshes": int(values["Faces"])}
    # It makes one animation of several in a COLLADA.
    return {**found, "animations": int(values["Animations"])} if path.suffix in (".glb", ".gltf") else found


READERS = {
    "trimesh": (with_trimesh, {"glb", "gltf", "obj", "stl"}),
    "pycollada": (with_pycollada, {"dae"}),
    "usd-core": (with_usd, {"usdz"}),
}
# Those of the full check, which are not wheels of the compact one.
MORE_READERS = {
    "assimp": (with_assimp, {"glb", "gltf", "obj", "dae", "fbx", "stl"}),
    "the schema of glTF": (with_schema, {"glb", "gltf"}),
}
# assimp 5.2 does not find the geometry of a COLLADA morph by its URL.
DROPS = {("assimp", "dae"): ["--drop", "morphs"]}


def check(program, folder, convert, expect, readers=READERS):
    sources = [(write_sample(folder / "cabinet.glb"), SAMPLE)]
    truck = FOREIGN / "trimesh/CesiumMilkTruck.glb"
    if truck.exists():
        sources.append((truck, inspected(program, truck)))
    else:
        print("skipped: CesiumMilkTruck.glb as a scene (../shared/data/foreign-formats is not there)")
    told = inspected(program, sources[0][0])
    told = {what: told[what] for what in SAMPLE}
    expect(told == SAMPLE, f"cabinet.glb: inspect counts {told}, not {SAMPLE}")
    checked = set()
    for source, holds in sources:
        for format, kept in KEEPS.items():
            target = folder / f"{source.stem}-scene.{format}"
            if convert(program, source, target) is None:
                continue
            ours = inspected(program, target)
            for what in kept:
                expect(ours[what] == holds[what], f"{target.name}: inspect counts {ours[what]} {what}, not {holds[what]}")
            for name, (read, formats) in readers.items():
                if format not in formats:
                    continue
                file, counts = target, ours
                if dropped := DROPS.get((name, format)):
                    file = folder / f"{source.stem}-less.{format}"
                    if convert(program, source, file, dropped) is None:
                        continue
                    counts = inspected(program, file)
                try:
                    found = read(file)
                except Exception as error:  # a reader's own failure is the finding
                    expect(False, f"{file.name}: {name} cannot read it: {error!r}"[:400])
                    continue
                for remark in found.pop("remarks", []):
                    expect(False, f"{file.name}: {name}: {remark}")
                for what, count in found.items():
                    expect(count == counts[what], f"{file.name}: {name} counts {count} {what}, inspect {counts[what]}")
                checked.add(name)
    for name in readers:
        expect(name in checked, f"{name} checked no scene")
