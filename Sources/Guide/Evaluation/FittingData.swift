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
        var lines: [String] = []
        // What is declined without sources isn't decided here.
        let isLookedUp = scope(of: query) == nil
        if let first = matches.first, isLookedUp, answerable || question.category == .unanswerable {
            let passage = first.entry.passage
            lines.append(
                line(
                    "decision", isCorrect: question.passages.contains(passage.id) || question.isStated(in: passage.text),
                    AnswerConfidence.properties(
                        query, matches: matches, persona: persona, total: query.terms.map(retriever.weight).reduce(0, +))))
        }
        for match in matches where answerable && !question.contains.isEmpty {
            for sentence in match.sentences where sentence.score > 0 {
                let indexed = match.entry.sentences[sentence.index]
                lines.append(
                    line(
                        "rank",
                        isCorrect: question.isRight(indexed.text, of: match.entry.passage),
                        [
                            sentence.score, sentence.breadth, sentence.asked, sentence.coverage, sentence.near,
                            sentence.suitability, match.unmatched, Float(indexed.wordCount),
                            indexed.people.isDisjoint(with: query.people) ? 0 : 1, match.entry.owner == persona.id ? 1 : 0,
                            match.entry.owner == nil ? 1 : 0, sentence.vectors.topic, sentence.vectors.asked,
                            Float(sentence.index), match.entry.isOfOthers(persona, query) ? 1 : 0,
                            sentence.vectors.several, match.sentences.map(\.vectors.topic).max() ?? 0,
                            match.sentences.map(\.vectors.asked).max() ?? 0, sentence.vectors.trained,
                            match.sentences.map(\.vectors.trained).max() ?? 0,
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

extension EvaluationQuestion {
    /// Whether a sentence of a passage is a right answer, or a part of one where the passage is named as holding the answer.
    func isRight(_ sentence: String, of passage: Passage) -> Bool {
        let found = contains.map { Self.holds(sentence, any: $0) }
        return found.contains(true) && (passages.contains(passage.id) || !found.contains(false))
    }

    /// Whether a text has all that the answer has to contain.
    func isStated(in text: String) -> Bool { !contains.isEmpty && contains.allSatisfy { Self.holds(text, any: $0) } }

    private static func holds(_ text: String, any alternatives: [String]) -> Bool {
        alternatives.contains { text.lowercased().contains($0.lowercased()) }
    }
}
