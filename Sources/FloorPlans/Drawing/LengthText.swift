/// Units that a drawing is labelled in.
public enum PlanUnits: String, Sendable, Codable, CaseIterable {
    /// Metres and square metres.
    case metric
    /// Feet and fractional inches, square feet.
    case imperial

    private static let foot = 0.3048

    /// `3.62`, or `11'-10 1/2"`; metres in.
    public func length(_ metres: Double) -> String {
        switch self {
        case .metric: return Self.fixed(metres, 2)
        case .imperial:
            // To an eighth of an inch.
            let eighths = Int((abs(metres) / Self.foot * 96).rounded())
            let (feet, inches, rest) = (eighths / 96, eighths % 96 / 8, eighths % 8)
            let divisor = rest == 0 ? 8 : 1 << rest.trailingZeroBitCount
            let fraction = rest == 0 ? "" : " \(rest / divisor)/\(8 / divisor)"
            return (metres < 0 && eighths > 0 ? "-" : "") + "\(feet)'-\(inches)\(fraction)\""
        }
    }

    /// `12.4 m²`, or `133 ft²`; square metres in.
    public func area(_ squareMetres: Double) -> String {
        switch self {
        case .metric: Self.fixed(squareMetres, squareMetres < 100 ? 1 : 0) + " m²"
        case .imperial: Self.fixed(squareMetres / (Self.foot * Self.foot), 0) + " ft²"
        }
    }

    /// A length with its unit: `2.50 m`, or `8'-2 3/8"`.
    public func labelled(_ metres: Double) -> String { self == .metric ? length(metres) + " m" : length(metres) }

    /// With this many digits behind the point.
    static func fixed(_ value: Double, _ digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let rounded = (abs(value) * scale).rounded()
        guard rounded < 1e15 else { return "\(value)" }
        let whole = Int(rounded)
        let text = String(whole)
        let padded = text.count > digits ? text : String(repeating: "0", count: digits + 1 - text.count) + text
        let sign = value < 0 && whole > 0 ? "-" : ""
        return sign + (digits == 0 ? padded : padded.dropLast(digits) + "." + padded.suffix(digits))
    }
}
