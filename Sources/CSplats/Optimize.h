// One step of the optimizer for a block of splats.

/// Kingma and Ba 2015.
INLINE void UNIT(adam)(
    const SplatOptimizer *o, int plane, F8 gradient, float *value, float *first, float *second) {
    const F8 m = o->beta1 * UNIT(load)(first) + (1 - o->beta1) * gradient;
    const F8 v = o->beta2 * UNIT(load)(second) + (1 - o->beta2) * gradient * gradient;
    UNIT(store)(first, m);
    UNIT(store)(second, v);
    const F8 step = o->rates[plane] * (m * o->correction1) / (UNIT(root)(v * o->correction2) + o->epsilon);
    UNIT(store)(value, UNIT(load)(value) - step);
}

/// Mixes the bits (the finalizer of MurmurHash3).
INLINE U8 UNIT(mix)(U8 h) {
    h ^= h >> 16;
    h *= 0x85EBCA6B;
    h ^= h >> 13;
    h *= 0xC2B2AE35;
    return h ^ h >> 16;
}

/// A number with about the normal distribution: the sum of four uniform ones.
INLINE F8 UNIT(normal)(U8 seed) {
    const U8 a = UNIT(mix)(seed), b = UNIT(mix)(a + 0x9E3779B9);
    const U8 sum = (a & 0xFFFF) + (a >> 16) + (b & 0xFFFF) + (b >> 16);
    return (__builtin_convertvector((I8)sum, F8) - 131070.0f) * (1.73205081f / 65536);
}

/// Moves faint splats at random within their own extent, so that they find where they are needed (Kheradmand et al. 2024, eq. 9).
INLINE void UNIT(addNoise)(const SplatOptimizer *o, const View *w, int32_t block, float *v) {
    if (!UNIT(bits)(w->opacity < 0.1f)) return;
    const F8 gate = o->noise * UNIT(sigmoid)(100 * (0.005f - w->opacity));
    const U8 numbers = (U8){0, 1, 2, 3, 4, 5, 6, 7} + (uint32_t)block * 8;
    const U8 seed = UNIT(mix)(numbers * 3 + o->seed);
    F8 own[3];
    const F8 n[3] = {UNIT(normal)(seed), UNIT(normal)(seed + 1), UNIT(normal)(seed + 2)};
    for (int k = 0; k < 3; k++) own[k] = (w->r[k] * n[0] + w->r[3 + k] * n[1] + w->r[6 + k] * n[2]) * w->variance[k];
    for (int k = 0; k < 3; k++) {
        const F8 shift = w->r[3 * k] * own[0] + w->r[3 * k + 1] * own[1] + w->r[3 * k + 2] * own[2];
        UNIT(store)(v + 8 * k, UNIT(load)(v + 8 * k) + gate * shift);
    }
}
