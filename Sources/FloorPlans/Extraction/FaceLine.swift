/// A straight stretch of upright surface, seen from above: part of a wall's face.
struct FaceLine: Sendable {
    /// A place on it, and its unit direction; the front is to the left.
    var point: PlanPoint
    var direction: PlanPoint
    /// Where it begins and ends, metres along the direction from `point`.
    var from: Double
    var to: Double
    /// Metres of it that were seen at full height.
    var tall: Double
    /// Root mean square of the offsets of the surface, metres.
    var residual: Double

    var front: PlanPoint { direction.left }
    var length: Double { to - from }
    var middle: PlanPoint { point + direction * ((from + to) / 2) }
    func offset(_ p: PlanPoint) -> Double { direction.cross(p - point) }
    func along(_ p: PlanPoint) -> Double { direction.dot(p - point) }

    /// Where two lines cross; nil where they are nearly parallel.
    func crossing(_ other: FaceLine) -> PlanPoint? {
        let turn = direction.cross(other.direction)
        guard abs(turn) > 0.05 else { return nil }
        return point + direction * ((other.point - point).cross(other.direction) / turn)
    }
}

/// Least-squares lines through cells of upright surface, with weights that fall off for cells beside the line (Tukey's biweight).
enum FaceFit {
    /// - Parameters:
    ///   - start: about where the line is.
    ///   - reach: cells farther beside it do not count, metres.
    /// - Returns: the line with its front to the left, and the root mean square of the offsets.
    static func line(
        _ cells: [FaceCell], from start: FaceLine, reach: Double, fixedDirection: Bool = false
    ) -> (line: FaceLine, residual: Double)? {
        var line = start
        var residual = 0.0
        for _ in 0..<6 {
            var weight = 0.0
            var sum = PlanPoint.zero
            for cell in cells {
                let w = tukey(line.offset(cell.place), reach) * cell.area
                weight += w
                sum += cell.place * w
            }
            guard weight > 0 else { return nil }
            let mean = sum / weight
            var moments = SIMD3<Double>.zero
            for cell in cells {
                let w = tukey(line.offset(cell.place), reach) * cell.area
                let d = cell.place - mean
                moments += (SIMD3(d.x * d.x, d.x * d.y, d.y * d.y) + cell.spread) * w
            }
            moments /= weight
            line.point = mean
            if !fixedDirection {
                // Of the two eigenvectors the one along the cells, turned as before.
                let half = (moments.x - moments.z) / 2
                let root = (half * half + moments.y * moments.y).squareRoot()
                var d = half >= 0 ? PlanPoint(half + root, moments.y) : PlanPoint(moments.y, root - half)
                guard d.length > 1e-12 else { return nil }
                d = d.normalized
                line.direction = d.dot(line.direction) < 0 ? -d : d
            }
            let n = line.direction.left
            residual = max(0, moments.x * n.x * n.x + 2 * moments.y * n.x * n.y + moments.z * n.y * n.y).squareRoot()
        }
        return (line, residual)
    }

    private static func tukey(_ offset: Double, _ reach: Double) -> Double {
        let r = offset / reach
        guard abs(r) < 1 else { return 0 }
        let q = 1 - r * r
        return q * q
    }
}
