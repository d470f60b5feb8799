// Eight splats as one camera sees them: what the forward and the backward pass both need.

#ifndef CSPLATS_VIEW
#define CSPLATS_VIEW
typedef struct {
    /// In the camera: position, 1 / z, x / z and y / z limited to somewhat more than the image.
    F8 x, y, z, inverseZ, ratioX, ratioY;
    /// Where those limits don't apply.
    I8 freeX, freeY;
    /// Squared sizes without and with the 3D filter, and its factor on the opacity.
    F8 variance[3], size[3], filtered[3], reduction;
    /// Unit quaternion, 1 / length of the stored one, rotation matrix row by row.
    F8 q[4], inverseLength, r[9];
    /// 2 x 3: world to image; the same times rotation and sizes.
    F8 t[6], u[6];
    /// Covariance in the image without and with the blur, inverse covariance, determinants.
    F8 xx, xy, yy, blurredXX, blurredYY, determinant0, determinant, a, b, c;
    F8 opacity, effective, compensation;
    /// From the eye to the splat, unit vector; distance.
    F8 direction[3], distance;
    I8 isValid;
} View;
#endif

INLINE void UNIT(look)(const SplatCamera *camera, const float *v, F8 filter, View *w) {
#define VALUE(p) UNIT(load)(v + 8 * (p))
    const float *m = camera->rotation;
    const F8 px = VALUE(0), py = VALUE(1), pz = VALUE(2);
    w->x = m[0] * px + m[1] * py + m[2] * pz + camera->translation[0];
    w->y = m[3] * px + m[4] * py + m[5] * pz + camera->translation[1];
    const F8 z = m[6] * px + m[7] * py + m[8] * pz + camera->translation[2];
    w->isValid = z > camera->near;
    w->z = w->isValid ? z : 1;
    w->inverseZ = 1 / w->z;

    // Beyond the image the linear projection exaggerates: its derivative is taken at most 15 % of the image beyond the border.
    const float marginX = 0.15f * camera->width, marginY = 0.15f * camera->height;
    const F8 rx = w->x * w->inverseZ, ry = w->y * w->inverseZ;
    const float lowX = (-camera->cx - marginX) / camera->fx, highX = (camera->width - camera->cx + marginX) / camera->fx;
    const float lowY = (-camera->cy - marginY) / camera->fy, highY = (camera->height - camera->cy + marginY) / camera->fy;
    w->freeX = (rx >= lowX) & (rx <= highX);
    w->freeY = (ry >= lowY) & (ry <= highY);
    w->ratioX = UNIT(min)(UNIT(max)(rx, UNIT(all)(lowX)), UNIT(all)(highX));
    w->ratioY = UNIT(min)(UNIT(max)(ry, UNIT(all)(lowY)), UNIT(all)(highY));

    F8 ratio = UNIT(all)(1);
    for (int k = 0; k < 3; k++) {
        const F8 size = UNIT(exp)(VALUE(3 + k));
        w->size[k] = size;
        w->variance[k] = size * size;
        const F8 sum = w->variance[k] + filter;
        w->filtered[k] = UNIT(root)(sum);
        ratio *= w->variance[k] / sum;
    }
    w->reduction = UNIT(root)(ratio);

    F8 qx = VALUE(6), qy = VALUE(7), qz = VALUE(8), qw = VALUE(9);
    const F8 squares = qx * qx + qy * qy + qz * qz + qw * qw;
    w->inverseLength = 1 / UNIT(root)(UNIT(max)(squares, UNIT(all)(1e-20f)));
    qx *= w->inverseLength;
    qy *= w->inverseLength;
    qz *= w->inverseLength;
    qw *= w->inverseLength;
    w->q[0] = qx;
    w->q[1] = qy;
    w->q[2] = qz;
    w->q[3] = qw;
    F8 *r = w->r;
    r[0] = 1 - 2 * (qy * qy + qz * qz);
    r[1] = 2 * (qx * qy - qw * qz);
    r[2] = 2 * (qx * qz + qw * qy);
    r[3] = 2 * (qx * qy + qw * qz);
    r[4] = 1 - 2 * (qx * qx + qz * qz);
    r[5] = 2 * (qy * qz - qw * qx);
    r[6] = 2 * (qx * qz - qw * qy);
    r[7] = 2 * (qy * qz + qw * qx);
    r[8] = 1 - 2 * (qx * qx + qy * qy);

    // The derivative of the projection times the camera's rotation.
    const F8 jx = camera->fx * w->inverseZ, jy = camera->fy * w->inverseZ;
    const F8 jxz = -jx * w->ratioX, jyz = -jy * w->ratioY;
    for (int k = 0; k < 3; k++) {
        w->t[k] = jx * m[k] + jxz * m[6 + k];
        w->t[3 + k] = jy * m[3 + k] + jyz * m[6 + k];
    }
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            w->u[3 * i + k] =
                (w->t[3 * i] * r[k] + w->t[3 * i + 1] * r[3 + k] + w->t[3 * i + 2] * r[6 + k]) * w->filtered[k];
    w->xx = w->u[0] * w->u[0] + w->u[1] * w->u[1] + w->u[2] * w->u[2];
    w->xy = w->u[0] * w->u[3] + w->u[1] * w->u[4] + w->u[2] * w->u[5];
    w->yy = w->u[3] * w->u[3] + w->u[4] * w->u[4] + w->u[5] * w->u[5];
    // |u0 x u1|²: never negative, unlike xx yy - xy².
    const F8 nx = w->u[1] * w->u[5] - w->u[2] * w->u[4], ny = w->u[2] * w->u[3] - w->u[0] * w->u[5];
    const F8 nz = w->u[0] * w->u[4] - w->u[1] * w->u[3];
    w->determinant0 = nx * nx + ny * ny + nz * nz;
    w->blurredXX = w->xx + camera->blur;
    w->blurredYY = w->yy + camera->blur;
    w->determinant = w->determinant0 + camera->blur * (w->xx + w->yy + camera->blur);
    const F8 inverse = 1 / UNIT(max)(w->determinant, UNIT(all)(1e-20f));
    w->a = w->blurredYY * inverse;
    w->b = -w->xy * inverse;
    w->c = w->blurredXX * inverse;
    w->isValid &= (w->determinant > 1e-20f) & (w->determinant < 1e20f);

    w->opacity = UNIT(sigmoid)(VALUE(10));
    w->compensation = UNIT(all)(1);
    if (camera->compensates) w->compensation = UNIT(root)(UNIT(max)(w->determinant0 * inverse, UNIT(all)(1e-10f)));
    w->effective = w->opacity * w->reduction * w->compensation;

    const F8 dx = px - camera->eye[0], dy = py - camera->eye[1], dz = pz - camera->eye[2];
    w->distance = UNIT(root)(UNIT(max)(dx * dx + dy * dy + dz * dz, UNIT(all)(1e-20f)));
    const F8 inverseDistance = 1 / w->distance;
    w->direction[0] = dx * inverseDistance;
    w->direction[1] = dy * inverseDistance;
    w->direction[2] = dz * inverseDistance;
#undef VALUE
}

/// The spherical harmonics up to `degree` (as in SphericalHarmonics.swift).
INLINE void UNIT(harmonics)(const F8 *d, int degree, F8 *v) {
    const F8 x = d[0], y = d[1], z = d[2];
    v[0] = UNIT(all)(0.282094791773878f);
    if (degree < 1) return;
    v[1] = -0.488602511902920f * y;
    v[2] = 0.488602511902920f * z;
    v[3] = -0.488602511902920f * x;
    if (degree < 2) return;
    const F8 xx = x * x, yy = y * y, zz = z * z;
    v[4] = 1.092548430592079f * x * y;
    v[5] = -1.092548430592079f * y * z;
    v[6] = 0.315391565252520f * (2 * zz - xx - yy);
    v[7] = -1.092548430592079f * x * z;
    v[8] = 0.546274215296040f * (xx - yy);
    if (degree < 3) return;
    v[9] = -0.590043589926644f * y * (3 * xx - yy);
    v[10] = 2.890611442640554f * x * y * z;
    v[11] = -0.457045799464466f * y * (4 * zz - xx - yy);
    v[12] = 0.373176332590115f * z * (2 * zz - 3 * xx - 3 * yy);
    v[13] = -0.457045799464466f * x * (4 * zz - xx - yy);
    v[14] = 1.445305721320277f * z * (xx - yy);
    v[15] = -0.590043589926644f * x * (xx - 3 * yy);
}

/// The derivative of Σ weights[k] · harmonic k by the direction.
INLINE void UNIT(harmonicsBackward)(const F8 *d, int degree, const F8 *w, F8 *g) {
    const F8 x = d[0], y = d[1], z = d[2];
    g[0] = g[1] = g[2] = UNIT(all)(0);
    if (degree < 1) return;
    g[0] = -0.488602511902920f * w[3];
    g[1] = -0.488602511902920f * w[1];
    g[2] = 0.488602511902920f * w[2];
    if (degree < 2) return;
    const float c4 = 1.092548430592079f, c6 = 0.315391565252520f, c8 = 0.546274215296040f;
    g[0] += c4 * (w[4] * y - w[7] * z) - 2 * c6 * x * w[6] + 2 * c8 * x * w[8];
    g[1] += c4 * (w[4] * x - w[5] * z) - 2 * c6 * y * w[6] - 2 * c8 * y * w[8];
    g[2] += -c4 * (w[5] * y + w[7] * x) + 4 * c6 * z * w[6];
    if (degree < 3) return;
    const F8 xx = x * x, yy = y * y, zz = z * z, xy = x * y, xz = x * z, yz = y * z;
    const float c9 = 0.590043589926644f, c10 = 2.890611442640554f, c11 = 0.457045799464466f, c12 = 0.373176332590115f;
    const float c14 = 1.445305721320277f;
    g[0] += -6 * c9 * xy * w[9] + c10 * yz * w[10] + 2 * c11 * xy * w[11] - 6 * c12 * xz * w[12]
        - c11 * (4 * zz - 3 * xx - yy) * w[13] + 2 * c14 * xz * w[14] - 3 * c9 * (xx - yy) * w[15];
    g[1] += -3 * c9 * (xx - yy) * w[9] + c10 * xz * w[10] - c11 * (4 * zz - xx - 3 * yy) * w[11] - 6 * c12 * yz * w[12]
        + 2 * c11 * xy * w[13] - 2 * c14 * yz * w[14] + 6 * c9 * xy * w[15];
    g[2] += c10 * xy * w[10] - 8 * c11 * yz * w[11] + c12 * (6 * zz - 3 * xx - 3 * yy) * w[12] - 8 * c11 * xz * w[13]
        + c14 * (xx - yy) * w[14];
}
