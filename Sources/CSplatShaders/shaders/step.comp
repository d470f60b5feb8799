// One step of the optimizer with the derivatives of the loss by the splats' values (CSplats/Optimize.h).
#version 450
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "groups.glsl"
#include "camera.glsl"
#include "numbers.glsl"
#include "view.glsl"
#include "harmonics.glsl"

layout(std430, set = 0, binding = 1) buffer Values { float values[]; };
/// The averages of the derivatives and of their squares, in the layout of the values.
layout(std430, set = 0, binding = 7) buffer First { float firstMoments[]; };
layout(std430, set = 0, binding = 8) buffer Second { float secondMoments[]; };
/// For each splat Σ |derivative by its centre in the image|.
layout(std430, set = 0, binding = 9) buffer Motion { float motion[]; };
/// SplatOptimizer in CSplats.h; written by VulkanRasterizer.
layout(std430, set = 0, binding = 10) readonly buffer Optimizer {
    float rates[59];
    float beta1, beta2, epsilon, correction1, correction2, opacityWeight, scaleWeight, noise;
    uint seed;
};

#include "derivatives.glsl"

/// Kingma and Ba 2015.
void change(uint first, int plane, float g) {
    const uint at = first + 8 * plane;
    const float m = beta1 * firstMoments[at] + (1 - beta1) * g;
    const float v = beta2 * secondMoments[at] + (1 - beta2) * g * g;
    firstMoments[at] = m;
    secondMoments[at] = v;
    values[at] -= rates[plane] * (m * correction1) / (sqrt(v * correction2) + epsilon);
}

/// Mixes the bits (the finalizer of MurmurHash3).
uint mixBits(uint h) {
    h ^= h >> 16;
    h *= 0x85EBCA6Bu;
    h ^= h >> 13;
    h *= 0xC2B2AE35u;
    return h ^ h >> 16;
}

/// A number with about the normal distribution: the sum of four uniform ones.
float normalNumber(uint seed) {
    const uint a = mixBits(seed), b = mixBits(a + 0x9E3779B9u);
    const uint sum = (a & 0xFFFF) + (a >> 16) + (b & 0xFFFF) + (b >> 16);
    return (float(sum) - 131070.0) * (1.73205081 / 65536);
}

/// Moves faint splats at random within their own extent, so that they find where they are needed (Kheradmand et al. 2024, eq. 9).
/// CSplats moves the others of a block of eight along, by what is next to nothing.
void addNoise(uint i, uint first, View w) {
    if (!(w.opacity < 0.1)) return;
    const float gate = noise * sigmoid(100 * (0.005 - w.opacity));
    const uint start = mixBits(i * 3 + seed);
    const float n[3] = float[3](normalNumber(start), normalNumber(start + 1), normalNumber(start + 2));
    float own[3];
    for (int k = 0; k < 3; k++) own[k] = (w.r[k] * n[0] + w.r[3 + k] * n[1] + w.r[6 + k] * n[2]) * w.variance[k];
    for (int k = 0; k < 3; k++)
        values[first + 8 * k] += gate * (w.r[3 * k] * own[0] + w.r[3 * k + 1] * own[1] + w.r[3 * k + 2] * own[2]);
}

void finish(uint i, uint first, View w, Sums s, bool isUsed, float g[shapeValues]) {
    if (isUsed) {
        const float x = w.a * s.x + w.b * s.y, y = w.b * s.x + w.c * s.y;
        motion[i] += sqrt(x * x + y * y);
        for (int k = 0; k < 3; k++) g[3 + k] += scaleWeight * w.size[k];
        g[10] += opacityWeight * w.opacity * (1 - w.opacity);
    }
    for (int p = 0; p < shapeValues; p++) change(first, p, g[p]);
    if (noise > 0) addNoise(i, first, w);
}
