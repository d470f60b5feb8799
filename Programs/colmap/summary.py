"""What was found, for the program that asked: summary.json."""

import json
import os
import shutil

from model import read_cameras, read_images, read_points


def write_summary(job, engine, models):
    """Puts the largest model into `sparse/` and writes

    engine   name and version
    models   numbers of registered images, the largest first
    error    mean reprojection error of the points, in pixels; null without a model
    points   their number
    images   for each name: features (null: unreadable), model (0: the largest, null: none), camera, points (indices into the
             points of sparse/points3D.bin)
    cameras  model and parameters by number
    pairs    [name, name, consistent matches]
    """
    features = engine.features()
    images = {name: {"features": features.get(name), "model": None} for name in job.names}
    counts = []
    result = {"engine": engine.name, "error": None, "points": 0, "cameras": {}}
    for rank, folder in enumerate(models):
        found = read_images(folder)
        counts.append(len(found))
        if rank == 0:
            numbers, errors = read_points(folder)
            index = {number: i for i, number in enumerate(numbers)}
            result["points"] = len(numbers)
            result["error"] = sum(errors) / len(errors) if errors else None
            result["cameras"] = {str(k): v for k, v in read_cameras(folder).items()}
            for name, image in found.items():
                points = [index[p] for p in image["points"] if p in index]
                images[name].update(model=0, camera=image["camera"], points=points)
            target = job.path("sparse")
            shutil.rmtree(target, ignore_errors=True)
            os.makedirs(target)
            for file in ("cameras.bin", "images.bin", "points3D.bin"):
                shutil.copy(os.path.join(folder, file), target)
        else:
            for name in found:
                if images[name]["model"] is None:
                    images[name]["model"] = rank
    pairs = [[a, b, count] for (a, b), count in engine.inliers().items()]
    result.update(models=counts, images=images, pairs=pairs)
    path = job.path("summary.json")
    with open(path + ".partial", "w", encoding="utf-8") as file:
        json.dump(result, file)
    os.replace(path + ".partial", path)
