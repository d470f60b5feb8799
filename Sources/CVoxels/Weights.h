// Computes the weights of a frame's depth samples.

#ifndef CVOXELS_WEIGHTS
#define CVOXELS_WEIGHTS
/// Nearer depth samples are rejected, metres.
static const float nearest = 0.05f;
/// Samples whose neighbours differ by more than this share of the depth are flying pixels between two surfaces.
static const float jumpShare = 0.04f;
/// Views with a smaller cos² θ are rejected: there the sensor error dominates.
static const float grazing = 0.01f;
/// Zeros on either side of a row, so that neighbours can be read everywhere and the last vector may exceed the row.
enum { Margin = 16 };
#endif

INLINE F16 UNIT(load)(const float *at) {
    F16 result;
    memcpy(&result, at, sizeof result);
    return result;
}

/// The slope of depth per pixel, from both neighbours where they are on the same surface, else from one.
INLINE F16 UNIT(slope)(F16 before, F16 depth, F16 after, I16 hasBefore, I16 hasAfter) {
    const F16 both = (after - before) * 0.5f;
    return hasAfter ? (hasBefore ? both : after - depth) : depth - before;
}

static float UNIT(computeWeights)(const VoxelDepth *image, float depthStep, float *room, uint32_t *samples) {
    const int32_t width = image->width, height = image->height, stride = width + 3 * Margin;
    uint8_t *confidence = (uint8_t *)(room + 3 * stride);
    memset(room, 0, sizeof(float) * 3 * stride + stride);
    memcpy(room + Margin, image->depth, sizeof(float) * width);
    const F16 lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const float perX = 1 / image->fx, perY = 1 / image->fy, steps = 1 / depthStep;
    F16 farthest = 0;
    for (int32_t y = 0; y < height; y++) {
        // Three rows in turn; the one before the first and the one after the last are zero.
        const float *above = room + (y + 2) % 3 * stride + Margin, *middle = room + y % 3 * stride + Margin;
        float *below = room + (y + 1) % 3 * stride + Margin;
        if (y + 1 < height) memcpy(below, image->depth + (size_t)(y + 1) * width, sizeof(float) * width);
        else memset(below, 0, sizeof(float) * width);
        if (image->confidence) memcpy(confidence, image->confidence + (size_t)y * width, width);
        const float yn = (y - image->cy) * perY;
        for (int32_t x = 0; x < width; x += 16) {
            const F16 d = UNIT(load)(middle + x), jump = d * jumpShare;
            const F16 l = UNIT(load)(middle + x - 1), r = UNIT(load)(middle + x + 1);
            const F16 u = UNIT(load)(above + x), b = UNIT(load)(below + x);
            const I16 hasL = __builtin_elementwise_abs(l - d) < jump, hasR = __builtin_elementwise_abs(r - d) < jump;
            const I16 hasU = __builtin_elementwise_abs(u - d) < jump, hasB = __builtin_elementwise_abs(b - d) < jump;
            // Normal of the depth image's graph in camera coordinates, against the viewing direction.
            const F16 inverse = 1 / d;
            const F16 gx = UNIT(slope)(l, d, r, hasL, hasR) * image->fx * inverse;
            const F16 gy = UNIT(slope)(u, d, b, hasU, hasB) * image->fy * inverse;
            const F16 xn = (lanes + (x - image->cx)) * perX;
            const F16 toward = 1 + gx * xn + gy * yn;
            const F16 slant = (gx * gx + gy * gy + toward * toward) * (xn * xn + yn * yn + 1);
            I16 isGood = (d > nearest) & (d <= image->maximumDepth) & (hasL | hasR) & (hasU | hasB) & (slant < 1 / grazing);
            const F16 square = d * d, noise = square < 1 ? 1 : square * square;
            const F16 weight = isGood ? WeightMask / (slant * noise) : 0;
            const F16 depth = isGood ? d : 0;
            U16 stored = (U16)__builtin_convertvector(weight, I16);
            if (image->confidence) {
                typedef uint8_t B16 __attribute__((ext_vector_type(16)));
                B16 bytes;
                memcpy(&bytes, confidence + x, sizeof bytes);
                const I16 sure = __builtin_convertvector(bytes, I16);
                // A third, as an exact product: weights are small.
                stored = sure < 2 ? stored * 21846 >> 16 : stored;
                isGood &= sure > 0;
            }
            // Never zero, so that a far sample still counts.
            stored = stored > 1 ? (stored < WeightMask ? stored : (U16)WeightMask) : (U16)1;
            const U16 word = (U16)__builtin_convertvector(depth * steps + 0.5f, I16) << DepthShift | stored;
            const U16 result = isGood ? word : 0;
            farthest = (isGood & (d > farthest)) ? d : farthest;
            // The last vector of a row runs over its end; the next row writes there after it.
            memcpy(samples + (size_t)y * width + x, &result, sizeof result);
        }
    }
    return __builtin_reduce_max(farthest);
}
