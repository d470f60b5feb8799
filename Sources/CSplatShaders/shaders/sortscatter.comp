// Radix sort, step 2 of each digit: moves keys and values to their places. Equal digits keep their order: a key's rank among those
// of its round is the number of lower bits in a mask with one bit for each invocation, which depends on no subgroup size.
#version 450
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 256) in;
#include "groups.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = 1) readonly buffer Values { uint values[]; };
layout(std430, set = 0, binding = 2) readonly buffer Table { uint table[]; };
layout(std430, set = 0, binding = 3) writeonly buffer SortedKeys { uint sortedKeys[]; };
layout(std430, set = 0, binding = 4) writeonly buffer SortedValues { uint sortedValues[]; };
layout(push_constant) uniform Push { uint count, shift, groups; };

const uint rounds = 16;
/// Where the next key of each digit goes, and which invocations of this round have the digit.
shared uint next[256];
shared uint masks[256 * 8];

void main() {
    const uint local = gl_LocalInvocationIndex, group = groupIndex();
    next[local] = group < groups ? table[local * groups + group] : 0;
    for (uint w = 0; w < 8; w++) masks[local * 8 + w] = 0;
    barrier();
    for (uint k = 0; k < rounds; k++) {
        const uint i = (group * rounds + k) * 256 + local;
        const bool isThere = i < count;
        uint key = 0, digit = 0;
        if (isThere) {
            key = keys[i];
            digit = key >> shift & 255;
            atomicOr(masks[digit * 8 + local / 32], 1u << (local % 32));
        }
        barrier();
        if (isThere) {
            uint to = next[digit] + bitCount(masks[digit * 8 + local / 32] & ((1u << (local % 32)) - 1));
            for (uint w = 0; w < local / 32; w++) to += bitCount(masks[digit * 8 + w]);
            sortedKeys[to] = key;
            sortedValues[to] = values[i];
        }
        barrier();
        uint sum = 0;
        for (uint w = 0; w < 8; w++) {
            sum += bitCount(masks[local * 8 + w]);
            masks[local * 8 + w] = 0;
        }
        next[local] += sum;
        barrier();
    }
}
