"""What each foreign reader finds in a file, in one form: points, triangles, box, colours.

`colors` are what the reader hands out, 0…1, one a point in the file's order, or None where it tells none."""

import zipfile

import numpy as np


class Found:
    def __init__(self, points, triangles=0, colors=None, normals=None, remarks=()):
        self.points = np.asarray(points, float).reshape(-1, 3)
        self.triangles = int(triangles)
        self.colors = None if colors is None or len(colors) == 0 else np.asarray(colors, float)[:, :3]
        self.normals = None if normals is None or len(normals) == 0 else np.asarray(normals, float)
        # What is wrong by the reader's own rules.
        self.remarks = list(remarks)


def with_trimesh(path):
    import trimesh

    shape = trimesh.load(str(path), process=False)
    if isinstance(shape, trimesh.Scene):
        parts = list(shape.geometry.values())
        assert len(parts) == 1, f"{len(parts)} parts"
        assert all(np.array_equal(shape.graph[node][0], np.eye(4)) for node in shape.graph.nodes_geometry), "it is moved"
        shape = parts[0]
    if isinstance(shape, trimesh.PointCloud):
        colors = shape.colors
        return Found(shape.vertices, 0, None if colors is None or len(colors) == 0 else _fractions(colors))
    # Beside a material trimesh keeps the colours as an attribute.
    colors = shape.visual.vertex_colors if shape.visual.kind == "vertex" else getattr(shape.visual, "vertex_attributes", {}).get("color")
    colors = None if colors is None else _fractions(colors)
    normals = shape.vertex_normals if "vertex_normals" in shape._cache.cache else None
    return Found(shape.vertices, len(shape.faces), colors, normals)


def _fractions(colors):
    colors = np.asarray(colors)
    return colors / float(np.iinfo(colors.dtype).max) if colors.dtype.kind in "iu" else colors


def with_open3d(path):
    from headless_open3d import open3d

    open3d.utility.set_verbosity_level(open3d.utility.VerbosityLevel.Error)
    mesh = open3d.io.read_triangle_mesh(str(path)) if _has_faces(path) else None
    if mesh is not None and len(mesh.triangles):
        return Found(mesh.vertices, len(mesh.triangles), mesh.vertex_colors, mesh.vertex_normals)
    cloud = open3d.io.read_point_cloud(str(path))
    return Found(cloud.points, 0, cloud.colors, cloud.normals)


def _has_faces(path):
    return path.suffix != ".ply" or b"element face" in path.read_bytes()[:2000]


def with_usd(path):
    from pxr import Usd, UsdGeom, UsdShade, UsdUtils

    remarks = []
    with zipfile.ZipFile(path) as archive:
        if archive.testzip() is not None:
            remarks.append("a checksum of the archive is wrong")
        for entry in archive.infolist():
            raw = path.read_bytes()
            start = entry.header_offset + 30 + int.from_bytes(raw[entry.header_offset + 26 :][:2], "little")
            start += int.from_bytes(raw[entry.header_offset + 28 :][:2], "little")
            if entry.compress_type != zipfile.ZIP_STORED or start % 64:
                remarks.append(f"{entry.filename} is compressed or not aligned to 64 bytes")
    checker = UsdUtils.ComplianceChecker(arkit=True, verbose=False)
    checker.CheckCompliance(str(path))
    remarks += checker.GetErrors() + checker.GetFailedChecks() + checker.GetWarnings()

    stage = Usd.Stage.Open(str(path))
    if UsdGeom.GetStageMetersPerUnit(stage) != 1 or not UsdGeom.StageHasAuthoredMetersPerUnit(stage):
        remarks.append("its unit is not the metre")
    if UsdGeom.GetStageUpAxis(stage) != UsdGeom.Tokens.y:
        remarks.append("its up axis is not y")
    gprims = [p for p in stage.Traverse() if p.IsA(UsdGeom.PointBased)]
    assert len(gprims) == 1, f"{len(gprims)} shapes"
    prim = gprims[0]
    shape = UsdGeom.PointBased(prim)
    points = np.array(shape.GetPointsAttr().Get())
    extent = np.array(shape.GetExtentAttr().Get())
    if not np.array_equal(extent, [points.min(0), points.max(0)]):
        remarks.append("its extent is not that of its points")
    triangles = 0
    if prim.IsA(UsdGeom.Mesh):
        mesh = UsdGeom.Mesh(prim)
        counts = np.array(mesh.GetFaceVertexCountsAttr().Get())
        triangles = len(counts)
        valid, reason = UsdGeom.Mesh.ValidateTopology(mesh.GetFaceVertexIndicesAttr().Get(), mesh.GetFaceVertexCountsAttr().Get(), len(points))
        if not valid:
            remarks.append(reason)
    color = shape.GetDisplayColorPrimvar()
    colors = None
    if color.HasAuthoredValue():
        colors = np.array(color.Get())
        if color.GetInterpolation() != "vertex":
            remarks.append("its colours are not one a vertex")
        material = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial()[0]
        surface = material.ComputeSurfaceSource()[0]
        source = surface.GetInput("diffuseColor").GetConnectedSource() if surface else None
        reader = UsdShade.Shader(source[0].GetPrim()) if source else None
        if not reader or reader.GetShaderId() != "UsdPrimvarReader_float3" or reader.GetInput("varname").Get() != "displayColor":
            remarks.append("its material does not show its colours")
    normals = shape.GetNormalsAttr().Get()
    return Found(points, triangles, colors, None if normals is None else np.array(normals), remarks)


def with_ufbx(path):
    import ufbx

    scene = ufbx.load_file(str(path))
    points, triangles, colors = [], 0, False
    for mesh in scene.meshes:
        for node in mesh.instances:
            to_world = node.geometry_to_world
            triangles += mesh.num_triangles
            for v in mesh.vertices:
                points.append(
                    [getattr(to_world.c0, k) * v.x + getattr(to_world.c1, k) * v.y + getattr(to_world.c2, k) * v.z + getattr(to_world.c3, k) for k in "xyz"]
                )
    unit = scene.settings.unit_meters
    remarks = [] if scene.settings.axes.up.name.endswith("POSITIVE_Y") else [f"its up axis is {scene.settings.axes.up.name}"]
    return Found(np.array(points) * unit, triangles, remarks=remarks)


# Which readers open which format; each has to be there.
READERS = {
    "trimesh": (with_trimesh, {"ply", "obj", "stl", "glb", "gltf", "dae"}),
    "open3d": (with_open3d, {"ply", "obj", "stl", "glb"}),
    "ufbx": (with_ufbx, {"fbx"}),
    "usd-core": (with_usd, {"usdz"}),
}
# What a reader does not read, though the format holds it.
BLIND = {
    ("open3d", "glb", "cloud"),  # reads only triangles out of glTF
    ("open3d", "obj", "cloud"),
}
