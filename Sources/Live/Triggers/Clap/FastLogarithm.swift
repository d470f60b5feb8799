/// Logarithms by our own series, so that results are bit-identical natively and as Wasm.
enum FastLogarithm {
    /// The binary logarithm; error below 2e-7 (absolute, for values between 0.5 and 2).
    /// - Parameter x: a positive, normal, finite number; −126 for smaller ones.
    static func log2(_ x: Float) -> Float {
        guard x >= Float.leastNormalMagnitude, x.isFinite else { return x > 1 ? 128 : -126 }
        let bits = x.bitPattern
        var exponent = Float(Int32(bits >> 23) - 127)
        var mantissa = Float(bitPattern: (bits & 0x7F_FFFF) | 0x3F80_0000)
        if mantissa > 1.414_213_6 {
            mantissa *= 0.5
            exponent += 1
        }
        // ln m = 2 artanh((m − 1)/(m + 1))
        let s = (mantissa - 1) / (mantissa + 1)
        let z = s * s
        let series = (((0.111_111_11 * z + 0.142_857_15) * z + 0.2) * z + 0.333_333_34) * z + 1
        return exponent + 2.885_390_1 * s * series
    }

    /// A ratio of energies in decibels.
    static func decibels(_ energy: Float) -> Float { 3.010_299_9 * log2(energy) }
}
