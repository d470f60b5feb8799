// Lists the pairs of a splat and a tile that it overlaps, splat by splat in the order of their depths. A stable sort by tiles then
// leaves the splats of each tile in that order.
#version 450
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 128) in;
#include "groups.glsl"
#include "numbers.glsl"
#include "projected.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Order { uint order[]; };
layout(std430, set = 0, binding = 1) readonly buffer TilesTouched { uint tilesTouched[]; };
layout(std430, set = 0, binding = 2) readonly buffer Offsets { uint offsets[]; };
layout(std430, set = 0, binding = 3) readonly buffer Splats { Projected splats[]; };
/// Tiles of the pairs, the pairs' own numbers, their splats, and the first pair of each splat.
layout(std430, set = 0, binding = 4) writeonly buffer Tiles { uint tiles[]; };
layout(std430, set = 0, binding = 5) writeonly buffer Pairs { uint pairs[]; };
layout(std430, set = 0, binding = 6) writeonly buffer PairSplats { uint pairSplats[]; };
layout(std430, set = 0, binding = 7) writeonly buffer FirstPairs { uint firstPairs[]; };
layout(push_constant) uniform Push { uint count, columns, tileCount; };

void main() {
    const uint rank = globalIndex();
    if (rank >= count) return;
    const uint i = order[rank], touched = tilesTouched[i];
    if (touched == 0) return;
    uint pair = offsets[rank];
    const uint end = pair + touched - 1;
    firstPairs[i] = pair;
    const Projected s = splats[i];
    for (int row = s.bounds.z / tileEdge; row <= s.bounds.w / tileEdge; row++) {
        const ivec2 span = tileSpan(s, row);
        for (int column = span.x; column < span.y && pair < end; column++) {
            tiles[pair] = uint(row) * columns + uint(column);
            pairs[pair] = pair;
            pairSplats[pair] = i;
            pair++;
        }
    }
    // Where a compiler rounds otherwise here than in project.comp, what is left belongs to no tile.
    for (; pair < end; pair++) {
        tiles[pair] = tileCount;
        pairs[pair] = pair;
        pairSplats[pair] = i;
    }
}
