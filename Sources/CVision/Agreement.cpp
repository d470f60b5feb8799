#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "CVision.h"
#include "Errors.hpp"

namespace {

constexpr int turns = 16, octaves = 16;

/// How far apart, of the longest side, a feature and the place that a single match predicts may be: a single feature states scale and
/// direction roughly.
constexpr float tolerance = 0.06f;
/// How much sizes (as the logarithm to base 2) and directions (in turns) may differ from those of the transform.
constexpr float size_tolerance = 1.1f, turn_tolerance = 0.11f;

/// What a pair says about the transform: positions of both, how much larger, and how far turned.
struct Match {
    float x, y, to_x, to_y, octave, turn, weight;
};

float byte(uint32_t place, int which) { return static_cast<float>(place >> (8 * which) & 255); }

Match read(const CVisionPair &pair) {
    Match m;
    m.x = byte(pair.query, 0) / 255, m.y = byte(pair.query, 1) / 255;
    m.to_x = byte(pair.reference, 0) / 255, m.to_y = byte(pair.reference, 1) / 255;
    m.octave = (byte(pair.reference, 2) - byte(pair.query, 2)) / 25;
    m.turn = (byte(pair.reference, 3) - byte(pair.query, 3)) / 256;
    m.weight = pair.weight;
    return m;
}

/// The largest weight of pairs within 45 degrees and an octave.
float coarse(const CVisionPair *pairs, int32_t count) {
    float votes[turns][octaves] = {};
    for (int32_t i = 0; i < count; i++) {
        const Match m = read(pairs[i]);
        const int turn = static_cast<int>(std::floor(m.turn * turns)) & (turns - 1);
        const int octave = static_cast<int>(std::floor(m.octave * 2)) + octaves / 2;
        if (octave < 0 || octave >= octaves - 1) continue;
        for (int a = 0; a < 2; a++)
            for (int b = 0; b < 2; b++) votes[(turn + a) & (turns - 1)][octave + b] += m.weight;
    }
    return *std::max_element(&votes[0][0], &votes[0][0] + turns * octaves);
}

/// The largest weight of pairs that agree with the similarity of one of them.
float fine(const CVisionPair *pairs, int32_t count) {
    std::vector<Match> matches(count);
    std::transform(pairs, pairs + count, matches.begin(), read);
    float best = 0;
    for (const Match &h : matches) {
        const float scale = std::exp2(h.octave), angle = h.turn * 6.2831853f;
        const float cosine = scale * std::cos(angle), sine = scale * std::sin(angle);
        float sum = 0;
        for (const Match &m : matches) {
            const float dx = m.x - h.x, dy = m.y - h.y;
            const float ex = h.to_x + cosine * dx - sine * dy - m.to_x, ey = h.to_y + sine * dx + cosine * dy - m.to_y;
            if (ex * ex + ey * ey > tolerance * tolerance || std::fabs(m.octave - h.octave) > size_tolerance) continue;
            const float turn = m.turn - h.turn;
            if (std::fabs(turn - std::round(turn)) < turn_tolerance) sum += m.weight;
        }
        best = std::max(best, sum);
    }
    return best;
}

}  // namespace

extern "C" int32_t cvision_agreement(
    const CVisionPair *pairs, int32_t count, int32_t photo_count, int32_t most, float *weights) {
    return cvision::guarded([&]() -> int32_t {
        std::fill(weights, weights + photo_count, 0.0f);
        // Pairs by photo.
        std::vector<int32_t> starts(photo_count + 1, 0);
        for (int32_t i = 0; i < count; i++) starts[pairs[i].photo + 1]++;
        std::partial_sum(starts.begin(), starts.end(), starts.begin());
        std::vector<CVisionPair> sorted(count);
        std::vector<int32_t> next(starts.begin(), starts.end() - 1);
        for (int32_t i = 0; i < count; i++) sorted[next[pairs[i].photo]++] = pairs[i];

        std::vector<float> rough(photo_count, 0);
        std::vector<int32_t> order(photo_count);
        for (int32_t p = 0; p < photo_count; p++) {
            order[p] = p;
            if (starts[p + 1] > starts[p]) rough[p] = coarse(&sorted[starts[p]], starts[p + 1] - starts[p]);
        }
        const int32_t kept = std::min(most, photo_count);
        std::partial_sort(order.begin(), order.begin() + kept, order.end(), [&](int32_t a, int32_t b) {
            return rough[a] != rough[b] ? rough[a] > rough[b] : a < b;
        });
        for (int32_t k = 0; k < kept; k++) {
            const int32_t p = order[k];
            if (starts[p + 1] > starts[p]) weights[p] = fine(&sorted[starts[p]], starts[p + 1] - starts[p]);
        }
        return 0;
    });
}
