/// Which sentences an answer is composed of, or that none suffices.
struct EvidenceChoice {
    /// The sentences, the most important first; empty where the corpus doesn't answer.
    private(set) var evidence: [Evidence] = []
    /// What the corpus says instead, where the question presupposes a number that it contradicts.
    private(set) var contradiction: Evidence?

    /// The score from which on further passages are used.
    static let minScore: Float = 0.46
    /// Sentences of an answer at most.
    static let maxSentences = 3

    /// The best sentences for each of several questions.
    init(combining choices: [EvidenceChoice]) {
        for evidence in choices.compactMap(\.evidence.first) where !self.evidence.contains(evidence) { self.evidence.append(evidence) }
    }

    /// - Parameter weight: how much all terms of the question count together.
    init(query: GuideQuery, matches: [LexicalRetriever.Match], weight: Float) {
        guard let best = matches.first,
            AnswerConfidence(query, best, total: weight).value >= AnswerConfidence.threshold
        else { return }
        if let number = Self.missingNumber(query, best), !query.isYesNo {
            _ = number
            contradiction = Self.evidence(best, best.best)
            return
        }
        if query.people.count > 1, best.entry.sentences[best.best.index].people.isDisjoint(with: query.people) == false {
            evidence = Self.perPerson(query, matches)
        }
        if evidence.isEmpty { evidence = Self.sentences(query, best, matches) }
    }

    /// Whether a further passage fits well enough.
    private static func suffices(_ match: LexicalRetriever.Match) -> Bool {
        match.score >= minScore
    }

    private static func evidence(_ match: LexicalRetriever.Match, _ sentence: LexicalRetriever.SentenceMatch) -> Evidence {
        Evidence(
            passage: match.entry.passage, sentence: match.entry.sentences[sentence.index].text, index: sentence.index,
            score: sentence.score)
    }

    /// A number of the question that the best passage doesn't have, where it has another one.
    private static func missingNumber(_ query: GuideQuery, _ best: LexicalRetriever.Match) -> String? {
        let stems = best.entry.sentences.reduce(into: best.entry.titleStems) { $0.formUnion($1.stems) }
        return query.numbers.first { number in
            query.terms.contains { $0.text == number } && number.utf8.count > 1 && !stems.contains(number)
        }
    }

    /// The best sentence for each of several people, or one that names them all.
    private static func perPerson(_ query: GuideQuery, _ matches: [LexicalRetriever.Match]) -> [Evidence] {
        var missing = query.people
        var result: [Evidence] = []
        for match in matches.prefix(8) where !missing.isEmpty && suffices(match) {
            let people = match.entry.sentences[match.best.index].people
            guard !people.isDisjoint(with: missing) else { continue }
            missing.subtract(people)
            result.append(evidence(match, match.best))
        }
        return result
    }

    /// The best sentence, one more of its passage that belongs to it, and sentences for what they leave open.
    private static func sentences(
        _ query: GuideQuery, _ best: LexicalRetriever.Match, _ matches: [LexicalRetriever.Match]
    ) -> [Evidence] {
        var covered = best.best.terms
        var chosen = [evidence(best, best.best)]
        let others = best.sentences.filter { $0.index != best.best.index && $0.score > 0 }
        if let second = others.max(by: { $0.score < $1.score }),
            second.score >= 0.72 * best.score || !second.terms.subtracting(covered).isEmpty || query.answerType == .description
                && second.score >= 0.4 * best.score
        {
            covered.formUnion(second.terms)
            // In the order of the text, unless the best one answers alone.
            chosen.append(evidence(best, second))
        }
        for match in matches.dropFirst().prefix(4) where chosen.count < maxSentences {
            let new = match.best.terms.subtracting(covered)
            guard !new.isEmpty, suffices(match), match.score >= 0.8 * best.score else { continue }
            covered.formUnion(new)
            chosen.append(evidence(match, match.best))
        }
        return chosen
    }
}
