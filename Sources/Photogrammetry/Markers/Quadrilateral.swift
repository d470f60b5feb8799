import Geometry

/// A convex quadrilateral in an image, its corners clockwise as seen (y down).
struct Quadrilateral {
    var corners: [Vector2]

    init(corners: [Vector2]) { self.corners = corners }

    /// The quadrilateral of an outline: the farthest points from its middle, from each other, and to both sides of that diagonal.
    /// Nil where the outline isn't along its sides.
    init?(_ outline: [Vector2], minSide: Float) {
        guard outline.count >= 16 else { return nil }
        let middle = outline.reduce(Vector2(repeating: 0), +) / Float(outline.count)
        func farthest(_ from: Vector2) -> Vector2 {
            outline.max { Self.squared($0 - from) < Self.squared($1 - from) } ?? from
        }
        let a = farthest(middle)
        let c = farthest(a)
        let diagonal = c - a
        func side(_ p: Vector2) -> Float { diagonal.x * (p.y - a.y) - diagonal.y * (p.x - a.x) }
        guard let b = outline.min(by: { side($0) < side($1) }), let d = outline.max(by: { side($0) < side($1) }) else { return nil }
        corners = [a, b, c, d]
        let lengths = sides.map { Self.squared($0.1 - $0.0).squareRoot() }
        guard lengths.allSatisfy({ $0 >= minSide }), isConvex, (lengths.max() ?? 0) < 12 * (lengths.min() ?? 0) else { return nil }
        // Nearly all of the outline has to be near a side.
        let tolerance = max(1.5, 0.03 * (lengths.max() ?? 0))
        let near = outline.count { p in sides.contains { Self.distance(p, from: $0.0, to: $0.1) <= tolerance } }
        guard near * 10 >= outline.count * 9 else { return nil }
    }

    var sides: [(Vector2, Vector2)] { (0..<4).map { (corners[$0], corners[($0 + 1) % 4]) } }

    var area: Float {
        abs(sides.reduce(0) { $0 + $1.0.x * $1.1.y - $1.0.y * $1.1.x }) / 2
    }

    /// Whether all corners turn clockwise as seen.
    private var isConvex: Bool {
        (0..<4).allSatisfy { i in
            let u = corners[(i + 1) % 4] - corners[i]
            let v = corners[(i + 2) % 4] - corners[(i + 1) % 4]
            return u.x * v.y - u.y * v.x > 0
        }
    }

    /// The same with sides that are fitted to the steepest change from black inside to white outside; nil where there is none.
    func refined(in image: GrayImage) -> Quadrilateral? {
        var current = self
        for reach: Float in [4, 2] {
            guard let next = current.fitted(in: image, reach: reach) else { return nil }
            current = next
        }
        return current.isConvex ? current : nil
    }

    private func fitted(in image: GrayImage, reach: Float) -> Quadrilateral? {
        var lines: [(point: Vector2, direction: Vector2)] = []
        for (a, b) in sides {
            let along = b - a
            let length = Self.squared(along).squareRoot()
            let u = along / length
            // Outwards: to the left of the way clockwise as seen.
            let n = Vector2(u.y, -u.x)
            let reach = min(reach, length / 8)
            var edge: [Vector2] = []
            let count = min(64, max(12, Int(length / 2)))
            for k in 0..<count {
                let p = a + along * (0.08 + 0.84 * Float(k) / Float(count - 1))
                if let at = Self.steepest(image, at: p, along: n, reach: reach) { edge.append(p + n * at) }
            }
            guard edge.count * 2 >= count, let line = Self.line(edge) else { return nil }
            lines.append(line)
        }
        var corners: [Vector2] = []
        for i in 0..<4 {
            guard let p = Self.intersection(lines[(i + 3) % 4], lines[i]) else { return nil }
            guard Self.squared(p - self.corners[i]) < 16 * (reach + 2) * (reach + 2) else { return nil }
            corners.append(p)
        }
        return Quadrilateral(corners: corners)
    }

    /// How far outwards it gets lighter fastest, by a parabola through the three steepest steps.
    private static func steepest(_ image: GrayImage, at p: Vector2, along n: Vector2, reach: Float) -> Float? {
        let step: Float = 0.5
        let count = Int(2 * reach / step) + 1
        func brightness(_ i: Int) -> Float {
            let q = p + n * (Float(i) * step - reach)
            return image.sample(q.x, q.y)
        }
        let values = (0...count).map(brightness)
        // The slope between two samples a pixel apart.
        let slopes = (1..<count).map { values[$0 + 1] - values[$0 - 1] }
        guard let best = slopes.indices.max(by: { slopes[$0] < slopes[$1] }), slopes[best] > 12, best > 0, best < slopes.count - 1
        else {
            return nil
        }
        let bend = slopes[best - 1] - 2 * slopes[best] + slopes[best + 1]
        let shift = bend < 0 ? 0.5 * (slopes[best - 1] - slopes[best + 1]) / bend : 0
        return (Float(best + 1) + min(max(shift, -1), 1)) * step - reach
    }

    /// The line with the least squared distances, a second time without the worst.
    private static func line(_ points: [Vector2]) -> (point: Vector2, direction: Vector2)? {
        var kept = points
        var result: (point: Vector2, direction: Vector2)?
        for _ in 0..<2 {
            guard kept.count >= 5 else { return nil }
            let mean = kept.reduce(Vector2(repeating: 0), +) / Float(kept.count)
            var xx: Float = 0
            var xy: Float = 0
            var yy: Float = 0
            for p in kept {
                let d = p - mean
                xx += d.x * d.x
                xy += d.x * d.y
                yy += d.y * d.y
            }
            let angle = 0.5 * Trigonometry.atan2(2 * xy, xx - yy)
            let (s, c) = Trigonometry.sincos(angle)
            result = (mean, Vector2(c, s))
            func miss(_ p: Vector2) -> Float { abs((p.x - mean.x) * s - (p.y - mean.y) * c) }
            let misses = points.map(miss).sorted()
            let limit = max(0.3, 3 * misses[misses.count / 2])
            kept = points.filter { miss($0) <= limit }
        }
        return result
    }

    private static func intersection(
        _ a: (point: Vector2, direction: Vector2), _ b: (point: Vector2, direction: Vector2)
    ) -> Vector2? {
        let det = a.direction.x * b.direction.y - a.direction.y * b.direction.x
        guard abs(det) > 0.05 else { return nil }
        let d = b.point - a.point
        let t = (d.x * b.direction.y - d.y * b.direction.x) / det
        return a.point + a.direction * t
    }

    private static func squared(_ v: Vector2) -> Float { (v * v).sum() }

    private static func distance(_ p: Vector2, from a: Vector2, to b: Vector2) -> Float {
        let d = b - a
        let t = min(max(((p - a) * d).sum() / max(squared(d), 1e-6), 0), 1)
        return squared(p - (a + d * t)).squareRoot()
    }
}
