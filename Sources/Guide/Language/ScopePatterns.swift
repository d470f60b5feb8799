import Foundation

/// Patterns of questions that aren't looked up in the corpus: about the persona's identity, private life, the guide's own rules,
/// and phrases of politeness.
struct ScopePatterns: Sendable {
    /// What a pattern recognizes.
    enum Scope: String, Sendable, CaseIterable {
        case injection, `private`, identity, opinion, greeting, thanks, help
    }

    /// A part of a pattern.
    private enum Part: Sendable {
        case choice([Choice], isOptional: Bool)
        /// Up to four words.
        case gap
        /// The beginning or the end of the question.
        case edge
    }

    /// One way to match a part.
    private enum Choice: Sendable {
        case words([String])
        /// A name of a persona.
        case name
        case edge
    }

    private var patterns: [(scope: Scope, parts: [Part])] = []

    init() {}

    /// Reads lines as `identity: are you [the] (real|actual) {name}`: words in their order; `(a|b c)` one of these phrases,
    /// `[a|b]` one of them or
    /// nothing, `*` up to four words, `^` the edge of the question, `{name}` any name of a persona.
    init(lines: [Lexicon.Line]) throws(GuideError) {
        for line in lines {
            guard let colon = line.text.firstIndex(of: ":"), let scope = Scope(rawValue: String(line.text[..<colon])) else {
                throw GuideError("\(line.file), line \(line.number)", "doesn't begin with a scope and a colon")
            }
            patterns.append((scope, Self.parts(line.text[line.text.index(after: colon)...])))
        }
    }

    private static func parts(_ text: Substring) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while let first = rest.first {
            if first == " " {
                rest.removeFirst()
            } else if first == "(" || first == "[" {
                let end = rest.firstIndex { $0 == ")" || $0 == "]" } ?? rest.endIndex
                parts.append(.choice(choices(rest[..<end].dropFirst()), isOptional: first == "["))
                rest = rest[end...].dropFirst()
            } else {
                let word = rest.prefix { $0 != " " }
                switch word {
                case "*": parts.append(.gap)
                case "^": parts.append(.edge)
                default: parts.append(.choice(choices(word), isOptional: false))
                }
                rest = rest[word.endIndex...]
            }
        }
        return parts
    }

    private static func choices(_ text: Substring) -> [Choice] {
        text.split(separator: "|").map { choice in
            switch choice {
            case "{name}": .name
            case "^": .edge
            default: .words(Word.split(choice).map(\.text))
            }
        }
    }

    /// The scope of the first pattern, in the order of the file, that occurs in any of the texts.
    func scope(of texts: [[Word]], names: Set<String>) -> Scope? {
        let texts = texts.map { $0.map(\.text) }
        for pattern in patterns {
            for words in texts {
                for start in 0...words.count where matches(pattern.parts[...], words, at: start, names: names) {
                    return pattern.scope
                }
            }
        }
        return nil
    }

    private func matches(_ parts: ArraySlice<Part>, _ words: [String], at index: Int, names: Set<String>) -> Bool {
        guard let part = parts.first else { return true }
        let rest = parts.dropFirst()
        switch part {
        case .edge:
            return (index == 0 || index == words.count) && matches(rest, words, at: index, names: names)
        case .gap:
            for skipped in 0...4 where index + skipped <= words.count {
                if matches(rest, words, at: index + skipped, names: names) { return true }
            }
            return false
        case .choice(let choices, let isOptional):
            for choice in choices {
                for next in ends(of: choice, words, at: index, names: names) where matches(rest, words, at: next, names: names) {
                    return true
                }
            }
            return isOptional && matches(rest, words, at: index, names: names)
        }
    }

    /// Where the words go on after a choice; empty where it doesn't match.
    private func ends(of choice: Choice, _ words: [String], at index: Int, names: Set<String>) -> [Int] {
        switch choice {
        case .edge: index == 0 || index == words.count ? [index] : []
        case .words(let phrase): words[index...].starts(with: phrase) ? [index + phrase.count] : []
        case .name:
            [3, 2, 1].filter { index + $0 <= words.count && names.contains(words[index..<index + $0].joined(separator: " ")) }
                .map { index + $0 }
        }
    }
}
