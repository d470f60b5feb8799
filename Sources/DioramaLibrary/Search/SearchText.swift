/// What a person types, as a query of FTS5 (sqlite.org/fts5.html, section 3). Only words get through, each as a string, so that
/// nothing that can be typed is a syntax error.
enum SearchText {
    private static let wordLimit = 16
    private static let wordLength = 64

    /// A query for all words of `text`, the last one also as the beginning of a word unless a space follows it; in rows of `kinds`
    /// only, where they are given, and in the `columns`. Nil where it has no words: nothing is found then.
    static func match(_ text: String, kinds: [String] = [], columns: String = "title keywords text") -> String? {
        let words = words(text)
        guard let last = words.last else { return nil }
        let isOpen = text.unicodeScalars.last.map(isPartOfWord) ?? false
        let strings = words.dropLast().map { "\"\($0)\"" } + ["\"\(last)\"" + (isOpen ? "*" : "")]
        let match = "{\(columns)} : (\(strings.joined(separator: " AND ")))"
        if kinds.isEmpty { return match }
        return "\(match) AND kind : (\(kinds.map { "\"\($0)\"" }.joined(separator: " OR ")))"
    }

    /// The first words of the text, shortened.
    private static func words(_ text: String) -> [String] {
        // Bounded first: a pasted novel is not worth splitting.
        let start = String(text.unicodeScalars.prefix(4096))
        return start.unicodeScalars.split(whereSeparator: { !isPartOfWord($0) }).prefix(wordLimit).map {
            String($0.prefix(wordLength))
        }
    }

    /// Letters, marks, numbers and private use, as `unicode61` has it.
    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark, .privateUse:
            true
        default: false
        }
    }
}
