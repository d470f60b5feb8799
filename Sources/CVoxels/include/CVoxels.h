// The voxel loop of the TSDF fusion in C, because Swift's vectors are lowered lane by lane where masks are involved. Compiled once
// for each vector unit; the caller chooses. Every unit gives the same bits: no operation is fused, none is approximate.
#ifndef CVOXELS_H
#define CVOXELS_H

#include <stdbool.h>
#include <stdint.h>

/// One frame: rows of K·[R|t], so that a·p / c·p is the pixel column and b·p / c·p the pixel row of the world point p, c·p its
/// depth.
typedef struct {
    float a[4], b[4], c[4];
    /// width · height words: depth in steps of depthStep << 14 | weight; zero where there is no sample.
    const uint32_t *samples;
    float depthStep;
    int32_t width, height;
    /// colorWidth · colorHeight pixels, red in the lowest byte; may be null.
    const uint32_t *color;
    int32_t colorWidth, colorHeight;
    /// Colour pixel = depth pixel · scale + shift.
    float colorScaleX, colorScaleY, colorShiftX, colorShiftY;
} VoxelFrame;

typedef struct {
    /// Metres.
    float voxelSize;
    /// Truncation distance: max(near, growth · depth²), at most range. Metres, growth metres a square metre.
    float near, growth, range;
    /// Whether a view of free space has weight 1 whatever its angle (space carving): that a point is free is certain even where the
    /// distance is not.
    bool carves;
} VoxelField;

enum {
    /// Floats of the sums of one block: six planes of 8³.
    VoxelSumFloats = 6 * 512,
    /// Words of a block's shape (weight, distance) and of its colour (red, green, blue).
    VoxelShapeWords = 512,
    VoxelColorWords = 768,
};

/// Sums of a batch of frames over the voxels of one block; all zero between blocks.
typedef struct {
    /// VoxelSumFloats floats, 64-byte aligned: Σw, Σw·distance, then Σw, Σw·red, Σw·green, Σw·blue of the views near enough for
    /// colour.
    float *sums;
    /// Row pairs (number z · 4 + y / 2) that hold something, and that hold colour: one bit each.
    uint32_t touched, colored;
} VoxelSums;

typedef enum { VoxelUnitBaseline = 0, VoxelUnitAVX2 = 1, VoxelUnitAVX512 = 2 } VoxelUnit;

/// Whether this machine has the unit.
bool VoxelUnitIsThere(VoxelUnit unit);

/// A depth image and the camera that took it.
typedef struct {
    int32_t width, height;
    /// Pixels; pixel centres at integers.
    float fx, fy, cx, cy;
    /// Metres; samples beyond it are left out.
    float maximumDepth;
    /// width · height depths in metres.
    const float *depth;
    /// width · height times 0 (low), 1 (medium) or 2 (high); may be null.
    const uint8_t *confidence;
} VoxelDepth;

enum {
    /// Words that VoxelsComputeWeights may write beyond the last sample.
    VoxelSampleSlack = 16,
    /// Bytes that VoxelsComputeWeights needs for each column, and besides.
    VoxelWeightColumnBytes = 3 * 4 + 1, VoxelWeightBytes = 3 * 4 * 48 + 48,
};

/// Rejects unreliable depth samples and computes the weights of the others, in the format of `samples` in VoxelFrame, in steps
/// of `depthStep` metres.
///
/// The weight of a sample is cos² θ / max(1, d⁴), θ between view and normal: the inverse variance of a depth whose noise grows
/// with d² and with the slant (Nguyen et al. 2012). Samples of low confidence go, those of medium confidence count a third.
/// - room: VoxelWeightColumnBytes · width + VoxelWeightBytes, 4-byte aligned.
/// Returns the farthest depth that was kept, metres; 0 where there is none.
float VoxelsComputeWeights(VoxelUnit unit, const VoxelDepth *image, float depthStep, float *room, uint32_t *samples);

/// Adds what those frames whose bits are set in `mask` see of the block at (x, y, z) · 8 · voxelSize. Where the block is stored,
/// its shape and its colour (may be null), is fetched into the cache meanwhile.
void VoxelsAdd(
    VoxelUnit unit, const VoxelField *field, const VoxelFrame *frames, uint32_t mask, int32_t x, int32_t y, int32_t z,
    VoxelSums *sums, const uint32_t *shape, const uint32_t *color);

/// Averages the sums into a block's shape and, where it is not null, its colour; the sums are zero afterwards.
void VoxelsMerge(VoxelUnit unit, const VoxelField *field, VoxelSums *sums, uint32_t *shape, uint32_t *color);

/// Blocks near a frame's camera, as codes: each axis ten bits, 512 for the camera's own block; x lowest, z highest.
enum { VoxelCodeCenter = 512 };

/// A set of codes that remembers the order of their arrival.
typedef struct {
    /// `capacity` slots, a power of two, all zero at first: 1 + the number of the code in `codes`.
    uint32_t *slots, capacity;
    /// Room for capacity / 2 codes.
    uint32_t *codes, count;
} VoxelCodes;

/// Adds the blocks that the rays of row `y` pass within truncation distance of their samples, sampling every `step`th pixel from
/// `start` on, in pieces of at most half a block of depth.
/// - rays: camera to world and to blocks: a ray with depth d is at eye + d · (rays0 + column · rays1 + row · rays2), in blocks, the
///   camera's own block being 512.
/// Returns false where the set is full: make it larger, and call again.
bool VoxelsCollectBlocks(
    VoxelUnit unit, const VoxelField *field, const VoxelFrame *frame, const float eye[3], const float rays[9], int32_t y,
    int32_t start, int32_t step, VoxelCodes *codes);

/// Finds the cells of a block that the surface passes through. A cell lies between eight voxels, all of which have to have at least
/// the stored weight `minimumWeight`.
/// - shapes: the block and its neighbours, part x | y << 1 | z << 2 lying 0 or 1 blocks farther along each axis; null where there
///   is none.
/// - crossings: cell (z · 8 + y) · 8 + x in the lower, and the pattern in the upper half: bit x | y << 1 | z << 2 set where that
///   voxel lies behind the surface.
/// Returns how many there are.
int VoxelsCrossings(VoxelUnit unit, const uint32_t *const shapes[8], uint32_t minimumWeight, uint32_t crossings[512]);

#endif
