/// What a request's `Range` asks of a representation (RFC 9110, section 14).
public enum ByteRanges: Equatable, Sendable {
    /// The whole of it: there is no `Range`, it isn't understood, or it asks for more parts than this server gives.
    case whole
    /// These bytes, one or more ranges within the representation that do not overlap.
    case parts([Range<Int64>])
    /// None of the ranges has a byte in it (416).
    case unsatisfiable

    /// More ranges than this are answered by the whole representation: many small ranges are how servers are worn down (section
    /// 14.2).
    public static let maximumParts = 16

    /// Reads a `Range` field for a representation of `length` bytes.
    ///
    /// A field that is not valid, or of another unit than bytes, is ignored, as the RFC asks. Ranges that overlap or touch are
    /// joined; others stay in the order of the request.
    public init(field: String?, length: Int64) {
        guard let field, let specifiers = Self.specifiers(field) else {
            self = .whole
            return
        }
        let parts = specifiers.compactMap { $0.resolved(length: length) }
        if specifiers.count > Self.maximumParts {
            self = .whole
        } else if parts.isEmpty {
            self = .unsatisfiable
        } else {
            self = .parts(Self.joined(parts))
        }
    }

    /// One `int-range` or `suffix-range` as it is written.
    private enum Specifier {
        case from(Int64, through: Int64?)
        case suffix(Int64)

        func resolved(length: Int64) -> Range<Int64>? {
            switch self {
            case .from(let first, let last):
                guard first < length else { return nil }
                return first..<(last.map { min($0, length - 1) + 1 } ?? length)
            case .suffix(let count):
                guard count > 0, length > 0 else { return nil }
                return max(0, length - count)..<length
            }
        }
    }

    /// The ranges of a valid `bytes=` field, or nil.
    private static func specifiers(_ field: String) -> [Specifier]? {
        guard let equals = field.firstIndex(of: "="), field[..<equals].lowercased() == "bytes" else { return nil }
        var found: [Specifier] = []
        for element in field[field.index(after: equals)...].split(separator: ",", omittingEmptySubsequences: true) {
            let text = element.trimming(while: { $0 == " " || $0 == "\t" })
            if text.isEmpty { continue }
            guard let specifier = specifier(text) else { return nil }
            found.append(specifier)
            // Longer lists are not looked at further: they are answered by the whole in any case.
            if found.count > maximumParts { break }
        }
        return found.isEmpty ? nil : found
    }

    private static func specifier(_ text: Substring) -> Specifier? {
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty { return number(ends[1]).map(Specifier.suffix) }
        guard let first = number(ends[0]) else { return nil }
        if ends[1].isEmpty { return .from(first, through: nil) }
        guard let last = number(ends[1]), last >= first else { return nil }
        return .from(first, through: last)
    }

    /// A number of decimal digits only; one too large for 63 bits is as good as the largest.
    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else { return nil }
        return min(Int64(text) ?? .max, .max - 1)
    }

    /// The same bytes without any twice: sorted and joined where any two overlap or touch, else untouched.
    private static func joined(_ parts: [Range<Int64>]) -> [Range<Int64>] {
        let sorted = parts.sorted { $0.lowerBound < $1.lowerBound }
        var joined = [sorted[0]]
        for part in sorted.dropFirst() {
            let last = joined[joined.count - 1]
            if part.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
            } else {
                joined.append(part)
            }
        }
        return joined.count == parts.count ? parts : joined
    }
}

extension Substring {
    /// Without the leading and trailing characters that satisfy `drop`.
    func trimming(while drop: (Character) -> Bool) -> Substring {
        var text = self.drop(while: drop)
        while let last = text.last, drop(last) { text.removeLast() }
        return text
    }
}
