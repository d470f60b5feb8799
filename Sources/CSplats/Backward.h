// From derivatives by what is in the image to derivatives by the trained values.

#ifndef CSPLATS_BACKWARD
#define CSPLATS_BACKWARD
/// The sums of eight splats (see SplatsDrawBackward).
typedef struct {
    F8 whole, x, y, xx, xy, yy, color[3], depth;
} Sums;
#endif

INLINE Sums UNIT(loadSums)(const float *sums, const uint8_t *flags) {
    float rows[10][8] __attribute__((aligned(32)));
    for (int lane = 0; lane < 8; lane++)
        for (int k = 0; k < 10; k++) rows[k][lane] = flags[lane] ? sums[lane * SplatSums + k] : 0;
    return (Sums){
        UNIT(load)(rows[0]), UNIT(load)(rows[1]), UNIT(load)(rows[2]), UNIT(load)(rows[3]), UNIT(load)(rows[4]),
        UNIT(load)(rows[5]),
        {UNIT(load)(rows[6]), UNIT(load)(rows[7]), UNIT(load)(rows[8])}, UNIT(load)(rows[9])};
}

/// Position in the camera, sizes (logarithms) and quaternion of eight splats: `g` has SplatShape vectors. `turn`: by a small
/// rotation of the camera about its axes, three vectors.
INLINE void UNIT(shapeBackward)(
    const SplatCamera *camera, const View *w, const Sums *s, F8 filter, F8 *g, F8 *turn) {
    const float *m = camera->rotation;
    // The centre in the image.
    const F8 centreX = w->a * s->x + w->b * s->y, centreY = w->b * s->x + w->c * s->y;
    // By the inverse covariance, then by the covariance: -C G C.
    const F8 ga = -0.5f * s->xx, gb = -0.5f * s->xy, gc = -0.5f * s->yy;
    const F8 m0 = w->a * ga + w->b * gb, m1 = w->a * gb + w->b * gc;
    const F8 m2 = w->b * ga + w->c * gb, m3 = w->b * gb + w->c * gc;
    F8 sxx = -(m0 * w->a + m1 * w->b), sxy = -(m0 * w->b + m1 * w->c), syy = -(m2 * w->b + m3 * w->c);
    if (camera->compensates) {
        const I8 applies = w->compensation > 1.1e-5f;
        const F8 inverse = 0.5f / UNIT(max)(w->determinant0, UNIT(all)(1e-20f));
        const F8 factor = applies ? s->whole : 0;
        sxx += factor * (w->yy * inverse - 0.5f * w->a);
        sxy += factor * (-w->xy * inverse - 0.5f * w->b);
        syy += factor * (w->xx * inverse - 0.5f * w->c);
    }
    F8 gu[6], gt[6];
    for (int k = 0; k < 3; k++) {
        gu[k] = 2 * (sxx * w->u[k] + sxy * w->u[3 + k]);
        gu[3 + k] = 2 * (sxy * w->u[k] + syy * w->u[3 + k]);
    }
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            gt[3 * i + k] = gu[3 * i] * w->r[3 * k] * w->filtered[0] + gu[3 * i + 1] * w->r[3 * k + 1] * w->filtered[1]
                + gu[3 * i + 2] * w->r[3 * k + 2] * w->filtered[2];
    F8 gr[9];
    for (int j = 0; j < 3; j++) {
        F8 size = UNIT(all)(0);
        for (int k = 0; k < 3; k++) {
            const F8 gm = w->t[k] * gu[j] + w->t[3 + k] * gu[3 + j];
            size += gm * w->r[3 * k + j];
            gr[3 * k + j] = gm * w->filtered[j];
        }
        const F8 sum = w->filtered[j] * w->filtered[j];
        g[3 + j] = size * w->variance[j] / w->filtered[j] + s->whole * (filter / sum);
    }
    const F8 x = w->q[0], y = w->q[1], z = w->q[2], r = w->q[3];
    const F8 gx = 2 * (y * (gr[1] + gr[3]) + z * (gr[2] + gr[6]) + r * (gr[7] - gr[5])) - 4 * x * (gr[4] + gr[8]);
    const F8 gy = 2 * (x * (gr[1] + gr[3]) + z * (gr[5] + gr[7]) + r * (gr[2] - gr[6])) - 4 * y * (gr[0] + gr[8]);
    const F8 gz = 2 * (x * (gr[2] + gr[6]) + y * (gr[5] + gr[7]) + r * (gr[3] - gr[1])) - 4 * z * (gr[0] + gr[4]);
    const F8 gw = 2 * (x * (gr[7] - gr[5]) + y * (gr[2] - gr[6]) + z * (gr[3] - gr[1]));
    // The stored quaternion is normalised before use.
    const F8 along = gx * x + gy * y + gz * z + gw * r;
    g[6] = (gx - x * along) * w->inverseLength;
    g[7] = (gy - y * along) * w->inverseLength;
    g[8] = (gz - z * along) * w->inverseLength;
    g[9] = (gw - r * along) * w->inverseLength;

    const F8 jx = camera->fx * w->inverseZ, jy = camera->fy * w->inverseZ;
    const F8 gjx = gt[0] * m[0] + gt[1] * m[1] + gt[2] * m[2], gjxz = gt[0] * m[6] + gt[1] * m[7] + gt[2] * m[8];
    const F8 gjy = gt[3] * m[3] + gt[4] * m[4] + gt[5] * m[5], gjyz = gt[3] * m[6] + gt[4] * m[7] + gt[5] * m[8];
    const F8 ratioX = w->freeX ? -jx * gjxz : 0, ratioY = w->freeY ? -jy * gjyz : 0;
    const F8 cameraX = (centreX * camera->fx + ratioX) * w->inverseZ, cameraY = (centreY * camera->fy + ratioY) * w->inverseZ;
    const F8 cameraZ = s->depth
        + w->inverseZ
            * (gjxz * jx * w->ratioX + gjyz * jy * w->ratioY - gjx * jx - gjy * jy - ratioX * w->ratioX - ratioY * w->ratioY
               - (centreX * camera->fx * w->x + centreY * camera->fy * w->y) * w->inverseZ);
    for (int k = 0; k < 3; k++) g[k] = m[k] * cameraX + m[3 + k] * cameraY + m[6 + k] * cameraZ;
    // A turn moves the centre by turn x position, and turns the covariance along.
    const F8 gjxy = gt[0] * m[3] + gt[1] * m[4] + gt[2] * m[5], gjyx = gt[3] * m[0] + gt[4] * m[1] + gt[5] * m[2];
    const F8 jxz = -jx * w->ratioX, jyz = -jy * w->ratioY;
    turn[0] = w->y * cameraZ - w->z * cameraY + jxz * gjxy + jyz * gjy - jy * gjyz;
    turn[1] = w->z * cameraX - w->x * cameraZ + jx * gjxz - jxz * gjx - jyz * gjyx;
    turn[2] = w->x * cameraY - w->y * cameraX + jy * gjyx - jx * gjxy;
    g[10] = s->whole * (1 - w->opacity);
}

/// Harmonics, and what the direction adds to the position.
INLINE void UNIT(colorBackward)(const SplatCamera *camera, const View *w, const Sums *s, const float *v, F8 *g) {
    const int count = (camera->degree + 1) * (camera->degree + 1);
    F8 basis[16], weights[16], color[3], slope[3];
    UNIT(harmonics)(w->direction, camera->degree, basis);
    for (int c = 0; c < 3; c++) color[c] = UNIT(all)(0.5f);
    for (int k = 0; k < count; k++)
        for (int c = 0; c < 3; c++) color[c] += basis[k] * UNIT(load)(v + 8 * (SplatShape + 3 * k + c));
    for (int c = 0; c < 3; c++) slope[c] = color[c] > 0 ? s->color[c] : 0;
    for (int k = 0; k < count; k++) {
        weights[k] = UNIT(all)(0);
        for (int c = 0; c < 3; c++) {
            g[SplatShape + 3 * k + c] = basis[k] * slope[c];
            weights[k] += slope[c] * UNIT(load)(v + 8 * (SplatShape + 3 * k + c));
        }
    }
    F8 turned[3];
    UNIT(harmonicsBackward)(w->direction, camera->degree, weights, turned);
    const F8 along = turned[0] * w->direction[0] + turned[1] * w->direction[1] + turned[2] * w->direction[2];
    for (int k = 0; k < 3; k++) g[k] += (turned[k] - w->direction[k] * along) / w->distance;
}

static void UNIT(backward)(
    const SplatCamera *camera, const SplatTable *table, const float *sums, const uint8_t *flags, int32_t first, int32_t end,
    float *gradient, const SplatOptimizer *optimizer, float *pose) {
    const uint32_t mode = flushSmall();
    F8 total[6];
    for (int k = 0; k < 6; k++) total[k] = UNIT(all)(0);
    const int active = SplatShape + 3 * (camera->degree + 1) * (camera->degree + 1);
    for (int32_t block = first; block < end; block++) {
        const int64_t at = (int64_t)block * table->planes * 8;
        if (gradient) memset(gradient + at, 0, (size_t)table->planes * 8 * sizeof(float));
        uint64_t seen;
        memcpy(&seen, flags + (int64_t)block * 8, 8);
        if (!seen) continue;
        float *v = table->values + at;
        const F8 filter = UNIT(load)(table->filters + (int64_t)block * 8);
        View w;
        UNIT(look)(camera, v, filter, &w);
        Sums s = UNIT(loadSums)(sums + (int64_t)block * 8 * SplatSums, flags + (int64_t)block * 8);
        F8 g[SplatMost], turn[3];
        UNIT(shapeBackward)(camera, &w, &s, filter, g, turn);
        UNIT(colorBackward)(camera, &w, &s, v, g);
        // Lanes that the camera doesn't see may hold anything.
        I8 used;
        for (int lane = 0; lane < 8; lane++) used[lane] = flags[(int64_t)block * 8 + lane] ? -1 : 0;
        for (int p = 0; p < active; p++) g[p] = used ? g[p] : 0;
        // The camera's way is the splats' way back.
        for (int k = 0; k < 3; k++) {
            total[k] -= g[k];
            total[3 + k] += used ? turn[k] : 0;
        }
        if (gradient) {
            for (int p = 0; p < active; p++) UNIT(store)(gradient + at + 8 * p, g[p]);
            continue;
        }
        if (optimizer->motion) {
            const F8 x = w.a * s.x + w.b * s.y, y = w.b * s.x + w.c * s.y;
            float *motion = optimizer->motion + (int64_t)block * 8;
            const F8 length = UNIT(root)(x * x + y * y);
            UNIT(store)(motion, UNIT(load)(motion) + (used ? length : 0));
        }
        for (int k = 0; k < 3; k++) g[3 + k] += used ? optimizer->scaleWeight * w.size[k] : 0;
        g[10] += used ? optimizer->opacityWeight * w.opacity * (1 - w.opacity) : 0;
        for (int p = 0; p < active; p++)
            UNIT(adam)(optimizer, p, g[p], v + 8 * p, optimizer->first + at + 8 * p, optimizer->second + at + 8 * p);
        if (optimizer->noise > 0) UNIT(addNoise)(optimizer, &w, block, v);
    }
    if (pose)
        for (int k = 0; k < 6; k++) {
            float lanes[8] __attribute__((aligned(32))), sum = 0;
            UNIT(store)(lanes, total[k]);
            for (int lane = 0; lane < 8; lane++) sum += lanes[lane];
            pose[k] = sum;
        }
    restoreSmall(mode);
}
