import Geometry

/// Smooth repeatable noise over space, for the grain of wood and cloth.
enum ValueNoise {
    /// 0..<1 from three whole numbers.
    @inline(__always)
    static func hash(_ x: Int32, _ y: Int32, _ z: Int32) -> Float {
        var h = UInt32(bitPattern: x) &* 0x8da6_b343 ^ UInt32(bitPattern: y) &* 0xd816_3841 ^ UInt32(bitPattern: z) &* 0xcb1a_b31f
        h = (h ^ (h >> 15)) &* 0x2c1b_3c6d
        h = (h ^ (h >> 12)) &* 0x297a_2d39
        h ^= h >> 15
        return Float(h >> 8) * 0x1p-24
    }

    /// The whole number at or below `x`, |x| < 2³⁰.
    @inline(__always)
    static func floor(_ x: Float) -> Int32 {
        let i = Int32(x)
        return x < Float(i) ? i - 1 : i
    }

    /// Noise of wavelength 1, −1…1.
    @inline(__always)
    static func value(_ p: Vector3) -> Float {
        let i = floor(p.x)
        let j = floor(p.y)
        let k = floor(p.z)
        let f = p - Vector3(Float(i), Float(j), Float(k))
        let s = f * f * (3 - 2 * f)
        @inline(__always)
        func mix(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }
        let low = mix(
            mix(hash(i, j, k), hash(i + 1, j, k), s.x), mix(hash(i, j + 1, k), hash(i + 1, j + 1, k), s.x), s.y)
        let high = mix(
            mix(hash(i, j, k + 1), hash(i + 1, j, k + 1), s.x), mix(hash(i, j + 1, k + 1), hash(i + 1, j + 1, k + 1), s.x), s.y)
        return mix(low, high, s.z) * 2 - 1
    }

    /// Fine noise of `frequency` waves a metre as it is left over a spot of `spot` metres, −1…1.
    @inline(__always)
    static func fine(_ p: Vector3, frequency: Float, spot: Float) -> Float {
        let share = visible(1 / frequency, spot)
        return share > 0 ? value(p * frequency) * share : 0
    }

    /// How much of a pattern of `wavelength` metres is left when it is seen in spots of `spot` metres: 1…0.
    @inline(__always)
    static func visible(_ wavelength: Float, _ spot: Float) -> Float {
        let x = 1.4 - 1.6 * spot / wavelength
        return x < 0 ? 0 : (x > 1 ? 1 : x)
    }
}
