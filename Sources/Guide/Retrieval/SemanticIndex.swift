import Foundation
import Support

/// The vectors of a corpus' sentences and expected questions, for finding passages by meaning.
public struct SemanticIndex: Sendable {
    private let embedder: any TextEmbedder
    /// Judges the best sentences; nil where the embedder wasn't fitted to the corpus.
    let reranker: (any SentenceReranker)?
    /// The sentences of each passage.
    private let passages: [Range<Int>]
    /// The sentence that each expected question is answered by.
    private let answers: [Int]
    /// The expected questions in English.
    let questions: [String]
    /// The vectors of all sentences, then those of all questions, one after the other.
    private let vectors: [Float]
    /// The vectors of sentences together with their expected questions.
    private let topics: [Float]
    private let dimension: Int

    /// How much a sentence counts in `topics` beside the mean of its expected questions.
    private static let sentenceWeight: Float = 0.5
    /// Texts that are embedded at a time.
    private static let batch = 64
    /// Files of vectors that are kept: those of earlier corpora and models are of use to other versions of the program only.
    private static let keptFiles = 3

    /// Computes the vectors of all sentences and expected questions, or reads those that were computed before.
    /// - Parameters:
    ///   - lexicon: translates the questions in other languages than English.
    ///   - cache: the folder in which vectors are kept, a file for each corpus and model.
    ///   - progress: is called with how many of how many texts are done.
    /// - Throws: `GuideError` where the model fails; `CancellationError`.
    public init(
        _ corpus: Corpus, embedder: any TextEmbedder, lexicon: Lexicon, cache: URL? = nil,
        progress: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws {
        let fitted = try corpus.adapter.flatMap { (adapter) throws(GuideError) in try embedder.adapted(by: adapter) }
        reranker = try corpus.reranker.flatMap { (file) throws(GuideError) in
            try fitted == nil ? nil : embedder.reranker(file)
        }
        let embedder = fitted ?? embedder
        self.embedder = embedder
        var passages: [Range<Int>] = []
        var answers: [Int] = []
        var sentences: [String] = []
        var questions: [String] = []
        for passage in corpus.passages {
            let start = sentences.count
            sentences += Sentences.split(passage.text)
            passages.append(start..<sentences.count)
            for question in passage.questions {
                guard passages[passages.count - 1].contains(start + question.sentence) else { continue }
                answers.append(start + question.sentence)
                questions.append(question.english(lexicon))
            }
        }
        self.passages = passages
        self.answers = answers
        self.questions = questions
        let texts = sentences + questions
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
            if let file, let cache {
                try? computed.withUnsafeBytes { try Data($0).write(to: file, options: .atomic) }
                Self.prune(cache)
            }
        }
        dimension = texts.isEmpty ? 0 : vectors.count / texts.count
        topics = Self.topics(vectors, answers: answers, sentenceCount: sentences.count, dimension: dimension)
    }

    private static func read(_ file: URL, count: Int) -> [Float]? {
        guard let data = try? Data(contentsOf: file), count > 0, data.count % (4 * count) == 0, !data.isEmpty else { return nil }
        return data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    /// Removes the files of vectors that were written first.
    private static func prune(_ cache: URL) {
        let files =
            (try? FileManager.default.contentsOfDirectory(at: cache, includingPropertiesForKeys: [.contentModificationDateKey]))
            ?? []
        let vectors = files.filter { $0.lastPathComponent.hasPrefix("vectors-") && $0.pathExtension == "f32" }
        let dated = vectors.map { file in
            (file, (try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate) ?? .distantPast)
        }
        for (file, _) in dated.sorted(by: { $0.1 > $1.1 }).dropFirst(keptFiles) { try? FileManager.default.removeItem(at: file) }
    }

    /// Changes with the model and the texts.
    private static func key(_ model: String, _ texts: [String]) -> String { String(stableHash([model] + texts), radix: 16) }

    private static func topics(_ vectors: [Float], answers: [Int], sentenceCount: Int, dimension: Int) -> [Float] {
        var sums = [Float](repeating: 0, count: sentenceCount * dimension)
        var counts = [Float](repeating: 0, count: sentenceCount)
        for (number, sentence) in answers.enumerated() {
            counts[sentence] += 1
            let start = (sentenceCount + number) * dimension
            for i in 0..<dimension { sums[sentence * dimension + i] += vectors[start + i] }
        }
        for sentence in 0..<sentenceCount {
            let range = sentence * dimension..<(sentence + 1) * dimension
            for i in range { sums[i] = sums[i] / max(1, counts[sentence]) + sentenceWeight * vectors[i] }
            let length = range.reduce(Float(0)) { $0 + sums[$1] * sums[$1] }.squareRoot()
            for i in range where length > 0 { sums[i] /= length }
        }
        return sums
    }

    /// How similar all sentences and the questions that they are expected to answer are.
    /// - Returns: nil for an empty corpus.
    func similarities(to query: GuideQuery) async throws(GuideError) -> SemanticSimilarities? {
        guard dimension > 0, let vector = try await embedder.embed([query.embedded]).first, vector.count == dimension else {
            return nil
        }
        let count = topics.count / dimension
        let own = Self.products(vector, vectors)
        let topic = Self.products(vector, topics)
        var asked = [GreatestThree](repeating: GreatestThree(), count: count)
        var nearest = [Int?](repeating: nil, count: count)
        for (number, sentence) in answers.enumerated() {
            let similarity = own[count + number]
            if nearest[sentence].map({ own[count + $0] < similarity }) ?? true { nearest[sentence] = number }
            asked[sentence].insert(similarity)
        }
        let sentences = (0..<count).map {
            SentenceSimilarity(
                sentence: own[$0], asked: asked[$0].first, several: asked[$0].mean, topic: topic[$0],
                question: nearest[$0])
        }
        return SemanticSimilarities(sentences, passages: passages)
    }

    /// The dot products of a vector with each of those in `all`.
    private static func products(_ vector: [Float], _ all: [Float]) -> [Float] {
        let dimension = vector.count
        return all.withUnsafeBufferPointer { all in
            vector.withUnsafeBufferPointer { vector in
                stride(from: 0, to: all.count, by: dimension).map { start in
                    // Eight sums, so that the compiler uses vector instructions.
                    var sums = SIMD8<Float>.zero
                    var i = 0
                    while i + 8 <= dimension {
                        let a = UnsafeRawPointer(vector.baseAddress! + i).loadUnaligned(as: SIMD8<Float>.self)
                        let b = UnsafeRawPointer(all.baseAddress! + start + i).loadUnaligned(as: SIMD8<Float>.self)
                        sums += a * b
                        i += 8
                    }
                    var sum = sums.sum()
                    while i < dimension {
                        sum += vector[i] * all[start + i]
                        i += 1
                    }
                    return sum
                }
            }
        }
    }
}
