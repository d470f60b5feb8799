import Geometry

extension SurfaceIndex {
    /// The plane of the whole wall, floor or board that a place lies on: the plane fitted there, refined with what lies in it
    /// farther and farther away. A patch of 25 cm knows its direction too badly for what is metres away.
    /// - Parameters:
    ///   - p: the place, on or near the surface.
    ///   - reach: metres; how far from the place it may be refined.
    /// - Throws: where the surface at the place is not flat.
    public func wholePlane(at p: Point, reach: Double = 2) throws(MeasurementError) -> PlanePatch {
        let start = try plane(at: p)
        var plane = start
        var radius = 2 * Self.planeRadius
        while radius <= reach, let wider = plane.refined(in: surface(around: start.center, radius: radius), tolerance: tolerance),
            // Nothing more lies in it, or it has begun to follow something else.
            wider.area > 1.2 * plane.area, wider.normal.dot(start.normal) > 0.99,
            abs(wider.distance(to: start.center)) < tolerance
        {
            plane = wider
            radius *= 2
        }
        return plane
    }
}

extension PlanePatch {
    /// The plane fitted anew to all that lies near it in a wider piece of surface.
    fileprivate func refined(in surface: LocalSurface, tolerance: Double) -> PlanePatch? {
        Self.refined(LocalSurface.Sample(point: center, normal: normal, area: 0), in: surface.samples, tolerance: tolerance)
    }
}
