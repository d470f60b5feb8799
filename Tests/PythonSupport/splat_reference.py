"""A small set of Gaussian splats: as an SPZ file, and drawn by the equations of Kerbl et al. 2023, one pixel after the other."""

import gzip
import math
import pathlib
import random
import struct

DEGREE = 1
BITS = 12


def sample(count: int, seed: int = 5) -> list[dict]:
    """Splats around (0, 1, 0) with all sizes, rotations, opacities and colours: the numbers of an SPZ file."""
    dice = random.Random(seed)
    return [
        {
            "position": [round(dice.uniform(-0.7, 0.7) * 4096) + (4096 if axis == 1 else 0) for axis in range(3)],
            "alpha": dice.choice([40, 90, 160, 230, 255]),
            # Reds and blues: no surface of the box room has their hues.
            "color": [dice.randrange(130, 220), dice.randrange(60, 100), dice.randrange(130, 220)],
            "scale": [dice.randrange(88, 124) for _ in range(3)],
            "rotation": dice.randrange(4) << 30 | sum(
                (dice.randrange(300) | dice.randrange(2) << 9) << shift for shift in (0, 10, 20)),
            # Five bits, as writers of SPZ round the first degree.
            "bands": [8 * dice.randrange(12, 21) for _ in range(9)],
        }
        for _ in range(count)
    ]


def write(path: pathlib.Path, splats: list[dict]) -> pathlib.Path:
    """Version 3: one kind of number after another."""
    data = struct.pack("<IIIBBBB", 0x5053474E, 3, len(splats), DEGREE, BITS, 0, 0)
    data += b"".join(struct.pack("<i", x)[:3] for splat in splats for x in splat["position"])
    data += bytes(splat["alpha"] for splat in splats)
    data += bytes(x for splat in splats for x in splat["color"])
    data += bytes(x for splat in splats for x in splat["scale"])
    data += b"".join(struct.pack("<I", splat["rotation"]) for splat in splats)
    data += bytes(x for splat in splats for x in splat["bands"])
    path.write_bytes(gzip.compress(data, mtime=0))
    return path


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def rotation_columns(bits: int):
    def part(shift):
        size = (bits >> shift & 511) / 511 * math.sqrt(0.5)
        return -size if bits >> shift & 512 else size

    rest = [part(20), part(10), part(0)]
    q = list(rest)
    q.insert(bits >> 30, math.sqrt(max(0, 1 - dot(rest, rest))))
    x, y, z, w = q
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
        (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
        (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)),
    )


def draw(splats: list[dict], view: list[float], projection: list[float], size: tuple[int, int], background) -> list[list[float]]:
    """
    Red, green and blue of each pixel, row by row from the top, 0 to 255. `view` and `projection`: column-major matrices. Each pixel
    is covered from the nearest splat to the farthest.
    """
    width, height = size
    focal = (projection[0] * width / 2, projection[5] * height / 2)
    rows = [(view[k], view[4 + k], view[8 + k], view[12 + k]) for k in range(3)]
    eye = [-sum(view[4 * k + j] * view[12 + j] for j in range(3)) for k in range(3)]
    flat = []
    for splat in splats:
        place = [x / 2**BITS for x in splat["position"]]
        x, y, z = (dot(row, (*place, 1)) for row in rows)
        depth = -z
        if depth < 0.1:
            continue
        jacobian = ((focal[0] / depth, 0, focal[0] * x / depth**2), (0, focal[1] / depth, focal[1] * y / depth**2))
        columns = [
            [dot(row[:3], column) * math.exp(s / 16 - 10) for row in rows]
            for column, s in zip(rotation_columns(splat["rotation"]), splat["scale"])
        ]
        u, v = ([dot(row, column) for column in columns] for row in jacobian)
        a, b, c = dot(u, u) + 0.3, dot(u, v), dot(v, v) + 0.3
        way = [p - e for p, e in zip(place, eye)]
        length = math.sqrt(dot(way, way))
        dx, dy, dz = (part / length for part in way)
        band = [(byte - 128) / 128 for byte in splat["bands"]]
        color = [
            255 * max(0, 0.5 + 0.28209479 * (splat["color"][k] / 255 - 0.5) / 0.15
                      + 0.48860251 * (-dy * band[k] + dz * band[3 + k] - dx * band[6 + k]))
            for k in range(3)
        ]
        # Pixel centres are at halves; the projection may be shifted.
        px = (1 + (projection[0] * x + projection[8] * z) / depth) * width / 2 - 0.5
        py = (1 - (projection[5] * y + projection[9] * z) / depth) * height / 2 - 0.5
        flat.append((depth, px, py, a, b, c, splat["alpha"] / 255, color))
    flat.sort(key=lambda one: one[0])
    light = [1.0] * (width * height)
    image = [[0.0, 0.0, 0.0] for _ in light]
    for _, px, py, a, b, c, opacity, color in flat:
        determinant = a * c - b * b
        reach = math.sqrt(2 * math.log(max(1, 255 * opacity)))
        rx, ry = reach * math.sqrt(a), reach * math.sqrt(c)
        for row in range(max(0, math.ceil(py - ry)), min(height - 1, math.floor(py + ry)) + 1):
            dy = py - row
            for column in range(max(0, math.ceil(px - rx)), min(width - 1, math.floor(px + rx)) + 1):
                dx = column - px
                alpha = min(0.99, opacity * math.exp(-0.5 * (c * dx * dx - 2 * b * dx * dy + a * dy * dy) / determinant))
                if alpha < 1 / 255:
                    continue
                i = row * width + column
                weight = alpha * light[i]
                light[i] *= 1 - alpha
                pixel = image[i]
                for k in range(3):
                    pixel[k] += weight * color[k]
    return [[min(255, pixel[k] + t * background[k]) for k in range(3)] for pixel, t in zip(image, light)]


def psnr(a, b) -> float:
    """Decibels between two lists of pixels of 0 to 255."""
    square = sum((x - y) ** 2 for p, q in zip(a, b) for x, y in zip(p, q)) / (3 * len(a))
    return 10 * math.log10(255**2 / max(square, 1e-9))
