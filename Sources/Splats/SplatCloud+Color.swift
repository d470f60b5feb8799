import Geometry

extension SplatCloud {
    /// The colour of splat `i`, seen along `direction` (a unit vector from the eye to the splat): sRGB, not limited to 0…1.
    public func color(_ i: Int, seenAlong direction: Vector3) -> Vector3 {
        let values = SphericalHarmonics.values(SIMD3<Double>(direction))
        var sum = Vector3(repeating: 0.5)
        for k in 0..<coefficientCount { sum += Float(values[k]) * coefficient(i, k) }
        return sum
    }

    /// The colour of splat `i` without what changes with the direction: sRGB, not limited to 0…1.
    @inlinable
    public func baseColor(_ i: Int) -> Vector3 { coefficient(i, 0) * SphericalHarmonics.constant + 0.5 }

    /// Coefficient `k` of splat `i`: red, green, blue.
    @inlinable @inline(__always)
    public func coefficient(_ i: Int, _ k: Int) -> Vector3 {
        let at = 3 * (coefficientCount * i + k)
        return Vector3(harmonics[at], harmonics[at + 1], harmonics[at + 2])
    }

    /// The constant coefficient of a colour, per channel (sRGB, 0…1).
    @inlinable
    public static func coefficient(ofBase color: Vector3) -> Vector3 { (color - 0.5) / SphericalHarmonics.constant }

    /// The centres with their base colours, linear: for tools that know points only.
    public var centres: PointCloud {
        PointCloud(
            positions: positions,
            colors: (0..<count).map { i in
                let c = baseColor(i).clamped(lowerBound: Vector3(repeating: 0), upperBound: Vector3(repeating: 1))
                return Vector3(SRGB.decode(c.x), SRGB.decode(c.y), SRGB.decode(c.z))
            })
    }
}
