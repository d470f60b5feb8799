// Which of a few surfaces each pixel of a grid shows: the labelling with the least sum of costs of pixels and of neighbours with
// different labels, approximately, by min-sum belief propagation in sweeps (Tappen and Freeman 2003, "BP-M").

/// The message of a pixel to a neighbour about each label: its `beliefs` without the neighbour's own message, and the cost
/// of a change of label in between.
INLINE void UNIT(message)(F16 beliefs, const float *logs, float weight, float tolerance, int32_t labels, float *message) {
    const F16 here = *(const F16 *)logs;
    F16 least = INFINITY;
    for (int a = 0; a < labels; a++) {
        F16 difference = here - here[a];
        difference = (difference < 0 ? -difference : difference) * tolerance;
        const F16 change = (difference < 1 ? difference : 1) * weight + beliefs[a];
        least = change < least ? change : least;
    }
    float smallest = INFINITY;
    for (int a = 0; a < labels; a++) smallest = fminf(smallest, least[a]);
    *(F16 *)message = least - smallest;
}

static void UNIT(label)(const StereoLabels *l, int32_t passes, float *messages, uint8_t *result) {
    const int32_t w = l->width, h = l->height;
    const intptr_t size = (intptr_t)w * h * StereoMaxLabels;
    // The messages to each pixel from its neighbours to the left, to the right, above and below.
    float *left = messages, *right = messages + size, *above = messages + 2 * size, *below = messages + 3 * size;
    const float tolerance = 1 / l->tolerance;
#define AT(base, x, y) (*(F16 *)((base) + ((intptr_t)(y) * w + (x)) * StereoMaxLabels))
#define COST(x, y) (*(const F16 *)(l->costs + ((intptr_t)(y) * w + (x)) * StereoMaxLabels))
#define LOGS(x, y) (l->logs + ((intptr_t)(y) * w + (x)) * StereoMaxLabels)
    for (int32_t pass = 0; pass < passes; pass++) {
        for (int32_t y = 0; y < h; y++) {
            for (int32_t x = 0; x + 1 < w; x++)
                UNIT(message)(COST(x, y) + AT(left, x, y) + AT(above, x, y) + AT(below, x, y), LOGS(x, y), l->right[y * w + x],
                    tolerance, l->labels, (float *)&AT(left, x + 1, y));
            for (int32_t x = w - 1; x > 0; x--)
                UNIT(message)(COST(x, y) + AT(right, x, y) + AT(above, x, y) + AT(below, x, y), LOGS(x, y), l->right[y * w + x - 1],
                    tolerance, l->labels, (float *)&AT(right, x - 1, y));
        }
        for (int32_t x = 0; x < w; x++) {
            for (int32_t y = 0; y + 1 < h; y++)
                UNIT(message)(COST(x, y) + AT(above, x, y) + AT(left, x, y) + AT(right, x, y), LOGS(x, y), l->down[y * w + x],
                    tolerance, l->labels, (float *)&AT(above, x, y + 1));
            for (int32_t y = h - 1; y > 0; y--)
                UNIT(message)(COST(x, y) + AT(below, x, y) + AT(left, x, y) + AT(right, x, y), LOGS(x, y), l->down[(y - 1) * w + x],
                    tolerance, l->labels, (float *)&AT(below, x, y - 1));
        }
    }
    for (int32_t y = 0; y < h; y++) {
        for (int32_t x = 0; x < w; x++) {
            const F16 sum = COST(x, y) + AT(left, x, y) + AT(right, x, y) + AT(above, x, y) + AT(below, x, y);
            int best = 0;
            for (int a = 1; a < l->labels; a++)
                if (sum[a] < sum[best]) best = a;
            result[y * w + x] = (uint8_t)best;
        }
    }
#undef AT
#undef SAID
#undef LOGS
}
