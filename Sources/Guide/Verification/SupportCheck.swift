/// Decides whether a sentence says nothing but what one or two adjacent sentences of a passage say: its names and numbers, nearly
/// all
/// of its content words, and as many negations.
///
/// It compares words, not meanings: what passes can still be wrong where the same words stand in another relation. Sentences of the
/// extractive model are word for word those of the source.
struct SupportCheck {
    private let lexicon: Lexicon
    private let analyzer: TextAnalyzer

    /// Share of the content words that have to be in the source.
    static let minContentShare: Float = 0.85

    init(_ lexicon: Lexicon) {
        self.lexicon = lexicon
        analyzer = TextAnalyzer(lexicon)
    }

    /// The first evidence whose passage supports the sentence.
    func support(of sentence: String, in evidence: [Evidence]) -> Evidence? {
        let claim = Claim(sentence, lexicon, analyzer)
        guard !claim.content.isEmpty else { return nil }
        for item in evidence {
            if item.sentence == sentence { return item }
        }
        var seen: Set<String> = []
        for item in evidence where seen.insert(item.passage.id).inserted {
            let sentences = Sentences.split(item.passage.text)
            let claims = sentences.map { Claim($0, lexicon, analyzer) }
            for index in claims.indices {
                if claim.isSupported(by: [claims[index]]) {
                    return Evidence(passage: item.passage, sentence: sentences[index], index: index, score: item.score)
                }
            }
            for index in claims.indices.dropLast() where claim.isSupported(by: [claims[index], claims[index + 1]]) {
                return Evidence(passage: item.passage, sentence: sentences[index], index: index, score: item.score)
            }
        }
        return nil
    }

    /// Whether a sentence is complete and says something that the question doesn't: small models repeat the question, or stop in
    /// the middle.
    func isStatement(_ sentence: String, beyond question: String) -> Bool {
        let end = sentence.last { !"\"”’')".contains($0) }
        guard end == "." || end == "!" else { return false }
        let claim = Claim(sentence, lexicon, analyzer)
        let known = Claim(question, lexicon, analyzer)
        return !claim.content.isSubset(of: known.content) || !claim.numbers.isSubset(of: known.numbers)
    }

    /// What a sentence claims, by its words.
    private struct Claim {
        let names: Set<String>
        let numbers: Set<String>
        let content: Set<String>
        let negations: Int

        init(_ sentence: String, _ lexicon: Lexicon, _ analyzer: TextAnalyzer) {
            let words = Word.split(sentence)
            var names: Set<String> = []
            var numbers: Set<String> = []
            var content: Set<String> = []
            var negations = 0
            for (index, word) in words.enumerated() {
                if SupportCheck.negations.contains(word.text) {
                    negations += 1
                } else if word.isNumber {
                    numbers.insert(word.text)
                } else if let number = SupportCheck.numberWords[word.text] {
                    numbers.insert(number)
                } else if word.isCapitalized, index > 0, word.text.count > 1 {
                    names.insert(analyzer.stem(word.text))
                } else if word.text.count > 1, !lexicon.functionPhrases.contains(word.text) {
                    content.insert(analyzer.stem(word.text))
                }
            }
            self.names = names
            self.numbers = numbers
            self.content = content.union(names)
            self.negations = negations
        }

        func isSupported(by sources: [Claim]) -> Bool {
            let all = sources.reduce(into: Set<String>()) { $0.formUnion($1.content) }
            let sourceNumbers = sources.reduce(into: Set<String>()) { $0.formUnion($1.numbers) }
            guard names.isSubset(of: all), numbers.isSubset(of: sourceNumbers) else { return false }
            guard sources.reduce(0, { $0 + $1.negations }) % 2 == negations % 2 else { return false }
            let found = content.filter(all.contains).count
            return Float(found) >= SupportCheck.minContentShare * Float(content.count)
        }
    }

    private static let negations: Set<String> = [
        "not", "no", "never", "nobody", "none", "nothing", "without", "neither", "nor", "didnt", "doesnt", "isnt", "wasnt",
        "werent", "cant",
        "couldnt", "wont", "hasnt", "havent", "hadnt", "dont", "arent", "cannot",
    ]
    private static let numberWords = [
        "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
        "ten": "10",
        "eleven": "11", "twelve": "12",
    ]
}
