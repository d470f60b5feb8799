"""Reads an FBX with ufbx and keeps what it holds: ufbx_import.py FILE RESULT.npz.

A process of its own, left at once: ufbx's Python module touches parts of a scene after it has freed them."""

import os
import sys

import numpy as np
import ufbx

held = []


def hold(part):
    """The part, which is never freed."""
    held.append(part)
    return part


scene = hold(ufbx.load_file(sys.argv[1]))
settings, axes = hold(scene.settings), hold(hold(scene.settings).axes)
facts = {"textures": len(hold(scene.textures)), "unit": settings.unit_meters, "up": hold(axes.up).name}
points, triangles = [], 0
for node in hold(list(hold(scene.nodes))):
    mesh = hold(node.mesh)
    if mesh is None:
        continue
    corners = hold(list(hold(mesh.vertices)))
    places = np.array([(v.x, v.y, v.z) for v in corners])
    m = hold(node.geometry_to_world)
    columns = hold([m.c0, m.c1, m.c2, m.c3])
    turn = np.array([[getattr(column, k) for column in columns] for k in "xyz"])
    triangles += mesh.num_triangles
    points.append(places @ turn[:, :3].T + turn[:, 3])
np.savez(sys.argv[2], points=np.vstack(points), triangles=triangles, **facts)
os._exit(0)
