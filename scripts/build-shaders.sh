#!/usr/bin/env bash
# Compiles the shaders of Sources/CSplatShaders/shaders to the arrays of SplatShaders.c, which are committed: SwiftPM has no step
# for it. Needs glslc (Debian: glslc).
#   scripts/build-shaders.sh           writes SplatShaders.c
#   scripts/build-shaders.sh --check   fails where the shaders have changed since SplatShaders.c was written, or where the
#                                      declarations of CVulkan differ from Khronos' header (where libvulkan-dev is installed)
# The check compares a checksum of the sources that SplatShaders.c begins with: other versions of glslc write other code.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=Sources/CSplatShaders
target=$folder/SplatShaders.c

checksum=$(cd $folder/shaders && cat -- *.comp *.glsl | sha256sum | cut -c 1-64)
if [ "${1:-}" = --check ]; then
  grep -q "^// Sources: $checksum\$" $target || { echo "the shaders changed: run scripts/build-shaders.sh" >&2; exit 1; }
  if [ -e /usr/include/vulkan/vulkan.h ]; then
    cc -std=c11 -fsyntax-only scripts/vulkan-abi.c
  else
    echo "skipped: the declarations of CVulkan against Khronos' header (libvulkan-dev is not installed)"
  fi
  if command -v glslc >/dev/null; then
    for file in "$folder"/shaders/*.comp; do glslc -O --target-env=vulkan1.1 -Werror "$file" -o /dev/null; done
  else
    echo "skipped: compiling the shaders (glslc is not installed)"
  fi
  exit 0
fi

{
  echo "// Made by scripts/build-shaders.sh from shaders/*.comp; changes here are overwritten."
  echo "// Sources: $checksum"
  echo '#include "CSplatShaders.h"'
  echo
  echo '#include <string.h>'
  for file in "$folder"/shaders/*.comp; do
    name=$(basename "$file" .comp)
    echo
    echo "static const uint32_t $name[] ="
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
} >"$target"
