import Foundation

/// Names in the order in which people look for them: without regard to case and accents, and with numbers by their value
/// ("Shelf 2" before "Shelf 10"). Computed once for each name; comparing by `localizedStandardCompare` took 250 ms for 1,200 names.
struct NaturalOrder: Comparable {
    private enum Part: Comparable {
        /// The digits without leading zeros, and their number, which decides first.
        case number(count: Int, digits: Substring)
        case text(Substring)
    }

    private let parts: [Part]
    /// Decides between names that are otherwise the same.
    private let name: String

    init(_ name: String) {
        self.name = name
        let folded = name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        var parts: [Part] = []
        var rest = folded[...]
        while let first = rest.first {
            let isNumber = Self.isDigit(first)
            let run = rest.prefix { Self.isDigit($0) == isNumber }
            if isNumber {
                let digits = run.drop { $0 == "0" }
                parts.append(.number(count: digits.utf8.count, digits: digits))
            } else {
                parts.append(.text(run))
            }
            rest = rest[run.endIndex...]
        }
        self.parts = parts
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    static func < (a: Self, b: Self) -> Bool {
        for (x, y) in zip(a.parts, b.parts) where x != y { return x < y }
        return (a.parts.count, a.name) < (b.parts.count, b.name)
    }
}
