import Geometry
import Reconstruction

extension PlanePatch {
    /// Surface whose normal differs by more than 25° belongs to something else.
    private static let likeness = 0.906

    /// The planes in a piece of surface, the largest first: for each the sample that most surface agrees with is refined by least
    /// squares with Tukey's weights (Huber and Ronchetti, *Robust Statistics*, 4.8).
    /// - Parameters:
    ///   - tolerance: metres; surface farther away does not count.
    ///   - most: how many planes at most.
    static func fit(_ surface: LocalSurface, tolerance: Double, most: Int = 3) -> [PlanePatch] {
        var rest = surface.samples
        // A plane has to be more than a bump: a twentieth of a disc.
        let least = 0.05 * .pi * surface.radius * surface.radius
        var planes: [PlanePatch] = []
        while planes.count < most, let seed = seed(rest, tolerance) {
            guard let plane = refined(seed, in: rest, tolerance: tolerance), plane.area >= least else { break }
            planes.append(plane)
            // What lies a little off it belongs to no other plane.
            rest.removeAll { abs(plane.distance(to: $0.point)) < 1.5 * tolerance && $0.normal.dot(plane.normal) > likeness - 0.1 }
        }
        return planes
    }

    /// The one plane that passes nearest to the middle of a surface; nil where there is none.
    static func nearest(_ surface: LocalSurface, normal: Point, tolerance: Double) -> PlanePatch? {
        let near = surface.samples.filter {
            $0.normal.dot(normal) > likeness && abs(($0.point - surface.center).dot(normal)) < 3 * tolerance
        }
        guard
            let plane = refined(
                LocalSurface.Sample(point: surface.center, normal: normal, area: 0), in: near, tolerance: tolerance),
            plane.area >= 0.05 * .pi * surface.radius * surface.radius
        else { return nil }
        return plane
    }

    private static func seed(_ samples: [LocalSurface.Sample], _ tolerance: Double) -> LocalSurface.Sample? {
        var best: (area: Double, sample: LocalSurface.Sample)?
        for k in stride(from: 0, to: samples.count, by: max(1, samples.count / 48)) {
            let s = samples[k]
            let area = samples.reduce(0) { sum, o in
                abs((o.point - s.point).dot(s.normal)) < tolerance && o.normal.dot(s.normal) > likeness ? sum + o.area : sum
            }
            if area > best?.area ?? 0 { best = (area, s) }
        }
        return best?.sample
    }

    /// A plane through the surface near `seed`; nil where there is none.
    static func refined(_ seed: LocalSurface.Sample, in samples: [LocalSurface.Sample], tolerance: Double) -> PlanePatch? {
        var plane = PlanePatch(center: seed.point, normal: seed.normal, axes: [], spread: .zero, area: 0, deviation: 0)
        for round in 0..<6 {
            // Wide at first, since the seed's normal is noisy.
            let reach = tolerance * (round == 0 ? 2 : 1)
            var sums = Sums(around: plane.center)
            for s in samples where s.normal.dot(plane.normal) > likeness {
                let r = plane.distance(to: s.point) / reach
                guard abs(r) < 1 else { continue }
                let w = (1 - r * r) * (1 - r * r)
                sums.add(s.point, weight: w * s.area, area: s.area)
            }
            guard let next = sums.plane(facing: plane.normal) else { return nil }
            plane = next
        }
        plane.pieces = plane.pieces(of: samples, within: tolerance)
        return plane
    }

    /// Squares of the plane, with what of the surface near it lies in each.
    private func pieces(of samples: [LocalSurface.Sample], within tolerance: Double) -> [Piece] {
        // Not smaller than the places of which it is known from where they were seen.
        let edge = max(Double(ScanObservations.edge), spread.x.squareRoot() / 2)
        var sums: [SIMD2<Int>: Piece] = [:]
        var total = 0.0
        for s in samples where s.normal.dot(normal) > Self.likeness {
            let r = distance(to: s.point) / tolerance
            guard abs(r) < 1 else { continue }
            let w = (1 - r * r) * (1 - r * r) * s.area
            let d = s.point - center
            let key = SIMD2(Int((d.dot(axes[0]) / edge).rounded()), Int((d.dot(axes[1]) / edge).rounded()))
            sums[key, default: Piece(place: .zero, weight: 0)].place += s.point * w
            sums[key, default: Piece(place: .zero, weight: 0)].weight += w
            total += w
        }
        guard total > 0 else { return [] }
        return sums.sorted { ($0.key.x, $0.key.y) < ($1.key.x, $1.key.y) }.map { _, sum in
            Piece(place: sum.place / sum.weight, weight: sum.weight / total)
        }
    }

    /// Weighted sums of points about an origin near them.
    private struct Sums {
        let origin: Point
        var weight = 0.0
        var area = 0.0
        var sum = Point.zero
        var squares = Point.zero
        var products = Point.zero

        init(around origin: Point) { self.origin = origin }

        mutating func add(_ p: Point, weight w: Double, area a: Double) {
            let q = p - origin
            weight += w
            area += a
            sum += q * w
            squares += q * q * w
            products += q * Point(q.y, q.z, q.x) * w
        }

        func plane(facing side: Point) -> PlanePatch? {
            guard weight > 0 else { return nil }
            let mean = sum / weight
            let d = squares / weight - mean * mean
            let o = products / weight - mean * Point(mean.y, mean.z, mean.x)
            let eigen = SymmetricEigen(diagonal: d, products: o, scale: abs(d.x) + abs(d.y) + abs(d.z), maxSweeps: 16)
            let axes = eigen.vectors.map { Point($0[0], $0[1], $0[2]) }
            var normal = axes[0].normalized
            guard normal.length > 0, eigen.values[1] > 0 else { return nil }
            if normal.dot(side) < 0 { normal = -normal }
            return PlanePatch(
                center: origin + mean, normal: normal, axes: [axes[2], axes[1]],
                spread: SIMD2(max(0, eigen.values[2]), max(0, eigen.values[1])), area: area,
                deviation: max(0, eigen.values[0]).squareRoot())
        }
    }
}
