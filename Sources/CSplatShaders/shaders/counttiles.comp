// The numbers of tiles of the splats, in the order of their depths.
#version 450
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "groups.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Order { uint order[]; };
layout(std430, set = 0, binding = 1) readonly buffer TilesTouched { uint tilesTouched[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Offsets { uint offsets[]; };
layout(push_constant) uniform Push { uint count; };

void main() {
    const uint rank = globalIndex();
    if (rank >= count) return;
    const uint touched = tilesTouched[order[rank]];
    offsets[rank] = touched > 0 ? touched - 1 : 0;
}
