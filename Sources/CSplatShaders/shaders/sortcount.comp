// Radix sort, step 1 of each digit: how often each of its 256 values occurs among the keys of a workgroup. The counts are stored
// value by value, so that their running sum (scan.comp) is where a workgroup's keys of a value go.
#version 450
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "groups.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Table { uint table[]; };
layout(push_constant) uniform Push { uint count, shift, groups; };

/// Keys of an invocation.
const uint rounds = 16;
shared uint counts[256];

void main() {
    const uint local = gl_LocalInvocationIndex, group = groupIndex();
    counts[local] = 0;
    barrier();
    for (uint k = 0; k < rounds; k++) {
        const uint i = (group * rounds + k) * 256 + local;
        if (i < count) atomicAdd(counts[keys[i] >> shift & 255], 1);
    }
    barrier();
    if (group < groups) table[local * groups + group] = counts[local];
}
