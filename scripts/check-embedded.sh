#!/usr/bin/env bash
# Compiles the embedded modules as Embedded Swift for Wasm, so that nothing slips in that the browser cannot run.
set -euo pipefail
cd "$(dirname "$0")/.."
# The vector flags of this machine's processor mean nothing to Wasm.
DIORAMA_SIMD='' swift build --triple wasm32-unknown-none-wasm --toolset scripts/embedded-toolset.json --scratch-path .build-wasm -c release \
  --target Geometry
echo "Geometry compiles as Embedded Swift"
