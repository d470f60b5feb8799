// What drawing a tile and differentiating it share. A workgroup draws a tile of 16 x 16 pixels, one an invocation, front to back.

layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, set = 0, binding = 0) readonly buffer Ranges { uvec2 ranges[]; };
layout(std430, set = 0, binding = 1) readonly buffer Pairs { uint pairs[]; };
layout(std430, set = 0, binding = 2) readonly buffer PairSplats { uint pairSplats[]; };
layout(std430, set = 0, binding = 3) readonly buffer Splats { Projected splats[]; };
layout(push_constant) uniform Push {
    uint columns, tileCount, stride, rows;
    float backgroundRed, backgroundGreen, backgroundBlue, stop;
    uint hasDepth;
};

/// Alpha is at most this, so that what lies behind keeps a derivative.
const float maxAlpha = 0.99;

ivec2 pixelOf(uint tile) {
    return ivec2(tile % columns, tile / columns) * tileEdge + ivec2(gl_LocalInvocationID.xy);
}

/// Whether a splat is seen at a pixel, and at which exponent.
bool isSeen(ivec2 pixel, vec4 shape, vec4 density, ivec2 rowBounds, out vec2 d, out float q) {
    d = vec2(pixel) - shape.xy;
    q = shape.z * d.x * d.x + (shape.w * d.x + density.x * d.y) * d.y;
    return all(bvec3(q >= density.z, pixel.y >= rowBounds.x, pixel.y <= rowBounds.y));
}
