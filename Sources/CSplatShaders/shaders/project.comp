// Projects the splats, one an invocation: their ellipses and colours in the image, their depths as keys of the order, and how many
// tiles each overlaps (CSplats/Project.h).
#version 450
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 128) in;
#include "groups.glsl"
#include "camera.glsl"
#include "numbers.glsl"
#include "view.glsl"
#include "harmonics.glsl"
#include "projected.glsl"

layout(std430, set = 0, binding = 1) readonly buffer Values { float values[]; };
layout(std430, set = 0, binding = 2) readonly buffer Filters { float filters[]; };
layout(std430, set = 0, binding = 3) writeonly buffer Splats { Projected splats[]; };
/// For each splat 0 where the camera doesn't see it, else 1 + the number of its tiles.
layout(std430, set = 0, binding = 4) writeonly buffer TilesTouched { uint tilesTouched[]; };
layout(std430, set = 0, binding = 5) writeonly buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = 6) writeonly buffer Numbers { uint numbers[]; };

/// The splat in the image; false where the camera doesn't see it.
bool project(uint i, out Projected s) {
    const uint first = (i / 8 * camera.planes) * 8 + i % 8;
    float v[shapeValues];
    for (int p = 0; p < shapeValues; p++) v[p] = values[first + 8 * p];
    const View w = view(v, filters[i]);
    if (!w.isValid || !(w.effective >= 1.0 / 255)) return false;
    const float threshold = -logarithm2(upper(255 * w.effective, 1));
    // |d|² of the outline in units of the covariance: exponent = -½ d² log2 e.
    const float reach = threshold * -1.38629436111989062;
    const float x = camera.fx * w.x * w.inverseZ + camera.cx, y = camera.fy * w.y * w.inverseZ + camera.cy;
    const float halfX = sqrt(reach * w.blurredXX), halfY = sqrt(reach * w.blurredYY);
    const float left = x - halfX, right = x + halfX, top = y - halfY, bottom = y + halfY;
    const float edgeX = float(camera.width - 1), edgeY = float(camera.height - 1);
    if (!(right >= 0 && bottom >= 0 && left <= edgeX && top <= edgeY)) return false;
    s.bounds = ivec4(
        int(lower(upper(left, 0), edgeX) + 0.999), int(lower(upper(right, 0), edgeX)),
        int(lower(upper(top, 0), edgeY) + 0.999), int(lower(upper(bottom, 0), edgeY)));
    // Between two rows or columns of pixel centres: nothing to see.
    if (s.bounds.x > s.bounds.y || s.bounds.z > s.bounds.w) return false;
    const float toLog2 = 1.44269504088896341;
    s.shape = vec4(x, y, w.a * (-0.5 * toLog2), w.b * -toLog2);
    s.density = vec4(w.c * (-0.5 * toLog2), w.effective, threshold, w.z);
    float basis[16];
    harmonics(w.direction, camera.degree, basis);
    vec3 color = vec3(0.5);
    const int count = (camera.degree + 1) * (camera.degree + 1);
    for (int k = 0; k < count; k++) {
        const uint at = first + 8 * (shapeValues + 3 * k);
        color += basis[k] * vec3(values[at], values[at + 8], values[at + 16]);
    }
    s.color = vec4(upper(color.x, 0), upper(color.y, 0), upper(color.z, 0), 0);
    return true;
}

void main() {
    const uint i = globalIndex();
    if (i >= camera.count) return;
    Projected s;
    numbers[i] = i;
    if (!project(i, s)) {
        tilesTouched[i] = 0;
        keys[i] = 0xFFFFFFFFu;
        return;
    }
    uint tiles = 0;
    for (int row = s.bounds.z / tileEdge; row <= s.bounds.w / tileEdge; row++) {
        const ivec2 span = tileSpan(s, row);
        tiles += uint(span.y - span.x);
    }
    splats[i] = s;
    tilesTouched[i] = 1 + tiles;
    // The bits of positive floats are in the floats' order.
    keys[i] = floatBitsToUint(s.density.w);
}
