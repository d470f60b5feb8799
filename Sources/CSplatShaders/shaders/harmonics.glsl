// The spherical harmonics (SphericalHarmonics.swift) up to a degree, and their derivatives (CSplats/View.h).

void harmonics(vec3 d, int degree, out float v[16]) {
    const float x = d.x, y = d.y, z = d.z;
    v[0] = 0.282094791773878;
    if (degree < 1) return;
    v[1] = -0.488602511902920 * y;
    v[2] = 0.488602511902920 * z;
    v[3] = -0.488602511902920 * x;
    if (degree < 2) return;
    const float xx = x * x, yy = y * y, zz = z * z;
    v[4] = 1.092548430592079 * x * y;
    v[5] = -1.092548430592079 * y * z;
    v[6] = 0.315391565252520 * (2 * zz - xx - yy);
    v[7] = -1.092548430592079 * x * z;
    v[8] = 0.546274215296040 * (xx - yy);
    if (degree < 3) return;
    v[9] = -0.590043589926644 * y * (3 * xx - yy);
    v[10] = 2.890611442640554 * x * y * z;
    v[11] = -0.457045799464466 * y * (4 * zz - xx - yy);
    v[12] = 0.373176332590115 * z * (2 * zz - 3 * xx - 3 * yy);
    v[13] = -0.457045799464466 * x * (4 * zz - xx - yy);
    v[14] = 1.445305721320277 * z * (xx - yy);
    v[15] = -0.590043589926644 * x * (xx - 3 * yy);
}

/// The derivative of Σ w[k] · harmonic k by the direction.
vec3 harmonicsBackward(vec3 d, int degree, float w[16]) {
    vec3 g = vec3(0);
    if (degree < 1) return g;
    const float x = d.x, y = d.y, z = d.z;
    g = vec3(-0.488602511902920 * w[3], -0.488602511902920 * w[1], 0.488602511902920 * w[2]);
    if (degree < 2) return g;
    const float c4 = 1.092548430592079, c6 = 0.315391565252520, c8 = 0.546274215296040;
    g.x += c4 * (w[4] * y - w[7] * z) - 2 * c6 * x * w[6] + 2 * c8 * x * w[8];
    g.y += c4 * (w[4] * x - w[5] * z) - 2 * c6 * y * w[6] - 2 * c8 * y * w[8];
    g.z += -c4 * (w[5] * y + w[7] * x) + 4 * c6 * z * w[6];
    if (degree < 3) return g;
    const float xx = x * x, yy = y * y, zz = z * z, xy = x * y, xz = x * z, yz = y * z;
    const float c9 = 0.590043589926644, c10 = 2.890611442640554, c11 = 0.457045799464466, c12 = 0.373176332590115;
    const float c14 = 1.445305721320277;
    g.x += -6 * c9 * xy * w[9] + c10 * yz * w[10] + 2 * c11 * xy * w[11] - 6 * c12 * xz * w[12]
        - c11 * (4 * zz - 3 * xx - yy) * w[13] + 2 * c14 * xz * w[14] - 3 * c9 * (xx - yy) * w[15];
    g.y += -3 * c9 * (xx - yy) * w[9] + c10 * xz * w[10] - c11 * (4 * zz - xx - 3 * yy) * w[11] - 6 * c12 * yz * w[12]
        + 2 * c11 * xy * w[13] - 2 * c14 * yz * w[14] + 6 * c9 * xy * w[15];
    g.z += c10 * xy * w[10] - 8 * c11 * yz * w[11] + c12 * (6 * zz - 3 * xx - 3 * yy) * w[12] - 8 * c11 * xz * w[13]
        + c14 * (xx - yy) * w[14];
    return g;
}
