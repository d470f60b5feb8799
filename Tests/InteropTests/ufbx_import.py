"""Reads an FBX with ufbx and keeps what it holds: ufbx_import.py FILE RESULT.npz.

A process of its own, left at once: ufbx's Python module touches parts of a scene after it has freed them."""

import os
import sys

import numpy as np
import ufbx

scene = ufbx.load_file(sys.argv[1])
points, triangles = [], 0
for mesh in scene.meshes:
    places = np.array([(v.x, v.y, v.z) for v in mesh.vertices])
    for node in mesh.instances:
        m = node.geometry_to_world
        turn = np.array([[getattr(column, k) for column in (m.c0, m.c1, m.c2, m.c3)] for k in "xyz"])
        triangles += mesh.num_triangles
        points.append(places @ turn[:, :3].T + turn[:, 3])
np.savez(
    sys.argv[2],
    points=np.vstack(points),
    triangles=triangles,
    textures=len(scene.textures),
    unit=scene.settings.unit_meters,
    up=scene.settings.axes.up.name,
)
os._exit(0)
