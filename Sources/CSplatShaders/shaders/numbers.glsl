// The functions of CSplats/Lanes.h for one lane: the same polynomials, so that both implementations agree closely whatever the
// precision of a driver's own functions. Minimum and maximum are those of C, which say what happens to NaN.

float lower(float a, float b) { return a < b ? a : b; }
float upper(float a, float b) { return a > b ? a : b; }

/// 2^x for -126 ≤ x < 127.
float power2(float x) {
    const float n = roundEven(x);
    const float f = x - n;
    float p = f * 0.001339086336353527 + 0.009676031918255982;
    p = p * f + 0.05550357114222094;
    p = p * f + 0.2402210748530968;
    p = p * f + 0.6931471880262273;
    p = p * f + 1.0000000754548972;
    return intBitsToFloat(floatBitsToInt(p) + (int(n) << 23));
}

/// e^x, x limited to ±80.
float power(float x) { return power2(lower(upper(x, -80), 80) * 1.44269504088896341); }

/// log2 x for positive normal x.
float logarithm2(float x) {
    const int bits = floatBitsToInt(x) - 0x3F3504F3;
    const float m = intBitsToFloat((bits & 0x7FFFFF) + 0x3F3504F3);
    const float t = (m - 1) / (m + 1), tt = t * t;
    const float series = 1 + tt * (0.33333333 + tt * (0.2 + tt * (0.142857143 + tt * 0.111111111)));
    return float(bits >> 23) + t * series * 2.88539008177792681;
}

float sigmoid(float x) { return 1 / (1 + power(-x)); }
