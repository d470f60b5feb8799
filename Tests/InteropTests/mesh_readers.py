"""Readers of meshes."""

import importlib
import json
import os
import pathlib
import re
import sys
import tempfile

import numpy as np

from readers import Found, Missing, fractions, looked_up, reader, tool


@reader(
    "trimesh",
    "mesh/ply mesh/obj mesh/stl mesh/glb mesh/gltf mesh/dae cloud/ply cloud/obj cloud/glb cloud/gltf splat/glb splat/gltf",
    compact=True,
)
def with_trimesh(path):
    import trimesh

    shape = trimesh.load(str(path), process=False)
    if isinstance(shape, trimesh.Scene):
        # Moved ones, as quantised meshes are, where they lie.
        still = all(np.array_equal(shape.graph[node][0], np.eye(4)) for node in shape.graph.nodes_geometry)
        named = list(shape.geometry.values())
        parts = named if still else shape.dump()
        # Its copies lose the attributes of their looks.
        named = named if len(named) == len(parts) else parts
    else:
        named = parts = [shape]
    if isinstance(parts[0], trimesh.PointCloud):
        colors = parts[0].colors
        return Found(parts[0].vertices, 0, None if colors is None or len(colors) == 0 else fractions(colors))
    starts = np.cumsum([0] + [len(p.vertices) for p in parts])
    faces = np.vstack([p.faces + start for p, start in zip(parts, starts)])
    points = np.vstack([p.vertices for p in parts])
    colors = [_trimesh_colors(p) for p in named]
    painted = [_trimesh_painted(p) for p in parts]
    normals = [p.vertex_normals for p in parts if "vertex_normals" in p._cache.cache]
    return Found(
        points,
        faces,
        None if any(c is None for c in colors) else np.vstack(colors),
        np.vstack(normals) if len(normals) == len(parts) else None,
        painted=None if any(p is None for p in painted) else tuple(np.vstack(p) for p in zip(*painted)),
        texture=all(p is not None for p in painted) if path.suffix != ".stl" else None,
        closed=all(p.merge_vertices() or p.is_watertight for p in parts) if path.suffix == ".stl" else None,
        parts=len(parts),
    )


def _trimesh_colors(part):
    # Beside a material trimesh keeps the colours as an attribute.
    colors = (
        part.visual.vertex_colors if part.visual.kind == "vertex" else getattr(part.visual, "vertex_attributes", {}).get("color")
    )
    colors = part.vertex_attributes.get("color") if colors is None else colors
    return None if colors is None else fractions(colors)


def _trimesh_painted(part):
    material = getattr(part.visual, "material", None)
    picture = next((p for p in (getattr(material, k, None) for k in ("baseColorTexture", "image")) if p is not None), None)
    if picture is not None and picture.size == (2, 2):
        # Its own stand-in, where a file has texture coordinates and no picture.
        return None
    return None if picture is None else (part.vertices, looked_up(picture.convert("RGB"), part.visual.uv))


@reader("open3d", "mesh/ply mesh/obj mesh/stl mesh/glb mesh/gltf cloud/ply cloud/pcd cloud/pts cloud/xyz", compact=True)
def with_open3d(path):
    from headless_open3d import open3d

    open3d.utility.set_verbosity_level(open3d.utility.VerbosityLevel.Error)
    is_cloud = path.suffix in (".pcd", ".pts", ".xyz") or path.suffix == ".ply" and not _has_faces(path)
    if is_cloud:
        # Open3D calls three coordinates and three colours xyzrgb, and takes them for normals in an xyz.
        kind = "xyzrgb" if path.suffix == ".xyz" and len(path.open().readline().split()) == 6 else "auto"
        cloud = open3d.io.read_point_cloud(str(path), format=kind, remove_nan_points=False, remove_infinite_points=False)
        colors = np.asarray(cloud.colors)
        # It divides by 255 what is a fraction, and the other way round, by the format and not the number.
        return Found(cloud.points, 0, colors * (255 if kind == "xyzrgb" and colors.max() < 0.01 else 1), cloud.normals)
    mesh = open3d.io.read_triangle_mesh(str(path), enable_post_processing=False)
    # Copies: its arrays lie in memory that is freed with the mesh.
    points, faces = np.array(mesh.vertices), np.array(mesh.triangles)
    pictures = [np.array(t) for t in mesh.textures if not t.is_empty()]
    painted = None
    if mesh.has_triangle_uvs() and len(pictures) == 1:
        # Its v counts from above, for OBJ too, whose picture it turns over.
        painted = points[faces.ravel()], looked_up(pictures[0], np.array(mesh.triangle_uvs) * [1, -1] + [0, 1])
    return Found(points, faces, np.array(mesh.vertex_colors), np.array(mesh.vertex_normals), painted=painted,
                 texture=len(pictures) > 0 if path.suffix != ".stl" else None)


def _has_faces(path):
    with open(path, "rb") as file:
        return b"element face" in file.read(2000)


@reader("pymeshlab", "mesh/obj mesh/stl mesh/ply mesh/dae mesh/gltf mesh/glb cloud/ply cloud/obj")
def with_pymeshlab(path):
    import pymeshlab

    meshes = pymeshlab.MeshSet()
    meshes.load_new_mesh(str(path))
    if meshes.mesh_number() > 1:
        meshes.generate_by_merging_visible_meshes(mergevertices=False, deleteunref=False)
    mesh = meshes.current_mesh()
    points, faces = mesh.transformed_vertex_matrix(), mesh.face_matrix()
    painted = None
    if mesh.texture_number():
        from PIL import Image

        # Its wheel has no JPEG, of whomever, and names a dummy instead; a picture that is embedded has no name.
        picture = path.parent / next(iter(mesh.textures()))
        picture = Image.open(picture) if picture.exists() else None
        if picture is not None and mesh.has_wedge_tex_coord():
            painted = points[faces.ravel()], looked_up(picture.convert("RGB"), mesh.wedge_tex_coord_matrix())
    return Found(
        points,
        faces if len(faces) else 0,
        mesh.vertex_color_matrix() if mesh.has_vertex_color() else None,
        painted=painted,
        texture=mesh.texture_number() > 0 if path.suffix not in (".stl", ".ply") else None,
    )


@reader("meshio", "mesh/obj mesh/stl mesh/ply")
def with_meshio(path):
    import meshio

    mesh = meshio.read(path)
    # It takes all numbers of an OBJ's line for coordinates, and unsigned bytes of a PLY for signed ones.
    colors = mesh.points[:, 3:6] if mesh.points.shape[1] == 6 else None
    if "red" in mesh.point_data:
        colors = np.stack([mesh.point_data[k] for k in ("red", "green", "blue")], 1).view("u1") / 255
    return Found(mesh.points[:, :3], mesh.get_cells_type("triangle"), colors)


@reader("ufbx", "mesh/fbx", compact=True)
def with_ufbx(path):
    importlib.import_module("ufbx")
    with tempfile.TemporaryDirectory() as folder:
        result = pathlib.Path(folder) / "found.npz"
        text = tool(sys.executable, pathlib.Path(__file__).with_name("ufbx_import.py"), path, result, accepts=None)
        assert result.exists(), f"ufbx doesn't read it: {text.strip()[-300:]}"
        with np.load(result) as found:
            up = str(found["up"]).removeprefix("UFBX_COORDINATE_AXIS_")
            return Found(found["points"], int(found["triangles"]), texture=found["textures"] > 0, unit=float(found["unit"]),
                         up={"POSITIVE_Y": "y", "POSITIVE_Z": "z"}.get(up, up))


@reader("assimp", "mesh/obj mesh/fbx mesh/stl mesh/ply mesh/gltf mesh/glb mesh/dae")
def with_assimp(path):
    text = tool("assimp", "info", path)
    number = lambda key: int(re.search(rf"^{key}:\s+(\d+)", text, re.M)[1])
    low, high = [[float(x) for x in p.split()] for p in re.findall(r"(?:Minimum|Maximum) point\s+\(([^)]*)\)", text)]
    pictures = number(r"Textures \(embed\.\)") > 0 or "Texture Refs:\n " in text
    # It turns and scales COLLADA to metres, y up, and leaves the numbers of the others.
    return Found(
        None,
        number("Faces"),
        box=[np.array(low), np.array(high)],
        frame="metres y up" if path.suffix == ".dae" else None,
        texture=pictures if path.suffix not in (".stl", ".ply") else None,
    )


@reader("blender", "mesh/obj mesh/fbx mesh/stl mesh/ply mesh/gltf mesh/glb mesh/usdz mesh/dae")
def with_blender(path):
    """Blender places declared units and axes in its own world: metres, z up."""
    python = os.environ.get("INTEROP_BLENDER", str(pathlib.Path(__file__).parent.parent.parent / ".venv-blender/bin/python"))
    if not pathlib.Path(python).exists():
        raise Missing(f"Blender's module bpy: there is no {python}")
    with tempfile.TemporaryDirectory() as folder:
        result = pathlib.Path(folder) / "found.npz"
        text = tool(python, pathlib.Path(__file__).with_name("blender_import.py"), path, result, accepts=None)
        assert result.exists(), f"Blender doesn't import it: {text.strip()[-300:]}"
        with np.load(result) as found:
            points, corners, colors, uvs, picture = (found[k] for k in ("points", "corners", "colors", "uvs", "picture"))
    declared = path.suffix in (".fbx", ".usdz", ".dae")
    if path.suffix in (".obj", ".glb", ".gltf"):
        points = np.c_[points[:, 0], points[:, 2], -points[:, 1]]
    painted = (points[corners], looked_up(picture, uvs)) if len(picture) and len(uvs) else None
    # Blender hands out linear colours, whatever it took in.
    if path.suffix not in (".glb", ".gltf", ".usdz"):
        colors = np.where(colors <= 0.0031308, colors * 12.92, 1.055 * np.maximum(colors, 0.0031308) ** (1 / 2.4) - 0.055)
    return Found(
        points,
        corners.reshape(-1, 3),
        colors if len(colors) else None,
        painted=painted,
        frame="metres z up" if declared else None,
        texture=len(picture) > 0 if path.suffix not in (".stl", ".ply") else None,
    )


@reader("gltfpack", "mesh/gltf mesh/glb")
def with_gltfpack(path):
    """cgltf: parses, loads the buffers and validates."""
    with tempfile.TemporaryDirectory() as folder:
        text = tool("gltfpack", "-v", "-noq", "-kn", "-i", path, "-o", f"{folder}/o.glb")
    return Found(None, int(re.search(r"input:.*?(\d+) triangles", text)[1]))


@reader("pygltflib", "mesh/gltf mesh/glb cloud/glb cloud/gltf splat/glb splat/gltf")
def with_pygltflib(path):
    """The JSON schema, and the accessors' places and exact bounds, by the specification."""
    import pygltflib

    document = pygltflib.GLTF2().load(str(path))
    types = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
    widths = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
    blobs = [document.binary_blob() if b.uri is None else (path.parent / b.uri).read_bytes() for b in document.buffers]
    remarks = against_the_schema(path)
    remarks += [f"buffer {i} is shorter than it says" for i, b in enumerate(document.buffers) if len(blobs[i]) < b.byteLength]

    def values(index):
        accessor = document.accessors[index]
        view = document.bufferViews[accessor.bufferView]
        kind, width = np.dtype(types[accessor.componentType]), widths[accessor.type]
        size, start = kind.itemsize * width, (accessor.byteOffset or 0)
        step = view.byteStride or size
        assert start + step * (accessor.count - 1) + size <= view.byteLength, f"accessor {index} overruns its view"
        assert (view.byteOffset or 0) + view.byteLength <= document.buffers[view.buffer].byteLength, f"a view overruns its buffer"
        rows = np.ndarray((accessor.count, width), kind, blobs[view.buffer], (view.byteOffset or 0) + start, (step, kind.itemsize))
        for told, is_so in ((accessor.min, rows.min(0)), (accessor.max, rows.max(0))):
            if told and not np.array_equal(np.asarray(told, kind), is_so):
                remarks.append(f"accessor {index} tells the bound {told}, which is {is_so.tolist()}")
        # Integers that stand for fractions, of quantised meshes.
        return np.maximum(rows / np.iinfo(kind).max, -1) if accessor.normalized else rows

    assert len(document.nodes) == 1 and not document.nodes[0].rotation and not document.nodes[0].matrix, "it is turned"
    scale, move = np.array(document.nodes[0].scale or [1, 1, 1]), np.array(document.nodes[0].translation or [0, 0, 0])
    primitives = [p for mesh in document.meshes for p in mesh.primitives]
    points = [values(p.attributes.POSITION) for p in primitives]
    remarks += ["POSITION without bounds" for p in primitives if not document.accessors[p.attributes.POSITION].min]
    indices = [
        values(p.indices).ravel() if p.indices is not None else np.arange(len(v))
        for p, v in zip(primitives, points)
        if (p.mode is None or p.mode == 4)
    ]
    colors = [values(p.attributes.COLOR_0) for p in primitives if p.attributes.COLOR_0 is not None]
    normals = [values(p.attributes.NORMAL) for p in primitives if p.attributes.NORMAL is not None]
    starts = np.cumsum([0] + [len(v) for v in points])
    faces = np.concatenate([i + s for i, s in zip(indices, starts)]).reshape(-1, 3) if indices else 0
    return Found(
        np.vstack(points) * scale + move,
        faces,
        np.vstack(colors) if colors else None,
        np.vstack(normals) if normals else None,
        remarks,
        texture=bool(document.textures),
        extensions=document.extensionsUsed or [],
    )


def against_the_schema(path):
    """What is wrong by the JSON schema of the glTF specification, which trimesh brings."""
    import jsonschema
    from trimesh.exchange import gltf

    data = path.read_bytes()
    document = json.loads(data if path.suffix == ".gltf" else data[20 : 20 + int.from_bytes(data[12:16], "little")])
    return [e.message[:200] for e in jsonschema.Draft202012Validator(gltf.get_schema()).iter_errors(document)][:5]


@reader("pycollada", "mesh/dae")
def with_pycollada(path):
    import collada
    from collada.schema import ColladaValidator

    document = collada.Collada(str(path))
    validator = ColladaValidator()
    remarks = [str(e) for e in document.errors]
    if not validator.validate(document.xmlnode.getroot()):
        remarks.append("COLLADA 1.4.1 schema: " + str(validator.COLLADA_SCHEMA_1_4_1_INSTANCE.error_log)[:300])
    primitives = [p for geometry in document.scene.objects("geometry") for p in geometry.primitives()]
    places = np.vstack([p.vertex[p.vertex_index].reshape(-1, 3) for p in primitives])
    painted = None
    if document.images and all(p.texcoordset for p in primitives):
        painted = places, looked_up(
            document.images[0].pilimage.convert("RGB"),
            np.vstack([p.texcoordset[0][p.texcoord_indexset[0]].reshape(-1, 2) for p in primitives]),
        )
    sets = [p.original.sources.get("COLOR") for p in primitives]
    colors = [s[0][4].data[p.original.index[:, :, s[0][0]].ravel()][:, :3] for p, s in zip(primitives, sets) if s]
    colors = np.vstack(colors) if len(colors) == len(primitives) else None
    return Found(places, np.arange(len(places)), colors, texture=bool(document.images), painted=painted, remarks=remarks,
                 unit=float(document.assetInfo.unitmeter or 1), up={"Y_UP": "y", "Z_UP": "z"}.get(str(document.assetInfo.upaxis)))


@reader("xmllint", "mesh/dae plan/svg")
def with_xmllint(path):
    tool("xmllint", "--noout", path)
    return Found()


@reader("admesh", "mesh/stl")
def with_admesh(path):
    text = tool("admesh", path)
    ranges = np.array([[float(x) for x in re.search(rf"Min {k}\s*=\s*(\S+), Max {k}\s*=\s*(\S+)", text).groups()] for k in "XYZ"])
    counts = {
        key: int(re.search(rf"{key}\s*:\s*(-?\d+)", text)[1])
        for key in ("Number of facets", "Total disconnected facets", "Facets reversed")
    }
    closed = counts["Total disconnected facets"] == 0
    # An open surface it closes first, and then it turns all over or not by the sign of a volume that nobody meant.
    remarks = [f"{counts['Facets reversed']} facets are turned over"] if closed and counts["Facets reversed"] else []
    return Found(None, counts["Number of facets"], box=list(ranges.T), closed=closed, remarks=remarks)


@reader("prusa-slicer", "mesh/stl")
def with_prusa_slicer(path):
    text = tool("prusa-slicer", "--info", path)
    value = lambda key: re.search(rf"^{key} = (\S+)", text, re.M)[1]
    box = [np.array([float(value(f"{side}_{k}")) for k in "xyz"]) for side in ("min", "max")]
    return Found(None, int(value("number_of_facets")), box=box, closed=value("manifold") == "yes")
