"""What readers are known not to see, though the file holds it: each with its reason, and found by trying."""

import fnmatch


class Limit:
    def __init__(self, reader, kinds, topics, reason, where=lambda case: True, says=""):
        self.reader, self.kinds, self.topics, self.reason, self.where, self.says = (
            reader,
            kinds.split(),
            topics.split(),
            reason,
            where,
            says,
        )

    def covers(self, reader, case, topic, what):
        return (reader == self.reader and topic in self.topics and self.says in what and self.where(case)
                and any(fnmatch.fnmatch(case.kind, k) for k in self.kinds))

    def __str__(self):
        return f"{self.reader}, {' '.join(self.kinds)}: {self.reason}"


LIMITS = [
    Limit("gdal", "plan/dwg", "layers", "libopencad does not read dimensions", says="A-ANNO-DIMS"),
    Limit(
        "cloudcompare",
        "cloud/pts",
        "colors",
        "without its window it takes the intensity for red; in its window one chooses the columns",
    ),
    Limit("trimesh", "mesh/dae", "colors", "takes no colours of vertices out of COLLADA"),
    Limit(
        "tinyusdz",
        "mesh/usdz",
        "refused",
        "takes the input of a preview surface from a texture only, not from a UsdPrimvarReader as USD specifies it",
        lambda case: case.holds["colored"],
        "outputs:result",
    ),
    Limit(
        "usd-core",
        "mesh/usdz cloud/usdz",
        "rules",
        "Quick Look's rules ask for y up; z up is written only where it is asked for, and told as a loss",
        lambda case: case.holds["up"] == "z",
        "upAxis",
    ),
    *(
        Limit(name, "mesh/glb mesh/gltf", topics, what, lambda case: case.holds.get("quantized"))
        for name, topics, what in (
            ("assimp", "box refused", "does not know KHR_mesh_quantization"),
            ("open3d", "box finite surface winding colors normals", "does not know KHR_mesh_quantization"),
            ("pymeshlab", "colors", "takes colours of sixteen bits for eight"),
        )
    ),
]
