#!/usr/bin/env bash
# Installs what a new Debian machine with Swift lacks. Can be run as often as one likes: what is there is left alone.
#   scripts/setup.sh build|web|docs|test|interop|sync|restore|bench|photos …
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf 'setup: %s\n' "$*" >&2; }

. scripts/debian.sh

# Python wheels, pinned by version and hash, in the project's own environment.
wheels() { wheels_in .venv "$@"; }

# The same in an environment of this name.
wheels_in() {
  local place=$1
  shift
  debian python3 python3-venv
  [ -x "$place/bin/python" ] || { say "making $place"; python3 -m venv "$place"; }
  for list in "$@"; do
    local stamp=$place/.installed-$list
    cmp -s "scripts/requirements-$list.txt" "$stamp" && continue
    say "installing the wheels of scripts/requirements-$list.txt"
    "$place/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary :all: \
      -r "scripts/requirements-$list.txt"
    cp "scripts/requirements-$list.txt" "$stamp"
  done
}

command -v swift >/dev/null || { say "Swift 6.2 or later is needed: https://www.swift.org/install"; exit 1; }
for part in "$@"; do
  case $part in
    build)
      debian libsqlite3-dev libturbojpeg0-dev libpng-dev libheif-dev libwebp-dev libopenexr-dev zlib1g-dev libdeflate-dev \
        libarchive-dev libstemmer-dev libmeshoptimizer-dev libqrencode-dev libpq-dev libzstd-dev libcairo2-dev fonts-dejavu-core \
        ffmpeg pkg-config libopencv-features2d-dev libopencv-calib3d-dev libzxing-dev libtesseract-dev tesseract-ocr-eng \
        tesseract-ocr-deu tesseract-ocr-fra tesseract-ocr-spa tesseract-ocr-ces ;;
    web) debian python3 python3-venv wasi-libc esbuild && scripts/setup-web.sh ;;
    docs) debian python3 ;;
    # The pages are checked in Chromium, WebKit and Firefox, and with a wide and a narrow font (Tests/PythonSupport/environment.py);
    # libjs-three reads foreign models (Tests/InteropTests/three_images.js). Vulkan on the processor is mesa-vulkan-drivers'
    # lavapipe; glslc and libvulkan-dev check the shaders and the declarations (scripts/build-shaders.sh --check).
    test)
      debian xfsprogs postgresql chromium libnss3-tools webkit2gtk-driver firefox-esr xvfb fonts-dejavu-core fonts-liberation \
        libusb-1.0-0 libgl1 libegl1 libx11-6 libgomp1 libidn2-0 libjs-three mesa-vulkan-drivers glslc libvulkan-dev
      wheels api interop browser ;;
    # All readers of the full check; Blender needs an older numpy, and so an environment of its own.
    interop)
      debian assimp-utils pcl-tools admesh prusa-slicer gltfpack cloudcompare gdal-bin librecad poppler-utils qpdf pngcheck \
        librsvg2-bin libxml2-utils ffmpeg mediainfo libusb-1.0-0 libgl1 libegl1 libx11-6 libxi6 libxxf86vm1 libxfixes3 \
        libxrender1 libxkbcommon0 libsm6 libice6 libgomp1 libidn2-0 chromium libjs-three
      wheels_in .venv-interop interop-full && wheels_in .venv-blender interop-blender ;;
    restore) debian rclone systemd ;;
    # Journeys read the PDFs that they print.
    sync) debian curl poppler-utils && wheels sync ;;
    photos) scripts/setup-photos.sh ;;
    bench) debian assimp-utils libusb-1.0-0 libgl1 libegl1 libx11-6 libgomp1 libidn2-0 && wheels interop bench ;;
    *) say "unknown part $part"; exit 2 ;;
  esac
done
