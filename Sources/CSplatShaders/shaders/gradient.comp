// The derivatives of the loss by the splats' values, in the layout of the values; zero before.
#version 450
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
#include "groups.glsl"
#include "camera.glsl"
#include "numbers.glsl"
#include "view.glsl"
#include "harmonics.glsl"

layout(std430, set = 0, binding = 1) readonly buffer Values { float values[]; };
layout(std430, set = 0, binding = 7) writeonly buffer Result { float result[]; };

#include "derivatives.glsl"

void change(uint first, int plane, float g) { result[first + 8 * plane] = g; }

void finish(uint i, uint first, View w, Sums s, bool isUsed, float g[shapeValues]) {
    for (int p = 0; p < shapeValues; p++) result[first + 8 * p] = g[p];
}
