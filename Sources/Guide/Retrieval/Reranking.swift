extension SemanticIndex {
    /// The matches with what the reranker says of the best sentence. That of further sentences told nothing more about whether to
    /// answer.
    /// - Parameter matches: of this corpus, best first, with their similarities.
    func judged(_ matches: [PassageMatch], _ query: GuideQuery) async throws(GuideError) -> [PassageMatch] {
        guard let reranker, let first = matches.first else { return matches }
        var judged = matches
        judged[0].relevance = try await reranker.scores(query.embedded, [candidate(first.best, of: first)]).first
        return judged
    }

    /// What the reranker reads of a sentence.
    func candidate(_ sentence: SentenceMatch, of match: PassageMatch) -> RerankerCandidate {
        RerankerCandidate(
            sentence: match.entry.sentences[sentence.index].text,
            expected: match.similarity?.sentences[sentence.index].question.map { questions[$0] })
    }
}
