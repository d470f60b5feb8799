// From derivatives by what is in the image to derivatives by a splat's values, a splat an invocation (CSplats/Backward.h). What
// becomes of a derivative is up to the shader that includes this: it defines `change` and `finish`.

layout(std430, set = 0, binding = 2) readonly buffer Filters { float filters[]; };
layout(std430, set = 0, binding = 3) readonly buffer TilesTouched { uint tilesTouched[]; };
layout(std430, set = 0, binding = 4) readonly buffer FirstPairs { uint firstPairs[]; };
layout(std430, set = 0, binding = 5) readonly buffer PairSums { float pairSums[]; };
/// Six numbers a workgroup: the derivatives by the camera's position, and by a small rotation of what it sees.
layout(std430, set = 0, binding = 6) writeonly buffer Poses { float poses[]; };

shared float poseSums[64 * 6];

/// The sums of a splat over all tiles (drawback.comp).
struct Sums {
    float whole, x, y, xx, xy, yy;
    vec3 color;
    float depth;
};

/// Receives the derivative by value `plane` of the harmonics of the splat whose values begin at `first`.
void change(uint first, int plane, float g);
/// Receives the derivatives by the other values.
void finish(uint i, uint first, View w, Sums s, bool isUsed, float g[shapeValues]);

Sums sumsOf(uint i) {
    float s[10] = float[10](0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    const uint first = firstPairs[i], count = tilesTouched[i] - 1;
    for (uint pair = first; pair < first + count; pair++)
        for (int k = 0; k < 10; k++) s[k] += pairSums[pair * 10 + k];
    return Sums(s[0], s[1], s[2], s[3], s[4], s[5], vec3(s[6], s[7], s[8]), s[9]);
}

/// The derivatives by position, sizes (logarithms), quaternion and opacity, and by a small rotation of the camera about its axes.
void shapeDerivatives(View w, Sums s, float filterVariance, out float g[shapeValues], out vec3 turn) {
    const float m[9] = camera.rotation;
    // The centre in the image.
    const float centreX = w.a * s.x + w.b * s.y, centreY = w.b * s.x + w.c * s.y;
    // By the inverse covariance, then by the covariance: -C G C.
    const float ga = -0.5 * s.xx, gb = -0.5 * s.xy, gc = -0.5 * s.yy;
    const float m0 = w.a * ga + w.b * gb, m1 = w.a * gb + w.b * gc;
    const float m2 = w.b * ga + w.c * gb, m3 = w.b * gb + w.c * gc;
    float sxx = -(m0 * w.a + m1 * w.b), sxy = -(m0 * w.b + m1 * w.c), syy = -(m2 * w.b + m3 * w.c);
    if (camera.compensates != 0 && w.compensation > 1.1e-5) {
        const float inverse = 0.5 / upper(w.determinant0, 1e-20);
        sxx += s.whole * (w.yy * inverse - 0.5 * w.a);
        sxy += s.whole * (-w.xy * inverse - 0.5 * w.b);
        syy += s.whole * (w.xx * inverse - 0.5 * w.c);
    }
    float gu[6], gt[6], gr[9];
    for (int k = 0; k < 3; k++) {
        gu[k] = 2 * (sxx * w.u[k] + sxy * w.u[3 + k]);
        gu[3 + k] = 2 * (sxy * w.u[k] + syy * w.u[3 + k]);
    }
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            gt[3 * i + k] = gu[3 * i] * w.r[3 * k] * w.filtered[0] + gu[3 * i + 1] * w.r[3 * k + 1] * w.filtered[1]
                + gu[3 * i + 2] * w.r[3 * k + 2] * w.filtered[2];
    for (int j = 0; j < 3; j++) {
        float size = 0;
        for (int k = 0; k < 3; k++) {
            const float gm = w.t[k] * gu[j] + w.t[3 + k] * gu[3 + j];
            size += gm * w.r[3 * k + j];
            gr[3 * k + j] = gm * w.filtered[j];
        }
        const float sum = w.filtered[j] * w.filtered[j];
        g[3 + j] = size * w.variance[j] / w.filtered[j] + s.whole * (filterVariance / sum);
    }
    const float x = w.q.x, y = w.q.y, z = w.q.z, r = w.q.w;
    const vec4 gq = vec4(
        2 * (y * (gr[1] + gr[3]) + z * (gr[2] + gr[6]) + r * (gr[7] - gr[5])) - 4 * x * (gr[4] + gr[8]),
        2 * (x * (gr[1] + gr[3]) + z * (gr[5] + gr[7]) + r * (gr[2] - gr[6])) - 4 * y * (gr[0] + gr[8]),
        2 * (x * (gr[2] + gr[6]) + y * (gr[5] + gr[7]) + r * (gr[3] - gr[1])) - 4 * z * (gr[0] + gr[4]),
        2 * (x * (gr[7] - gr[5]) + y * (gr[2] - gr[6]) + z * (gr[3] - gr[1])));
    // The stored quaternion is normalised before use.
    const float along = dot(gq, w.q);
    for (int k = 0; k < 4; k++) g[6 + k] = (gq[k] - w.q[k] * along) * w.inverseLength;

    const float jx = camera.fx * w.inverseZ, jy = camera.fy * w.inverseZ;
    const float gjx = gt[0] * m[0] + gt[1] * m[1] + gt[2] * m[2], gjxz = gt[0] * m[6] + gt[1] * m[7] + gt[2] * m[8];
    const float gjy = gt[3] * m[3] + gt[4] * m[4] + gt[5] * m[5], gjyz = gt[3] * m[6] + gt[4] * m[7] + gt[5] * m[8];
    const float ratioX = w.freeX ? -jx * gjxz : 0, ratioY = w.freeY ? -jy * gjyz : 0;
    const float cameraX = (centreX * camera.fx + ratioX) * w.inverseZ, cameraY = (centreY * camera.fy + ratioY) * w.inverseZ;
    const float cameraZ = s.depth
        + w.inverseZ
            * (gjxz * jx * w.ratioX + gjyz * jy * w.ratioY - gjx * jx - gjy * jy - ratioX * w.ratioX - ratioY * w.ratioY
               - (centreX * camera.fx * w.x + centreY * camera.fy * w.y) * w.inverseZ);
    for (int k = 0; k < 3; k++) g[k] = m[k] * cameraX + m[3 + k] * cameraY + m[6 + k] * cameraZ;
    // A turn moves the centre by turn x position, and turns the covariance along.
    const float gjxy = gt[0] * m[3] + gt[1] * m[4] + gt[2] * m[5], gjyx = gt[3] * m[0] + gt[4] * m[1] + gt[5] * m[2];
    const float jxz = -jx * w.ratioX, jyz = -jy * w.ratioY;
    turn.x = w.y * cameraZ - w.z * cameraY + jxz * gjxy + jyz * gjy - jy * gjyz;
    turn.y = w.z * cameraX - w.x * cameraZ + jx * gjxz - jxz * gjx - jyz * gjyx;
    turn.z = w.x * cameraY - w.y * cameraX + jy * gjyx - jx * gjxy;
    g[10] = s.whole * (1 - w.opacity);
}

/// Differentiates the harmonics of the splat whose values begin at `first`, calls `change` for each, and returns what the
/// direction adds to the position.
vec3 colorDerivatives(View w, Sums s, uint first) {
    const int count = (camera.degree + 1) * (camera.degree + 1);
    float basis[16], weights[16];
    harmonics(w.direction, camera.degree, basis);
    vec3 color = vec3(0.5);
    for (int k = 0; k < count; k++) {
        const uint at = first + 8 * (shapeValues + 3 * k);
        color += basis[k] * vec3(values[at], values[at + 8], values[at + 16]);
    }
    const vec3 slope = vec3(color.x > 0 ? s.color.x : 0, color.y > 0 ? s.color.y : 0, color.z > 0 ? s.color.z : 0);
    for (int k = 0; k < count; k++) {
        const uint at = first + 8 * (shapeValues + 3 * k);
        weights[k] = slope.x * values[at] + slope.y * values[at + 8] + slope.z * values[at + 16];
        for (int c = 0; c < 3; c++) change(first, shapeValues + 3 * k + c, basis[k] * slope[c]);
    }
    const vec3 turned = harmonicsBackward(w.direction, camera.degree, weights);
    return (turned - w.direction * dot(turned, w.direction)) / w.distance;
}

/// Differentiates splat `i`: its values in the order in which they are read again, then its share of the camera's derivatives.
/// Splats that the camera doesn't see have derivatives of 0.
void differentiate(uint i, out vec3 shift, out vec3 turn) {
    shift = vec3(0);
    turn = vec3(0);
    const uint first = (i / 8 * camera.planes) * 8 + i % 8;
    float v[shapeValues], g[shapeValues];
    for (int p = 0; p < shapeValues; p++) {
        v[p] = values[first + 8 * p];
        g[p] = 0;
    }
    const View w = view(v, filters[i]);
    const bool isUsed = tilesTouched[i] != 0;
    Sums s = Sums(0, 0, 0, 0, 0, 0, vec3(0), 0);
    if (isUsed) {
        s = sumsOf(i);
        shapeDerivatives(w, s, filters[i], g, turn);
        shift = colorDerivatives(w, s, first);
        for (int k = 0; k < 3; k++) g[k] += shift[k];
        // The camera's motion is the splats' opposite one.
        shift = -vec3(g[0], g[1], g[2]);
    } else {
        const int count = 3 * (camera.degree + 1) * (camera.degree + 1);
        for (int p = 0; p < count; p++) change(first, shapeValues + p, 0);
    }
    finish(i, first, w, s, isUsed, g);
}

void main() {
    const uint i = globalIndex(), local = gl_LocalInvocationIndex;
    vec3 shift = vec3(0), turn = vec3(0);
    // Blocks of eight without a visible splat are left as they are.
    bool isBlockSeen = false;
    const uint block = i / 8 * 8;
    for (uint k = block; k < min(block + 8, camera.count); k++) isBlockSeen = isBlockSeen || tilesTouched[k] != 0;
    if (i < camera.count && isBlockSeen) differentiate(i, shift, turn);
    for (int k = 0; k < 3; k++) {
        poseSums[local * 6 + k] = shift[k];
        poseSums[local * 6 + 3 + k] = turn[k];
    }
    barrier();
    if (local >= 6) return;
    float sum = 0;
    for (uint k = 0; k < 64; k++) sum += poseSums[k * 6 + local];
    if (groupIndex() * 64 < camera.count) poses[groupIndex() * 6 + local] = sum;
}
