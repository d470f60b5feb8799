import Images

/// A learned model that describes a photo by a vector, such as an ONNX or Core ML model that the user supplies. Photos of the same
/// thing have vectors of high cosine similarity.
///
/// The index works without one. With one, things whose vectors are similar join the candidates, and a similarity above
/// `matchThreshold` counts as evidence beside the local features.
public protocol ImageEmbedder: Sendable {
    /// Identifies the model and its version; vectors of different models are never compared. Up to 100 bytes.
    var identifier: String { get }
    /// The length of the vectors, 1 to 4096.
    var dimension: Int { get }
    /// The cosine similarity from which two photos are more likely of the same thing than not, 0…1.
    var matchThreshold: Float { get }

    /// The vector of an image; its length doesn't matter.
    func embed(_ image: ColorImage) throws(RecognitionError) -> [Float]
}

/// A photo's vector, normalized.
public struct ImageEmbedding: Sendable, Equatable {
    /// `ImageEmbedder.identifier` of the model.
    public let model: String
    /// The vector, of length 1.
    public let vector: [Float]
    /// `ImageEmbedder.matchThreshold` of the model.
    public let matchThreshold: Float

    /// Embeds an image.
    /// - Throws: `RecognitionError` where the model fails or answers with a vector of another length, of zeros or of infinities.
    public init(_ image: ColorImage, embedder: any ImageEmbedder) throws(RecognitionError) {
        let vector = try embedder.embed(image)
        guard embedder.identifier.utf8.count <= 100, (1...4096).contains(embedder.dimension), vector.count == embedder.dimension
        else {
            throw RecognitionError(
                .failure, input: "image model \(embedder.identifier.prefix(100))",
                problem: "answered with \(vector.count) values instead of \(embedder.dimension) (1 to 4096)")
        }
        try self.init(model: embedder.identifier, vector: vector, matchThreshold: embedder.matchThreshold)
    }

    init(model: String, vector: [Float], matchThreshold: Float) throws(RecognitionError) {
        let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard length.isFinite, length > 1e-20 else {
            throw RecognitionError(
                .failure, input: "image model \(model)", problem: "answered with a vector of zeros or infinities")
        }
        self.model = model
        self.vector = vector.map { $0 / length }
        self.matchThreshold = min(max(matchThreshold, 0), 0.999)
    }

    /// The cosine similarity, -1…1; nil where the models differ.
    func similarity(_ other: ImageEmbedding) -> Float? {
        guard model == other.model, vector.count == other.vector.count else { return nil }
        var sum: Float = 0
        for i in vector.indices { sum += vector[i] * other.vector[i] }
        return sum
    }

    /// The probability that two photos with this similarity are of the same thing: 0.5 at the threshold.
    func probability(_ similarity: Float) -> Double {
        let distance = Double(similarity - matchThreshold) / Double(1 - matchThreshold)
        return MatchScore.sigmoid(6 * distance)
    }
}
