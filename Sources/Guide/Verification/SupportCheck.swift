/// Decides whether a sentence says nothing but what one or two adjacent sentences of a passage say: its names and numbers, nearly
/// all of its content words, and as many negations. Of two sentences, each name and number has to stand with the word before or
/// after it in one of them: else "The record belongs to Apollo 13 on 6 April 2026" has all words of "The record belonged to Apollo
/// 13" and "On 6 April 2026 it was broken".
///
/// It compares words, not meanings: what passes can still be wrong where the same words stand in another relation. Sentences of the
/// extractive model are word for word those of the source.
struct SupportCheck {
    private let lexicon: Lexicon
    private let analyzer: TextAnalyzer

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
}
