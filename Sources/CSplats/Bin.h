// Which tiles a splat's outline overlaps. The outline, where alpha falls below 1/255, is an ellipse: for each row of tiles, its
// leftmost and rightmost points are found exactly.

#ifndef CSPLATS_BIN
#define CSPLATS_BIN
/// At least `count` elements of room in an array whose contents aren't needed any more.
static bool reserve(void **array, size_t count, size_t size) {
    free(*array);
    *array = NULL;
    return posix_memalign(array, 64, (count ? count : 1) * size) == 0;
}
#endif

INLINE void UNIT(span)(const SplatProjected *s, int firstRow, int tileRows, uint16_t *spans) {
    const int low = (s->top > firstRow ? s->top - firstRow : 0) / SplatTileHeight;
    int high = (s->bottom - firstRow) / SplatTileHeight;
    if (high >= tileRows) high = tileRows - 1;
    for (int r = 0; r < tileRows; r++) spans[2 * r] = spans[2 * r + 1] = 0;
    const int leftTile = s->left / SplatTileWidth, rightTile = s->right / SplatTileWidth;
    if (leftTile == rightTile || low == high) {
        for (int r = low; r <= high; r++) {
            spans[2 * r] = (uint16_t)leftTile;
            spans[2 * r + 1] = (uint16_t)(rightTile + 1);
        }
        return;
    }
    // Extremes of dx: ±reach, at ∓b reach / 2c.
    const float reach = sqrtf(4 * s->c * s->threshold / (4 * s->a * s->c - s->b * s->b));
    const float height = -s->b * reach / (2 * s->c);
    const float inverse = 0.5f / s->a;
    for (int r = low; r <= high; r++) {
        const float d0 = firstRow + r * SplatTileHeight - s->y, d1 = d0 + (SplatTileHeight - 1);
        const float right = fminf(fmaxf(height, d0), d1), left = fminf(fmaxf(-height, d0), d1);
        const float rootRight = sqrtf(fmaxf(s->b * s->b * right * right - 4 * s->a * (s->c * right * right - s->threshold), 0));
        const float rootLeft = sqrtf(fmaxf(s->b * s->b * left * left - 4 * s->a * (s->c * left * left - s->threshold), 0));
        // a is negative: the larger solution is the one with the negative root.
        const float x1 = s->x + (-s->b * right - rootRight) * inverse + 0.01f;
        const float x0 = s->x + (-s->b * left + rootLeft) * inverse - 0.01f;
        int from = x0 > s->left ? (int)(x0 * (1.0f / SplatTileWidth)) : leftTile;
        int to = x1 < s->right ? (x1 < 0 ? -1 : (int)(x1 * (1.0f / SplatTileWidth))) : rightTile;
        if (from < leftTile) from = leftTile;
        if (to > rightTile) to = rightTile;
        if (from > to) continue;
        spans[2 * r] = (uint16_t)from;
        spans[2 * r + 1] = (uint16_t)(to + 1);
    }
}

static bool UNIT(bin)(SplatBand *band, const SplatProjected *projected) {
    const int tileRows = band->tileRows, columns = band->tileColumns, tiles = tileRows * columns;
    if (band->count > band->splatCapacity) {
        const uint32_t larger = band->count + band->count / 4 + 256;
        if (!reserve((void **)&band->splats, larger, sizeof(SplatProjected))
            || !reserve((void **)&band->sums, (size_t)larger * SplatSums, sizeof(float))
            || !reserve((void **)&band->spans, (size_t)larger * tileRows * 2, sizeof(uint16_t))) {
            band->splatCapacity = 0;
            return false;
        }
        band->splatCapacity = larger;
    }
    if ((uint32_t)tiles + 1 > band->tileCapacity) {
        band->tileCapacity = 0;
        if (!reserve((void **)&band->starts, (size_t)tiles + 2, sizeof(uint32_t))) return false;
        band->tileCapacity = (uint32_t)tiles + 1;
    }
    uint32_t *starts = band->starts;
    memset(starts, 0, ((size_t)tiles + 2) * sizeof(uint32_t));
    for (uint32_t i = 0; i < band->count; i++) {
        band->splats[i] = projected[band->numbers[i]];
        uint16_t *spans = band->spans + (size_t)i * tileRows * 2;
        UNIT(span)(band->splats + i, band->firstRow, tileRows, spans);
        for (int r = 0; r < tileRows; r++)
            for (int c = spans[2 * r]; c < spans[2 * r + 1]; c++) starts[r * columns + c + 2]++;
    }
    for (int t = 2; t <= tiles + 1; t++) starts[t] += starts[t - 1];
    band->entryCount = starts[tiles + 1];
    if (band->entryCount > band->entryCapacity) {
        band->entryCapacity = 0;
        const uint32_t larger = band->entryCount + band->entryCount / 4 + 1024;
        if (!reserve((void **)&band->entries, larger, sizeof(uint32_t))) return false;
        band->entryCapacity = larger;
    }
    // starts[t + 1] moves from the tile's first entry to its end, which is the next tile's first.
    for (uint32_t i = 0; i < band->count; i++) {
        const uint16_t *spans = band->spans + (size_t)i * tileRows * 2;
        for (int r = 0; r < tileRows; r++)
            for (int c = spans[2 * r]; c < spans[2 * r + 1]; c++) band->entries[starts[r * columns + c + 1]++] = i;
    }
    return true;
}
