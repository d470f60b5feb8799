/// Article numbers of GS1 (EAN, UPC, GTIN).
public enum GTIN {
    /// Whether `text` has 8, 12, 13 or 14 digits, the last of which is the check digit of the others (GS1 General Specifications,
    /// section 7.9: weights 3 and 1 from the right).
    public static func isValid(_ text: String) -> Bool {
        let digits = text.utf8.map { Int($0) - 48 }
        guard [8, 12, 13, 14].contains(digits.count), digits.allSatisfy({ 0...9 ~= $0 }) else { return false }
        var sum = 0
        for (i, digit) in digits.dropLast().reversed().enumerated() { sum += digit * (i % 2 == 0 ? 3 : 1) }
        return (10 - sum % 10) % 10 == digits[digits.count - 1]
    }

    /// The UPC-A number of a UPC-E number of eight digits (number system, six digits, check digit); nil where it is none.
    public static func expandedUPCE(_ text: String) -> String? {
        let d = text.utf8.map { Int($0) - 48 }
        guard d.count == 8, d.allSatisfy({ 0...9 ~= $0 }), d[0] <= 1 else { return nil }
        let body: [Int]
        switch d[6] {
        case 0, 1, 2: body = [d[1], d[2], d[6], 0, 0, 0, 0, d[3], d[4], d[5]]
        case 3: body = [d[1], d[2], d[3], 0, 0, 0, 0, 0, d[4], d[5]]
        case 4: body = [d[1], d[2], d[3], d[4], 0, 0, 0, 0, 0, d[5]]
        default: body = [d[1], d[2], d[3], d[4], d[5], 0, 0, 0, 0, d[6]]
        }
        return ([d[0]] + body + [d[7]]).map(String.init).joined()
    }
}

/// An element of a GS1 code: an application identifier and its value, for example "21" (serial number).
public struct GS1Element: Sendable, Codable, Hashable {
    /// The application identifier, 2 to 4 digits.
    public var identifier: String
    /// Its value without separators.
    public var value: String

    /// An element.
    public init(identifier: String, value: String) {
        self.identifier = identifier
        self.value = value
    }

    /// The lengths of values whose length is fixed, by application identifier.
    private static let fixedLengths = [
        "00": 18, "01": 14, "02": 14, "11": 6, "12": 6, "13": 6, "15": 6, "16": 6, "17": 6, "20": 2,
    ]
    /// Identifiers of values of variable length, with the longest that GS1 allows. Longer identifiers have a common beginning.
    private static let variableLengths = ["10": 20, "21": 20, "22": 20, "30": 8, "37": 8, "90": 30]

    /// The elements of `text`: with identifiers in brackets ("(01)04012345678901(21)A1"), or as scanned, with the group
    /// separator (U+001D) after values of variable length. Stops at the first identifier that is not known here.
    public static func parse(_ text: String) -> [GS1Element] {
        text.hasPrefix("(") ? parseBracketed(text) : parseScanned(text)
    }

    private static func parseBracketed(_ text: String) -> [GS1Element] {
        var result: [GS1Element] = []
        for part in text.split(separator: "(") {
            let pieces = part.split(separator: ")", maxSplits: 1)
            guard pieces.count == 2, (2...4).contains(pieces[0].count), pieces[0].allSatisfy(\.isASCIIDigit) else { return result }
            let value = pieces[1].filter { $0 != "\u{1D}" }
            guard isValid(String(pieces[0]), value) else { return result }
            result.append(GS1Element(identifier: String(pieces[0]), value: value))
        }
        return result
    }

    private static func parseScanned(_ text: String) -> [GS1Element] {
        var result: [GS1Element] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            if rest.first == "\u{1D}" {
                rest.removeFirst()
                continue
            }
            let identifier = String(rest.prefix(2))
            rest = rest.dropFirst(2)
            let value: String
            if let length = fixedLengths[identifier] {
                value = String(rest.prefix(length))
                rest = rest.dropFirst(length)
            } else if let limit = variableLengths[identifier] {
                value = String(rest.prefix { $0 != "\u{1D}" })
                guard value.count <= limit else { return result }
                rest = rest.dropFirst(value.count)
            } else {
                return result
            }
            guard isValid(identifier, value) else { return result }
            result.append(GS1Element(identifier: identifier, value: value))
        }
        return result
    }

    private static func isValid(_ identifier: String, _ value: String) -> Bool {
        guard !value.isEmpty else { return false }
        if let length = fixedLengths[identifier], value.count != length || !value.allSatisfy(\.isASCIIDigit) { return false }
        return identifier != "01" && identifier != "02" || GTIN.isValid(value)
    }
}

extension Character {
    /// 0 to 9.
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
