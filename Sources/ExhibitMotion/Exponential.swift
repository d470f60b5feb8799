#if canImport(Glibc)
    import Glibc
#endif

/// The exponential function by our own polynomial, so that a run is bit-identical natively and as Wasm.
///
/// Reduction by multiples of ln 2 and the minimax polynomial of Cephes `expf` (Moshier); relative error below 2e-7.
public enum Exponential {
    /// Beyond these arguments the result is 0, or the largest that is exact enough to be used.
    private static let limit: Float = 87

    /// e to the power of `x`; 0 below −87, and e⁸⁷ above 87.
    public static func exp(_ x: Float) -> Float {
        guard x.isFinite else { return x > 0 ? .infinity : x < 0 ? 0 : .nan }
        if x < -limit { return 0 }
        let x = min(x, limit)
        let k = (x * 1.442_695_040_9).rounded(.toNearestOrEven)
        let r = (x - k * 0.693_359_375) + k * 2.121_944_4e-4
        var p: Float = 1.987_569_150_0e-4
        p = p * r + 1.398_199_950_7e-3
        p = p * r + 8.333_451_907_3e-3
        p = p * r + 4.166_579_589_4e-2
        p = p * r + 1.666_666_545_9e-1
        p = p * r + 5.000_000_120_1e-1
        let value = p * r * r + r + 1
        return value * Float(bitPattern: UInt32(Int32(k) + 127) << 23)
    }

    /// The natural logarithm of a positive number, by Newton's method on `exp`; relative error below 1e-6.
    public static func log(_ x: Float) -> Float {
        guard x > 0, x.isFinite else { return x > 0 ? .infinity : -.infinity }
        // The exponent is a first value within ln 2 of the result.
        var value = Float(x.exponent) * 0.693_147_18
        for _ in 0..<5 { value += x * exp(-value) - 1 }
        return value
    }
}
