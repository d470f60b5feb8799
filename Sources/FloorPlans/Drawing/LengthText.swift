/// Units that lengths, areas and volumes are written in, on drawings and elsewhere.
public enum PlanUnits: String, Sendable, Codable, CaseIterable {
    /// Metres and square metres.
    case metric
    /// Feet and fractional inches, square feet.
    case imperial

    static let foot = 0.3048

    /// `3.62`, or `11'-10 1/2"`, as drawings are labelled; metres in.
    public func length(_ metres: Double) -> String {
        switch self {
        case .metric: Self.fixed(metres, 2)
        case .imperial: Self.feetAndInches(metres, parts: 8, marks: ("'-", "\""))
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

    /// A length in running text, in the unit that suits its size: `3.620 m`, `36.2 cm`, `4.2 mm`, or `11′ 10 1/2″`.
    /// - Parameter resolution: metres that the last digit is worth. Imperial lengths always have sixteenths of an inch.
    public func written(_ metres: Double, resolution: Double = 0.001) -> String {
        guard self == .metric else {
            return Self.feetAndInches(metres, parts: 16, marks: ("′ ", "″"), hidesNoFeet: true)
        }
        let (scale, unit) = abs(metres) >= 0.9995 ? (1.0, " m") : (abs(metres) >= 0.1 ? (100.0, " cm") : (1000.0, " mm"))
        return Self.fixed(metres * scale, Self.decimals(resolution * scale)) + unit
    }

    /// An area in running text: `12.44 m²`, or `133.9 ft²`; square metres in.
    /// - Parameter resolution: square metres that the last digit is worth.
    public func written(area squareMetres: Double, resolution: Double = 0.01) -> String {
        let scale = self == .metric ? 1 : 1 / (Self.foot * Self.foot)
        return Self.fixed(squareMetres * scale, Self.decimals(resolution * scale)) + (self == .metric ? " m²" : " ft²")
    }

    /// A volume in running text: `31.1 m³`, or `1098 ft³`; cubic metres in.
    /// - Parameter resolution: cubic metres that the last digit is worth.
    public func written(volume cubicMetres: Double, resolution: Double = 0.001) -> String {
        let scale = self == .metric ? 1 : 1 / (Self.foot * Self.foot * Self.foot)
        return Self.fixed(cubicMetres * scale, Self.decimals(resolution * scale)) + (self == .metric ? " m³" : " ft³")
    }

    /// Feet and inches with a fraction in its lowest terms, to one part of an inch in `parts` (a power of two).
    private static func feetAndInches(
        _ metres: Double, parts: Int, marks: (feet: String, inches: String), hidesNoFeet: Bool = false
    ) -> String {
        let rounded = (abs(metres) / foot * 12 * Double(parts)).rounded()
        guard rounded < 1e15 else { return "\(metres / foot)\(marks.feet.prefix(1))" }
        let all = Int(rounded)
        let feet = all / (12 * parts)
        let inches = all / parts % 12
        let rest = all % parts
        let divisor = rest == 0 ? parts : 1 << rest.trailingZeroBitCount
        var small = rest == 0 ? "\(inches)" : "\(inches) \(rest / divisor)/\(parts / divisor)"
        if hidesNoFeet, feet == 0, inches == 0, rest != 0 { small = "\(rest / divisor)/\(parts / divisor)" }
        let large = hidesNoFeet && feet == 0 ? "" : "\(feet)\(marks.feet)"
        return (metres < 0 && all > 0 ? "-" : "") + large + small + marks.inches
    }

    /// Digits behind the point, so that the last one is worth about `resolution`.
    private static func decimals(_ resolution: Double) -> Int {
        var digits = 0
        var worth = 1.0
        while digits < 9, worth > resolution * 1.000_001 {
            digits += 1
            worth /= 10
        }
        return digits
    }

    /// With this many digits behind the point.
    public static func fixed(_ value: Double, _ digits: Int) -> String {
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
