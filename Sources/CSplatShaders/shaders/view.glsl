// A splat as the camera sees it: what the forward and the backward pass both need (CSplats/View.h). Needs camera.glsl and
// numbers.glsl.

struct View {
    /// In the camera: position, 1 / z, x / z and y / z limited to somewhat more than the image, and whether they were not limited.
    float x, y, z, inverseZ, ratioX, ratioY;
    bool freeX, freeY;
    /// Squared sizes, sizes, sizes with the 3D filter, and its factor on the opacity.
    float variance[3], size[3], filtered[3], reduction;
    /// Unit quaternion, 1 / length of the stored one, rotation matrix row by row.
    vec4 q;
    float inverseLength, r[9];
    /// 2 x 3: world to image; the same times rotation and sizes.
    float t[6], u[6];
    /// Covariance in the image without and with the blur, inverse covariance, determinants.
    float xx, xy, yy, blurredXX, blurredYY, determinant0, determinant, a, b, c;
    float opacity, effective, compensation;
    /// From the eye to the splat, unit vector; distance.
    vec3 direction;
    float distance;
    bool isValid;
};

View view(float v[shapeValues], float filterVariance) {
    View w;
    const float m[9] = camera.rotation;
    w.x = m[0] * v[0] + m[1] * v[1] + m[2] * v[2] + camera.translation[0];
    w.y = m[3] * v[0] + m[4] * v[1] + m[5] * v[2] + camera.translation[1];
    const float z = m[6] * v[0] + m[7] * v[1] + m[8] * v[2] + camera.translation[2];
    w.isValid = z > camera.near;
    w.z = w.isValid ? z : 1;
    w.inverseZ = 1 / w.z;

    // Beyond the image the linear projection exaggerates: its derivative is taken at most 15 % of the image beyond the border.
    const float marginX = 0.15 * float(camera.width), marginY = 0.15 * float(camera.height);
    const float rx = w.x * w.inverseZ, ry = w.y * w.inverseZ;
    const float lowX = (-camera.cx - marginX) / camera.fx, highX = (float(camera.width) - camera.cx + marginX) / camera.fx;
    const float lowY = (-camera.cy - marginY) / camera.fy, highY = (float(camera.height) - camera.cy + marginY) / camera.fy;
    w.freeX = rx >= lowX && rx <= highX;
    w.freeY = ry >= lowY && ry <= highY;
    w.ratioX = lower(upper(rx, lowX), highX);
    w.ratioY = lower(upper(ry, lowY), highY);

    float ratio = 1;
    for (int k = 0; k < 3; k++) {
        w.size[k] = power(v[3 + k]);
        w.variance[k] = w.size[k] * w.size[k];
        const float sum = w.variance[k] + filterVariance;
        w.filtered[k] = sqrt(sum);
        ratio *= w.variance[k] / sum;
    }
    w.reduction = sqrt(ratio);

    w.q = vec4(v[6], v[7], v[8], v[9]);
    w.inverseLength = 1 / sqrt(upper(w.q.x * w.q.x + w.q.y * w.q.y + w.q.z * w.q.z + w.q.w * w.q.w, 1e-20));
    w.q *= w.inverseLength;
    const float qx = w.q.x, qy = w.q.y, qz = w.q.z, qw = w.q.w;
    w.r[0] = 1 - 2 * (qy * qy + qz * qz);
    w.r[1] = 2 * (qx * qy - qw * qz);
    w.r[2] = 2 * (qx * qz + qw * qy);
    w.r[3] = 2 * (qx * qy + qw * qz);
    w.r[4] = 1 - 2 * (qx * qx + qz * qz);
    w.r[5] = 2 * (qy * qz - qw * qx);
    w.r[6] = 2 * (qx * qz - qw * qy);
    w.r[7] = 2 * (qy * qz + qw * qx);
    w.r[8] = 1 - 2 * (qx * qx + qy * qy);

    // The derivative of the projection times the camera's rotation.
    const float jx = camera.fx * w.inverseZ, jy = camera.fy * w.inverseZ;
    const float jxz = -jx * w.ratioX, jyz = -jy * w.ratioY;
    for (int k = 0; k < 3; k++) {
        w.t[k] = jx * m[k] + jxz * m[6 + k];
        w.t[3 + k] = jy * m[3 + k] + jyz * m[6 + k];
    }
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            w.u[3 * i + k] =
                (w.t[3 * i] * w.r[k] + w.t[3 * i + 1] * w.r[3 + k] + w.t[3 * i + 2] * w.r[6 + k]) * w.filtered[k];
    w.xx = w.u[0] * w.u[0] + w.u[1] * w.u[1] + w.u[2] * w.u[2];
    w.xy = w.u[0] * w.u[3] + w.u[1] * w.u[4] + w.u[2] * w.u[5];
    w.yy = w.u[3] * w.u[3] + w.u[4] * w.u[4] + w.u[5] * w.u[5];
    // |u0 x u1|²: never negative, unlike xx yy - xy².
    const float nx = w.u[1] * w.u[5] - w.u[2] * w.u[4], ny = w.u[2] * w.u[3] - w.u[0] * w.u[5];
    const float nz = w.u[0] * w.u[4] - w.u[1] * w.u[3];
    w.determinant0 = nx * nx + ny * ny + nz * nz;
    w.blurredXX = w.xx + camera.blur;
    w.blurredYY = w.yy + camera.blur;
    w.determinant = w.determinant0 + camera.blur * (w.xx + w.yy + camera.blur);
    const float inverse = 1 / upper(w.determinant, 1e-20);
    w.a = w.blurredYY * inverse;
    w.b = -w.xy * inverse;
    w.c = w.blurredXX * inverse;
    w.isValid = w.isValid && w.determinant > 1e-20 && w.determinant < 1e20;

    w.opacity = sigmoid(v[10]);
    w.compensation = camera.compensates != 0 ? sqrt(upper(w.determinant0 * inverse, 1e-10)) : 1;
    w.effective = w.opacity * w.reduction * w.compensation;

    const float dx = v[0] - camera.eye[0], dy = v[1] - camera.eye[1], dz = v[2] - camera.eye[2];
    w.distance = sqrt(upper(dx * dx + dy * dy + dz * dz, 1e-20));
    w.direction = vec3(dx, dy, dz) * (1 / w.distance);
    return w;
}
