// The hot loops of multi-view stereo in C: matching costs and PatchMatch sweeps. Compiled once for each vector unit; the caller
// chooses. Every unit gives the same bits: no operation is fused, none is approximate, and random numbers depend only on the seed,
// the pixel and the pass.
#ifndef CSTEREO_H
#define CSTEREO_H

#include <stdbool.h>
#include <stdint.h>

enum {
    /// Source views that a reference view is matched with at most.
    StereoMaxSources = 8,
    /// Pixels that a reference image is padded by on each side: the reach of the matching window and more.
    StereoPadding = 8,
    /// Cost of a hypothesis that a source view does not see. The other costs are 1 − NCC: 0 is a perfect match.
    StereoWorstCost = 2,
    /// Labels of a pixel at most, and the distance between two pixels' costs.
    StereoMaxLabels = 16,
};

/// A slanted surface at a pixel: inverse depth there (1/m along the viewing axis) and its change a pixel to the right and a pixel
/// downwards (inverse depth is linear over the image of a plane), and the matching cost. `inverse` 0: no hypothesis.
typedef struct {
    float inverse, right, down, cost;
} StereoPlane;

/// An image that the reference is compared with.
typedef struct {
    /// stride · height words: a pixel in the lowest byte, its right, lower and lower right neighbours above it.
    const uint32_t *quads;
    int32_t width, height, stride;
    /// Homogeneous pixel of this image = a · (u, v, 1) + inverse depth · t for the reference's pixel (u, v); row-major.
    float a[9], t[3];
    /// Inverse depths of this view at the same size, width · height, 0 where there is none; null where none are known yet.
    const float *inverses;
    /// The same mapping from this image's pixels back to the reference's.
    float backA[9], backT[3];
} StereoSource;

/// The image whose depth is computed.
typedef struct {
    /// Grey values; the first pixel follows StereoPadding rows and columns of padding. `stride` bytes a row.
    const uint8_t *pixels;
    int32_t width, height, stride;
    /// Pixels; pixel centres at integers, v downwards.
    float fx, fy, cx, cy;
    int32_t sourceCount;
    /// sourceCount of them.
    const StereoSource *sources;
    /// Bounds of the inverse depths, 1/m, above 0.
    float minimumInverse, maximumInverse;
    /// The change of inverse depth that moves a pixel by about one in a source.
    float pixelInverse;
    /// Variance of the images' noise, squared grey values: weaker texture doesn't count as a match.
    float noiseVariance;
    /// Grey values by which pixels of one surface may differ: others weigh less in the matching window.
    float similarity;
    /// The least cosine between a surface's normal and the ray to it.
    float grazing;
    /// Cost of one pixel of reprojection error against a source's inverse depths; 0 where they are not used.
    float geometricWeight;
    /// width · height: pixels with a value other than 0 keep their hypotheses in sweeps; may be null.
    const uint8_t *settled;
} StereoView;

/// A pass over the pixels of one colour of the checkerboard.
typedef struct {
    uint32_t seed;
    /// Number of the pass, from 0: each draws other random numbers.
    uint32_t number;
    /// 0 or 1: pixels whose column plus row has this lowest bit are updated; the others are read.
    uint32_t color;
    /// Whether hypotheses anywhere in the range are drawn, too, not only near the present one.
    bool explores;
    /// Size of the random changes: pixels of displacement and sine of the angle between normals.
    float pixelChange, normalChange;
} StereoPass;

typedef enum { StereoUnitBaseline = 0, StereoUnitAVX2 = 1 } StereoUnit;

/// Whether this machine has the unit.
bool StereoUnitIsThere(StereoUnit unit);

/// Gives each pixel of the rows that has no hypothesis the best of `tries` random ones, and computes all costs.
void StereoStart(
    StereoUnit unit, const StereoView *view, uint32_t seed, int32_t tries, int32_t firstRow, int32_t endRow, StereoPlane *planes);

/// One pass over rows: each pixel of the pass's colour takes over the best of its own hypothesis, those of its neighbours of the
/// other colour (adaptive checkerboard), and random variations. Rows may be computed at the same time: within a pass no pixel reads
/// what another one writes.
void StereoSweep(
    StereoUnit unit, const StereoView *view, const StereoPass *pass, int32_t firstRow, int32_t endRow, StereoPlane *planes);

/// The cost of a surface at pixel (x, y) in each of the sources.
void StereoCosts(StereoUnit unit, const StereoView *view, int32_t x, int32_t y, StereoPlane plane, float costs[StereoMaxSources]);

/// A grid of pixels that are given labels, each a surface.
typedef struct {
    int32_t width, height, labels;
    /// Cost of each label at each pixel: StereoMaxLabels floats a pixel, of which `labels` count. Aligned to 64 bytes.
    const float *costs;
    /// The logarithm of each label's depth at each pixel; aligned as the costs.
    const float *logs;
    /// Cost of two different labels: of a pixel and its neighbour to the right, and below. width · height each.
    const float *right, *down;
    /// Where two surfaces meet, a change between them costs less: in proportion, where their logarithms differ by less than this.
    float tolerance;
} StereoLabels;

/// The labels with the least sum of costs, approximately. `messages`: 4 · width · height · StereoMaxLabels floats, 0 at first,
/// aligned to 64 bytes. `result`: width · height.
void StereoLabel(StereoUnit unit, const StereoLabels *labels, int32_t passes, float *messages, uint8_t *result);

/// Fills `quads` (stride · height words, stride at least width) from `pixels` (`pixelStride` bytes a row, no padding).
void StereoMakeQuads(const uint8_t *pixels, int32_t width, int32_t height, int32_t pixelStride, int32_t stride, uint32_t *quads);

#endif
