/// How often a word of an expected question is one that its passage, or another question about it, has as well. Words that occur in
/// single wordings only, as "belt" in "under her belt", tell little about what is asked.
struct Topicality: Sendable {
    private let counts: [String: (shared: Float, all: Float)]

    /// What is assumed of a word that no question has, and how many observations that assumption is worth.
    private static let prior: Float = 0.6
    private static let priorWeight: Float = 3

    init(_ entries: [PassageIndex.Entry]) {
        var counts: [String: (shared: Float, all: Float)] = [:]
        for entry in entries where !entry.questions.isEmpty {
            let text = entry.sentences.reduce(into: entry.titleStems) { $0.formUnion($1.stems) }
            var occurrences: [String: Int] = [:]
            for question in entry.questions { for stem in question.stems { occurrences[stem, default: 0] += 1 } }
            for (stem, count) in occurrences {
                let isShared = count > 1 || text.contains(stem)
                counts[stem, default: (0, 0)].all += Float(count)
                if isShared { counts[stem]?.shared += Float(count) }
            }
        }
        self.counts = counts
    }

    /// Between 0 and 1.
    func share(_ stem: String) -> Float {
        let (shared, all) = counts[stem] ?? (0, 0)
        return (shared + Self.prior * Self.priorWeight) / (all + Self.priorWeight)
    }
}
