// Where the pairs of each tile begin and end among the sorted ones.
#version 450
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "groups.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Tiles { uint tiles[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Ranges { uvec2 ranges[]; };
layout(push_constant) uniform Push { uint count, tileCount; };

void main() {
    const uint i = globalIndex();
    if (i >= count) return;
    const uint tile = tiles[i];
    if (tile >= tileCount) return;
    if (i == 0 || tiles[i - 1] != tile) ranges[tile].x = i;
    if (i + 1 == count || tiles[i + 1] != tile) ranges[tile].y = i + 1;
}
