// Averages frames into a block. A vector is two rows of eight voxels along x: (x, 2j, z) in the lower lanes and (x, 2j + 1, z) in
// the upper ones.

#ifndef CVOXELS_TYPES
#define CVOXELS_TYPES
typedef uint32_t U8 __attribute__((ext_vector_type(8), aligned(4)));
enum { Pairs = 32 };
/// Weight 1 as a sample stores it; half of the stored distances; a colour code as stored.
static const float weightUnit = 1.0f / 16383, surface = 32767, colorUnit = 256;
#endif

INLINE U16 UNIT(gather)(const uint32_t *base, I16 at) {
#if defined(GATHER_AVX512)
    return (U16)_mm512_i32gather_epi32((__m512i)at, base, 4);
#elif defined(GATHER_AVX2)
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

/// The nearest of 0 … last; 0 for what is not a number.
INLINE I16 UNIT(pixel)(F16 x, float last) {
    x = x > 0 ? x : 0;
    x = x < last ? x : last;
    return __builtin_convertvector(x + 0.5f, I16);
}

INLINE F16 UNIT(byte)(U16 words, int shift) { return __builtin_convertvector((I16)((words >> shift) & 0xFF), F16); }

/// 1 / x for positive x to the last bit or two: a first guess from the exponent's bits, then Newton's steps. Quicker than dividing,
/// and every unit gives the same bits, which their own reciprocals do not.
INLINE F16 UNIT(reciprocal)(F16 x) {
    F16 result = (F16)(0x7EF311C3 - (I16)x);
    for (int step = 0; step < 3; step++) result *= 2 - x * result;
    return result;
}

/// Curless and Levoy 1996: the truncated signed distance along the viewing axis, and colour, each weighted. `isWithin` says that
/// the whole block lies in the image.
///
/// There is no branch on what a gather brings: a wrong guess would wait for the memory that the processor otherwise reads ahead.
INLINE void UNIT(rows)(
    const VoxelField *field, const VoxelFrame *frame, F16 a, F16 b, F16 c, const float *ay, const float *az, float depth,
    bool isWithin, bool carves, VoxelSums *sums) {
    const float limit = fminf(fmaxf(field->near, field->growth * depth * depth), field->range);
    const float reach = limit * 0.5f, inverseLimit = 1 / limit;
    const float right = frame->width - 1, bottom = frame->height - 1;
    // Of the row pairs near the surface: pixel coordinates and weights.
    F16 us[Pairs], vs[Pairs], nears[Pairs];
    uint32_t touched = 0, colored = 0;
    for (int pair = 0; pair < Pairs; pair++) {
        const float y = (pair & 3) * 2, z = pair >> 2;
        const F16 pc = c + (ay[2] * y + az[2] * z);
        const F16 inverse = UNIT(reciprocal)(pc);
        const F16 u = (a + (ay[0] * y + az[0] * z)) * inverse;
        const F16 v = (b + (ay[1] * y + az[1] * z)) * inverse;
        const I16 column = isWithin ? __builtin_convertvector(u + 0.5f, I16) : UNIT(pixel)(u, right);
        const I16 row = isWithin ? __builtin_convertvector(v + 0.5f, I16) : UNIT(pixel)(v, bottom);
        const U16 sample = UNIT(gather)(frame->samples, row * frame->width + column);
        const F16 distance = __builtin_convertvector((I16)(sample >> DepthShift), F16) * frame->depthStep - pc;
        I16 isSeen = (sample != 0) & (distance > -limit);
        if (!isWithin) isSeen &= (pc > 0.05f) & (u > -0.5f) & (v > -0.5f) & (u < right + 0.5f) & (v < bottom + 0.5f);

        // Far behind the surface the weight falls to nothing (after Bylow et al. 2013), so that the far sides of thin things do not
        // fight. Not close behind it: noisy samples in front of and behind the surface need equal weights, or their mean lies
        // behind it.
        const F16 fall = 2 + distance * (2 * inverseLimit);
        const F16 falloff = fall < 1 ? fall : 1;
        F16 weight = __builtin_convertvector((I16)(sample & WeightMask), F16) * falloff;
        if (carves) weight = distance > 2 * limit ? (F16)WeightMask : weight;
        weight = isSeen ? weight : 0;
        const F16 clamped = distance < limit ? distance : limit;
        F16 *at = (F16 *)sums->sums + pair;
        at[0] += weight;
        at[Pairs] += weight * clamped;
        touched |= (uint32_t)(__builtin_reduce_or(isSeen) != 0) << pair;

        // Colour matters where the surface will be; free space before it has none of its own.
        const I16 isNear = isSeen & (distance < reach) & (distance > -reach);
        colored |= (uint32_t)(__builtin_reduce_or(isNear) != 0) << pair;
        us[pair] = u;
        vs[pair] = v;
        nears[pair] = isNear ? weight : 0;
    }
    sums->touched |= touched;
    if (!frame->color) return;
    sums->colored |= colored;
    const float colorRight = frame->colorWidth - 1, colorBottom = frame->colorHeight - 1;
    for (; colored; colored &= colored - 1) {
        const int pair = __builtin_ctz(colored);
        // The colour image may end half a depth pixel before the depth image does: pixel() keeps within it.
        const I16 column = UNIT(pixel)(us[pair] * frame->colorScaleX + frame->colorShiftX, colorRight);
        const I16 row = UNIT(pixel)(vs[pair] * frame->colorScaleY + frame->colorShiftY, colorBottom);
        const U16 rgba = UNIT(gather)(frame->color, row * frame->colorWidth + column);
        F16 *at = (F16 *)sums->sums + pair;
        const F16 near = nears[pair];
        at[Pairs * 2] += near;
        at[Pairs * 3] += near * UNIT(byte)(rgba, 0);
        at[Pairs * 4] += near * UNIT(byte)(rgba, 8);
        at[Pairs * 5] += near * UNIT(byte)(rgba, 16);
    }
}

INLINE void UNIT(addFrame)(const VoxelField *field, const VoxelFrame *frame, int32_t x, int32_t y, int32_t z, VoxelSums *sums) {
    const float size = field->voxelSize;
    const float corner[3] = {x * 8 * size, y * 8 * size, z * 8 * size};
    const float *rows[3] = {frame->a, frame->b, frame->c};
    float origin[3], ax[3], ay[3], az[3];
    for (int i = 0; i < 3; i++) {
        origin[i] = rows[i][0] * corner[0] + rows[i][1] * corner[1] + rows[i][2] * corner[2] + rows[i][3];
        ax[i] = rows[i][0] * size;
        ay[i] = rows[i][1] * size;
        az[i] = rows[i][2] * size;
    }
    // Where the block's corner voxels all lie in the image, all voxels do.
    const float right = frame->width - 0.51f, bottom = frame->height - 0.51f;
    bool isWithin = true;
    for (int k = 0; k < 8; k++) {
        float p[3];
        for (int i = 0; i < 3; i++) p[i] = origin[i] + (k & 1) * 7 * ax[i] + (k >> 1 & 1) * 7 * ay[i] + (k >> 2) * 7 * az[i];
        isWithin &= p[2] > 0.05f && p[0] > -0.49f * p[2] && p[1] > -0.49f * p[2] && p[0] < right * p[2] && p[1] < bottom * p[2];
    }
    const F16 lx = {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7};
    const F16 ly = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
    const F16 a = lx * ax[0] + ly * ay[0] + origin[0];
    const F16 b = lx * ax[1] + ly * ay[1] + origin[1];
    const F16 c = lx * ax[2] + ly * ay[2] + origin[2];
    const float depth = origin[2] + 3.5f * (ax[2] + ay[2] + az[2]);
    if (isWithin && !field->carves) {
        UNIT(rows)(field, frame, a, b, c, ay, az, depth, true, false, sums);
    } else {
        UNIT(rows)(field, frame, a, b, c, ay, az, depth, false, field->carves, sums);
    }
}

static void UNIT(add)(
    const VoxelField *field, const VoxelFrame *frames, uint32_t mask, int32_t x, int32_t y, int32_t z, VoxelSums *sums,
    const uint32_t *shape, const uint32_t *color) {
    for (int i = 0; i < VoxelShapeWords; i += 16) __builtin_prefetch(shape + i, 1);
    if (color) {
        for (int i = 0; i < VoxelColorWords; i += 16) __builtin_prefetch(color + i, 1);
    }
    for (; mask; mask &= mask - 1) UNIT(addFrame)(field, frames + __builtin_ctz(mask), x, y, z, sums);
}

INLINE U16 UNIT(halves)(const uint32_t *at) {
    const U8 words = *(const U8 *)at;
    return __builtin_shufflevector(words & 0xFFFF, words >> 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

INLINE void UNIT(store)(uint32_t *at, U16 values) { *(U8 *)at = values.lo | values.hi << 16; }

/// The old mean with `sum` of weight `weight` taken in; the old one where the weight is zero.
INLINE F16 UNIT(mean)(F16 old, F16 sum, F16 weight, F16 inverseTotal) { return old + (sum - old * weight) * inverseTotal; }

static void UNIT(merge)(const VoxelField *field, VoxelSums *sums, uint32_t *shape, uint32_t *color) {
    const float scale = surface / field->range;
    const F16 zero = 0;
    for (int pair = 0; pair < Pairs; pair++) {
        if (!(sums->touched >> pair & 1)) continue;
        F16 *at = (F16 *)sums->sums + pair;
        uint32_t *weights = shape + pair * 8, *distances = weights + 256;
        // A weight is stored as the upper half of a float.
        const F16 weight = at[0] * weightUnit;
        const F16 total = (F16)(UNIT(halves)(weights) << 16) + weight;
        UNIT(store)(weights, ((U16)total + 0x8000) >> 16);
        const F16 inverse = 1 / (total > 0 ? total : 1);
        const F16 old = __builtin_convertvector((I16)UNIT(halves)(distances), F16) - surface;
        const F16 new = UNIT(mean)(old, at[Pairs] * (weightUnit * scale), weight, inverse) + (surface + 0.5f);
        UNIT(store)(distances, (U16)__builtin_convertvector(new, I16));
        at[0] = zero;
        at[Pairs] = zero;
        if (!(sums->colored >> pair & 1)) continue;
        if (color) {
            const F16 near = at[Pairs * 2] * weightUnit;
            uint32_t *planes = color + pair * 8;
            const U16 any = UNIT(halves)(planes) | UNIT(halves)(planes + 256) | UNIT(halves)(planes + 512);
            // A voxel that has no colour yet takes the first whole, whatever the weight of the free space that was seen there
            // before.
            const F16 share = any == 0 ? 1 / (near > 0 ? near : 1) : inverse;
            for (int k = 0; k < 3; k++) {
                const F16 old = __builtin_convertvector((I16)UNIT(halves)(planes + 256 * k), F16);
                const F16 new = UNIT(mean)(old, at[Pairs * (3 + k)] * (weightUnit * colorUnit), near, share) + 0.5f;
                UNIT(store)(planes + 256 * k, (U16)__builtin_convertvector(new, I16));
            }
        }
        for (int k = 2; k < 6; k++) at[Pairs * k] = zero;
    }
    sums->touched = 0;
    sums->colored = 0;
}
