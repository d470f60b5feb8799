"""Images of models as Blender's importers read them, drawn by its renderer Cycles: base colours or normals, without light."""

import json
import pathlib
import subprocess

import numpy as np
from PIL import Image

from readers import Missing
from three_images import halved

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = HERE.parent.parent / ".venv-blender/bin/python"


class BlenderImages:
    """A process of Blender's Python for each step: `open` reads a file, `draw` reads it again and renders it."""

    name = "blender"

    def __init__(self, folder):
        if not PYTHON.exists():
            raise Missing("Blender is not installed; run scripts/setup.sh interop")
        self.folder, self.file = folder, None

    def run(self, order):
        (self.folder / "order.json").write_text(json.dumps(order))
        command = [str(PYTHON), str(HERE / "blender_render.py"), str(self.folder / "order.json")]
        result = subprocess.run(command, capture_output=True, text=True, timeout=600)
        line = next((l[2:] for l in reversed(result.stdout.splitlines()) if l.startswith("@@")), None)
        if line is None:
            raise RuntimeError(f"Blender ends with {result.returncode}: {(result.stderr or result.stdout).strip()[-300:]}")
        return json.loads(line)

    def open(self, file, up, unit):
        """The box around a model in metres, y up. Blender converts units and axes itself; `up` and `unit` are not used."""
        self.file = str(file)
        return np.array(self.run({"file": self.file})["box"])

    def draw(self, view, shows, plain=None):
        """See `ThreeImages.draw`."""
        samples = 2
        order = {
            "file": self.file,
            "eye": list(view.eye),
            "target": list(view.target),
            "field_of_view": view.field_of_view,
            "width": view.width * samples,
            "height": view.height * samples,
            "plain": plain,
            "images": {show: str(self.folder / f"blender-{show}.png") for show in shows},
        }
        self.run(order)
        return [halved(np.array(Image.open(order["images"][show]).convert("RGBA"))) for show in shows]
