import Geometry

extension SurfaceIndex {
    /// The free space through `p` along a direction, both ways: the width of a doorway, the height under a beam. Within `spread`
    /// metres around the line it is the smallest that counts.
    /// - Throws: where the surface is not met both ways.
    public func clearance(at p: Point, along direction: Point, spread: Double = 0) throws(MeasurementError) -> MeasuredValue {
        let u = direction.normalized
        guard p.isFinite, u.isFinite, u.length > 0 else { throw MeasurementError("a clearance needs a point and a direction") }
        guard spread.isFinite, (0...10).contains(spread) else {
            throw MeasurementError("a spread of \(spread) m is out of range; use 0 to 10 m")
        }
        let (v, w) = u.tangents
        var best: (value: Double, a: Point, b: Point, ta: Int, tb: Int)?
        // Rings of rays an eighth of the spread apart.
        for ring in 0...(spread > 0 ? 8 : 0) {
            for k in 0..<(ring == 0 ? 1 : 6 * ring) {
                let angle = 2 * Float.pi * Float(k) / Float(max(1, 6 * ring))
                let out = v * Double(Trigonometry.cos(angle)) + w * Double(Trigonometry.sin(angle))
                let origin = p + out * (spread * Double(ring) / 8)
                guard let hits = hits(from: origin, along: u) else { continue }
                let (ahead, behind) = hits
                let value = Double(ahead.t) + Double(behind.t)
                if value < best?.value ?? .infinity {
                    best = (value, origin - u * Double(behind.t), origin + u * Double(ahead.t), behind.triangle, ahead.triangle)
                }
            }
        }
        guard let best else {
            throw MeasurementError(
                "from \(PositionText.of(p)) the surface is not hit in both directions; choose another point or direction")
        }
        // Where the surface is flat its plane says more than one place of it.
        let ends = [(best.a, best.ta), (best.b, best.tb)].map { hit, triangle in
            let side = normal(of: triangle)
            if let patch = plane(at: hit, facing: side, radius: 0.12), abs(patch.normal.dot(u)) > 0.9,
                abs(patch.distance(to: hit)) < tolerance
            {
                return point(hit - u * (patch.distance(to: hit) / patch.normal.dot(u)), on: patch)
            }
            return surfacePoint(hit, facing: side)
        }
        let value = (ends[1].position - ends[0].position).dot(u)
        // The line keeps its direction: an end moves along it as its surface moves along the normal.
        func gradient(_ end: MeasuredPoint, _ sign: Double) -> Point {
            guard let n = end.normal, abs(n.dot(u)) > 0.2 else { return u * sign }
            return n * (sign / n.dot(u))
        }
        // A thin board that was seen from above only ends where its top is.
        if normal(of: best.tb).dot(u) > 0 || normal(of: best.ta).dot(u) < 0 {
            return MeasuredValue(
                kind: .clearance, points: ends, value: value,
                uncertainty: .unknown("one end is the back of a surface that was observed from its other side"))
        }
        let uncertainty = Measurer(self).uncertainty([(ends[0], gradient(ends[0], -1)), (ends[1], gradient(ends[1], 1))])
        return MeasuredValue(
            kind: .clearance, points: ends, value: value,
            uncertainty: beside((best.a + best.b) / 2, along: u, width: best.value, uncertainty))
    }

    private func hits(from origin: Point, along u: Point) -> (ahead: RayHit, behind: RayHit)? {
        guard let ahead = bvh.intersect(Ray(origin: origin.single, direction: u.single)),
            let behind = bvh.intersect(Ray(origin: origin.single, direction: (-u).single))
        else { return nil }
        return (ahead, behind)
    }

    /// Metres around the line in which the width is read off as well: as exactly as people click, and as scans have edges.
    private static let besideDistance = 0.03
    /// Metres by which the width changes where an edge lies beside the line.
    private static let edgeStep = 0.1

    /// The uncertainty with what the line's own place adds: by how much the width changes beside it.
    private func beside(_ middle: Point, along u: Point, width: Double, _ uncertainty: Uncertainty) -> Uncertainty {
        guard let standard = uncertainty.standard else { return uncertainty }
        let (v, w) = u.tangents
        let distance = max(Self.besideDistance, 1.5 * max(noise?.voxelSize ?? 0, points?.spacing ?? 0))
        var square = 0.0
        for k in 0..<8 {
            let angle = Float.pi * Float(k) / 4
            let out = v * Double(Trigonometry.cos(angle)) + w * Double(Trigonometry.sin(angle))
            guard let hits = hits(from: middle + out * distance, along: u) else { return .unknown(Self.edgeBeside) }
            let change = Double(hits.ahead.t) + Double(hits.behind.t) - width
            guard abs(change) < Self.edgeStep else { return .unknown(Self.edgeBeside) }
            square += change * change / 8
        }
        return .standard((standard * standard + square).squareRoot())
    }

    private static let edgeBeside = "an edge lies beside the line; choose a line farther from it"
}
