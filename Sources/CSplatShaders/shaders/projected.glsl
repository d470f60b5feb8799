// A splat in the image (SplatProjected in CSplats.h), and the tiles that it overlaps. Needs numbers.glsl.

struct Projected {
    /// Centre in pixels; a and b of the density opacity · 2^(a dx² + b dx dy + c dy²).
    vec4 shape;
    /// c, opacity, the exponent below which alpha is less than 1/255, depth.
    vec4 density;
    /// Red, green, blue.
    vec4 color;
    /// Left, right, top, bottom: pixels that alpha ≥ 1/255 can reach, inclusive.
    ivec4 bounds;
};

/// Edge of a tile in pixels.
const int tileEdge = 16;

/// First column and end of the columns of tiles that a splat overlaps in a row of tiles: its outline, where alpha falls below
/// 1/255, is an ellipse, whose leftmost and rightmost points within the row are found exactly (CSplats/Bin.h).
ivec2 tileSpan(Projected s, int row) {
    const int leftTile = s.bounds.x / tileEdge, rightTile = s.bounds.y / tileEdge;
    if (leftTile == rightTile || s.bounds.z / tileEdge == s.bounds.w / tileEdge) return ivec2(leftTile, rightTile + 1);
    const float a = s.shape.z, b = s.shape.w, c = s.density.x, threshold = s.density.z;
    const float reach = sqrt(4 * c * threshold / (4 * a * c - b * b));
    const float height = -b * reach / (2 * c);
    const float d0 = float(row * tileEdge) - s.shape.y, d1 = d0 + float(tileEdge - 1);
    const float right = lower(upper(height, d0), d1), left = lower(upper(-height, d0), d1);
    const float rootRight = sqrt(upper(b * b * right * right - 4 * a * (c * right * right - threshold), 0));
    const float rootLeft = sqrt(upper(b * b * left * left - 4 * a * (c * left * left - threshold), 0));
    const float inverse = 0.5 / a;
    // a is negative: the larger solution is the one with the negative root.
    const float x1 = s.shape.x + (-b * right - rootRight) * inverse + 0.01;
    const float x0 = s.shape.x + (-b * left + rootLeft) * inverse - 0.01;
    const int from = x0 > float(s.bounds.x) ? int(x0 / float(tileEdge)) : leftTile;
    const int to = x1 < float(s.bounds.y) ? (x1 < 0 ? -1 : int(x1 / float(tileEdge))) : rightTile;
    const ivec2 span = ivec2(max(from, leftTile), min(to, rightTile) + 1);
    return span.x < span.y ? span : ivec2(0);
}
