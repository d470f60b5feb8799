/// What a sentence claims, by its words.
struct Claim {
    /// Stems of capitalized words beyond the first one.
    private(set) var names: Set<String> = []
    private(set) var numbers: Set<String> = []
    /// Stems of all words that say something, names among them.
    private(set) var content: Set<String> = []
    private var negations = 0
    private var parts: [Part] = []

    /// A content word, or names and numbers that follow one another, as a date.
    private struct Part {
        var words: [String]
        var isEntity: Bool
    }

    private enum Kind { case name, number, content }

    /// Share of the content words that have to be in the source.
    private static let minContentShare: Float = 0.85

    init(_ sentence: String, _ lexicon: Lexicon, _ analyzer: TextAnalyzer) {
        var isAfterEntity = false
        for (index, word) in Word.split(sentence).enumerated() {
            if Self.negations.contains(word.text) { negations += 1 }
            guard let (text, kind) = Self.meaning(of: word, isFirst: index == 0, lexicon, analyzer) else {
                isAfterEntity = false
                continue
            }
            switch kind {
            case .name:
                names.insert(text)
                content.insert(text)
            case .number: numbers.insert(text)
            case .content: content.insert(text)
            }
            if kind != .content, isAfterEntity {
                parts[parts.count - 1].words.append(text)
            } else {
                parts.append(Part(words: [text], isEntity: kind != .content))
            }
            isAfterEntity = kind != .content
        }
    }

    /// - Returns: nil for negations and words that say nothing by themselves.
    private static func meaning(
        of word: Word, isFirst: Bool, _ lexicon: Lexicon, _ analyzer: TextAnalyzer
    ) -> (String, Kind)? {
        if negations.contains(word.text) { return nil }
        if word.isNumber { return (word.text, .number) }
        if let number = numberWords[word.text] { return (number, .number) }
        guard word.text.count > 1 else { return nil }
        if word.isCapitalized, !isFirst { return (analyzer.stem(word.text), .name) }
        return lexicon.functionPhrases.contains(word.text) ? nil : (analyzer.stem(word.text), .content)
    }

    /// Whether one source, or two that stand together, say this.
    func isSupported(by sources: [Claim]) -> Bool {
        let all = sources.reduce(into: Set<String>()) { $0.formUnion($1.content) }
        let sourceNumbers = sources.reduce(into: Set<String>()) { $0.formUnion($1.numbers) }
        guard names.isSubset(of: all), numbers.isSubset(of: sourceNumbers) else { return false }
        guard sources.reduce(0, { $0 + $1.negations }) % 2 == negations % 2 else { return false }
        let found = content.filter(all.contains).count
        guard Float(found) >= Self.minContentShare * Float(content.count) else { return false }
        return sources.count == 1 || isLinked(as: sources)
    }

    /// Whether names and numbers each stand in one of the sources together with the part before or after them.
    private func isLinked(as sources: [Claim]) -> Bool {
        let known = parts.filter { part in part.isEntity || sources.contains { $0.has(part) } }
        return known.indices.allSatisfy { index in
            guard known[index].isEntity else { return true }
            let neighbours = [index - 1, index + 1].filter(known.indices.contains)
            return sources.contains { source in
                source.has(known[index]) && (neighbours.isEmpty || neighbours.contains { source.has(known[$0]) })
            }
        }
    }

    private func has(_ part: Part) -> Bool { part.words.allSatisfy { content.contains($0) || numbers.contains($0) } }

    private static let negations: Set<String> = [
        "not", "no", "never", "nobody", "none", "nothing", "without", "neither", "nor", "didnt", "doesnt", "isnt", "wasnt",
        "werent", "cant", "couldnt", "wont", "hasnt", "havent", "hadnt", "dont", "arent", "cannot",
    ]
    private static let numberWords = [
        "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
        "ten": "10", "eleven": "11", "twelve": "12",
    ]
}
