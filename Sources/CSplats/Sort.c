// The order of splats by depth, and their distribution to bands of rows.
#include "CSplats.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t key, number;
} Pair;

/// Radix sort by 11 bits at a time; the bits of positive floats are in the floats' order.
void SplatsSort(const SplatProjected *projected, uint32_t *numbers, uint32_t count, uint32_t *room) {
    enum { Bits = 11, Buckets = 1 << Bits, Passes = 3 };
    uint32_t histograms[Passes][Buckets];
    memset(histograms, 0, sizeof histograms);
    Pair *from = (Pair *)room, *to = from + count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t key;
        memcpy(&key, &projected[numbers[i]].depth, 4);
        from[i] = (Pair){key, numbers[i]};
        for (int pass = 0; pass < Passes; pass++) histograms[pass][key >> (Bits * pass) & (Buckets - 1)]++;
    }
    for (int pass = 0; pass < Passes; pass++) {
        uint32_t *histogram = histograms[pass], sum = 0;
        for (int b = 0; b < Buckets; b++) {
            const uint32_t n = histogram[b];
            histogram[b] = sum;
            sum += n;
        }
        for (uint32_t i = 0; i < count; i++) to[histogram[from[i].key >> (Bits * pass) & (Buckets - 1)]++] = from[i];
        Pair *old = from;
        from = to;
        to = old;
    }
    for (uint32_t i = 0; i < count; i++) numbers[i] = from[i].number;
}

/// More room in an array that keeps its contents; false where memory is lacking.
static bool grow(void **array, size_t count, size_t size) {
    void *larger = realloc(*array, (count ? count : 1) * size);
    if (!larger) return false;
    *array = larger;
    return true;
}

bool SplatsDistribute(
    const SplatProjected *projected, const uint32_t *numbers, uint32_t count, SplatBand *bands, int32_t bandCount) {
    for (int b = 0; b < bandCount; b++) bands[b].count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const SplatProjected *p = projected + numbers[i];
        int last = p->bottom / SplatBandRows;
        if (last >= bandCount) last = bandCount - 1;
        for (int b = p->top / SplatBandRows; b <= last; b++) {
            SplatBand *band = bands + b;
            if (band->count == band->capacity) {
                const uint32_t larger = band->capacity + band->capacity / 2 + 1024;
                if (!grow((void **)&band->numbers, larger, sizeof(uint32_t))) return false;
                band->capacity = larger;
            }
            band->numbers[band->count++] = numbers[i];
        }
    }
    return true;
}

void SplatsFree(SplatBand *band) {
    free(band->numbers);
    free(band->splats);
    free(band->sums);
    free(band->spans);
    free(band->starts);
    free(band->entries);
    memset(band, 0, sizeof *band);
}

void SplatsGather(
    const SplatBand *bands, int32_t bandCount, const uint32_t *visible, uint32_t visibleCount, float *sums) {
    for (uint32_t i = 0; i < visibleCount; i++) memset(sums + (size_t)visible[i] * SplatSums, 0, SplatSums * sizeof(float));
    for (int b = 0; b < bandCount; b++) {
        const SplatBand *band = bands + b;
        for (uint32_t i = 0; i < band->count; i++) {
            float *to = sums + (size_t)band->numbers[i] * SplatSums;
            const float *from = band->sums + (size_t)i * SplatSums;
            for (int k = 0; k < SplatSums; k++) to[k] += from[k];
        }
    }
}
