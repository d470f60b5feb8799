"""What is to be done: the fields of the job file."""

import json
import os


class Job:
    """
    images       folder of the images
    workspace    folder for the database and the result
    groups       images of one camera each: {"names": […], "model": "SIMPLE_RADIAL", "parameters": […] or null}; given parameters
                 are where refinement begins
    matching     "exhaustive", "sequential" (names in the order of time) or "retrieval" (similar images by their features)
    pairs        further pairs of names to match, such as neighbours by GPS
    mapper       "incremental" or "global"
    refine       whether the cameras' parameters are refined
    max_image_size, max_features, peak_threshold, threads, neighbours, overlap
    engine       "pycolmap", "colmap" or null for what is there
    """

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            fields = json.load(file)
        self.images = fields["images"]
        self.workspace = fields["workspace"]
        self.groups = fields["groups"]
        self.matching = fields.get("matching", "exhaustive")
        self.pairs = [tuple(pair) for pair in fields.get("pairs", [])]
        self.mapper = fields.get("mapper", "incremental")
        self.refine = fields.get("refine", True)
        self.max_image_size = fields.get("max_image_size", 1600)
        self.max_features = fields.get("max_features", 2048)
        self.peak_threshold = fields.get("peak_threshold", 0.0066667)
        self.threads = fields.get("threads", 1)
        self.neighbours = fields.get("neighbours", 20)
        self.overlap = fields.get("overlap", 10)
        self.engine = fields.get("engine")
        self.names = sorted(name for group in self.groups for name in group["names"])

    @property
    def database(self):
        return os.path.join(self.workspace, "database.db")

    def path(self, name):
        return os.path.join(self.workspace, name)
