#!/usr/bin/env bash
# Sets up what the web client needs, inside the repository only: a Python environment in .venv with deno, playwright, pillow and
# pyyaml, and three.js r180 in Web/vendor/three. Every download is pinned by version and SHA-256. Can be run twice: the second run
# only checks.
set -euo pipefail
cd "$(dirname "$0")/.."

requirements=scripts/requirements-web.txt
vendor=Web/vendor/three
say() { printf 'setup-web: %s\n' "$*"; }
fail() { printf 'setup-web: error: %s\n' "$*" >&2; exit 1; }

[ "$(uname -m)" = x86_64 ] || fail "the pinned wheels are for x86-64 Linux, this machine is $(uname -m)"

if [ ! -x .venv/bin/python ]; then
    command -v python3 >/dev/null || fail "python3 is missing; on Debian: apt-get install python3 python3-venv"
    say "making a Python environment in .venv"
    python3 -m venv .venv || fail "python3 can't make environments; on Debian: apt-get install python3-venv"
fi
# By the environment's own python: its pip script may carry the path of a folder that has moved since.
pip() { .venv/bin/python -m pip --disable-pip-version-check --quiet "$@"; }

stamp=".venv/requirements-web.$(sha256sum "$requirements" | cut -c1-16)"
if [ -e "$stamp" ] && [ -x .venv/bin/deno ] && .venv/bin/python -c 'import PIL, playwright, yaml' 2>/dev/null; then
    say "deno, playwright, pillow and pyyaml are there"
else
    say "installing deno, playwright, pillow and pyyaml into .venv (about 100 MB)"
    pip install --require-hashes --no-deps --only-binary :all: -r "$requirements"
    rm -f .venv/requirements-web.*
    touch "$stamp"
fi

# three.js comes as readable modules inside the source map of one wheel, its licence text inside another.
extract() {
    .venv/bin/python - "$1" "$vendor" <<'PY'
import hashlib, json, pathlib, sys, zipfile

wheels, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
MODULES = {
    "three.core.js": ("/build/three.core.js", "eb077d2417f61d3e6d9264c317cabc4ea35769ed6b0ab533067292a550784c20"),
    "three.module.js": ("/build/three.module.js", "c8211c69345d2e9949dc7a8ac969380497aa0600a5a8ac6a459c8cd02dd9cb8a"),
    "addons/loaders/GLTFLoader.js": (
        "/examples/jsm/loaders/GLTFLoader.js", "67ac5551fdafa6e349bd80c8f8e5e39c136d6b2fb1ad647db9abb21dc86f9e4a"),
    "addons/utils/BufferGeometryUtils.js": (
        "/examples/jsm/utils/BufferGeometryUtils.js", "fda7e946b8e0b5ab39b779206589e7a1079a22eb24efb89d7223e03fdfb1f751"),
}
LICENCE = "bfe119ea4fd413f5f7ca3fcd63adb0c4a073ed39daa2fe7d3e6b769e21272601"


def put(name, data, expected):
    found = hashlib.sha256(data).hexdigest()
    if found != expected:
        sys.exit(f"setup-web: error: {name} has the SHA-256 {found}, expected {expected}")
    path = target / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


if str(wheels) == "check":  # are all files there, unchanged?
    expected = {name: sha for name, (_, sha) in MODULES.items()} | {"LICENSE.txt": LICENCE}
    whole = all((target / n).is_file() and hashlib.sha256((target / n).read_bytes()).hexdigest() == s for n, s in expected.items())
    sys.exit(0 if whole else 3)

with zipfile.ZipFile(next(wheels.glob("nicegui-*.whl"))) as wheel:
    bundle = json.loads(wheel.read("nicegui/elements/scene/dist/index.js.map"))
sources = dict(zip(bundle["sources"], bundle["sourcesContent"]))
for name, (suffix, sha) in MODULES.items():
    source = next((text for path, text in sources.items() if path.endswith(suffix)), None)
    if source is None:
        sys.exit(f"setup-web: error: the wheel holds no {suffix}")
    put(name, source.encode(), sha)
with zipfile.ZipFile(next(wheels.glob("ifc_console_viewer-*.whl"))) as wheel:
    put("LICENSE.txt", wheel.read("ifc_console_viewer/static/vendor/LICENSE.three.txt"), LICENCE)
PY
}

if extract check; then
    say "three.js r180 is there"
else
    say "fetching three.js r180 into $vendor"
    downloads=$(mktemp -d)
    trap 'rm -rf "$downloads"' EXIT
    cat >"$downloads/requirements.txt" <<'R'
nicegui==3.4.1 --hash=sha256:4c8d4dd2d419f7e30c8358090546504a4897a31d237e4904c6f5c8d23134cbe9
ifc-console-viewer==0.1.4 --hash=sha256:f28b4320eb4c060f90a2b6101e8f815eec2ccdb51690e64e607fc594d0bc8345
R
    pip download --no-deps --require-hashes --only-binary :all: --dest "$downloads" -r "$downloads/requirements.txt"
    rm -rf "$vendor"
    extract "$downloads"
fi
say "done"
