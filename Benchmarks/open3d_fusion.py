"""Open3D's VoxelBlockGrid on the CPU over the frames of FusionBenchmark's pack; prints one JSON line.

usage: open3d_fusion.py FILE VOXEL MAXIMUM_DEPTH MESH.ply
"""
import json
import os
import resource
import sys
import time

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Tests", "InteropTests"))
from headless_open3d import open3d as o3d

o3c = o3d.core

TRUNCATION_VOXELS = 4.0
BLOCK = 8


def status(key):
    for line in open("/proc/self/status"):
        if line.startswith(key + ":"):
            return int(line.split()[1]) * 1024
    return 0


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


class Meter:
    def __init__(self):
        open("/proc/self/clear_refs", "w").write("5")
        self.base, self.cpu, self.start = status("VmRSS"), cpu(), time.perf_counter()

    def read(self):
        return dict(wall=time.perf_counter() - self.start, cpu=cpu() - self.cpu, peak=status("VmHWM"), base=self.base)


def frames(path):
    with open(path, "rb") as file:
        header = json.loads(file.readline())
        (dw, dh), (cw, ch) = header["depthSize"], header["colorSize"]
        for _ in range(header["frames"]):
            pose = np.frombuffer(file.read(64), "<f4").reshape(4, 4).astype(np.float64)
            depth = np.frombuffer(file.read(dw * dh * 2), "<u2").reshape(dh, dw)
            color = np.frombuffer(file.read(cw * ch * 3), np.uint8).reshape(ch, cw, 3)
            yield header, pose, depth, color


def matrix(k):
    return o3c.Tensor(np.array([[k[0], 0, k[2]], [0, k[1], k[3]], [0, 0, 1]], np.float64))


def main(path, voxel, maximum_depth, mesh_path):
    prepared = []
    for header, pose, depth, color in frames(path):
        prepared.append((
            o3d.t.geometry.Image(o3c.Tensor(np.ascontiguousarray(depth))),
            o3d.t.geometry.Image(o3c.Tensor(np.ascontiguousarray(color))),
            o3c.Tensor(np.linalg.inv(pose))))
    depth_camera, color_camera = matrix(header["depthCamera"]), matrix(header["colorCamera"])
    # 16-bit attributes and 8³ blocks: the fastest and smallest of its settings on these machines.
    meter = Meter()
    grid = o3d.t.geometry.VoxelBlockGrid(
        ("tsdf", "weight", "color"), (o3c.float32, o3c.uint16, o3c.uint16), ((1), (1), (3)), voxel, BLOCK, 40000,
        o3c.Device("CPU:0"))
    for depth, color, extrinsic in prepared:
        blocks = grid.compute_unique_block_coordinates(depth, depth_camera, extrinsic, 1000.0, maximum_depth, TRUNCATION_VOXELS)
        grid.integrate(blocks, depth, color, depth_camera, color_camera, extrinsic, 1000.0, maximum_depth, TRUNCATION_VOXELS)
    row = dict(who="open3d " + o3d.__version__, frames=len(prepared), **meter.read())
    meter = Meter()
    # Everything that was seen once, as far as its weights can say so; ours keeps as much.
    mesh = grid.extract_triangle_mesh(1.0)
    row["extraction_wall"] = meter.read()["wall"]
    row["triangles"] = int(mesh.triangle.indices.shape[0])
    row["blocks"] = int(grid.hashmap().size())
    o3d.t.io.write_triangle_mesh(mesh_path, mesh)
    print(json.dumps(row))


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", str(os.cpu_count()))
    main(sys.argv[1], float(sys.argv[2]), float(sys.argv[3]), sys.argv[4])
