"""Prints the medians of both contestants and their ratio: table.py NAME VOXEL ROWS DISTANCE"""
import json
import statistics
import sys

name, voxel, rows, distance = sys.argv[1], float(sys.argv[2]), sys.argv[3], json.load(open(sys.argv[4]))
runs = [json.loads(line) for line in open(rows) if line.startswith("{")]
ours = [r for r in runs if r["who"] == "diorama"]
peer = [r for r in runs if r["who"] != "diorama"]


def median(rows, figure):
    return statistics.median(figure(r) for r in rows)


figures = [
    ("frames/s, wall", lambda r: r["frames"] / r["wall"], False),
    ("CPU ms a frame", lambda r: 1000 * r["cpu"] / r["frames"], True),
    ("peak memory, MB", lambda r: r["peak"] / 1e6, True),
    ("  above the frames held", lambda r: (r["peak"] - r["base"]) / 1e6, True),
    ("extraction, s", lambda r: r["extraction_wall"], True),
    ("triangles", lambda r: r["triangles"], None),
]
print(f"\n{name}, {voxel * 100:g} cm voxels, {ours[0]['frames']} frames, {len(ours)} rounds by turns (medians)")
print(f"{'':26}{'diorama':>12}{peer[0]['who']:>18}{'ratio':>9}")
for label, figure, less_is_better in figures:
    a, b = median(ours, figure), median(peer, figure)
    ratio = "" if less_is_better is None else f"{(b / a if less_is_better else a / b):8.1f}x"
    print(f"{label:26}{a:12.2f}{b:18.2f}{ratio:>9}")
print(f"surfaces apart where both have one: {distance['mean_there'] * 1000:.2f} mm there, {distance['mean_back'] * 1000:.2f} mm back "
      f"(mean; half a voxel is {voxel * 500:g} mm)")
print(f"share with a counterpart within the truncation: ours {distance['shared_there']:.1%}, theirs {distance['shared_back']:.1%}")
