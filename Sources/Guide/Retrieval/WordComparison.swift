/// How well the best sentence answers a question by the vectors of their words.
struct WordComparison: Sendable {
    /// The share of the question that neither the sentence nor its expected questions have, by the weights of the vectors.
    private(set) var missing: Float = 0
    /// The weight of the weightiest word among these.
    private(set) var greatestMissing: Float = 0
    /// The same share by the squares of the weights.
    private(set) var squareMissing: Float = 0
    /// What the network says.
    let relevance: Float

    /// - Parameters:
    ///   - stems: of the question, with people.
    ///   - index: of the sentence in the passage.
    init(_ stems: Set<String>, _ passage: PassageVectors, index: Int, network: RelevanceNetwork, vectors: WordVectors) {
        let question = vectors.words(stems)
        let present = passage.words(index)
        var all: [Float] = []
        var lacking: [Float] = []
        for stem in stems.sorted() {
            let number = vectors.number(stem)
            let weight = number.map(vectors.weight) ?? Self.unknownWeight
            all.append(weight)
            if number.map({ !present.contains($0) }) ?? true { lacking.append(weight) }
        }
        missing = lacking.reduce(0, +) / max(all.reduce(0, +), 0.001)
        greatestMissing = lacking.max() ?? 0
        squareMissing = lacking.reduce(0) { $0 + $1 * $1 } / max(all.reduce(0) { $0 + $1 * $1 }, 0.001)
        relevance = network.value(
            question: question, sentence: passage.sentenceWords(index),
            expected: passage.nearestQuestion(to: vectors.mean(stems).flatMap { UnitVector($0) }, index), vectors)
    }

    /// Of a word without a vector: as of one that the corpus has twice.
    private static let unknownWeight: Float = 2
}
