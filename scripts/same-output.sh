#!/usr/bin/env bash
# Whether two builds of the program write the same bytes: scripts/same-output.sh OLD NEW. For changes that must not change results.
# Both make the demo capture, reconstruct it and the real captures of ../shared/data (where they are), convert a model, a cloud and
# a plan into every format and back, and measure. Names each file that differs; exit code 1 if there is one.
set -euo pipefail
[ $# = 2 ] || { echo "usage: scripts/same-output.sh OLD NEW" >&2; exit 2; }
old=$(realpath "$1") new=$(realpath "$2")
data=$(realpath "$(dirname "$0")/../../shared/data" 2>/dev/null || true)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/inputs" "$work/old" "$work/new"
# Files that state when they were written differ otherwise.
export SOURCE_DATE_EPOCH=1700000000

models="ply obj stl glb gltf fbx dae usdz"
clouds="ply las laz e57 pts pcd xyz"
plans="json svg pdf png dxf dwg ifc"

step() { # OUTPUT COMMAND…: runs both programs, each in its folder
    local name=$1 side program
    shift
    for side in old new; do
        program=${!side}
        (cd "$work/$side" && "$program" "$@" >"$name.log" 2>"$name.err") || echo "exit code $?" >>"$work/$side/$name.err"
    done
    echo "same-output: $name"
}

(cd "$work/inputs" && "$old" demo --write demo >/dev/null 2>&1)
step demo-capture demo --write capture
step demo reconstruct "$work/inputs/demo" --output demo.glb
step demo-smooth reconstruct "$work/inputs/demo" --voxel 0.03 --texture --fill-holes --simplify 20000 --output textured.glb
step demo-noise reconstruct "$work/inputs/demo" --voxel 0.03 --noise --poses odometry --stride 2 --output noise.ply
if [ -d "$data" ]; then
    step hololens reconstruct "$data/rgbd-office-hololens" --noise --output hololens.glb
    step chair reconstruct "$data/phone-3dscanner-chair" --output chair.glb
fi
step model-ply convert demo.glb model.ply
for f in $models; do
    step "write-$f" convert demo.glb "m.$f"
    step "read-$f" convert "m.$f" "m-$f-back.ply"
done
step cloud-ply cloud downsample "$work/inputs/demo/truth.ply" --output cloud.ply --voxel 0.02
for f in $clouds; do
    step "write-cloud-$f" convert "$work/inputs/demo/truth.ply" "c.$f"
    step "read-cloud-$f" convert "c.$f" "c-$f-back.ply"
done
for f in $plans; do step "plan-$f" plan demo.glb --output "plan.$f"; done

same=0 differ=0
size() { stat -c %s "$1" 2>/dev/null || echo missing; }
outputs() { (cd "$1" && find . -type f ! -name '*.log' ! -name '*.err' -print0); }
while IFS= read -r -d '' file; do
    if cmp -s "$work/old/$file" "$work/new/$file"; then same=$((same + 1)); else
        differ=$((differ + 1))
        echo "differs: $file ($(size "$work/old/$file") and $(size "$work/new/$file") bytes)"
    fi
done < <({ outputs "$work/old"; outputs "$work/new"; } | sort -zu)
for log in "$work"/*/*.err; do
    if grep -q "exit code" "$log"; then echo "failed: ${log#"$work"/}: $(grep -v "exit code" "$log" | tail -1)"; fi
done
echo "$same files are the same, $differ differ"
[ "$differ" = 0 ] && [ "$same" -gt 0 ]
