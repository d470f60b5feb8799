import Geometry
import Support

/// The planes that large parts of a scene lie on, found among confirmed points by random samples (RANSAC, Fischler and Bolles
/// 1981), and those that the scene's edges suggest (`ScenePlanes+Axes.swift`).
struct ScenePlanes {
    /// The points of each view one after the other, row by row.
    let points: [ConfirmedPoint]
    /// Where each view's points begin; one more at the end.
    let starts: [Int]

    private static let most = 24
    private static let tries = 500
    /// Points that a hypothesis is tried on.
    private static let sampled = 2000
    /// Share of the area that a plane has to have.
    private static let smallestShare: Float = 0.004
    /// Points of a plane, at least.
    private static let fewestPoints = 200
    /// Least cosine between a plane's normal and those of its points.
    private static let sameDirection: Float = 0.7

    /// A plane with the area of the points that lie on it.
    struct Found {
        var plane: ScenePlane
        var area: Float
    }

    /// The planes, at most 84; those that points lie on first, by area.
    func planes() -> [ScenePlane] {
        guard points.count >= Self.fewestPoints else { return [] }
        let found = fitted()
        guard let axes = axes(found) else { return found.map(\.plane) }
        var planes = found.map { squared($0.plane, axes) }
        for axis in axes { planes += edges(along: axis, besides: planes) }
        return planes
    }

    private func fitted() -> [Found] {
        var random = SplitMix64(seed: 0x51A7)
        var left = Array(points.indices)
        let total = points.reduce(Float(0)) { $0 + $1.area }
        var found: [Found] = []
        while found.count < Self.most, left.count >= Self.fewestPoints {
            let sample = (0..<Self.sampled).map { _ in left[Int(random.next() % UInt64(left.count))] }
            var best: Found?
            for _ in 0..<Self.tries {
                guard let plane = hypothesis(left, &random) else { continue }
                let area = area(sample, plane)
                if area > best?.area ?? 0 { best = Found(plane: plane, area: area) }
            }
            guard var plane = best?.plane else { break }
            for _ in 0..<6 { plane = leastSquares(left.filter { isOn(plane, points[$0]) }, near: plane) }
            let members = left.filter { isOn(plane, points[$0]) }
            let area = members.reduce(Float(0)) { $0 + points[$1].area }
            guard area > Self.smallestShare * total, members.count >= Self.fewestPoints else { break }
            found.append(Found(plane: plane, area: area))
            left.removeAll { isOn(plane, points[$0], tolerances: 2) }
        }
        return found.sorted { $0.area > $1.area }
    }

    private func area(_ members: [Int], _ plane: ScenePlane) -> Float {
        members.reduce(0) { isOn(plane, points[$1]) ? $0 + points[$1].area : $0 }
    }

    /// A plane through three points of one view that lie near each other in it.
    private func hypothesis(_ left: [Int], _ random: inout SplitMix64) -> ScenePlane? {
        let first = left[Int(random.next() % UInt64(left.count))]
        var view = 0
        var end = starts.count - 1
        while end - view > 1 {
            let middle = (view + end) / 2
            if starts[middle] <= first { view = middle } else { end = middle }
        }
        let range = starts[view]..<starts[view + 1]
        let reach = max(40, range.count / 5)
        func near() -> ConfirmedPoint {
            let at = first + Int(random.next() % UInt64(2 * reach)) - reach
            return points[min(max(at, range.lowerBound), range.upperBound - 1)]
        }
        let a = points[first]
        let product = cross(near().position - a.position, near().position - a.position)
        // Three points that lie too near to each other or to a line determine no plane.
        guard product.length > 50 * a.tolerance * a.tolerance else { return nil }
        let normal = product.normalized
        guard dot(normal, a.normal).magnitude > 0.8 else { return nil }
        return ScenePlane(normal: normal, offset: dot(normal, a.position))
    }

    @inline(__always)
    func isOn(_ plane: ScenePlane, _ p: ConfirmedPoint, tolerances: Float = 1) -> Bool {
        plane.distance(p.position).magnitude < tolerances * p.tolerance
            && dot(plane.normal, p.normal).magnitude > Self.sameDirection
    }

    /// How much a point counts for a plane: nearer ones more (Cauchy's weights), since what stands a little before a wall is
    /// within the tolerance, too.
    @inline(__always)
    func weight(_ p: ConfirmedPoint, _ plane: ScenePlane) -> Double {
        let r = plane.distance(p.position) / (0.3 * p.tolerance)
        return Double(p.area / (p.tolerance * p.tolerance * (1 + r * r)))
    }

    private func leastSquares(_ members: [Int], near plane: ScenePlane) -> ScenePlane {
        guard members.count >= 3 else { return plane }
        var sum = SIMD3<Double>.zero
        var total = 0.0
        for i in members {
            let w = weight(points[i], plane)
            sum += SIMD3<Double>(points[i].position) * w
            total += w
        }
        let mean = sum / total
        var diagonal = SIMD3<Double>.zero
        var products = SIMD3<Double>.zero
        for i in members {
            let w = weight(points[i], plane)
            let d = SIMD3<Double>(points[i].position) - mean
            diagonal += w * d * d
            products += w * d * SIMD3(d.y, d.z, d.x)
        }
        let least = SymmetricEigen(diagonal: diagonal, products: products, scale: diagonal.sum(), maxSweeps: 20).vectors[0]
        let normal = Vector3(Float(least[0]), Float(least[1]), Float(least[2]))
        return ScenePlane(normal: normal, offset: dot(normal, Vector3(mean)))
    }
}
