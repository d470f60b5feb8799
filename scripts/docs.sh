#!/usr/bin/env bash
# Builds the documentation of all library products with DocC into .build/docs, one site with links between the modules; DocC's
# warnings are errors. Then type-checks the examples on the landing pages, and lists for each module how many public symbols have a
# doc comment; fewer than 95 % in any of them is an error.
#   scripts/docs.sh
set -euo pipefail
cd "$(dirname "$0")/.."
say() { printf 'docs: %s\n' "$*" >&2; }
scripts/setup.sh build docs

say "resolving dependencies, the DocC plugin among them"
export DIORAMA_DOCS=1
products=$(swift package describe --type json | python3 -c '
import json, sys
print("\n".join(product["name"] for product in json.load(sys.stdin)["products"] if "library" in product["type"]))')
mapfile -t modules <<<"$products"

say "building the documentation of ${#modules[@]} modules (a first debug build takes 10 CPU minutes, later runs about one)"
rm -rf .build/docs
swift package --allow-writing-to-directory .build/docs generate-documentation "${modules[@]/#/--target=}" \
  --enable-experimental-combined-documentation --warnings-as-errors --transform-for-static-hosting --output-path .build/docs

say "type-checking the examples of the landing pages"
python3 scripts/doc-examples.py .build/debug

graphs=$(dirname "$(realpath .build/debug)")/extracted-symbols/diorama
python3 scripts/doc-coverage.py --minimum 95 "$graphs" "${modules[@]}"
say "to read it: python3 -m http.server --directory .build/docs, then http://localhost:8000/documentation"
