import Geometry

/// Rooms are mostly built at right angles: with two planes at a right angle there are three axes. Planes that are nearly square to
/// one are made quite so, and wherever many points have the same place along an axis there is probably a plane square to it, though
/// none of its inside has texture: a plain ceiling shows only the edge where the walls meet it (Furukawa and others 2009,
/// "Manhattan-world stereo").
extension ScenePlanes {
    /// Cosine of 3°: planes whose normal is that close to an axis are taken for square to it.
    private static let square: Float = 0.9986
    private static let mostPerAxis = 20
    /// One point in so many lies beyond everything at each end of an axis.
    private static let errors = 5000

    /// Three directions at right angles to which the largest planes are square; nil where no two planes are at a right angle.
    func axes(_ found: [Found]) -> [Vector3]? {
        guard let first = found.first?.plane.normal,
            let second = found.first(where: { dot($0.plane.normal, first).magnitude < 0.05 })?.plane.normal
        else { return nil }
        var axes = [first, (second - first * dot(first, second)).normalized]
        axes.append(cross(axes[0], axes[1]))
        for _ in 0..<8 { axes = turned(axes, onto: found.map(\.plane)) }
        return axes
    }

    /// The axes after one step of Gauss and Newton towards the rotation with which the points of all planes that are nearly square
    /// to an axis lie best on planes quite square to it.
    private func turned(_ axes: [Vector3], onto planes: [ScenePlane]) -> [Vector3] {
        var normal = [[Double]](repeating: [0, 0, 0], count: 3)
        var right = [0.0, 0.0, 0.0]
        for plane in planes {
            guard let axis = axes.first(where: { dot($0, plane.normal).magnitude > Self.square }) else { continue }
            let members = points.filter { isOn(plane, $0) }
            let square = squared(plane, axis, members)
            let weights = members.map { weight($0, square) }
            let total = weights.reduce(0, +)
            guard total > 0 else { continue }
            let mean = zip(members, weights).reduce(SIMD3<Double>.zero) { $0 + SIMD3<Double>($1.0.position) * $1.1 } / total
            for (p, w) in zip(members, weights) {
                let d = Vector3(SIMD3<Double>(p.position) - mean)
                // (rotation × axis) · d = rotation · (axis × d)
                let row = SIMD3<Double>(cross(axis, d))
                for i in 0..<3 {
                    for j in 0..<3 { normal[i][j] += w * row[i] * row[j] }
                    right[i] -= w * row[i] * Double(dot(axis, d))
                }
            }
        }
        let trace = normal[0][0] + normal[1][1] + normal[2][2]
        guard trace > 0 else { return axes }
        // About a direction that no plane determines nothing is turned.
        let system = SymmetricEigen(normal)
        var turn = Vector3(0, 0, 0)
        for k in 0..<3 where system.values[k] > 1e-6 * trace {
            let v = SIMD3<Double>(system.vectors[k][0], system.vectors[k][1], system.vectors[k][2])
            turn += Vector3(v * ((v * SIMD3(right[0], right[1], right[2])).sum() / system.values[k]))
        }
        guard turn.length > 0, turn.isFinite else { return axes }
        let rotation = Quaternion(angle: min(turn.length, 0.1), axis: turn)
        return axes.map { rotation.rotate($0).normalized }
    }

    /// A plane that is nearly square to an axis, made quite so; others as they are.
    func squared(_ plane: ScenePlane, _ axes: [Vector3]) -> ScenePlane {
        guard let axis = axes.first(where: { dot($0, plane.normal).magnitude > Self.square }) else { return plane }
        return squared(plane, axis, points.filter { isOn(plane, $0) })
    }

    /// The plane square to an axis that lies best among the points of a plane that nearly is.
    private func squared(_ plane: ScenePlane, _ axis: Vector3, _ members: [ConfirmedPoint]) -> ScenePlane {
        let normal = dot(axis, plane.normal) > 0 ? axis : -axis
        // The median first: where the plane was turned, its offset says little.
        let places = members.map { dot(normal, $0.position) }.sorted()
        guard !places.isEmpty else { return plane }
        var square = ScenePlane(normal: normal, offset: places[places.count / 2], isSquare: true)
        for _ in 0..<5 {
            var sum = 0.0
            var total = 0.0
            for p in members {
                let w = weight(p, square)
                sum += w * Double(dot(normal, p.position))
                total += w
            }
            square.offset = Float(sum / total)
        }
        return square
    }

    /// Planes square to an axis at the places where many more points are than a little beside them, without those that are there.
    func edges(along axis: Vector3, besides planes: [ScenePlane]) -> [ScenePlane] {
        let tolerance = typicalTolerance
        let there = planes.compactMap { plane in
            let c = dot(plane.normal, axis)
            return c.magnitude > 0.99 ? (c > 0 ? plane.offset : -plane.offset) : nil
        }
        let places = peaks(along: axis, step: tolerance * 0.5).filter { place in
            !there.contains { ($0 - place).magnitude < 2 * tolerance }
        }
        return places.map { ScenePlane(normal: axis, offset: $0, isSquare: true) }
    }

    private var typicalTolerance: Float {
        let sample = stride(from: 0, to: points.count, by: max(1, points.count / 1000)).map { points[$0].tolerance }.sorted()
        return sample[sample.count / 2]
    }

    /// Peaks of a histogram of the points' places along an axis; the outermost two first, then by height.
    private func peaks(along axis: Vector3, step: Float) -> [Float] {
        let places = points.map { dot(axis, $0.position) }
        let ordered = places.sorted()
        // A few points far away are errors; few more are all that a plain ceiling has.
        let low = ordered[ordered.count / Self.errors]
        let high = ordered[ordered.count - 1 - ordered.count / Self.errors]
        guard high > low, step > 0, (high - low) / step < 100_000 else { return [] }
        let margin = 8
        let count = Int((high - low) / step) + 1 + 2 * margin
        var bins = [Float](repeating: 0, count: count)
        var counts = [Int](repeating: 0, count: count)
        var total: Float = 0
        for (p, place) in zip(points, places) {
            let at = Int(((place - low) / step).rounded(.down)) + margin
            // The area's root: an edge is a line of points, however far away they were seen from.
            let length = p.area.squareRoot()
            total += length
            guard bins.indices.contains(at) else { continue }
            bins[at] += length
            counts[at] += 1
        }
        var peaks: [(at: Int, height: Float)] = []
        for k in margin..<count - margin where bins[k] >= bins[k - 1] && bins[k] >= bins[k + 1] {
            let here = bins[k - 1] + bins[k] + bins[k + 1]
            let beside = bins[k - margin...k + margin].reduce(0, +) * 3 / Float(2 * margin + 1)
            guard here > 1.1 * beside, here > 0.0005 * total else { continue }
            // More than chance makes of so many points: four standard deviations.
            let number = Float(counts[k - 1...k + 1].reduce(0, +))
            let usual = Float(counts[k - margin...k + margin].reduce(0, +)) * 3 / Float(2 * margin + 1)
            if number - usual > 4 * (usual + 1).squareRoot() { peaks.append((k, here - beside)) }
        }
        // The outermost are walls, floor and ceiling more probably than others are.
        let outer = Set([peaks.first?.at, peaks.last?.at].compactMap { $0 })
        peaks.sort { (outer.contains($0.at) ? 1 : 0, $0.height) > (outer.contains($1.at) ? 1 : 0, $1.height) }
        return peaks.prefix(Self.mostPerAxis).map { peak in
            var sum: Float = 0
            var weight: Float = 0
            for k in peak.at - 1...peak.at + 1 {
                sum += bins[k] * (low + (Float(k - margin) + 0.5) * step)
                weight += bins[k]
            }
            return sum / weight
        }
    }
}
