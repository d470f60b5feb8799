"""The models of the built-in exhibit: AR Quick Look takes their USDZ files, and other readers their GLB files."""

import json
import pathlib
import subprocess

import scenes


def check(program: str, folder: pathlib.Path, expect):
    """Exports the built-in exhibit; `expect(condition, what)` counts what is checked."""
    target = folder / "artemis"
    subprocess.run([program, "exhibit", "export", "artemis", "--output", str(target)], check=True, capture_output=True, timeout=300)
    document = json.loads((target / "exhibit.json").read_text())
    for model in document["models"]:
        for key in ("usdz", "tableUSDZ"):
            found = scenes.with_usd(target / model[key])
            expect(not found["remarks"], f"{model[key]} passes the ARKit checks: {found['remarks']}")
        found = scenes.with_trimesh(target / model["file"])
        expect(60_000 <= found["triangles"] <= 150_000, f"{model['file']} has {found['triangles']} triangles")
