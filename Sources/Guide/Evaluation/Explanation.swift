extension Guide {
    /// How a question is understood and what is found for it, for people who write a corpus: terms with their weights, then the best
    /// passages with their scores.
    public func explanation(of question: GuideQuestion, limit: Int = 5) async throws -> String {
        let persona = try corpus.persona(question.persona)
        let query = try FollowUps(reader: reader, retriever: retriever).read(
            question.text, history: question.history, persona: persona)
        var lines = [
            "language \(query.language.rawValue), asks for \(query.answerType), people \(query.people.sorted().joined(separator: " "))",
            "in English: \(query.english)",
        ]
        for (term, weight) in zip(query.terms, query.terms.map(retriever.weight)) {
            let options = term.options.map { $0.stems.joined(separator: "+") }.joined(separator: " ")
            lines.append("  \(term.text): \(rounded(weight))  \(options)")
        }
        for match in try await matches(query, persona, limit: limit) {
            let best = match.best
            lines.append(
                "\(rounded(match.score)) coverage \(rounded(best.coverage)) breadth \(rounded(best.breadth)) asked \(rounded(best.asked)) \(match.entry.passage.id): "
                    + match.entry.sentences[best.index].text)
        }
        return lines.joined(separator: "\n")
    }

    private func rounded(_ value: Float) -> Float { (value * 100).rounded() / 100 }
}

extension Guide {
    /// What ranking is made by, for calibrating it: of each candidate its passage and the features of its best sentence.
    public func candidates(of question: GuideQuestion, limit: Int) async throws -> [(passage: String, sentence: String, features: [Float])] {
        let persona = try corpus.persona(question.persona)
        let query = try FollowUps(reader: reader, retriever: retriever).read(
            question.text, history: question.history, persona: persona)
        return try await matches(query, persona, limit: limit).flatMap { match in
            match.sentences.filter { $0.score > 0 }.map { best in
                let sentence = match.entry.sentences[best.index]
                return (
                    match.entry.passage.id, sentence.text,
                    [
                        best.score, best.breadth, best.asked, best.coverage, best.near, best.suitability, match.unmatched,
                        Float(sentence.wordCount), sentence.people.isDisjoint(with: query.people) ? 0 : 1,
                        match.entry.owner == persona.id ? 1 : 0, match.entry.owner == nil ? 1 : 0, best.meaning,
                    ]
                )
            }
        }
    }

    /// What the decision to answer is made by, for calibrating it: the scores of the best passage, and of the best other one.
    public func features(of question: GuideQuestion) async throws -> [Float] {
        let persona = try corpus.persona(question.persona)
        let query = try FollowUps(reader: reader, retriever: retriever).read(
            question.text, history: question.history, persona: persona)
        let matches = try await matches(query, persona, limit: 2)
        guard let first = matches.first else { return [0, 0, 0, 0, 0, 0] }
        let weights = query.terms.map(retriever.weight)
        let total = max(weights.reduce(0, +), 0.001)
        let entry = first.entry
        var near = entry.sentences[first.best.index].stems.union(entry.titleStems)
        for asked in entry.questions where asked.sentence == first.best.index { near.formUnion(asked.stems) }
        var all = near
        for sentence in entry.sentences { all.formUnion(sentence.stems) }
        for asked in entry.questions { all.formUnion(asked.stems) }
        var unmatchedNear: Float = 0
        var unmatchedAll: Float = 0
        var largest: Float = 0
        var unknown: Float = 0
        var misses: Float = 0
        for (term, weight) in zip(query.terms, weights) {
            if PassageScorer.presence(term, near) == 0 { unmatchedNear += weight }
            if PassageScorer.presence(term, all) == 0 {
                unmatchedAll += weight
                largest = max(largest, weight)
                if retriever.index.isName(term) { misses += 1 }
            }
            if !term.options.contains(where: { $0.stems.allSatisfy { retriever.index.frequency($0) > 0 } }) { unknown += 1 }
        }
        let suit = entry.sentences[first.best.index].features.suitability(for: query.answerType)
        return [
            first.score, first.best.breadth, first.best.asked, first.best.coverage, matches.count > 1 ? matches[1].score : 0,
            total, unmatchedNear / total, unmatchedAll / total, largest, unknown, misses, suit, Float(query.terms.count),
            query.people.isEmpty ? 0 : 1, query.answerType == .other ? 1 : 0, query.isYesNo ? 1 : 0, first.best.meaning,
        ]
    }
}
