#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// OpenCV's functions that Diorama uses, in C. Images are grey, 8 bit, row by row without padding; the caller guarantees that the
// buffers have the stated sizes. A negative result is an error, described by cvision_error() of the same thread. No C++ exception
// leaves these functions.

/// The message of the last error of this thread.
const char *cvision_error(void);

/// The number of threads that OpenCV's own loops use.
void cvision_set_threads(int32_t count);

/// A local feature: pixels, the diameter of its region in pixels, its direction in degrees, the strength of the detector.
typedef struct {
    float x, y, size, angle, response;
} CVisionKeypoint;

/// SIFT features, strongest first. A descriptor has 128 bytes: the square roots of the normalized histogram times 512, at most 255
/// (RootSIFT, so that their dot product compares them).
/// Returns how many were written, at most `capacity`.
int32_t cvision_sift(
    const uint8_t *gray, int32_t width, int32_t height, int32_t limit, double contrast, CVisionKeypoint *keypoints,
    uint8_t *descriptors, int32_t capacity);

/// A pair of features, one of each image, and the ratio of the distances to the nearest and the second nearest feature.
typedef struct {
    int32_t query, reference;
    float ratio;
} CVisionMatch;

/// The features that are each other's nearest and pass the ratio test (squared distance below `ratio`² times that of the second
/// nearest one, which is at least 4 pixels away from the nearest). `matches` has room for `query_count`.
int32_t cvision_match(
    const uint8_t *query, int32_t query_count, const uint8_t *reference, const CVisionKeypoint *reference_keypoints,
    int32_t reference_count, float ratio, CVisionMatch *matches);

/// Finds the transform from query to reference that most matches agree with: a similarity from single matches (position, size and
/// direction), refined to an affine transform and a homography. `inliers` gets 1 for each match that agrees within `tolerance`
/// pixels. `homography` is row-major. Returns the number of inliers, 0 where there is no plausible transform.
int32_t cvision_verify(
    const CVisionKeypoint *query, const CVisionKeypoint *reference, const CVisionMatch *matches, int32_t count, float tolerance,
    uint8_t *inliers, double *homography);

/// For each vector of 128 bytes the index of the centre with the largest score: dot product less half the centre's squared norm.
/// `offsets` holds these halves.
void cvision_nearest(
    const uint8_t *vectors, int32_t count, const uint8_t *centres, const int32_t *offsets, int32_t centre_count, int32_t *nearest);

/// The scores of one vector against all centres.
void cvision_scores(
    const uint8_t *vector, const uint8_t *centres, const int32_t *offsets, int32_t centre_count, int32_t *scores);

/// `rows` dot products of 128 bytes with signed bytes.
void cvision_project(const uint8_t *vector, const int8_t *matrix, int32_t rows, int32_t *products);

/// An entry of an inverted list: a photo, and one of its features as signature and place. A place has a byte each for x, y
/// (multiples of 1/255 of the photo's longest side), size (1/25 octaves above 1/1024 of it) and direction (1/256 turns).
typedef struct {
    uint64_t signature;
    uint32_t photo;
    uint32_t place;
} CVisionEntry;

/// Compares a query feature's signature with all entries of a list. `best` holds, for each photo, the smallest Hamming distance to
/// this query feature so far (255 for none), `places` the place of the feature that has it; photos whose value is set for the
/// first time are appended to `touched`, whose length is `*touched_count`. Distances above `limit` don't count.
void cvision_scan(
    const CVisionEntry *entries, int32_t count, uint64_t signature, int32_t limit, uint8_t *best, uint32_t *places,
    uint32_t *touched, int32_t *touched_count);

/// A feature of a photo that is similar to one of the query: the places of both, and what the pair weighs.
typedef struct {
    uint32_t photo, query, reference;
    float weight;
} CVisionPair;

/// For each photo the weight of the pairs that agree best with one similarity transform from the query to it. Photos are first
/// compared by scale and rotation alone; those that aren't among the `most` best get 0. A query's feature has at most one pair with
/// a photo; numbers of photos are below `photo_count`.
int32_t cvision_agreement(const CVisionPair *pairs, int32_t count, int32_t photo_count, int32_t most, float *weights);

/// The image at another size: the mean of the area when smaller, bicubic when larger.
int32_t cvision_resize(
    const uint8_t *gray, int32_t width, int32_t height, uint8_t *result, int32_t new_width, int32_t new_height);

/// Samples `gray` at `matrix` (row-major 3 x 3, from result to source) times each pixel of the result; outside is `border`.
int32_t cvision_warp(
    const uint8_t *gray, int32_t width, int32_t height, const double *matrix, int32_t border, uint8_t *result, int32_t new_width,
    int32_t new_height);

/// Contrast-limited adaptive histogram equalization.
int32_t cvision_equalize(const uint8_t *gray, int32_t width, int32_t height, double clip, uint8_t *result);

/// Unsharp masking: the image plus `amount` times its difference from a Gaussian blur of `sigma` pixels.
int32_t cvision_sharpen(const uint8_t *gray, int32_t width, int32_t height, double sigma, double amount, uint8_t *result);

/// Convex quadrilaterals with at least `min_area` (a fraction of the image), largest first: 8 floats each (x, y of four corners in
/// order). Returns how many were written.
int32_t cvision_quadrilaterals(
    const uint8_t *gray, int32_t width, int32_t height, double min_area, float *corners, int32_t capacity);

/// The dominant angle of text lines in degrees, -45 to 45, positive for lines that descend to the right; 0 where there is no text.
int32_t cvision_text_angle(const uint8_t *gray, int32_t width, int32_t height, double *degrees);

/// The homography (row-major) that maps four points of `from` to those of `to` (x, y each).
int32_t cvision_perspective(const float *from, const float *to, double *matrix);

#ifdef __cplusplus
}
#endif
