/// What is known of the errors of a surface that has no noise model: how its points scatter about fitted planes, and by how much it
/// differs from check distances.
///
/// It contains neither drift nor a scale error: nothing in the points of a cloud can determine them. Check distances add the scale.
public struct PointScatter: Sendable, Equatable {
    /// Metres between neighbouring points of a cloud; 0 of a mesh.
    public var spacing: Double
    /// Metres: root mean square distance of a cloud's points from planes through their neighbours; 0 of a mesh.
    public var deviation: Double
    /// Metres: standard deviation of each coordinate of a point, from the residuals of check distances; nil without them.
    public var residual: Double?

    /// Lengths in metres.
    public init(spacing: Double = 0, deviation: Double = 0, residual: Double? = nil) {
        self.spacing = spacing
        self.deviation = deviation
        self.residual = residual
    }

    /// What a value of a cloud says of its interval.
    public static let note = "The interval contains the scatter of the points only, neither drift nor scale of the scan."

    /// A click can't tell the places between two points apart: a uniform distribution, along each axis.
    private var lateral: Double { spacing * spacing / 12 + own }
    private var own: Double { (residual ?? 0) * (residual ?? 0) }

    /// One a square of 6 cm, or a point where they are farther apart; no more than a patch around a click has, since what
    /// registration leaves and walls that bend do not average out over a whole wall.
    private func observations(_ plane: PlanePatch) -> Double {
        let edge = max(PlanePatch.correlation, spacing)
        let patch = Double.pi * SurfaceIndex.planeRadius * SurfaceIndex.planeRadius
        return max(1, min(plane.area, patch) / (edge * edge))
    }

    /// Variance along the normal of a fitted plane at a point: of its offset and its tilt.
    func variance(_ plane: PlanePatch, at p: Point) -> Double {
        let observations = observations(plane)
        return plane.deviation * plane.deviation / observations * (1 + plane.outside(p)) + plane.rivalVariance(at: p) + own
    }

    func tilts(_ plane: PlanePatch) -> SIMD2<Double> {
        let variance = plane.deviation * plane.deviation / observations(plane) + own
        let fit = SIMD2<Double>(repeating: variance) / plane.extent
        return fit + plane.rivalTilts
    }

    /// Of a point on a fitted plane.
    func covariance(_ plane: PlanePatch, at p: Point) -> Covariance {
        Covariance(variance: lateral) + Covariance(along: plane.normal, variance: max(0, variance(plane, at: p) - lateral))
    }

    /// Of a point of the surface.
    /// - Parameter roughness: root mean square distance in metres of the surface around from a plane.
    func covariance(normal: Point, roughness: Double) -> Covariance {
        let across = own + max(deviation * deviation, roughness * roughness)
        return Covariance(variance: lateral) + Covariance(along: normal, variance: max(0, across - lateral))
    }

    /// Of where planes meet.
    func covariance(of planes: [PlanePatch], at p: Point) -> Covariance? {
        PlaneIntersection.covariance(planes.map(\.normal), variances: planes.map { variance($0, at: p) })
    }

    /// Of an outermost point.
    var pointCovariance: Covariance { Covariance(variance: lateral + deviation * deviation) }

    /// By the law of propagation, all points and planes being independent.
    func uncertainty(_ points: [(point: MeasuredPoint, gradient: Point)], _ planes: [PlaneReading]) -> Uncertainty {
        if planes.contains(where: \.plane.isAmbiguous) { return .unknown(Measurer.ambiguous) }
        var sum = planes.reduce(0) { $0 + variance($1.plane, at: $1.place) * $1.gradient.dot($1.gradient) }
        for (point, gradient) in points {
            guard let covariance = point.covariance else { return .unknown("a point was given by coordinates only") }
            sum += covariance.variance(gradient)
        }
        return Uncertainty(variance: .success(sum))
    }
}

extension SurfaceIndex {
    /// The scatter, where it is what uncertainties come from.
    var ownScatter: PointScatter? { noise == nil ? scatter : nil }
}
