/// The vectors of a passage's sentences and expected questions, by the stems that they have.
struct PassageVectors: Sendable {
    /// Of each sentence with its expected questions.
    private let topics: [UnitVector?]
    /// Of each sentence as it was trained; its topic where it wasn't.
    private let trained: [UnitVector?]
    /// Of the expected questions.
    private let questions: [Question]
    /// The words of each sentence that have vectors.
    private let words: [[WordVectors.Number]]

    private struct Question {
        let sentence: Int
        let vector: UnitVector
        /// Its words that have vectors.
        let words: [WordVectors.Number]
    }

    /// How much a sentence counts beside the mean of its expected questions.
    private static let sentenceWeight: Float = 0.5

    /// - Parameters:
    ///   - sentences: text and stems of each sentence, with people.
    ///   - questions: the stems of each expected question, with people.
    init(_ vectors: WordVectors, sentences: [(text: String, stems: Set<String>)], questions: [(sentence: Int, stems: Set<String>)])
    {
        let own = sentences.map { vectors.mean($0.stems) }
        var sums = own.map { _ in [Float](repeating: 0, count: vectors.dimension) }
        var counts = own.map { _ in Float(0) }
        var asked: [Question] = []
        for question in questions where sums.indices.contains(question.sentence) {
            guard let mean = vectors.mean(question.stems) else { continue }
            for i in mean.indices { sums[question.sentence][i] += mean[i] }
            counts[question.sentence] += 1
            if let vector = UnitVector(mean) {
                asked.append(Question(sentence: question.sentence, vector: vector, words: vectors.words(question.stems)))
            }
        }
        let topics = own.indices.map { number in
            let count = max(1, counts[number])
            let sum = sums[number].enumerated().map { i, value in
                value / count + Self.sentenceWeight * (own[number]?[i] ?? 0)
            }
            return UnitVector(sum)
        }
        self.topics = topics
        trained = sentences.indices.map { vectors.sentence(sentences[$0].text) ?? topics[$0] }
        self.questions = asked
        words = sentences.map { vectors.words($0.stems) }
    }

    /// The words of a sentence that have vectors, those that count most first.
    func sentenceWords(_ index: Int) -> [WordVectors.Number] { words[index] }

    /// The words of a sentence and of its expected questions.
    func words(_ index: Int) -> Set<WordVectors.Number> {
        questions.lazy.filter { $0.sentence == index }.reduce(into: Set(words[index])) { $0.formUnion($1.words) }
    }

    /// The words of the expected question of a sentence that is most similar; none without one.
    func nearestQuestion(to question: UnitVector?, _ index: Int) -> [WordVectors.Number] {
        guard let question else { return [] }
        var best: (similarity: Float, words: [WordVectors.Number]) = (-.infinity, [])
        for asked in questions where asked.sentence == index {
            let similarity = asked.vector.similarity(to: question)
            if similarity > best.similarity { best = (similarity, asked.words) }
        }
        return best.words
    }

    /// How near a question is to each sentence as it was trained.
    func trainedSimilarities(to question: UnitVector) -> [Float] { trained.map { $0?.similarity(to: question) ?? 0 } }

    /// How near a question is to each sentence; 0 for a question without a vector.
    func similarities(to question: UnitVector?) -> [WordVectorSimilarity] {
        guard let question else { return topics.map { _ in WordVectorSimilarity() } }
        var result = zip(topics, trainedSimilarities(to: question)).map {
            WordVectorSimilarity(topic: $0?.similarity(to: question) ?? 0, trained: $1)
        }
        var nearest = result.map { _ in GreatestThree() }
        for asked in questions { nearest[asked.sentence].insert(asked.vector.similarity(to: question)) }
        for number in result.indices {
            result[number].asked = nearest[number].first
            result[number].several = nearest[number].mean
        }
        return result
    }
}

/// How near a question is to a sentence by the vectors of their stems; 0 where they aren't known.
struct WordVectorSimilarity: Sendable, Equatable {
    /// To the sentence together with its expected questions.
    var topic: Float = 0
    /// To the most similar of its expected questions.
    var asked: Float = 0
    /// To the three most similar ones on average: one may be similar by chance.
    var several: Float = 0
    /// To the vector that was trained for the sentence (`WordVectors.sentence`).
    var trained: Float = 0
}
