#!/usr/bin/env bash
# Compiles the shaders of Sources/CSplatShaders/shaders to the arrays of SplatShaders.c, which are committed: SwiftPM has no step
# for it. Needs glslc (Debian: glslc).
#   scripts/build-shaders.sh           writes SplatShaders.c
#   scripts/build-shaders.sh --check   fails where SplatShaders.c is not what the shaders become, or where the declarations of
#                                      CVulkan differ from Khronos' header (where libvulkan-dev is installed)
# SplatShaders.c begins with a checksum of the sources. Other versions of glslc write other code: the code itself is compared only
# where the version is the one that wrote it.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=Sources/CSplatShaders
target=$folder/SplatShaders.c

checksum=$(cd $folder/shaders && cat -- *.comp *.glsl | sha256sum | cut -c 1-64)
version() { glslc --version | tr '\n' ' ' | sed 's/ *$//'; }

arrays() {
  echo "// Made by scripts/build-shaders.sh from shaders/*.comp; changes here are overwritten."
  echo "// Sources: $checksum"
  echo "// Compiler: $(version)"
  echo '#include "CSplatShaders.h"'
  echo
  echo '#include <string.h>'
  for file in "$folder"/shaders/*.comp; do
    echo
    echo "static const uint32_t $(basename "$file" .comp)[] ="
    glslc -O --target-env=vulkan1.1 -mfmt=c -Werror "$file" -o - | tr -d '\n' | sed 's/,/, /g' | fold -s -w 126 \
      | sed 's/ *$//; s/^/    /'
    echo ";"
  done
  echo
  echo "static const SplatShaderCode shaders[] = {"
  for file in "$folder"/shaders/*.comp; do
    name=$(basename "$file" .comp)
    echo "    {\"$name\", $name, sizeof $name / 4},"
  done
  echo "};"
  echo
  echo "const SplatShaderCode *SplatShaderNamed(const char *name) {"
  echo "    for (size_t i = 0; i < sizeof shaders / sizeof *shaders; i++)"
  echo "        if (strcmp(shaders[i].name, name) == 0) return shaders + i;"
  echo "    return NULL;"
  echo "}"
}

fail() { echo "$*: run scripts/build-shaders.sh" >&2; exit 1; }

if [ "${1:-}" != --check ]; then
  made=$(arrays)
  printf '%s\n' "$made" >"$target"
  exit 0
fi

grep -q "^// Sources: $checksum\$" $target || fail "the shaders have changed since $target was written"
if ! command -v glslc >/dev/null; then
  echo "skipped: compiling the shaders of splats (glslc is not installed)"
elif grep -qxF "// Compiler: $(version)" $target; then
  arrays | cmp -s - $target || fail "$target is not what the shaders become"
else
  arrays >/dev/null
  echo "skipped: comparing the compiled shaders of splats (another version of glslc wrote them)"
fi
if [ -e /usr/include/vulkan/vulkan.h ]; then
  cc -std=c11 -fsyntax-only scripts/vulkan-abi.c
else
  echo "skipped: comparing the declarations of CVulkan with Khronos' header (libvulkan-dev is not installed)"
fi
