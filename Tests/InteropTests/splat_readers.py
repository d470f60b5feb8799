"""Readers of Gaussian splats."""

import numpy as np

from readers import Found, reader


def covariances(scales, quats):
    """What an ellipsoid is, whichever way its axes are named."""
    w, x, y, z = (quats / np.linalg.norm(quats, axis=1)[:, None]).T
    turn = np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]).transpose(2, 0, 1)
    return np.einsum("nij,nj,nkj->nik", turn, np.exp(2 * scales), turn)


def kind(path):
    return "compressed.ply" if path.name.endswith(".compressed.ply") else path.suffix[1:]


@reader("gsply", "splat/ply splat/compressed.ply splat/spz", compact=True)
def with_gsply(path):
    import gsply

    d = gsply.read_spz(str(path)) if path.suffix == ".spz" else gsply.plyread(str(path))
    rest = np.zeros((len(d.means), 15, 3)) if d.shN is None or not d.shN.size else d.shN
    remarks = [f"its {k} are not finite" for k in ("scales", "quats", "opacities", "sh0") if not np.isfinite(getattr(d, k)).all()]
    return Found(
        d.means,
        remarks=remarks,
        degree=0 if d.shN is None or not d.shN.size else 3,
        splats={
            "means": d.means,
            "sh0": d.sh0,
            "rest": rest,
            "opacities": d.opacities.ravel(),
            "covariance": covariances(d.scales, d.quats),
        },
    )


@reader("gaussforge", "splat/ply splat/compressed.ply splat/spz splat/splat", compact=True)
def with_gaussforge(path):
    import gaussforge

    told = gaussforge.GaussForge().get_model_info(path.read_bytes(), kind(path))
    assert "data" in told, str(told.get("error"))
    bounds = told["data"]["bounds"]
    box = [np.array([float(bounds[k][side]) for k in "xyz"]) for side in (0, 1)]
    return Found(None, box=box, count=told["data"]["basic"]["numPoints"], degree=told["data"]["rendering"]["shDegree"])
