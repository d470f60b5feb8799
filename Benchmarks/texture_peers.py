"""Other programs' textures of the mesh and images that `TextureBenchmark export` wrote, for `TextureBenchmark score`.

usage: texture_peers.py open3d FOLDER SIZE       Open3D's UV atlas and projection of images: FOLDER/open3d.obj, and
                                                 open3d-corrected.obj with the brightness that its blending loses
       texture_peers.py colormap FOLDER MODEL    the same after Open3D's optimization of poses and image distortions (Zhou and
                                                 Koltun 2014); MODEL is rigid or non-rigid: FOLDER/open3d-MODEL.ply
       texture_peers.py cameras FOLDER           FOLDER/scene for texrecon of mvs-texturing (images and .cam files) and
                                                 FOLDER/texrecon-mesh.ply: it takes one image for each whole triangle, so edges
                                                 longer than 5 cm are split
       texture_peers.py texrecon FOLDER PREFIX   one OBJ with one image of what texrecon wrote to PREFIX: FOLDER/texrecon.obj
       texture_peers.py sheet PREFIX OUT.jpg INDEX… -- NAME…
                                                 images that score wrote, a row a view and a column a name; grey: no surface

Each prints one JSON line. What a peer leaves without colour has the colours of the mesh's vertices, as ours. Needs open3d==0.20.0
(requirements-bench.txt), numpy and Pillow.
"""
import json
import os
import resource
import shutil
import sys

import numpy as np
from PIL import Image


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def views(folder):
    for view in json.load(open(f"{folder}/views.json")):
        fx, fy, cx, cy = view["camera"]
        k = np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1.0]])
        yield view, k, np.array(view["cameraToWorld"]).reshape(4, 4)


def load_open3d():
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Tests", "InteropTests"))
    from headless_open3d import open3d

    return open3d


def write_obj(path, positions, faces, uv, image):
    """`uv`: one pair a corner, v upwards; `image`: height x width x 3 codes."""
    stem = os.path.splitext(path)[0]
    Image.fromarray(image).save(stem + ".png")
    name = os.path.basename(stem)
    open(stem + ".mtl", "w").write(f"newmtl surface\nKd 1 1 1\nmap_Kd {name}.png\n")
    with open(path, "w") as file:
        file.write(f"mtllib {name}.mtl\nusemtl surface\n")
        file.writelines(f"v {x:.7g} {y:.7g} {z:.7g}\n" for x, y, z in positions)
        file.writelines(f"vt {u:.8f} {v:.8f}\n" for u, v in uv.reshape(-1, 2))
        file.writelines(
            f"f {a + 1}/{3 * t + 1} {b + 1}/{3 * t + 2} {c + 1}/{3 * t + 3}\n" for t, (a, b, c) in enumerate(faces))


def manifold(o3d, mesh):
    """The UV atlas wants manifold edges: triangles at others get vertices of their own."""
    legacy = mesh.to_legacy()
    bad = np.asarray(legacy.get_non_manifold_edges(allow_boundary_edges=True))
    faces = np.asarray(legacy.triangles).copy()
    points, colors = np.asarray(legacy.vertices), np.asarray(legacy.vertex_colors)
    edges = {tuple(sorted(e)) for e in bad}
    split = [
        t for t, f in enumerate(faces)
        if any(tuple(sorted((f[k], f[(k + 1) % 3]))) in edges for k in range(3))]
    extra_points, extra_colors = [points], [colors]
    count = len(points)
    for t in split:
        extra_points.append(points[faces[t]])
        extra_colors.append(colors[faces[t]])
        faces[t] = [count, count + 1, count + 2]
        count += 3
    result = o3d.geometry.TriangleMesh(
        o3d.utility.Vector3dVector(np.concatenate(extra_points)), o3d.utility.Vector3iVector(faces))
    result.vertex_colors = o3d.utility.Vector3dVector(np.concatenate(extra_colors))
    # A vertex where two fans of triangles touch is not manifold either: each fan gets its own.
    fans = np.asarray(result.get_non_manifold_vertices())
    if len(fans):
        faces, points, colors = np.asarray(result.triangles).copy(), np.asarray(result.vertices), np.asarray(result.vertex_colors)
        fans = set(fans.tolist())
        more, count = [], len(points)
        for t, f in enumerate(faces):
            for k in range(3):
                if f[k] in fans:
                    more.append(f[k])
                    faces[t, k] = count
                    count += 1
        result = o3d.geometry.TriangleMesh(
            o3d.utility.Vector3dVector(np.concatenate([points, points[more]])), o3d.utility.Vector3iVector(faces))
        result.vertex_colors = o3d.utility.Vector3dVector(np.concatenate([colors, colors[more]]))
    return result, len(split)


def open3d_texture(folder, size):
    o3d = load_open3d()
    legacy, split = manifold(o3d, o3d.t.io.read_triangle_mesh(f"{folder}/mesh.ply"))
    mesh = o3d.t.geometry.TriangleMesh.from_legacy(legacy)
    start = cpu()
    stretch, charts, _ = mesh.compute_uvatlas(size=size, parallel_partitions=2)
    atlas_cpu = cpu() - start
    pixels, cameras, extrinsics = [], [], []
    for view, k, pose in views(folder):
        pixels.append(np.asarray(Image.open(f"{folder}/{view['image']}").convert("RGB"), np.float32) / 255)
        cameras.append(o3d.core.Tensor(k))
        extrinsics.append(o3d.core.Tensor(np.linalg.inv(pose)))

    def project(arrays):
        images = [o3d.t.geometry.Image(o3d.core.Tensor(np.ascontiguousarray(a, np.float32))) for a in arrays]
        return mesh.project_images_to_albedo(images, cameras, extrinsics, size, False).as_tensor().numpy()[..., :3]

    start = cpu()
    albedo = project(pixels)
    projection_cpu = cpu() - start
    prior = mesh.bake_vertex_attr_textures(size, {"colors"}, margin=2.0, fill=0.0, update_material=False)["colors"].numpy()
    if prior.dtype != np.uint8:
        prior = np.clip(prior * 255 + 0.5, 0, 255).astype(np.uint8)
    # Its projection leaves black what no image shows.
    unseen = (albedo.max(axis=2) == 0) & (prior.max(axis=2) > 0)
    corners = mesh.vertex.positions.numpy(), mesh.triangle.indices.numpy(), mesh.triangle.texture_uvs.numpy()
    write_obj(f"{folder}/open3d.obj", *corners, np.where(unseen[..., None], prior, albedo))
    # In its sum an image that doesn't show a texel counts as black. What it makes of white images is the share of those that do;
    # 8 bit codes of a few of 255 are too coarse, so dark texels come from images of eight times the brightness.
    white = [np.ones_like(a) for a in pixels]
    share, bright = project(white)[..., :1].astype(float), project([8 * a for a in white])[..., :1].astype(float)
    dark = bright < 250
    share = np.where(dark, bright / 8, share)
    color = np.where(dark, project([8 * a for a in pixels]) / 8.0, albedo)
    color = np.clip(255 * color / np.maximum(share, 1e-3) + 0.5, 0, 255).astype(np.uint8)
    unseen = (share[..., 0] <= 0) & (prior.max(axis=2) > 0)
    write_obj(f"{folder}/open3d-corrected.obj", *corners, np.where(unseen[..., None], prior, color))
    print(json.dumps({
        "who": "open3d " + o3d.__version__, "views": len(pixels), "charts": charts, "stretch": stretch, "size": size,
        "atlas_cpu": atlas_cpu, "projection_cpu": projection_cpu, "split_triangles": split,
        "without_image": float(unseen.sum() / max(1, (prior.max(axis=2) > 0).sum()))}))


def colormap(folder, model):
    o3d = load_open3d()
    mesh = o3d.io.read_triangle_mesh(f"{folder}/mesh.ply")
    scene = o3d.t.geometry.RaycastingScene()
    scene.add_triangles(o3d.t.geometry.TriangleMesh.from_legacy(mesh))
    rgbd, trajectory = [], []
    for view, k, pose in views(folder):
        w, h = view["width"], view["height"]
        rays = scene.create_rays_pinhole(o3d.core.Tensor(k), o3d.core.Tensor(np.linalg.inv(pose)), w, h)
        # Its rays have depth 1 along the axis, so the hit parameter is the depth.
        depth = scene.cast_rays(rays)["t_hit"].numpy()
        depth = np.where(np.isfinite(depth), depth, 0).astype(np.float32)
        color = o3d.geometry.Image(np.asarray(Image.open(f"{folder}/{view['image']}").convert("RGB")).copy())
        rgbd.append(o3d.geometry.RGBDImage.create_from_color_and_depth(
            color, o3d.geometry.Image(depth), depth_scale=1.0, depth_trunc=10.0, convert_rgb_to_intensity=False))
        camera = o3d.camera.PinholeCameraParameters()
        camera.intrinsic = o3d.camera.PinholeCameraIntrinsic(w, h, k[0, 0], k[1, 1], k[0, 2], k[1, 2])
        camera.extrinsic = np.linalg.inv(pose)
        trajectory.append(camera)
    cameras = o3d.camera.PinholeCameraTrajectory()
    cameras.parameters = trajectory
    start = cpu()
    cm = o3d.pipelines.color_map
    if model == "rigid":
        mesh, found = cm.run_rigid_optimizer(mesh, rgbd, cameras, cm.RigidOptimizerOption(maximum_iteration=100))
    else:
        mesh, found = cm.run_non_rigid_optimizer(mesh, rgbd, cameras, cm.NonRigidOptimizerOption(maximum_iteration=100))
    seconds = cpu() - start
    o3d.io.write_triangle_mesh(f"{folder}/open3d-{model}.ply", mesh)
    changes = [np.linalg.inv(a.extrinsic) @ b.extrinsic for a, b in zip(trajectory, found.parameters)]
    print(json.dumps({
        "who": f"open3d colour map, {model}", "cpu": seconds,
        "moved_mm": float(1000 * np.mean([np.linalg.norm(c[:3, 3]) for c in changes]))}))


def split_edges(points, colors, faces, longest):
    """Splits edges longer than `longest` until there are none; neighbours split a common edge alike."""
    while True:
        edges = np.sort(np.stack([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]], axis=1), axis=2)
        unique, inverse = np.unique(edges.reshape(-1, 2), axis=0, return_inverse=True)
        long = np.linalg.norm(points[unique[:, 0]] - points[unique[:, 1]], axis=1) > longest
        if not long.any():
            return points, colors, faces
        middle = np.full(len(unique), -1)
        middle[long] = len(points) + np.arange(long.sum())
        points = np.concatenate([points, points[unique[long]].mean(axis=1)])
        colors = np.concatenate([colors, colors[unique[long]].mean(axis=1)])
        m = middle[inverse.reshape(-1, 3)]
        result = [faces[(m < 0).all(axis=1)]]
        for pattern in range(1, 8):
            wanted = np.array([pattern & 1, pattern & 2, pattern & 4]) > 0
            rows = ((m >= 0) == wanted).all(axis=1)
            f, n = faces[rows], m[rows]
            if wanted.all():
                for a, b, c in ((f[:, 0], n[:, 0], n[:, 2]), (n[:, 0], f[:, 1], n[:, 1]), (n[:, 2], n[:, 1], f[:, 2]), n.T):
                    result.append(np.stack([a, b, c], axis=1))
                continue
            # Turned so that one split edge is first and, of two, the second follows it.
            k = next(k for k in range(3) if wanted[k] and (wanted.sum() == 1 or wanted[(k + 1) % 3]))
            f, n = np.roll(f, -k, axis=1), np.roll(n, -k, axis=1)
            if wanted.sum() == 1:
                parts = ((f[:, 0], n[:, 0], f[:, 2]), (n[:, 0], f[:, 1], f[:, 2]))
            else:
                parts = ((n[:, 0], f[:, 1], n[:, 1]), (f[:, 0], n[:, 0], n[:, 1]), (f[:, 0], n[:, 1], f[:, 2]))
            result += [np.stack(part, axis=1) for part in parts]
        faces = np.concatenate(result)


def cameras(folder):
    o3d = load_open3d()
    mesh = o3d.io.read_triangle_mesh(f"{folder}/mesh.ply")
    points, colors, faces = split_edges(
        np.asarray(mesh.vertices), np.asarray(mesh.vertex_colors), np.asarray(mesh.triangles), 0.05)
    fine = o3d.geometry.TriangleMesh(o3d.utility.Vector3dVector(points), o3d.utility.Vector3iVector(faces))
    fine.vertex_colors = o3d.utility.Vector3dVector(colors)
    o3d.io.write_triangle_mesh(f"{folder}/texrecon-mesh.ply", fine)
    scene = f"{folder}/scene"
    shutil.rmtree(scene, ignore_errors=True)
    os.makedirs(scene)
    count = 0
    for view, k, pose in views(folder):
        w, h = view["width"], view["height"]
        name = os.path.splitext(os.path.basename(view["image"]))[0]
        shutil.copy(f"{folder}/{view['image']}", f"{scene}/{name}.png")
        inverse = np.linalg.inv(pose)
        numbers = list(inverse[:3, 3]) + list(inverse[:3, :3].reshape(-1))
        # Focal length over the larger side, pixel aspect, principal point over the sides with pixel centres at a half.
        inner = [k[0, 0] / max(w, h), 0, 0, k[1, 1] / k[0, 0], (k[0, 2] + 0.5) / w, (k[1, 2] + 0.5) / h]
        open(f"{scene}/{name}.cam", "w").write(
            " ".join(f"{x:.9g}" for x in numbers) + "\n" + " ".join(f"{x:.9g}" for x in inner) + "\n")
        count += 1
    print(json.dumps({"views": count, "triangles": len(faces)}))


def texrecon(folder, prefix):
    """Stacks its pages, and gives faces without a page a texel of the mean of their vertices' colours."""
    o3d = load_open3d()
    source = o3d.io.read_triangle_mesh(f"{folder}/texrecon-mesh.ply")
    colors = np.asarray(source.vertex_colors)
    points = np.asarray(source.vertices)
    pages, materials, current = {}, {}, None
    for line in open(f"{prefix}.mtl"):
        words = line.split()
        if words[:1] == ["newmtl"]:
            current = words[1]
        if words[:1] == ["map_Kd"]:
            materials[current] = words[1]
    for name, file in materials.items():
        pages[name] = np.asarray(Image.open(os.path.join(os.path.dirname(prefix), file)).convert("RGB"))
    vertices, coordinates, faces, uv_of, page_of, current = [], [], [], [], [], None
    for line in open(f"{prefix}.obj"):
        words = line.split()
        if not words:
            continue
        if words[0] == "v":
            vertices.append([float(x) for x in words[1:4]])
        elif words[0] == "vt":
            coordinates.append([float(x) for x in words[1:3]])
        elif words[0] == "usemtl":
            current = words[1]
        elif words[0] == "f":
            corners = [c.split("/") for c in words[1:4]]
            faces.append([int(c[0]) - 1 for c in corners])
            uv_of.append([int(c[1]) - 1 if len(c) > 1 and c[1] else -1 for c in corners])
            page_of.append(current)
    vertices, coordinates, faces = np.array(vertices), np.array(coordinates), np.array(faces)
    width = max(p.shape[1] for p in pages.values())
    tops, height = {}, 0
    for name, page in pages.items():
        tops[name] = height
        height += page.shape[0]
    if vertices.shape != points.shape or abs(vertices - points).max() > 1e-3:
        sys.exit(f"texture_peers: error: {prefix}.obj doesn't have the vertices of {folder}/texrecon-mesh.ply in their order")
    # Faces that texrecon left out.
    kept = {tuple(sorted(f)) for f in faces.tolist()}
    absent = [f for f in np.asarray(source.triangles).tolist() if tuple(sorted(f)) not in kept]
    untextured = [t for t, name in enumerate(page_of) if name not in pages or min(uv_of[t]) < 0]
    texels = [colors[faces[t]].mean(axis=0) for t in untextured]
    texels += [colors[f].mean(axis=0) for f in absent]
    per_row = width // 4
    strip = 4 * ((len(texels) + per_row - 1) // per_row)
    image = np.zeros((height + strip, width, 3), np.uint8)
    for name, page in pages.items():
        image[tops[name]:tops[name] + page.shape[0], :page.shape[1]] = page
    def texel(n):
        y, x = height + 4 * (n // per_row), 4 * (n % per_row)
        image[y:y + 4, x:x + 4] = np.clip(texels[n] * 255 + 0.5, 0, 255)
        return [(x + 2) / width, 1 - (y + 2) / image.shape[0]]
    uv = np.zeros((len(faces) + len(absent), 3, 2))
    flat = set(untextured)
    for t, name in enumerate(page_of):
        if t in flat:
            continue
        page = pages[name]
        c = coordinates[uv_of[t]]
        uv[t, :, 0] = c[:, 0] * page.shape[1] / width
        uv[t, :, 1] = 1 - (tops[name] + (1 - c[:, 1]) * page.shape[0]) / image.shape[0]
    for n, t in enumerate(untextured):
        uv[t] = texel(n)
    for n in range(len(absent)):
        uv[len(faces) + n] = texel(len(untextured) + n)
    everything = np.concatenate([faces, np.array(absent, int).reshape(-1, 3)])
    write_obj(f"{folder}/texrecon.obj", points, everything, uv, image)
    print(json.dumps({
        "who": "mvs-texturing", "faces": len(everything), "without_image": len(texels), "pages": len(pages),
        "width": int(width), "height": int(image.shape[0])}))


def sheet(prefix, target, indices, names, width=360):
    rows = []
    for index in indices:
        row = []
        for name in names:
            image = np.asarray(Image.open(f"{prefix}-{index}-{name}.png").convert("RGB")).copy()
            if name != "photo":
                # The benchmark's background.
                image[(image == [255, 0, 255]).all(axis=2)] = 128
            height = width * image.shape[0] // image.shape[1]
            row.append(np.asarray(Image.fromarray(image).resize((width, height), Image.LANCZOS)))
        rows.append(np.concatenate(row, axis=1))
    Image.fromarray(np.concatenate(rows)).save(target, quality=82)
    print(json.dumps({"bytes": os.path.getsize(target)}))


def main(words):
    if len(words) == 3 and words[0] == "open3d":
        open3d_texture(words[1], int(words[2]))
    elif len(words) == 3 and words[0] == "colormap" and words[2] in ("rigid", "non-rigid"):
        colormap(words[1], words[2])
    elif len(words) == 2 and words[0] == "cameras":
        cameras(words[1])
    elif len(words) == 3 and words[0] == "texrecon":
        texrecon(words[1], words[2])
    elif len(words) > 5 and words[0] == "sheet" and "--" in words[4:-1]:
        middle = words.index("--")
        sheet(words[1], words[2], words[3:middle], words[middle + 1:])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
