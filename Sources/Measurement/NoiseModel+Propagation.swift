import Foundation
import Geometry
import Reconstruction

/// What a measured value depends on: a place of the surface, and by how much the value changes as the place moves.
///
/// The gradients of all the places of one value add up to zero, since a value does not change when the whole scan is moved.
struct Influence {
    /// Where it is seen, in metres.
    var place: Point
    /// Of the value, by the place's three coordinates.
    var gradient: Point
    /// Variance of the value by what only this place's own error adds.
    var variance: Double
    /// Metres from the place to where a plane that it lies in is read off: a turn of the camera moves the plane there by more.
    var lever = 0.0
    /// Whether `variance` contains what the frames of a visit share (`NoiseModel.lateralVariance`).
    var sharesVisits = false
}

extension NoiseModel {
    /// The variance of a value by the law of propagation (JCGM 100:2008, 5.1): the places' own errors, which are independent, and
    /// the drift of the camera between the observations of them, which is not.
    ///
    /// The drift between two stations is known by its variogram γ only, as in geostatistics: the variance of Σ c·e over errors e
    /// with Σ c = 0 is −½ ΣΣ c c′ γ (Chilès and Delfiner, *Geostatistics*, 2.3).
    func variance(_ influences: [Influence]) -> Result<Double, MeasurementError> {
        if let caveat { return .failure(MeasurementError(caveat)) }
        var stations: [Int: Point] = [:]
        var sum = 0.0
        var reach = 0.0
        var all = 0.0
        for influence in influences {
            let visits = observations.visits(at: influence.place.single)
            let total = visits.reduce(0) { $0 + Double($1.weight) }
            guard total > 0 else { return .failure(MeasurementError("one of its points was not observed by the scan")) }
            sum += influence.variance
            for visit in visits {
                let share = Double(visit.weight) / total
                stations[visit.station, default: .zero] += influence.gradient * share
                let size = share * influence.gradient.dot(influence.gradient)
                reach += size * (Double(visit.distance) * Double(visit.distance) + influence.lever * influence.lever)
                all += size
            }
        }
        let lever = all > 0 ? reach / all : 0
        // The variogram and the other trajectories are two estimates of the trajectory's error.
        let drifted = wander(stations) * (drift.translation * drift.translation + drift.rotation * drift.rotation * lever)
        return .success(
            max(0, sum + visitCovariance(influences)) + scaleVariance(influences)
                + max(0, drifted, variantVariance(influences)))
    }

    /// Metres beyond which the errors that the frames of a visit share are no longer alike.
    private static let visitCorrelation = 1.0

    /// The covariances between places that were seen from the same stations: what the frames of a visit share displaces
    /// neighbours alike, so that a short distance between them keeps its length.
    private func visitCovariance(_ influences: [Influence]) -> Double {
        let points = influences.filter(\.sharesVisits).map { SharedError($0, self) }
        var sum = 0.0
        for (i, a) in points.enumerated() {
            for b in points[..<i] {
                let product = a.gradient.dot(b.gradient)
                let distance = (a.place - b.place).length
                guard product != 0, distance < 8 * Self.visitCorrelation else { continue }
                let common = a.deviations.reduce(0) { $0 + $1.deviation * (b.byStation[$1.station] ?? 0) }
                sum += 2 * product * common * exp(-distance / Self.visitCorrelation)
            }
        }
        return sum
    }

    /// What the stations that saw a place share of its error.
    private struct SharedError {
        let place: Point
        let gradient: Point
        /// In the order of the trajectory: each station's part in metres.
        let deviations: [(station: Int, deviation: Double)]
        let byStation: [Int: Double]

        init(_ influence: Influence, _ model: NoiseModel) {
            place = influence.place
            gradient = influence.gradient
            let visits = model.observations.visits(at: influence.place.single)
            let total = visits.reduce(0) { $0 + Double($1.weight) }
            deviations = visits.map { visit in
                let deviation = model.sensor.visit * model.sensor.deviation(at: Double(visit.distance))
                return (visit.station, total > 0 ? deviation * Double(visit.weight) / total : 0)
            }
            byStation = Dictionary(deviations.map { ($0.station, $0.deviation) }) { $0 + $1 }
        }
    }

    /// −½ ΣΣ c·c′ s^exponent over all pairs of stations.
    func wander(_ stations: [Int: Point]) -> Double {
        let list = stations.sorted { $0.key < $1.key }
        let length = Double(ScanObservations.stationLength)
        var sum = 0.0
        for (i, a) in list.enumerated() {
            for b in list[..<i] { sum -= a.value.dot(b.value) * pow(Double(a.key - b.key) * length, drift.exponent) }
        }
        return sum
    }

    /// Variance of where the surface lies at `p`, along its normal, by the sensor's noise: the mean of the frames that saw it.
    func sensorVariance(at p: Point) -> Double {
        let visits = observations.visits(at: p.single)
        let total = visits.reduce(0) { $0 + Double($1.weight) }
        guard total > 0 else { return .infinity }
        return visits.reduce(0) { sum, visit in
            let share = Double(visit.weight) / total
            let unsure = 1 + (sensor.unsure - 1) * (1 - Double(visit.confidence))
            let deviation = sensor.deviation(at: Double(visit.distance)) * unsure
            return sum + share * share * deviation * deviation * (1 / Double(max(1, visit.frames)) + sensor.visit * sensor.visit)
        }
    }

    /// Variance along the surface of what is seen at `p`: what the frames of a visit share, and the voxels of its colours.
    func lateralVariance(at p: Point) -> Double {
        let visits = observations.visits(at: p.single)
        let total = visits.reduce(0) { $0 + Double($1.weight) }
        guard total > 0 else { return .infinity }
        let shared = visits.reduce(0) { sum, visit in
            let share = Double(visit.weight) / total
            let deviation = sensor.visit * sensor.deviation(at: Double(visit.distance))
            return sum + share * share * deviation * deviation
        }
        let lateral = surface.lateral / 8 * voxelSize
        return shared + lateral * lateral
    }

    /// The covariance of a place with these variances along its normal and along the surface.
    func covariance(normal: Point, variance: Double, at p: Point) -> Covariance {
        let lateral = lateralVariance(at: p)
        return Covariance(variance: lateral) + Covariance(along: normal, variance: variance - lateral)
    }

    /// Variance along the normal of one place of the surface.
    /// - Parameter roughness: root mean square distance in metres of the surface around from a plane.
    func surfaceVariance(at p: Point, roughness: Double) -> Double {
        let flat = surface.flat * voxelSize
        let detail = surface.detail * roughness
        return max(sensorVariance(at: p) + flat * flat + detail * detail, stabilityVariance(at: p))
    }
}
