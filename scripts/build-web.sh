#!/usr/bin/env bash
# Checks, lints and bundles the web client, and copies it to where the server carries it as a resource: Web/dist, then
# Sources/Server/WebClient. Needs what scripts/setup.sh web sets up; works offline.
#   scripts/build-web.sh [--test] [--dev]     --test: runs the unit tests as well; --dev: readable modules with source maps
set -euo pipefail
cd "$(dirname "$0")/.."

resources=Sources/Server/WebClient
deno="$PWD/.venv/bin/deno"
python=.venv/bin/python
say() { printf 'build-web: %s\n' "$*"; }
fail() { printf 'build-web: error: %s\n' "$*" >&2; exit 1; }

tests=false
bundle_options=()
for option in "$@"; do
    case $option in
        --test) tests=true ;;
        --dev) bundle_options+=(--dev) ;;
        *) fail "unknown option $option" ;;
    esac
done

[ -x "$deno" ] || fail "deno is missing; run scripts/setup.sh web first"
[ -f Web/vendor/three/three.module.js ] || fail "three.js is missing; run scripts/setup.sh web first"
export NO_COLOR=1 DENO_NO_UPDATE_CHECK=1

say "checking the generated types, types and style"
"$python" scripts/generate-api-types.py --check
scripts/generate-core-types.sh --check
(
    cd Web
    "$deno" fmt --quiet --check
    "$deno" lint --quiet
    "$deno" check --quiet $(find src tests -name '*.ts')
)

say "building the core"
scripts/build-core.sh

if $tests; then
    say "running the unit tests"
    (cd Web && "$deno" test --quiet --no-check --allow-read=src,../.build-wasm,../Tests/ExplorationTests tests)
fi

say "bundling"
"$python" scripts/bundle-web.py .build-wasm/core.wasm ${bundle_options[@]+"${bundle_options[@]}"}

say "copying into $resources"
find "$resources" -mindepth 1 -maxdepth 1 ! -name README.md -exec rm -rf {} +
cp -r Web/dist/. "$resources/"
say "done: $(du -sh "$resources" | cut -f1)"
