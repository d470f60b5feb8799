// Finds the cells that the surface passes through.

#ifndef CVOXELS_CROSSINGS
#define CVOXELS_CROSSINGS
enum { Surface = 32767, Unseen = 0xFFFF };
#endif

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
