// The camera and the table of splats (SplatCamera and SplatTable in CSplats.h); written by VulkanRasterizer.

struct Camera {
    float rotation[9], translation[3], eye[3];
    float fx, fy, cx, cy;
    int width, height;
    float near, blur;
    int compensates, degree, planes, count;
};

layout(std430, set = 0, binding = 0) readonly buffer CameraBuffer { Camera camera; };

/// Values of a splat before its harmonics.
const int shapeValues = 11;
