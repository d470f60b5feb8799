"""A floor plan that `diorama convert` writes, opened by ezdxf (with its audit) and ezdwg; SVG and PDF by their structure."""

import json
import pathlib
import subprocess
import xml.etree.ElementTree as ET

from plan_readers import with_ezdwg, with_ezdxf

PLAN = {
    "schema": "diorama.plan/1",
    "plan": {
        "id": "interop",
        "name": "Room",
        "north": 0.35,
        "storeys": [
            {
                "id": "ground",
                "name": "Ground floor",
                "height": 2.7,
                "walls": [
                    {"id": "south", "start": [0, 0], "end": [4, 0], "thickness": 0.2, "height": 2.5, "isExternal": True},
                    {"id": "east", "start": [4, 0], "end": [4, 3], "thickness": 0.2, "height": 2.5, "isExternal": True},
                    {"id": "north", "start": [4, 3], "end": [0, 3], "thickness": 0.2, "height": 2.5, "isExternal": True},
                    {"id": "west", "start": [0, 3], "end": [0, 0], "thickness": 0.2, "height": 2.5, "isUnseen": True},
                ],
                "openings": [
                    {
                        "id": "door",
                        "kind": "door",
                        "wall": "south",
                        "offset": 1,
                        "width": 0.9,
                        "height": 2.1,
                        "swing": {"hinge": "start", "side": "left"},
                    },
                    {"id": "window", "kind": "window", "wall": "north", "offset": 1.2, "width": 1.5, "sill": 0.9, "height": 1.3},
                ],
                "rooms": [
                    {
                        "id": "room",
                        "name": "Kitchen",
                        "use": "kitchen",
                        "polygon": [[0.1, 0.1], [3.9, 0.1], [3.9, 2.9], [0.1, 2.9]],
                        "ceilingHeight": 2.5,
                    }
                ],
                "slabs": [
                    {"id": "floor", "kind": "floor", "polygon": [[0, 0], [4, 0], [4, 3], [0, 3]], "thickness": 0.2, "room": "room"},
                    {
                        "id": "ceiling",
                        "kind": "ceiling",
                        "polygon": [[0.1, 0.1], [3.9, 0.1], [3.9, 2.9], [0.1, 2.9]],
                        "top": 2.52,
                        "thickness": 0.02,
                        "room": "room",
                    },
                ],
                "furniture": [{"id": "table", "category": "table", "center": [2, 1.5], "width": 1.4, "depth": 0.8, "height": 0.75}],
            }
        ],
    },
}
LAYERS = {"A-WALL", "A-DOOR", "A-GLAZ", "A-FURN", "A-AREA", "A-ANNO-DIMS"}


def check(program: str, folder: pathlib.Path, convert, expect):
    source = folder / "plan.json"
    source.write_text(json.dumps(PLAN))
    for ending in ("dxf", "dwg", "ifc", "svg", "pdf", "png"):
        convert(program, source, folder / f"plan.{ending}")
    check_dxf(folder / "plan.dxf", expect)
    check_dwg(folder / "plan.dwg", expect)
    ifc = (folder / "plan.ifc").read_text()
    expect(ifc.startswith("ISO-10303-21;") and "FILE_SCHEMA(('IFC4'))" in ifc, "plan.ifc: it is no IFC4 file")
    for entity, count in {"IFCWALL": 4, "IFCDOOR(": 1, "IFCWINDOW(": 1, "IFCSPACE(": 1, "IFCOPENINGELEMENT(": 2, "IFCSLAB(": 1,
                          "IFCCOVERING(": 1, "IFCRELCOVERSSPACES(": 1}.items():
        found = sum(f"={entity}" in line for line in ifc.splitlines())
        expect(found >= count, f"plan.ifc: {found} of {entity}")
    svg = ET.parse(folder / "plan.svg").getroot()
    texts = "".join(svg.itertext())
    expect("Kitchen" in texts and svg.get("width", "").endswith("mm"), f"plan.svg: {svg.attrib}, {texts[:200]}")
    expect((folder / "plan.pdf").read_bytes().startswith(b"%PDF-"), "plan.pdf is no PDF")
    expect(b"pHYs" in (folder / "plan.png").read_bytes()[:200], "plan.png has no dots an inch")
    refused = subprocess.run([program, "convert", str(source), str(folder / "plan.rvt")], capture_output=True, text=True)
    expect(refused.returncode == 1 and "only Revit" in refused.stderr, f"rvt: {refused.returncode} {refused.stderr}")


def check_dxf(path, expect):
    found = with_ezdxf(path)
    for remark in found.remarks:
        expect(False, f"{path.name}: {remark}")
    expect(found.unit == 1, f"{path.name}: its unit is {found.unit} m")
    expect(LAYERS <= set(found.details["layers"]), f"{path.name}: nothing on {LAYERS - set(found.details['layers'])}")
    expect(found.details["dimensions"] >= 6, f"{path.name}: {found.details['dimensions']} dimensions")
    expect(found.details["rooms"] == 1, f"{path.name}: {found.details['rooms']} rooms")
    (low, high) = found.box
    expect(low[0] <= -0.1 and high[0] >= 4.1, f"{path.name}: it reaches from {low} to {high}")


def check_dwg(path, expect):
    kinds = with_ezdwg(path).details["kinds"]
    expect(kinds.count("LWPOLYLINE") >= 5 and "DIMENSION" in kinds, f"{path.name}: {sorted(set(kinds))}")
