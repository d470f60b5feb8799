"""Readers of USDZ."""

import io
import zipfile

import numpy as np

from readers import Found, looked_up, reader


@reader("usd-core", "mesh/usdz cloud/usdz", compact=True)
def with_usd(path):
    """Pixar's own library, with the rules of Quick Look (`usdchecker --arkit`)."""
    from pxr import Usd, UsdGeom, UsdShade, UsdUtils, UsdValidation

    remarks = _of_the_archive(path)
    checker = UsdUtils.ComplianceChecker(arkit=True, verbose=False)
    checker.CheckCompliance(str(path))
    remarks += checker.GetErrors() + checker.GetFailedChecks() + checker.GetWarnings()

    stage = Usd.Stage.Open(str(path))
    registry = UsdValidation.ValidationRegistry()
    validators = registry.GetOrLoadValidatorsByName([m.name for m in registry.GetAllValidatorMetadata()])
    remarks += [
        e.GetMessage()
        for e in UsdValidation.ValidationContext(validators).Validate(stage)
        if e.GetType() == UsdValidation.ValidationErrorType.Error
    ]
    if not UsdGeom.StageHasAuthoredMetersPerUnit(stage):
        remarks.append("it names no unit")
    prims = [p for p in stage.Traverse() if p.IsA(UsdGeom.PointBased)]
    if len(prims) > 1:
        return _several(stage, prims, remarks)
    prim, shape = prims[0], UsdGeom.PointBased(prims[0])
    points = np.array(shape.GetPointsAttr().Get())
    if not np.array_equal(np.array(shape.GetExtentAttr().Get()), [points.min(0), points.max(0)]):
        remarks.append("its extent is not that of its points")
    faces = 0
    if prim.IsA(UsdGeom.Mesh):
        mesh = UsdGeom.Mesh(prim)
        counts, indices = mesh.GetFaceVertexCountsAttr().Get(), mesh.GetFaceVertexIndicesAttr().Get()
        valid, reason = UsdGeom.Mesh.ValidateTopology(indices, counts, len(points))
        if not valid or (np.array(counts) != 3).any():
            remarks.append(reason or "not only triangles")
        faces = np.array(indices)
    color = shape.GetDisplayColorPrimvar()
    colors = np.array(color.Get()) if color.HasAuthoredValue() else None
    if colors is not None and color.GetInterpolation() != "vertex":
        remarks.append("its colours are not one a vertex")
    material = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial()[0]
    surface = material.ComputeSurfaceSource()[0] if material else None
    source = surface.GetInput("diffuseColor").GetConnectedSource() if surface else None
    shader = UsdShade.Shader(source[0].GetPrim()) if source else None
    painted = None
    if shader and shader.GetShaderId() == "UsdUVTexture":
        # The picture is what the material shows; the colours at the vertices are for viewers without textures.
        picture = _picture(path, shader.GetInput("file").Get())
        coordinates = UsdGeom.PrimvarsAPI(prim).GetPrimvar("st")
        flat = np.array(coordinates.ComputeFlattened())
        places = points if coordinates.GetInterpolation() == "vertex" else points[faces]
        painted = places, looked_up(picture, flat)
    elif colors is not None and (
        not shader or shader.GetShaderId() != "UsdPrimvarReader_float3" or shader.GetInput("varname").Get() != "displayColor"
    ):
        remarks.append("its material does not show its colours")
    normals = shape.GetNormalsAttr().Get()
    return Found(
        points,
        faces,
        colors,
        None if normals is None else np.array(normals),
        remarks,
        painted=painted,
        texture=painted is not None,
        unit=UsdGeom.GetStageMetersPerUnit(stage),
        up=str(UsdGeom.GetStageUpAxis(stage)).lower(),
    )


def _several(stage, prims, remarks):
    """Points in the world and triangles of several meshes."""
    from pxr import UsdGeom

    places, faces, count = [], [], 0
    cache = UsdGeom.XformCache()
    for prim in prims:
        mesh = UsdGeom.Mesh(prim)
        points = np.array(mesh.GetPointsAttr().Get())
        counts, indices = mesh.GetFaceVertexCountsAttr().Get(), mesh.GetFaceVertexIndicesAttr().Get()
        valid, reason = UsdGeom.Mesh.ValidateTopology(indices, counts, len(points))
        if not valid or (np.array(counts) != 3).any():
            remarks.append(reason or "not only triangles")
        place = np.array(cache.GetLocalToWorldTransform(prim))
        places.append(points @ place[:3, :3] + place[3, :3])
        faces.append(np.array(indices) + count)
        count += len(points)
    return Found(
        np.vstack(places),
        np.concatenate(faces),
        None,
        None,
        remarks,
        unit=UsdGeom.GetStageMetersPerUnit(stage),
        up=str(UsdGeom.GetStageUpAxis(stage)).lower(),
    )


def _of_the_archive(path):
    remarks, raw = [], path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        if archive.testzip() is not None:
            remarks.append("a checksum of the archive is wrong")
        for entry in archive.infolist():
            start = entry.header_offset + 30 + int.from_bytes(raw[entry.header_offset + 26 :][:2], "little")
            start += int.from_bytes(raw[entry.header_offset + 28 :][:2], "little")
            if entry.compress_type != zipfile.ZIP_STORED or start % 64:
                remarks.append(f"{entry.filename} is compressed or not aligned to 64 bytes")
    return remarks


def _picture(path, asset):
    from PIL import Image

    assert asset.resolvedPath, f"its picture {asset.path} is not found"
    with zipfile.ZipFile(path) as archive:
        return Image.open(io.BytesIO(archive.read(asset.resolvedPath.split("[")[1].rstrip("]")))).convert("RGB")


@reader("tinyusdz", "mesh/usdz")
def with_tinyusdz(path):
    import tinyusdz

    scene = tinyusdz.tydra.convert_to_render_scene(tinyusdz.load(str(path)))
    meshes = list(scene.meshes())
    assert meshes, "no mesh"
    return Found(
        np.vstack([np.array(m.points) for m in meshes]),
        sum(len(np.array(m.face_vertex_counts)) for m in meshes),
        texture=len(list(scene.images())) > 0,
    )
