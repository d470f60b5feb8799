import Geometry

extension SurfaceIndex {
    /// Refuses a point that is not on the surface.
    /// - Parameters:
    ///   - p: the point, metres.
    ///   - radius: how far from the surface it may be, metres.
    /// - Throws: the point, its distance to the nearest surface, and what to do.
    public func requireSurface(near p: Point, within radius: Double) throws(MeasurementError) {
        guard p.isFinite, bvh.nearest(to: p.single, within: Float(radius)) != nil else { throw noSurface(near: p, within: radius) }
    }

    /// Refuses a point that is not in the space of the model. Points whose coordinates count as they are may be in free space, but
    /// not outside of the box around the model, widened by a twentieth of its diagonal.
    /// - Throws: the point, its distance to the nearest surface, and what to do.
    public func requireInside(_ p: Point) throws(MeasurementError) {
        guard p.isFinite, Double(bounds.distanceSquared(to: p.single)) <= margin * margin else {
            throw MeasurementError("\(outside(p)); choose a point inside of the model (\(extent))")
        }
    }

    /// How far from the box around the model a point may be, metres.
    private var margin: Double { 0.05 * Double(bounds.size.length) }

    /// The error of a point without surface around.
    func noSurface(near p: Point, within radius: Double) -> MeasurementError {
        guard p.isFinite else { return MeasurementError("a coordinate of a point is not finite; give three numbers in metres") }
        let limit = max(radius, margin)
        let isOutside = Double(bounds.distanceSquared(to: p.single)) > limit * limit
        let problem =
            isOutside
            ? outside(p)
            : "there is no surface within \(PositionText.metres(radius)) of \(PositionText.of(p))\(nearest(to: p))"
        return MeasurementError("\(problem); choose a point on the surface, or a larger radius" + (isOutside ? " (\(extent))" : ""))
    }

    private func outside(_ p: Point) -> String { "the point \(PositionText.of(p)) is outside of the model\(nearest(to: p))" }

    /// `: the nearest surface is 163.2 m away`; empty where the distance is out of range.
    private func nearest(to p: Point) -> String {
        guard let near = bvh.nearest(to: p.single), near.distance.isFinite else { return "" }
        return ": the nearest surface is \(PositionText.metres(Double(near.distance))) away"
    }

    private var extent: String {
        "the model extends from \(PositionText.of(Point(bounds.min))) to \(PositionText.of(Point(bounds.max)))"
    }
}
