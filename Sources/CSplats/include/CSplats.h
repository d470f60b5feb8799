// Gaussian splats in C: projection, rasterization, loss and optimizer, forward and backward, eight lanes at a time. Compiled once
// for each vector unit; the caller chooses. Every unit gives the same bits: no operation is fused, none is approximate.
//
// Kerbl et al. 2023 (3D Gaussian Splatting), Yu et al. 2024 (Mip-Splatting), Kheradmand et al. 2024 (3DGS as MCMC).
#ifndef CSPLATS_H
#define CSPLATS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { SplatUnitBaseline = 0, SplatUnitAVX2 = 1 } SplatUnit;

/// Whether this machine has the unit.
bool SplatUnitIsThere(SplatUnit unit);

enum {
    /// Splats a block: the parameters of a block are next to each other, one parameter of eight splats behind the other.
    SplatLanes = 8,
    /// Parameters of a splat without its harmonics: position, logarithms of the sizes, quaternion x y z w, logit of the opacity.
    SplatShape = 11,
    /// Parameters of a splat of degree 3.
    SplatMost = SplatShape + 48,
    /// Pixels of a tile.
    SplatTileWidth = 8, SplatTileHeight = 8,
    /// Rows of a band: the tiles that one thread rasterizes one after the other.
    SplatBandRows = 32,
    /// Floats of one splat's sums in the backward pass.
    SplatSums = 16,
};

/// A pinhole camera. Camera axes: x right, y down, z forward; pixel centres at integers.
typedef struct {
    /// World to camera, row by row.
    float rotation[9], translation[3];
    /// The camera's position.
    float eye[3];
    float fx, fy, cx, cy;
    int32_t width, height;
    /// Splats nearer than this along the viewing axis are left out.
    float near;
    /// Variance in square pixels that is added to a projected splat.
    float blur;
    /// Whether the opacity is reduced by what the blur adds in area (the 2D mip filter).
    bool compensates;
    /// Degree of the harmonics that are used.
    int32_t degree;
} SplatCamera;

/// The trained values of splats in blocks of SplatLanes: value p of splat i is at ((i / 8) · planes + p) · 8 + i % 8.
typedef struct {
    float *values;
    /// The variance in square metres that is added along each axis (the 3D filter); one number for each splat, padded to whole
    /// blocks.
    const float *filters;
    /// Values a splat: SplatShape + 3 · (degree + 1)².
    int32_t planes;
    int32_t count;
} SplatTable;

/// A splat in the image.
typedef struct {
    /// Centre in pixels.
    float x, y;
    /// Its density is opacity · 2^(a dx² + b dx dy + c dy²).
    float a, b, c;
    float opacity;
    /// The exponent below which alpha is less than 1/255.
    float threshold;
    float red, green, blue;
    float depth;
    /// Pixels that alpha ≥ 1/255 can reach, inclusive.
    int16_t left, right, top, bottom;
    uint32_t number;
    float unused[2];
} SplatProjected;

/// Splats of a part of the rows, sorted by depth, and the tiles they overlap.
typedef struct {
    int32_t firstRow, tileRows, tileColumns;
    uint32_t count, capacity, splatCapacity, entryCount, entryCapacity, tileCapacity;
    /// Numbers of the splats, and the splats.
    uint32_t *numbers;
    SplatProjected *splats;
    /// SplatSums floats for each splat.
    float *sums;
    /// Of each splat and row of tiles: first and last column of tiles + 1.
    uint16_t *spans;
    /// For each tile the beginning of its entries; one more at the end.
    uint32_t *starts;
    /// Indices in `splats`.
    uint32_t *entries;
} SplatBand;

/// Planes of an image; rows of `stride` floats, `stride` a multiple of SplatTileWidth, rows a multiple of SplatBandRows.
typedef struct {
    int32_t width, height, stride, rows;
    float *red, *green, *blue;
    /// What is left of the background, 0…1.
    float *transmittance;
    /// Σ weight · depth; may be null.
    float *depth;
    float background[3];
    /// Transmittance below which a pixel is finished.
    float stop;
} SplatImage;

/// Derivatives of the loss by the planes of a SplatImage: colour, and, where they are not null, Σ weight · depth and Σ weight.
typedef struct {
    const float *red, *green, *blue;
    const float *depth, *weight;
} SplatImageGradient;

/// The optimizer's state and what one step of it needs.
typedef struct {
    /// As SplatTable.values.
    float *first, *second;
    /// Learning rate of each value.
    float rates[SplatMost];
    float beta1, beta2, epsilon;
    /// 1 / (1 − β^t).
    float correction1, correction2;
    /// Added to the derivative by the opacity, and by each size over the size itself.
    float opacityWeight, scaleWeight;
    /// Standard deviation factor of the noise on positions; 0 for none.
    float noise;
    uint32_t seed;
    /// For each splat Σ |derivative by its centre in the image|, to which this step is added; may be null.
    float *motion;
} SplatOptimizer;

/// Projects the splats of blocks `first` ..< `end`. Splats that the camera sees are written to `projected` (number = index), and
/// their indices to `visible`; `flags` of all these splats become 1 where visible, else 0. Returns the count of visible ones.
int32_t SplatsProject(
    SplatUnit unit, const SplatCamera *camera, const SplatTable *table, int32_t first, int32_t end, SplatProjected *projected,
    uint32_t *visible, uint8_t *flags);

/// Sorts `count` numbers of splats by depth, nearest first; equal depths stay in their order. `room`: 4 · count words.
void SplatsSort(const SplatProjected *projected, uint32_t *numbers, uint32_t count, uint32_t *room);

/// Distributes sorted splats to the bands that they overlap. Returns false where memory is lacking.
bool SplatsDistribute(
    const SplatProjected *projected, const uint32_t *numbers, uint32_t count, SplatBand *bands, int32_t bandCount);

/// Finds the tiles that each splat of the band overlaps. Returns false where memory is lacking.
bool SplatsBin(SplatUnit unit, SplatBand *band, const SplatProjected *projected);

/// Frees what a band holds.
void SplatsFree(SplatBand *band);

/// Draws the band's rows.
void SplatsDraw(SplatUnit unit, const SplatBand *band, const SplatImage *image);

/// The derivatives of the band's splats, added up in `sums`: of the exponent (natural logarithm) 1, dx, dy, dx², dx dy, dy²; then
/// red, green, blue, depth. `image` is what SplatsDraw drew.
void SplatsDrawBackward(SplatUnit unit, SplatBand *band, const SplatImage *image, const SplatImageGradient *gradient);

/// Adds the bands' sums to those of the splats, band by band; `sums` has SplatSums floats for each splat. Those of the visible
/// splats are zeroed before.
void SplatsGather(
    const SplatBand *bands, int32_t bandCount, const uint32_t *visible, uint32_t visibleCount, float *sums);

/// The derivatives of the trained values of blocks `first` ..< `end`. Exactly one of `gradient` (as SplatTable.values, written) and
/// `optimizer` (which then makes its step) is not null. Blocks without a visible splat are left as they are; in `gradient` they
/// are 0. `pose`, where it is not null, gets the sums over these blocks of the derivatives by the camera's position in the world,
/// and by a small rotation r that follows the projection's: x' = x + r x x, in the camera's axes.
void SplatsBackward(
    SplatUnit unit, const SplatCamera *camera, const SplatTable *table, const float *sums, const uint8_t *flags, int32_t first,
    int32_t end, float *gradient, const SplatOptimizer *optimizer, float *pose);

/// The structural similarity of two images (Wang et al. 2004): Gaussian window of 11 x 11 pixels with deviation 1.5, zeros beyond
/// the borders. Planes have `stride` floats a row with at least 8 zeros before the first and after the last pixel of each row;
/// pointers are to the first pixel. Rows `first` ..< `end` are computed; all rows of one step have to be done before the next step
/// begins.
typedef struct {
    int32_t width, height, stride;
    const float *image, *target;
    /// Ten planes of the same layout.
    float *room[10];
} SplatSimilarity;

/// Step 1: sums along the rows.
void SplatsSimilarityRows(SplatUnit unit, const SplatSimilarity *s, int32_t first, int32_t end);
/// Step 2: the similarity of each pixel; returns its sum. With `gradient`, also what steps 3 and 4 need.
double SplatsSimilarityColumns(SplatUnit unit, const SplatSimilarity *s, int32_t first, int32_t end, bool gradient);
/// Step 3: sums of the derivatives along the rows.
void SplatsSimilarityGradientRows(SplatUnit unit, const SplatSimilarity *s, int32_t first, int32_t end);
/// Step 4: the derivative of Σ similarity by each pixel of `image`, times `factor`, is added to `gradient` (the same layout).
void SplatsSimilarityGradient(
    SplatUnit unit, const SplatSimilarity *s, int32_t first, int32_t end, float factor, float *gradient);

#endif
