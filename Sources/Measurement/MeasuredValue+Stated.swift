extension MeasuredValue {
    /// The value as it is shown to people: with its uncertainty where such intervals were checked against the truth (docs/measurement.md), and
    /// otherwise with the reason why nobody can tell.
    public var stated: MeasuredValue {
        if uncertainty.standard == nil || isChecked { return self }
        var value = self
        value.uncertainty = .unknown("only distances between points on surfaces are calibrated yet")
        return value
    }

    private var isChecked: Bool {
        (kind == .distance || kind == .path) && points.allSatisfy { $0.snap == .surface || $0.snap == .plane }
    }
}
