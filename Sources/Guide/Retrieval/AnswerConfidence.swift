import Foundation

/// How likely the best passage answers a question, by how well it fits: by the network of the lexicon (`ConfidenceNetwork`) where
/// the corpus has many expected questions.
struct AnswerConfidence {
    /// Between 0 and 1.
    let value: Float
    /// From where on questions are answered.
    let threshold: Float

    /// How similar to an expected question one without content words has to be: of the same kind, about the same people.
    private static let leastAsked: Float = 0.9

    var suffices: Bool { value >= threshold }
    /// Whether it suffices for a question that was asked together with one that is answered.
    var halfSuffices: Bool { value >= threshold / 2 }

    /// - Parameters:
    ///   - matches: the best passages, best first; without any nothing suffices.
    ///   - total: how much all terms of the question count together.
    ///   - networks: nil for a corpus with few expected questions or none. Nothing was fitted to such a corpus: three quarters of
    ///     the question have to be in the passage.
    init(_ query: GuideQuery, matches: [PassageMatch], persona: Persona, total: Float, networks: ConfidenceNetworks?) {
        guard let best = matches.first?.best else {
            value = 0
            threshold = 1
            return
        }
        if let networks {
            let network = matches[0].similarity == nil ? networks.words : networks.embeddings
            // Of a question that is a name only, the network knows hardly more than its length.
            let isExpected = query.terms.isEmpty && best.asked >= Self.leastAsked
            value = isExpected ? 1 : network.value(Self.properties(query, matches: matches, persona: persona, total: total))
            threshold = network.threshold
        } else {
            value = best.breadth * min(1, best.suitability + 0.2)
            threshold = 0.72
        }
    }

    /// What the network regards; scripts/fit-guide.py has the same names.
    static let names = [
        "breadth", "asked", "total", "terms", "unmatched", "suitability", "people", "yesno", "topic", "asked-vector", "words",
        "foreign", "coverage", "near", "greatest-unmatched", "misses-name", "margin", "second-asked", "numeric", "others",
        "several", "sentence-words", "missing", "greatest-missing", "focus", "trained", "trained-margin", "trained-share",
        "trained-corpus", "trained-ten",
    ]

    /// What it regards besides where there are no embeddings.
    static let wordNames = ["lacking", "greatest-lacking", "square-lacking", "word-relevance"]

    /// What it regards besides where there are embeddings.
    static let embeddingNames = [
        "similar-sentence", "similar-asked", "similar-several", "similar-topic", "similar-passage", "similar-margin",
        "similar-topic-margin", "corpus-sentence", "corpus-asked", "corpus-topic", "corpus-ten", "relevance",
    ]

    /// The values of `names`, then those of `embeddingNames` where there are embeddings, else of `wordNames`.
    static func properties(_ query: GuideQuery, matches: [PassageMatch], persona: Persona, total: Float) -> [Float] {
        guard let first = matches.first else { return (names + wordNames).map { _ in 0 } }
        let best = first.best
        let second = matches.dropFirst().first?.best
        let isNumeric = query.answerType.isNumeric || query.answerType == .date
        return [
            best.breadth, best.asked, total, Float(query.terms.count), first.unmatched, best.suitability,
            query.people.isEmpty ? 0 : 1, query.isYesNo ? 1 : 0, best.vectors.topic, best.vectors.asked,
            Float(query.words.count + query.contextTerms.count), query.language == .english ? 0 : 1, best.coverage, best.near,
            first.greatestUnmatched, first.missesName ? 1 : 0, min(10, second.map { best.rank - $0.rank } ?? 10),
            second?.vectors.asked ?? 0, isNumeric ? 1 : 0, first.entry.isOfOthers(persona, query) ? 1 : 0, best.vectors.several,
            Float(first.entry.sentences[best.index].wordCount), best.missing, best.greatestMissing, best.focus,
            best.vectors.trained, first.trained?.margin ?? 0, first.trained?.share ?? 0, first.trained?.greatest ?? 0,
            first.trained?.ten ?? 0,
        ] + (first.similarity.map { embeddingProperties($0, best.index) + [first.relevance ?? 0] } ?? wordProperties(first.words))
    }

    private static func wordProperties(_ words: WordComparison?) -> [Float] {
        guard let words else { return wordNames.map { _ in 0 } }
        return [words.missing, words.greatestMissing, words.squareMissing, words.relevance]
    }

    private static func embeddingProperties(_ similarity: PassageSimilarity, _ index: Int) -> [Float] {
        let own = similarity.sentences[index]
        return [
            own.sentence, own.asked, own.several, own.topic, similarity.nearest, similarity.margin, similarity.topicMargin,
            similarity.corpus.sentence, similarity.corpus.asked, similarity.corpus.topic, similarity.ten,
        ]
    }
}
