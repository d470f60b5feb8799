/// Which sentences an answer is composed of, or that none suffices.
struct EvidenceChoice {
    /// The sentences, the most important first; empty where the corpus doesn't answer.
    private(set) var evidence: [Evidence] = []
    /// What the corpus says instead, where the question presupposes a number that it contradicts.
    private(set) var contradiction: Evidence?

    /// How far below the best sentence's rank further sentences of its passage may be. Ranks are fitted as logarithms of odds.
    static let sentenceGap: Float = 9
    /// The score from which on passages answer for one of several people.
    static let minScore: Float = 0.46
    /// Sentences of an answer to one question at most.
    static let maxSentences = 3
    /// Sentences for each of several questions at most.
    static let maxSentencesPerPart = 2

    /// The best sentences for each of several questions that were asked together. One that would be declined alone is answered
    /// where another one is answered and it fits half as well; no sentence answers two of them.
    /// - Parameter needsAll: nothing is answered where one of them would be declined alone.
    init(
        parts: [(query: GuideQuery, matches: [PassageMatch], weight: Float)], persona: Persona, networks: ConfidenceNetworks?,
        needsAll: Bool
    ) {
        let confidences = parts.map {
            AnswerConfidence($0.query, matches: $0.matches, persona: persona, total: $0.weight, networks: networks)
        }
        guard needsAll ? confidences.allSatisfy(\.suffices) : confidences.contains(where: \.suffices) else { return }
        for (part, confidence) in zip(parts, confidences) where confidence.halfSuffices {
            let sentences = part.matches.prefix(3).flatMap { match in
                match.sentences.filter { $0.score >= 0.5 * match.score }.map { (match, $0) }
            }
            let known = Set(evidence.map(\.sentence))
            let best = sentences.sorted { $0.1.rank > $1.1.rank }
                .first { !known.contains($0.0.entry.sentences[$0.1.index].text) }
            guard let (match, sentence) = best else { continue }
            evidence += Self.around(sentence, of: match, limit: Self.maxSentencesPerPart)
                .map { Self.evidence(match, $0) }.filter { !known.contains($0.sentence) }
        }
    }

    /// - Parameters:
    ///   - weight: how much all terms of the question count together.
    ///   - networks: nil for a corpus with few expected questions or none.
    init(query: GuideQuery, matches: [PassageMatch], weight: Float, persona: Persona, networks: ConfidenceNetworks?) {
        guard let best = matches.first,
            AnswerConfidence(query, matches: matches, persona: persona, total: weight, networks: networks).suffices
        else { return }
        if !query.isYesNo, Self.missesNumber(query, best) {
            contradiction = Self.evidence(best, best.best)
            return
        }
        if query.people.count > 1, best.entry.sentences[best.best.index].people.isDisjoint(with: query.people) == false {
            evidence = Self.perPerson(query, matches)
        }
        if evidence.isEmpty { evidence = Self.sentences(query, best) }
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

    /// The best sentence with those of its passage that belong to it.
    private static func sentences(_ query: GuideQuery, _ best: PassageMatch) -> [Evidence] {
        var chosen = around(best.best, of: best, limit: maxSentences)
        // Whom the answer is about has to stand in it.
        let isNamed = { (sentence: SentenceMatch) in !best.entry.sentences[sentence.index].people.isDisjoint(with: query.people) }
        if !query.people.isEmpty, !chosen.contains(where: isNamed), let naming = best.sentences.first(where: isNamed) {
            if chosen.count == maxSentences { chosen.removeLast() }
            chosen.append(naming)
        }
        // A description reads in the order of the text; other answers begin with what was asked.
        if query.answerType == .description { chosen.sort { $0.index < $1.index } }
        return chosen.map { evidence(best, $0) }
    }

    /// A sentence, then the others of its passage whose ranks are near, in the order of the text.
    private static func around(_ sentence: SentenceMatch, of match: PassageMatch, limit: Int) -> [SentenceMatch] {
        let others = match.sentences
            .filter { $0.index != sentence.index && $0.score > 0 && $0.rank >= sentence.rank - sentenceGap }
            .sorted { ($0.rank, $1.index) > ($1.rank, $0.index) }.prefix(limit - 1)
        return [sentence] + others.sorted { $0.index < $1.index }
    }
}
