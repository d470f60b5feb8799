import Geometry
import Reconstruction

/// Sensor and drift as the scan itself shows them: by how much visits of one place disagree.
///
/// The offsets of two visits of a flat place differ by what the frames of each share (calibration, motion) and by the drift of
/// the trajectory between them. Their squared differences are fitted by least squares, beside prior numbers that count as a few
/// observations, so that a scan which repeats little keeps the prior.
struct RepeatedObservations {
    /// What all places that two stations saw say together.
    private struct Pair {
        var square = 0.0
        var frames = 0.0
        var visits = 0.0
        var drift = 0.0
        var count = 0.0
    }

    private var pairs: [SIMD2<Int>: Pair] = [:]
    /// A pair of stations is one rigid motion: places beyond its degrees of freedom say nothing new.
    private static let degreesOfFreedom = 6.0
    /// Observations that the prior counts for.
    private static let priorWeight = 8.0
    /// Metres; larger differences are changes of the place.
    private static let maxDifference = 0.06

    init(_ model: NoiseModel) {
        for visits in model.observations.places.values {
            let known = visits.filter { $0.offset != nil && $0.weight > 0 }
            for (k, a) in known.enumerated() {
                for b in known[..<k] where a.station != b.station {
                    let difference = Double((a.offset ?? 0) - (b.offset ?? 0))
                    guard difference.magnitude < Self.maxDifference else { continue }
                    let squares = [a, b].map { visit in
                        let deviation = model.sensor.deviation(at: Double(visit.distance))
                        return deviation * deviation
                    }
                    let distance = Double(a.distance + b.distance) / 2
                    let length = Double(abs(a.station - b.station)) * Double(ScanObservations.stationLength)
                    let translation = model.drift.translation
                    let rotation = model.drift.rotation * distance
                    var pair = pairs[SIMD2(b.station, a.station), default: Pair()]
                    pair.square += difference * difference
                    pair.frames += squares[0] / Double(max(1, a.frames)) + squares[1] / Double(max(1, b.frames))
                    pair.visits += squares[0] + squares[1]
                    pair.drift += (translation * translation + rotation * rotation) * length
                    pair.count += 1
                    pairs[SIMD2(b.station, a.station)] = pair
                }
            }
        }
    }

    /// The factors of the variances that frames of a visit share, in variances of a frame, and of the drift, in the model's.
    func factors(visits prior: Double) -> (visits: Double, drift: Double) {
        var visits = prior
        var drift = 1.0
        let list = pairs.sorted { ($0.key.x, $0.key.y) < ($1.key.x, $1.key.y) }.map { _, pair in
            Pair(
                square: pair.square / pair.count, frames: pair.frames / pair.count, visits: pair.visits / pair.count,
                drift: pair.drift / pair.count, count: min(pair.count, Self.degreesOfFreedom))
        }
        // Weighted by the variance of a squared difference under the numbers so far; large ones count as if they were at three
        // deviations.
        for _ in 0..<20 {
            var vv = Self.priorWeight / max(visits * visits, prior * prior)
            var dd = Self.priorWeight / max(drift * drift, 1)
            var vd = 0.0
            var v = vv * prior
            var d = dd
            for pair in list {
                let expected = pair.frames + visits * pair.visits + drift * pair.drift
                let weight = pair.count / (2 * expected * expected)
                let rest = min(pair.square, 9 * expected) - pair.frames
                vv += weight * pair.visits * pair.visits
                dd += weight * pair.drift * pair.drift
                vd += weight * pair.visits * pair.drift
                v += weight * pair.visits * rest
                d += weight * pair.drift * rest
            }
            let determinant = vv * dd - vd * vd
            guard determinant > 0 else { break }
            visits = (v * dd - d * vd) / determinant
            drift = (vv * d - vd * v) / determinant
            // On the border of what is possible the other one is solved for alone.
            if visits < 0 {
                visits = 0
                drift = max(0, d / dd)
            } else if drift < 0 {
                drift = 0
                visits = max(0, v / vv)
            }
        }
        return (visits, drift)
    }
}

extension NoiseModel {
    /// The same model with sensor and drift as the scan's repeated observations show them.
    public var calibrated: NoiseModel {
        let factors = RepeatedObservations(self).factors(visits: sensor.visit * sensor.visit)
        var model = self
        model.sensor.visit = factors.visits.squareRoot()
        model.drift.translation *= factors.drift.squareRoot()
        model.drift.rotation *= factors.drift.squareRoot()
        return model
    }
}
