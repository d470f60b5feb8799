/// Compares one question with passages.
struct PassageScorer {
    private let query: GuideQuery
    private let persona: Persona
    private let index: PassageIndex
    /// How much each term counts, and all of them.
    private let weights: [Float]
    private let total: Float
    /// Names of whom the question is about.
    private let names: Set<String>
    private let questions: QuestionSimilarity
    /// The index of the term of what is counted or chosen.
    private let focus: Int?
    /// The vector of the question; nil where none of its words has one.
    private let vector: UnitVector?

    init(_ query: GuideQuery, persona: Persona, index: PassageIndex, weights: [Float], vector: UnitVector?) {
        self.vector = vector
        self.query = query
        self.persona = persona
        self.index = index
        self.weights = weights
        total = max(weights.reduce(0, +), 0.001)
        names = query.people.reduce(into: []) { $0.formUnion(index.people.names(of: $1)) }
        questions = QuestionSimilarity(query, weights: weights, index: index)
        focus = query.focus.flatMap { word in query.terms.firstIndex { $0.text == word } }
    }

    /// What a passage has of the question's words.
    private struct Surroundings {
        /// The stems of each sentence.
        var sentences: [Set<String>]
        /// The same with the questions that each is expected to answer.
        var expanded: [Set<String>]
        /// The stems of the passage and its title.
        var whole: Set<String>
        /// The same with all expected questions.
        var everything: Set<String>
        /// The similarity of the most similar expected question of each sentence.
        var asked: [Int: Float]
        /// How near the question is to each sentence by the vectors of words.
        var vectors: [WordVectorSimilarity]
        /// Share of the question that nothing of the passage has.
        var unmatched: Float
        /// The share of the weightiest term that it lacks.
        var greatestUnmatched: Float
        /// Whether the question names something that nothing of the passage names.
        var missesName: Bool
    }

    /// - Parameters:
    ///   - similarity: by embeddings; nil without them.
    ///   - trained: by vectors of words; nil for a corpus with few expected questions.
    /// - Returns: nil where no sentence can be an answer.
    func match(
        _ entry: PassageIndex.Entry, similarity: PassageSimilarity?, trained: CorpusSimilarity.Comparison?
    ) -> PassageMatch? {
        let surroundings = surroundings(entry)
        let similarity = similarity.flatMap { $0.sentences.count == entry.sentences.count ? $0 : nil }
        let sentences = entry.sentences.indices.map { match($0, entry, surroundings, similarity: similarity) }
        guard let best = sentences.max(by: { $0.rank < $1.rank }), best.score > 0 else { return nil }
        return PassageMatch(
            entry: entry, unmatched: surroundings.unmatched, greatestUnmatched: surroundings.greatestUnmatched,
            missesName: surroundings.missesName, similarity: similarity, trained: trained, sentences: sentences,
            best: best)
    }

    private func surroundings(_ entry: PassageIndex.Entry) -> Surroundings {
        let sentences = entry.sentences.map(\.stems)
        let whole = sentences.reduce(into: entry.titleStems) { $0.formUnion($1) }
        var expanded = sentences
        for question in entry.questions { expanded[question.sentence].formUnion(question.stems) }
        let everything = expanded.reduce(into: whole) { $0.formUnion($1) }
        var unmatched: Float = 0
        var greatest: Float = 0
        var missesName = false
        for (term, weight) in zip(query.terms, weights) where Self.presence(term, everything) == 0 {
            unmatched += weight
            greatest = max(greatest, weight)
            missesName = missesName || term.weight == 1 && index.isName(term)
        }
        return Surroundings(
            sentences: sentences, expanded: expanded, whole: whole, everything: everything, asked: questions.bySentence(entry),
            vectors: entry.vectors.similarities(to: vector), unmatched: unmatched / total,
            greatestUnmatched: greatest / total, missesName: missesName)
    }

    private func match(
        _ number: Int, _ entry: PassageIndex.Entry, _ around: Surroundings, similarity: PassageSimilarity?
    ) -> SentenceMatch {
        let sentence = entry.sentences[number]
        var match = SentenceMatch(index: number)
        guard isAbout(entry, sentence) else { return match }
        cover(&match, number, around)
        match.asked = around.asked[number] ?? 0
        match.vectors = around.vectors[number]
        match.suitability = sentence.features.suitability(for: query.answerType, asked: names)
        let text = 0.4 * match.breadth + 0.2 * match.asked + 0.2 * match.coverage + 0.2 * match.near
        var score = max(text, 0.55 * match.asked + 0.45 * match.breadth) * match.suitability * preference(entry, sentence)
        if around.missesName { score *= 0.6 }
        // Long sentences cover much by chance.
        score *= 1 - 0.004 * Float(min(30, max(0, sentence.wordCount - 14)))
        let isFitted = index.hasManyQuestions
        let meaning = similarity.map { max(0, $0.sentences[number].nearest) }
        // Nothing was fitted to corpora with few expected questions: words and meaning count alike.
        if let meaning, !isFitted { score = 0.5 * score + 0.5 * meaning * match.suitability }
        match.score = score
        let context = SentenceMatch.Context(
            unmatched: around.unmatched, wordCount: sentence.wordCount,
            namesPerson: !sentence.people.isDisjoint(with: query.people), isOwn: entry.owner == persona.id,
            isShared: entry.owner == nil, isOfOthers: entry.isOfOthers(persona, query),
            passageTopic: around.vectors.map(\.topic).max() ?? 0, passageAsked: around.vectors.map(\.asked).max() ?? 0,
            passageTrained: around.vectors.map(\.trained).max() ?? 0)
        if let similarity, isFitted {
            match.setRank(context, similarity)
        } else {
            match.setRank(context)
            if let meaning { match.rank += 12 * meaning }
        }
        return match
    }

    /// Sets what share of the question a sentence and its surroundings have.
    private func cover(_ match: inout SentenceMatch, _ number: Int, _ around: Surroundings) {
        guard !query.terms.isEmpty else {
            match.coverage = 0.5
            match.near = 0.5
            match.breadth = 0.5
            return
        }
        var neighbours = around.sentences[number]
        if number > 0 { neighbours.formUnion(around.sentences[number - 1]) }
        if number + 1 < around.sentences.count { neighbours.formUnion(around.sentences[number + 1]) }
        for (position, term) in query.terms.enumerated() {
            let weight = weights[position] / total
            let inside = Self.presence(term, around.sentences[number])
            let beside = max(Self.presence(term, neighbours) * 0.75, Self.presence(term, around.whole) * 0.65)
            let asked = max(
                Self.presence(term, around.expanded[number]) * 0.95, Self.presence(term, around.everything) * 0.6)
            match.near += weight * inside
            match.coverage += weight * max(inside, beside)
            match.breadth += weight * max(inside, beside, asked)
            if inside > 0 { match.terms.insert(position) }
            let own = Self.presence(term, around.expanded[number])
            match.missing += weight * (1 - own)
            match.greatestMissing = max(match.greatestMissing, weight * (1 - own))
            if position == focus { match.focus = own }
        }
    }

    /// How far a term occurs among stems.
    static func presence(_ term: QueryTerm, _ stems: Set<String>) -> Float {
        var best: Float = 0
        for option in term.options where option.weight > best {
            if option.stems.allSatisfy(stems.contains) { best = option.weight }
        }
        return best
    }

    /// Whether a sentence may be said of whom the question asks: a sentence about other people only is none.
    private func isAbout(_ entry: PassageIndex.Entry, _ sentence: PassageIndex.IndexedSentence) -> Bool {
        guard !query.people.isEmpty else { return true }
        if !sentence.people.isDisjoint(with: query.people) { return true }
        guard sentence.people.isEmpty else { return false }
        // A question to "you" may be about the mission; a question about somebody by name may not.
        if query.addressesPersona { return true }
        return entry.owner.map(query.people.contains) ?? !entry.people.isDisjoint(with: query.people)
    }

    private func preference(_ entry: PassageIndex.Entry, _ sentence: PassageIndex.IndexedSentence) -> Float {
        if !query.people.isEmpty {
            if !sentence.people.isDisjoint(with: query.people) { return 1 }
            return query.addressesPersona ? 0.9 : 0.8
        }
        // A role answers from its own document first.
        if let owner = entry.owner { return owner == persona.id ? 1.03 : 0.95 }
        return 1
    }
}
