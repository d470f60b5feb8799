import Foundation

/// How near a question is to all sentences of a corpus as they were trained.
struct CorpusSimilarity: Sendable {
    /// Of each passage the greatest of its sentences.
    private let passages: [Float]
    /// The greatest one, and the ten greatest on average.
    private let greatest: Float
    private let ten: Float
    /// The sum of `exp(sharpness * similarity)` over all sentences.
    private let total: Float

    /// As in scripts/train-word-vectors.py.
    private static let sharpness: Float = 16

    init(_ question: UnitVector, passages: [PassageVectors]) {
        let similarities = passages.map { $0.trainedSimilarities(to: question) }
        self.passages = similarities.map { $0.max() ?? 0 }
        let all = similarities.joined()
        let best = all.sorted(by: >).prefix(10)
        greatest = best.first ?? 0
        ten = best.isEmpty ? 0 : best.reduce(0, +) / Float(best.count)
        total = all.reduce(0) { $0 + exp(Self.sharpness * $1) }
    }

    /// The passages with the nearest sentences.
    func nearestPassages(limit: Int) -> [Int] {
        Array(passages.indices.sorted { (passages[$0], $1) > (passages[$1], $0) }.prefix(limit))
    }

    /// A passage compared with all others.
    func passage(_ number: Int) -> Comparison {
        var other: Float = -1
        for (index, value) in passages.enumerated() where index != number { other = max(other, value) }
        return Comparison(
            margin: passages[number] - other, share: exp(Self.sharpness * passages[number]) / total, greatest: greatest, ten: ten)
    }

    /// How near a question is to a passage, compared with the other passages.
    struct Comparison: Sendable {
        /// How much nearer it is than to any other one; below 0 where another one is nearer.
        var margin: Float
        /// How likely its nearest sentence answers, by the softmax that was trained.
        var share: Float
        /// `CorpusSimilarity.greatest` and `ten`.
        var greatest: Float
        var ten: Float
    }
}
