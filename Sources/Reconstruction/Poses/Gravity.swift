import Geometry

/// Finds which way is up from floors, tables and ceilings, and levels the world by it.
public enum Gravity {
    /// A found direction.
    public struct Estimate: Sendable, Equatable {
        /// A unit vector.
        public var up: Vector3
        /// Share of the surface that is level by it, within 4°, 0…1.
        public var share: Double
    }

    /// The direction near `assumed` that most surface faces, up or down.
    ///
    /// A grid of directions is searched first, the best is refined by mean shift with a narrowing window.
    /// - Parameters:
    ///   - normals: unit vectors; others do not count.
    ///   - weights: areas, one a normal; all alike where nil.
    ///   - assumed: the unit vector that points about upwards.
    ///   - limit: radians that the direction may lie off `assumed`.
    /// - Returns: nil where less than a twentieth of the surface is level by any such direction.
    public static func up(
        normals: [Vector3], weights: [Float]? = nil, assumed: Vector3 = Vector3(0, 1, 0), limit: Float = .pi / 4
    ) -> Estimate? {
        let axis = assumed.normalized
        guard axis.isFinite, axis != Vector3(repeating: 0) else { return nil }
        var folded: [(normal: Vector3, weight: Float)] = []
        let reach = Trigonometry.cos(min(limit + 0.1, .pi / 2))
        for (i, n) in normals.enumerated() {
            let weight = weights.map { i < $0.count ? $0[i] : 0 } ?? 1
            guard n.isFinite, weight > 0, weight.isFinite, (n.lengthSquared - 1).magnitude < 0.01 else { continue }
            let c = dot(n, axis)
            if c.magnitude > reach { folded.append((c < 0 ? -n : n, weight)) }
        }
        guard !folded.isEmpty else { return nil }
        var best = (up: axis, score: Float(0))
        for direction in grid(around: axis, limit: limit) {
            let score = folded.reduce(Float(0)) { sum, f in sum + f.weight * max(0, (dot(f.normal, direction) - 0.9945) / 0.0055) }
            if score > best.score { best = (direction, score) }
        }
        guard best.score > 0 else { return nil }
        var up = best.up
        for degrees: Float in [8, 6, 4, 4, 3, 3, 3, 3] {
            let cosine = Trigonometry.cos(degrees * .pi / 180)
            let sum = folded.reduce(Vector3(repeating: 0)) { sum, f in dot(f.normal, up) > cosine ? sum + f.normal * f.weight : sum
            }
            if sum.length > 0 { up = sum.normalized }
        }
        let share = levelShare(normals: normals, weights: weights, up: up)
        return share >= 0.05 && dot(up, axis) > Trigonometry.cos(limit) ? Estimate(up: up, share: share) : nil
    }

    /// The share of the surface that is level within 4° where `up` is up, 0…1.
    static func levelShare(normals: [Vector3], weights: [Float]?, up: Vector3) -> Double {
        var level = Float(0)
        var total = Float(0)
        for (i, n) in normals.enumerated() {
            let weight = weights.map { i < $0.count ? $0[i] : 0 } ?? 1
            guard n.isFinite, weight > 0, weight.isFinite, (n.lengthSquared - 1).magnitude < 0.01 else { continue }
            total += weight
            if dot(n, up).magnitude > 0.99756 { level += weight }
        }
        return total > 0 ? Double(level / total) : 0
    }

    /// Directions some 3° apart within `limit` of `axis`.
    private static func grid(around axis: Vector3, limit: Float) -> [Vector3] {
        let (a, b) = Self.frame(axis)
        var directions = [axis]
        let step: Float = 0.052
        for ring in 1...max(1, Int(limit / step)) {
            let (s, c) = Trigonometry.sincos(Float(ring) * step)
            let count = max(6, Int(2 * Float.pi * s / step))
            for k in 0..<count {
                let (sk, ck) = Trigonometry.sincos(2 * .pi * Float(k) / Float(count))
                directions.append((axis * c + (a * ck + b * sk) * s).normalized)
            }
        }
        return directions
    }

    private static func frame(_ axis: Vector3) -> (Vector3, Vector3) {
        let helper = axis.x.magnitude < 0.7 ? Vector3(1, 0, 0) : Vector3(0, 0, 1)
        let a = cross(axis, helper).normalized
        return (a, cross(axis, a))
    }

    /// The smallest turn that brings `up` to +y.
    public static func levelling(_ up: Vector3) -> RigidTransform {
        let y = Vector3(0, 1, 0)
        let axis = cross(up, y)
        let angle = Trigonometry.atan2(axis.length, dot(up, y))
        return angle < 1e-6
            ? .identity : RigidTransform(rotation: Quaternion(angle: angle, axis: axis.length > 0 ? axis : Vector3(1, 0, 0)))
    }

    /// The turn about +y, at most 45°, that brings most upright surface to face along ±x or ±z; nil where there is hardly any.
    public static func wallTurn(normals: [Vector3], weights: [Float]? = nil) -> RigidTransform? {
        // Directions a right angle apart are the same: four times the angle has no such ambiguity.
        var upright: [(angle: Float, weight: Float)] = []
        var total: Float = 0
        for (i, n) in normals.enumerated() {
            let weight = weights.map { i < $0.count ? $0[i] : 0 } ?? 1
            guard n.isFinite, weight > 0, weight.isFinite else { continue }
            total += weight
            if n.y.magnitude < 0.1, n.lengthSquared > 0.9 { upright.append((Trigonometry.atan2(n.z, n.x), weight)) }
        }
        var bins = [Float](repeating: 0, count: 90)
        func quarter(_ angle: Float) -> Float { angle - (angle / (.pi / 2)).rounded(.down) * (.pi / 2) }
        for u in upright { bins[min(89, Int(quarter(u.angle) * 180 / .pi))] += u.weight }
        let scores = bins.indices.map { i in (-2...2).reduce(Float(0)) { $0 + bins[(i + $1 + 90) % 90] } }
        guard let peak = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[peak] > 0.05 * total else { return nil }
        var middle = (Float(peak) + 0.5) * .pi / 180
        for _ in 0..<5 {
            var sum = Float(0)
            var weight = Float(0)
            for u in upright {
                var off = quarter(u.angle - middle)
                if off > .pi / 4 { off -= .pi / 2 }
                if off.magnitude < 0.07 {
                    sum += off * u.weight
                    weight += u.weight
                }
            }
            if weight > 0 { middle += sum / weight }
        }
        var turn = quarter(middle)
        if turn > .pi / 4 { turn -= .pi / 2 }
        // The angle of (x, z) shrinks when turning counter-clockwise about +y.
        return RigidTransform(rotation: Quaternion(angle: turn, axis: Vector3(0, 1, 0)))
    }

    /// The motion that levels a mesh whose up is near `assumedUp`, and turns its walls to x and z where asked; nil where its
    /// surface does not say which way is up.
    public static func align(
        _ mesh: TriangleMesh, assumedUp: Vector3 = Vector3(0, 1, 0), alignsWalls: Bool = false
    ) -> RigidTransform? {
        var normals: [Vector3] = []
        var weights: [Float] = []
        for t in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(t)
            let n = cross(b - a, c - a)
            normals.append(n.normalized)
            weights.append(n.length * 0.5)
        }
        return align(normals: normals, weights: weights, assumedUp: assumedUp, alignsWalls: alignsWalls)?.motion
    }

    /// The same for normals, with the estimate of up.
    static func align(
        normals: [Vector3], weights: [Float]?, assumedUp: Vector3, alignsWalls: Bool
    ) -> (motion: RigidTransform, estimate: Estimate)? {
        guard let estimate = up(normals: normals, weights: weights, assumed: assumedUp) else { return nil }
        var motion = levelling(estimate.up)
        if alignsWalls, let turn = wallTurn(normals: normals.map { motion.rotation.rotate($0) }, weights: weights) {
            motion = turn * motion
        }
        return (motion, estimate)
    }
}
