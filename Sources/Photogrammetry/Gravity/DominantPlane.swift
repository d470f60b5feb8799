import Geometry
import Support

/// The largest plane of sparse points that the cameras are above: floor, table, ground.
struct DominantPlane {
    private let points: [Vector3]
    private let cameras: [Vector3]
    /// How far a point of the plane may be off.
    private let tolerance: Float

    private static let maxPoints = 4000
    private static let trials = 600
    /// The share of the points that a plane has to hold.
    private static let minShare: Float = 0.15
    /// How far from the coarse direction its normal may be, as a cosine: 25°.
    private static let minCosine: Float = 0.906

    init(points: [Vector3], cameras: [Vector3]) {
        let step = max(1, points.count / Self.maxPoints)
        self.points = stride(from: 0, to: points.count, by: step).map { points[$0] }
        self.cameras = cameras
        let center = cameras.reduce(Vector3(repeating: 0), +) / Float(max(1, cameras.count))
        let distances = self.points.map { ($0 - center).length }.sorted()
        tolerance = distances.isEmpty ? 0 : 0.012 * distances[distances.count / 2]
    }

    /// The plane's normal towards the cameras, and the share of the points in it; nil where no plane near `coarse` (unit length)
    /// holds enough.
    func normal(near coarse: Vector3) -> (normal: Vector3, share: Float)? {
        guard points.count >= 50, tolerance > 0 else { return nil }
        var random = SplitMix64(seed: 7)
        var best: (normal: Vector3, offset: Float, count: Int) = (coarse, 0, 0)
        for _ in 0..<Self.trials {
            let a = point(&random)
            let b = point(&random)
            let c = point(&random)
            var n = cross(b - a, c - a)
            guard n.length > 0 else { continue }
            n = n.normalized
            if dot(n, coarse) < 0 { n = -n }
            guard dot(n, coarse) >= Self.minCosine else { continue }
            let count = inliers(n, dot(n, a)).count
            if count > best.count { best = (n, dot(n, a), count) }
        }
        for _ in 0..<3 {
            let members = inliers(best.normal, best.offset)
            guard members.count >= 20, let (n, offset) = Self.fit(members) else { return nil }
            best = (dot(n, coarse) < 0 ? -n : n, dot(n, coarse) < 0 ? -offset : offset, members.count)
        }
        let share = Float(best.count) / Float(points.count)
        let above = cameras.count { dot(best.normal, $0) > best.offset }
        guard share >= Self.minShare, dot(best.normal, coarse) >= Self.minCosine, above * 10 >= cameras.count * 9 else {
            return nil
        }
        return (best.normal, share)
    }

    private func point(_ random: inout SplitMix64) -> Vector3 { points[Int.random(in: 0..<points.count, using: &random)] }

    private func inliers(_ n: Vector3, _ offset: Float) -> [Vector3] { points.filter { abs(dot(n, $0) - offset) < tolerance } }

    /// The plane with the least squared distances: normal and offset.
    static func fit(_ points: [Vector3]) -> (normal: Vector3, offset: Float)? {
        guard points.count >= 3 else { return nil }
        let n = Double(points.count)
        let mean = points.reduce(SIMD3<Double>.zero) { $0 + SIMD3<Double>($1) } / n
        var c = [[Double]](repeating: [0, 0, 0], count: 3)
        for p in points {
            let d = SIMD3<Double>(p) - mean
            for i in 0..<3 { for j in i..<3 { c[i][j] += d[i] * d[j] } }
        }
        let eigen = SymmetricEigen(c)
        let v = eigen.vectors[0]
        let normal = Vector3(Float(v[0]), Float(v[1]), Float(v[2]))
        guard normal.isFinite, normal.length > 0.5, eigen.values[1] > 0 else { return nil }
        return (normal.normalized, dot(normal.normalized, Vector3(mean)))
    }
}
