import Foundation

/// Judges sentences by an embedding model with an adapter that was trained to read question and sentence together
/// (scripts/train-reranker.py), and a linear function of its vector.
final class LlamaReranker: SentenceReranker {
    private let embedder: LlamaEmbedder
    private let head: Head

    private struct Head: Decodable {
        /// A weight for each component of the vector.
        var weights: [Float]
        var bias: Float
    }

    /// - Parameter weights: a JSON object with `weights` and `bias`.
    /// - Throws: `GuideError` where the file doesn't fit the model.
    init(_ embedder: LlamaEmbedder, weights: URL) throws(GuideError) {
        self.embedder = embedder
        let remedy = "install the program with its resources"
        guard let data = try? Data(contentsOf: weights) else { throw GuideError(weights.path, "can't be read", remedy: remedy) }
        do { head = try JSONDecoder().decode(Head.self, from: data) } catch {
            throw GuideError(weights.path, "isn't the weights of a reranker", remedy: remedy)
        }
        guard head.weights.count == embedder.dimension else {
            throw GuideError(
                weights.path, "has \(head.weights.count) weights for vectors of \(embedder.dimension) components", remedy: remedy)
        }
        guard (head.weights + [head.bias]).allSatisfy({ $0.isFinite && $0.magnitude < 1e6 }) else {
            throw GuideError(weights.path, "has a number that is too large", remedy: remedy)
        }
    }

    func scores(_ question: String, _ candidates: [RerankerCandidate]) async throws(GuideError) -> [Float] {
        let texts = candidates.map { [question, $0.sentence] + ($0.expected.map { [$0] } ?? []) }
        return try await embedder.embed(texts).map { vector in zip(vector, head.weights).reduce(head.bias) { $0 + $1.0 * $1.1 } }
    }
}
