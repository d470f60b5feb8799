// The compute shaders of splats as SPIR-V, compiled from shaders/ by scripts/build-shaders.sh.
#ifndef CSPLATSHADERS_H
#define CSPLATSHADERS_H

#include <stdint.h>

typedef struct {
    /// The file's name without its extension.
    const char *name;
    const uint32_t *code;
    uint64_t words;
} SplatShaderCode;

/// The shader of this name, or null.
const SplatShaderCode *SplatShaderNamed(const char *name);

#endif
