#!/usr/bin/env bash
# Diorama and its peers on the same data, alternating in one run; a table for each part: peer, ours, ratio (medians of the rounds).
#   Benchmarks/run.sh [ROUNDS] [PARTS…]     parts: fusion truth plans clouds formats atlas simplify texture poses sync catalogue
#   backup exploration claps page synced; default: all of them
set -euo pipefail
cd "$(dirname "$0")"
rounds=3
if [[ ${1:-} =~ ^[0-9]+$ ]]; then
  rounds=$1
  shift
fi
parts=("$@")
all=(fusion truth plans clouds formats atlas simplify texture poses sync catalogue backup exploration claps page synced)
[ ${#parts[@]} -gt 0 ] || parts=("${all[@]}")
for part in "${parts[@]}"; do
  [[ " ${all[*]} " == *" $part "* ]] || { echo "run.sh: unknown part '$part'; the parts are ${all[*]}" >&2; exit 2; }
done

wants() { [[ " ${parts[*]} " == *" $1 "* ]]; }
build() { swift build -c release --product "$1" --scratch-path ../.build-benchmarks >&2; }
if wants fusion || wants clouds || wants atlas || wants simplify; then build FusionBenchmark; fi
if wants sync; then build SyncBenchmark; fi
if wants catalogue; then build CatalogueBenchmark; fi
if wants backup; then build BackupBenchmark; fi
if wants clouds; then build CloudBenchmark; fi
if wants formats; then build FormatsBenchmark; fi
if wants atlas || wants texture; then build TextureBenchmark; fi
if wants simplify || wants atlas; then build SimplifyBenchmark; fi
if wants poses; then build PoseBenchmark; fi
if wants truth; then build TruthBenchmark; fi
if wants plans; then build PlanBenchmark; fi
if wants exploration; then build ExplorationBenchmark; fi
if wants claps; then build ClapBenchmark; fi
if wants page || wants synced; then (cd .. && swift build -c release --product diorama >&2); fi
bin=$PWD/../.build-benchmarks/release
python=$PWD/../.venv/bin/python
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

office=$PWD/../../shared/data/rgbd-office-hololens
captures=(demo)
if [ -d "$office" ]; then
  captures+=("$office")
else
  echo "skipped: the office (../shared/data/rgbd-office-hololens is not there)"
fi

# The surface of a capture at 1 cm voxels, made once: surface CAPTURE prints its path.
surface() {
  local name
  name=$(basename "$1")
  if [ ! -f "$work/$name.ply" ]; then
    "$bin/FusionBenchmark" pack "$1" "$work/surface-frames" 200
    "$bin/FusionBenchmark" fuse "$work/surface-frames" 0.01 4 "$work/$name.ply" >"$work/surface-row"
    rm "$work/surface-frames"
  fi
  echo "$work/$name.ply"
}

fusion() {
  local capture name voxel
  for capture in "${captures[@]}"; do
    name=$(basename "$capture")
    "$bin/FusionBenchmark" pack "$capture" "$work/frames" 200
    for voxel in 0.01 0.02; do
      : >"$work/rows"
      for _ in $(seq "$rounds"); do
        "$bin/FusionBenchmark" fuse "$work/frames" "$voxel" 4 "$work/ours.ply" >>"$work/rows"
        "$python" open3d_fusion.py "$work/frames" "$voxel" 4 "$work/peer.ply" >>"$work/rows"
      done
      "$bin/FusionBenchmark" distance "$work/ours.ply" "$work/peer.ply" "$voxel" >"$work/distance"
      "$python" table.py fusion "$work/rows" "$name, $voxel m voxels" "$work/distance"
    done
  done
}

# No peer: the demo captures, error sources switched on and off, against their exact surface.
truth() {
  echo
  echo "demo captures against their exact surface, 1 cm voxels (millimetres; F-scores):"
  "$bin/TruthBenchmark" 0.01
}

# No peer: plans of known rooms, from synthetic surfaces, fused captures and RoomPlan's own geometry; then one large floor.
plans() {
  mkdir -p "$work/plans"
  echo
  "$bin/PlanBenchmark" flats
  "$bin/PlanBenchmark" fused "$work/plans"
  "$bin/PlanBenchmark" demo "$work/plans"
  "$bin/PlanBenchmark" halves "$work/plans"
  "$bin/PlanBenchmark" floor
  local home=../../shared/data/roomplan-apple-myhome
  if [ -d "$home" ]; then "$bin/PlanBenchmark" home "$work/plans" "$home"; fi
  if [ -d "$office" ]; then "$bin/PlanBenchmark" settings "$work/plans" "$office"; fi
}

# One thread for both: CPU seconds then count work only.
clouds() {
  local capture=${captures[-1]} pairs=() points
  [ "$capture" = demo ] || pairs=("$capture")
  mkdir "$work/clouds"
  "$bin/CloudBenchmark" prepare "$(surface "$capture")" "$work/clouds" "${pairs[@]}"
  : >"$work/rows"
  for _ in $(seq "$rounds"); do
    "$python" open3d_cloud.py "$work/clouds" >>"$work/rows"
    DIORAMA_THREADS=1 "$bin/CloudBenchmark" run "$work/clouds" >>"$work/rows"
  done
  points=$(head -c 400 "$work/clouds/cloud.ply" | grep -a 'element vertex' | cut -d' ' -f3)
  "$python" table.py clouds "$work/rows" "$(basename "$capture"), $points points"
  rm -r "$work/clouds"
}

# Each operation runs in its own process, ours and every peer's alternating; all read the file that we wrote. The files are in
# memory where there is room, so that no disk is measured. A peer that is not installed, or lacks the operation, is named
# below the table.
formats() {
  local folder=$work/formats task peer operations kind compressed operation
  if [ -d /dev/shm ] && [ "$(df --output=avail /dev/shm | tail -1)" -gt 8000000 ]; then
    folder=/dev/shm/diorama-formats-$$
    trap 'rm -rf "$work" "/dev/shm/diorama-formats-$$"' EXIT
  fi
  mkdir "$folder"
  "$bin/FormatsBenchmark" prepare "$folder"
  : >"$work/rows"
  for _ in $(seq "$rounds"); do
    for task in $("$python" formats_peers.py list | cut -d' ' -f1 | uniq); do
      kind=${task%%[-.]*}
      compressed=()
      [[ $task != *-compressed* ]] || compressed=(compressed)
      for operation in write read; do
        "$bin/FormatsBenchmark" "$operation" "$folder" "$kind" "${task##*.}" "${compressed[@]}" >>"$work/rows"
        for peer in $("$python" formats_peers.py list | grep "^$task .*$operation" | cut -d' ' -f2); do
          timeout 600 "$python" formats_peers.py "$operation" "$folder" "$task" "$peer" >>"$work/rows" ||
            printf '{"who": "%s", "task": "%s", "operation": "%s", "failed": "exit status %d"}\n' \
              "$peer" "$task" "$operation" $? >>"$work/rows"
        done
      done
    done
  done
  "$python" table.py formats "$work/rows" "1M triangles, 5M points, 400k splats"
  rm -r "$folder"
}

atlas() {
  local mesh=$work/100k.ply
  "$bin/SimplifyBenchmark" "$(surface "${captures[-1]}")" 100000 "$mesh" >"$work/simple-row"
  : >"$work/rows"
  for _ in $(seq "$rounds"); do
    DIORAMA_THREADS=1 "$bin/TextureBenchmark" unwrap "$mesh" 4096 >>"$work/rows"
    "$python" xatlas_peer.py "$mesh" 4096 >>"$work/rows"
  done
  "$python" table.py atlas "$work/rows" "$(basename "${captures[-1]}"), 100k triangles"
}

simplify() {
  local capture mesh
  for capture in "${captures[@]}"; do
    mesh=$(surface "$capture")
    : >"$work/rows"
    for _ in $(seq "$rounds"); do
      "$bin/SimplifyBenchmark" "$mesh" 100000 >>"$work/rows"
      "$python" meshoptimizer_simplify.py "$mesh" 100000 >>"$work/rows"
    done
    "$python" table.py simplify "$work/rows" "$(basename "$capture")"
  done
}

# No peer: the texture compared with the vertex colours on held-out frames.
texture() {
  if [ ${#captures[@]} -lt 2 ]; then
    echo "skipped: texture (it needs the office)"
    return
  fi
  local method
  for method in none automatic; do
    "$bin/TextureBenchmark" psnr "$office" "$method" >"$work/rows"
    "$python" table.py texture "$work/rows" "$(basename "$office"), held-out frames, poses: $method"
  done
}

# No peer: refined trajectories of the demo with 5 cm of drift against the true ones.
poses() {
  echo
  echo "poses of the demo, before and after refinement:"
  "$bin/PoseBenchmark" demo
}

# Plain SQLite, its session extension and Diorama write the same rows, alternating.
sync() {
  local who
  : >"$work/rows"
  for _ in $(seq "$rounds"); do
    for who in plain session tracked sync; do "$bin/SyncBenchmark" "$who" >>"$work/rows"; done
  done
  "$python" table.py sync "$work/rows" "10,000 rows of ten cells, 500 single writes"
}

# No peer: every operation on a library of 100,000 things.
catalogue() { "$bin/CatalogueBenchmark" "$work/catalogue" 100000 200; }

# No peer: a database of 200 MB, in a folder whose file system can clone (DIORAMA_COW), else in the temporary one.
backup() { "$bin/BackupBenchmark" "${DIORAMA_COW:-$work}/backup" 200; }

# No peer: steps and picks in a hall of a million triangles with 100,000 pins.
exploration() { "$bin/ExplorationBenchmark"; }

# No peer: recognized claps and false triggers by class, of synthesized clips and of recordings in Debian's packages (1 GB).
claps() {
  "$bin/ClapBenchmark" 3000
  if [ -n "${CLAP_REPOSITORIES:-}" ] && type -P espeak-ng fluidsynth ffmpeg apt-get >/dev/null; then
    "$python" clap_recordings.py "$work/recordings" --repositories "$CLAP_REPOSITORIES"
    "$bin/ClapBenchmark" recordings "$work/recordings"
  else
    echo "skipped: claps of recordings (they need apt-get, ffmpeg, espeak-ng, fluidsynth, and clones of the repositories" \
      "of clap_sources.py in CLAP_REPOSITORIES)"
  fi
}

# No peer: time to the first image of a space in Chromium, and the longest task of the page's main thread.
page() { "$python" page.py ../.build/release/diorama "$rounds"; }

# No peer: time until a space of 100 MB that another device has synchronized is shown, from a bucket on the same disk.
synced() { "$python" synced_space.py ../.build/release/diorama 100; }

for part in "${parts[@]}"; do "$part"; done
