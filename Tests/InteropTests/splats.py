"""Gaussian splats that `diorama convert` writes, opened by gsply and gaussforge.

    splats.py DIORAMA_BINARY"""

import json
import pathlib
import struct
import subprocess
import sys
import tempfile

import numpy as np

from splat_readers import covariances, with_gaussforge, with_gsply

COUNT, BASE = 600, 0.28209479177387814


def sample():
    """Splats of degree 3 as the trainer writes them: y down, logarithms, logits, w x y z."""
    random = np.random.default_rng(8)
    quaternions = random.normal(size=(COUNT, 4))
    return {
        "means": random.normal(size=(COUNT, 3)) * [2, 0.8, 1.2] + [0, -1, 0],
        "sh0": random.normal(size=(COUNT, 3)) * 0.5,
        "rest": np.clip(random.normal(size=(COUNT, 15, 3)) * 0.2, -0.95, 0.95),
        "opacities": random.normal(size=COUNT) * 2,
        "scales": random.uniform(-6, -2.5, size=(COUNT, 3)),
        "quats": quaternions / np.linalg.norm(quaternions, axis=1)[:, None],
    }


def write_ply(s, path):
    names = ["x", "y", "z", "f_dc_0", "f_dc_1", "f_dc_2"] + [f"f_rest_{i}" for i in range(45)]
    names += ["opacity", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3"]
    rest = s["rest"].transpose(0, 2, 1).reshape(COUNT, 45)
    rows = np.concatenate([s["means"], s["sh0"], rest, s["opacities"][:, None], s["scales"], s["quats"]], axis=1).astype("<f4")
    head = f"ply\nformat binary_little_endian 1.0\nelement vertex {COUNT}\n" + "".join(f"property float {n}\n" for n in names)
    path.write_bytes((head + "end_header\n").encode() + rows.tobytes())


def up(s):
    """The same splats with y up: half a turn about x."""
    flip = np.array([1, -1, -1])
    # Of x, y, z and their products that are the harmonics, those with an odd number of y and z change their sign.
    signs = np.array([-1, -1, 1, -1, 1, 1, -1, 1, -1, 1, -1, -1, 1, -1, 1])
    return {**s, "means": s["means"] * flip, "rest": s["rest"] * signs[None, :, None],
            "covariance": s["covariance"] * flip[None, :, None] * flip[None, None, :]}


def glb(path):
    """The attributes of a GLB's splats, by our own reading of the specification."""
    data = path.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    document, start = json.loads(data[20:20 + length]), 20 + length + 8
    primitive = document["meshes"][0]["primitives"][0]
    assert primitive["mode"] == 0 and "KHR_gaussian_splatting" in document["extensionsUsed"]
    assert primitive["extensions"]["KHR_gaussian_splatting"]["kernel"] == "ellipse"

    def read(name):
        accessor = document["accessors"][primitive["attributes"][name]]
        view = document["bufferViews"][accessor["bufferView"]]
        width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
        return np.frombuffer(data, "<f4", accessor["count"] * width, start + view["byteOffset"]).reshape(-1, width)

    own = "KHR_gaussian_splatting:"
    opacity = np.clip(read(own + "OPACITY")[:, 0].astype("f8"), 1e-7, 1 - 1e-7)
    assert (read(own + "SCALE") >= 0).all()
    rest = [read(f"{own}SH_DEGREE_{d}_COEF_{k}") for d in (1, 2, 3) for k in range(2 * d + 1)]
    return {
        "means": read("POSITION"),
        "sh0": read(own + "SH_DEGREE_0_COEF_0"),
        "rest": np.stack(rest, 1),
        "opacities": np.log(opacity / (1 - opacity)),
        "covariance": covariances(np.log(read(own + "SCALE")), read(own + "ROTATION")[:, [3, 0, 1, 2]]),
    }


def gsply_read(path):
    return with_gsply(path).details["splats"]


def nearest(found, wanted):
    """Found splats in the order of the wanted ones: some formats sort."""
    order = [int(np.argmin(((found["means"] - p) ** 2).sum(1))) for p in wanted["means"]]
    return {k: np.asarray(v)[order] for k, v in found.items()}


def check(program, folder, convert, expect):
    source = folder / "splats.ply"
    s = sample()
    write_ply(s, source)
    s["covariance"] = covariances(s["scales"], s["quats"])
    # Largest distances: places in metres, colours, harmonics, opacities, and ellipsoids by their larger variances.
    cases = [
        ("out.ply", gsply_read, s, (1e-5, 1e-5, 1e-5, 1e-3, 1e-4)),
        ("out.glb", glb, up(s), (1e-5, 1e-5, 1e-5, 1e-3, 1e-4)),
        ("out.spz", gsply_read, up(s), (3e-4, 0.015, 0.07, 0.5, 0.08)),
        ("out.compressed.ply", gsply_read, s, (0.01, 0.02, 0.02, 0.5, 0.03)),
    ]
    for name, read, wanted, (place, base, rest, opacity, shape) in cases:
        target = folder / name
        if convert(program, source, target) is None:
            continue
        found = nearest(read(target), wanted)
        for what, limit in [("means", place), ("sh0", base), ("rest", rest)]:
            worst = np.abs(found[what] - wanted[what]).max()
            expect(worst <= limit, f"{name}: {what} differ by up to {worst:.5f}")
        seen = np.abs(wanted["opacities"]) < 3
        worst = np.abs(found["opacities"] - wanted["opacities"])[seen].max()
        expect(worst <= opacity, f"{name}: opacities differ by up to {worst:.5f}")
        size = np.trace(wanted["covariance"], axis1=1, axis2=2)[:, None, None]
        worst = np.abs((found["covariance"] - wanted["covariance"]) / size).max()
        expect(worst <= shape, f"{name}: ellipsoids differ by up to {worst:.4f}")
    for name in ["out.ply", "out.spz", "out.splat", "out.compressed.ply"]:
        target = folder / name
        if not target.exists() and convert(program, source, target) is None:
            continue
        try:
            found = with_gaussforge(target)
        except Exception as error:
            expect(False, f"{name}: gaussforge: {error}")
            continue
        degree = 0 if name.endswith(".splat") else 3
        expect(found.count == COUNT, f"{name}: gaussforge finds {found.count} splats")
        expect(found.details["degree"] == degree, f"{name}: gaussforge finds degree {found.details['degree']}")


def main():
    failures = []

    def expect(condition, what):
        if not condition:
            failures.append(what)
            print(f"  FAILED {what}")

    def convert(program, source, target):
        arguments = (
            [program, str(source), str(target)] if program.endswith("splatlab") else [program, "convert", str(source), str(target)]
        )
        result = subprocess.run(arguments, capture_output=True, text=True, timeout=120)
        expect(result.returncode == 0, f"convert {source.name} {target.name}: {result.stderr.strip()[-300:]}")
        return result if result.returncode == 0 else None

    with tempfile.TemporaryDirectory() as folder:
        check(str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(folder), convert, expect)
    print("splats: FAILED" if failures else "splats: gsply, gaussforge ok")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
