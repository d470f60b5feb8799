"""Small models of which every number is known, written as PLY by numpy alone."""

import numpy as np


class Model:
    """Positions in metres (y up), 8-bit sRGB colours or None, unit normals or None, triangles or None."""

    def __init__(self, positions, colors=None, normals=None, triangles=None):
        self.positions = np.asarray(positions, "f4")
        self.colors = None if colors is None else np.asarray(colors, "u1")
        self.normals = None if normals is None else np.asarray(normals, "f4")
        self.triangles = None if triangles is None else np.asarray(triangles, "i4")

    @property
    def box(self):
        return self.positions.min(0), self.positions.max(0)

    @property
    def linear_colors(self):
        c = self.colors / 255.0
        return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)

    def write_ply(self, path):
        fields = [(k, "<f4") for k in "xyz"]
        if self.normals is not None:
            fields += [(k, "<f4") for k in ("nx", "ny", "nz")]
        if self.colors is not None:
            fields += [(k, "u1") for k in ("red", "green", "blue")]
        rows = np.zeros(len(self.positions), fields)
        rows["x"], rows["y"], rows["z"] = self.positions.T
        if self.normals is not None:
            rows["nx"], rows["ny"], rows["nz"] = self.normals.T
        if self.colors is not None:
            rows["red"], rows["green"], rows["blue"] = self.colors.T
        names = {"<f4": "float", "u1": "uchar"}
        head = f"ply\nformat binary_little_endian 1.0\nelement vertex {len(rows)}\n"
        head += "".join(f"property {names[t]} {k}\n" for k, t in fields)
        body = rows.tobytes()
        if self.triangles is not None:
            faces = np.zeros(len(self.triangles), [("n", "u1"), ("i", "<i4", 3)])
            faces["n"], faces["i"] = 3, self.triangles
            head += f"element face {len(faces)}\nproperty list uchar int vertex_indices\n"
            body += faces.tobytes()
        path.write_bytes((head + "end_header\n").encode() + body)


def height_field(side=40, colored=True):
    """A bumpy floor of 4 x 3 m, 0.5 to 2.5 m high: three different edge lengths, nowhere symmetrical."""
    random = np.random.default_rng(5)
    u, v = np.meshgrid(np.linspace(0, 1, side), np.linspace(0, 1, side), indexing="ij")
    x, z = -1 + 4 * u, 2 + 3 * v
    y = 0.5 + 2 * (u * v) ** 2
    positions = np.c_[x.ravel(), y.ravel(), z.ravel()]
    n = np.arange(side * side).reshape(side, side)
    a, b, c, d = n[:-1, :-1].ravel(), n[1:, :-1].ravel(), n[1:, 1:].ravel(), n[:-1, 1:].ravel()
    triangles = np.r_[np.c_[a, d, c], np.c_[a, c, b]]
    normals = np.c_[-(4 * u * v**2).ravel() / 4, np.ones(side * side), -(4 * u**2 * v).ravel() / 3]
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    colors = random.integers(0, 256, (side * side, 3)) if colored else None
    return Model(positions, colors, normals, triangles)


def cloud(count=3000):
    """Points on a sphere of 1.5 m about (10, 1.5, −3), coloured."""
    random = np.random.default_rng(6)
    normals = random.normal(size=(count, 3))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return Model(np.array([10, 1.5, -3]) + 1.5 * normals, random.integers(0, 256, (count, 3)), normals)


class Field:
    """A bumpy floor like `height_field` with height, normals and colours known at every point, in whatever order they are read."""

    box = np.array([-1, 0.5, 2]), np.array([3, 2.5, 5])

    @staticmethod
    def parameters(points):
        return (points[:, 0] + 1) / 4, (points[:, 2] - 2) / 3

    @classmethod
    def heights(cls, points):
        u, v = cls.parameters(points)
        return 0.5 + 2 * (u * v) ** 2

    @classmethod
    def normals(cls, points):
        u, v = cls.parameters(points)
        normals = np.c_[-u * v**2, np.ones(len(points)), -4 / 3 * u**2 * v]
        return normals / np.linalg.norm(normals, axis=1)[:, None]

    @classmethod
    def colors(cls, points):
        """sRGB, 0…1."""
        u, v = cls.parameters(points)
        return np.c_[0.15 + 0.7 * u, 0.15 + 0.7 * v, 0.5 + 0.25 * np.sin(3 * u) * np.cos(2 * v)]

    @classmethod
    def model(cls, points, triangles=None):
        return Model(points, np.round(cls.colors(points) * 255), cls.normals(points), triangles)

    @classmethod
    def mesh(cls, triangles):
        """A grid of about so many triangles."""
        side = int(np.ceil((triangles / 2) ** 0.5)) + 1
        grid = height_field(side, colored=False)
        return cls.model(grid.positions.astype(float), grid.triangles)

    @classmethod
    def cloud(cls, count):
        """Points at random places, the corners among them so that the box is exact."""
        random = np.random.default_rng(7)
        points = np.c_[random.uniform(-1, 3, count), np.zeros(count), random.uniform(2, 5, count)]
        points[:2, [0, 2]] = [[-1, 2], [3, 5]]
        points[:, 1] = cls.heights(points)
        return cls.model(points)

    @classmethod
    def write_textured(cls, path, triangles):
        """The mesh as OBJ with its colours in a picture only. v counts from below, and grows towards +z."""
        from PIL import Image

        mesh, size = cls.mesh(triangles), 512
        # The outermost pixels' centres lie on the borders, where a repeated picture would mix with its other side.
        v, u = np.meshgrid(1 - np.arange(size) / (size - 1), np.arange(size) / (size - 1), indexing="ij")
        places = np.c_[4 * u.ravel() - 1, np.zeros(size * size), 3 * v.ravel() + 2]
        Image.fromarray(np.round(cls.colors(places) * 255).astype("u1").reshape(size, size, 3)).save(path.with_suffix(".png"))
        path.with_suffix(".mtl").write_text(f"newmtl painted\nKd 1 1 1\nmap_Kd {path.stem}.png\n")
        corners = np.repeat(mesh.triangles.reshape(-1, 1) + 1, 2, axis=1).reshape(-1, 6)
        with path.open("w") as file:
            file.write(f"mtllib {path.stem}.mtl\nusemtl painted\n")
            np.savetxt(file, mesh.positions, "v %.7f %.7f %.7f")
            np.savetxt(file, (np.stack(cls.parameters(mesh.positions), 1) * (size - 1) + 0.5) / size, "vt %.6f %.6f")
            np.savetxt(file, corners, "f %d/%d %d/%d %d/%d")
        return mesh
