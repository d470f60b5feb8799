// The matching cost: 1 − the normalized cross-correlation of a window around a pixel with the window that a slanted surface
// shows of it in a source image, weighted bilaterally (Yoon and Kweon 2006). The window is 11 x 11 pixels, every second of them
// in each axis without the corners: 32 samples, two vectors.

#ifndef CSTEREO_WINDOW
#define CSTEREO_WINDOW
enum { Samples = 32 };
static const float windowX[Samples] __attribute__((aligned(64))) = {
    -3, -1, 1, 3, -5, -3, -1, 1, 3, 5, -5, -3, -1, 1, 3, 5, -5, -3, -1, 1, 3, 5, -5, -3, -1, 1, 3, 5, -3, -1, 1, 3};
static const float windowY[Samples] __attribute__((aligned(64))) = {
    -5, -5, -5, -5, -3, -3, -3, -3, -3, -3, -1, -1, -1, -1, -1, -1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5};

/// What is the same for all hypotheses of a pixel.
typedef struct {
    /// Weights, and weights times the difference from the mean.
    F16 weights[2], weighted[2];
    /// 1 / Σ weights, and the variance.
    float inverseWeight, variance;
} Patch;
#endif

INLINE U16 UNIT(gatherWords)(const uint32_t *base, I16 at) {
#if defined(GATHER_AVX2)
    __m256i low = _mm256_i32gather_epi32((const int *)base, (__m256i)at.lo, 4);
    __m256i high = _mm256_i32gather_epi32((const int *)base, (__m256i)at.hi, 4);
    typedef uint32_t Half __attribute__((ext_vector_type(8)));
    return __builtin_shufflevector((Half)low, (Half)high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#else
    U16 result;
    for (int i = 0; i < 16; i++) result[i] = base[at[i]];
    return result;
#endif
}

/// The sum of the lanes, always in the same order.
INLINE float UNIT(sumOf)(F16 v) {
    typedef float F8 __attribute__((ext_vector_type(8)));
    typedef float F4 __attribute__((ext_vector_type(4)));
    const F8 eight = v.lo + v.hi;
    const F4 four = eight.lo + eight.hi;
    return (four.x + four.z) + (four.y + four.w);
}

INLINE Patch UNIT(patchAt)(const StereoView *view, int32_t x, int32_t y) {
    const uint8_t *center = view->pixels + (intptr_t)y * view->stride + x;
    const float middle = *center;
    const float scale = 1 / (view->similarity * view->similarity);
    Patch patch;
    F16 values[2], sums = 0, total = 0;
    for (int half = 0; half < 2; half++) {
        F16 v, dx, dy;
        for (int i = 0; i < 16; i++) {
            const int k = half * 16 + i;
            v[i] = center[(intptr_t)windowY[k] * view->stride + (intptr_t)windowX[k]];
            dx[i] = windowX[k];
            dy[i] = windowY[k];
        }
        const F16 difference = (v - middle) * (v - middle) * scale;
        // Falls to one half at the similarity and at the window's border.
        const F16 weight = 1 / ((1 + difference * difference) * (1 + (dx * dx + dy * dy) * 0.03f));
        values[half] = v;
        patch.weights[half] = weight;
        total += weight;
        sums += weight * v;
    }
    patch.inverseWeight = 1 / UNIT(sumOf)(total);
    const float mean = UNIT(sumOf)(sums) * patch.inverseWeight;
    F16 squares = 0;
    for (int half = 0; half < 2; half++) {
        const F16 d = values[half] - mean;
        patch.weighted[half] = patch.weights[half] * d;
        squares += patch.weighted[half] * d;
    }
    patch.variance = UNIT(sumOf)(squares) * patch.inverseWeight;
    return patch;
}

/// The reprojection error, in pixels of the reference and at most 3, of the surface that the source itself holds where it sees the
/// point: there and back.
INLINE float UNIT(reprojectionError)(const StereoSource *s, float sx, float sy, float x, float y) {
    const int32_t column = (int32_t)(sx + 0.5f), row = (int32_t)(sy + 0.5f);
    const float q = s->inverses[(intptr_t)row * s->width + column];
    if (!(q > 0)) return 3;
    // At the exact position: rounding it would be an error of half a pixel.
    const float w = s->backA[6] * sx + s->backA[7] * sy + s->backA[8] + q * s->backT[2];
    if (!(w > 1e-6f)) return 3;
    const float dx = (s->backA[0] * sx + s->backA[1] * sy + s->backA[2] + q * s->backT[0]) / w - x;
    const float dy = (s->backA[3] * sx + s->backA[4] * sy + s->backA[5] + q * s->backT[1]) / w - y;
    return fminf(sqrtf(dx * dx + dy * dy), 3);
}

/// The cost of hypothesis `p` at pixel (x, y) in source `s`.
INLINE float UNIT(costOf)(const StereoView *view, const StereoSource *s, const Patch *patch, float x, float y, StereoPlane p) {
    const float *a = s->a, *t = s->t;
    const float q = p.inverse, gx = p.right, gy = p.down;
    const float w = a[6] * x + a[7] * y + a[8] + q * t[2];
    if (!(w > 1e-4f)) return StereoWorstCost;
    const float u = a[0] * x + a[1] * y + a[2] + q * t[0];
    const float v = a[3] * x + a[4] * y + a[5] + q * t[1];
    const float right = s->width - 1, bottom = s->height - 1;
    const float sx = u / w, sy = v / w;
    if (!(sx >= 0 && sx <= right && sy >= 0 && sy <= bottom)) return StereoWorstCost;

    const float ux = a[0] + gx * t[0], uy = a[1] + gy * t[0];
    const float vx = a[3] + gx * t[1], vy = a[4] + gy * t[1];
    const float wx = a[6] + gx * t[2], wy = a[7] + gy * t[2];
    F16 sum = 0, squares = 0, product = 0;
    for (int half = 0; half < 2; half++) {
        const F16 dx = *(const F16 *)(windowX + 16 * half), dy = *(const F16 *)(windowY + 16 * half);
        const F16 inverse = 1 / (w + dx * wx + dy * wy);
        F16 px = (u + dx * ux + dy * uy) * inverse;
        F16 py = (v + dx * vx + dy * vy) * inverse;
        // Not a number becomes 0, too.
        px = px > 0 ? px : 0;
        py = py > 0 ? py : 0;
        px = px < right ? px : right;
        py = py < bottom ? py : bottom;
        const I16 column = __builtin_convertvector(px, I16), row = __builtin_convertvector(py, I16);
        const F16 fx = px - __builtin_convertvector(column, F16), fy = py - __builtin_convertvector(row, F16);
        const U16 words = UNIT(gatherWords)(s->quads, row * s->stride + column);
        const F16 v00 = __builtin_convertvector((I16)(words & 255), F16);
        const F16 v10 = __builtin_convertvector((I16)(words >> 8 & 255), F16);
        const F16 v01 = __builtin_convertvector((I16)(words >> 16 & 255), F16);
        const F16 v11 = __builtin_convertvector((I16)(words >> 24), F16);
        const F16 top = v00 + fx * (v10 - v00), low = v01 + fx * (v11 - v01);
        const F16 value = top + fy * (low - top);
        const F16 weighted = patch->weights[half] * value;
        sum += weighted;
        squares += weighted * value;
        product += patch->weighted[half] * value;
    }
    const float mean = UNIT(sumOf)(sum) * patch->inverseWeight;
    const float variance = fmaxf(UNIT(sumOf)(squares) * patch->inverseWeight - mean * mean, 0);
    const float covariance = UNIT(sumOf)(product) * patch->inverseWeight;
    const float noise = view->noiseVariance;
    const float ncc = covariance / sqrtf((patch->variance + noise) * (variance + noise));
    float cost = fminf(fmaxf(1 - ncc, 0), StereoWorstCost);
    if (s->inverses && view->geometricWeight > 0) cost += view->geometricWeight * UNIT(reprojectionError)(s, sx, sy, x, y);
    return cost;
}

static void UNIT(costsAt)(const StereoView *view, int32_t x, int32_t y, StereoPlane plane, float costs[StereoMaxSources]) {
    const Patch patch = UNIT(patchAt)(view, x, y);
    for (int j = 0; j < view->sourceCount; j++) costs[j] = UNIT(costOf)(view, &view->sources[j], &patch, x, y, plane);
}
