"""Renders a file with Blender: blender_render.py ORDER.json, run by the Python that has bpy; see blender_images.py.

Prints the box around the model in metres, y up, and renders its base colours or normals as emitted light."""

import json
import math
import sys

import bpy
from mathutils import Matrix, Vector

order = json.load(open(sys.argv[-1]))
path = order["file"]
bpy.ops.wm.read_factory_settings(use_empty=True)
window = bpy.ops.wm
# These two take the numbers for z up otherwise.
axes = {"forward_axis": "NEGATIVE_Z", "up_axis": "Y"}
{
    "obj": lambda: window.obj_import(filepath=path),
    "stl": lambda: window.stl_import(filepath=path, **axes),
    "ply": lambda: window.ply_import(filepath=path, **axes),
    "usdz": lambda: window.usd_import(filepath=path),
    "dae": lambda: window.collada_import(filepath=path),
    "fbx": lambda: bpy.ops.import_scene.fbx(filepath=path),
    "glb": lambda: bpy.ops.import_scene.gltf(filepath=path),
    "gltf": lambda: bpy.ops.import_scene.gltf(filepath=path),
}[path.rsplit(".", 1)[1].lower()]()
scene = bpy.context.scene
scene.frame_set(scene.frame_start)
# Blender is z up.
z_up = lambda p: Vector((p[0], -p[2], p[1]))


def box():
    graph = bpy.context.evaluated_depsgraph_get()
    points = []
    for instance in graph.object_instances:
        if instance.object.type == "MESH":
            mesh = instance.object.to_mesh()
            points += [instance.matrix_world @ v.co for v in mesh.vertices]
            instance.object.to_mesh_clear()
    low, high = ([side(p[k] for p in points) for k in range(3)] for side in (min, max))
    return [[low[0], low[2], -high[1]], [high[0], high[2], -low[1]]]


def shows_colour(material, plain):
    """Turns a material into one that emits its base colour."""
    tree = material.node_tree
    emission = tree.nodes.new("ShaderNodeEmission")
    shader = next((n for n in tree.nodes if n.type == "BSDF_PRINCIPLED"), None)
    if plain or not shader:
        emission.inputs["Color"].default_value = (*(plain or material.diffuse_color[:3]), 1)
    elif shader.inputs["Base Color"].links:
        tree.links.new(shader.inputs["Base Color"].links[0].from_socket, emission.inputs["Color"])
    else:
        emission.inputs["Color"].default_value = shader.inputs["Base Color"].default_value
    replace(tree, emission)


def shows_normal(material):
    tree = material.node_tree
    geometry, parts = tree.nodes.new("ShaderNodeNewGeometry"), tree.nodes.new("ShaderNodeSeparateXYZ")
    whole, emission = tree.nodes.new("ShaderNodeCombineXYZ"), tree.nodes.new("ShaderNodeEmission")
    tree.links.new(geometry.outputs["Normal"], parts.inputs[0])
    for source, target, sign in (("X", "X", 0.5), ("Z", "Y", 0.5), ("Y", "Z", -0.5)):
        half = tree.nodes.new("ShaderNodeMath")
        half.operation = "MULTIPLY_ADD"
        tree.links.new(parts.outputs[source], half.inputs[0])
        half.inputs[1].default_value, half.inputs[2].default_value = sign, 0.5
        tree.links.new(half.outputs[0], whole.inputs[target])
    tree.links.new(whole.outputs[0], emission.inputs["Color"])
    replace(tree, emission)


def replace(tree, emission):
    output = next((n for n in tree.nodes if n.type == "OUTPUT_MATERIAL"), None) or tree.nodes.new("ShaderNodeOutputMaterial")
    tree.links.new(emission.outputs[0], output.inputs["Surface"])


def prepare():
    for light in [o for o in scene.objects if o.type in ("LIGHT", "CAMERA")]:
        light.hide_render = True
    for thing in scene.objects:
        if thing.type == "MESH" and (not thing.data.materials or None in list(thing.data.materials)):
            plain = bpy.data.materials.new("plain")
            plain.use_nodes = True
            if not thing.data.materials:
                thing.data.materials.append(plain)
            for slot in thing.material_slots:
                slot.material = slot.material or plain
    eye, target = z_up(order["eye"]), z_up(order["target"])
    camera = bpy.data.objects.new("view", bpy.data.cameras.new("view"))
    scene.collection.objects.link(camera)
    camera.matrix_world = Matrix.Translation(eye) @ (target - eye).to_track_quat("-Z", "Y").to_matrix().to_4x4()
    camera.data.sensor_fit = "VERTICAL"
    camera.data.angle = math.radians(order["field_of_view"])
    distance = (target - eye).length
    camera.data.clip_start, camera.data.clip_end = distance * 0.01, distance * 10
    scene.camera = camera
    render, cycles = scene.render, scene.cycles
    render.engine = "CYCLES"
    cycles.samples, cycles.max_bounces, cycles.use_denoising, cycles.use_adaptive_sampling = 1, 0, False, False
    cycles.pixel_filter_type, cycles.filter_width = "BOX", 0.01
    cycles.transparent_max_bounces = 0
    render.resolution_x, render.resolution_y, render.resolution_percentage = order["width"], order["height"], 100
    render.film_transparent = True
    render.image_settings.file_format, render.image_settings.color_mode = "PNG", "RGBA"
    render.dither_intensity = 0


result = {"box": box()}
if "images" in order:
    prepare()
    materials = {slot.material for thing in scene.objects if thing.type == "MESH" for slot in thing.material_slots}
    for material in materials:
        material.use_nodes = True
        material.use_backface_culling = False
    for show in sorted(order["images"]):  # colours first: normals replace them
        for material in materials:
            shows_normal(material) if show == "normals" else shows_colour(material, order["plain"])
        scene.view_settings.view_transform = "Raw" if show == "normals" else "Standard"
        scene.render.filepath = order["images"][show]
        bpy.ops.render.render(write_still=True)
print("@@" + json.dumps(result), flush=True)
