"""Imports a file into Blender and keeps what it holds: blender_import.py FILE RESULT.npz, run by the Python that has bpy."""

import sys

import bpy
import numpy as np

path, result = sys.argv[-2:]
kind = path.rsplit(".", 1)[1]
bpy.ops.wm.read_factory_settings(use_empty=True)
window, scene = bpy.ops.wm, bpy.ops.import_scene
{
    "obj": lambda: window.obj_import(filepath=path),
    "stl": lambda: window.stl_import(filepath=path),
    "ply": lambda: window.ply_import(filepath=path),
    "usdz": lambda: window.usd_import(filepath=path),
    "dae": lambda: window.collada_import(filepath=path, import_units=False),
    "fbx": lambda: scene.fbx(filepath=path),
    "glb": lambda: scene.gltf(filepath=path),
    "gltf": lambda: scene.gltf(filepath=path),
}[kind]()


def taken(items, name, kind, width):
    values = np.empty(len(items) * width, kind)
    items.foreach_get(name, values)
    return values.reshape(-1, width) if width > 1 else values


points, corners, colors, uvs, picture = [], [], [], [], np.zeros((0, 0, 3), "u1")
start = 0
for thing in bpy.context.scene.objects:
    if thing.type != "MESH":
        continue
    mesh = thing.data
    mesh.calc_loop_triangles()
    matrix = np.array(thing.matrix_world)
    places = taken(mesh.vertices, "co", "f4", 3).astype("f8") @ matrix[:3, :3].T + matrix[:3, 3]
    vertices, loops = taken(mesh.loop_triangles, "vertices", "i4", 3).ravel(), taken(mesh.loop_triangles, "loops", "i4", 3).ravel()
    points.append(places)
    corners.append(vertices + start)
    start += len(places)
    if mesh.color_attributes:
        layer = mesh.color_attributes[0]
        found = taken(layer.data, "color", "f4", 4)[:, :3]
        if layer.domain == "CORNER":
            by_vertex = np.zeros((len(places), 3), "f4")
            by_vertex[vertices] = found[loops]
            found = by_vertex
        colors.append(found)
    if mesh.uv_layers:
        uvs.append(taken(mesh.uv_layers[0].data, "uv", "f4", 2)[loops])
    for material in mesh.materials:
        for node in material.node_tree.nodes if material and material.use_nodes else []:
            if node.type == "TEX_IMAGE" and node.image and node.image.size[0]:
                width, height = node.image.size
                pixels = np.empty(width * height * 4, "f4")
                node.image.pixels.foreach_get(pixels)
                picture = pixels.reshape(height, width, 4)[::-1, :, :3]
joined = lambda parts, width: np.concatenate(parts) if parts and len(parts) == len(points) else np.zeros((0, width))
np.savez(
    result,
    points=np.concatenate(points),
    corners=np.concatenate(corners),
    colors=joined(colors, 3),
    uvs=joined(uvs, 2),
    picture=picture,
)
