/// Finds passages: candidates by BM25, by trained vectors of words and, where there are embeddings, by these; ranked by how well
/// each of their sentences answers.
struct LexicalRetriever: Sendable {
    let index: PassageIndex
    let lexicon: Lexicon

    /// Passages that are looked at more closely.
    private static let candidateCount = 80
    /// Passages that are looked at because of vectors, of words or embeddings each.
    private static let semanticCandidateCount = 40

    /// The best passages for a question, best first.
    /// - Parameter similarities: how similar the question is to passages by embeddings; nil without them.
    func matches(
        _ query: GuideQuery, persona: Persona, limit: Int, similarities: SemanticSimilarities? = nil
    ) throws -> [PassageMatch] {
        var stems: Set<String> = []
        for term in query.terms { for option in term.options { stems.formUnion(option.stems) } }
        var candidates = Set(try index.candidates(stems, limit: Self.candidateCount).map(\.index))
        if let similarities { candidates.formUnion(similarities.nearestPassages(limit: Self.semanticCandidateCount)) }
        let analyzer = TextAnalyzer(lexicon)
        let vector = index.vector(query, analyzer)
        let trained = index.hasManyQuestions ? vector.map { CorpusSimilarity($0, passages: index.entries.map(\.vectors)) } : nil
        if let trained { candidates.formUnion(trained.nearestPassages(limit: Self.semanticCandidateCount)) }
        if !query.people.isEmpty {
            for (number, entry) in index.entries.enumerated() {
                if let owner = entry.owner, query.people.contains(owner) { candidates.insert(number) }
            }
        }
        let scorer = PassageScorer(
            query, persona: persona, index: index, weights: query.terms.map(weight), vector: vector)
        let ranked = candidates.sorted().compactMap { number in
            scorer.match(
                index.entries[number], similarity: similarities?.passage(number),
                trained: trained.map { $0.passage(number) })
        }
        var best = Array(ranked.sorted { $0.best.rank > $1.best.rank }.prefix(limit))
        // With embeddings the reranker judges.
        if similarities == nil, index.hasManyQuestions, let network = lexicon.relevance, let first = best.first {
            best[0].words = WordComparison(
                index.stems(query, analyzer).all, first.entry.vectors, index: first.best.index, network: network,
                vectors: index.vectors)
        }
        return best
    }

    /// How much a term counts: words that are rare and tell what is asked more.
    func weight(_ term: QueryTerm) -> Float {
        let found = term.options.filter { option in option.stems.allSatisfy { index.frequency($0) > 0 } }
        if let common = found.map({ option in option.stems.map(index.importance).max() ?? 0 }).min() { return term.weight * common }
        // A common word that the corpus doesn't have says little; a name or an unknown word is a sign that it doesn't answer.
        return term.weight * index.rarity("") * (term.isKnown ? 0.35 : 0.8)
    }
}
