import Geometry

/// A smooth camera path through poses: Catmull–Rom splines of positions and rotations.
struct PoseSpline: Sendable {
    private let poses: [RigidTransform]
    /// The position of each pose on the whole path, 0…1.
    private let times: [Float]

    /// - Parameter atEvenPace: whether the duration of each part follows from the path's length, or else from the number of poses.
    /// - Precondition: there is a pose.
    init(_ poses: [RigidTransform], atEvenPace: Bool = true) {
        precondition(!poses.isEmpty, "a path needs a pose")
        var poses = poses
        // Neighbouring quaternions on the same half of the sphere: the shorter rotation.
        for i in poses.indices.dropFirst() {
            let q = poses[i].rotation.vector
            if (q * poses[i - 1].rotation.vector).sum() < 0 { poses[i].rotation.vector = -q }
        }
        self.poses = poses
        var lengths: [Float] = [0]
        for i in poses.indices.dropFirst() {
            let a = poses[i - 1]
            let b = poses[i]
            // Turning takes time, too: a radian as long as a fifth of a metre.
            let turn = 2 * (1 - min(1, abs((a.rotation.vector * b.rotation.vector).sum()))).squareRoot()
            lengths.append(lengths[i - 1] + (atEvenPace ? max(1e-6, (b.translation - a.translation).length + 0.2 * turn) : 1))
        }
        let whole = max(lengths[lengths.count - 1], 1e-6)
        times = lengths.map { $0 / whole }
    }

    /// - Parameter time: 0…1.
    func pose(at time: Float) -> RigidTransform {
        guard poses.count > 1 else { return poses[0] }
        var i = 0
        while i + 2 < poses.count, times[i + 1] <= time { i += 1 }
        let t = min(max((time - times[i]) / (times[i + 1] - times[i]), 0), 1)
        func point(_ k: Int) -> RigidTransform { poses[min(max(k, 0), poses.count - 1)] }
        let a = point(i - 1)
        let b = point(i)
        let c = point(i + 1)
        let d = point(i + 2)
        let place = Self.spline(a.translation, b.translation, c.translation, d.translation, t)
        let turn = Self.spline(a.rotation.vector, b.rotation.vector, c.rotation.vector, d.rotation.vector, t)
        return RigidTransform(rotation: Quaternion(turn.x, turn.y, turn.z, turn.w).normalized, translation: place)
    }

    /// The uniform Catmull–Rom spline between `b` and `c`.
    private static func spline<V: SIMD>(_ a: V, _ b: V, _ c: V, _ d: V, _ t: Float) -> V where V.Scalar == Float {
        let linear = c - a
        let square = 2 * a - 5 * b + 4 * c - d
        let cube = 3 * b - a - 3 * c + d
        return b + 0.5 * t * (linear + t * (square + t * cube))
    }
}
