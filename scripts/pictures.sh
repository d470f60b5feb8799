#!/usr/bin/env bash
# Makes the pictures of README and docs with the program itself: the demo flat in Chromium and the companions, into docs/pictures.
#   scripts/pictures.sh PROGRAM [NAME…]     NAME: only these (scripts/pictures.py), as exhibit-model
set -euo pipefail
program=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
scripts/setup.sh test
mkdir -p docs/pictures
work=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
CI=true "$program" demo --voxel 0.015 --library "$work/library" --port 0 --json >"$work/out" 2>"$work/log" &
server=$!
until grep -q '"address"' "$work/out"; do
  kill -0 "$server" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
  sleep 0.2
done
.venv/bin/python scripts/pictures.py "$work/out" docs/pictures "$@"
[ $# -eq 0 ] || exit 0
"$program" live companions --output "$work/companions" --film >>"$work/log"
cp "$work/companions/companions.png" docs/pictures/companions.png
