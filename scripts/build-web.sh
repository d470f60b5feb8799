#!/usr/bin/env bash
# Checks, lints and transpiles the web client, and lays it where the server carries it as a resource: Web/dist, then
# Sources/Server/WebClient. Needs what scripts/setup-web.sh sets up; works offline. With --test it runs the unit tests as well.
set -euo pipefail
cd "$(dirname "$0")/.."

dist=Web/dist
resources=Sources/Server/WebClient
deno="$PWD/.venv/bin/deno"
say() { printf 'build-web: %s\n' "$*"; }
fail() { printf 'build-web: error: %s\n' "$*" >&2; exit 1; }

[ -x "$deno" ] || fail "deno is missing; run scripts/setup-web.sh first"
[ -f Web/vendor/three/three.module.js ] || fail "three.js is missing; run scripts/setup-web.sh first"
export NO_COLOR=1 DENO_NO_UPDATE_CHECK=1

say "checking the generated types, types and style"
.venv/bin/python scripts/generate-api-types.py --check
(
    cd Web
    "$deno" fmt --quiet --check
    "$deno" lint --quiet
    "$deno" check --quiet $(find src tests -name '*.ts')
)

say "building the core"
scripts/build-core.sh

if [ "${1:-}" = --test ]; then
    say "running the unit tests"
    (cd Web && "$deno" test --quiet --no-check --allow-read=src,../.build-wasm,../Tests/ExplorationTests tests)
fi

say "transpiling"
rm -rf "$dist"
mkdir -p "$dist/assets"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
(
    cd Web/src
    "$deno" transpile --quiet --no-check --outdir ../dist/assets/app $(find . -name '*.ts' ! -name '*.d.ts') >"$log" 2>&1
) || { cat "$log" >&2; fail "deno could not transpile"; }
# deno keeps the names of the sources in imports; browsers need those of the results.
find "$dist/assets/app" -name '*.js' -exec sed -i -E 's#((from|import)[ (]*"\.{1,2}/[^"]+)\.ts"#\1.js"#g' {} +
[ -f "$dist/assets/app/app/main.js" ] || fail "deno transpiled nothing"
if grep -rnE '(from|import)[ (]*"[^"]*\.ts"' "$dist/assets/app"; then fail "an import still names a .ts file"; fi

cp .build-wasm/core.wasm "$dist/assets/"

cp Web/index.html "$dist/"
cp -r Web/css Web/icons "$dist/assets/"
mkdir -p "$dist/assets/vendor"
cp -r Web/vendor/three "$dist/assets/vendor/"

# The service worker keeps one whole build: its version is the hash of all its files.
(
    cd "$dist"
    files=$(find index.html assets -type f | LC_ALL=C sort)
    version=$(for file in $files; do sha256sum "$file"; done | sha256sum | cut -c1-16)
    {
        printf 'import { startWorker } from "/assets/app/offline/worker.js";\n\nstartWorker(self, "%s", [\n  "/",\n' "$version"
        for file in $files; do [ "$file" = index.html ] || printf '  "/%s",\n' "$file"; done
        printf ']);\n'
    } >sw.js
)

# What is text travels packed: the server sends these where the browser takes gzip. Without name and time, so always the same bytes.
find "$dist" -type f -size +1023c \( -name '*.js' -o -name '*.css' -o -name '*.html' -o -name '*.svg' -o -name '*.txt' -o -name '*.wasm' \) \
    -exec gzip -9nk {} +

say "copying into $resources"
find "$resources" -mindepth 1 -maxdepth 1 ! -name README.md -exec rm -rf {} +
cp -r "$dist/." "$resources/"
say "done: $(find "$dist/assets/app" -name '*.js' | wc -l) modules, $(du -sh "$resources" | cut -f1)"
