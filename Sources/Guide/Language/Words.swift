import Foundation

/// A word of a text, folded so that spellings compare: lower case, no diacritics, ß as ss.
struct Word: Sendable, Equatable {
    /// The folded word.
    let text: String
    /// Whether it begins with a capital letter in the text.
    let isCapitalized: Bool
    /// Whether it begins with a digit.
    var isNumber: Bool { text.utf8.first.map { $0 >= 48 && $0 <= 57 } ?? false }
}

extension Word {
    /// The words of a text in their order. Hyphens separate words, except after prefixes as in "re-entry"; numbers keep their
    /// decimal
    /// point and lose the separators of their thousands; a possessive `'s` is dropped.
    static func split(_ text: some StringProtocol) -> [Word] {
        var scanner = WordScanner(Array(text.unicodeScalars))
        let words = scanner.words()
        return words.enumerated().map { index, word in
            numeral(word, after: index > 0 ? words[index - 1].text : "").map { Word(text: $0, isCapitalized: false) } ?? word
        }
    }

    /// The digits of a Roman numeral: of several letters anywhere, of one letter after what is numbered so, as "Artemis I".
    private static func numeral(_ word: Word, after previous: String) -> String? {
        if let number = romanNumerals[word.text] { return number }
        guard word.isCapitalized || previous == "artemis", numbered.contains(previous) else { return nil }
        return ["i": "1", "v": "5", "x": "10"][word.text]
    }

    private static let numbered: Set<String> = ["artemis", "apollo", "saturn", "gemini", "vostok"]
    private static let romanNumerals = [
        "ii": "2", "iii": "3", "iv": "4", "vi": "6", "vii": "7", "viii": "8", "ix": "9", "xi": "11", "xii": "12", "xiii": "13",
        "xiv": "14",
        "xv": "15", "xvi": "16", "xvii": "17",
    ]

    /// A whole text folded to words with one space between them.
    static func normalized(_ text: String) -> String { split(text).map(\.text).joined(separator: " ") }
}

/// Reads words from the scalars of a text.
private struct WordScanner {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var current = ""
    private var isCapitalized = false
    private var found: [Word] = []

    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    mutating func words() -> [Word] {
        while position < scalars.count {
            let scalar = scalars[position]
            if Self.isWordPart(scalar) {
                if current.isEmpty { isCapitalized = scalar.properties.isUppercase }
                current += Self.folded(scalar)
            } else if scalar == "." || scalar == ",", isDigit(position - 1), isDigit(position + 1) {
                if scalar == "." || !isThousands { current += "." }
            } else if scalar == "'" || scalar == "\u{2019}", isLetter(position + 1), !current.isEmpty {
                apostrophe()
            } else if scalar == "-" || scalar == "\u{2011}", isLetter(position + 1), Self.prefixes.contains(current) {
                // The parts are one word.
            } else {
                end()
            }
            position += 1
        }
        end()
        return found
    }

    private mutating func end() {
        guard !current.isEmpty else { return }
        found.append(Word(text: current, isCapitalized: isCapitalized))
        current = ""
    }

    private static let prefixes: Set<String> = ["re", "co", "non", "anti"]

    private func isDigit(_ index: Int) -> Bool {
        scalars.indices.contains(index) && (48...57).contains(scalars[index].value)
    }

    private func isLetter(_ index: Int) -> Bool {
        scalars.indices.contains(index) && Self.isWordPart(scalars[index]) && !isDigit(index)
    }

    /// Whether exactly three digits follow the separator.
    private var isThousands: Bool {
        isDigit(position + 1) && isDigit(position + 2) && isDigit(position + 3) && !isDigit(position + 4)
    }

    /// At an apostrophe: drops `'s` and verbs as in "they're", keeps "don't" as "dont", ends the article of "l'eau".
    private mutating func apostrophe() {
        var length = 0
        while isLetter(position + 1 + length) { length += 1 }
        let ending = scalars[(position + 1)..<(position + 1 + length)].map(Self.folded).joined()
        if ending == "s" || ["t", "re", "ve", "ll", "d", "m"].contains(ending) {
            if ending == "t" { current += "t" }
            position += length
        } else if current.utf8.count <= 2 {
            current = ""
        }
    }

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value < 128 { return (97...122).contains(value) || (65...90).contains(value) || (48...57).contains(value) }
        return scalar.properties.isAlphabetic || scalar.properties.canonicalCombiningClass != .notReordered
    }

    /// A scalar in lower case without diacritics.
    private static func folded(_ scalar: Unicode.Scalar) -> String {
        let value = scalar.value
        if value < 128 { return String(UnicodeScalar(UInt8((65...90).contains(value) ? value + 32 : value))) }
        if value < 0x180 { return latin[Int(value) - 128] }
        return fold(scalar)
    }

    private static let latin: [String] = (128..<0x180).map { Unicode.Scalar($0).map { fold($0) } ?? "" }

    private static func fold(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "ß", "ẞ": "ss"
        case "æ", "Æ": "ae"
        case "œ", "Œ": "oe"
        case "ø", "Ø": "o"
        case "ł", "Ł": "l"
        default:
            scalar.properties.canonicalCombiningClass != .notReordered
                ? "" : String(scalar).lowercased().folding(options: .diacriticInsensitive, locale: nil)
        }
    }
}
