extension Guide {
    /// What the reranker is fitted to (scripts/train-reranker.py): a line for each of the best sentences for a question that is
    /// looked up with embeddings, with values separated by tabs: the question's id, whether it has an answer, whether this sentence
    /// is right (1 or 0 each), its rank, the question as it is embedded, the sentence, and the expected question that is most
    /// similar (empty without one).
    public func rerankingData(_ question: EvaluationQuestion, limit: Int = 6) async throws -> [String] {
        let persona = try corpus.persona(question.persona)
        let query = try read(question.question, history: question.history, persona: persona)
        let isAnswerable = question.category.wantsAnswer
        guard let semantic, scope(of: query) == nil, isAnswerable || question.category == .unanswerable else { return [] }
        let matches = try await matches(query, persona: persona, limit: limit)
        guard matches.first?.similarity != nil else { return [] }
        let sentences = matches.flatMap { match in match.sentences.filter { $0.score > 0 }.map { (match: match, sentence: $0) } }
        return sentences.sorted { $0.sentence.rank > $1.sentence.rank }.prefix(limit).map { match, sentence in
            let candidate = semantic.candidate(sentence, of: match)
            let isRight = isAnswerable && question.isRight(candidate.sentence, of: match.entry.passage)
            return [
                question.id, isAnswerable ? "1" : "0", isRight ? "1" : "0", "\(sentence.rank)", query.embedded, candidate.sentence,
                candidate.expected ?? "",
            ].joined(separator: "\t")
        }
    }
}
