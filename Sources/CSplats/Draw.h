// Rasterization of a tile, front to back. A vector is one row of the tile.

#ifndef CSPLATS_DRAW
#define CSPLATS_DRAW
/// Alpha is at most this, so that what lies behind keeps a derivative.
static const float most = 0.99f;
/// After so many splats it is checked whether every pixel of the tile is finished.
enum { Patience = 16 };
#endif

INLINE void UNIT(drawTile)(
    const SplatBand *band, int tileRow, int tileColumn, const SplatImage *image, const bool withDepth) {
    const int tile = tileRow * band->tileColumns + tileColumn;
    const int top = band->firstRow + tileRow * SplatTileHeight, left = tileColumn * SplatTileWidth;
    const F8 columns = (F8){0, 1, 2, 3, 4, 5, 6, 7} + (float)left;
    F8 t[SplatTileHeight], r[SplatTileHeight], g[SplatTileHeight], b[SplatTileHeight], z[SplatTileHeight];
    for (int y = 0; y < SplatTileHeight; y++) {
        t[y] = UNIT(all)(1);
        r[y] = g[y] = b[y] = z[y] = UNIT(all)(0);
    }
    const float stop = image->stop;
    const uint32_t end = band->starts[tile + 1];
    int patience = Patience;
    for (uint32_t e = band->starts[tile]; e < end; e++) {
        const SplatProjected *s = band->splats + band->entries[e];
        const int y0 = s->top > top ? s->top - top : 0;
        const int y1 = s->bottom - top < SplatTileHeight - 1 ? s->bottom - top : SplatTileHeight - 1;
        const F8 dx = columns - s->x;
        const F8 ax = s->a * dx * dx, bx = s->b * dx;
        for (int y = y0; y <= y1; y++) {
            const float dy = (float)(top + y) - s->y;
            const F8 q = ax + (bx + s->c * dy) * dy;
            const I8 seen = (q >= s->threshold) & (t[y] >= stop);
            if (!UNIT(bits)(seen)) continue;
            F8 alpha = UNIT(min)(s->opacity * UNIT(exp2)(q), UNIT(all)(most));
            alpha = seen ? alpha : 0;
            const F8 w = alpha * t[y];
            r[y] += w * s->red;
            g[y] += w * s->green;
            b[y] += w * s->blue;
            if (withDepth) z[y] += w * s->depth;
            t[y] -= w;
        }
        if (--patience == 0) {
            patience = Patience;
            F8 largest = t[0];
            for (int y = 1; y < SplatTileHeight; y++) largest = UNIT(max)(largest, t[y]);
            if (!UNIT(bits)(largest >= stop)) break;
        }
    }
    for (int y = 0; y < SplatTileHeight; y++) {
        const int64_t at = (int64_t)(top + y) * image->stride + left;
        UNIT(store)(image->red + at, r[y] + t[y] * image->background[0]);
        UNIT(store)(image->green + at, g[y] + t[y] * image->background[1]);
        UNIT(store)(image->blue + at, b[y] + t[y] * image->background[2]);
        UNIT(store)(image->transmittance + at, t[y]);
        if (withDepth) UNIT(store)(image->depth + at, z[y]);
    }
}

static void UNIT(draw)(const SplatBand *band, const SplatImage *image) {
    const uint32_t mode = flushSmall();
    for (int row = 0; row < band->tileRows; row++)
        for (int column = 0; column < band->tileColumns; column++) {
            if (image->depth) UNIT(drawTile)(band, row, column, image, true);
            else UNIT(drawTile)(band, row, column, image, false);
        }
    restoreSmall(mode);
}

/// With g the derivative by the pixel, T what is left before a splat, c its colour and R what the splats behind it and the
/// background contribute to g · pixel, the derivative by its alpha is T c · g - R / (1 - alpha). R is the whole less what came
/// before, so that this pass goes front to back, too, and stops where the forward pass stopped.
INLINE void UNIT(drawTileBackward)(
    SplatBand *band, int tileRow, int tileColumn, const SplatImage *image, const SplatImageGradient *gradient,
    const bool withDepth) {
    const int tile = tileRow * band->tileColumns + tileColumn;
    const int top = band->firstRow + tileRow * SplatTileHeight, left = tileColumn * SplatTileWidth;
    const F8 columns = (F8){0, 1, 2, 3, 4, 5, 6, 7} + (float)left;
    F8 t[SplatTileHeight], rest[SplatTileHeight];
    F8 gr[SplatTileHeight], gg[SplatTileHeight], gb[SplatTileHeight], gz[SplatTileHeight], gw[SplatTileHeight];
    I8 any = (I8)(0);
    for (int y = 0; y < SplatTileHeight; y++) {
        const int64_t at = (int64_t)(top + y) * image->stride + left;
        t[y] = UNIT(all)(1);
        gr[y] = UNIT(load)(gradient->red + at);
        gg[y] = UNIT(load)(gradient->green + at);
        gb[y] = UNIT(load)(gradient->blue + at);
        rest[y] = UNIT(load)(image->red + at) * gr[y] + UNIT(load)(image->green + at) * gg[y]
            + UNIT(load)(image->blue + at) * gb[y];
        any |= (gr[y] != 0) | (gg[y] != 0) | (gb[y] != 0);
        if (withDepth) {
            gz[y] = UNIT(load)(gradient->depth + at);
            gw[y] = UNIT(load)(gradient->weight + at);
            rest[y] += UNIT(load)(image->depth + at) * gz[y] + (1 - UNIT(load)(image->transmittance + at)) * gw[y];
            any |= (gz[y] != 0) | (gw[y] != 0);
        }
    }
    if (!UNIT(bits)(any)) return;
    const float stop = image->stop;
    const uint32_t end = band->starts[tile + 1];
    int patience = Patience;
    for (uint32_t e = band->starts[tile]; e < end; e++) {
        const uint32_t number = band->entries[e];
        const SplatProjected *s = band->splats + number;
        const int y0 = s->top > top ? s->top - top : 0;
        const int y1 = s->bottom - top < SplatTileHeight - 1 ? s->bottom - top : SplatTileHeight - 1;
        const F8 dx = columns - s->x;
        const F8 ax = s->a * dx * dx, bx = s->b * dx;
        const F8 zero = UNIT(all)(0);
        F8 s0 = zero, s1 = zero, s2 = zero, sr = zero, sg = zero, sb = zero, sz = zero;
        bool touched = false;
        for (int y = y0; y <= y1; y++) {
            const float dy = (float)(top + y) - s->y;
            const F8 q = ax + (bx + s->c * dy) * dy;
            const I8 seen = (q >= s->threshold) & (t[y] >= stop);
            if (!UNIT(bits)(seen)) continue;
            touched = true;
            const F8 raw = s->opacity * UNIT(exp2)(q);
            F8 alpha = UNIT(min)(raw, UNIT(all)(most));
            alpha = seen ? alpha : 0;
            const F8 w = alpha * t[y];
            F8 cg = s->red * gr[y] + s->green * gg[y] + s->blue * gb[y];
            if (withDepth) cg += s->depth * gz[y] + gw[y];
            rest[y] -= w * cg;
            F8 slope = (t[y] * cg - rest[y] / (1 - alpha)) * alpha;
            slope = raw < most ? slope : 0;
            t[y] -= w;
            s0 += slope;
            s1 += slope * dy;
            s2 += slope * (dy * dy);
            sr += w * gr[y];
            sg += w * gg[y];
            sb += w * gb[y];
            if (withDepth) sz += w * gz[y];
        }
        if (touched) {
            const F8 s0x = s0 * dx;
            float *sums = band->sums + (int64_t)number * SplatSums;
            const F8 first = UNIT(sums)(s0, s0x, s1, s0x * dx, s1 * dx, s2, sr, sg);
            const F8 second = UNIT(sums)(sb, sz, zero, zero, zero, zero, zero, zero);
            UNIT(store)(sums, UNIT(load)(sums) + first);
            UNIT(store)(sums + 8, UNIT(load)(sums + 8) + second);
        }
        if (--patience == 0) {
            patience = Patience;
            F8 largest = t[0];
            for (int y = 1; y < SplatTileHeight; y++) largest = UNIT(max)(largest, t[y]);
            if (!UNIT(bits)(largest >= stop)) break;
        }
    }
}

static void UNIT(drawBackward)(SplatBand *band, const SplatImage *image, const SplatImageGradient *gradient) {
    const uint32_t mode = flushSmall();
    memset(band->sums, 0, (size_t)band->count * SplatSums * sizeof(float));
    for (int row = 0; row < band->tileRows; row++)
        for (int column = 0; column < band->tileColumns; column++) {
            if (gradient->depth) UNIT(drawTileBackward)(band, row, column, image, gradient, true);
            else UNIT(drawTileBackward)(band, row, column, image, gradient, false);
        }
    restoreSmall(mode);
}
