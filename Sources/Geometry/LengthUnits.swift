/// The units that lengths, areas and volumes are written in and typed in: a system, or one unit for all lengths. The one
/// definition of rounding and text for server, command line and browser: no Foundation, so that WebCore exports it. Texts are made
/// as UTF-8 bytes, which are a third of the size of strings in the browser.
public enum LengthUnits: UInt8, Sendable, CaseIterable {
    /// Metres and square metres.
    case metric = 0
    /// Feet and fractional inches, square feet.
    case imperial = 1
    /// Lengths in metres, whatever their size; areas and volumes as `metric`.
    case metres = 2
    /// Lengths in centimetres; areas and volumes as `metric`.
    case centimetres = 3
    /// Lengths in millimetres; areas and volumes as `metric`.
    case millimetres = 4
    /// Lengths in decimal feet; areas and volumes as `imperial`.
    case feet = 5
    /// Lengths in decimal inches; areas and volumes as `imperial`.
    case inches = 6

    /// Metres in a foot.
    public static let foot = 0.3048
    /// Metres in an inch.
    public static let inch = 0.0254

    /// Metres of what a number alone is in.
    public var metresPerUnit: Double {
        switch self {
        case .metric, .metres: 1
        case .centimetres: 0.01
        case .millimetres: 0.001
        case .imperial, .feet: Self.foot
        case .inches: Self.inch
        }
    }

    /// Whether areas and volumes are in feet.
    public var isImperial: Bool { self == .imperial || self == .feet || self == .inches }

    /// The sign of the one unit that all lengths are in; nil where it suits their size.
    private var sign: StaticString? {
        switch self {
        case .metric, .imperial: nil
        case .metres: " m"
        case .centimetres: " cm"
        case .millimetres: " mm"
        case .feet: " ft"
        case .inches: " in"
        }
    }

    /// A length in the one unit, so that the last digit is worth about `resolution` metres.
    private func inUnit(_ metres: Double, resolution: Double, _ sign: StaticString) -> [UInt8] {
        Self.number(metres / metresPerUnit, digits: Self.digits(for: resolution / metresPerUnit)) + sign
    }

    // MARK: Drawings

    /// `3.62`, or `11'-10 1/2"`, as drawings are labelled.
    public func drawingLabel(metres: Double) -> String {
        if let sign { return inUnit(metres, resolution: 0.01, sign).string }
        if self == .metric { return Self.fixed(metres, digits: 2) }
        return FeetAndInches(metres: metres, parts: 8).text(feet: "'-", inches: "\"", omitsZeroFeet: false).string
    }

    /// `12.4 m²`, or `133 ft²`.
    public func drawingLabel(squareMetres: Double) -> String { drawingLabelUTF8(squareMetres: squareMetres).string }

    /// The same as UTF-8.
    public func drawingLabelUTF8(squareMetres: Double) -> [UInt8] {
        if isImperial { return Self.number(squareMetres / (Self.foot * Self.foot), digits: 0) + " ft²" }
        return Self.number(squareMetres, digits: squareMetres < 100 ? 1 : 0) + " m²"
    }

    // MARK: Running text

    /// A length in the unit that suits its size: `3.620 m`, `36.2 cm`, `4.2 mm`, or `11′ 10 1/2″`.
    /// - Parameters:
    ///   - metres: the length in metres.
    ///   - resolution: metres that the last digit is worth. Imperial lengths always have sixteenths of an inch.
    public func text(metres: Double, resolution: Double = 0.001) -> String {
        textUTF8(metres: metres, resolution: resolution).string
    }

    /// The same as UTF-8.
    public func textUTF8(metres: Double, resolution: Double) -> [UInt8] {
        if let sign { return inUnit(metres, resolution: resolution, sign) }
        guard self == .metric else {
            return FeetAndInches(metres: metres, parts: 16).text(feet: "′ ", inches: "″", omitsZeroFeet: true)
        }
        let unit: LengthUnits = abs(metres) >= 0.9995 ? .metres : (abs(metres) >= 0.1 ? .centimetres : .millimetres)
        return unit.textUTF8(metres: metres, resolution: resolution)
    }

    /// An area: `12.44 m²`, or `133.9 ft²`.
    /// - Parameters:
    ///   - squareMetres: the area in square metres.
    ///   - resolution: square metres that the last digit is worth.
    public func text(squareMetres: Double, resolution: Double = 0.01) -> String {
        let scale = isImperial ? 1 / (Self.foot * Self.foot) : 1
        let number = Self.fixed(squareMetres * scale, digits: Self.digits(for: resolution * scale))
        return number + (isImperial ? " ft²" : " m²")
    }

    /// A volume: `31.1 m³`, or `1098 ft³`.
    /// - Parameters:
    ///   - cubicMetres: the volume in cubic metres.
    ///   - resolution: cubic metres that the last digit is worth.
    public func text(cubicMetres: Double, resolution: Double = 0.001) -> String {
        let scale = isImperial ? 1 / (Self.foot * Self.foot * Self.foot) : 1
        let number = Self.fixed(cubicMetres * scale, digits: Self.digits(for: resolution * scale))
        return number + (isImperial ? " ft³" : " m³")
    }

    /// A length in lists and forms, to a centimetre or, below a metre, a millimetre: `3.62 m`, `85 cm`, `11.5 cm`, or `11′ 10
    /// 1/2″`.
    public func shortText(metres: Double) -> String { shortUTF8(metres: metres).string }

    /// The same as UTF-8.
    public func shortUTF8(metres: Double) -> [UInt8] {
        if let sign { return inUnit(metres, resolution: 0.001, sign) }
        guard self == .metric else {
            return FeetAndInches(metres: metres, parts: 8).text(feet: "′ ", inches: "″", omitsZeroFeet: true)
        }
        if abs(metres) >= 0.9995 { return Self.number(metres, digits: 2) + " m" }
        let tenths = (metres * 1000).rounded()
        let isWhole = (tenths / 10).rounded() * 10 == tenths
        return Self.number(metres * 100, digits: isWhole ? 0 : 1) + " cm"
    }

    // MARK: Numbers

    /// Digits after the point, so that the last one is worth about `resolution`.
    private static func digits(for resolution: Double) -> Int {
        var digits = 0
        var worth = 1.0
        while digits < 9, worth > resolution * 1.000_001 {
            digits += 1
            worth /= 10
        }
        return digits
    }

    /// A number with `digits` digits after the point, rounded half away from zero.
    public static func fixed(_ value: Double, digits: Int) -> String { number(value, digits: digits).string }

    private static func number(_ value: Double, digits: Int) -> [UInt8] {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let rounded = (abs(value) * scale).rounded()
        guard rounded < 1e15 else { return outOfRange(value) }
        let whole = UInt64(rounded)
        var text = decimal(whole)
        while text.count <= digits { text.insert(UInt8(ascii: "0"), at: 0) }
        if digits > 0 { text.insert(UInt8(ascii: "."), at: text.count - digits) }
        if value < 0 && whole > 0 { text.insert(UInt8(ascii: "-"), at: 0) }
        return text
    }

    /// What is not a number, or has more than fifteen digits.
    static func outOfRange(_ value: Double) -> [UInt8] {
        if value.isNaN { return [] + "nan" }
        if value.isInfinite { return [] + (value < 0 ? "-inf" : "inf") }
        return [] + (value < 0 ? "less than -1e15" : "more than 1e15")
    }

    static func decimal(_ number: UInt64) -> [UInt8] {
        var digits: [UInt8] = []
        var rest = number
        repeat {
            digits.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        digits.reverse()
        return digits
    }
}

extension [UInt8] {
    fileprivate var string: String { String(decoding: self, as: UTF8.self) }

    fileprivate static func + (bytes: [UInt8], text: StaticString) -> [UInt8] {
        bytes + UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }
}

/// A length rounded to a fraction of an inch.
private struct FeetAndInches {
    private let isNegative: Bool
    private let parts: UInt64
    /// Parts of an inch in all; nil beyond what can be counted.
    private let count: UInt64?
    private let metres: Double

    /// - Parameter parts: parts of an inch that are counted, a power of two.
    init(metres: Double, parts: UInt64) {
        self.metres = metres
        self.parts = parts
        let rounded = (abs(metres) / LengthUnits.foot * 12 * Double(parts)).rounded()
        count = rounded < 1e15 ? UInt64(rounded) : nil
        isNegative = metres < 0
    }

    /// With the fraction in its lowest terms.
    func text(feet feetMark: StaticString, inches inchMark: StaticString, omitsZeroFeet: Bool) -> [UInt8] {
        guard let count else { return LengthUnits.outOfRange(metres / LengthUnits.foot) + "'" }
        // Unchecked products: checked ones of 64 bits need a helper that a browser lacks.
        let feet = count / (12 &* parts)
        let inches = count / parts % 12
        var top = count % parts
        var bottom = parts
        while top > 0, top % 2 == 0 {
            top /= 2
            bottom /= 2
        }
        var text: [UInt8] = isNegative && count > 0 ? [] + "-" : []
        if feet > 0 || !omitsZeroFeet { text = text + LengthUnits.decimal(feet) + feetMark }
        let hidesInches = omitsZeroFeet && feet == 0 && inches == 0 && top > 0
        if !hidesInches { text += LengthUnits.decimal(inches) }
        if top > 0 { text = (hidesInches ? text : text + " ") + LengthUnits.decimal(top) + "/" + LengthUnits.decimal(bottom) }
        return text + inchMark
    }
}
