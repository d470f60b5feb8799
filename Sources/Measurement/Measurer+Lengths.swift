import Geometry

extension Measurer {
    /// From one point to another.
    public func distance(_ a: MeasuredPoint, _ b: MeasuredPoint) throws(MeasurementError) -> MeasuredValue {
        try check([a, b], atLeast: 2, "a distance")
        let along = b.position - a.position
        guard along.length > 0 else {
            throw MeasurementError("the two points are equal; choose two different points")
        }
        let u = along.normalized
        return MeasuredValue(kind: .distance, points: [a, b], value: along.length, uncertainty: uncertainty([(a, -u), (b, u)]))
    }

    /// Along a line of points.
    public func path(_ points: [MeasuredPoint]) throws(MeasurementError) -> MeasuredValue {
        try check(points, atLeast: 2, "a path")
        var gradients = [Point](repeating: .zero, count: points.count)
        var length = 0.0
        for i in 1..<points.count {
            let along = points[i].position - points[i - 1].position
            length += along.length
            gradients[i] += along.normalized
            gradients[i - 1] -= along.normalized
        }
        guard length > 0 else { throw MeasurementError("all points of the path are equal") }
        return MeasuredValue(kind: .path, points: points, value: length, uncertainty: uncertainty(Array(zip(points, gradients))))
    }

    /// From a point to a plane, at right angles to it.
    public func distance(_ p: MeasuredPoint, to plane: PlanePatch) throws(MeasurementError) -> MeasuredValue {
        try check([p], atLeast: 1, "a distance")
        let d = plane.distance(to: p.position)
        let foot = point(plane.foot(of: p.position), on: plane)
        let u = plane.normal * (d < 0 ? -1 : 1)
        let reading = PlaneReading(plane: plane, place: foot.position, gradient: -u)
        return MeasuredValue(kind: .distance, points: [foot, p], value: abs(d), uncertainty: uncertainty([(p, u)], [reading]))
    }

    /// Between two planes that face each other or look the same way: from the middle of each to the other one, in the mean.
    /// - Throws: where they are more than 10° from being parallel.
    public func clearance(_ a: PlanePatch, _ b: PlanePatch) throws(MeasurementError) -> MeasuredValue {
        guard abs(a.normal.dot(b.normal)) > 0.985 else {
            throw MeasurementError("the planes are not parallel; measure from a point to a plane, or the angle between them")
        }
        let ab = a.distance(to: b.center)
        let ba = b.distance(to: a.center)
        let value = (abs(ab) + abs(ba)) / 2
        // Each plane is read off at its own middle for half of the value, and at the other's foot for the other half.
        let u = (a.normal * ab).normalized
        let onA = point((a.center + a.foot(of: b.center)) / 2, on: a)
        let onB = point((b.center + b.foot(of: a.center)) / 2, on: b)
        let planes = [
            PlaneReading(plane: a, place: onA.position, gradient: -u), PlaneReading(plane: b, place: onB.position, gradient: u),
        ]
        return MeasuredValue(kind: .clearance, points: [onA, onB], value: value, uncertainty: uncertainty([], planes))
    }

    /// Of a point above a floor, along gravity.
    /// - Throws: where the plane is too steep for a floor.
    public func height(_ p: MeasuredPoint, above floor: PlanePatch) throws(MeasurementError) -> MeasuredValue {
        try check([p], atLeast: 1, "a height")
        guard abs(floor.normal.y) > 0.9 else {
            throw MeasurementError("the plane below is not a floor: it slopes by more than 25°; choose another point")
        }
        // Straight down, however the floor slopes.
        let fall = floor.distance(to: p.position) / floor.normal.y
        let foot = point(p.position - Point(0, fall, 0), on: floor)
        let u = floor.normal / floor.normal.y
        let reading = PlaneReading(plane: floor, place: foot.position, gradient: -u)
        return MeasuredValue(kind: .height, points: [foot, p], value: fall, uncertainty: uncertainty([(p, u)], [reading]))
    }

    /// A place on a fitted plane, with its covariance.
    public func point(_ p: Point, on patch: PlanePatch) -> MeasuredPoint {
        MeasuredPoint(
            p, snap: .plane, normal: patch.normal,
            covariance: noise.map { $0.covariance(normal: patch.normal, variance: $0.planeVariance(patch, at: p), at: p) }.finite
                ?? scatter?.covariance(patch, at: p))
    }
}
