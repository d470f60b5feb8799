import Foundation

/// Splits paragraphs into sentences.
enum Sentences {
    /// The sentences of a paragraph, without the spaces around them. A full stop ends a sentence only before a space and a capital
    /// letter,
    /// digit or quotation mark, and not after an abbreviation or an initial.
    static func split(_ text: String) -> [String] {
        var sentences: [String] = []
        let characters = Array(text)
        var start = 0
        var i = 0
        while i < characters.count {
            if isEnd(characters, at: i) {
                var end = i + 1
                while end < characters.count, closers.contains(characters[end]) { end += 1 }
                append(characters[start..<end], to: &sentences)
                start = end
                i = end
            } else {
                i += 1
            }
        }
        append(characters[start...], to: &sentences)
        return sentences
    }

    private static let closers: Set<Character> = ["\"", "”", "’", "»", ")"]
    private static let abbreviations: Set<String> = [
        "dr", "mr", "mrs", "ms", "prof", "st", "no", "vs", "approx", "capt", "col", "lt", "gen", "jr", "sr", "fig", "inc", "u.s",
        "p.m",
        "a.m", "e.g", "i.e", "z.b", "bzw", "ca", "nr",
    ]

    private static func append(_ slice: ArraySlice<Character>, to sentences: inout [String]) {
        let text = String(slice).trimmingCharacters(in: .whitespacesAndNewlines)
        if !text.isEmpty { sentences.append(text) }
    }

    private static func isEnd(_ characters: [Character], at index: Int) -> Bool {
        let character = characters[index]
        if character == "!" || character == "?" || character == "…" { return true }
        guard character == "." else { return character == "\n" && index + 1 < characters.count && characters[index + 1] == "\n" }
        var next = index + 1
        while next < characters.count, closers.contains(characters[next]) { next += 1 }
        guard next < characters.count else { return true }
        guard characters[next].isWhitespace else { return false }
        while next < characters.count, characters[next].isWhitespace { next += 1 }
        guard next < characters.count else { return true }
        guard !characters[next].isLowercase else { return false }
        let word = String(characters[..<index].reversed().prefix { !$0.isWhitespace && $0 != "(" }.reversed())
        // An initial, as in "Victor J. Glover"; not the numeral of "Artemis I".
        if word.count == 1, word.first?.isUppercase == true, !["I", "V", "X"].contains(word) { return false }
        return !abbreviations.contains(word.lowercased())
    }
}
