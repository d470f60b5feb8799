extension MeasuredValue {
    /// The value as it is shown to people: with its uncertainty where such intervals were checked against the truth (docs/measurement.md), and
    /// otherwise with the reason why nobody can tell.
    public var stated: MeasuredValue {
        if uncertainty.standard == nil || isChecked { return self }
        var value = self
        value.uncertainty = .unknown("the errors of such a measurement were not checked against the truth yet")
        return value
    }

    /// Whether it is of a kind whose intervals were checked: between places of surfaces and planes. Those of volumes, rooms, sizes, and at corners,
    /// edges and vertices were never tried.
    private var isChecked: Bool {
        guard !points.isEmpty, points.allSatisfy({ $0.snap == .surface || $0.snap == .plane }) else { return false }
        switch kind {
        case .distance, .path, .area, .perimeter, .height, .clearance, .angle: return true
        case .volume, .size: return false
        }
    }
}
