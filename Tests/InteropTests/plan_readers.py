"""Readers of CAD drawings and building models."""

import json
import math
import os
import pathlib
import re
import shutil
import tempfile

import numpy as np

from readers import Found, Missing, reader, tool, without_screen


def flat_box(points):
    points = np.array([p[:2] for p in points], float)
    assert len(points), "no geometry"
    assert np.isfinite(points).all(), "coordinates are not finite"
    return [np.append(points.min(0), 0), np.append(points.max(0), 0)]


@reader("ezdxf", "plan/dxf", compact=True)
def with_ezdxf(path):
    import ezdxf
    from ezdxf import bbox

    drawing = ezdxf.readfile(path)
    audit = drawing.audit()
    space = drawing.modelspace()
    box = bbox.extents(space, fast=True)
    assert box.has_data and all(map(math.isfinite, [*box.extmin, *box.extmax])), "no geometry"
    rooms = [line for line in space.query("LWPOLYLINE") if line.dxf.layer == "A-AREA"]
    remarks = [e.message for e in audit.errors + audit.fixes][:5]
    low, high = drawing.header["$EXTMIN"], drawing.header["$EXTMAX"]
    # Texts are measured with whatever font there is.
    room = 0.05 * max(box.size)
    if not (np.allclose([*low][:2], [*box.extmin][:2], atol=room) and np.allclose([*high][:2], [*box.extmax][:2], atol=room)):
        remarks.append(f"its extents are told as {low} to {high}, and are {box.extmin} to {box.extmax}")
    remarks += [f"a room of the layer A-AREA is open" for line in rooms if not line.closed]
    return Found(
        None,
        box=[np.array(box.extmin), np.array(box.extmax)],
        count=len(space),
        remarks=remarks,
        version=drawing.dxfversion,
        unit={4: 0.001, 5: 0.01, 6: 1, 2: 0.3048, 1: 0.0254}.get(drawing.header.get("$INSUNITS", 0)),
        layers=sorted({e.dxf.layer for e in space}),
        dimensions=len(space.query("DIMENSION")),
        rooms=len(rooms),
        lineweights=sum(layer.dxf.lineweight > 0 for layer in drawing.layers),
    )


@reader("gdal", "plan/dxf plan/dwg")
def with_gdal(path):
    """GDAL's own reader of DXF; libopencad for DWG."""
    text = tool("ogrinfo", "-ro", "-al", path)
    counts = re.findall(r"^Feature Count: (\d+)", text, re.M)
    assert counts and sum(map(int, counts)) and "ERROR" not in text, text.strip()[-300:]
    extents = [re.findall(r"-?[\d.]+(?:e-?\d+)?", e) for e in re.findall(r"^Extent: (.*)$", text, re.M)]
    corners = [e[i : i + 2] for e in extents for i in (0, 2)]
    names = re.findall(r"^\s+Layer \(String\) = (.*)$", text, re.M) or re.findall(r"^Layer name: (.*)$", text, re.M)
    return Found(None, features=sum(map(int, counts)), layers=sorted(set(names)), around=flat_box(corners))


@reader("librecad", "plan/dxf")
def with_librecad(path):
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(path, f"{folder}/in.dxf")
        text = tool("librecad", "dxf2pdf", "-a", "-t", folder, f"{folder}/in.dxf", accepts=None, env=without_screen())
        assert pathlib.Path(f"{folder}/in.pdf").exists(), f"LibreCAD prints nothing: {text.strip()[-200:]}"
        drawn = tool("pdftocairo", "-svg", f"{folder}/in.pdf", "-").count("<path")
    assert drawn, "LibreCAD draws nothing"
    return Found(None, drawn=drawn)


@reader("acadsharp", "plan/dxf plan/dwg")
def with_acadsharp(path):
    import acadsharp.native

    document = acadsharp.native.load().read(str(path))
    names = [e.ObjectName for e in document.Entities]
    return Found(
        None,
        count=len(names),
        layers=sorted(layer.Name for layer in document.Layers),
        version=str(document.Header.VersionString),
        dimensions=sum("DIMENSION" in n.upper() for n in names),
    )


@reader("ezdwg", "plan/dwg", compact=True)
def with_ezdwg(path):
    import ezdwg

    drawing = ezdwg.read(str(path))
    entities = list(drawing.modelspace().iter_entities())
    points = [p for e in entities for k in ("start", "end", "center", "insert") if (p := e.dxf.get(k))]
    points += [p for e in entities for p in e.dxf.get("points", [])]
    kinds = [e.dxftype for e in entities]
    return Found(
        None, box=flat_box(points), count=len(entities), version=drawing.version, kinds=kinds, dimensions=kinds.count("DIMENSION")
    )


@reader("dwg2geo", "plan/dwg")
def with_dwg2geo(path):
    import dwg2geo

    features = json.loads(dwg2geo.convert_file(str(path))["geojson"])["features"]
    points = []

    def walk(part):
        points.append(part) if isinstance(part[0], (int, float)) else [walk(x) for x in part]

    for feature in features:
        walk(feature["geometry"]["coordinates"])
    return Found(None, around=flat_box(points), features=len(features), layers=sorted({f["properties"]["layer"] for f in features}))


@reader("ifcopenshell", "plan/ifc")
def with_ifcopenshell(path):
    """The schema with its express rules, and the geometry, always in metres."""
    import ifcopenshell
    import ifcopenshell.geom
    import ifcopenshell.util.unit
    import ifcopenshell.validate

    file, log = ifcopenshell.open(str(path)), ifcopenshell.validate.json_logger()
    ifcopenshell.validate.validate(file, log, express_rules=True)
    remarks = [s["message"][:200] for s in log.statements if str(s.get("level", "error")).lower() in ("error", "warning")][:5]
    settings = ifcopenshell.geom.settings()
    settings.set("use-world-coords", True)
    shapes, vertices = ifcopenshell.geom.iterator(settings, file), []
    assert shapes.initialize(), "no geometry"
    while True:
        vertices.append(np.array(shapes.get().geometry.verts).reshape(-1, 3))
        if not shapes.next():
            break
    number = lambda kind: len(file.by_type(kind))
    facts = {
        name: number(f"Ifc{kind}")
        for name, kind in {
            "walls": "Wall",
            "standard_walls": "WallStandardCase",
            "spaces": "Space",
            "doors": "Door",
            "windows": "Window",
            "openings": "OpeningElement",
            "slabs": "Slab",
            "coverings": "Covering",
            "storeys": "BuildingStorey",
            "sites": "Site",
            "buildings": "Building",
            "property_sets": "PropertySet",
            "quantities": "ElementQuantity",
        }.items()
    }
    # A ceiling covers the space that it is above.
    facts["covered_spaces"] = len({
        relation[4].id()
        for relation in file.by_type("IfcRelCoversSpaces")
        if all(covering.PredefinedType == "CEILING" for covering in relation.RelatedCoverings)
    })
    sets = {s.Name for s in file.by_type("IfcPropertySet") + file.by_type("IfcElementQuantity")}
    points = np.vstack(vertices)
    return Found(None, box=[points.min(0), points.max(0)], remarks=remarks, schema=file.schema_identifier, sets=sorted(sets),
                 declared_unit=ifcopenshell.util.unit.calculate_unit_scale(file), **facts)


@reader("ifclite", "plan/ifc")
def with_ifclite(path):
    """ifc-lite: a STEP parser and geometry kernel of its own, in Rust."""
    import ifclite_geom

    elements = list(json.loads(ifclite_geom.geometry_data_json(path.read_bytes()))["elements"].values())
    points = np.array([v for e in elements for v in e["vertices"]], float).reshape(-1, 3)
    assert len(points) and np.isfinite(points).all(), "no geometry"
    return Found(None, box=[points.min(0), points.max(0)], walls=sum(e["ifc_type"].startswith("IfcWall") for e in elements))
