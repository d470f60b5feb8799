#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "CVision.h"
#include "Errors.hpp"

namespace {

cv::Mat view(const uint8_t *gray, int32_t width, int32_t height) {
    return cv::Mat(height, width, CV_8UC1, const_cast<uint8_t *>(gray));
}

/// Corners in the order top left, top right, bottom right, bottom left, as far as that can be said.
void ordered(std::vector<cv::Point> &quad) {
    const double area = cv::contourArea(quad, true);
    if (area < 0) std::reverse(quad.begin(), quad.end());
    size_t first = 0;
    for (size_t i = 1; i < 4; i++) {
        if (quad[i].x + quad[i].y < quad[first].x + quad[first].y) first = i;
    }
    std::rotate(quad.begin(), quad.begin() + first, quad.end());
}

}  // namespace

extern "C" int32_t cvision_resize(
    const uint8_t *gray, int32_t width, int32_t height, uint8_t *result, int32_t new_width, int32_t new_height) {
    return cvision::guarded([&]() -> int32_t {
        cv::Mat to(new_height, new_width, CV_8UC1, result);
        const bool smaller = new_width < width || new_height < height;
        cv::resize(view(gray, width, height), to, to.size(), 0, 0, smaller ? cv::INTER_AREA : cv::INTER_CUBIC);
        return 0;
    });
}

extern "C" int32_t cvision_warp(
    const uint8_t *gray, int32_t width, int32_t height, const double *matrix, int32_t border, uint8_t *result, int32_t new_width,
    int32_t new_height) {
    return cvision::guarded([&]() -> int32_t {
        cv::Mat to(new_height, new_width, CV_8UC1, result);
        const cv::Mat m(3, 3, CV_64F, const_cast<double *>(matrix));
        cv::warpPerspective(
            view(gray, width, height), to, m, to.size(), cv::INTER_CUBIC | cv::WARP_INVERSE_MAP, cv::BORDER_CONSTANT,
            cv::Scalar(border));
        return 0;
    });
}

extern "C" int32_t cvision_equalize(const uint8_t *gray, int32_t width, int32_t height, double clip, uint8_t *result) {
    return cvision::guarded([&]() -> int32_t {
        cv::Mat to(height, width, CV_8UC1, result);
        cv::createCLAHE(clip, cv::Size(8, 8))->apply(view(gray, width, height), to);
        return 0;
    });
}

extern "C" int32_t cvision_sharpen(
    const uint8_t *gray, int32_t width, int32_t height, double sigma, double amount, uint8_t *result) {
    return cvision::guarded([&]() -> int32_t {
        cv::Mat to(height, width, CV_8UC1, result), blurred;
        const cv::Mat from = view(gray, width, height);
        cv::GaussianBlur(from, blurred, cv::Size(0, 0), sigma);
        cv::addWeighted(from, 1 + amount, blurred, -amount, 0, to);
        return 0;
    });
}

extern "C" int32_t cvision_quadrilaterals(
    const uint8_t *gray, int32_t width, int32_t height, double min_area, float *corners, int32_t capacity) {
    return cvision::guarded([&]() -> int32_t {
        const cv::Mat image = view(gray, width, height);
        cv::Mat smooth, edges;
        cv::GaussianBlur(image, smooth, cv::Size(5, 5), 0);
        std::vector<std::pair<double, std::vector<cv::Point>>> found;
        const double whole = static_cast<double>(width) * height;
        for (int pass = 0; pass < 3; pass++) {
            if (pass == 0) {
                cv::Canny(smooth, edges, 30, 90);
                cv::dilate(edges, edges, cv::Mat::ones(3, 3, CV_8U));
            } else {
                // Light and dark surfaces.
                cv::threshold(smooth, edges, 0, 255, (pass == 1 ? cv::THRESH_BINARY : cv::THRESH_BINARY_INV) | cv::THRESH_OTSU);
                cv::morphologyEx(edges, edges, cv::MORPH_CLOSE, cv::Mat::ones(15, 15, CV_8U));
            }
            std::vector<std::vector<cv::Point>> contours;
            cv::findContours(edges, contours, cv::RETR_LIST, cv::CHAIN_APPROX_SIMPLE);
            for (const auto &contour : contours) {
                if (contour.size() < 4) continue;
                std::vector<cv::Point> hull, quad;
                cv::convexHull(contour, hull);
                const double area = cv::contourArea(hull);
                if (area < min_area * whole || area > 0.98 * whole) continue;
                for (double accuracy : {0.02, 0.03, 0.05}) {
                    cv::approxPolyDP(hull, quad, accuracy * cv::arcLength(hull, true), true);
                    if (quad.size() <= 4) break;
                }
                if (quad.size() != 4 || !cv::isContourConvex(quad)) continue;
                const double kept = cv::contourArea(quad);
                if (kept < 0.85 * area || std::fabs(cv::contourArea(contour)) < 0.6 * area) continue;
                ordered(quad);
                const bool known = std::any_of(found.begin(), found.end(), [&](const auto &other) {
                    double distance = 0;
                    for (int k = 0; k < 4; k++) distance += cv::norm(other.second[k] - quad[k]);
                    return distance < 0.06 * (width + height);
                });
                if (!known) found.emplace_back(kept, quad);
            }
        }
        std::sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
        const int32_t count = std::min<int32_t>(static_cast<int32_t>(found.size()), capacity);
        for (int32_t i = 0; i < count; i++) {
            for (int k = 0; k < 4; k++) {
                corners[i * 8 + 2 * k] = static_cast<float>(found[i].second[k].x);
                corners[i * 8 + 2 * k + 1] = static_cast<float>(found[i].second[k].y);
            }
        }
        return count;
    });
}

extern "C" int32_t cvision_text_angle(const uint8_t *gray, int32_t width, int32_t height, double *degrees) {
    return cvision::guarded([&]() -> int32_t {
        *degrees = 0;
        const cv::Mat image = view(gray, width, height);
        cv::Mat gradient, mask;
        cv::morphologyEx(image, gradient, cv::MORPH_GRADIENT, cv::getStructuringElement(cv::MORPH_ELLIPSE, cv::Size(3, 3)));
        cv::threshold(gradient, mask, 0, 255, cv::THRESH_BINARY | cv::THRESH_OTSU);
        // Letters of a line grow together.
        const int reach = std::max(3, std::min(width, height) / 60) | 1;
        cv::morphologyEx(
            mask, mask, cv::MORPH_CLOSE, cv::getStructuringElement(cv::MORPH_ELLIPSE, cv::Size(reach, reach)));
        std::vector<std::vector<cv::Point>> contours;
        cv::findContours(mask, contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_SIMPLE);
        std::vector<std::pair<double, double>> angles;
        double total = 0;
        for (const auto &contour : contours) {
            const cv::RotatedRect box = cv::minAreaRect(contour);
            const double length = std::max(box.size.width, box.size.height), thickness = std::min(box.size.width, box.size.height);
            if (thickness < 4 || length < 4 * thickness || length < width / 30.0) continue;
            double angle = box.size.width >= box.size.height ? box.angle : box.angle - 90;
            while (angle <= -45) angle += 90;
            while (angle > 45) angle -= 90;
            angles.emplace_back(angle, length);
            total += length;
        }
        if (angles.empty()) return 0;
        std::sort(angles.begin(), angles.end());
        double sum = 0;
        for (const auto &[angle, weight] : angles) {
            sum += weight;
            if (sum >= total / 2) {
                *degrees = angle;
                break;
            }
        }
        return 0;
    });
}

extern "C" int32_t cvision_perspective(const float *from, const float *to, double *matrix) {
    return cvision::guarded([&]() -> int32_t {
        cv::Point2f a[4], b[4];
        for (int i = 0; i < 4; i++) {
            a[i] = {from[2 * i], from[2 * i + 1]};
            b[i] = {to[2 * i], to[2 * i + 1]};
        }
        const cv::Mat m = cv::getPerspectiveTransform(a, b);
        for (int i = 0; i < 9; i++) matrix[i] = m.at<double>(i / 3, i % 3);
        return 0;
    });
}
