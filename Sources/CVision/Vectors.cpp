#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "CVision.h"
#include "Errors.hpp"

// Chosen at run time where the compiler can; all results are integers and so the same everywhere.
#if defined(__x86_64__) && defined(__linux__)
#define VARIANTS __attribute__((target_clones("avx2", "default")))
#else
#define VARIANTS
#endif

/// `products` gets the dot products of one vector of 128 bytes with `count` others.
VARIANTS static void dots(const uint8_t *vector, const uint8_t *others, int32_t count, int32_t *products) {
    int16_t wide[128];
    for (int k = 0; k < 128; k++) wide[k] = vector[k];
    for (int32_t j = 0; j < count; j++) {
        const uint8_t *other = others + static_cast<size_t>(j) * 128;
        int32_t sum = 0;
        for (int k = 0; k < 128; k++) sum += static_cast<int32_t>(wide[k]) * static_cast<int16_t>(other[k]);
        products[j] = sum;
    }
}

extern "C" void cvision_scores(
    const uint8_t *vector, const uint8_t *centres, const int32_t *offsets, int32_t centre_count, int32_t *scores) {
    dots(vector, centres, centre_count, scores);
    for (int32_t j = 0; j < centre_count; j++) scores[j] -= offsets[j];
}

extern "C" void cvision_nearest(
    const uint8_t *vectors, int32_t count, const uint8_t *centres, const int32_t *offsets, int32_t centre_count, int32_t *nearest) {
    int32_t scores[1024];
    for (int32_t i = 0; i < count; i++) {
        int32_t best = INT32_MIN;
        nearest[i] = 0;
        for (int32_t start = 0; start < centre_count; start += 1024) {
            const int32_t part = centre_count - start < 1024 ? centre_count - start : 1024;
            dots(vectors + static_cast<size_t>(i) * 128, centres + static_cast<size_t>(start) * 128, part, scores);
            for (int32_t j = 0; j < part; j++) {
                const int32_t score = scores[j] - offsets[start + j];
                if (score > best) {
                    best = score;
                    nearest[i] = start + j;
                }
            }
        }
    }
}

VARIANTS static void project(const int16_t *wide, const int8_t *matrix, int32_t rows, int32_t *products) {
    for (int32_t r = 0; r < rows; r++) {
        const int8_t *row = matrix + static_cast<size_t>(r) * 128;
        int32_t sum = 0;
        for (int k = 0; k < 128; k++) sum += static_cast<int32_t>(wide[k]) * static_cast<int16_t>(row[k]);
        products[r] = sum;
    }
}

extern "C" void cvision_project(const uint8_t *vector, const int8_t *matrix, int32_t rows, int32_t *products) {
    int16_t wide[128];
    for (int k = 0; k < 128; k++) wide[k] = vector[k];
    project(wide, matrix, rows, products);
}

#if defined(__x86_64__) && defined(__linux__)
__attribute__((target_clones("popcnt", "default")))
#endif
static int32_t
scan(
    const CVisionEntry *entries, int32_t count, uint64_t signature, int32_t limit, uint8_t *best, uint32_t *places,
    uint32_t *touched, int32_t touched_count) {
    for (int32_t i = 0; i < count; i++) {
        const int32_t distance = __builtin_popcountll(entries[i].signature ^ signature);
        if (distance > limit) continue;
        const uint32_t photo = entries[i].photo;
        if (best[photo] == 255) touched[touched_count++] = photo;
        if (distance >= best[photo]) continue;
        best[photo] = static_cast<uint8_t>(distance);
        places[photo] = entries[i].place;
    }
    return touched_count;
}

extern "C" void cvision_scan(
    const CVisionEntry *entries, int32_t count, uint64_t signature, int32_t limit, uint8_t *best, uint32_t *places,
    uint32_t *touched, int32_t *touched_count) {
    *touched_count = scan(entries, count, signature, limit, best, places, touched, *touched_count);
}

extern "C" int32_t cvision_match(
    const uint8_t *query, int32_t query_count, const uint8_t *reference, const CVisionKeypoint *reference_keypoints,
    int32_t reference_count, float ratio, CVisionMatch *matches) {
    return cvision::guarded([&]() -> int32_t {
        if (query_count <= 0 || reference_count < 2) return 0;
        std::vector<int32_t> row(reference_count);
        std::vector<int32_t> column_best(reference_count, INT32_MIN), column_query(reference_count, -1);
        std::vector<int32_t> nearest(query_count, -1);
        std::vector<float> ratios(query_count, 0);
        for (int32_t i = 0; i < query_count; i++) {
            dots(query + static_cast<size_t>(i) * 128, reference, reference_count, row.data());
            int32_t best = -1;
            for (int32_t j = 0; j < reference_count; j++) {
                if (row[j] > column_best[j]) {
                    column_best[j] = row[j];
                    column_query[j] = i;
                }
                if (best < 0 || row[j] > row[best]) best = j;
            }
            const CVisionKeypoint &p = reference_keypoints[best];
            int32_t second = INT32_MIN;
            for (int32_t j = 0; j < reference_count; j++) {
                if (row[j] <= second) continue;
                const float dx = reference_keypoints[j].x - p.x, dy = reference_keypoints[j].y - p.y;
                if (dx * dx + dy * dy > 16) second = row[j];
            }
            // The vectors have the length 512, but for rounding.
            const float length = 2.0f * 512 * 512;
            const float first_distance = std::max(0.0f, length - 2.0f * row[best]);
            const float second_distance = std::max(0.0f, length - 2.0f * second);
            if (second == INT32_MIN || first_distance < ratio * ratio * second_distance) {
                nearest[i] = best;
                ratios[i] = second == INT32_MIN ? 0 : std::sqrt(first_distance / std::max(1.0f, second_distance));
            }
        }
        int32_t count = 0;
        for (int32_t i = 0; i < query_count; i++) {
            if (nearest[i] >= 0 && column_query[nearest[i]] == i) matches[count++] = {i, nearest[i], ratios[i]};
        }
        return count;
    });
}
