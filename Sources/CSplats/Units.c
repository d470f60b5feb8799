// The loops, once for each vector unit, and the choice between them. Vectors have eight lanes; where the unit is narrower, the
// compiler cuts them. UNIT gives the functions their names.
#include "CSplats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef float F8 __attribute__((ext_vector_type(8)));
typedef float F8u __attribute__((ext_vector_type(8), aligned(4)));
typedef int32_t I8 __attribute__((ext_vector_type(8)));
typedef uint32_t U8 __attribute__((ext_vector_type(8)));
#define INLINE static inline __attribute__((always_inline))

#pragma STDC FP_CONTRACT OFF
// Vectors wider than the unit's registers are passed only between functions that are inlined.
#pragma clang diagnostic ignored "-Wpsabi"

/// Numbers too small for a normal float count as zero in the loops: the optimizer's averages decay to such numbers, with which
/// processors are a hundred times slower.
INLINE uint32_t flushSmall(void) {
#if defined(__x86_64__)
    const uint32_t old = _mm_getcsr();
    _mm_setcsr(old | 0x8040);
    return old;
#else
    return 0;
#endif
}

INLINE void restoreSmall(uint32_t old) {
#if defined(__x86_64__)
    _mm_setcsr(old);
#endif
}

#define UNIT(name) name##Baseline
#include "Lanes.h"
#include "View.h"
#include "Project.h"
#include "Bin.h"
#include "Draw.h"
#include "Optimize.h"
#include "Backward.h"
#include "Similarity.h"
#undef UNIT

#if defined(__x86_64__)
#define LANES_AVX2
#define UNIT(name) name##AVX2
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#include "Lanes.h"
#include "View.h"
#include "Project.h"
#include "Bin.h"
#include "Draw.h"
#include "Optimize.h"
#include "Backward.h"
#include "Similarity.h"
#pragma clang attribute pop
#undef UNIT
#undef LANES_AVX2
#endif

bool SplatUnitIsThere(SplatUnit unit) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (unit == SplatUnitAVX2) return __builtin_cpu_supports("avx2");
#endif
    return unit == SplatUnitBaseline;
}

#if defined(__x86_64__)
#define CHOOSE(call, ...) \
    switch (unit) { \
    case SplatUnitAVX2: return call##AVX2(__VA_ARGS__); \
    default: return call##Baseline(__VA_ARGS__); \
    }
#else
#define CHOOSE(call, ...) return call##Baseline(__VA_ARGS__);
#endif

int32_t SplatsProject(
    SplatUnit unit, const SplatCamera *camera, const SplatTable *table, int32_t first, int32_t end, SplatProjected *projected,
    uint32_t *visible, uint8_t *flags) {
    CHOOSE(project, camera, table, first, end, projected, visible, flags)
}

bool SplatsBin(SplatUnit unit, SplatBand *band, const SplatProjected *projected) { CHOOSE(bin, band, projected) }

void SplatsDraw(SplatUnit unit, const SplatBand *band, const SplatImage *image) { CHOOSE(draw, band, image) }

void SplatsDrawBackward(SplatUnit unit, SplatBand *band, const SplatImage *image, const SplatImageGradient *gradient) {
    CHOOSE(drawBackward, band, image, gradient)
}

void SplatsBackward(
    SplatUnit unit, const SplatCamera *camera, const SplatTable *table, const float *sums, const uint8_t *flags, int32_t first,
    int32_t end, float *gradient, const SplatOptimizer *optimizer, float *pose) {
    CHOOSE(backward, camera, table, sums, flags, first, end, gradient, optimizer, pose)
}

void SplatsSimilarityRows(SplatUnit unit, const SplatSimilarity *s, int32_t first, int32_t end) {
    CHOOSE(similarityRows, s, first, end)
}

double SplatsSimilarityColumns(SplatUnit unit, const SplatSimilarity *s, int32_t first, int32_t end, bool gradient) {
    CHOOSE(similarityColumns, s, first, end, gradient)
}

void SplatsSimilarityGradientRows(SplatUnit unit, const SplatSimilarity *s, int32_t first, int32_t end) {
    CHOOSE(similarityGradientRows, s, first, end)
}

void SplatsSimilarityGradient(
    SplatUnit unit, const SplatSimilarity *s, int32_t first, int32_t end, float factor, float *gradient) {
    CHOOSE(similarityGradient, s, first, end, factor, gradient)
}
