/// Finds passages by words: candidates by BM25, ranked by how much of the question each of their sentences covers.
struct LexicalRetriever: Sendable {
    let index: PassageIndex

    /// How well a passage answers.
    struct Match: Sendable {
        let entry: PassageIndex.Entry
        /// Share of the question that neither the passage nor its expected questions have.
        var unmatched: Float
        /// Its sentences with their scores and coverages, in the order of the text.
        var sentences: [SentenceMatch]
        /// The best sentence.
        var best: SentenceMatch
        var score: Float
    }

    /// How well a sentence answers.
    struct SentenceMatch: Sendable {
        let index: Int
        /// Share of the question's terms, by their rarity, that the sentence and its surroundings cover.
        var coverage: Float
        /// The share that the sentence alone covers.
        var near: Float
        /// The same with the questions that the sentence is expected to answer.
        var breadth: Float
        /// How similar the question is to one that the sentence is expected to answer.
        var asked: Float
        /// How similar the question is to the sentence or its expected questions by embeddings; 0 without them.
        var meaning: Float
        /// Whether it has what is asked for, as a number or a date.
        var suitability: Float
        /// Which terms the sentence itself or its surroundings have, by their index.
        var terms: Set<Int>
        var score: Float
    }

    /// The best passages for a question, best first.
    /// - Parameter similarity: the similarity of a passage's sentences to the question by embeddings, where there are any.
    func matches(_ query: GuideQuery, persona: Persona, limit: Int, similarity: [Int: [Float]] = [:]) throws -> [Match] {
        var stems: Set<String> = []
        for term in query.terms { for option in term.options { stems.formUnion(option.stems) } }
        var candidates = Set(try index.candidates(stems, limit: 80).map(\.index))
        candidates.formUnion(similarity.keys)
        if !query.people.isEmpty {
            for (number, entry) in index.entries.enumerated() {
                if let owner = entry.owner, query.people.contains(owner) { candidates.insert(number) }
            }
        }
        let asked = query.people.reduce(into: Set<String>()) { $0.formUnion(index.people.names(of: $1)) }
        let weights = query.terms.map { weight($0) }
        let total = max(weights.reduce(0, +), 0.001)
        let ranked = candidates.sorted().compactMap { number in
            match(index.entries[number], query, persona, asked: asked, weights: weights, total: total, similarity: similarity[number],
                isSemantic: !similarity.isEmpty)
        }
        return Array(ranked.sorted { $0.score > $1.score }.prefix(limit))
    }

    /// How much a term counts: words that are rare and tell what is asked more.
    func weight(_ term: QueryTerm) -> Float {
        let found = term.options.filter { option in option.stems.allSatisfy { index.frequency($0) > 0 } }
        if let common = found.map({ option in option.stems.map(index.importance).max() ?? 0 }).min() { return term.weight * common }
        // A common word that the corpus doesn't have says little; a name or an unknown word is a sign that it doesn't answer.
        return term.weight * index.rarity("") * (term.isKnown ? 0.35 : 0.8)
    }

    private func match(
        _ entry: PassageIndex.Entry, _ query: GuideQuery, _ persona: Persona, asked names: Set<String>,
        weights: [Float], total: Float, similarity: [Float]?, isSemantic: Bool
    ) -> Match? {
        let around = entry.sentences.map(\.stems)
        let whole = around.reduce(into: entry.titleStems) { $0.formUnion($1) }
        let questions = QuestionSimilarity(query, weights: weights, index: index).bySentence(entry)
        var expanded = around
        for question in entry.questions { expanded[question.sentence].formUnion(question.stems) }
        let everything = expanded.reduce(into: whole) { $0.formUnion($1) }
        let missesName = query.terms.contains { term in
            term.weight == 1 && index.isName(term) && Self.presence(term, everything) == 0
        }
        let unmatched = zip(query.terms, weights).reduce(0) { sum, term in
            Self.presence(term.0, everything) == 0 ? sum + term.1 : sum
        }
        var sentences: [SentenceMatch] = []
        for (number, sentence) in entry.sentences.enumerated() {
            guard isAbout(query, entry, sentence) else {
                sentences.append(SentenceMatch(index: number, coverage: 0, near: 0, breadth: 0, asked: 0, meaning: 0, suitability: 0, terms: [], score: 0))
                continue
            }
            var neighbours: Set<String> = []
            if number > 0 { neighbours.formUnion(around[number - 1]) }
            if number + 1 < around.count { neighbours.formUnion(around[number + 1]) }
            let suitability = sentence.features.suitability(for: query.answerType, asked: names)
            var covered: Float = 0
            var near: Float = 0
            var wide: Float = 0
            var terms: Set<Int> = []
            for (position, term) in query.terms.enumerated() {
                let inside = Self.presence(term, sentence.stems)
                let beside = max(Self.presence(term, neighbours.union(sentence.stems)) * 0.75, Self.presence(term, whole) * 0.65)
                covered += weights[position] * max(inside, beside)
                near += weights[position] * inside
                wide +=
                    weights[position]
                    * max(inside, beside, Self.presence(term, expanded[number]) * 0.95, Self.presence(term, everything) * 0.6)
                if inside > 0 { terms.insert(position) }
            }
            let asked = questions[number] ?? 0
            let coverage = query.terms.isEmpty ? 0.5 : covered / total
            let breadth = query.terms.isEmpty ? 0.5 : wide / total
            let alone = query.terms.isEmpty ? 0.5 : near / total
            let text = 0.4 * breadth + 0.2 * asked + 0.2 * coverage + 0.2 * alone
            var score = max(text, 0.55 * asked + 0.45 * breadth)
            score *= suitability
            if missesName { score *= 0.6 }
            score *= preference(query, entry, sentence, persona)
            // Long sentences cover much by chance.
            score *= 1 - 0.004 * Float(min(30, max(0, sentence.wordCount - 14)))
            let meaning = similarity.flatMap { number < $0.count ? $0[number] : nil } ?? 0
            if isSemantic { score = 0.5 * score + 0.5 * meaning * suitability }
            sentences.append(
                SentenceMatch(index: number, coverage: coverage, near: alone, breadth: breadth, asked: asked, meaning: meaning, suitability: suitability,
                    terms: terms, score: score))
        }
        guard let best = sentences.max(by: { $0.score < $1.score }), best.score > 0 else { return nil }
        return Match(
            entry: entry, unmatched: unmatched / total, sentences: sentences, best: best, score: best.score)
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
    func isAbout(_ query: GuideQuery, _ entry: PassageIndex.Entry, _ sentence: PassageIndex.IndexedSentence) -> Bool {
        guard !query.people.isEmpty else { return true }
        if !sentence.people.isDisjoint(with: query.people) { return true }
        guard sentence.people.isEmpty else { return false }
        // A question to "you" may be about the mission; a question about somebody by name may not.
        if query.addressesPersona { return true }
        return entry.owner.map(query.people.contains) ?? !entry.people.isDisjoint(with: query.people)
    }

    private func preference(
        _ query: GuideQuery, _ entry: PassageIndex.Entry, _ sentence: PassageIndex.IndexedSentence, _ persona: Persona
    ) -> Float {
        if !query.people.isEmpty {
            if !sentence.people.isDisjoint(with: query.people) { return 1 }
            return query.addressesPersona ? 0.9 : 0.8
        }
        // A role answers from its own document first.
        if let owner = entry.owner { return owner == persona.id ? 1.03 : 0.95 }
        return 1
    }
}
