/// The sRGB transfer function (IEC 61966-2-1). Colours are linear inside and sRGB in files and textures.
public enum SRGB {
    /// Linear value (0…1) of each 8-bit sRGB code.
    public static let linear: [Float] = (0..<256).map { decode(Float($0) / 255) }

    /// Linear RGB of three 8-bit sRGB codes.
    @inlinable
    public static func toLinear(_ c: SIMD3<UInt8>) -> Vector3 {
        Vector3(linear[Int(c.x)], linear[Int(c.y)], linear[Int(c.z)])
    }

    /// The 8-bit sRGB codes of a linear RGB, rounded and clamped. `fromLinear(toLinear(c)) == c` for every code.
    public static func fromLinear(_ c: Vector3) -> SIMD3<UInt8> { SIMD3(code(c.x), code(c.y), code(c.z)) }

    /// The 8-bit sRGB code of a linear value: the code whose linear value is nearest among the two around it.
    public static func code(_ x: Float) -> UInt8 {
        guard x > 0 else { return 0 }
        guard x < 1 else { return 255 }
        // The table gives the code at the beginning of a 4096th; few codes begin within it.
        var code = Int(steps[Int(x * 4096)])
        while code < 255 && midpoints[code + 1] <= x { code += 1 }
        return UInt8(code)
    }

    /// The code of each 4096th.
    private static let steps: [UInt8] = {
        var code = 0
        return (0..<4096).map { i in
            while code < 255 && midpoints[code + 1] <= Float(i) / 4096 { code += 1 }
            return UInt8(code)
        }
    }()

    /// `midpoints[i]`: the linear value from which on code i is nearer than code i − 1, in the encoded scale.
    @usableFromInline
    static let midpoints: [Float] = (0..<256).map { $0 == 0 ? 0 : decode((Float($0) - 0.5) / 255) }

    /// Linear value of an sRGB encoded value, both 0…1.
    public static func decode(_ e: Float) -> Float {
        e <= 0.04045 ? e / 12.92 : power(((Double(e) + 0.055) / 1.055))
    }

    /// x^2.4 as x²·(x²)^(1/5), the fifth root by Newton's method: exact to float rounding, and the same on every platform.
    private static func power(_ x: Double) -> Float {
        let square = x * x
        var root = 0.5 + 0.5 * square
        for _ in 0..<60 {
            let next = root - (root - square / (root * root * root * root)) / 5
            if next == root { break }
            root = next
        }
        return Float(square * root)
    }
}
