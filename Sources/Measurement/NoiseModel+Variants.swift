import Geometry
import Reconstruction

extension NoiseModel {
    /// Of a value, by what other trajectories would make of it. The truth is anywhere between the trajectory in use and an
    /// alternative, with a uniform distribution, whose variance is a third of the squared difference (JCGM 100:2008, 4.3.7, with
    /// the one in use at its end); resampled ones scatter about it.
    func variantVariance(_ influences: [Influence]) -> Double {
        combined { variant in
            influences.reduce(0) { $0 + $1.gradient.dot(displacement(of: $1.place, by: variant)) }
        }
    }

    /// The same of the rotation between what was seen at two places, about an axis.
    func variantVariance(turning a: Point, and b: Point, about axis: Point) -> Double {
        combined { variant in (rotation(at: a, by: variant) - rotation(at: b, by: variant)).dot(axis) }
    }

    private func combined(_ change: (ScanObservations.Variant) -> Double) -> Double {
        var alternatives = 0.0
        var resamples = 0.0
        var count = 0.0
        for variant in observations.variants {
            let difference = change(variant)
            switch variant.kind {
            case .alternative: alternatives = max(alternatives, difference * difference)
            case .resample:
                resamples += difference * difference
                count += 1
            }
        }
        return alternatives / 3 + (count > 0 ? resamples / count : 0)
    }

    /// Where a variant moves what is at a place: the mean over the stations that saw it, by weight; metres.
    private func displacement(of place: Point, by variant: ScanObservations.Variant) -> Point {
        mean(at: place) { station in
            let motion = variant.motions[station]
            return Point(motion.translation) + Point(motion.rotation).cross(place - Point(observations.stations[station]))
        }
    }

    private func rotation(at place: Point, by variant: ScanObservations.Variant) -> Point {
        mean(at: place) { Point(variant.motions[$0].rotation) }
    }

    /// The mean of something over the stations that saw a place, by weight.
    func mean(at place: Point, of value: (Int) -> Point) -> Point {
        let visits = observations.visits(at: place.single)
        let total = visits.reduce(0) { $0 + Double($1.weight) }
        guard total > 0 else { return .zero }
        return visits.reduce(.zero) { $0 + value($1.station) * (Double($1.weight) / total) }
    }
}
