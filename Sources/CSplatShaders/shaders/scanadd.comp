// Adds to the running sums within workgroups (scan.comp) those of the workgroups before.
#version 450
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "groups.glsl"
#include "saturate.glsl"

layout(std430, set = 0, binding = 0) buffer Data { uint data[]; };
layout(std430, set = 0, binding = 1) readonly buffer Sums { uint sums[]; };
layout(push_constant) uniform Push { uint count, dataOffset, sumsOffset, groups; };

void main() {
    const uint i = globalIndex();
    if (i < count) data[dataOffset + i] = saturatingAdd(data[dataOffset + i], sums[sumsOffset + i / 2048]);
}
