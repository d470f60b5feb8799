#include <cmath>
#include <opencv2/calib3d.hpp>
#include <vector>

#include "CVision.h"
#include "Errors.hpp"

namespace {

/// x' = a x + b y + c, y' = d x + e y + f.
struct Affine {
    double a = 0, b = 0, c = 0, d = 0, e = 0, f = 0;
};

/// The similarity that maps one feature to the other.
Affine similarity(const CVisionKeypoint &q, const CVisionKeypoint &r) {
    const double scale = r.size / std::max(q.size, 1e-6f);
    const double turn = (r.angle - q.angle) * CV_PI / 180;
    const double cosine = scale * std::cos(turn), sine = scale * std::sin(turn);
    return {cosine, -sine, r.x - cosine * q.x + sine * q.y, sine, cosine, r.y - sine * q.x - cosine * q.y};
}

double squared_error(const Affine &t, const CVisionKeypoint &q, const CVisionKeypoint &r) {
    const double dx = t.a * q.x + t.b * q.y + t.c - r.x, dy = t.d * q.x + t.e * q.y + t.f - r.y;
    return dx * dx + dy * dy;
}

/// Whether the sizes and directions of two features fit a transform of this scale and rotation: within a factor of 2.2 and 40
/// degrees.
bool agrees(const CVisionKeypoint &q, const CVisionKeypoint &r, double log_scale, double turn) {
    const double scale = std::log(r.size / std::max(q.size, 1e-6f)) - log_scale;
    if (std::fabs(scale) > 0.79) return false;
    double angle = std::fmod(r.angle - q.angle - turn, 360.0);
    if (angle < -180) angle += 360;
    if (angle > 180) angle -= 360;
    return std::fabs(angle) < 40;
}

/// The least-squares affine transform of the matches that `used` marks; false where they are on a line.
bool fit(
    const CVisionKeypoint *query, const CVisionKeypoint *reference, const CVisionMatch *matches, const std::vector<int> &used,
    Affine &result) {
    double mx = 0, my = 0, nx = 0, ny = 0;
    for (int i : used) {
        mx += query[matches[i].query].x;
        my += query[matches[i].query].y;
        nx += reference[matches[i].reference].x;
        ny += reference[matches[i].reference].y;
    }
    const double n = static_cast<double>(used.size());
    mx /= n, my /= n, nx /= n, ny /= n;
    double xx = 0, xy = 0, yy = 0, xu = 0, yu = 0, xv = 0, yv = 0;
    for (int i : used) {
        const double x = query[matches[i].query].x - mx, y = query[matches[i].query].y - my;
        const double u = reference[matches[i].reference].x - nx, v = reference[matches[i].reference].y - ny;
        xx += x * x, xy += x * y, yy += y * y, xu += x * u, yu += y * u, xv += x * v, yv += y * v;
    }
    const double determinant = xx * yy - xy * xy;
    if (!(determinant > 1e-3 * (xx + yy) * (xx + yy) / 4) || !(determinant > 1)) return false;
    result.a = (xu * yy - yu * xy) / determinant;
    result.b = (yu * xx - xu * xy) / determinant;
    result.d = (xv * yy - yv * xy) / determinant;
    result.e = (yv * xx - xv * xy) / determinant;
    result.c = nx - result.a * mx - result.b * my;
    result.f = ny - result.d * mx - result.e * my;
    return true;
}

/// Not mirrored, not stretched more than sixfold, scale between 1/8 and 8.
bool plausible(double a, double b, double d, double e) {
    const double determinant = a * e - b * d;
    if (!(determinant > 1.0 / 64) || !(determinant < 64)) return false;
    const double sum = a * a + b * b + d * d + e * e;
    const double largest = (sum + std::sqrt(std::max(0.0, sum * sum - 4 * determinant * determinant))) / 2;
    return largest / determinant < 6;
}

}  // namespace

extern "C" int32_t cvision_verify(
    const CVisionKeypoint *query, const CVisionKeypoint *reference, const CVisionMatch *matches, int32_t count, float tolerance,
    uint8_t *inliers, double *homography) {
    return cvision::guarded([&]() -> int32_t {
        for (int32_t i = 0; i < count; i++) inliers[i] = 0;
        if (count < 4) return 0;
        // Each match is a hypothesis; the tolerance is wide because single features state scale and direction roughly.
        const double wide = 36.0 * tolerance * tolerance;
        int32_t best = -1, best_count = 0;
        for (int32_t h = 0; h < count; h++) {
            const auto &q = query[matches[h].query], &r = reference[matches[h].reference];
            const Affine t = similarity(q, r);
            const double scale = std::log(r.size / std::max(q.size, 1e-6f)), turn = r.angle - q.angle;
            int32_t votes = 0;
            for (int32_t i = 0; i < count; i++) {
                const auto &a = query[matches[i].query], &b = reference[matches[i].reference];
                if (squared_error(t, a, b) < wide && agrees(a, b, scale, turn)) votes++;
            }
            if (votes > best_count) {
                best_count = votes;
                best = h;
            }
        }
        if (best_count < 4) return 0;
        const auto &q = query[matches[best].query], &r = reference[matches[best].reference];
        Affine t = similarity(q, r);
        const double scale = std::log(r.size / std::max(q.size, 1e-6f)), turn = r.angle - q.angle;
        std::vector<int> used;
        for (double factor : {6.0, 5.0, 4.0, 3.0, 3.0}) {
            const double limit = factor * factor * tolerance * tolerance;
            used.clear();
            for (int32_t i = 0; i < count; i++) {
                const auto &a = query[matches[i].query], &b = reference[matches[i].reference];
                if (squared_error(t, a, b) < limit && agrees(a, b, scale, turn)) used.push_back(i);
            }
            if (used.size() < 4 || !fit(query, reference, matches, used, t) || !plausible(t.a, t.b, t.d, t.e)) return 0;
        }
        std::vector<cv::Point2f> from, to;
        std::vector<int> candidates;
        const double limit = 36.0 * tolerance * tolerance;
        for (int32_t i = 0; i < count; i++) {
            const auto &a = query[matches[i].query], &b = reference[matches[i].reference];
            if (squared_error(t, a, b) < limit && agrees(a, b, scale, turn)) {
                candidates.push_back(i);
                from.emplace_back(a.x, a.y);
                to.emplace_back(b.x, b.y);
            }
        }
        if (candidates.size() < 4) return 0;
        std::vector<uint8_t> mask;
        const cv::Mat h = cv::findHomography(from, to, cv::RANSAC, tolerance, mask, 1000, 0.995);
        double values[9] = {t.a, t.b, t.c, t.d, t.e, t.f, 0, 0, 1};
        int32_t found = 0;
        if (!h.empty() && mask.size() == candidates.size()) {
            for (int i = 0; i < 9; i++) values[i] = h.at<double>(i / 3, i % 3);
            // The derivative at the middle of the inliers has to be a plausible view of the same surface.
            double mx = 0, my = 0;
            for (size_t i = 0; i < mask.size(); i++) {
                if (!mask[i]) continue;
                mx += from[i].x, my += from[i].y, found++;
            }
            if (found > 0) {
                mx /= found, my /= found;
                const double w = values[6] * mx + values[7] * my + values[8];
                const double u = (values[0] * mx + values[1] * my + values[2]) / w;
                const double v = (values[3] * mx + values[4] * my + values[5]) / w;
                if (!plausible(
                        (values[0] - u * values[6]) / w, (values[1] - u * values[7]) / w, (values[3] - v * values[6]) / w,
                        (values[4] - v * values[7]) / w))
                    found = 0;
            }
        }
        if (found >= 4) {
            for (size_t i = 0; i < mask.size(); i++) inliers[candidates[i]] = mask[i] ? 1 : 0;
        } else {
            found = 0;
            const double affine[9] = {t.a, t.b, t.c, t.d, t.e, t.f, 0, 0, 1};
            for (int i = 0; i < 9; i++) values[i] = affine[i];
            for (int i : candidates) {
                if (squared_error(t, query[matches[i].query], reference[matches[i].reference]) > tolerance * tolerance) continue;
                inliers[i] = 1;
                found++;
            }
        }
        for (int i = 0; i < 9; i++) homography[i] = values[i];
        return found;
    });
}
