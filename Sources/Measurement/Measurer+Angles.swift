import Foundation
import Geometry
import Reconstruction

extension Measurer {
    /// Between two arms that begin at `vertex`: 0 to π.
    public func angle(_ a: MeasuredPoint, _ vertex: MeasuredPoint, _ b: MeasuredPoint) throws(MeasurementError) -> MeasuredValue {
        try angle(from: vertex, to: a, and: vertex, to: b, points: [a, vertex, b])
    }

    /// Between two edges, each from its first to its second point: 0 to π.
    public func angle(
        edge a: (MeasuredPoint, MeasuredPoint), edge b: (MeasuredPoint, MeasuredPoint)
    ) throws(MeasurementError) -> MeasuredValue {
        try angle(from: a.0, to: a.1, and: b.0, to: b.1, points: [a.0, a.1, b.0, b.1])
    }

    private func angle(
        from a0: MeasuredPoint, to a1: MeasuredPoint, and b0: MeasuredPoint, to b1: MeasuredPoint, points: [MeasuredPoint]
    ) throws(MeasurementError) -> MeasuredValue {
        try check([a0, a1, b0, b1], atLeast: 4, "an angle")
        let p = a1.position - a0.position
        let q = b1.position - b0.position
        guard p.length > 0, q.length > 0 else { throw MeasurementError("an arm of the angle has no length; choose other points") }
        let u = p.normalized
        let v = q.normalized
        let value = atan2(u.cross(v).length, u.dot(v))
        // An arm's end that moves at right angles to it, in the plane of both, turns it by the movement over its length.
        let normal = u.cross(v).normalized
        let gp = u.cross(normal) / p.length
        let gq = normal.cross(v) / q.length
        var gradients: [(MeasuredPoint, Point)] = [(a1, gp), (b1, gq)]
        if points.count == 3 { gradients.append((a0, -gp - gq)) } else { gradients += [(a0, -gp), (b0, -gq)] }
        let parallel = normal.length == 0
        return MeasuredValue(
            kind: .angle, points: points, value: value,
            uncertainty: parallel ? .unknown("the arms are collinear") : uncertainty(gradients))
    }

    /// Between two planes: 0 to π/2 is between the planes themselves, whichever sides they show.
    public func angle(_ a: PlanePatch, _ b: PlanePatch) -> MeasuredValue {
        let cosine = min(1, abs(a.normal.dot(b.normal)))
        let value = atan2(a.normal.cross(b.normal).length, cosine)
        // Turns about the line in which they meet are what changes it.
        let line = a.normal.cross(b.normal).normalized
        guard !a.isAmbiguous, !b.isAmbiguous else {
            return MeasuredValue(
                kind: .angle, points: [point(a.center, on: a), point(b.center, on: b)], value: value,
                uncertainty: .unknown(Self.ambiguous))
        }
        var uncertainty = turned(tilt(a, about: line) + tilt(b, about: line), a: a.center, b: b.center, about: line)
        // Planes that are nearly parallel deviate in two directions, and the angle is how far: 95 % of a Rayleigh distribution.
        if let u = uncertainty.standard, value < 2 * u { uncertainty = .standard(u * 2.447747 / Uncertainty.coverageFactor) }
        return MeasuredValue(
            kind: .angle, points: [point(a.center, on: a), point(b.center, on: b)], value: value, uncertainty: uncertainty)
    }

    /// Between an edge and a plane: 0 to π/2.
    public func angle(edge: (MeasuredPoint, MeasuredPoint), _ plane: PlanePatch) throws(MeasurementError) -> MeasuredValue {
        try check([edge.0, edge.1], atLeast: 2, "an angle")
        let along = edge.1.position - edge.0.position
        guard along.length > 0 else { throw MeasurementError("the edge has no length; choose other points") }
        let u = along.normalized
        let sine = min(1, abs(u.dot(plane.normal)))
        let flat = u - plane.normal * u.dot(plane.normal)
        let across = (flat.length > 1e-9 ? u.cross(plane.normal) : plane.normal.tangents.0).normalized
        let g = u.cross(across) / along.length
        let points = uncertainty([(edge.0, -g), (edge.1, g)])
        var result = MeasuredValue(
            kind: .angle, points: [edge.0, edge.1, point(plane.center, on: plane)], value: asin(sine), uncertainty: points)
        if let u = points.standard {
            result.uncertainty = turned(u * u + tilt(plane, about: across), a: edge.0.position, b: plane.center, about: across)
        }
        return result
    }

    /// Variance of a plane's turn about a direction in it.
    private func tilt(_ plane: PlanePatch, about line: Point) -> Double {
        let tilts = noise?.tilts(plane) ?? scatter?.tilts(plane) ?? plane.tilts
        // A turn about one axis is a tilt along the other.
        let x = line.dot(plane.axes[1])
        let y = line.dot(plane.axes[0])
        return line.length > 0 ? tilts.x * x * x + tilts.y * y * y : tilts.x + tilts.y
    }

    /// With the rotation of the camera between the observations of both.
    private func turned(_ variance: Double, a: Point, b: Point, about axis: Point) -> Uncertainty {
        guard let noise else {
            return scatter == nil ? .unknown(Self.imported) : Uncertainty(variance: .success(variance))
        }
        return Uncertainty(variance: noise.turn(between: a, and: b, about: axis).map { $0 + variance })
    }
}

extension NoiseModel {
    /// Variance in rad², about one axis, of the turn of the camera between the observations of two places.
    func turn(between a: Point, and b: Point, about axis: Point) -> Result<Double, MeasurementError> {
        if let caveat { return .failure(MeasurementError(caveat)) }
        var shares: [Int: Point] = [:]
        for (place, sign) in [(a, 1.0), (b, -1.0)] {
            let visits = observations.visits(at: place.single)
            let total = visits.reduce(0) { $0 + Double($1.weight) }
            guard total > 0 else { return .failure(MeasurementError("one of its points was not observed by the scan")) }
            for visit in visits { shares[visit.station, default: .zero] += Point(sign * Double(visit.weight) / total, 0, 0) }
        }
        return .success(
            max(0, wander(shares)) * drift.rotation * drift.rotation + variantVariance(turning: a, and: b, about: axis))
    }
}
