// Running sums within workgroups of 2,048 numbers, in place: each number becomes the sum of those before it; the sum of all goes to
// `sums`, which is scanned likewise. Sums stop at the largest number, so that the host sees that they are too large.
#version 450
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "groups.glsl"
#include "saturate.glsl"

layout(std430, set = 0, binding = 0) buffer Data { uint data[]; };
layout(std430, set = 0, binding = 1) buffer Sums { uint sums[]; };
layout(push_constant) uniform Push { uint count, dataOffset, sumsOffset, groups; };

const uint each = 8;
shared uint totals[256];

void main() {
    const uint local = gl_LocalInvocationIndex, group = groupIndex();
    const uint first = group * 256 * each + local * each;
    uint before[each];
    uint sum = 0;
    for (uint k = 0; k < each; k++) {
        before[k] = sum;
        if (first + k < count) sum = saturatingAdd(sum, data[dataOffset + first + k]);
    }
    totals[local] = sum;
    barrier();
    for (uint step = 1; step < 256; step *= 2) {
        const uint other = local >= step ? totals[local - step] : 0;
        barrier();
        totals[local] = saturatingAdd(totals[local], other);
        barrier();
    }
    const uint start = local > 0 ? totals[local - 1] : 0;
    for (uint k = 0; k < each; k++)
        if (first + k < count) data[dataOffset + first + k] = saturatingAdd(start, before[k]);
    if (local == 255 && group < groups) sums[sumsOffset + group] = totals[255];
}
