import Geometry

/// A rotation, a scale and a translation of the world: p becomes scale · rotation(p) + translation.
public struct Similarity: Sendable, Equatable {
    /// Lengths are multiplied by it; positive.
    public var scale: Float
    /// Applied with the scale, before the translation.
    public var rotation: Quaternion
    /// Applied last, in units of the result.
    public var translation: Vector3

    /// A similarity of its parts.
    public init(scale: Float = 1, rotation: Quaternion = .identity, translation: Vector3 = Vector3(repeating: 0)) {
        self.scale = scale
        self.rotation = rotation
        self.translation = translation
    }

    /// Nothing changes.
    public static let identity = Similarity()

    /// A point of the world after it.
    public func apply(_ p: Vector3) -> Vector3 { scale * rotation.rotate(p) + translation }

    /// A camera's pose after it.
    public func apply(_ pose: RigidTransform) -> RigidTransform {
        RigidTransform(rotation: (rotation * pose.rotation).normalized, translation: apply(pose.translation))
    }

    /// `a * b` applies `b` first, then `a`.
    public static func * (a: Similarity, b: Similarity) -> Similarity {
        Similarity(
            scale: a.scale * b.scale, rotation: (a.rotation * b.rotation).normalized, translation: a.apply(b.translation))
    }

    /// The similarity that leads from points to others with the least squared distances (Horn 1987, by the unit quaternion); nil
    /// where there are fewer than three points, or they are all in one line or at one place.
    package static func fit(_ from: [SIMD3<Double>], _ to: [SIMD3<Double>]) -> Similarity? {
        guard from.count == to.count, from.count >= 3 else { return nil }
        let n = Double(from.count)
        let a = from.reduce(.zero, +) / n
        let b = to.reduce(.zero, +) / n
        var m = [[Double]](repeating: [0, 0, 0], count: 3)
        var spread = 0.0
        var spreadTo = 0.0
        for (p, q) in zip(from, to) {
            let x = p - a
            let y = q - b
            for i in 0..<3 { for j in 0..<3 { m[i][j] += x[i] * y[j] } }
            spread += (x * x).sum()
            spreadTo += (y * y).sum()
        }
        guard spread > 0, spreadTo > 0, isSpatial(from, around: a, spread: spread) else { return nil }
        let eigen = SymmetricEigen([
            [m[0][0] + m[1][1] + m[2][2], m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0]],
            [0, m[0][0] - m[1][1] - m[2][2], m[0][1] + m[1][0], m[2][0] + m[0][2]],
            [0, 0, m[1][1] - m[0][0] - m[2][2], m[1][2] + m[2][1]],
            [0, 0, 0, m[2][2] - m[0][0] - m[1][1]],
        ])
        guard let q = eigen.vectors.last, eigen.values.last?.isFinite == true else { return nil }
        let rotation = Quaternion(Float(q[1]), Float(q[2]), Float(q[3]), Float(q[0])).normalized
        var along = 0.0
        for (p, t) in zip(from, to) {
            let turned = rotation.rotate(Vector3(p - a))
            along += ((t - b) * SIMD3(Double(turned.x), Double(turned.y), Double(turned.z))).sum()
        }
        let scale = along / spread
        guard scale.isFinite, scale > 0 else { return nil }
        return Similarity(
            scale: Float(scale), rotation: rotation, translation: Vector3(b) - Float(scale) * rotation.rotate(Vector3(a)))
    }

    /// Whether points are not all in one line.
    private static func isSpatial(_ points: [SIMD3<Double>], around mean: SIMD3<Double>, spread: Double) -> Bool {
        var c = [[Double]](repeating: [0, 0, 0], count: 3)
        for p in points {
            let d = p - mean
            for i in 0..<3 { for j in i..<3 { c[i][j] += d[i] * d[j] } }
        }
        return SymmetricEigen(c).values[1] > 1e-4 * spread
    }
}
