"""One step of pycolmap's, in a process of its own: steps.py extract|match|map FIELDS.json. Its log is on standard error."""

import json
import os
import sys

import pycolmap


def extract(job):
    group = job["group"]
    options = pycolmap.FeatureExtractionOptions()
    options.use_gpu = False
    options.num_threads = job["threads"]
    options.max_image_size = job["max_image_size"]
    options.sift.max_num_features = job["max_features"]
    options.sift.peak_threshold = job["peak_threshold"]
    reader = pycolmap.ImageReaderOptions()
    reader.camera_model = group["model"]
    # Phones without EXIF: the width of their lens rather than COLMAP's 1.2.
    reader.default_focal_length_factor = 0.85
    if group.get("parameters"):
        reader.camera_params = ",".join(repr(float(p)) for p in group["parameters"])
    pycolmap.extract_features(
        job["database"], job["images"], image_names=group["names"], camera_mode=pycolmap.CameraMode.SINGLE, reader_options=reader,
        extraction_options=options, device=pycolmap.Device.cpu)


def match(job):
    options = pycolmap.FeatureMatchingOptions()
    options.use_gpu = False
    options.num_threads = job["threads"]
    pairing = pycolmap.ImportedPairingOptions()
    pairing.match_list_path = job["pairs"]
    pairing.block_size = job["block"]
    pycolmap.match_image_pairs(
        job["database"], matching_options=options, pairing_options=pairing, device=pycolmap.Device.cpu)


def map(job):
    if job["mapper"] == "global":
        options = pycolmap.GlobalPipelineOptions()
        options.num_threads = job["threads"]
        options.random_seed = 1
        options.mapper.bundle_adjustment.refine_focal_length = job["refine"]
        options.mapper.bundle_adjustment.refine_extra_params = job["refine"]
        found = pycolmap.global_mapping(job["database"], job["images"], job["output"], options)
    else:
        options = pycolmap.IncrementalPipelineOptions()
        options.num_threads = job["threads"]
        options.random_seed = 1
        options.min_model_size = 3
        options.ba_refine_focal_length = job["refine"]
        options.ba_refine_extra_params = job["refine"]
        options.mapper.abs_pose_refine_focal_length = job["refine"]
        options.mapper.abs_pose_refine_extra_params = job["refine"]
        found = pycolmap.incremental_mapping(
            job["database"], job["images"], job["output"], options, input_path=job["start"] or "")
    for number, model in found.items():
        folder = os.path.join(job["output"], str(number))
        os.makedirs(folder, exist_ok=True)
        model.write_binary(folder)


if __name__ == "__main__":
    with open(sys.argv[2], encoding="utf-8") as file:
        fields = json.load(file)
    {"extract": extract, "match": match, "map": map}[sys.argv[1]](fields)
