// The forward projection of splats.

static int32_t UNIT(project)(
    const SplatCamera *camera, const SplatTable *table, int32_t first, int32_t end, SplatProjected *projected,
    uint32_t *visible, uint8_t *flags) {
    const uint32_t mode = flushSmall();
    int32_t found = 0;
    const int coefficients = (camera->degree + 1) * (camera->degree + 1);
    for (int32_t block = first; block < end; block++) {
        const float *v = table->values + (int64_t)block * table->planes * 8;
        // Most blocks that lie behind the camera are known by their depths alone.
        const float *m = camera->rotation;
        const F8 z = m[6] * UNIT(load)(v) + m[7] * UNIT(load)(v + 8) + m[8] * UNIT(load)(v + 16) + camera->translation[2];
        if (!UNIT(bits)(z > camera->near)) {
            memset(flags + (int64_t)block * 8, 0, 8);
            continue;
        }
        View w;
        UNIT(look)(camera, v, UNIT(load)(table->filters + (int64_t)block * 8), &w);
        const F8 threshold = -UNIT(log2)(UNIT(max)(255 * w.effective, UNIT(all)(1)));
        // |d|² of the outline in units of the covariance: exponent = -½ d² log2 e.
        const F8 reach = threshold * -1.38629436111989062f;
        const F8 x = camera->fx * w.x * w.inverseZ + camera->cx, y = camera->fy * w.y * w.inverseZ + camera->cy;
        const F8 halfX = UNIT(root)(reach * w.blurredXX), halfY = UNIT(root)(reach * w.blurredYY);
        const F8 left = x - halfX, right = x + halfX, top = y - halfY, bottom = y + halfY;
        const I8 inside = w.isValid & (w.effective >= 1.0f / 255) & (right >= 0) & (bottom >= 0)
            & (left <= (float)(camera->width - 1)) & (top <= (float)(camera->height - 1));
        uint32_t seen = UNIT(bits)(inside);
        const int32_t rest = table->count - block * 8;
        if (rest < 8) seen &= (1u << rest) - 1;
        for (int k = 0; k < 8; k++) flags[(int64_t)block * 8 + k] = seen >> k & 1;
        if (!seen) continue;

        F8 basis[16], color[3];
        UNIT(harmonics)(w.direction, camera->degree, basis);
        for (int c = 0; c < 3; c++) color[c] = UNIT(all)(0.5f);
        for (int k = 0; k < coefficients; k++)
            for (int c = 0; c < 3; c++) color[c] += basis[k] * UNIT(load)(v + 8 * (SplatShape + 3 * k + c));
        for (int c = 0; c < 3; c++) color[c] = UNIT(max)(color[c], UNIT(all)(0));
        const float toLog2 = 1.44269504088896341f;
        float rows[11][8] __attribute__((aligned(32)));
        UNIT(store)(rows[0], x);
        UNIT(store)(rows[1], y);
        UNIT(store)(rows[2], w.a * (-0.5f * toLog2));
        UNIT(store)(rows[3], w.b * -toLog2);
        UNIT(store)(rows[4], w.c * (-0.5f * toLog2));
        UNIT(store)(rows[5], w.effective);
        UNIT(store)(rows[6], threshold);
        for (int c = 0; c < 3; c++) UNIT(store)(rows[7 + c], color[c]);
        UNIT(store)(rows[10], w.z);
        const F8 edgeX = UNIT(all)(camera->width - 1), edgeY = UNIT(all)(camera->height - 1);
        const F8 zero = UNIT(all)(0);
        const I8 lefts = __builtin_convertvector(UNIT(min)(UNIT(max)(left, zero), edgeX) + 0.999f, I8);
        const I8 rights = __builtin_convertvector(UNIT(min)(UNIT(max)(right, zero), edgeX), I8);
        const I8 tops = __builtin_convertvector(UNIT(min)(UNIT(max)(top, zero), edgeY) + 0.999f, I8);
        const I8 bottoms = __builtin_convertvector(UNIT(min)(UNIT(max)(bottom, zero), edgeY), I8);
        for (uint32_t rest = seen; rest; rest &= rest - 1) {
            const int k = __builtin_ctz(rest);
            const uint32_t number = (uint32_t)block * 8 + k;
            // Between two rows or columns of pixel centres: nothing to see.
            if (lefts[k] > rights[k] || tops[k] > bottoms[k]) {
                flags[number] = 0;
                continue;
            }
            SplatProjected *p = projected + number;
            p->x = rows[0][k];
            p->y = rows[1][k];
            p->a = rows[2][k];
            p->b = rows[3][k];
            p->c = rows[4][k];
            p->opacity = rows[5][k];
            p->threshold = rows[6][k];
            p->red = rows[7][k];
            p->green = rows[8][k];
            p->blue = rows[9][k];
            p->depth = rows[10][k];
            p->left = (int16_t)lefts[k];
            p->right = (int16_t)rights[k];
            p->top = (int16_t)tops[k];
            p->bottom = (int16_t)bottoms[k];
            p->number = number;
            visible[found++] = number;
        }
    }
    restoreSmall(mode);
    return found;
}
