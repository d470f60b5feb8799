"""xatlas on a mesh: xatlas_peer.py MESH.ply SIZE [MESH_WITH_OUR_COORDINATES.obj]

Prints one JSON line: CPU seconds, charts, size, the share of the atlas that the surface covers (from the areas of its triangles,
not the packer's own figure) and the stretch (Sander et al., 2001). Needs xatlas==0.0.11, numpy and trimesh."""
import json
import sys
import time

import numpy as np
import trimesh
import xatlas


def measures(positions, uv, faces, width, height):
    p, q = positions[faces].astype(float), uv[faces].astype(float) * [width, height]
    world = 0.5 * np.linalg.norm(np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]), axis=1)
    d, e = q[:, 1] - q[:, 0], q[:, 2] - q[:, 0]
    flat = 0.5 * np.abs(d[:, 0] * e[:, 1] - d[:, 1] * e[:, 0])
    ok = (world > 1e-12) & (flat > 1e-9)
    # The singular values of the map from picture to surface.
    det = (d[:, 0] * e[:, 1] - d[:, 1] * e[:, 0])[ok, None]
    du = ((p[ok, 1] - p[ok, 0]) * e[ok, 1, None] - (p[ok, 2] - p[ok, 0]) * d[ok, 1, None]) / det
    dv = ((p[ok, 2] - p[ok, 0]) * d[ok, 0, None] - (p[ok, 1] - p[ok, 0]) * e[ok, 0, None]) / det
    square = 0.5 * ((du**2).sum(1) + (dv**2).sum(1))
    scale = flat[ok].sum() / world[ok].sum()
    stretch = float(np.sqrt((square * world[ok]).sum() / world[ok].sum() * scale))
    return float(flat.sum() / (width * height)), stretch


def main():
    mesh = trimesh.load(sys.argv[1], process=False)
    size = int(sys.argv[2])
    if len(sys.argv) > 3:
        ours = trimesh.load(sys.argv[3], process=False)
        w, h = int(sys.argv[4]), int(sys.argv[5])
        used, stretch = measures(np.asarray(ours.vertices), np.asarray(ours.visual.uv), np.asarray(ours.faces), w, h)
        print(json.dumps({"who": "diorama", "utilisation": used, "stretch": stretch}))
        return
    atlas = xatlas.Atlas()
    atlas.add_mesh(np.asarray(mesh.vertices, np.float32), np.asarray(mesh.faces, np.uint32))
    pack = xatlas.PackOptions()
    pack.resolution = size
    pack.bilinear = True
    wall, cpu = time.monotonic(), time.process_time()
    atlas.generate(pack_options=pack, verbose=False)
    wall, cpu = time.monotonic() - wall, time.process_time() - cpu
    source, faces, uv = atlas[0]
    used, stretch = measures(np.asarray(mesh.vertices)[source], uv, faces, atlas.width, atlas.height)
    print(
        json.dumps(
            {
                "who": "xatlas 0.0.11", "triangles": len(mesh.faces), "wall": wall, "cpu": cpu,
                "width": atlas.width, "height": atlas.height,
                "charts": atlas.chart_count, "utilisation": used, "its_own_utilisation": float(atlas.utilization),
                "stretch": stretch, "atlases": atlas.atlas_count, "texels_per_metre": atlas.texels_per_unit,
            }
        )
    )


if __name__ == "__main__":
    main()
