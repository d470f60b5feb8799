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
        var growth = PlaneGrowth(self, around: start.center, reach: reach)
        var plane = growth.grown(start, tolerance: tolerance)
        // Where growth would have ended one step earlier, as on a surface that is a little rougher.
        let smaller = growth.grown(start, tolerance: tolerance, without: 1)
        for other in [smaller] + rivals(of: start, at: p).map({ growth.grown($0.plane, tolerance: $0.tolerance) }) {
            if abs(other.normal.dot(plane.normal)) > Self.minLikeness {
                plane.rivals.append(PlanePatch.Rival(center: other.center, normal: other.normal))
            } else {
                plane.isAmbiguous = true
            }
        }
        return plane
    }

    /// Cosine of 11°; a plane that is turned by more is another one.
    private static let minLikeness = 0.98
    /// Metres from the chosen place to the clicks beside it: as exactly as people click.
    private static let clickDistance = 0.04

    /// The planes that a click beside the place would begin with, on the same side of the surface, and those of half and twice the
    /// tolerance.
    private func rivals(of start: PlanePatch, at p: Point) -> [(plane: PlanePatch, tolerance: Double)] {
        let foot = start.foot(of: p)
        var found: [(plane: PlanePatch, tolerance: Double)] = []
        for factor in [0.5, 2] {
            if let other = plane(at: foot, facing: start.normal, tolerance: factor * tolerance) {
                found.append((other, factor * tolerance))
            }
        }
        for axis in start.axes {
            for distance in [-Self.clickDistance, Self.clickDistance] {
                guard let near = bvh.nearest(to: (foot + axis * distance).single, within: Float(2 * tolerance)),
                    normal(of: near.triangle).dot(start.normal) > 0.9,
                    let other = plane(at: Point(near.point), facing: normal(of: near.triangle))
                else { continue }
                found.append((other, tolerance))
            }
        }
        return found
    }
}

/// Planes that are refined with what lies in them, in wider and wider pieces of one surface, each of which is found once.
private struct PlaneGrowth {
    private let index: SurfaceIndex
    private let center: Point
    private let reach: Double
    private var surfaces: [LocalSurface] = []

    init(_ index: SurfaceIndex, around center: Point, reach: Double) {
        self.index = index
        self.center = center
        self.reach = reach
    }

    /// - Parameter count: how many of the last steps are left out.
    mutating func grown(_ start: PlanePatch, tolerance: Double, without count: Int = 0) -> PlanePatch {
        var steps = [start]
        var plane = start
        var radius = 2 * SurfaceIndex.planeRadius
        var step = 0
        while radius <= reach {
            if step == surfaces.count { surfaces.append(index.surface(around: center, radius: radius)) }
            let seed = LocalSurface.Sample(point: plane.center, normal: plane.normal, area: 0)
            guard let wider = PlanePatch.refined(seed, in: surfaces[step].samples, tolerance: tolerance),
                // Nothing more lies in it, or it has begun to follow something else.
                wider.area > 1.2 * plane.area, wider.normal.dot(start.normal) > 0.99,
                abs(wider.distance(to: start.center)) < tolerance
            else { break }
            plane = wider
            steps.append(wider)
            radius *= 2
            step += 1
        }
        return steps[max(0, steps.count - 1 - count)]
    }
}
