#if canImport(Glibc)
    import Glibc
#endif

/// Sine and cosine by our own polynomials, so that a run is bit-identical natively and as Wasm.
///
/// Cody–Waite reduction to ±π/4 and the minimax polynomials of Cephes `sinf`/`cosf` (Moshier); error below 2 ulp for |x| < 8192.
public enum Trigonometry {
    /// sin x and cos x, `x` in radians.
    public static func sincos(_ x: Float) -> (sin: Float, cos: Float) {
        guard x.isFinite, x.magnitude < 1e7 else { return (.nan, .nan) }
        let k = (x * 0.636_619_772_4).rounded(.toNearestOrEven)
        let quadrant = Int32(k) & 3
        let r = ((x - k * 1.570_312_5) - k * 4.837_512_969_970_703e-4) - k * 7.549_789_954_891_89e-8
        let z = r * r
        let s = ((-1.951_529_589_1e-4 * z + 8.332_160_873_6e-3) * z - 1.666_665_461_1e-1) * z * r + r
        let c = ((2.443_315_711_809_948e-5 * z - 1.388_731_625_493_765e-3) * z + 4.166_664_568_298_827e-2) * z * z - 0.5 * z + 1
        switch quadrant {
        case 0: return (s, c)
        case 1: return (c, -s)
        case 2: return (-s, -c)
        default: return (-c, s)
        }
    }

    /// sin x, `x` in radians.
    public static func sin(_ x: Float) -> Float { sincos(x).sin }
    /// cos x, `x` in radians.
    public static func cos(_ x: Float) -> Float { sincos(x).cos }
    /// tan x, `x` in radians.
    public static func tan(_ x: Float) -> Float {
        let (s, c) = sincos(x)
        return s / c
    }

    /// The angle of (x, y) in radians, −π…π, error below 4e-7 (Cephes `atanf`).
    public static func atan2(_ y: Float, _ x: Float) -> Float {
        if x == 0 && y == 0 { return 0 }
        let a = y.magnitude
        let b = x.magnitude
        let swap = a > b
        let t = swap ? b / a : a / b
        let high = t > 0.414_213_56
        let u = high ? (t - 1) / (t + 1) : t
        let z = u * u
        let p = (((8.053_744_495_38e-2 * z - 1.387_768_568_32e-1) * z + 1.997_771_064_78e-1) * z - 3.333_294_915_39e-1) * z * u + u
        var r = high ? p + 0.785_398_163_4 : p
        if swap { r = 1.570_796_326_8 - r }
        if x < 0 { r = 3.141_592_653_6 - r }
        return y < 0 ? -r : r
    }
}
