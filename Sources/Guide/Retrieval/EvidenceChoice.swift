/// Which sentences an answer is composed of, or that none suffices.
struct EvidenceChoice {
    /// The sentences, the most important first; empty where the corpus doesn't answer.
    private(set) var evidence: [Evidence] = []
    /// What the corpus says instead, where the question presupposes a number that it contradicts.
    private(set) var contradiction: Evidence?

    /// How far below the best sentence's rank a second sentence of its passage may be. Ranks are fitted as logarithms of odds.
    static let sentenceGap: Float = 6
    /// The same for sentences of other passages that have words which the answer lacks.
    static let passageGap: Float = 1
    /// The score from which on passages answer for one of several people.
    static let minScore: Float = 0.46
    /// Sentences of an answer at most.
    static let maxSentences = 3

    /// The best sentences for each of several questions that were asked together. One that would be declined alone is answered
    /// where another one is answered and it fits half as well; no sentence answers two of them.
    init(parts: [(query: GuideQuery, matches: [PassageMatch], weight: Float)], isExpected: Bool) {
        let confidences = parts.map { part in
            part.matches.first.map {
                AnswerConfidence(part.query, $0, total: part.weight, isExpected: isExpected).value
            } ?? 0
        }
        guard confidences.contains(where: { $0 >= AnswerConfidence.threshold }) else { return }
        for (part, confidence) in zip(parts, confidences) where confidence >= AnswerConfidence.threshold / 2 {
            let sentences = part.matches.prefix(3).flatMap { match in
                match.sentences.filter { $0.score >= 0.5 * match.score }.map { (match, $0) }
            }
            let best = sentences.sorted { $0.1.rank > $1.1.rank }.lazy.map { Self.evidence($0.0, $0.1) }
            if let next = best.first(where: { next in !evidence.contains { $0.sentence == next.sentence } }) {
                evidence.append(next)
            }
        }
    }

    /// - Parameters:
    ///   - weight: how much all terms of the question count together.
    ///   - isExpected: whether the corpus has expected questions.
    init(query: GuideQuery, matches: [PassageMatch], weight: Float, isExpected: Bool) {
        guard let best = matches.first,
            AnswerConfidence(query, best, total: weight, isExpected: isExpected).value >= AnswerConfidence.threshold
        else { return }
        if !query.isYesNo, Self.missesNumber(query, best) {
            contradiction = Self.evidence(best, best.best)
            return
        }
        if query.people.count > 1, best.entry.sentences[best.best.index].people.isDisjoint(with: query.people) == false {
            evidence = Self.perPerson(query, matches)
        }
        if evidence.isEmpty { evidence = Self.sentences(query, best, matches) }
    }

    /// Whether a further passage fits well enough.
    private static func suffices(_ match: PassageMatch) -> Bool {
        match.score >= minScore
    }

    private static func evidence(_ match: PassageMatch, _ sentence: SentenceMatch) -> Evidence {
        Evidence(
            passage: match.entry.passage, sentence: match.entry.sentences[sentence.index].text, index: sentence.index,
            score: sentence.score)
    }

    /// Whether the question has a number that the best passage doesn't have.
    private static func missesNumber(_ query: GuideQuery, _ best: PassageMatch) -> Bool {
        let stems = best.entry.sentences.reduce(into: best.entry.titleStems) { $0.formUnion($1.stems) }
        return query.numbers.contains { number in
            query.terms.contains { $0.text == number } && number.utf8.count > 1 && !stems.contains(number)
        }
    }

    /// The best sentence for each of several people, or one that names them all.
    private static func perPerson(_ query: GuideQuery, _ matches: [PassageMatch]) -> [Evidence] {
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
        _ query: GuideQuery, _ best: PassageMatch, _ matches: [PassageMatch]
    ) -> [Evidence] {
        var covered = best.best.terms
        var chosen = [evidence(best, best.best)]
        let others = best.sentences.filter { $0.index != best.best.index && $0.score > 0 }
        if let second = others.max(by: { $0.rank < $1.rank }), second.rank >= best.best.rank - sentenceGap {
            covered.formUnion(second.terms)
            // A description reads in the order of the text; other answers begin with what was asked.
            let isBefore = query.answerType == .description && second.index < best.best.index
            chosen.insert(evidence(best, second), at: isBefore ? 0 : 1)
        }
        for match in matches.dropFirst().prefix(4) where chosen.count < maxSentences {
            let new = match.best.terms.subtracting(covered)
            guard !new.isEmpty, match.best.rank >= best.best.rank - passageGap else { continue }
            covered.formUnion(new)
            chosen.append(evidence(match, match.best))
        }
        return chosen
    }
}
