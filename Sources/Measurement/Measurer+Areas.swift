import FloorPlans
import Geometry

extension Measurer {
    /// Of a polygon on any plane: its corners in turn, the last one joined to the first. Corners that lie off the plane count by
    /// their feet on it; the plane is that of Newell's normal.
    public func area(_ corners: [MeasuredPoint]) throws(MeasurementError) -> MeasuredValue {
        let (normal, value) = try face(corners)
        let n = corners.count
        let gradients = corners.indices.map { i in
            (corners[(i + 1) % n].position - corners[(i + n - 1) % n].position).cross(normal) / 2
        }
        return MeasuredValue(
            kind: .area, points: corners, value: value, uncertainty: uncertainty(Array(zip(corners, gradients))),
            notes: bulge(corners, normal).map { [$0] } ?? [])
    }

    /// Around a polygon.
    public func perimeter(_ corners: [MeasuredPoint]) throws(MeasurementError) -> MeasuredValue {
        try check(corners, atLeast: 3, "a perimeter")
        var round = try path(corners + [corners[0]])
        // The first point counts once, with both of its edges.
        let n = corners.count
        let gradients = corners.indices.map { i in
            let p = corners[i].position
            return (p - corners[(i + 1) % n].position).normalized + (p - corners[(i + n - 1) % n].position).normalized
        }
        round.kind = .perimeter
        round.points = corners
        round.uncertainty = uncertainty(Array(zip(corners, gradients)))
        return round
    }

    /// Unit normal and area of a polygon.
    /// - Throws: where it has no area, or crosses itself.
    private func face(_ corners: [MeasuredPoint]) throws(MeasurementError) -> (Point, Double) {
        try check(corners, atLeast: 3, "an area")
        guard corners.count <= 1000 else {
            throw MeasurementError("a polygon of \(corners.count) corners is too long; use up to 1000")
        }
        let origin = corners[0].position
        var sum = Point.zero
        for (i, corner) in corners.enumerated() {
            sum += (corner.position - origin).cross(corners[(i + 1) % corners.count].position - origin)
        }
        let value = sum.length / 2
        guard value > 1e-12 else { throw MeasurementError("the polygon has no area; its corners are collinear") }
        let normal = sum.normalized
        let (u, v) = normal.tangents
        let flat = PlanPolygon(corners.map { PlanPoint(($0.position - origin).dot(u), ($0.position - origin).dot(v)) })
        guard flat.isSimple else { throw MeasurementError("the polygon crosses itself; give its corners in order") }
        return (normal, value)
    }

    /// What to say of a polygon that is not flat: by more than a hundredth of its extent.
    private func bulge(_ corners: [MeasuredPoint], _ normal: Point) -> String? {
        let mean = corners.reduce(Point.zero) { $0 + $1.position } / Double(corners.count)
        let off = corners.map { abs(($0.position - mean).dot(normal)) }.max() ?? 0
        let extent = corners.map { ($0.position - mean).length }.max() ?? 0
        guard off > 0.01 * extent, off > 0.005 else { return nil }
        return
            "Its corners are up to \(PositionText.metres(off)) off the fitted plane: the area is that of their projections onto it."
    }
}
