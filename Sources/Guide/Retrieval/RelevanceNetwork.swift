import Foundation

/// A small neural network that says how well a sentence answers a question, by the vectors of their words: what of each word of the
/// question the sentence and the most similar of its expected questions have, and what that one has besides.
/// scripts/train-relevance.py trains it with the corpus, then with the questions of `Tests/GuideTests/Questions` whose names begin
/// with `open` and `development`.
struct RelevanceNetwork: Sendable, Decodable {
    /// A linear function: the weights of each output, and what is added.
    struct Layer: Sendable, Decodable {
        let weights: [[Float]]
        let biases: [Float]

        func callAsFunction(_ inputs: [Float]) -> [Float] {
            zip(weights, biases).map { row, bias in zip(row, inputs).reduce(bias) { $0 + $1.0 * $1.1 } }
        }

        /// The outputs that are above 0; 0 for the others.
        func positive(_ inputs: [Float]) -> [Float] { self(inputs).map { max(0, $0) } }

        fileprivate func fits(inputs: Int) -> Bool {
            !weights.isEmpty && weights.count == biases.count && weights.allSatisfy { $0.count == inputs }
                && (weights.joined() + biases).allSatisfy { $0.isFinite && $0.magnitude < 1e6 }
        }
    }

    /// Fewer components of a word's vector.
    let projection: Layer
    /// What a word of the question tells, and a word of the expected question.
    let asked: Layer
    let expected: Layer
    /// What all words tell together.
    let hidden: Layer
    let output: Layer

    /// Properties of a word of the question beside its vector, of a word of the expected question, and of the whole question.
    private static let askedCount = 6
    private static let expectedCount = 3
    private static let wholeCount = 3
    /// Words that are regarded: those that count most.
    private static let questionLength = 14
    private static let sentenceLength = 32

    /// Reads a file.
    /// - Parameter dimension: of the vectors of words.
    /// - Throws: `GuideError` naming what doesn't fit.
    static func read(_ data: Data, name: String, dimension: Int) throws(GuideError) -> RelevanceNetwork {
        let remedy = "install the program with its resources"
        let network: RelevanceNetwork
        do { network = try JSONDecoder().decode(RelevanceNetwork.self, from: data) } catch {
            throw GuideError(name, "isn't a network of the guide", remedy: remedy)
        }
        let projected = network.projection.biases.count
        let units = 2 * (network.asked.biases.count + network.expected.biases.count)
        guard network.projection.fits(inputs: dimension), network.asked.fits(inputs: projected + askedCount),
            network.expected.fits(inputs: projected + expectedCount), network.hidden.fits(inputs: units + wholeCount),
            network.output.fits(inputs: network.hidden.biases.count), network.output.biases.count == 1
        else { throw GuideError(name, "has layers that don't fit each other or the vectors of words", remedy: remedy) }
        return network
    }

    /// The logarithm of the odds that a sentence answers.
    /// - Parameters: the words of each with vectors, by `WordVectors.words`.
    func value(
        question: [WordVectors.Number], sentence: [WordVectors.Number], expected: [WordVectors.Number], _ vectors: WordVectors
    ) -> Float {
        let question = question.prefix(Self.questionLength).map(vectors.word)
        let sentence = sentence.prefix(Self.sentenceLength).map(vectors.word)
        let other = expected.prefix(Self.questionLength).map(vectors.word)
        var asked = Pool(self.asked.biases.count)
        var total: Float = 0
        var covered: Float = 0
        var near: Float = 0
        for word in question {
            let inSentence = word.nearness(to: sentence)
            let inExpected = word.nearness(to: other)
            let isPresent: Float = inSentence.isPresent || inExpected.isPresent ? 1 : 0
            total += word.weight
            covered += word.weight * isPresent
            near += word.weight * max(inSentence.cosine, inExpected.cosine)
            let properties = [
                inSentence.cosine, inExpected.cosine, inSentence.isPresent ? 1 : 0, inExpected.isPresent ? 1 : 0, word.weight,
                isPresent * word.weight,
            ]
            asked.add(self.asked.positive(properties + projection(word.unit)))
        }
        var besides = Pool(self.expected.biases.count)
        for word in other {
            let nearness = word.nearness(to: question)
            besides.add(
                self.expected.positive([nearness.cosine, nearness.isPresent ? 1 : 0, word.weight] + projection(word.unit)))
        }
        let whole = [covered / max(total, 0.1), near / max(total, 0.1), Float(question.count) / 8]
        return output(hidden.positive(asked.values + besides.values + whole))[0]
    }

    /// What several words tell: a quarter of the sum, and the greatest of each.
    private struct Pool {
        private var sum: [Float]
        private var greatest: [Float]

        init(_ count: Int) {
            sum = [Float](repeating: 0, count: count)
            greatest = sum
        }

        mutating func add(_ values: [Float]) {
            for (index, value) in values.enumerated() {
                sum[index] += value / 4
                greatest[index] = max(greatest[index], value)
            }
        }

        var values: [Float] { sum + greatest }
    }
}

extension WordVectors.Word {
    /// The greatest cosine to one of several words, −1 without any, and whether it is one of them.
    fileprivate func nearness(to words: [WordVectors.Word]) -> (cosine: Float, isPresent: Bool) {
        var greatest: Float = -1
        for word in words { greatest = max(greatest, zip(unit, word.unit).reduce(0) { $0 + $1.0 * $1.1 }) }
        return (greatest, words.contains { $0.number == number })
    }
}
