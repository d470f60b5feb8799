"""What one reader found in one file, against what was written: run apart by full.py, since a file may bring a reader down.

    judge.py READER FILE CASE.json

A case tells: kind (shape/format), up, unit (metres), and what holds: colored, textured, triangles, points, closed, facts …"""

import json
import pathlib
import re
import sys

import numpy as np

from readers import Missing, readers_of
from samples import Field

LINEAR = {"mesh/glb", "mesh/gltf", "mesh/usdz", "cloud/glb", "cloud/gltf", "cloud/usdz"}


def as_metres_y_up(points, case, frame=None):
    up, unit = (frame[-4], 1) if frame else (case["up"], case["unit"])
    points = np.asarray(points, float) * unit
    return {"y": lambda p: p, "z": lambda p: np.c_[p[:, 0], p[:, 2], -p[:, 1]], "-y": lambda p: p * [1, -1, -1]}[up](points)


def to_linear(c):
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def judged(found, case):
    """What is wrong: pairs of a topic and a sentence; and the facts that were compared."""
    wrong, facts = [["rules", remark[:300]] for remark in found.remarks], {}

    def expect(topic, holds, what):
        if not holds:
            wrong.append([topic, what])

    if case.get("triangles") is not None and case["kind"].startswith("mesh/") and found.triangles + (found.box is not None) > 0:
        facts["triangles"] = found.triangles
        expect("triangles", found.triangles == case["triangles"], f"{found.triangles} triangles, not {case['triangles']}")
    if case.get("points") is not None and found.count is not None:
        facts["points"] = found.count
        expect("points", found.count == case["points"], f"{found.count} points, not {case['points']}")
    shape = case["kind"].split("/")[0]
    if found.box is not None and shape in ("mesh", "cloud", "splat"):
        box = as_metres_y_up(np.array(found.box), case, found.frame)
        box = np.array([box.min(0), box.max(0)])
        facts["box"] = np.round(box, 4).tolist()
        worst = np.abs(box - Field.box).max()
        expect("box", worst <= case["exact"], f"its box is off by {worst:.3g} m: {box.round(4).tolist()}")
    if found.points is not None and len(found.points):
        compare_points(found, case, expect, facts)
    if found.unit is not None and case.get("declares", True):
        facts["unit"] = found.unit
        expect("unit", np.isclose(found.unit, case["unit"]), f"its unit is {found.unit} m, not {case['unit']}")
    if found.up is not None and shape in ("mesh", "cloud"):
        facts["up"] = found.up
        expect("up", found.up == case["up"], f"its up axis is {found.up}, not {case['up']}")
    if found.texture is not None and shape == "mesh":
        facts["texture"] = bool(found.texture)
        expect("texture", bool(found.texture) == case["textured"], "no texture" if case["textured"] else "a texture from nowhere")
    if found.closed is not None and "closed" in case:
        facts["closed"] = bool(found.closed)
        expect("closed", bool(found.closed) == case["closed"], f"closed: {found.closed}")
    compare_facts(found, case, expect, facts)
    return wrong, facts


def compare_points(found, case, expect, facts):
    expect("finite", np.isfinite(found.points).all(), "coordinates are not finite")
    points = as_metres_y_up(found.points, case, found.frame)
    if not case.get("closed"):
        worst = np.abs(points[:, 1] - Field.heights(points)).max()
        expect("surface", worst <= 2 * case["exact"], f"points lie up to {worst:.3g} m off the surface")
    if found.faces is not None and not case.get("closed"):
        a, b, c = (points[found.faces[:, k]] for k in range(3))
        # Seen from above the floor shows its front.
        expect("winding", (np.cross(b - a, c - a)[:, 1] > 0).all(), "triangles are turned over")
    if found.normals is not None and len(found.normals) == len(points) and case.get("normals", True):
        normals = as_metres_y_up(found.normals, {**case, "unit": 1}, found.frame)
        worst = np.abs(normals - Field.normals(points)).max()
        # Those of an STL are the facets', which some readers give to the corners.
        expect("normals", worst < (0.03 if case["kind"] == "mesh/stl" else 0.01), f"normals differ by up to {worst:.3g}")
    if case.get("colored") and found.colors is None and found.faces is not None and not case["textured"]:
        expect("colors", False, "no colours")
    if case.get("colored") and found.colors is not None and not case["textured"]:
        wanted = Field.colors(points)
        worst = np.abs(found.colors - (to_linear(wanted) if case["kind"] in LINEAR else wanted)).max()
        facts["mean color"] = found.colors.mean(0).round(3).tolist()
        expect("colors", len(found.colors) == len(points) and worst < case["color"], f"colours differ by up to {worst:.3f}")
    if found.painted is not None and case["textured"]:
        places, colors = found.painted
        places = as_metres_y_up(places, case, found.frame)
        worst = np.abs(colors - Field.colors(places)).max()
        facts["mean color"] = colors.mean(0).round(3).tolist()
        expect("painted", worst < 0.04, f"the picture's colours differ by up to {worst:.3f} where they lie")


def compare_facts(found, case, expect, facts):
    """Plain facts by their names; a text has to be in it, a list has to hold it, and a box to be about it."""
    for name, wanted in case.get("facts", {}).items():
        value = found.box if name == "box" else found.count if name == "count" else found.details.get(name)
        if value is None:
            continue
        if name in ("box", "around"):
            value = np.array(value)[:, : len(wanted[0])]
            # Annotations lie around what was built.
            holds = (
                (value[0] <= np.array(wanted[0]) + 0.01).all()
                and (value[1] >= np.array(wanted[1]) - 0.01).all()
                and (value[1] - value[0]).max() < 100
            )
            value = value.round(3).tolist()
        elif name == "text":
            value = re.sub(r"\s+", " ", value)
            holds = all(word in value for word in wanted)
        elif isinstance(wanted, list) and isinstance(value, (list, tuple)) and name in ("layers", "sets"):
            holds = set(wanted) <= set(value)
        elif isinstance(wanted, dict):
            holds = wanted["least"] <= value
        else:
            holds = np.allclose(value, wanted, atol=0.5) if not isinstance(wanted, str) else value == wanted
        facts[name] = value if name not in ("text", "layers", "sets") else len(value)
        expect(name, holds, f"{name} {str(value)[:200]}, not {wanted}")


def main():
    name, path, case = sys.argv[1], pathlib.Path(sys.argv[2]), json.loads(pathlib.Path(sys.argv[3]).read_text())
    one = next(r for r in readers_of(case["kind"]) if r.name == name)
    try:
        wrong, facts = judged(one.read(path), case)
        result = {"wrong": wrong, "facts": facts}
    except (Missing, ImportError) as error:
        result = {"missing": str(error)[:200]}
    except Exception as error:
        result = {"wrong": [["refused", f"{type(error).__name__}: {error}"[:500]]], "facts": {}}
    print("@@" + json.dumps(result, default=str), flush=True)


if __name__ == "__main__":
    main()
