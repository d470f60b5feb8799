#!/usr/bin/env bash
# Sets up COLMAP for photos without poses, in $DIORAMA_PHOTOS or ~/.local/share/diorama/photos:
#   venv/       pycolmap (COLMAP 4.2, BSD licence) and numpy, pinned by version and SHA-256; without a wheel for this machine, numpy
#               alone and Debian's program colmap, which takes several times as long
#   program/    the program that runs it, from Programs/colmap
# Can be run again: what is there is left alone, and the program is replaced.
set -euo pipefail
cd "$(dirname "$0")/.."

photos=${DIORAMA_PHOTOS:-$HOME/.local/share/diorama/photos}
say() { printf 'setup-photos: %s\n' "$*" >&2; }
. scripts/debian.sh

python=$photos/venv/bin/python
stamp=$photos/venv/.installed-photos
mkdir -p "$photos"
if ! cmp -s scripts/requirements-photos.txt "$stamp" || ! "$python" -c 'import numpy' 2>/dev/null; then
  free=$(df --output=avail -k "$photos" | tail -1)
  [ "$free" -gt 400000 ] || { say "error: 400 MB are needed at $photos, $((free / 1024)) MB are free"; exit 1; }
  debian python3 python3-venv
  version=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  if [ "$(uname -sm)" = "Linux x86_64" ] && [ "$version" = 3.11 ]; then
    say "installing pycolmap into $photos"
    python3 -m venv "$photos/venv"
    "$python" -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary :all: \
      -r scripts/requirements-photos.txt
  else
    say "the pinned wheel of pycolmap is for Python 3.11 on x86-64 Linux, not $version on $(uname -sm): using Debian's colmap"
    debian colmap python3-numpy
    python3 -m venv --system-site-packages "$photos/venv"
  fi
  cp scripts/requirements-photos.txt "$stamp"
fi

rm -rf "$photos/program.partial"
mkdir "$photos/program.partial"
cp Programs/colmap/*.py "$photos/program.partial/"
rm -rf "$photos/program"
mv "$photos/program.partial" "$photos/program"
say "COLMAP is in $photos"
