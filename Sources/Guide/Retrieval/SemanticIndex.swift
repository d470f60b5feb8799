import Foundation
import Support

/// The vectors of a corpus' sentences and expected questions, for finding passages by meaning.
public struct SemanticIndex: Sendable {
    private let embedder: any TextEmbedder
    /// The passage and the sentence of each vector.
    private let places: [(passage: Int, sentence: Int)]
    /// All vectors one after the other.
    private let vectors: [Float]
    private let dimension: Int

    /// Texts that are embedded at a time.
    private static let batch = 64

    /// Computes the vectors of all sentences and expected questions, or reads those that were computed before.
    /// - Parameters:
    ///   - cache: the folder in which vectors are kept, a file for each corpus and model.
    ///   - progress: is called with how many of how many texts are done.
    /// - Throws: `GuideError` where the model fails; `CancellationError`.
    public init(
        _ corpus: Corpus, embedder: any TextEmbedder, cache: URL? = nil, progress: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws {
        self.embedder = embedder
        var places: [(passage: Int, sentence: Int)] = []
        var texts: [String] = []
        for (number, passage) in corpus.passages.enumerated() {
            for (index, sentence) in Sentences.split(passage.text).enumerated() {
                places.append((number, index))
                texts.append(sentence)
            }
            for question in passage.questions {
                places.append((number, question.sentence))
                texts.append(question.text)
            }
        }
        self.places = places
        let file = cache?.appending(path: "vectors-\(Self.key(embedder.name, texts)).f32")
        if let file, let known = Self.read(file, count: texts.count) {
            vectors = known
        } else {
            var computed: [Float] = []
            for start in stride(from: 0, to: texts.count, by: Self.batch) {
                try Task.checkCancellation()
                let part = texts[start..<min(start + Self.batch, texts.count)]
                computed += try await embedder.embed(Array(part)).joined()
                progress(start + part.count, texts.count)
            }
            vectors = computed
            // Without the file they are computed again the next time.
            if let file { try? computed.withUnsafeBytes { try Data($0).write(to: file, options: .atomic) } }
        }
        dimension = texts.isEmpty ? 0 : vectors.count / texts.count
    }

    private static func read(_ file: URL, count: Int) -> [Float]? {
        guard let data = try? Data(contentsOf: file), count > 0, data.count % (4 * count) == 0, !data.isEmpty else { return nil }
        return data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    /// Changes with the model and the texts.
    private static func key(_ model: String, _ texts: [String]) -> String { String(stableHash([model] + texts), radix: 16) }

    /// For each of the most similar passages how similar its sentences, or the questions that they are expected to answer, are.
    func similarities(to query: GuideQuery, sentences counts: (Int) -> Int, limit: Int) async throws(GuideError) -> [Int: [Float]] {
        guard dimension > 0, let vector = try await embedder.embed([query.question]).first, vector.count == dimension else {
            return [:]
        }
        var scores: [Int: [Float]] = [:]
        vectors.withUnsafeBufferPointer { all in
            for (number, place) in places.enumerated() {
                var sum: Float = 0
                let start = number * dimension
                for i in 0..<dimension { sum += vector[i] * all[start + i] }
                var own = scores[place.passage] ?? [Float](repeating: 0, count: counts(place.passage))
                if place.sentence < own.count { own[place.sentence] = max(own[place.sentence], sum) }
                scores[place.passage] = own
            }
        }
        let best = scores.sorted { ($0.value.max() ?? 0, $1.key) > ($1.value.max() ?? 0, $0.key) }.prefix(limit)
        return Dictionary(uniqueKeysWithValues: best.map { ($0.key, $0.value) })
    }
}
