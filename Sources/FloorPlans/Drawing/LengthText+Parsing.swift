extension PlanUnits {
    /// The length that a person typed, in metres: `3.62 m`, `362cm`, `3,62 m`, `1 m 5 cm`, `11' 10 1/2"`, `11′-10 1/2″`, `11 ft
    /// 10.5 in`. A number alone is in metres, or in feet.
    /// - Throws: what can't be understood.
    public func metres(typed text: String) throws(FloorPlanError) -> Double {
        guard text.utf8.count <= 64 else { throw FloorPlanError("a length of more than 64 characters is none") }
        var reader = LengthReader(text)
        let problem = FloorPlanError(
            "‘\(text.filter { !$0.isNewline })’ is no length; write it like 3.62 m, 362 cm or 11' 10 1/2\"")
        let isNegative = reader.take("-") || reader.take("−")
        var sum = 0.0
        var last = Double.infinity
        repeat {
            guard let value = reader.number() else { throw problem }
            guard let unit = reader.unit() else {
                // Only a number that stands alone needs no unit.
                guard last == .infinity, reader.isAtEnd else { throw problem }
                sum = value * (self == .metric ? 1 : Self.foot)
                break
            }
            // The largest unit comes first: 5 cm 1 m is a slip.
            guard unit < last else { throw problem }
            last = unit
            sum += value * unit
            _ = reader.take("-")
        } while !reader.isAtEnd
        guard sum.isFinite, sum < 1e6 else {
            throw FloorPlanError("‘\(text)’ is more than a thousand kilometres; use a smaller length")
        }
        return isNegative ? -sum : sum
    }
}

/// Reads numbers and units one after the other.
private struct LengthReader {
    private var rest: Substring

    init(_ text: String) { rest = Substring(text) }

    /// The names of units with their metres; longer ones first.
    private static let units: [(name: String, metres: Double)] = [
        ("metres", 1), ("meters", 1), ("metre", 1), ("meter", 1), ("inches", 0.0254), ("inch", 0.0254), ("feet", 0.3048),
        ("foot", 0.3048), ("mm", 0.001), ("cm", 0.01), ("dm", 0.1), ("ft", 0.3048), ("in", 0.0254), ("''", 0.0254), ("′′", 0.0254),
        ("m", 1), ("\"", 0.0254), ("″", 0.0254), ("”", 0.0254), ("'", 0.3048), ("′", 0.3048), ("’", 0.3048),
    ]

    var isAtEnd: Bool {
        mutating get {
            skip()
            return rest.isEmpty
        }
    }

    private mutating func skip() { while let c = rest.first, c.isWhitespace { rest.removeFirst() } }

    mutating func take(_ mark: Character) -> Bool {
        skip()
        guard rest.first == mark else { return false }
        rest.removeFirst()
        return true
    }

    /// `3`, `3.62`, `3,62`, `1/2` or `10 1/2`.
    mutating func number() -> Double? {
        skip()
        guard let first = decimal() else { return nil }
        if let value = fraction(of: first) { return value }
        // A whole number may have a fraction behind it.
        let before = rest
        let isHyphen = take("-")
        skip()
        if first == first.rounded(), isHyphen || before.first?.isWhitespace == true, let top = decimal(),
            let part = fraction(of: top), part < 1
        {
            return first + part
        }
        rest = before
        return first
    }

    /// What `top` is a fraction of, where a stroke follows.
    private mutating func fraction(of top: Double) -> Double? {
        let before = rest
        guard rest.first == "/" || rest.first == "⁄" else { return nil }
        rest.removeFirst()
        guard let bottom = decimal(), bottom > 0, bottom == bottom.rounded(), top == top.rounded() else {
            rest = before
            return nil
        }
        return top / bottom
    }

    private mutating func decimal() -> Double? {
        var digits = ""
        var hasPoint = false
        while let c = rest.first {
            if let digit = c.wholeNumberValue, c.isASCII {
                digits += "\(digit)"
            } else if c == "." || c == ",", !hasPoint {
                hasPoint = true
                digits += "."
            } else {
                break
            }
            rest.removeFirst()
        }
        guard digits.contains(where: \.isNumber) else { return nil }
        return Double(digits.hasPrefix(".") ? "0" + digits : (digits.hasSuffix(".") ? digits + "0" : digits))
    }

    /// Metres of the unit that follows; nil where none does.
    mutating func unit() -> Double? {
        skip()
        let lower = rest.lowercased()
        for (name, metres) in Self.units where lower.hasPrefix(name) {
            // A word ends where its letters do.
            let after = lower.dropFirst(name.count).first
            if name.first?.isLetter == true, after?.isLetter == true { continue }
            rest.removeFirst(name.count)
            return metres
        }
        return nil
    }
}
