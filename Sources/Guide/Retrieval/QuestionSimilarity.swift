/// Compares a question with those that the sentences of a passage are expected to answer.
struct QuestionSimilarity {
    private let query: GuideQuery
    private let weights: [Float]
    private let total: Float
    private let index: PassageIndex

    /// - Parameter weights: how much each term of the query counts.
    init(_ query: GuideQuery, weights: [Float], index: PassageIndex) {
        self.query = query
        self.weights = weights
        self.index = index
        total = weights.reduce(0, +)
    }

    /// The similarity of the most similar question of each sentence, between 0 and 1.
    func bySentence(_ entry: PassageIndex.Entry) -> [Int: Float] {
        var best: [Int: Float] = [:]
        for question in entry.questions {
            let similarity = similarity(to: question)
            if similarity > best[question.sentence] ?? 0 { best[question.sentence] = similarity }
        }
        return best
    }

    /// The harmonic mean of how much of each question the other one has, by the rarity of the words.
    private func similarity(to question: PassageIndex.IndexedQuestion) -> Float {
        // "Who is Victor Glover?" has nothing but a name.
        if query.terms.isEmpty, question.stems.isEmpty, !query.people.isEmpty, question.people == query.people {
            return agreement(query.answerType, question.answerType)
        }
        guard total > 0, !question.stems.isEmpty else { return 0 }
        var shared: Float = 0
        var found: Set<String> = []
        for (term, weight) in zip(query.terms, weights) {
            var best: Float = 0
            for option in term.options where option.stems.allSatisfy(question.stems.contains) {
                best = max(best, option.weight)
                found.formUnion(option.stems)
            }
            shared += weight * best
        }
        guard shared > 0 else { return 0 }
        var all: Float = 0
        var covered: Float = 0
        for stem in question.stems {
            let importance = index.importance(stem)
            all += importance
            if found.contains(stem) { covered += importance }
        }
        let recall = shared / total
        let precision = covered / max(all, 0.001)
        return 2 * recall * precision / max(recall + precision, 0.001) * agreement(query.answerType, question.answerType)
    }

    /// Less where the questions ask for different kinds of facts.
    private func agreement(_ a: AnswerType, _ b: AnswerType) -> Float {
        if a == b { return 1 }
        let vague: [AnswerType] = [.other, .description]
        return vague.contains(a) || vague.contains(b) ? 0.95 : 0.8
    }
}
