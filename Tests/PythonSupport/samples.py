"""What the tests import: a coloured box room as PLY, a machine of several parts as GLB, broken files, and a small RGB-D capture."""

import io
import json
import math
import datetime
import hashlib
import pathlib
import random
import sqlite3
import struct
import wave

from PIL import Image

# The room: 4 m wide, 3 m deep, 2.5 m high. Every surface has a hue of its own, so that pixels tell what is seen.
WIDTH, DEPTH, HEIGHT = 4.0, 3.0, 2.5
FLOOR, CEILING = (60, 160, 90), (190, 60, 180)
WALLS = [(70, 90, 190), (200, 120, 60), (190, 180, 80), (190, 70, 70)]


def room_faces():
    """(corner, edge, edge, colour): right-hand normals point into the room; the ceiling has an outside as well."""
    w, h, d = WIDTH / 2, HEIGHT, DEPTH / 2
    return [
        ((-w, 0, -d), (0, 0, DEPTH), (WIDTH, 0, 0), FLOOR),
        ((-w, h, -d), (WIDTH, 0, 0), (0, 0, DEPTH), CEILING),
        ((-w, h, -d), (0, 0, DEPTH), (WIDTH, 0, 0), CEILING),
        ((-w, 0, -d), (WIDTH, 0, 0), (0, h, 0), WALLS[0]),
        ((w, 0, d), (-WIDTH, 0, 0), (0, h, 0), WALLS[1]),
        ((-w, 0, d), (0, 0, -DEPTH), (0, h, 0), WALLS[2]),
        ((w, 0, -d), (0, 0, DEPTH), (0, h, 0), WALLS[3]),
    ]


def cupboard_faces():
    """As `room_faces`, of a cupboard in the middle of the room, 1.2 m high: something to hide behind."""
    w, h, front, back = 0.6, 1.2, 0.1, 0.5
    colour, depth = (150, 110, 70), back - front
    return [
        ((-w, 0, front), (0, h, 0), (2 * w, 0, 0), colour),
        ((w, 0, back), (0, h, 0), (-2 * w, 0, 0), colour),
        ((-w, 0, back), (0, h, 0), (0, 0, -depth), colour),
        ((w, 0, front), (0, h, 0), (0, 0, depth), colour),
        ((-w, h, front), (0, 0, depth), (2 * w, 0, 0), colour),
    ]


def write_room(path: pathlib.Path, steps: int = 6, origin: tuple[int, int, int] = (0, 0, 0), more=()) -> pathlib.Path:
    """`origin`: map coordinates, y up, which are written as doubles. `more`: further faces, as of `room_faces`."""
    kind = "double" if any(origin) else "float"
    vertices, faces = [], []
    for corner, u, v, colour in [*room_faces(), *more]:
        first = len(vertices)
        for j in range(steps + 1):
            for i in range(steps + 1):
                point = [o + c + a * i / steps + b * j / steps for o, c, a, b in zip(origin, corner, u, v)]
                vertices.append(struct.pack("<dddBBB" if any(origin) else "<fffBBB", *point, *colour))
        for j in range(steps):
            for i in range(steps):
                a = first + j * (steps + 1) + i
                b, c, d = a + 1, a + steps + 2, a + steps + 1
                faces += [struct.pack("<Biii", 3, a, b, c), struct.pack("<Biii", 3, a, c, d)]
    header = (
        f"ply\nformat binary_little_endian 1.0\nelement vertex {len(vertices)}\n"
        f"property {kind} x\nproperty {kind} y\nproperty {kind} z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n"
        f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    )
    path.write_bytes(header.encode() + b"".join(vertices) + b"".join(faces))
    return path


def write_claps(path: pathlib.Path) -> pathlib.Path:
    """A WAV of 4 s with two claps: bursts of noise around 1.2 kHz with weak reverberation, in quiet noise."""
    rate, noise = 48_000, random.Random(3)
    samples = [0.0004 * noise.uniform(-1, 1) for _ in range(4 * rate)]
    turn, radius = 2 * math.pi * 1200 / rate, math.exp(-math.pi * 900 / rate)
    for start in (rate, int(2.6 * rate)):
        first = second = 0.0
        for i in range(rate // 4):
            t = i / rate
            source = noise.uniform(-1, 1) * (math.exp(-t / 0.004) + 0.02 * math.exp(-t / 0.05))
            value = source + 2 * radius * math.cos(turn) * first - radius * radius * second
            first, second = value, first
            samples[start + i] += 0.06 * (value + 0.4 * source)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(b"".join(struct.pack("<h", round(32767 * max(-1, min(1, value)))) for value in samples))
    return path


def write_house(path: pathlib.Path) -> pathlib.Path:
    """RoomPlan's JSON of a house with a room on each of two storeys, the upper one narrower."""
    house = {kind: [] for kind in ("walls", "floors", "sections", "doors", "windows", "openings", "objects")}
    for story, label, width in ((0, "livingRoom", WIDTH), (1, "bedroom", WIDTH - 1)):
        bottom = 3.0 * story
        left, right, back, front = -WIDTH / 2, width - WIDTH / 2, -DEPTH / 2, DEPTH / 2
        # Clockwise from above, so that each wall looks into the room.
        corners = [(left, front), (left, back), (right, back), (right, front)]
        for i, ((x0, z0), (x1, z1)) in enumerate(zip(corners, corners[1:] + corners[:1])):
            length = math.hypot(x1 - x0, z1 - z0)
            ux, uz = (x1 - x0) / length, (z1 - z0) / length
            middle = [(x0 + x1) / 2, bottom + HEIGHT / 2, (z0 + z1) / 2]
            pose = [ux, 0, uz, 0, 0, 1, 0, 0, -uz, 0, ux, 0, *middle, 1]
            house["walls"].append(surface(f"{label}-{i}", "wall", story, length, HEIGHT, pose))
        center = [(left + right) / 2, bottom, 0]
        pose = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, *center, 1]
        house["floors"].append(surface(f"{label}-floor", "floor", story, width, DEPTH, pose))
        house["sections"].append({"label": label, "story": story, "center": center})
    path.write_text(json.dumps({"version": 2, **house}))
    return path


def surface(name: str, kind: str, story: int, width: float, height: float, transform: list[float]) -> dict:
    """As RoomPlan writes it: a rectangle with its pose by columns."""
    return {
        "identifier": name, "category": {kind: {}}, "confidence": {"high": {}}, "story": story,
        "dimensions": [width, height, 0], "polygonCorners": [], "transform": transform,
    }


# The machine: a base, a hub on it and, below the hub, an arm that turns. Each has a colour of its own.
BASE, HUB, ARM = (200, 60, 50), (60, 90, 200), (70, 170, 80)


def write_machine(path: pathlib.Path) -> pathlib.Path:
    """A GLB of three nodes with four materials, one of them textured, and an animation of two seconds that turns the arm."""
    faces = [(a, b, c, d) for a, b, c, d in ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))]
    corners, coordinates, indices = [], [], []
    for face in faces:
        first = len(corners)
        corners += [tuple((0.5 if corner >> axis & 1 else -0.5) for axis in range(3)) for corner in face]
        coordinates += [(0, 0), (1, 0), (1, 1), (0, 1)]
        indices += [first, first + 2, first + 1, first, first + 3, first + 2]
    image = io.BytesIO()
    Image.new("RGB", (4, 4), BASE).save(image, "PNG")
    half = math.sqrt(0.5)
    parts = [
        (struct.pack(f"<{3 * len(corners)}f", *(value for corner in corners for value in corner)), 5126, "VEC3", len(corners)),
        (struct.pack(f"<{2 * len(corners)}f", *(value for one in coordinates for value in one)), 5126, "VEC2", len(corners)),
        (struct.pack(f"<{len(indices)}H", *indices), 5123, "SCALAR", len(indices)),
        (struct.pack("<3f", 0, 1, 2), 5126, "SCALAR", 3),
        (struct.pack("<12f", 0, 0, 0, 1, 0, half, 0, half, 0, 1, 0, 0), 5126, "VEC4", 3),
        (image.getvalue(), None, None, 0),
    ]
    content, views, accessors = b"", [], []
    for number, (piece, component, shape, count) in enumerate(parts):
        views.append({"buffer": 0, "byteOffset": len(content), "byteLength": len(piece)})
        if component:
            accessors.append({"bufferView": number, "componentType": component, "type": shape, "count": count})
        content += piece + bytes(-len(piece) % 4)
    accessors[0] |= {"min": [-0.5] * 3, "max": [0.5] * 3}
    accessors[3] |= {"min": [0], "max": [2]}
    linear = lambda colour: [*((value / 255) ** 2.2 for value in colour), 1]  # noqa: E731
    surface = lambda material: {"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "indices": 2, "material": material}  # noqa: E731
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [
            {"name": "Base", "mesh": 0, "scale": [2, 0.4, 2], "children": [1]},
            {"name": "Hub", "mesh": 1, "translation": [0, 2, 0], "scale": [0.2, 3, 0.2], "children": [2]},
            {"name": "Arm", "mesh": 2, "translation": [0, 0.5, 0], "scale": [9, 0.15, 2]},
        ],
        "meshes": [
            {"name": "Plate", "primitives": [surface(0)]},
            {"name": "Post", "primitives": [surface(1)]},
            {"name": "Beam", "primitives": [surface(2), surface(3)]},
        ],
        "materials": [
            {"name": "Painted", "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}, "metallicFactor": 0}},
            {"name": "Steel", "pbrMetallicRoughness": {"baseColorFactor": linear(HUB), "metallicFactor": 0.2}},
            {"name": "Wood", "pbrMetallicRoughness": {"baseColorFactor": linear(ARM), "metallicFactor": 0}},
            {"name": "Varnish", "alphaMode": "BLEND", "pbrMetallicRoughness": {"baseColorFactor": [1, 1, 1, 0.1]}},
        ],
        "textures": [{"source": 0}],
        "images": [{"name": "paint", "bufferView": 5, "mimeType": "image/png"}],
        "animations": [{
            "name": "Turn",
            "samplers": [{"input": 3, "output": 4}],
            "channels": [{"sampler": 0, "target": {"node": 2, "path": "rotation"}}],
        }],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": len(content)}],
    }
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(content), 0x004E4942) + content
    path.write_bytes(struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks)
    return path


def write_broken(path: pathlib.Path) -> pathlib.Path:
    path.write_bytes(b"ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nend_header\n1234")
    return path


def write_capture(folder: pathlib.Path, views: int = 8, repeats: int = 1) -> pathlib.Path:
    """A `transforms.json` folder: the room seen from its middle, all around. `repeats` lists each view so many times: little to
    send, long to fuse."""
    (folder / "images").mkdir(parents=True)
    (folder / "depth").mkdir()
    width, height, focal = 96, 72, 60.0
    frames = []
    for view in range(views):
        yaw = 2 * math.pi * view / views
        pitch = math.radians(-25 if view % 2 else 10)
        axes = camera_axes(yaw, pitch)
        eye = (0.3 * math.sin(yaw), 1.4, 0.3 * math.cos(yaw))
        colour, depth = Image.new("RGB", (width, height)), Image.new("I;16", (width, height))
        for y in range(height):
            for x in range(width):
                distance, shade = cast(eye, axes, (x - (width - 1) / 2) / focal, ((height - 1) / 2 - y) / focal)
                colour.putpixel((x, y), shade)
                depth.putpixel((x, y), round(distance * 1000))
        colour.save(folder / f"images/{view:03}.jpg", quality=95)
        depth.save(folder / f"depth/{view:03}.png")
        right, up, toward = axes
        matrix = [[right[i], up[i], toward[i], eye[i]] for i in range(3)] + [[0, 0, 0, 1]]
        frames.append(
            {"file_path": f"images/{view:03}.jpg", "depth_file_path": f"depth/{view:03}.png", "transform_matrix": matrix}
        )
    intrinsics = {"fl_x": focal, "fl_y": focal, "cx": width / 2, "cy": height / 2, "w": width, "h": height}
    text = json.dumps({"camera_model": "OPENCV", **intrinsics, "frames": frames * repeats})
    (folder / "transforms.json").write_text(text)
    return folder


def describe(library: pathlib.Path, space: str, doubtful: bool):
    """
    Gives a space of a library the report and the boundary loops that a scan would have; `doubtful`: a report of a scan with poor
    quality and unknown values.
    """
    report = {
        "mode": "interior", "frames": 200, "size": [WIDTH, HEIGHT, DEPTH], "coverage": 0.862, "quality": 0.714, "advice": [],
        "parts": {"density": 0.641, "angles": 0.702, "sharpness": 0.804},
        "poses": {"source": "odometry", "confidence": 0.31, "loops": 0, "correction": 0},
        "noRoom": "walls were not observed on two sides",
    }
    if not doubtful:
        del report["noRoom"]
        report |= {
            "duration": 83.4, "recorded": datetime.datetime(2026, 2, 3, 12).timestamp(), "device": "iPhone 15 Pro",
            "place": {"latitude": 48.13713, "longitude": 11.57541, "accuracy": 4.6},
            "advice": [
                "Walk once more along the far wall, which was seen only from the side.",
                "Hold the phone lower under the window: the sill hides what is below it.",
            ],
            "poses": {
                "source": "refined", "confidence": 0.93, "loops": 2, "correction": 0.042,
                "depthScale": {"ratio": 1.026, "standardDeviation": 0.003},
            },
            "shell": {
                "floor": {"area": 12, "observed": 0.91}, "walls": {"area": 35, "observed": 0.58},
                "ceiling": {"area": 12, "observed": 0}, "total": {"area": 59, "observed": 0.53},
                "openOutline": 3.2, "height": 2.5,
            },
        }
    # A patch of the floor, a window in the wall, and a line across the corner.
    rims = json.dumps({"rims": [
        [-0.6, 0.01, -0.5, 0.6, 0.01, -0.5, 0.9, 0.01, 0.3, 0.1, 0.01, 0.7, -0.6, 0.01, 0.4, -0.6, 0.01, -0.5],
        [-1.2, 0.8, -1.49, 0.2, 0.8, -1.49, 0.2, 1.7, -1.49, -1.2, 1.7, -1.49, -1.2, 0.8, -1.49],
        [-1.99, 0.3, 0.2, -1.99, 1.2, 0.6, -1.99, 0.9, 1.2],
    ]}).encode()
    hash = hashlib.sha256(rims).hexdigest()
    folder = library / "assets" / hash[:2]
    folder.mkdir(exist_ok=True)
    (folder / hash).write_bytes(rims)
    with sqlite3.connect(library / "library.sqlite", timeout=20) as catalogue:
        catalogue.execute("UPDATE spaces SET report = ? WHERE id = ?", (json.dumps(report), space))
        if not doubtful:
            catalogue.execute("INSERT OR IGNORE INTO assets (hash, byte_count) VALUES (?, ?)", (hash, len(rims)))
            # An id of its own: the space's with another end.
            catalogue.execute(
                "INSERT INTO space_assets (id, space, position, hash, byte_count, kind, content_type, file_name)"
                " VALUES (?, ?, 9, ?, ?, 'rims', 'application/json', 'rims.json')", (space[:-4] + "rims", space, hash, len(rims)))


def camera_axes(yaw, pitch):
    sy, cy, sp, cp = math.sin(yaw), math.cos(yaw), math.sin(pitch), math.cos(pitch)
    toward = (sy * cp, -sp, cy * cp)
    return (cy, 0, -sy), (sp * sy, cp, sp * cy), toward


def cast(eye, axes, x, y):
    """Depth along the view and the colour of the nearest wall, from inside the box."""
    right, up, toward = axes
    ray = [right[i] * x + up[i] * y - toward[i] for i in range(3)]
    low, high = (-WIDTH / 2, 0, -DEPTH / 2), (WIDTH / 2, HEIGHT, DEPTH / 2)
    colours = ((WALLS[2], WALLS[3]), (FLOOR, CEILING), (WALLS[0], WALLS[1]))
    best, colour = math.inf, FLOOR
    for axis in range(3):
        if abs(ray[axis]) < 1e-9:
            continue
        side = ray[axis] > 0
        distance = ((high if side else low)[axis] - eye[axis]) / ray[axis]
        if distance < best:
            best, colour = distance, colours[axis][side]
    return best, colour
