// The loops, once for each vector unit, and the choice between them. Vectors have sixteen lanes; where the unit is narrower, the
// compiler cuts them. UNIT gives the functions their names.
#include "CVoxels.h"

#include <math.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef float F16 __attribute__((ext_vector_type(16)));
typedef int32_t I16 __attribute__((ext_vector_type(16)));
typedef uint32_t U16 __attribute__((ext_vector_type(16)));
#define INLINE static inline __attribute__((always_inline))
enum { DepthShift = 14, WeightMask = 0x3FFF };

#pragma STDC FP_CONTRACT OFF
// Vectors wider than the unit's registers are passed only between functions that are inlined.
#pragma clang diagnostic ignored "-Wpsabi"

#define UNIT(name) name##Baseline
#include "Weights.h"
#include "Loop.h"
#include "BlockAllocation.h"
#include "Crossings.h"
#undef UNIT

#if defined(__x86_64__)
#define GATHER_AVX2
#define UNIT(name) name##AVX2
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#include "Weights.h"
#include "Loop.h"
#include "BlockAllocation.h"
#include "Crossings.h"
#pragma clang attribute pop
#undef UNIT
#undef GATHER_AVX2

#define GATHER_AVX512
#define UNIT(name) name##AVX512
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)
#include "Weights.h"
#include "Loop.h"
#include "BlockAllocation.h"
#include "Crossings.h"
#pragma clang attribute pop
#undef UNIT
#undef GATHER_AVX512
#endif

bool VoxelUnitIsThere(VoxelUnit unit) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (unit == VoxelUnitAVX2) return __builtin_cpu_supports("avx2");
    if (unit == VoxelUnitAVX512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")
               && __builtin_cpu_supports("avx512vl");
#endif
    return unit == VoxelUnitBaseline;
}

#if defined(__x86_64__)
#define CHOOSE(call, ...) \
    switch (unit) { \
    case VoxelUnitAVX512: return call##AVX512(__VA_ARGS__); \
    case VoxelUnitAVX2: return call##AVX2(__VA_ARGS__); \
    default: return call##Baseline(__VA_ARGS__); \
    }
#else
#define CHOOSE(call, ...) return call##Baseline(__VA_ARGS__);
#endif

float VoxelsComputeWeights(VoxelUnit unit, const VoxelDepth *image, float depthStep, float *room, uint32_t *samples) {
    CHOOSE(computeWeights, image, depthStep, room, samples)
}

void VoxelsAdd(
    VoxelUnit unit, const VoxelField *field, const VoxelFrame *frames, uint32_t mask, int32_t x, int32_t y, int32_t z,
    VoxelSums *sums, const uint32_t *shape, const uint32_t *color) {
    CHOOSE(add, field, frames, mask, x, y, z, sums, shape, color)
}

void VoxelsMerge(VoxelUnit unit, const VoxelField *field, VoxelSums *sums, uint32_t *shape, uint32_t *color) {
    CHOOSE(merge, field, sums, shape, color)
}

bool VoxelsCollectBlocks(
    VoxelUnit unit, const VoxelField *field, const VoxelFrame *frame, const float eye[3], const float rays[9], int32_t y,
    int32_t start, int32_t step, VoxelCodes *codes) {
    CHOOSE(collectBlocks, field, frame, eye, rays, y, start, step, codes)
}

int VoxelsCrossings(VoxelUnit unit, const uint32_t *const shapes[8], uint32_t minimumWeight, uint32_t crossings[512]) {
    CHOOSE(crossings, shapes, minimumWeight, crossings)
}
