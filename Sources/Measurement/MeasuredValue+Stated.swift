extension MeasuredValue {
    /// The value as it is shown to people: with its uncertainty where such intervals were checked against the truth (docs/measurement.md), and
    /// otherwise with the reason why nobody can tell.
    public var stated: MeasuredValue {
        if uncertainty.standard == nil || isChecked { return self }
        var value = self
        value.uncertainty = .unknown("the errors of such a measurement were not checked against the truth yet")
        return value
    }

    /// Whether it is of a kind whose intervals were checked: between places of surfaces, and along a line from surface to surface. To floors,
    /// between whole planes and of rooms they were found too narrow, or never tried.
    private var isChecked: Bool {
        guard !points.isEmpty, points.allSatisfy({ $0.snap == .surface || $0.snap == .plane }) else { return false }
        switch kind {
        case .distance, .path, .area, .perimeter: return true
        case .angle: return points.count == 3
        // Between planes it is a mean, and not the way from one point to the other.
        case .clearance: return points.count == 2 && abs((points[1].position - points[0].position).length - value) < 1e-6
        case .height, .volume, .size: return false
        }
    }
}
