import Models

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Angles about x, y and z, in this order, in degrees.
enum FBXAngles {
    /// The angles of a rotation.
    /// - Parameter rotation: a quaternion of any length but zero.
    static func degrees(_ rotation: SIMD4<Double>) -> SIMD3<Double> {
        if rotation == SIMD4(0, 0, 0, 1) { return .zero }
        // The quarter turns about y, at which the other angles are not unique, are found by numbers of floats, too.
        let q = rotation / (rotation * rotation).sum().squareRoot()
        let m = AffineMap(translation: .zero, rotation: q, scale: SIMD3(repeating: 1))
        let flat = (m.x.x * m.x.x + m.x.y * m.x.y).squareRoot()
        let y = atan2(-m.x.z, flat)
        let radians =
            flat > 1e-6
            ? SIMD3(atan2(m.y.z, m.z.z), y, atan2(m.x.y, m.x.x)) : SIMD3(atan2(-m.z.y, m.y.y), y, 0)
        var result = radians * (180 / .pi)
        // Whole degrees exactly: nodes are often turned so. No minus in front of a zero.
        for k in 0..<3 where abs(result[k] - result[k].rounded()) < 1e-11 { result[k] = result[k].rounded() + 0 }
        return result
    }

    /// The angles of a rotation that are nearest to others, so that curves do not jump.
    static func degrees(_ q: SIMD4<Double>, near last: SIMD3<Double>) -> SIMD3<Double> {
        let first = degrees(q)
        let other = SIMD3(first.x + 180, 180 - first.y, first.z + 180)
        func nearest(_ v: SIMD3<Double>) -> SIMD3<Double> {
            var result = v
            for k in 0..<3 { result[k] += 360 * ((last[k] - v[k]) / 360).rounded() }
            return result
        }
        func distance(_ v: SIMD3<Double>) -> Double { ((v - last) * (v - last)).sum() }
        let a = nearest(first)
        let b = nearest(other)
        return distance(a) <= distance(b) ? a : b
    }
}
