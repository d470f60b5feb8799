import DioramaLibrary
import Foundation

/// Which character of a column's numbers is before the decimals.
public enum DecimalSeparator: String, Sendable, CaseIterable {
    /// 1,234.56
    case point
    /// 1.234,56
    case comma
}

/// A decimal number as it was written: sign, digits and the number of decimals. No rounding.
struct DecimalText: Equatable {
    var isNegative = false
    /// Without separators, leading zeros kept.
    var digits: String
    var decimals: Int

    /// Reads "1234.56", "1,234.56", "1.234,56", "1 234,56", "1'234.56" and "-3"; nil for anything else.
    init?(_ text: String, separator: DecimalSeparator) {
        var rest = Substring(text.filter { !($0.isWhitespace || $0 == "'" || $0 == "’" || $0 == "\u{202F}") })
        if let sign = rest.first, sign == "-" || sign == "−" || sign == "+" {
            isNegative = sign != "+"
            rest = rest.dropFirst()
        }
        let (point, group): (Character, Character) = separator == .point ? (".", ",") : (",", ".")
        let parts = rest.split(separator: point, omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first else { return nil }
        let groups = whole.split(separator: group, omittingEmptySubsequences: false)
        // Groups have three digits, or two before the last as in India.
        guard groups.count == 1 || (groups.dropFirst().allSatisfy { $0.count == 3 || $0.count == 2 } && groups.last?.count == 3),
            groups.count == 1 || (1...3).contains(groups[0].count)
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        digits = groups.joined() + fraction
        decimals = fraction.count
        guard !digits.isEmpty, digits.count <= 40, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    }

    /// Minor units with a number of decimals; `isRounded` where digits other than zero were cut (half to even). Nil beyond 64 bits.
    func units(decimals wanted: Int) -> (units: Int64, isRounded: Bool)? {
        var kept = digits
        var isRounded = false
        var roundsUp = false
        if decimals > wanted {
            let cut = kept.suffix(decimals - wanted)
            kept.removeLast(decimals - wanted)
            isRounded = cut.contains { $0 != "0" }
            let isHalf = cut.first == "5" && cut.dropFirst().allSatisfy { $0 == "0" }
            let isOdd = kept.last.flatMap(\.wholeNumberValue).map { $0 % 2 == 1 } ?? false
            roundsUp = isHalf ? isOdd : (cut.first ?? "0") >= "5"
        } else {
            kept += String(repeating: "0", count: wanted - decimals)
        }
        guard var units = Int64(kept.isEmpty ? "0" : kept) else { return nil }
        if roundsUp {
            let (sum, overflow) = units.addingReportingOverflow(1)
            if overflow { return nil }
            units = sum
        }
        return (isNegative ? -units : units, isRounded)
    }

    /// The nearest double.
    var double: Double? {
        Double((isNegative ? "-" : "") + digits.dropLast(decimals) + "." + (decimals > 0 ? digits.suffix(decimals) : "0"))
    }

    /// What a number tells about the decimal separator: both separators, a repeated one, or one without three digits after it
    /// decide.
    static func evidence(_ text: String) -> DecimalSeparator? {
        let marks = text.filter { $0 == "." || $0 == "," }
        guard let last = marks.last else { return nil }
        let other: Character = last == "." ? "," : "."
        let lastMeans: DecimalSeparator = last == "." ? .point : .comma
        if marks.contains(other) { return lastMeans }
        if marks.count > 1 { return last == "." ? .comma : .point }
        let tail = text[text.index(after: text.lastIndex(of: last)!)...].prefix { $0.isNumber }
        let head = text[..<text.lastIndex(of: last)!].reversed().prefix { $0.isNumber }
        // A group of three needs one to three digits before it, and no leading zero.
        return tail.count == 3 && (1...3).contains(head.count) && !(head.count == 1 && head.first == "0") ? nil : lastMeans
    }
}

/// A text with an amount of money.
struct MoneyText {
    /// The currency that the text names itself, as code or symbol.
    let currency: String?
    let number: String

    /// Divides "1.234,56 €", "$12", "CHF 5.-" into currency and number.
    /// - Parameter preferred: decides what "$" or "kr" stands for where it is one of the currencies with that symbol.
    init(_ text: String, preferred: String?) {
        var rest = text.trimmingCharacters(in: .whitespacesAndNewlines)
        var found: String?
        for code in [rest.prefix(3), rest.suffix(3)] where Currency.isCode(code.uppercased()) && code.allSatisfy(\.isLetter) {
            found = code.uppercased()
            rest = rest.hasPrefix(code) ? String(rest.dropFirst(3)) : String(rest.dropLast(3))
            break
        }
        if found == nil {
            for (symbol, codes) in Currency.symbols where rest.hasPrefix(symbol) || rest.hasSuffix(symbol) {
                rest = rest.hasPrefix(symbol) ? String(rest.dropFirst(symbol.count)) : String(rest.dropLast(symbol.count))
                found = codes.first { $0 == preferred } ?? codes[0]
                break
            }
        }
        rest = rest.trimmingCharacters(in: .whitespacesAndNewlines)
        // "5.-" and "5,—" are whole francs.
        for dash in [".-", ",-", ".–", ",–", ".—", ",—"] where rest.hasSuffix(dash) { rest = String(rest.dropLast(2)) }
        currency = found
        number = rest
    }
}
