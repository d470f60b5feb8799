"""The files of the full check: what `diorama convert` is asked for, and what must then be in it."""

import json
import math

import numpy as np

import plans
from samples import Field

MESHES = ["ply", "obj", "stl", "glb", "gltf", "fbx", "dae", "usdz"]
CLOUDS = ["ply", "obj", "glb", "gltf", "usdz", "pts", "pcd", "xyz", "las", "laz", "e57"]
UNITS = {"m": 1.0, "cm": 0.01, "mm": 0.001}


class Case:
    """A file to be made from a source with options, and what it holds (judge.py)."""

    def __init__(self, name, source, kind, options=(), **holds):
        self.name, self.source, self.kind, self.options = name, source, kind, list(options)
        self.holds = {
            "kind": kind,
            "up": "y",
            "unit": 1.0,
            "textured": False,
            "colored": False,
            "exact": 3e-5,
            "color": 2.1 / 255,
            **holds,
        }


def mesh_cases(folder, triangles):
    """Every format, coloured and textured, y up and z up; the largest ones in two of the four ways."""
    for count in triangles:
        model = Field.mesh(count)
        colored, textured = folder / f"colored-{count}.ply", folder / f"textured-{count}.obj"
        model.write_ply(colored)
        Field.write_textured(textured, count)
        ways = [(s, up) for s in (colored, textured) for up in "yz"] if count < 500_000 else [(colored, "y"), (textured, "z")]
        for source, up in ways:
            for format in MESHES:
                yield mesh_case(source, format, up, "mm" if format == "stl" else "m", len(model.triangles))
        if count < 500_000:
            for format in MESHES:
                yield mesh_case(colored, format, "z", "cm", len(model.triangles))
            yield Case(
                f"closed-{count}.stl",
                colored,
                "mesh/stl",
                ["--fill-holes"],
                up="z",
                unit=0.001,
                closed=True,
                normals=False,
                exact=1e-3,
            )
            for format in ("glb", "gltf"):
                # Half a step of 65,536 along 4 m.
                yield Case(
                    f"quantized-{count}.{format}",
                    colored,
                    f"mesh/{format}",
                    ["--quantize"],
                    triangles=len(model.triangles),
                    colored=True,
                    exact=1e-4,
                    color=2.6 / 255,
                    quantized=True,
                    normals=False,
                )


def mesh_case(source, format, up, unit, triangles):
    # glTF is in metres, y up by its specification, whatever is asked for.
    fixed = format in ("glb", "gltf")
    textured = source.stem.startswith("textured") and format not in ("ply", "stl")
    return Case(
        f"{source.stem}-{up}-{unit}.{format}",
        source,
        f"mesh/{format}",
        ["--up", up, "--unit", unit],
        up="y" if fixed else up,
        unit=1.0 if fixed else UNITS[unit],
        triangles=triangles,
        textured=textured,
        colored=format != "stl" and not textured,
        closed=None if format != "stl" else False,
    )


def cloud_cases(folder, count):
    source = folder / f"cloud-{count}.ply"
    Field.cloud(count).write_ply(source)
    for format in CLOUDS:
        for up in "yz":
            fixed = {"glb": "y", "gltf": "y", "las": "z", "laz": "z", "e57": "z"}.get(format)
            if fixed and up == "y" and fixed != up:
                continue
            for options in ([], ["--compress"]) if format == "pcd" else ([],):
                yield Case(
                    f"cloud-{count}-{up}{'-packed' if options else ''}.{format}",
                    source,
                    f"cloud/{format}",
                    ["--up", up, *options],
                    up=fixed or up,
                    points=count,
                    colored=True,
                )


def splat_cases(folder, count):
    """Splats of degree 3 as trainers write them: y down. Small ones are compared number by number by splats.py."""
    random = np.random.default_rng(8)
    cloud = Field.cloud(count)
    names = ["x", "y", "z", "f_dc_0", "f_dc_1", "f_dc_2"] + [f"f_rest_{i}" for i in range(45)]
    names += ["opacity", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3"]
    base = (Field.colors(cloud.positions.astype(float)) - 0.5) / 0.28209479177387814
    rows = np.concatenate(
        [
            cloud.positions * [1, -1, -1],
            base,
            random.normal(size=(count, 45)) * 0.05,
            random.normal(size=(count, 1)) + 2,
            random.uniform(-6, -4, (count, 3)),
            random.normal(size=(count, 4)),
        ],
        axis=1,
    ).astype("<f4")
    source = folder / f"splats-{count}.ply"
    head = f"ply\nformat binary_little_endian 1.0\nelement vertex {count}\n" + "".join(f"property float {n}\n" for n in names)
    source.write_bytes((head + "end_header\n").encode() + rows.tobytes())
    # How exactly each holds places: compressed PLY packs 11 bits of a neighbourhood, SPZ steps of 1/4096 m.
    for format, up, exact, degree in (
        ("ply", "-y", 3e-5, 3),
        ("compressed.ply", "-y", 0.02, 3),
        ("splat", "-y", 3e-5, 0),
        ("spz", "y", 3e-4, 3),
        ("glb", "y", 3e-5, 3),
        ("gltf", "y", 3e-5, 3),
    ):
        yield Case(
            f"splats-{count}-out.{format}", source, f"splat/{format}", up=up, points=count, exact=exact, facts={"degree": degree}
        )


def house():
    """Two storeys, doors and windows, and a curved wall as a chain of short ones."""
    parts = 12
    arc = [[4 + 1.5 * math.sin(math.pi * k / parts), 1.5 - 1.5 * math.cos(math.pi * k / parts)] for k in range(parts + 1)]
    corners = arc + [[0, 3], [0, 0]]
    names = [f"bow-{k + 1}" for k in range(parts)] + ["north", "west", "south"]
    inner = [[4 + 1.35 * math.sin(math.pi * k / parts), 1.5 - 1.35 * math.cos(math.pi * k / parts)] for k in range(parts + 1)]
    storeys = []
    for number, title in enumerate(["Ground floor", "Upper floor"]):
        own = lambda name: f"{name}-{number}"
        walls = [
            {
                "id": own(name),
                "start": corners[k],
                "end": corners[(k + 1) % len(corners)],
                "thickness": 0.2,
                "height": 2.5,
                "isExternal": True,
            }
            for k, name in enumerate(names)
        ]
        walls.append({"id": own("middle"), "start": [2, 0], "end": [2, 3], "thickness": 0.1, "height": 2.5})
        openings = [
            {
                "id": own("door"),
                "kind": "door",
                "wall": own("middle"),
                "offset": 1,
                "width": 0.9,
                "height": 2.1,
                "swing": {"hinge": "start", "side": "left"},
            },
            {"id": own("window"), "kind": "window", "wall": own("north"), "offset": 2.4, "width": 1.2, "sill": 0.9, "height": 1.3},
            {"id": own("gap"), "kind": "opening", "wall": own("west"), "offset": 1, "width": 1, "height": 2.1},
        ]
        rooms = [
            {
                "id": own("kitchen"),
                "name": "Kitchen",
                "use": "kitchen",
                "polygon": [[0.1, 0.1], [1.95, 0.1], [1.95, 2.9], [0.1, 2.9]],
                "ceilingHeight": 2.5,
            },
            {
                "id": own("salon"),
                "name": "Salon",
                "use": "living",
                "polygon": [[2.05, 0.1], *[[x, max(0.1, min(2.9, y))] for x, y in inner], [2.05, 2.9]],
                "ceilingHeight": 2.5,
            },
        ]
        slabs = [
            {
                "id": own("floor"),
                "kind": "floor",
                "polygon": [[-0.1, -0.1], [4, -0.1], *arc[1:-1], [4, 3.1], [-0.1, 3.1]],
                "top": 0,
                "thickness": 0.2,
            }
        ]
        slabs += [
            {
                "id": own(f"ceiling-{number}"),
                "kind": "ceiling",
                "polygon": room["polygon"],
                "top": 2.5,
                "thickness": 0.02,
                "assumesThickness": True,
                "room": room["id"],
            }
            for number, room in enumerate(rooms)
        ]
        furniture = [{"id": own("table"), "category": "table", "center": [1, 1.5], "width": 1.2, "depth": 0.8, "height": 0.75}]
        storeys.append(
            {
                "id": own("storey"),
                "name": title,
                "elevation": 2.7 * number,
                "height": 2.7,
                "walls": walls,
                "openings": openings,
                "rooms": rooms,
                "slabs": slabs,
                "furniture": furniture,
            }
        )
    return {"schema": "diorama.plan/1", "plan": {"id": "house", "name": "House", "north": 0.35, "storeys": storeys}}


def plan_cases(folder):
    source = folder / "house.json"
    source.write_text(json.dumps(house()))
    layers = sorted(plans.LAYERS)
    drawn = {
        "layers": layers,
        "rooms": 4,
        "version": "AC1015",
        "dimensions": {"least": 12},
        "lineweights": {"least": 6},
        "count": {"least": 40},
        "features": {"least": 40},
        "drawn": {"least": 40},
    }
    for unit, metres in UNITS.items():
        box = {"box": [[-0.1 / metres, -0.1 / metres], [5.5 / metres, 3.1 / metres]]}
        for format in ("dxf", "dwg"):
            yield Case(
                f"house-{unit}.{format}",
                source,
                f"plan/{format}",
                ["--unit", unit],
                unit=metres,
                facts=drawn | (box if unit == "m" else {}),
            )
        # Places are compared in metres, as the readers hand them out.
        for schema, options in (("IFC4", []), ("IFC2X3", ["--ifc2x3"])):
            quantities = "Qto_WallBaseQuantities" if schema == "IFC4" else "BaseQuantities"
            built = {
                "box": [[-0.1, -0.1, -0.2], [5.5, 3.1, 5.2]],
                "schema": schema,
                "walls": 32,
                "spaces": 4,
                "doors": 2,
                "windows": 2,
                "openings": 6,
                "slabs": {"least": 2},
                "coverings": 4,
                "covered_spaces": 4,
                "storeys": 2,
                "sites": 1,
                "buildings": 1,
                "declared_unit": metres,
                "sets": [quantities, "Pset_WallCommon", "Pset_DoorCommon", "Pset_WindowCommon", "Pset_SpaceCommon"],
            }
            yield Case(f"house-{unit}-{schema}.ifc", source, "plan/ifc", ["--unit", unit, *options], facts=built)
    sheet = {"text": ["Kitchen", "Salon", "1:50"], "drawn": {"least": 20}}
    yield Case("house.svg", source, "plan/svg", ["--page", "A4", "--scale", "50"], facts=sheet | {"page_mm": [297, 210]})
    yield Case(
        "house.pdf", source, "plan/pdf", ["--page", "A4", "--scale", "50"], facts=sheet | {"page_mm": [297, 210], "pages": 2}
    )
    yield Case("house.png", source, "plan/png", ["--page", "A4", "--dpi", "150"], facts={"size": [1754, 1240], "dpi": [150, 150]})


def view_cases(folder):
    source = folder / "view.ply"
    Field.mesh(10_000).write_ply(source)
    yield Case("view.png", source, "view/png", ["--size", "640x360", "--dpi", "150"], facts={"size": [640, 360], "dpi": [150, 150]})
    yield Case("above.png", source, "view/png", ["--scale", "50", "--dpi", "150"], facts={"dpi": [150, 150]})
    for ending in ("mp4", "mov"):
        for way in ("turntable", "fly"):
            yield Case(
                f"{way}.{ending}",
                source,
                f"video/{ending}",
                ["--path", way, "--size", "320x180", "--seconds", "2", "--fps", "25"],
                facts={"frames": 50, "size": [320, 180]},
            )
