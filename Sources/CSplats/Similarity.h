// The structural similarity of two images and its derivative.
//
// Planes: 0…4 are the sums along rows of x, y, x², y², x y; 5…7 the derivatives of the similarity by the means of x, x² and x y;
// 8, 9 and 0 their sums along the rows.

#ifndef CSPLATS_SIMILARITY
#define CSPLATS_SIMILARITY
/// The Gaussian window: deviation 1.5, sum 1; from the centre outwards.
static const float window[6] = {
    0.26601172486179436f, 0.21300553771125370f, 0.10936068950970002f, 0.03600077212843083f, 0.00759875813523919f,
    0.00102838008447911f};
static const float c1 = 0.0001f, c2 = 0.0009f;
#endif

INLINE F8 UNIT(alongRow)(F8 m5, F8 m4, F8 m3, F8 m2, F8 m1, F8 m0, F8 p1, F8 p2, F8 p3, F8 p4, F8 p5) {
    return window[0] * m0 + window[1] * (m1 + p1) + window[2] * (m2 + p2) + window[3] * (m3 + p3) + window[4] * (m4 + p4)
        + window[5] * (m5 + p5);
}

static void UNIT(similarityRows)(const SplatSimilarity *s, int32_t first, int32_t end) {
    const uint32_t mode = flushSmall();
    for (int y = first; y < end; y++) {
        const int64_t row = (int64_t)y * s->stride;
        for (int x = 0; x < s->width; x += 8) {
            const int64_t at = row + x;
            F8 a[11], b[11];
            for (int k = 0; k < 11; k++) {
                a[k] = UNIT(load)(s->image + at + k - 5);
                b[k] = UNIT(load)(s->target + at + k - 5);
            }
#define SUM(v) \
    UNIT(alongRow)(v(0), v(1), v(2), v(3), v(4), v(5), v(6), v(7), v(8), v(9), v(10))
#define FIRST(k) a[k]
#define SECOND(k) b[k]
#define FIRST2(k) (a[k] * a[k])
#define SECOND2(k) (b[k] * b[k])
#define BOTH(k) (a[k] * b[k])
            UNIT(store)(s->room[0] + at, SUM(FIRST));
            UNIT(store)(s->room[1] + at, SUM(SECOND));
            UNIT(store)(s->room[2] + at, SUM(FIRST2));
            UNIT(store)(s->room[3] + at, SUM(SECOND2));
            UNIT(store)(s->room[4] + at, SUM(BOTH));
#undef FIRST
#undef SECOND
#undef FIRST2
#undef SECOND2
#undef BOTH
#undef SUM
        }
    }
    restoreSmall(mode);
}

/// Sum along a column of a plane; rows beyond the image count as zero.
INLINE F8 UNIT(alongColumn)(const SplatSimilarity *s, const float *plane, int x, int y) {
    const float *at = plane + (int64_t)y * s->stride + x;
    F8 sum = window[0] * UNIT(load)(at);
    for (int k = 1; k < 6; k++) {
        if (y >= k) sum += window[k] * UNIT(load)(at - (int64_t)k * s->stride);
        if (y + k < s->height) sum += window[k] * UNIT(load)(at + (int64_t)k * s->stride);
    }
    return sum;
}

static double UNIT(similarityColumns)(const SplatSimilarity *s, int32_t first, int32_t end, bool gradient) {
    const uint32_t mode = flushSmall();
    double total = 0;
    const I8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    for (int y = first; y < end; y++) {
        F8 sum = UNIT(all)(0);
        for (int x = 0; x < s->width; x += 8) {
            const F8 mx = UNIT(alongColumn)(s, s->room[0], x, y), my = UNIT(alongColumn)(s, s->room[1], x, y);
            const F8 xx = UNIT(alongColumn)(s, s->room[2], x, y), yy = UNIT(alongColumn)(s, s->room[3], x, y);
            const F8 xy = UNIT(alongColumn)(s, s->room[4], x, y);
            const F8 a1 = 2 * mx * my + c1, a2 = 2 * (xy - mx * my) + c2;
            const F8 b1 = mx * mx + my * my + c1, b2 = xx - mx * mx + yy - my * my + c2;
            const F8 inverse = 1 / (b1 * b2);
            const I8 inside = lanes + x < s->width;
            const F8 similarity = a1 * a2 * inverse;
            sum += inside ? similarity : 0;
            if (!gradient) continue;
            // By the means of x, x² and x y, the last two as if independent of the first.
            const int64_t at = (int64_t)y * s->stride + x;
            const F8 byXX = -similarity * (b1 * inverse);
            const F8 byXY = 2 * a1 * inverse;
            const F8 byX = 2 * my * (a2 - a1) * inverse - 2 * mx * similarity * (b2 - b1) * inverse;
            UNIT(store)(s->room[5] + at, inside ? byX : 0);
            UNIT(store)(s->room[6] + at, inside ? byXX : 0);
            UNIT(store)(s->room[7] + at, inside ? byXY : 0);
        }
        for (int k = 0; k < 8; k++) total += sum[k];
    }
    restoreSmall(mode);
    return total;
}

static void UNIT(similarityGradientRows)(const SplatSimilarity *s, int32_t first, int32_t end) {
    const uint32_t mode = flushSmall();
    for (int plane = 0; plane < 3; plane++) {
        const float *from = s->room[5 + plane];
        float *to = plane == 2 ? s->room[0] : s->room[8 + plane];
        for (int y = first; y < end; y++)
            for (int x = 0; x < s->width; x += 8) {
                const int64_t at = (int64_t)y * s->stride + x;
#define V(k) UNIT(load)(from + at + k - 5)
                UNIT(store)(to + at, UNIT(alongRow)(V(0), V(1), V(2), V(3), V(4), V(5), V(6), V(7), V(8), V(9), V(10)));
#undef V
            }
    }
    restoreSmall(mode);
}

static void UNIT(similarityGradient)(const SplatSimilarity *s, int32_t first, int32_t end, float factor, float *gradient) {
    const uint32_t mode = flushSmall();
    const I8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    for (int y = first; y < end; y++)
        for (int x = 0; x < s->width; x += 8) {
            const int64_t at = (int64_t)y * s->stride + x;
            const F8 byX = UNIT(alongColumn)(s, s->room[8], x, y), byXX = UNIT(alongColumn)(s, s->room[9], x, y);
            const F8 byXY = UNIT(alongColumn)(s, s->room[0], x, y);
            const F8 sum = byX + 2 * UNIT(load)(s->image + at) * byXX + UNIT(load)(s->target + at) * byXY;
            const I8 inside = lanes + x < s->width;
            UNIT(store)(gradient + at, UNIT(load)(gradient + at) + (inside ? factor * sum : 0));
        }
    restoreSmall(mode);
}
