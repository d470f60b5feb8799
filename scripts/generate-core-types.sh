#!/usr/bin/env bash
# Generates what the web client takes from the Swift sources of the core: Web/src/core/generated.ts (offsets of the blocks in Wasm
# memory, numbers of cases, moods) and the hues of moods in Web/css/tokens.css. Compiles only Geometry, Exploration, Live,
# ExhibitMotion, SplatView and the layouts of the last three, in about fifteen seconds.
#   scripts/generate-core-types.sh            writes the files
#   scripts/generate-core-types.sh --check    fails where a file is not what would be written
set -euo pipefail
cd "$(dirname "$0")/.."

types=Web/src/core/generated.ts
tokens=Web/css/tokens.css
fail() { printf 'generate-core-types: error: %s\n' "$*" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compile() {
  local module=$1
  swiftc -swift-version 6 -package-name diorama -I "$work" -parse-as-library -wmo -module-name "$module" -emit-module \
    -emit-module-path "$work/$module.swiftmodule" -c $(find "Sources/$module" -name '*.swift') -o "$work/$module.o"
}
compile Geometry
compile Exploration
compile Live
compile ExhibitMotion
compile SplatView
swiftc -swift-version 6 -I "$work" scripts/core-types/main.swift Sources/WebCore/LiveWords.swift \
  Sources/WebCore/ExhibitWords.swift Sources/WebCore/SplatWords.swift \
  "$work/Geometry.o" "$work/Exploration.o" "$work/Live.o" "$work/ExhibitMotion.o" "$work/SplatView.o" -o "$work/core-types"
"$work/core-types" "$work/generated.ts" "$tokens" "$work/tokens.css"

if [ "${1:-}" = --check ]; then
  cmp -s "$work/generated.ts" "$types" || fail "$types is not what the Swift sources define; run scripts/generate-core-types.sh"
  cmp -s "$work/tokens.css" "$tokens" ||
    fail "$tokens has other hues than Sources/Exploration/Mood.swift; run scripts/generate-core-types.sh"
else
  cp "$work/generated.ts" "$types"
  cp "$work/tokens.css" "$tokens"
fi
