/// How similar a question is to a sentence by embeddings.
struct SentenceSimilarity: Sendable, Equatable {
    /// To the sentence alone.
    var sentence: Float = 0
    /// To the most similar of its expected questions; 0 without any.
    var asked: Float = 0
    /// To the three most similar ones on average.
    var several: Float = 0
    /// To the sentence together with its expected questions.
    var topic: Float = 0
    /// The most similar of its expected questions, by its index in `SemanticIndex.questions`; nil without any.
    var question: Int?

    /// To the sentence or the most similar of its expected questions.
    var nearest: Float { max(sentence, asked) }
}

/// How similar a question is to a passage by embeddings, compared with the other passages.
struct PassageSimilarity: Sendable, Equatable {
    /// That of its sentences, in the order of the text.
    var sentences: [SentenceSimilarity]
    /// The greatest `nearest` and `topic` of its sentences.
    var nearest: Float
    var topic: Float
    /// How much greater these are than in any other passage; below 0 where another one is more similar.
    var margin: Float
    var topicMargin: Float
    /// The greatest similarities in the corpus.
    var corpus: SentenceSimilarity
    /// The ten greatest `nearest` of the corpus' sentences on average: high where many sentences are about the same.
    var ten: Float
}

/// How similar a question is to all sentences of a corpus by embeddings.
struct SemanticSimilarities: Sendable {
    private let sentences: [SentenceSimilarity]
    /// The sentences of each passage.
    private let passages: [Range<Int>]
    /// Of each passage the greatest `nearest` and `topic`.
    private let nearest: [Float]
    private let topics: [Float]
    private let corpus: SentenceSimilarity
    private let ten: Float

    init(_ sentences: [SentenceSimilarity], passages: [Range<Int>]) {
        self.sentences = sentences
        self.passages = passages
        nearest = passages.map { sentences[$0].map(\.nearest).max() ?? 0 }
        topics = passages.map { sentences[$0].map(\.topic).max() ?? 0 }
        corpus = SentenceSimilarity(
            sentence: sentences.map(\.sentence).max() ?? 0, asked: sentences.map(\.asked).max() ?? 0,
            topic: sentences.map(\.topic).max() ?? 0)
        let greatest = sentences.map(\.nearest).sorted(by: >).prefix(10)
        ten = greatest.isEmpty ? 0 : greatest.reduce(0, +) / Float(greatest.count)
    }

    /// The most similar passages.
    func nearestPassages(limit: Int) -> [Int] {
        Array(nearest.indices.sorted { (nearest[$0], $1) > (nearest[$1], $0) }.prefix(limit))
    }

    /// - Returns: nil beyond the last passage.
    func passage(_ number: Int) -> PassageSimilarity? {
        guard passages.indices.contains(number) else { return nil }
        return PassageSimilarity(
            sentences: Array(sentences[passages[number]]), nearest: nearest[number], topic: topics[number],
            margin: Self.margin(nearest, number), topicMargin: Self.margin(topics, number), corpus: corpus, ten: ten)
    }

    private static func margin(_ values: [Float], _ number: Int) -> Float {
        var other: Float = -1
        for (index, value) in values.enumerated() where index != number { other = max(other, value) }
        return values[number] - other
    }
}

/// The three greatest of the values that were inserted; 0 in place of missing ones.
struct GreatestThree: Sendable {
    private var values = SIMD3<Float>.zero

    var first: Float { values.x }
    var mean: Float { values.sum() / 3 }

    mutating func insert(_ value: Float) {
        if value > values.x {
            values = SIMD3(value, values.x, values.y)
        } else if value > values.y {
            values = SIMD3(values.x, value, values.y)
        } else if value > values.z {
            values.z = value
        }
    }
}
