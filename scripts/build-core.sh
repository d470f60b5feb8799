#!/usr/bin/env bash
# Compiles the embedded modules (Geometry, Exploration, Live, ExhibitMotion, SplatView, WebCore) as Embedded Swift and links them
# to four small files, so that nothing slips in that the browser cannot run: core.wasm, which every space needs, live.wasm, the
# exports dio_live_… and dio_trigger_… for live sessions, exhibit.wasm, the exports dio_exhibit_…, and splats.wasm, the exports
# dio_splats_…. Fails on any import but env.random, and above the sizes that the pages are to load quickly with.
#   scripts/build-core.sh [FILE]     default: .build-wasm/core.wasm; the others are put beside it
set -euo pipefail
cd "$(dirname "$0")/.."

triple=wasm32-unknown-none-wasm
folder=.build-wasm
target=${1:-$folder/core.wasm}
live=$(dirname "$target")/live.wasm
exhibit=$(dirname "$target")/exhibit.wasm
splats=$(dirname "$target")/splats.wasm
library=/usr/lib/wasm32-wasi/libc.a
say() { printf 'build-core: %s\n' "$*"; }
fail() { printf 'build-core: error: %s\n' "$*" >&2; exit 1; }

[ -f "$library" ] || fail "$library is missing; run scripts/setup.sh web first"
tools=$(dirname "$(realpath "$(command -v swiftc)")")
command -v wasm-ld >/dev/null && linker=wasm-ld || linker=$tools/wasm-ld
command -v llvm-nm >/dev/null && names=llvm-nm || names=$tools/llvm-nm

# The vector flags of this machine's processor mean nothing to Wasm.
say "compiling"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
DIORAMA_SIMD='' swift build --triple "$triple" --toolset scripts/embedded-toolset.json --scratch-path "$folder" -c release \
  --target WebCore >"$log" 2>&1 || { cat "$log" >&2; fail "the embedded modules do not compile"; }

objects=()
for module in Geometry Exploration Live ExhibitMotion SplatView WebCore CWebRuntime; do
  while IFS= read -r object; do objects+=("$object"); done < <(find "$folder/$triple/release/$module.build" -name '*.o' | sort)
done
all=$("$names" --defined-only "${objects[@]}" | awk '$2 == "T" && $3 ~ /^dio_/ { print $3 }' | sort -u)
[ -n "$all" ] || fail "nothing is exported"

# link FILE NAMES: exports these functions; what they don't need is left out.
link() {
  local exports
  exports=$(sed 's/^/--export=/' <<<"$2")
  # The stack lies first, so that running out of it traps instead of writing over data. 1 GiB is the most that it may grow to.
  # shellcheck disable=SC2086
  "$linker" --no-entry --gc-sections --strip-all --stack-first -z stack-size=262144 --max-memory=1073741824 $exports \
    "${objects[@]}" "$(dirname "$tools")/lib/swift/embedded/$triple/libswiftUnicodeDataTables.a" "$library" -o "$1"
}

# check FILE BYTES GZIPPED: fails on foreign imports and above these sizes.
check() {
  python3 - "$1" "$2" "$3" <<'PY' || fail "$1 is not fit for the pages"
import gzip, pathlib, sys

path, most, most_packed = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
data = path.read_bytes()

def number(at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at

def text(at):
    length, at = number(at)
    return data[at:at + length].decode(), at + length

# Sections of a module: WebAssembly core specification, 5.5. The import section has the id 2.
imports, at = [], 8
while at < len(data):
    section, (size, start) = data[at], number(at + 1)
    if section == 2:
        count, place = number(start)
        for _ in range(count):
            module, place = text(place)
            name, place = text(place)
            imports.append(f"{module}.{name}")
            if data[place] != 0:
                sys.exit(f"build-core: error: it imports {module}.{name}, which is no function")
            _, place = number(place + 1)
    at = start + size
foreign = [name for name in imports if name != "env.random"]
if foreign:
    sys.exit(f"build-core: error: it imports {', '.join(foreign)}; only env.random is there")
packed = len(gzip.compress(data, 9, mtime=0))
print(f"build-core: {path}: {len(data)} bytes, {packed} gzipped")
if len(data) > most or packed > most_packed:
    sys.exit(f"build-core: error: more than {most} bytes, or {most_packed} gzipped")
PY
}

link "$target" "$(grep -vE '^dio_(live|trigger|exhibit|splats)_' <<<"$all")"
link "$live" "$(grep -E '^dio_(alloc|free|start|live_.*|trigger_.*)$' <<<"$all")"
link "$exhibit" "$(grep -E '^dio_(alloc|free|start|exhibit_.*)$' <<<"$all")"
link "$splats" "$(grep -E '^dio_(alloc|free|start|splats_.*)$' <<<"$all")"
check "$target" 300000 110000
check "$live" 390000 142000
check "$exhibit" 80000 30000
check "$splats" 40000 16000
