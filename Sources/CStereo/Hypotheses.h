// Random numbers and slanted hypotheses: scalar code that is the same for every vector unit.

/// A pixel's random numbers: PCG (O'Neill 2014), 32 bits, seeded by a hash of pixel and pass.
typedef struct {
    uint32_t state;
} Random;

INLINE uint32_t scramble(uint32_t x) {
    x ^= x >> 16;
    x *= 0x7feb352dU;
    x ^= x >> 15;
    x *= 0x846ca68bU;
    return x ^ x >> 16;
}

INLINE Random randomAt(uint32_t seed, int32_t pixel, uint32_t pass) {
    return (Random){scramble(seed ^ scramble((uint32_t)pixel * 0x9E3779B9U + scramble(pass + 0x85EBCA6BU)))};
}

/// 0 … 1, without 1.
INLINE float unitRandom(Random *random) {
    random->state = random->state * 747796405U + 2891336453U;
    uint32_t word = ((random->state >> ((random->state >> 28) + 4)) ^ random->state) * 277803737U;
    return (float)((word >> 22 ^ word) >> 8) * 0x1p-24f;
}

INLINE float signedRandom(Random *random) { return unitRandom(random) * 2 - 1; }

typedef struct {
    float x, y, z;
} Vector;

/// The ray of a pixel: z is 1.
INLINE Vector rayOf(const StereoView *view, float x, float y) {
    return (Vector){(x - view->cx) / view->fx, (y - view->cy) / view->fy, 1};
}

INLINE float dotOf(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// The normal times the distance's inverse: n · ray = inverse depth for every ray of the plane.
INLINE Vector normalOf(const StereoView *view, StereoPlane p, Vector ray) {
    const float x = p.right * view->fx, y = p.down * view->fy;
    return (Vector){x, y, p.inverse - x * ray.x - y * ray.y};
}

/// The plane with the inverse depth and a normal of any length.
INLINE StereoPlane planeWith(const StereoView *view, float inverse, Vector normal, Vector ray) {
    const float scale = inverse / dotOf(normal, ray);
    return (StereoPlane){inverse, normal.x * scale / view->fx, normal.y * scale / view->fy, 0};
}

/// Whether the plane's depth is in range and it is not seen too flatly.
INLINE bool isPossible(const StereoView *view, StereoPlane p, Vector ray) {
    if (!(p.inverse >= view->minimumInverse && p.inverse <= view->maximumInverse)) return false;
    const Vector n = normalOf(view, p, ray);
    return p.inverse * p.inverse >= view->grazing * view->grazing * dotOf(n, n) * dotOf(ray, ray);
}

/// A normal within the allowed angle to the ray; square to it where chance gives none in four tries.
INLINE Vector randomNormal(const StereoView *view, Vector ray, Random *random) {
    for (int i = 0; i < 4; i++) {
        const Vector n = {signedRandom(random), signedRandom(random), signedRandom(random)};
        const float length = dotOf(n, n), along = dotOf(n, ray);
        if (length > 1 || length < 0.01f) continue;
        if (along * along >= view->grazing * view->grazing * length * dotOf(ray, ray)) return n;
    }
    return ray;
}

/// Uniform in the square root of inverse depth: between uniform steps of the image and uniform steps of depth.
INLINE float randomInverse(const StereoView *view, Random *random) {
    const float low = sqrtf(view->minimumInverse), high = sqrtf(view->maximumInverse);
    const float root = low + (high - low) * unitRandom(random);
    const float inverse = root * root;
    return fminf(fmaxf(inverse, view->minimumInverse), view->maximumInverse);
}

/// The plane's hypothesis at a pixel `dx` to the right and `dy` below.
INLINE StereoPlane moved(StereoPlane p, float dx, float dy) {
    return (StereoPlane){p.inverse + p.right * dx + p.down * dy, p.right, p.down, 0};
}

/// The normal of `p` turned a little at random, with inverse depth `inverse`.
INLINE StereoPlane turned(const StereoView *view, StereoPlane p, float inverse, float change, Vector ray, Random *random) {
    Vector n = normalOf(view, p, ray);
    const float size = sqrtf(dotOf(n, n)) * change;
    n.x += signedRandom(random) * size;
    n.y += signedRandom(random) * size;
    n.z += signedRandom(random) * size;
    return planeWith(view, inverse, n, ray);
}
