// Draws a tile (CSplats/Draw.h). The splats of the tile are read into shared memory, 256 at a time, until every pixel is finished.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "groups.glsl"
#include "numbers.glsl"
#include "projected.glsl"
#include "tile.glsl"

/// Red, green, blue, transmittance and Σ weight · depth: planes of rows of `stride` numbers.
layout(std430, set = 0, binding = 4) writeonly buffer Planes { float planes[]; };

shared vec4 shapes[256], densities[256], colors[256];
shared ivec2 rowBounds[256];
shared uint unfinished;

void main() {
    const uint tile = groupIndex(), local = gl_LocalInvocationIndex;
    if (tile >= tileCount) return;
    const uvec2 range = ranges[tile];
    const ivec2 pixel = pixelOf(tile);
    const bool isInside = pixel.x < stride && pixel.y < rows;
    float t = 1, depth = 0;
    vec3 color = vec3(0);
    for (uint from = range.x; from < range.y; from += 256) {
        if (local == 0) unfinished = 0;
        barrier();
        if (isInside && t >= stop) atomicOr(unfinished, 1);
        const uint count = min(range.y - from, 256);
        if (local < count) {
            const Projected s = splats[pairSplats[pairs[from + local]]];
            shapes[local] = s.shape;
            densities[local] = s.density;
            colors[local] = s.color;
            rowBounds[local] = s.bounds.zw;
        }
        barrier();
        if (unfinished == 0) break;
        for (uint k = 0; k < count && t >= stop; k++) {
            vec2 d;
            float q;
            if (!isSeen(pixel, shapes[k], densities[k], rowBounds[k], d, q)) continue;
            const float w = lower(densities[k].y * power2(q), maxAlpha) * t;
            color += w * colors[k].xyz;
            depth += w * densities[k].w;
            t -= w;
        }
        barrier();
    }
    if (!isInside) return;
    const uint at = pixel.y * stride + pixel.x, plane = stride * rows;
    planes[at] = color.x + t * backgroundRed;
    planes[plane + at] = color.y + t * backgroundGreen;
    planes[2 * plane + at] = color.z + t * backgroundBlue;
    planes[3 * plane + at] = t;
    if (hasDepth != 0) planes[4 * plane + at] = depth;
}
