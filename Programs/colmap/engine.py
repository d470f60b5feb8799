"""The steps of structure from motion, by pycolmap or by the program colmap."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys

import process
from model import registered_names
from pairs import exhaustive, retrieval, sequential

HERE = os.path.dirname(os.path.abspath(__file__))


class Failure(Exception):
    def __init__(self, problem, remedy=""):
        super().__init__(problem)
        self.problem = problem
        self.remedy = remedy


def find_engine(job):
    """pycolmap where it is installed, else the program colmap; `job.engine` chooses one."""
    if job.engine in (None, "pycolmap"):
        try:
            import pycolmap

            return PyColmap(job, f"pycolmap {pycolmap.__version__}")
        except ImportError:
            if job.engine:
                raise Failure("pycolmap is not installed", "run make photos") from None
    program = shutil.which("colmap")
    if not program:
        raise Failure("neither pycolmap nor the program colmap is installed", "run make photos")
    text = subprocess.run([program, "help"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"COLMAP (\d+\.\d+)", text)
    return ColmapProgram(job, f"colmap {found[1] if found else ''}".strip(), program)


class Engine:
    """What both have in common; `extraction`, `matching` and `mapping` give the commands of the steps."""

    # Whether mapping without a result is no error of the engine.
    reports_missing_models = True

    def __init__(self, job, name):
        self.job = job
        self.name = name
        self.alive = lambda: None
        self.progress = lambda stage, done, total: None

    # Lines of both programs' logs that say how far they are.
    FILES = re.compile(r"Processed file \[(\d+)/(\d+)\]")
    BLOCKS = re.compile(r"(?:Matching|Processing) (?:block|image) \[(\d+)/(\d+)")
    REGISTERED = re.compile(r"Registering (?:image|frame) #\d+ \((?:num_reg_frames=)?(\d+)\)")

    def run(self, stage, command, on_line):
        status, last = process.run(command, on_line, self.alive)
        if status != 0:
            reason = next((line for line in reversed(last) if re.search(r"error|fail|check", line, re.I)), last[-1] if last else "")
            what = f"signal {-status}" if status < 0 else f"exit status {status}"
            return f"COLMAP has ended during {stage} ({what}): {reason[:300]}"
        return None

    def extract(self):
        job = self.job
        for name in ("database.db", "database.db-wal", "database.db-shm"):
            if os.path.exists(job.path(name)):
                os.remove(job.path(name))
        done = 0
        total = len(job.names)
        self.progress("features", 0, total)
        for number, group in enumerate(job.groups):
            before = done

            def line(text, before=before):
                found = self.FILES.search(text)
                if found:
                    self.progress("features", before + int(found[1]), total)

            names = job.path("names.txt")
            with open(names, "w", encoding="utf-8") as file:
                file.writelines(f"{name}\n" for name in group["names"])
            problem = self.run("extraction", self.extraction(number, names), line)
            if problem:
                raise Failure(problem)
            done += len(group["names"])

    def choose_pairs(self):
        job = self.job
        self.progress("pairs", 0, 1)
        found = set(job.pairs)
        if job.matching == "exhaustive":
            found |= exhaustive(job.names)
        elif job.matching == "sequential":
            found |= sequential(job.names, job.overlap)
            # Where the camera comes back to what it saw before.
            found |= retrieval(job.database, job.names, 5, self.alive)
        else:
            found |= retrieval(job.database, job.names, job.neighbours, self.alive)
        self.write_pairs("pairs.txt", found)
        self.progress("pairs", 1, 1)

    def write_pairs(self, name, pairs):
        """Pairs in blocks of images, so that features are read from the database once a block."""
        ordered = sorted({tuple(sorted(pair)) for pair in pairs if pair[0] != pair[1]})
        with open(self.job.path(name), "w", encoding="utf-8") as file:
            file.writelines(f"{a} {b}\n" for a, b in ordered)

    def match(self, name):
        with open(self.job.path(name), encoding="utf-8") as file:
            count = sum(1 for _ in file)
        if count == 0:
            return
        block = max(1, min(100, count // 20))
        self.progress("matching", 0, count)

        def line(text):
            found = self.BLOCKS.search(text)
            if found:
                self.progress("matching", min(count, (int(found[1]) - 1) * block), count)

        problem = self.run("matching", self.matching(self.job.path(name), block), line)
        if problem:
            raise Failure(problem)
        self.progress("matching", count, count)

    def map(self, start=None):
        """The models' folders, the one with the most images first; `start` is a model to be continued."""
        job = self.job
        total = len(job.names)
        output = job.path("models" if start is None else "continued")
        shutil.rmtree(output, ignore_errors=True)
        os.makedirs(output)
        self.progress("mapping", 0, total)

        def line(text):
            found = self.REGISTERED.search(text)
            if found:
                self.progress("mapping", min(total, int(found[1]) + 1), total)

        problem = self.run("mapping", self.mapping(output, start), line)
        folders = [os.path.join(output, name) for name in sorted(os.listdir(output))] + [output]
        folders = [folder for folder in folders if os.path.exists(os.path.join(folder, "images.bin"))]
        folders.sort(key=lambda folder: -len(registered_names(folder)))
        if not folders and start is None:
            # The program colmap ends with an error where no two images fit; the summary says why.
            if problem and (self.reports_missing_models or "signal" in problem):
                raise Failure(problem)
            return []
        return folders or [start]

    def rescue_pairs(self, models):
        """Pairs of each image that isn't registered with all others, where not all pairs were matched; their number."""
        job = self.job
        if not models or job.matching == "exhaustive" or job.mapper != "incremental":
            return 0
        registered = registered_names(models[0])
        missing = [name for name in job.names if name not in registered][:40]
        with open(job.path("pairs.txt"), encoding="utf-8") as file:
            known = {tuple(line.split()) for line in file}
        pairs = {tuple(sorted((a, b))) for a in missing for b in sorted(registered)} - known
        self.write_pairs("rescue.txt", pairs)
        return len(pairs)

    def features(self):
        """The number of key points of each image that could be read."""
        with sqlite3.connect(f"file:{self.job.database}?mode=ro", uri=True) as database:
            rows = database.execute("SELECT name, rows FROM images JOIN keypoints USING (image_id)")
            return {name: count for name, count in rows}

    def inliers(self):
        """How many matches of each pair are geometrically consistent: {(name, name): count}."""
        with sqlite3.connect(f"file:{self.job.database}?mode=ro", uri=True) as database:
            names = dict(database.execute("SELECT image_id, name FROM images"))
            found = {}
            for pair, count in database.execute("SELECT pair_id, rows FROM two_view_geometries WHERE rows > 0"):
                b = pair % 2147483647
                a = (pair - b) // 2147483647
                found[names[a], names[b]] = count
            return found


class PyColmap(Engine):
    def step(self, name, **fields):
        path = self.job.path(f"step-{name}.json")
        fields = {**vars(self.job), "database": self.job.database, **fields}
        with open(path, "w", encoding="utf-8") as file:
            json.dump(fields, file)
        return [sys.executable, "-u", os.path.join(HERE, "steps.py"), name, path]

    def extraction(self, number, names):
        return self.step("extract", group=self.job.groups[number])

    def matching(self, pairs, block):
        return self.step("match", pairs=pairs, block=block)

    def mapping(self, output, start):
        return self.step("map", output=output, start=start)


class ColmapProgram(Engine):
    """Debian's colmap 3.8: the same steps, at several times the processor time."""

    reports_missing_models = False

    def __init__(self, job, name, program):
        super().__init__(job, name)
        self.program = program

    def extraction(self, number, names):
        job = self.job
        group = job.groups[number]
        command = [
            self.program, "feature_extractor", "--database_path", job.database, "--image_path", job.images,
            "--image_list_path", names, "--ImageReader.camera_model", group["model"], "--ImageReader.single_camera", "1",
            "--SiftExtraction.use_gpu", "0", "--SiftExtraction.num_threads", str(job.threads),
            "--SiftExtraction.max_image_size", str(job.max_image_size),
            "--SiftExtraction.max_num_features", str(job.max_features),
            "--SiftExtraction.peak_threshold", str(job.peak_threshold),
        ]
        if group.get("parameters"):
            command += ["--ImageReader.camera_params", ",".join(repr(float(p)) for p in group["parameters"])]
        return command

    def matching(self, pairs, block):
        return [
            self.program, "matches_importer", "--database_path", self.job.database, "--match_list_path", pairs,
            "--match_type", "pairs", "--SiftMatching.use_gpu", "0", "--SiftMatching.num_threads", str(self.job.threads),
        ]

    def mapping(self, output, start):
        job = self.job
        if job.mapper == "global":
            raise Failure("the program colmap 3.8 has no global mapper", "choose the incremental one")
        refine = "1" if job.refine else "0"
        command = [
            self.program, "mapper", "--database_path", job.database, "--image_path", job.images, "--output_path", output,
            "--Mapper.num_threads", str(job.threads), "--Mapper.min_model_size", "3",
            "--Mapper.ba_refine_focal_length", refine, "--Mapper.ba_refine_extra_params", refine,
        ]
        if start:
            return command + ["--input_path", start]
        return command
