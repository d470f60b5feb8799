import Geometry

/// Units that lengths, areas and volumes are written in, on drawings and elsewhere, as interfaces name them. Rounding and text are
/// those of `LengthUnits`.
public enum PlanUnits: String, Sendable, Codable, CaseIterable {
    /// Metres and square metres.
    case metric
    /// Feet and fractional inches, square feet.
    case imperial

    /// The rules of rounding and text.
    public var lengthUnits: LengthUnits { self == .metric ? .metric : .imperial }

    /// `3.62`, or `11'-10 1/2"`, as drawings are labelled; metres in.
    public func length(_ metres: Double) -> String { lengthUnits.drawingLabel(metres: metres) }

    /// The same, preceded by `≈` where it ends on an inferred wall or includes an assumed thickness.
    func length(_ metres: Double, isAssumed: Bool) -> String { (isAssumed ? Self.assumedMark : "") + length(metres) }

    /// `12.4 m²`, or `133 ft²`; square metres in.
    public func area(_ squareMetres: Double) -> String { lengthUnits.drawingLabel(squareMetres: squareMetres) }

    /// A length with its unit: `2.50 m`, or `8'-2 3/8"`.
    public func labelled(_ metres: Double) -> String { self == .metric ? length(metres) + " m" : length(metres) }

    /// A length in running text, in the unit that suits its size: `3.620 m`, `36.2 cm`, `4.2 mm`, or `11′ 10 1/2″`.
    /// - Parameters:
    ///   - metres: the length in metres.
    ///   - resolution: metres that the last digit is worth. Imperial lengths always have sixteenths of an inch.
    public func written(_ metres: Double, resolution: Double = 0.001) -> String {
        lengthUnits.text(metres: metres, resolution: resolution)
    }

    /// An area in running text: `12.44 m²`, or `133.9 ft²`; square metres in.
    /// - Parameters:
    ///   - squareMetres: the area in square metres.
    ///   - resolution: square metres that the last digit is worth.
    public func written(area squareMetres: Double, resolution: Double = 0.01) -> String {
        lengthUnits.text(squareMetres: squareMetres, resolution: resolution)
    }

    /// A volume in running text: `31.1 m³`, or `1098 ft³`; cubic metres in.
    /// - Parameters:
    ///   - cubicMetres: the volume in cubic metres.
    ///   - resolution: cubic metres that the last digit is worth.
    public func written(volume cubicMetres: Double, resolution: Double = 0.001) -> String {
        lengthUnits.text(cubicMetres: cubicMetres, resolution: resolution)
    }

    /// A number with this many digits after the point.
    public static func fixed(_ value: Double, _ digits: Int) -> String { LengthUnits.fixed(value, digits: digits) }

    /// The length that a person typed, in metres (`LengthUnits.metres(typed:)`).
    /// - Throws: what can't be understood.
    public func metres(typed text: String) throws(FloorPlanError) -> Double {
        if let metres = lengthUnits.metres(typed: text) { return metres }
        let shown = text.filter { !$0.isNewline }
        throw FloorPlanError("‘\(shown.prefix(64))’ is not a length below 1000 km; write it like 3.62 m, 362 cm or 11' 10 1/2\"")
    }
}
