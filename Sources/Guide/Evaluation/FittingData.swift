extension Guide {
    /// What the weights of ranking and decision are fitted to (scripts/fit-guide.py): a line for the best passage, and one for each
    /// sentence of the best passages.
    public func fittingData(_ question: EvaluationQuestion, limit: Int = 15) async throws -> [String] {
        let persona = try corpus.persona(question.persona)
        let query = try read(question.question, history: question.history, persona: persona)
        let matches = try await matches(query, persona: persona, limit: limit)
        let answerable = question.category.wantsAnswer
        func line(_ kind: String, isCorrect: Bool, _ values: [Float]) -> String {
            "\(kind) \(question.id) \(answerable ? 1 : 0) \(isCorrect ? 1 : 0) " + values.map { "\($0)" }.joined(separator: " ")
        }
        func holds(_ text: String, all: Bool) -> Bool {
            let found = question.contains.map { alternatives in
                alternatives.contains { text.lowercased().contains($0.lowercased()) }
            }
            return !found.isEmpty && (all ? !found.contains(false) : found.contains(true))
        }
        var lines: [String] = []
        // What is declined without sources isn't decided here.
        let isLookedUp = scope(of: query) == nil
        if let first = matches.first, isLookedUp, answerable || question.category == .unanswerable {
            let passage = first.entry.passage
            lines.append(
                line(
                    "decision", isCorrect: question.passages.contains(passage.id) || holds(passage.text, all: true),
                    AnswerConfidence.properties(
                        query, matches: matches, persona: persona, total: query.terms.map(retriever.weight).reduce(0, +))))
        }
        for match in matches where answerable && !question.contains.isEmpty {
            let isExpected = question.passages.contains(match.entry.passage.id)
            for sentence in match.sentences where sentence.score > 0 {
                let indexed = match.entry.sentences[sentence.index]
                lines.append(
                    line(
                        "rank",
                        isCorrect: holds(indexed.text, all: false) && (isExpected || holds(indexed.text, all: true)),
                        [
                            sentence.score, sentence.breadth, sentence.asked, sentence.coverage, sentence.near,
                            sentence.suitability, match.unmatched, Float(indexed.wordCount),
                            indexed.people.isDisjoint(with: query.people) ? 0 : 1, match.entry.owner == persona.id ? 1 : 0,
                            match.entry.owner == nil ? 1 : 0, sentence.vectors.topic, sentence.vectors.asked,
                            Float(sentence.index), match.entry.isOfOthers(persona, query) ? 1 : 0,
                            sentence.vectors.several, match.sentences.map(\.vectors.topic).max() ?? 0,
                            match.sentences.map(\.vectors.asked).max() ?? 0,
                        ] + (match.similarity.map { Self.embeddingValues($0, sentence.index) } ?? [])))
            }
        }
        return lines
    }

    /// What the rank has of embeddings.
    private static func embeddingValues(_ similarity: PassageSimilarity, _ index: Int) -> [Float] {
        let own = similarity.sentences[index]
        return [own.sentence, own.asked, own.several, own.topic, similarity.nearest, similarity.topic]
    }
}
