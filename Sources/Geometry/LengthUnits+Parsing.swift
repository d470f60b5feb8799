extension LengthUnits {
    /// The length that a person typed, in metres: `3.62 m`, `362cm`, `3,62 m`, `1 m 5 cm`, `11' 10 1/2"`, `11′ 10½″`, `11 ft 10.5
    /// in`. A number alone is in metres, or in the feet, centimetres, … of these units; after feet, a number alone is in inches.
    /// - Returns: nil where the text is not a length below a thousand kilometres, or longer than 64 bytes.
    public func metres(typed text: String) -> Double? { metres(typedUTF8: [UInt8](text.utf8)) }

    /// The same for a text as UTF-8.
    public func metres(typedUTF8 text: [UInt8]) -> Double? {
        var reader = LengthReader(text)
        guard reader.remaining <= 64 else { return nil }
        let isNegative = reader.skip("-") || reader.skip("−")
        var sum = 0.0
        var last = Double.infinity
        repeat {
            guard let value = reader.number() else { return nil }
            if let unit = reader.unit() {
                // The largest unit comes first: "5 cm 1 m" is a slip.
                guard unit < last else { return nil }
                last = unit
                sum += value * unit
                _ = reader.skip("-")
            } else {
                guard reader.isAtEnd, last == .infinity || last == Self.foot else { return nil }
                sum += value * (last == Self.foot ? Self.inch : metresPerUnit)
            }
        } while !reader.isAtEnd
        guard sum.isFinite, sum < 1e6 else { return nil }
        return isNegative ? -sum : sum
    }
}

/// Reads numbers and units from UTF-8 bytes, one after the other.
private struct LengthReader {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var remaining: Int { bytes.count - at }

    var isAtEnd: Bool {
        mutating get {
            skipSpaces()
            return at == bytes.count
        }
    }

    // MARK: Marks

    private static let spaces: [StaticString] = [" ", "\t", "\n", "\r", "\u{A0}", "\u{2009}", "\u{202F}"]

    private mutating func skipSpaces() { while Self.spaces.contains(where: { takeExactly($0) }) {} }

    /// Takes a mark, after spaces, where it follows.
    mutating func skip(_ mark: StaticString) -> Bool {
        skipSpaces()
        return takeExactly(mark)
    }

    /// Takes these bytes where they follow; letters in either case.
    private mutating func takeExactly(_ mark: StaticString) -> Bool {
        guard bytes.count - at >= mark.utf8CodeUnitCount else { return false }
        for i in 0..<mark.utf8CodeUnitCount where Self.lowercase(bytes[at + i]) != mark.utf8Start[i] { return false }
        at += mark.utf8CodeUnitCount
        return true
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte + 32 : byte }
    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }
    /// Letters of Latin and other scripts; not the marks of the general punctuation block (E2).
    private static func isLetter(_ byte: UInt8) -> Bool {
        lowercase(byte) >= 97 && lowercase(byte) <= 122 || byte >= 0xC3 && byte != 0xE2
    }

    // MARK: Numbers

    private static let vulgarFractions: [(sign: StaticString, value: Double)] = [
        ("½", 0.5), ("¼", 0.25), ("¾", 0.75), ("⅛", 0.125), ("⅜", 0.375), ("⅝", 0.625), ("⅞", 0.875),
    ]

    /// `3`, `3.62`, `3,62`, `1/2`, `10 1/2` or `10½`.
    mutating func number() -> Double? {
        skipSpaces()
        if let value = vulgarFraction() { return value }
        guard let first = decimal() else { return nil }
        if let value = fraction(of: first) { return value }
        guard first == first.rounded() else { return first }
        // A whole number may be followed by a fraction.
        let before = at
        let isHyphen = skip("-")
        skipSpaces()
        if !isHyphen, let part = vulgarFraction() { return first + part }
        if isHyphen || at > before, let top = decimal(), let part = fraction(of: top), part < 1 { return first + part }
        at = before
        return first
    }

    private mutating func vulgarFraction() -> Double? {
        for (sign, value) in Self.vulgarFractions where takeExactly(sign) { return value }
        return nil
    }

    /// The fraction whose numerator is `top`, where a stroke follows.
    private mutating func fraction(of top: Double) -> Double? {
        let before = at
        guard takeExactly("/") || takeExactly("⁄") else { return nil }
        guard let bottom = decimal(), bottom > 0, bottom == bottom.rounded(), top == top.rounded() else {
            at = before
            return nil
        }
        return top / bottom
    }

    /// Digits with at most one point or comma. Digits beyond the eighteenth don't count.
    private mutating func decimal() -> Double? {
        var mantissa: UInt64 = 0
        var scale = 1.0
        var digits = 0
        var hasPoint = false
        while at < bytes.count {
            let byte = bytes[at]
            if Self.isDigit(byte) {
                digits += 1
                if digits <= 18 {
                    mantissa = mantissa &* 10 &+ UInt64(byte - 48)
                    if hasPoint { scale *= 10 }
                } else if !hasPoint {
                    scale /= 10
                }
            } else if (byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")) && !hasPoint {
                hasPoint = true
            } else {
                break
            }
            at += 1
        }
        // Both are exact below 2^53 and 10^22, so that the quotient is correctly rounded (Clinger 1990).
        return digits > 0 ? Double(mantissa) / scale : nil
    }

    // MARK: Units

    /// The names of units with their metres; longer ones first.
    private static let units: [(name: StaticString, metres: Double)] = [
        ("metres", 1), ("meters", 1), ("metre", 1), ("meter", 1), ("inches", 0.0254), ("inch", 0.0254), ("feet", 0.3048),
        ("foot", 0.3048), ("mm", 0.001), ("cm", 0.01), ("dm", 0.1), ("ft", 0.3048), ("in", 0.0254), ("''", 0.0254), ("′′", 0.0254),
        ("m", 1), ("\"", 0.0254), ("″", 0.0254), ("”", 0.0254), ("“", 0.0254), ("'", 0.3048), ("′", 0.3048), ("’", 0.3048),
    ]

    /// Metres of the unit that follows; nil where none does.
    mutating func unit() -> Double? {
        skipSpaces()
        let before = at
        for (name, metres) in Self.units where takeExactly(name) {
            let isWord = Self.isLetter(name.utf8Start[0])
            // A word ends where its letters do.
            if isWord, at < bytes.count, Self.isLetter(bytes[at]) {
                at = before
                continue
            }
            if isWord { _ = takeExactly(".") }
            return metres
        }
        return nil
    }
}
