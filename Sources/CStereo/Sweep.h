// PatchMatch with adaptive checkerboard propagation and joint view selection (Galliani et al. 2015, "Gipuma"; Xu and Tao 2019,
// "ACMH").

#ifndef CSTEREO_SWEEP
#define CSTEREO_SWEEP
typedef struct {
    int8_t x, y;
} Offset;

/// Where to look for hypotheses upwards: near in a V, and far in a line. The other three directions are these turned.
enum { NearOffsets = 7, FarOffsets = 11, Regions = 8, Hypotheses = Regions + 1 };
static const Offset nearOffsets[NearOffsets] = {{0, -1}, {-1, -2}, {1, -2}, {-2, -3}, {2, -3}, {-3, -4}, {3, -4}};

INLINE Offset quarterTurns(Offset o, int turns) {
    switch (turns) {
    case 1: return (Offset){(int8_t)-o.y, o.x};
    case 2: return (Offset){(int8_t)-o.x, (int8_t)-o.y};
    case 3: return (Offset){o.y, (int8_t)-o.x};
    default: return o;
    }
}

/// The pixel with the least cost of the other colour in one of the eight regions around (x, y); −1 where none has a hypothesis.
INLINE int32_t bestNeighbor(const StereoView *view, const StereoPlane *planes, int32_t x, int32_t y, int region, int32_t pixel[2]) {
    const bool isFar = region >= 4;
    const int count = isFar ? FarOffsets : NearOffsets;
    float least = INFINITY;
    int32_t best = -1;
    for (int k = 0; k < count; k++) {
        const Offset o = quarterTurns(isFar ? (Offset){0, (int8_t)(-3 - 2 * k)} : nearOffsets[k], region & 3);
        const int32_t nx = x + o.x, ny = y + o.y;
        if (nx < 0 || ny < 0 || nx >= view->width || ny >= view->height) continue;
        const int32_t at = ny * view->width + nx;
        if (planes[at].inverse > 0 && planes[at].cost < least) {
            least = planes[at].cost;
            best = at;
            pixel[0] = nx;
            pixel[1] = ny;
        }
    }
    return best;
}

/// Whether two hypotheses differ by less than `limit` of inverse depth in the matching window.
INLINE bool isSame(StereoPlane p, StereoPlane q, float limit) {
    return fabsf(p.inverse - q.inverse) < limit && fabsf(p.right - q.right) * 5 < limit && fabsf(p.down - q.down) * 5 < limit;
}

/// How much each source counts at a pixel: those in which several hypotheses match well and not many are seen not at all. `limit`
/// is the cost of a good match. Returns the sum of the weights.
INLINE float weighSources(
    const float costs[Hypotheses][StereoMaxSources], int hypotheses, int sources, float limit, float *weights) {
    float total = 0;
    for (int j = 0; j < sources; j++) {
        int good = 0, bad = 0;
        float sum = 0;
        for (int i = 0; i < hypotheses; i++) {
            const float c = costs[i][j];
            if (c < limit) {
                good++;
                // In place of a Gaussian of the cost.
                sum += 1 / (1 + c * c * 11);
            }
            if (c > 1.2f) bad++;
        }
        weights[j] = good > 2 && bad < 3 ? sum / good : 0;
        total += weights[j];
    }
    return total;
}

/// The mean of the two least costs.
INLINE float bestTwo(const float *costs, int sources) {
    float first = INFINITY, second = INFINITY;
    for (int j = 0; j < sources; j++) {
        const float c = costs[j];
        if (c < first) {
            second = first;
            first = c;
        } else if (c < second) {
            second = c;
        }
    }
    return sources > 1 ? (first + second) * 0.5f : first;
}

#endif

static void UNIT(start)(
    const StereoView *view, uint32_t seed, int32_t tries, int32_t firstRow, int32_t endRow, StereoPlane *planes) {
    for (int32_t y = firstRow; y < endRow; y++) {
        for (int32_t x = 0; x < view->width; x++) {
            const int32_t pixel = y * view->width + x;
            if (view->settled && view->settled[pixel] && !(planes[pixel].inverse > 0)) continue;
            const Vector ray = rayOf(view, x, y);
            Random random = randomAt(seed, pixel, 0x5EED);
            const Patch patch = UNIT(patchAt)(view, x, y);
            const bool isGiven = planes[pixel].inverse > 0 && isPossible(view, planes[pixel], ray);
            StereoPlane best = planes[pixel];
            best.cost = INFINITY;
            for (int k = 0; k < (isGiven ? 1 : tries); k++) {
                const StereoPlane p =
                    isGiven ? planes[pixel] : planeWith(view, randomInverse(view, &random), randomNormal(view, ray, &random), ray);
                float costs[StereoMaxSources];
                for (int j = 0; j < view->sourceCount; j++) costs[j] = UNIT(costOf)(view, &view->sources[j], &patch, x, y, p);
                const float cost = bestTwo(costs, view->sourceCount);
                if (cost < best.cost) {
                    best = p;
                    best.cost = cost;
                }
            }
            planes[pixel] = best;
        }
    }
}

/// A hypothesis among random ones near the present one, or anywhere where the pass explores.
INLINE StereoPlane UNIT(variation)(
    const StereoView *view, const StereoPass *pass, const StereoPlane *planes, int32_t x, int32_t y, int number, StereoPlane p,
    Vector ray, Random *random) {
    const float change = view->pixelInverse * pass->pixelChange;
    switch (number) {
    case 0: return turned(view, p, p.inverse + signedRandom(random) * change, pass->normalChange, ray, random);
    case 1: return turned(view, p, p.inverse, pass->normalChange, ray, random);
    case 2: {
        const float inverse = p.inverse + signedRandom(random) * change;
        return (StereoPlane){inverse, p.right, p.down, 0};
    }
    case 3: {
        // The slant that the neighbours' depths show: they are of the other colour and do not change in this pass.
        if (x < 1 || y < 1 || x + 1 >= view->width || y + 1 >= view->height) return (StereoPlane){0, 0, 0, 0};
        const StereoPlane *c = planes + (intptr_t)y * view->width + x;
        const float right = (c[1].inverse - c[-1].inverse) * 0.5f;
        const float down = (c[view->width].inverse - c[-view->width].inverse) * 0.5f;
        const float mean = (c[1].inverse + c[-1].inverse + c[view->width].inverse + c[-view->width].inverse) * 0.25f;
        return (StereoPlane){mean, right, down, 0};
    }
    case 4: return planeWith(view, randomInverse(view, random), randomNormal(view, ray, random), ray);
    default: return planeWith(view, p.inverse, randomNormal(view, ray, random), ray);
    }
}

static void UNIT(sweepPixel)(
    const StereoView *view, const StereoPass *pass, int32_t x, int32_t y, float limit, StereoPlane *planes) {
    const int32_t pixel = y * view->width + x;
    const int sources = view->sourceCount;
    const Vector ray = rayOf(view, x, y);
    const Patch patch = UNIT(patchAt)(view, x, y);
    StereoPlane planesHere[Hypotheses];
    float costs[Hypotheses][StereoMaxSources];
    int count = 0;
    // Random changes do the fine work; where neighbours agree this well, matching one of them is enough.
    const float sameLimit = (pass->explores ? 0.03f : 0.1f) * view->pixelInverse;
    for (int region = -1; region < Regions; region++) {
        StereoPlane p = planes[pixel];
        if (region >= 0) {
            int32_t from[2];
            const int32_t at = bestNeighbor(view, planes, x, y, region, from);
            if (at < 0) continue;
            p = moved(planes[at], x - from[0], y - from[1]);
            if (!isPossible(view, p, ray)) continue;
        } else if (!(p.inverse > 0)) {
            continue;
        }
        int same = 0;
        while (same < count && !isSame(planesHere[same], p, sameLimit)) same++;
        planesHere[count] = p;
        for (int j = 0; j < sources; j++)
            costs[count][j] = same < count ? costs[same][j] : UNIT(costOf)(view, &view->sources[j], &patch, x, y, p);
        count++;
    }
    if (count == 0) return;
    float weights[StereoMaxSources];
    const float total = weighSources(costs, count, sources, limit, weights);
    const float inverseTotal = total > 0 ? 1 / total : 0;
    StereoPlane best = planesHere[0];
    best.cost = INFINITY;
    for (int i = 0; i < count; i++) {
        float cost = 0;
        if (total > 0) {
            for (int j = 0; j < sources; j++) cost += weights[j] * costs[i][j];
            cost *= inverseTotal;
        } else {
            cost = bestTwo(costs[i], sources);
        }
        if (cost < best.cost) {
            best = planesHere[i];
            best.cost = cost;
        }
    }
    Random random = randomAt(pass->seed, pixel, pass->number);
    const int variations = pass->explores ? 6 : 4;
    for (int k = 0; k < variations; k++) {
        StereoPlane p = UNIT(variation)(view, pass, planes, x, y, k, best, ray, &random);
        if (!isPossible(view, p, ray)) continue;
        float cost = 0;
        if (total > 0) {
            for (int j = 0; j < sources && cost < best.cost; j++) {
                if (weights[j] > 0)
                    cost += weights[j] * inverseTotal * UNIT(costOf)(view, &view->sources[j], &patch, x, y, p);
            }
        } else {
            float each[StereoMaxSources];
            for (int j = 0; j < sources; j++) each[j] = UNIT(costOf)(view, &view->sources[j], &patch, x, y, p);
            cost += bestTwo(each, sources);
        }
        if (cost < best.cost) {
            best = p;
            best.cost = cost;
        }
    }
    planes[pixel] = best;
}

static void UNIT(sweep)(const StereoView *view, const StereoPass *pass, int32_t firstRow, int32_t endRow, StereoPlane *planes) {
    // The cost of a good match falls from pass to pass.
    const float step = pass->number * 0.5f;
    const float limit = 0.8f / (1 + step * step * (1.0f / 60)) + view->geometricWeight * 0.5f;
    for (int32_t y = firstRow; y < endRow; y++) {
        for (int32_t x = (y + (int32_t)pass->color) & 1; x < view->width; x += 2) {
            if (view->settled && view->settled[y * view->width + x]) continue;
            UNIT(sweepPixel)(view, pass, x, y, limit, planes);
        }
    }
}
