"""meshoptimizer (Debian's shared library, called directly) on one of Diorama's binary PLY files; prints one JSON line.

usage: meshoptimizer_simplify.py MESH.ply TRIANGLES
"""
import ctypes
import json
import resource
import sys

import numpy as np


def read(path):
    """Positions and triangles of a binary PLY as `diorama reconstruct` writes it."""
    with open(path, "rb") as file:
        vertices = faces = 0
        element, fields = b"", []
        while (line := file.readline().split()) != [b"end_header"]:
            if line[:1] == [b"element"]:
                element = line[1]
                if element == b"vertex":
                    vertices = int(line[2])
                else:
                    faces = int(line[2])
            if line[:1] == [b"property"] and element == b"vertex":
                fields.append((line[2].decode(), {b"float": "<f4", b"uchar": "u1"}[line[1]]))
        vertex = np.dtype(fields)
        table = np.frombuffer(file.read(vertices * vertex.itemsize), dtype=vertex)
        points = np.stack([table[axis] for axis in "xyz"], axis=1)
        corners = np.frombuffer(file.read(faces * 13), dtype=[("k", "u1"), ("i", "<u4", 3)])
    return np.ascontiguousarray(points), np.ascontiguousarray(corners["i"])


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def main():
    library = ctypes.CDLL("libmeshoptimizer.so.2d")
    library.meshopt_simplify.restype = ctypes.c_size_t
    library.meshopt_simplifyScale.restype = ctypes.c_float
    points, corners = read(sys.argv[1])
    target = int(sys.argv[2]) * 3
    result = np.empty(corners.size, np.uint32)
    error = ctypes.c_float()

    def pointer(array):
        return array.ctypes.data_as(ctypes.c_void_p)

    size = ctypes.c_size_t
    start = cpu()
    left = library.meshopt_simplify(
        pointer(result), pointer(corners), size(corners.size), pointer(points), size(len(points)), size(12), size(target),
        ctypes.c_float(1e9), ctypes.c_uint(0), ctypes.byref(error))
    seconds = cpu() - start
    scale = library.meshopt_simplifyScale(pointer(points), size(len(points)), size(12))
    print(json.dumps({
        "who": "meshoptimizer 0.18", "from": len(corners), "to": left // 3, "cpu": seconds,
        "estimate_mm": error.value * scale * 1000}))


main()
