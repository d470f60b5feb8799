import Geometry

/// Takes measurements between places, and propagates their covariances (JCGM 100:2008, the GUM, to first order).
public struct Measurer: Sendable {
    /// Nil where the errors are unknown: each value then states that.
    public let noise: NoiseModel?

    /// What is known of the errors where there is no noise model; nil where nothing is.
    public let scatter: PointScatter?

    /// Why the uncertainty of an imported mesh is unknown.
    public static let imported = "the model has no noise model because it was imported"

    /// Why the uncertainty of a plane is unknown that a click beside it changes.
    static let ambiguous = "clicks beside give another plane; choose a place farther inside of a flat surface"

    /// - Parameters:
    ///   - noise: error model of the scan.
    ///   - scatter: of the points of a cloud, or the residuals of check distances, used where there is no error model; without
    ///     either, values have an unknown uncertainty.
    public init(noise: NoiseModel?, scatter: PointScatter? = nil) {
        self.noise = noise
        self.scatter = noise == nil ? scatter : nil
    }
    /// Measures in an indexed surface with its noise model.
    public init(_ index: SurfaceIndex) { self.init(noise: index.noise, scatter: index.scatter) }

    /// How a value changes with its points and with planes, as an uncertainty.
    func uncertainty(_ points: [(point: MeasuredPoint, gradient: Point)], _ planes: [PlaneReading] = []) -> Uncertainty {
        guard let noise else { return scatter?.uncertainty(points, planes) ?? .unknown(Self.imported) }
        if planes.contains(where: \.plane.isAmbiguous) { return .unknown(Self.ambiguous) }
        var influences = planes.flatMap(noise.influences)
        for (point, gradient) in points {
            guard let covariance = point.covariance else {
                return .unknown(
                    point.snap == .none ? "a point was given by coordinates only" : "one of its points was not observed by the scan"
                )
            }
            influences.append(
                Influence(
                    place: point.position, gradient: gradient, variance: covariance.variance(gradient),
                    sharesVisits: point.snap == .surface || point.snap == .plane))
        }
        return Uncertainty(variance: noise.variance(influences))
    }

    /// - Throws: where a point is not finite.
    func check(_ points: [MeasuredPoint], atLeast least: Int, _ what: String) throws(MeasurementError) {
        guard points.count >= least else { throw MeasurementError("\(what) needs \(least) points; there are \(points.count)") }
        guard points.count <= 10_000 else {
            throw MeasurementError("\(what) of \(points.count) points is too long; use up to 10000")
        }
        guard points.allSatisfy(\.position.isFinite) else {
            throw MeasurementError("\(what) has a point whose position is not finite")
        }
    }
}
