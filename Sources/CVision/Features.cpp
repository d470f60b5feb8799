#include <algorithm>
#include <cmath>
#include <cstring>
#include <opencv2/features2d.hpp>

#include "CVision.h"
#include "Errors.hpp"

namespace cvision {
thread_local std::string message;
}

extern "C" const char *cvision_error(void) { return cvision::message.c_str(); }

extern "C" void cvision_set_threads(int32_t count) {
    cvision::guarded([&]() -> int32_t {
        cv::setNumThreads(count);
        return 0;
    });
}

extern "C" int32_t cvision_sift(
    const uint8_t *gray, int32_t width, int32_t height, int32_t limit, double contrast, CVisionKeypoint *keypoints,
    uint8_t *descriptors, int32_t capacity) {
    return cvision::guarded([&]() -> int32_t {
        const cv::Mat image(height, width, CV_8UC1, const_cast<uint8_t *>(gray));
        auto detector = cv::SIFT::create(limit, 3, contrast, 10, 1.6);
        std::vector<cv::KeyPoint> points;
        cv::Mat values;
        detector->detect(image, points);
        // Strongest first, then by position, so that the order doesn't depend on the detector's threads.
        std::sort(points.begin(), points.end(), [](const cv::KeyPoint &a, const cv::KeyPoint &b) {
            if (a.response != b.response) return a.response > b.response;
            if (a.pt.y != b.pt.y) return a.pt.y < b.pt.y;
            if (a.pt.x != b.pt.x) return a.pt.x < b.pt.x;
            return a.angle < b.angle;
        });
        if (points.size() > static_cast<size_t>(capacity)) points.resize(capacity);
        if (points.empty()) return 0;
        detector->compute(image, points, values);
        const int32_t count = std::min<int32_t>(static_cast<int32_t>(points.size()), capacity);
        for (int32_t i = 0; i < count; i++) {
            const auto &p = points[i];
            keypoints[i] = {p.pt.x, p.pt.y, p.size, p.angle, p.response};
            const float *row = values.ptr<float>(i);
            float sum = 0;
            for (int k = 0; k < 128; k++) sum += std::fabs(row[k]);
            const float scale = sum > 0 ? 1 / sum : 0;
            for (int k = 0; k < 128; k++) {
                const float root = 512 * std::sqrt(std::fabs(row[k]) * scale);
                descriptors[i * 128 + k] = static_cast<uint8_t>(std::min(255.0f, root + 0.5f));
            }
        }
        return count;
    });
}
