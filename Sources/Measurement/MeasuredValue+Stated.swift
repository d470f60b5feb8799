extension MeasuredValue {
    /// The value as it is shown to people: with its uncertainty where such intervals were checked against the truth
    /// (docs/measurement.md), and otherwise with the reason why it is unknown.
    public var stated: MeasuredValue {
        if uncertainty.standard == nil || isChecked { return self }
        var value = self
        value.uncertainty = .unknown("the error model of this measurement has not been validated against ground truth")
        return value
    }

    /// Whether it is of a kind whose intervals were checked. Those of closed surfaces, of boxes around things, of vertices and of
    /// angles between edges were never tried.
    private var isChecked: Bool {
        guard !points.isEmpty else { return false }
        // A room's corners are those of its plan; nothing was clicked.
        let isRoom = points.allSatisfy { $0.snap == .none && $0.covariance == nil }
        let isCaught = points.allSatisfy { [.surface, .plane, .edge, .corner].contains($0.snap) }
        switch kind {
        case .area, .perimeter: return isCaught || isRoom
        case .volume: return isRoom
        case .distance, .path, .height, .clearance: return isCaught
        case .angle: return isCaught && points.count <= 3
        case .size: return false
        }
    }
}
