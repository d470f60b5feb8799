#!/usr/bin/env bash
# Our fusion and Open3D's on the same decoded frames, by turns in one run; prints medians and ratios.
#   Benchmarks/run.sh [ROUNDS]
set -euo pipefail
cd "$(dirname "$0")"
rounds=${1:-3}
swift build -c release --product FusionBenchmark --scratch-path ../.build-benchmarks
ours=$PWD/../.build-benchmarks/release/FusionBenchmark
python=$PWD/../.venv/bin/python
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

captures=(demo)
if [ -d ../../shared/data/rgbd-office-hololens ]; then
  captures+=(../../shared/data/rgbd-office-hololens)
else
  echo "skipped: the office (../shared/data/rgbd-office-hololens is not there)"
fi
for capture in "${captures[@]}"; do
  name=$(basename "$capture")
  "$ours" pack "$capture" "$work/frames" 200
  for voxel in 0.01 0.02; do
    : >"$work/rows"
    for _ in $(seq "$rounds"); do
      "$ours" fuse "$work/frames" "$voxel" 4 "$work/ours.ply" >>"$work/rows"
      "$python" open3d_fusion.py "$work/frames" "$voxel" 4 "$work/peer.ply" >>"$work/rows"
    done
    "$ours" distance "$work/ours.ply" "$work/peer.ply" "$voxel" >"$work/distance"
    "$python" table.py "$name" "$voxel" "$work/rows" "$work/distance"
  done
done
echo
echo "The demo capture against its exact surface (2 cm and 1 cm voxels):"
"$ours" truth 0.02
"$ours" truth 0.01
