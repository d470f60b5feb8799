"""Textured models that `diorama convert` writes, looked at by others: the picture's colours at known coordinates."""

import numpy as np

# Below left, below right, above right, above left.
CORNERS = np.array([[0, 0, 255], [255, 255, 255], [0, 255, 0], [255, 0, 0]])


def write_sample(folder):
    """A square with a picture of four plain quarters, as OBJ."""
    from PIL import Image

    picture = np.full((64, 64, 3), 255, np.uint8)
    picture[:32, :32], picture[:32, 32:], picture[32:, :32] = CORNERS[3], CORNERS[2], CORNERS[0]
    Image.fromarray(picture).save(folder / "square.png")
    (folder / "square.mtl").write_text("newmtl painted\nKd 1 1 1\nmap_Kd square.png\n")
    (folder / "square.obj").write_text(
        "mtllib square.mtl\nusemtl painted\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
        "vt .1 .1\nvt .9 .1\nvt .9 .9\nvt .1 .9\nf 1/1 2/2 3/3\nf 1/1 3/3 4/4\n"
    )
    return folder / "square.obj"


def check(program, folder, convert, expect):
    import trimesh
    from headless_open3d import open3d
    from usd_readers import with_usd

    source = write_sample(folder)
    for format in ("glb", "obj"):
        target = folder / f"textured-out.{format}"
        if convert(program, source, target) is None:
            continue
        shape = trimesh.load(str(target), process=False)
        shape = list(shape.geometry.values())[0] if isinstance(shape, trimesh.Scene) else shape
        colors = shape.visual.to_color().vertex_colors[:, :3].astype(int)
        expect(np.abs(colors - CORNERS).max() < 12, f"{target.name}: trimesh finds the colours {colors.tolist()}")
        mesh = open3d.io.read_triangle_mesh(str(target), True)
        expect(
            len(mesh.textures) > 0 and np.asarray(mesh.textures[0]).shape[:2] == (64, 64), f"{target.name}: open3d finds no picture"
        )
    target = folder / "textured-out.usdz"
    if convert(program, source, target) is None:
        return
    found = with_usd(target)
    for remark in found.remarks:
        expect(False, f"{target.name}: usd-core: {remark}")
    expect(found.painted is not None, f"{target.name}: usd-core finds no picture")
    if found.painted is not None:
        colors = found.painted[1] * 255
        expect(np.abs(colors - CORNERS).max() < 12, f"{target.name}: usd-core finds the colours {colors.tolist()}")
