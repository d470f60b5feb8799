"""Our images of models against images of the same files as others read them.

    image_comparison.py DIORAMA_BINARY [--keep FOLDER] [--only NAME …] [--blender] [--compact] [--table]

Each scene is drawn twice, by `diorama convert FILE view.png` and from what an independent reader makes of the file (the loaders of
three.js in headless Chromium; with --blender, Blender's), from one viewpoint, without light: once its base colours, once its
normals. Compared are the silhouettes, the mean difference of the colours and the mean angle between the normals. Scenes are files
of others, and what `diorama convert` writes of them: then our image is of the source, the other reader's of the written file."""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import numpy as np
from PIL import Image

from blender_images import BlenderImages
from readers import Missing
from three_images import ThreeImages, to_encoded, to_linear

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = ROOT.parent / "shared/data"
BACKGROUND = np.array([0x0E, 0x10, 0x13])
# The colour that our images have where a file has none.
PLAIN = [0.62, 0.60, 0.57]
# The most that may differ: the silhouettes by this share of their union, colours by this many of 255 levels in the mean, normals by
# this many degrees in the mean.
LIMITS = {"silhouette": 0.005, "colour": 4.0, "normal": 3.0}
SHOWS = ("colors", "normals")


class View:
    """A camera in perspective that has a box in its image, from the front, the right and above."""

    field_of_view = 30
    direction = (0.5, 0.4, 0.77)

    def __init__(self, box, height):
        low, high = box
        self.width, self.height = height * 4 // 3, height
        self.target = ((low + high) / 2).tolist()
        radius = np.linalg.norm(high - low) / 2
        away = np.array(self.direction) / np.linalg.norm(self.direction)
        self.eye = (self.target + away * radius / np.sin(np.radians(self.field_of_view / 2))).tolist()


class Scene:
    """A file below shared/data, and what its own format leaves open.

    up, unit: the axes and the unit in metres of what the other reader returns
    plain: the file has no colours
    targets: the formats that it is also written in and then read by others, with the options of `convert` and the frame of each
    skips: what is not compared, because the other reader or the format differs, and why: {"colour": …}, and for a format that is
        written {"obj colour": …}
    by: the readers; three.js, but for USDZ"""

    def __init__(self, path, up="y", unit=1, *, plain=False, targets=(), by=("three.js",), skips=None):
        self.path, self.up, self.unit, self.plain, self.targets = DATA / path, up, unit, plain, targets
        self.by, self.skips = by, skips or {}

    @property
    def name(self):
        return self.path.name


# How the loaders of three.js return what Diorama writes: options of convert, up, unit.
WRITTEN = {
    "glb": ([], "y", 1),
    "gltf": ([], "y", 1),
    "obj": ([], "y", 1),
    "dae": ([], "y", 1),
    "fbx": ([], "y", 1),
    "ply": (["--bake-colors"], "y", 1),
    "stl": ([], "z", 0.001),
    "3mf": ([], "z", 0.001),
    "usdz": ([], "y", 1),
}
FOREIGN = "foreign-formats"
SCENES = [
    Scene(f"{FOREIGN}/trimesh/CesiumMilkTruck.glb", targets=("glb", "gltf", "obj", "dae", "fbx", "stl", "usdz")),
    Scene(
        "nasa-artemis/orion-arow.glb",
        targets=("glb", "obj", "dae", "fbx", "stl"),
        skips={
            "obj colour": "this three.js takes no colours of vertices where not all vertices of a file have one",
            "dae colour": "COLLADA has no colour by which an image is multiplied; the loss report says so",
        },
    ),
    Scene(f"{FOREIGN}/trimesh/BoxInterleaved.glb"),
    Scene(f"{FOREIGN}/assimp/BoxTextured.glb", by=("three.js", "blender"), targets=("glb", "gltf", "obj", "dae", "fbx", "usdz")),
    Scene(f"{FOREIGN}/trimesh/nested.glb", targets=("glb", "dae")),
    Scene(f"{FOREIGN}/trimesh/cubevc.glb", targets=("glb", "ply", "fbx")),
    Scene("corrupt/trimesh/no_indices_3storybuilding.glb", plain=True),
    Scene(
        f"{FOREIGN}/trimesh/fuze.obj",
        targets=("glb", "obj", "dae", "fbx", "usdz"),
        skips={"colour": "three.js does not read a name behind a tab in MTL"},
    ),
    Scene(f"{FOREIGN}/trimesh/two_objects.obj", plain=True),
    Scene(f"{FOREIGN}/trimesh/chair_model.obj", plain=True, targets=("glb", "stl", "ply")),
    Scene("corrupt/trimesh/negative_indices.obj", plain=True),
    Scene("phone-3dscanner-chair/export.obj", plain=True),
    Scene(f"{FOREIGN}/trimesh/duck.dae", plain=True, targets=("glb", "dae")),
    # The three.js of Debian fails on its colours of vertices.
    Scene(f"{FOREIGN}/assimp/box.fbx", by=("blender",), skips={"colour": "Blender takes the sRGB colours of FBX for linear ones"}),
    Scene(
        f"{FOREIGN}/assimp/phong_cube.fbx", unit=0.01, skips={"colour": "our images add the light that a material emits"}),
    Scene(f"{FOREIGN}/assimp/huesitos.fbx", unit=0.01, skips={"colour": "three.js ignores DiffuseFactor"}),
    Scene(f"{FOREIGN}/assimp/spider.fbx", unit=0.01),
    Scene(f"{FOREIGN}/trimesh/featuretype.STL", plain=True, targets=("stl", "ply", "glb")),
    Scene(f"{FOREIGN}/trimesh/soup.stl", plain=True),
    Scene(f"{FOREIGN}/trimesh/bunny.ply", plain=True, targets=("ply", "stl")),
    Scene(f"{FOREIGN}/trimesh/fuze.ply"),
    Scene(
        f"{FOREIGN}/assimp/fels.3ds", up="z",
        skips={"normal": "the file has no smoothing groups: faces are flat; three.js smooths them"}),
    Scene(f"{FOREIGN}/assimp/cube_with_specular_texture.3DS", up="z"),
    Scene(f"{FOREIGN}/assimp/box.3mf", up="z", unit=0.001, plain=True),
    Scene(
        f"{FOREIGN}/trimesh/counterXP.3MF", up="z", unit=0.001,
        skips={"colour": "three.js shows parts without a colour in light blue"}),
    Scene(f"{FOREIGN}/usd-wg/AnimatedTriangle.usdz", by=("blender",)),
    Scene(f"{FOREIGN}/usd-wg/BoxAnimated.usdz", by=("blender",)),
    Scene(f"{FOREIGN}/usd-wg/RiggedSimple.usdz", by=("blender",)),
    Scene(f"{FOREIGN}/usd-wg/RoughnessTest.usdz", by=("blender",)),
]


def run(program, *arguments):
    result = subprocess.run([program, "convert", *map(str, arguments)], capture_output=True, text=True, timeout=300)
    if result.returncode != 0:
        raise RuntimeError(result.stderr.strip().splitlines()[-1][:300])


def readable(program):
    """The file extensions that the program names as readable."""
    text = subprocess.run([program, "inspect", "--help"], capture_output=True, text=True, timeout=60).stdout
    listed = re.search(r"A model file: (.*?)\.\s", re.sub(r"\s+", " ", text) + " ").group(1)
    return set(re.split(r", | and ", listed))


def drawn(program, file, view, shows, folder):
    """Our images of a file: rows of red, green and blue, 0 to 255."""
    point = lambda p: ",".join(f"{x:.7g}" for x in p)
    images = []
    for show in shows:
        target = folder / f"view-{show}.png"
        run(program, file, target, "--eye", point(view.eye), "--target", point(view.target), "--field-of-view", view.field_of_view,
            "--size", f"{view.width}x{view.height}", "--shading", show)
        images.append(np.array(Image.open(target).convert("RGB")))
    return images


def composited(light, share):
    """The reader's image in front of our background, as 8 bits."""
    return np.round(to_encoded(light + to_linear(BACKGROUND / 255) * (1 - share[..., None])) * 255).astype(np.uint8)


def inner(mask):
    """Without the pixels at its edge, which show two things."""
    padded = np.pad(mask, 1)
    return mask & padded[:-2, 1:-1] & padded[2:, 1:-1] & padded[1:-1, :-2] & padded[1:-1, 2:]


def compared(ours, theirs):
    """How much two sets of images (by what they show) differ: silhouette, colour, normal."""
    # No unit vector is encoded as the background's colour, and none that is near it.
    seen = [np.abs(image["normals"].astype(int) - BACKGROUND).max(-1) > 40 for image in (ours, theirs)]
    both, either = seen[0] & seen[1], seen[0] | seen[1]
    result = {"silhouette": 1 - both.sum() / max(either.sum(), 1), "pixels": int(either.sum())}
    inside = inner(both)
    if not inside.any():
        return {**result, "colour": np.inf, "normal": np.inf}
    if "colors" in ours:
        result["colour"] = np.abs(ours["colors"][inside].astype(float) - theirs["colors"][inside]).mean()
    decode = lambda image: image["normals"][inside] / 127.5 - 1
    a, b = (n / np.maximum(np.linalg.norm(n, axis=-1, keepdims=True), 1e-6) for n in (decode(ours), decode(theirs)))
    result["normal"] = np.degrees(np.arccos(np.clip((a * b).sum(-1), -1, 1))).mean()
    return result


class Comparison:
    def __init__(self, program, folder, engines, *, compact=False, keep=None):
        self.program, self.folder, self.engines, self.keep = program, folder, engines, keep
        self.compact, self.height = compact, 240 if compact else 360
        self.rows, self.failures, self.skipped = [], [], []
        self.readable = readable(program)

    def fail(self, what):
        self.failures.append(what)
        print(f"  FAILED {what}", flush=True)

    def scene(self, scene):
        if not scene.path.exists():
            return self.skipped.append(f"{scene.name} (not in {DATA})")
        format = scene.path.suffix[1:].lower()
        if format not in self.readable:
            return self.skipped.append(f"{scene.name} (diorama does not read {format})")
        for name in scene.by:
            self.pair(scene, scene.name, scene.path, scene.up, scene.unit, name)
        for target in () if self.compact else scene.targets:
            options, up, unit = WRITTEN[target]
            name = "blender" if target == "usdz" else "three.js"
            if target not in self.readable or name not in self.engines:
                continue
            file = self.folder / f"{scene.path.stem}-from-{format}" / f"{scene.path.stem}.{target}"
            file.parent.mkdir(exist_ok=True)
            try:
                run(self.program, scene.path, file, *options)
            except RuntimeError as error:
                self.fail(f"{scene.name} as {target}: {error}")
                continue
            self.pair(scene, f"{scene.name} as {target}", file, up, unit, name, target=target)

    def pair(self, scene, label, file, up, unit, name, target=None):
        """Compares our image of the scene's own file with the other reader's of `file`."""
        engine = self.engines.get(name)
        if engine is None:
            return
        started = time.monotonic()
        try:
            shows = [s for s in SHOWS if not (target == "stl" and s == "colors")]
            view = View(engine.open(file, up, unit), self.height)
            theirs = {s: composited(*i) for s, i in zip(shows, engine.draw(view, shows, PLAIN if scene.plain else None))}
            ours = dict(zip(shows, drawn(self.program, scene.path, view, shows, self.folder)))
        except Exception as error:  # that a reader fails is the finding
            return self.fail(f"{label}: {name}: {type(error).__name__}: {str(error)[:300]}")
        found = compared(ours, theirs)
        skipped = [what for what in LIMITS if (f"{target} {what}" if target else what) in scene.skips]
        for what in skipped:
            found.pop(what, None)
        for what, limit in LIMITS.items():
            if what in found and not found[what] <= limit:
                self.fail(f"{label}: {name}: the {what} differs by {found[what]:.4g}, more than {limit}")
        self.rows.append((label, name, found))
        told = ", ".join(f"{w} {found[w]:.4f}" if w == "silhouette" else f"{w} {found[w]:.2f}" for w in LIMITS if w in found)
        print(f"{label}: {name}: {told} ({time.monotonic() - started:.1f} s)", flush=True)
        if self.keep:
            rows = [np.hstack([ours[s], theirs[s], difference(ours[s], theirs[s])]) for s in shows]
            Image.fromarray(np.vstack(rows)).save(self.keep / f"{label.replace(' ', '-')}-{name}.png")


def difference(a, b):
    """Eight times the difference of two images."""
    return np.clip(np.abs(a.astype(int) - b) * 8, 0, 255).astype(np.uint8)


def table(rows):
    """The results as a table in Markdown."""
    yield "| scene | reader | silhouette | colour | normals |"
    yield "|---|---|---|---|---|"
    for label, name, found in rows:
        colour = f"{found['colour']:.2f}" if "colour" in found else ""
        yield f"| {label} | {name} | {100 * found['silhouette']:.2f} % | {colour} | {found['normal']:.2f}° |"


def check(program, folder, *, blender=False, compact=False, only=(), keep=None):
    """Compares all scenes that are there, and returns the comparison with its rows and failures.

    `compact` compares only the files as they are, in small images, and with three.js."""
    with ThreeImages() as three:
        engines = {three.name: three}
        if blender:
            engines[BlenderImages.name] = BlenderImages(folder)
        comparison = Comparison(program, folder, engines, compact=compact, keep=keep)
        for scene in SCENES:
            if not only or any(word in scene.name for word in only):
                comparison.scene(scene)
    return comparison


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda p: str(pathlib.Path(p).resolve()))
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the images: ours, theirs, eight times the difference")
    parser.add_argument("--only", nargs="+", default=[], help="parts of the names of files")
    parser.add_argument("--blender", action="store_true", help="also with Blender, which alone reads USDZ here")
    parser.add_argument("--compact", action="store_true", help="only the files as they are, in small images (make test)")
    parser.add_argument("--table", action="store_true", help="print the table of docs/formats.md")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        try:
            result = check(
                options.program,
                pathlib.Path(folder),
                blender=options.blender,
                compact=options.compact,
                only=options.only,
                keep=options.keep,
            )
        except Missing as error:
            print(f"MISSING {error}", file=sys.stderr)
            return 1
    for what in result.skipped:
        print(f"skipped: {what}")
    if options.table:
        print("\n".join(table(result.rows)))
    verdict = f"FAILED: {len(result.failures)}" if result.failures else "ok"
    print(f"{verdict}, {len(result.rows)} pairs of images ({time.monotonic() - started:.0f} s)")
    return 1 if result.failures else 0


if __name__ == "__main__":
    sys.exit(main())
