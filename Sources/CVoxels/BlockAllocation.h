// Finds the blocks that a frame needs to be allocated.

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

static bool UNIT(collectBlocks)(
    const VoxelField *field, const VoxelFrame *frame, const float *eye, const float *rays, int32_t y, int32_t start, int32_t step,
    VoxelCodes *codes) {
    const I16 lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const float perMetre = 1 / (8 * field->voxelSize), last = 2 * VoxelCodeCenter - 1;
    for (int32_t x = start; x < frame->width; x += 16 * step) {
        const I16 column = x + lanes * step;
        const I16 isThere = column < frame->width;
        const U16 sample = UNIT(gather)(frame->samples, y * frame->width + (isThere ? column : 0));
        const F16 depth = __builtin_convertvector((I16)(sample >> DepthShift), F16) * frame->depthStep;
        const I16 isGood = isThere & (sample != 0);
        if (__builtin_reduce_or(isGood) == 0) continue;
        F16 limit = depth * depth * field->growth;
        limit = limit > field->near ? limit : field->near;
        limit = limit < field->range ? limit : field->range;
        const F16 from = depth > limit ? depth - limit : 0, length = depth + limit - from;
        const F16 u = __builtin_convertvector(column, F16);
        const F16 lx = rays[0] + u * rays[3] + (float)y * rays[6];
        const F16 ly = rays[1] + u * rays[4] + (float)y * rays[7];
        const F16 lz = rays[2] + u * rays[5] + (float)y * rays[8];
        // As many points as the longest of these rays needs.
        const float longest = __builtin_reduce_max(isGood ? length : 0) * perMetre;
        const int32_t points = (int32_t)(longest * 2) + 2;
        for (int k = 0; k < points; k++) {
            const F16 t = from + length * ((float)k / (points - 1));
            const F16 px = eye[0] + t * lx, py = eye[1] + t * ly, pz = eye[2] + t * lz;
            // Beyond the range of codes, a voxel is far smaller than a pixel: nothing is lost.
            const I16 isNear = isGood & (px >= 0) & (py >= 0) & (pz >= 0) & (px < last) & (py < last) & (pz < last);
            const I16 cx = __builtin_convertvector(isNear ? px : 0, I16), cy = __builtin_convertvector(isNear ? py : 0, I16);
            const I16 cz = __builtin_convertvector(isNear ? pz : 0, I16);
            const I16 code = isNear ? cx | cy << 10 | cz << 20 : -1;
            // Neighbours are mostly in one block: only changes from lane to lane are recorded.
            const I16 left = __builtin_shufflevector(code, (I16)-1, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
            uint32_t changes = __builtin_reduce_or(((code != left) & (code != -1)) ? (U16)1 << (U16)lanes : (U16)0);
            if (!changes) continue;
            uint32_t lane[16];
            memcpy(lane, &code, sizeof lane);
            for (; changes; changes &= changes - 1) {
                if (!UNIT(insert)(codes, lane[__builtin_ctz(changes)])) return false;
            }
        }
    }
    return true;
}
