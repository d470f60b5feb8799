"""Reads COLMAP's binary model (COLMAP's documentation, "Output Format")."""

import os
import struct

# Names and numbers of parameters by COLMAP's own numbers.
CAMERA_MODELS = [
    ("SIMPLE_PINHOLE", 3), ("PINHOLE", 4), ("SIMPLE_RADIAL", 4), ("RADIAL", 5), ("OPENCV", 8), ("OPENCV_FISHEYE", 8),
    ("FULL_OPENCV", 12), ("FOV", 5), ("SIMPLE_RADIAL_FISHEYE", 4), ("RADIAL_FISHEYE", 5), ("THIN_PRISM_FISHEYE", 12),
]
NO_POINT = 2**64 - 1


class Reader:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        self.at = 0

    def take(self, layout):
        values = struct.unpack_from("<" + layout, self.bytes, self.at)
        self.at += struct.calcsize("<" + layout)
        return values

    def text(self):
        end = self.bytes.index(b"\0", self.at)
        text = self.bytes[self.at:end].decode("utf-8", "replace")
        self.at = end + 1
        return text


def read_cameras(folder):
    reader = Reader(os.path.join(folder, "cameras.bin"))
    cameras = {}
    for _ in range(reader.take("Q")[0]):
        number, model, width, height = reader.take("IiQQ")
        name, count = CAMERA_MODELS[model]
        cameras[number] = {"model": name, "width": width, "height": height, "parameters": list(reader.take(f"{count}d"))}
    return cameras


def read_images(folder):
    """Name to camera and the numbers of the points that the image sees."""
    reader = Reader(os.path.join(folder, "images.bin"))
    images = {}
    for _ in range(reader.take("Q")[0]):
        reader.take("I7d")
        camera = reader.take("I")[0]
        name = reader.text()
        count = reader.take("Q")[0]
        values = reader.take("ddQ" * count)
        images[name] = {"camera": camera, "points": sorted({p for p in values[2::3] if p != NO_POINT})}
    return images


def registered_names(folder):
    return set(read_images(folder))


def read_points(folder):
    """Numbers, and mean reprojection errors in pixels, in the order of the file; without points that are not finite."""
    reader = Reader(os.path.join(folder, "points3D.bin"))
    numbers, errors = [], []
    for _ in range(reader.take("Q")[0]):
        number = reader.take("Q")[0]
        x, y, z = reader.take("ddd")
        reader.take("BBB")
        error = reader.take("d")[0]
        observations = reader.take("Q")[0]
        reader.at += 8 * observations
        # As Capture's reader: these are left out, and the others counted on.
        if all(abs(v) < float("inf") for v in (x, y, z)) and (x * x + y * y + z * z) ** 0.5 < 1e9:
            numbers.append(number)
            errors.append(error)
    return numbers, errors
