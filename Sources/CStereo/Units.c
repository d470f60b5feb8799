// The loops, once for each vector unit, and the choice between them. Vectors have sixteen lanes; where the unit is narrower, the
// compiler cuts them. UNIT gives the functions their names.
#include "CStereo.h"

#include <math.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef float F16 __attribute__((ext_vector_type(16)));
typedef int32_t I16 __attribute__((ext_vector_type(16)));
typedef uint32_t U16 __attribute__((ext_vector_type(16)));
#define INLINE static inline __attribute__((always_inline))

#pragma STDC FP_CONTRACT OFF
// Vectors wider than the unit's registers are passed only between functions that are inlined.
#pragma clang diagnostic ignored "-Wpsabi"

#include "Hypotheses.h"

#define UNIT(name) name##Baseline
#include "Matching.h"
#include "Sweep.h"
#include "Labels.h"
#undef UNIT

#if defined(__x86_64__)
#define GATHER_AVX2
#define UNIT(name) name##AVX2
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#include "Matching.h"
#include "Sweep.h"
#include "Labels.h"
#pragma clang attribute pop
#undef UNIT
#undef GATHER_AVX2
#endif

bool StereoUnitIsThere(StereoUnit unit) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (unit == StereoUnitAVX2) return __builtin_cpu_supports("avx2");
#endif
    return unit == StereoUnitBaseline;
}

#if defined(__x86_64__)
#define CHOOSE(call, ...) \
    if (unit == StereoUnitAVX2) call##AVX2(__VA_ARGS__); \
    else call##Baseline(__VA_ARGS__);
#else
#define CHOOSE(call, ...) call##Baseline(__VA_ARGS__);
#endif

void StereoStart(
    StereoUnit unit, const StereoView *view, uint32_t seed, int32_t tries, int32_t firstRow, int32_t endRow, StereoPlane *planes) {
    CHOOSE(start, view, seed, tries, firstRow, endRow, planes)
}

void StereoSweep(
    StereoUnit unit, const StereoView *view, const StereoPass *pass, int32_t firstRow, int32_t endRow, StereoPlane *planes) {
    CHOOSE(sweep, view, pass, firstRow, endRow, planes)
}

void StereoCosts(StereoUnit unit, const StereoView *view, int32_t x, int32_t y, StereoPlane plane, float costs[StereoMaxSources]) {
    CHOOSE(costsAt, view, x, y, plane, costs)
}

void StereoLabel(StereoUnit unit, const StereoLabels *labels, int32_t passes, float *messages, uint8_t *result) {
    CHOOSE(label, labels, passes, messages, result)
}

void StereoMakeQuads(const uint8_t *pixels, int32_t width, int32_t height, int32_t pixelStride, int32_t stride, uint32_t *quads) {
    for (int32_t y = 0; y < height; y++) {
        const uint8_t *row = pixels + (intptr_t)y * pixelStride;
        const uint8_t *next = y + 1 < height ? row + pixelStride : row;
        uint32_t *out = quads + (intptr_t)y * stride;
        for (int32_t x = 0; x < width; x++) {
            const int32_t right = x + 1 < width ? x + 1 : x;
            out[x] = (uint32_t)row[x] | (uint32_t)row[right] << 8 | (uint32_t)next[x] << 16 | (uint32_t)next[right] << 24;
        }
        for (int32_t x = width; x < stride; x++) out[x] = 0;
    }
}
