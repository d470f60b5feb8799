// Functions on eight lanes.

INLINE F8 UNIT(load)(const float *p) { return *(const F8u *)p; }
INLINE void UNIT(store)(float *p, F8 v) { *(F8u *)p = v; }
INLINE F8 UNIT(all)(float x) { return (F8)x; }
INLINE F8 UNIT(min)(F8 a, F8 b) { return a < b ? a : b; }
INLINE F8 UNIT(max)(F8 a, F8 b) { return a > b ? a : b; }

INLINE F8 UNIT(root)(F8 x) {
#if defined(LANES_AVX2)
    return (F8)_mm256_sqrt_ps((__m256)x);
#else
    F8 result;
    for (int i = 0; i < 8; i++) result[i] = sqrtf(x[i]);
    return result;
#endif
}

/// One bit for each lane of a mask.
INLINE uint32_t UNIT(bits)(I8 mask) {
#if defined(LANES_AVX2)
    return (uint32_t)_mm256_movemask_ps((__m256)mask);
#elif defined(__x86_64__)
    return (uint32_t)(_mm_movemask_ps((__m128)mask.lo) | _mm_movemask_ps((__m128)mask.hi) << 4);
#else
    uint32_t result = 0;
    for (int i = 0; i < 8; i++) result |= (uint32_t)(mask[i] & 1) << i;
    return result;
#endif
}

/// 2^x for -126 ≤ x < 127, to 1e-7: the power of the nearest integer by the exponent's bits, the rest by a polynomial (Chebyshev
/// nodes).
INLINE F8 UNIT(exp2)(F8 x) {
    const F8 magic = x + 12582912.0f;
    const F8 f = x - (magic - 12582912.0f);
    F8 p = f * 0.001339086336353527f + 0.009676031918255982f;
    p = p * f + 0.05550357114222094f;
    p = p * f + 0.2402210748530968f;
    p = p * f + 0.6931471880262273f;
    p = p * f + 1.0000000754548972f;
    return (F8)((I8)p + ((I8)magic << 23));
}

/// e^x, x limited to ±80.
INLINE F8 UNIT(exp)(F8 x) {
    x = UNIT(min)(UNIT(max)(x, UNIT(all)(-80)), UNIT(all)(80));
    return UNIT(exp2)(x * 1.44269504088896341f);
}

/// log2 x for positive normal x, to 1e-6: the exponent's bits and the series of the inverse hyperbolic tangent.
INLINE F8 UNIT(log2)(F8 x) {
    I8 bits = (I8)x - 0x3F3504F3;
    const F8 exponent = __builtin_convertvector(bits >> 23, F8);
    const F8 m = (F8)((bits & 0x7FFFFF) + 0x3F3504F3);
    const F8 t = (m - 1) / (m + 1), tt = t * t;
    const F8 series = 1 + tt * (0.33333333f + tt * (0.2f + tt * (0.142857143f + tt * 0.111111111f)));
    return exponent + t * series * 2.88539008177792681f;
}

INLINE F8 UNIT(sigmoid)(F8 x) { return 1 / (1 + UNIT(exp)(-x)); }

/// The sums of the lanes of eight vectors.
INLINE F8 UNIT(sums)(F8 a, F8 b, F8 c, F8 d, F8 e, F8 f, F8 g, F8 h) {
#define FOLD(x, y) \
    (__builtin_shufflevector(x, y, 0, 8, 2, 10, 4, 12, 6, 14) + __builtin_shufflevector(x, y, 1, 9, 3, 11, 5, 13, 7, 15))
    const F8 ab = FOLD(a, b), cd = FOLD(c, d), ef = FOLD(e, f), gh = FOLD(g, h);
#undef FOLD
#define FOLD(x, y) \
    (__builtin_shufflevector(x, y, 0, 1, 8, 9, 4, 5, 12, 13) + __builtin_shufflevector(x, y, 2, 3, 10, 11, 6, 7, 14, 15))
    const F8 low = FOLD(ab, cd), high = FOLD(ef, gh);
#undef FOLD
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 8, 9, 10, 11)
        + __builtin_shufflevector(low, high, 4, 5, 6, 7, 12, 13, 14, 15);
}
