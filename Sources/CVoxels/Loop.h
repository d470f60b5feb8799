// The voxel loop for one vector unit. Vectors have sixteen lanes, two rows of eight voxels along x: (x, 2j, z) in the lower lanes and
// (x, 2j + 1, z) in the upper ones; where the unit is narrower, the compiler cuts them. UNIT gives the functions their names.

#ifndef CVOXELS_TYPES
#define CVOXELS_TYPES
typedef float F16 __attribute__((ext_vector_type(16)));
typedef int32_t I16 __attribute__((ext_vector_type(16)));
typedef uint32_t U16 __attribute__((ext_vector_type(16)));
typedef uint32_t U8 __attribute__((ext_vector_type(8), aligned(4)));
#define INLINE static inline __attribute__((always_inline))
enum { Pairs = 32, DepthShift = 14, WeightMask = 0x3FFF, Surface = 32767, Unseen = 0xFFFF };
/// Weight 1 as a reading stores it; half of the stored distances; a colour code as stored.
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

/// Curless and Levoy 1996: the truncated signed distance along the viewing axis, and colour, each weighted.
INLINE void UNIT(rows)(
    const VoxelField *field, const VoxelFrame *frame, F16 a, F16 b, F16 c, const float *ay, const float *az, float depth, bool isWithin,
    VoxelSums *sums) {
    const float limit = fminf(fmaxf(field->near, field->growth * depth * depth), field->range);
    const float reach = limit * 0.5f, inverseLimit = 1 / limit;
    const float right = frame->width - 1, bottom = frame->height - 1;
    const float colorRight = frame->colorWidth - 1, colorBottom = frame->colorHeight - 1;
    for (int pair = 0; pair < Pairs; pair++) {
        const float y = (pair & 3) * 2, z = pair >> 2;
        const F16 pc = c + (ay[2] * y + az[2] * z);
        const F16 inverse = 1 / pc;
        const F16 u = (a + (ay[0] * y + az[0] * z)) * inverse;
        const F16 v = (b + (ay[1] * y + az[1] * z)) * inverse;
        const U16 reading = UNIT(gather)(frame->readings, UNIT(pixel)(v, bottom) * frame->width + UNIT(pixel)(u, right));
        const F16 distance = __builtin_convertvector((I16)(reading >> DepthShift), F16) * frame->depthStep - pc;
        I16 isSeen = (reading != 0) & (distance > -limit);
        if (!isWithin) isSeen &= (pc > 0.05f) & (u > -0.5f) & (v > -0.5f) & (u < right + 0.5f) & (v < bottom + 0.5f);
        if (__builtin_reduce_or(isSeen) == 0) continue;

        // Far behind the surface the weight falls to nothing (after Bylow et al. 2013), so that the far sides of thin things do not fight. Not
        // close behind it: noisy readings in front of and behind the surface have to weigh alike, or their mean lies behind it.
        const F16 fall = 2 + distance * (2 * inverseLimit);
        const F16 falloff = fall < 1 ? fall : 1;
        const F16 weight = isSeen ? __builtin_convertvector((I16)(reading & WeightMask), F16) * falloff : 0;
        const F16 clamped = distance < limit ? distance : limit;
        F16 *at = (F16 *)sums->sums + pair;
        sums->touched |= 1u << pair;
        at[0] += weight;
        at[Pairs] += weight * clamped;

        // Colour matters where the surface will be; free space before it has none of its own.
        const I16 isNear = isSeen & (distance < reach) & (distance > -reach);
        if (!frame->color || __builtin_reduce_or(isNear) == 0) continue;
        sums->colored |= 1u << pair;
        // The colour picture may end half a depth pixel before the depth picture does: pixel() keeps within it.
        const I16 column = UNIT(pixel)(u * frame->colorScaleX + frame->colorShiftX, colorRight);
        const I16 row = UNIT(pixel)(v * frame->colorScaleY + frame->colorShiftY, colorBottom);
        const U16 rgba = UNIT(gather)(frame->color, row * frame->colorWidth + column);
        const F16 near = isNear ? weight : 0;
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
    // Where the block's corner voxels all lie in the picture, all voxels do.
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
    if (isWithin) {
        UNIT(rows)(field, frame, a, b, c, ay, az, depth, true, sums);
    } else {
        UNIT(rows)(field, frame, a, b, c, ay, az, depth, false, sums);
    }
}

static void UNIT(add)(
    const VoxelField *field, const VoxelFrame *frames, uint32_t mask, int32_t x, int32_t y, int32_t z, VoxelSums *sums, const uint32_t *shape,
    const uint32_t *color) {
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
            // A voxel that has no colour yet takes the first whole, whatever the weight of the free space that was seen there before.
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

INLINE bool UNIT(insert)(VoxelCodes *codes, uint32_t code) {
    const uint32_t mask = codes->capacity - 1;
    uint32_t slot = (code * 0x9E3779B1u >> 12) & mask;
    for (; codes->slots[slot]; slot = (slot + 1) & mask) {
        if (codes->codes[codes->slots[slot] - 1] == code) return true;
    }
    if (codes->count * 2 >= codes->capacity) return false;
    codes->codes[codes->count++] = code;
    codes->slots[slot] = codes->count;
    return true;
}

static bool UNIT(touch)(
    const VoxelField *field, const VoxelFrame *frame, const float *eye, const float *look, int32_t y, int32_t start, int32_t step,
    VoxelCodes *codes) {
    enum { MostPoints = 40 };
    const I16 lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const float perMetre = 1 / (8 * field->voxelSize), last = 2 * VoxelCodeCenter - 1;
    uint32_t before[MostPoints];
    for (int k = 0; k < MostPoints; k++) before[k] = UINT32_MAX;
    for (int32_t x = start; x < frame->width; x += 16 * step) {
        const I16 column = x + lanes * step;
        const I16 isThere = column < frame->width;
        const U16 reading = UNIT(gather)(frame->readings, y * frame->width + (isThere ? column : 0));
        const F16 depth = __builtin_convertvector((I16)(reading >> DepthShift), F16) * frame->depthStep;
        const I16 isGood = isThere & (reading != 0);
        if (__builtin_reduce_or(isGood) == 0) continue;
        F16 limit = depth * depth * field->growth;
        limit = limit > field->near ? limit : field->near;
        limit = limit < field->range ? limit : field->range;
        const F16 from = depth > limit ? depth - limit : 0, length = depth + limit - from;
        const F16 u = __builtin_convertvector(column, F16);
        const F16 lx = look[0] + u * look[3] + (float)y * look[6];
        const F16 ly = look[1] + u * look[4] + (float)y * look[7];
        const F16 lz = look[2] + u * look[5] + (float)y * look[8];
        // As many points as the longest of these rays needs.
        const float longest = __builtin_reduce_max(isGood ? length : 0) * perMetre;
        const int32_t points = longest * 2 < MostPoints - 2 ? (int32_t)(longest * 2) + 2 : MostPoints;
        for (int k = 0; k < points; k++) {
            const F16 t = from + length * ((float)k / (points - 1));
            const F16 px = eye[0] + t * lx, py = eye[1] + t * ly, pz = eye[2] + t * lz;
            // Farther away than codes reach, a voxel is far smaller than a pixel: nothing is lost.
            const I16 isNear = isGood & (px >= 0) & (py >= 0) & (pz >= 0) & (px < last) & (py < last) & (pz < last);
            const I16 cx = __builtin_convertvector(isNear ? px : 0, I16), cy = __builtin_convertvector(isNear ? py : 0, I16);
            const I16 cz = __builtin_convertvector(isNear ? pz : 0, I16);
            const I16 code = isNear ? cx | cy << 10 | cz << 20 : -1;
            for (int i = 0; i < 16; i++) {
                const uint32_t c = (uint32_t)code[i];
                if (c == before[k] || c == UINT32_MAX) continue;
                before[k] = c;
                if (!UNIT(insert)(codes, c)) return false;
            }
        }
    }
    return true;
}

/// The voxels' stored distances where they were seen often enough, else Unseen; rows (x, y, z) to (x + 7, y + 1, z).
INLINE U16 UNIT(seen)(const uint32_t *shape, int pair, uint32_t minimumWeight) {
    const U16 weights = UNIT(halves)(shape + pair * 8);
    return weights >= minimumWeight ? UNIT(halves)(shape + 256 + pair * 8) : (U16)Unseen;
}

static int UNIT(crossings)(const uint32_t *const *shapes, uint32_t minimumWeight, uint32_t *out) {
    // One bit for each of the nine corners of a row: whether it lies behind the surface, and whether it was seen.
    uint32_t inside[9][9], seen[9][9];
    const U16 bits = {1, 2, 4, 8, 16, 32, 64, 128, 1 << 16, 1 << 17, 1 << 18, 1 << 19, 1 << 20, 1 << 21, 1 << 22, 1 << 23};
    const U16 none = 0;
    uint32_t any = 0, all = UINT32_MAX;
    for (int part = 0; part < 8; part += 2) {
        // A block, and its neighbour at +x, of which only the first column counts.
        const uint32_t *block = shapes[part], *next = shapes[part + 1];
        const int ys = part & 2 ? 1 : 8, zs = part & 4 ? 1 : 8, y0 = part & 2 ? 8 : 0, z0 = part & 4 ? 8 : 0;
        for (int z = 0; z < zs; z++) {
            for (int y = 0; y < ys; y += 2) {
                uint32_t in = 0, there = 0;
                if (block) {
                    const U16 values = UNIT(seen)(block, z * 4 + y / 2, minimumWeight);
                    in = __builtin_reduce_or(values < Surface ? bits : none);
                    there = __builtin_reduce_or(values != Unseen ? bits : none);
                }
                for (int k = 0; k < 2 && y + k < ys; k++) {
                    uint32_t i = in >> (16 * k) & 0xFF, s = there >> (16 * k) & 0xFF;
                    if (next) {
                        const int word = (z * 4 + y / 2) * 8, shift = 16 * k;
                        const bool isSeen = (next[word] >> shift & 0xFFFF) >= minimumWeight;
                        s |= (uint32_t)isSeen << 8;
                        i |= (uint32_t)(isSeen && (next[256 + word] >> shift & 0xFFFF) < Surface) << 8;
                    }
                    inside[z0 + z][y0 + y + k] = i;
                    seen[z0 + z][y0 + y + k] = s;
                    any |= i;
                    all &= i | ~s;
                }
            }
        }
    }
    // Nothing lies behind the surface, or everything does.
    if (any == 0 || (all & 0x1FF) == 0x1FF) return 0;

    int count = 0;
    for (int z = 0; z < 8; z++) {
        for (int y = 0; y < 8; y++) {
            const uint32_t i0 = inside[z][y], i1 = inside[z][y + 1], i2 = inside[z + 1][y], i3 = inside[z + 1][y + 1];
            const uint32_t there = seen[z][y] & seen[z][y + 1] & seen[z + 1][y] & seen[z + 1][y + 1];
            const uint32_t some = i0 | i1 | i2 | i3, each = i0 & i1 & i2 & i3;
            uint32_t cells = there & there >> 1 & (some | some >> 1) & ~(each & each >> 1) & 0xFF;
            for (; cells; cells &= cells - 1) {
                const int x = __builtin_ctz(cells);
                const uint32_t pattern = (i0 >> x & 3) | (i1 >> x & 3) << 2 | (i2 >> x & 3) << 4 | (i3 >> x & 3) << 6;
                out[count++] = (uint32_t)((z * 8 + y) * 8 + x) | pattern << 16;
            }
        }
    }
    return count;
}
