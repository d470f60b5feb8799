import Geometry

extension NoiseModel {
    /// The variance of a value by the errors of the scale: of the whole model, and of depths against the trajectory, by which
    /// each place moves away from the cameras that observed it.
    func scaleVariance(_ influences: [Influence]) -> Double {
        let change = scaleChange(influences)
        let depth = change.depth - scale.depthShare * change.whole
        return scale.deviation * scale.deviation * change.whole * change.whole + scale.depth * scale.depth * depth * depth
    }

    /// By how much a value changes as the whole model grows by 1 + ε, and as depths do, for each unit of ε.
    func scaleChange(_ influences: [Influence]) -> (whole: Double, depth: Double) {
        // By 1 + ε the value changes by ε Σ g·p: the gradients add up to zero, so that the origin doesn't matter.
        let whole = influences.reduce(0) { $0 + $1.gradient.dot($1.place) }
        let depth = influences.reduce(0) { $0 + $1.gradient.dot($1.place - observer(of: $1.place)) }
        return (whole, depth)
    }

    /// The mean position, by weight, of the stations that observed a place.
    private func observer(of place: Point) -> Point { mean(at: place) { Point(observations.stations[$0]) } }
}
