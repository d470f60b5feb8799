// The derivatives of the loss by what is in the image of each splat of a tile, summed over the tile's pixels: of the exponent 1,
// dx, dy, dx², dx dy, dy²; then red, green, blue, depth (CSplats/Draw.h). The sums of each pair of a splat and a tile are written
// where the pair was listed, so that those of a splat are next to each other: no atomics, and the same result each time.
//
// Each subgroup, of whatever size, adds its invocations' numbers; the subgroups' sums of some splats are added after one barrier.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#include "groups.glsl"
#include "numbers.glsl"
#include "projected.glsl"
#include "tile.glsl"

/// What was drawn, and the derivatives by it: red, green, blue, and with depth Σ weight · depth and Σ weight.
layout(std430, set = 0, binding = 4) readonly buffer Planes { float planes[]; };
layout(std430, set = 0, binding = 5) readonly buffer Gradients { float gradients[]; };
/// Ten numbers a pair; zero before.
layout(std430, set = 0, binding = 6) writeonly buffer PairSums { float pairSums[]; };

const uint numbers = 10, maxSplats = 32, maxPartialSums = 2560;
shared vec4 shapes[maxSplats], densities[maxSplats], colors[maxSplats];
shared ivec2 rowBounds[maxSplats];
shared uint pairNumbers[maxSplats];
shared float partialSums[maxPartialSums];
shared uint unfinished;

/// Sums of a splat over the pixels of a subgroup, in the order of the numbers.
void addInSubgroup(uint at, vec4 a, vec4 b, vec2 c) {
    const vec4 sumA = subgroupAdd(a), sumB = subgroupAdd(b);
    const vec2 sumC = subgroupAdd(c);
    if (!subgroupElect()) return;
    for (int k = 0; k < 4; k++) {
        partialSums[at + k] = sumA[k];
        partialSums[at + 4 + k] = sumB[k];
    }
    partialSums[at + 8] = sumC.x;
    partialSums[at + 9] = sumC.y;
}

void main() {
    const uint tile = groupIndex(), local = gl_LocalInvocationIndex;
    if (tile >= tileCount) return;
    const uvec2 range = ranges[tile];
    const ivec2 pixel = pixelOf(tile);
    const bool isInside = pixel.x < stride && pixel.y < rows;
    const uint at = pixel.y * stride + pixel.x, plane = stride * rows;
    float t = 1, rest = 0, byDepth = 0, byWeight = 0;
    vec3 byColor = vec3(0);
    if (isInside) {
        byColor = vec3(gradients[at], gradients[plane + at], gradients[2 * plane + at]);
        rest = planes[at] * byColor.x + planes[plane + at] * byColor.y + planes[2 * plane + at] * byColor.z;
        if (hasDepth != 0) {
            byDepth = gradients[3 * plane + at];
            byWeight = gradients[4 * plane + at];
            rest += planes[4 * plane + at] * byDepth + (1 - planes[3 * plane + at]) * byWeight;
        }
    }
    // With g the derivative by the pixel, T what is left before a splat, c its colour and R what the splats behind it and the
    // background contribute to g · pixel, the derivative by its alpha is T c · g - R / (1 - alpha). R is the whole less what came
    // before, so that this pass goes front to back, too, and stops where the forward pass stopped.
    const uint perRound = min(maxSplats, maxPartialSums / (numbers * gl_NumSubgroups));
    for (uint from = range.x; from < range.y; from += perRound) {
        if (local == 0) unfinished = 0;
        barrier();
        if (isInside && t >= stop) atomicOr(unfinished, 1);
        const uint count = min(range.y - from, perRound);
        if (local < count) {
            const uint pair = pairs[from + local];
            const Projected s = splats[pairSplats[pair]];
            pairNumbers[local] = pair;
            shapes[local] = s.shape;
            densities[local] = s.density;
            colors[local] = s.color;
            rowBounds[local] = s.bounds.zw;
        }
        barrier();
        if (unfinished == 0) break;
        for (uint k = 0; k < count; k++) {
            // `mix` instead of branches between the invocations of a subgroup, so that all of them take part in its sums.
            vec2 d;
            float q;
            const bool isReached = isSeen(pixel, shapes[k], densities[k], rowBounds[k], d, q);
            const bool seen = all(bvec3(isReached, isInside, t >= stop));
            const uint to = (k * gl_NumSubgroups + gl_SubgroupID) * numbers;
            if (!subgroupAny(seen)) {
                if (subgroupElect())
                    for (uint v = 0; v < numbers; v++) partialSums[to + v] = 0;
                continue;
            }
            const float raw = mix(0, densities[k].y * power2(q), seen);
            const float alpha = lower(raw, maxAlpha), w = alpha * t;
            const float change = dot(colors[k].xyz, byColor) + densities[k].w * byDepth + byWeight;
            rest -= w * change;
            const float slope = mix(0, (t * change - rest / (1 - alpha)) * alpha, raw < maxAlpha);
            t -= w;
            d = mix(vec2(0), d, bvec2(seen));
            const vec2 moved = slope * d;
            addInSubgroup(
                to, vec4(slope, moved, moved.x * d.x), vec4(moved.x * d.y, moved.y * d.y, w * byColor.xy),
                vec2(w * byColor.z, w * byDepth));
        }
        barrier();
        for (uint k = local; k < count * numbers; k += 256) {
            const uint splat = k / numbers, v = k % numbers;
            float sum = 0;
            for (uint g = 0; g < gl_NumSubgroups; g++) sum += partialSums[(splat * gl_NumSubgroups + g) * numbers + v];
            pairSums[pairNumbers[splat] * numbers + v] = sum;
        }
    }
}
