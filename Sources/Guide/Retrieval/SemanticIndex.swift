/// The vectors of a corpus' sentences, for finding passages by meaning.
public struct SemanticIndex: Sendable {
    private let embedder: any TextEmbedder
    /// The passage and the number of each sentence.
    private let places: [(passage: Int, sentence: Int)]
    private let vectors: [[Float]]

    /// Computes the vectors of all sentences.
    /// - Throws: `GuideError` where the model fails.
    public init(_ corpus: Corpus, embedder: any TextEmbedder) async throws(GuideError) {
        self.embedder = embedder
        var places: [(Int, Int)] = []
        var texts: [String] = []
        for (number, passage) in corpus.passages.enumerated() {
            for (index, sentence) in Sentences.split(passage.text).enumerated() {
                places.append((number, index))
                texts.append(sentence)
            }
        }
        self.places = places
        vectors = try await embedder.embed(texts)
    }

    /// The similarities of the sentences of the most similar passages, by the passage's index.
    func similarities(to query: GuideQuery, limit: Int) async throws(GuideError) -> [Int: [Float]] {
        guard let vector = try await embedder.embed([query.question]).first else { return [:] }
        var scores: [Int: [Float]] = [:]
        for (place, other) in zip(places, vectors) {
            var sum: Float = 0
            for i in 0..<min(vector.count, other.count) { sum += vector[i] * other[i] }
            scores[place.passage, default: []].append(sum)
        }
        let best = scores.sorted { ($0.value.max() ?? 0, $1.key) > ($1.value.max() ?? 0, $0.key) }.prefix(limit)
        return Dictionary(uniqueKeysWithValues: best.map { ($0.key, $0.value) })
    }
}
