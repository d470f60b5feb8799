import Foundation
import Guide
import Testing

/// Counts words: the vector of a text has a component for each group of words with the same hash. Words of `same` are alike.
private struct CountingEmbedder: TextEmbedder {
    /// Words that count as others.
    var same: [String: String] = [:]
    var dimension = 61
    var canBeAdapted = true
    /// What the reranker says of every sentence.
    var relevance: Float = 0
    var name: String { "counting" }

    func adapted(by adapter: URL) throws(GuideError) -> (any TextEmbedder)? { canBeAdapted ? self : nil }

    func reranker(_ file: URL) throws(GuideError) -> (any SentenceReranker)? { ConstantReranker(score: relevance) }

    func embed(_ texts: [String]) async throws(GuideError) -> [[Float]] {
        texts.map { text in
            var vector = [Float](repeating: 0, count: dimension)
            for part in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
                let word = same[String(part)] ?? String(part)
                let hash = word.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
                vector[Int(hash >> 8) % dimension] += 1
            }
            let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
            return length > 0 ? vector.map { $0 / length } : vector
        }
    }
}

/// Says the same of all sentences.
private struct ConstantReranker: SentenceReranker {
    let score: Float

    func scores(_ question: String, _ candidates: [RerankerCandidate]) async throws(GuideError) -> [Float] {
        candidates.map { _ in score }
    }
}

/// Finding passages by embeddings, with an embedder that only counts words.
@Suite struct SemanticIndexTests {
    private static func guide(
        of corpus: Corpus, _ embedder: CountingEmbedder, resources: GuideResources? = nil
    ) async throws -> Guide {
        try Guide(
            corpus, resources: resources ?? Artemis.resources.get(),
            semantic: await SemanticIndex(corpus, embedder: embedder, lexicon: Artemis.resources.get().lexicon))
    }

    /// "Hob" isn't a word of the corpus; by embeddings it is a stove.
    @Test func passagesWithoutACommonWordAreFound() async throws {
        let question = GuideQuestion("hob burners", persona: "guide")
        let other = GuideQuestion("hob", persona: "guide")
        let corpus = try Flat.corpus()
        let words = try Guide(corpus, resources: Artemis.resources.get())
        let guide = try await Self.guide(of: corpus, CountingEmbedder(same: ["hob": "stove"]))
        #expect(try await words.passages(for: other, limit: 1).isEmpty)
        #expect(try await guide.passages(for: other, limit: 1).map(\.id) == ["flat/stove"])
        #expect(try await guide.passages(for: question, limit: 1).map(\.id) == ["flat/stove"])
    }

    @Test func vectorsAreKeptAndDamagedOnesComputedAgain() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "diorama-vectors-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let corpus = try Flat.corpus()
        let lexicon = try Artemis.resources.get().lexicon
        func computed() async throws -> Int {
            let counter = Counter()
            _ = try await SemanticIndex(corpus, embedder: CountingEmbedder(), lexicon: lexicon, cache: folder) { _, all in
                counter.set(all)
            }
            return counter.value
        }
        // Four sentences and one expected question.
        #expect(try await computed() == 5)
        #expect(try await computed() == 0)
        let file = try #require(try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).first)
        try Data([1, 2, 3]).write(to: file)
        #expect(try await computed() == 5)
        // Those of earlier models don't pile up, and other files are left alone.
        for number in 1...5 {
            let other = folder.appending(path: "vectors-\(number).f32")
            try Data([1]).write(to: other)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: Double(number))], ofItemAtPath: other.path)
        }
        try Data([1]).write(to: folder.appending(path: "model.gguf"))
        try Data([1, 2, 3]).write(to: file)
        #expect(try await computed() == 5)
        let left = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
        #expect(left == [file.lastPathComponent, "vectors-4.f32", "vectors-5.f32", "model.gguf"])
    }

    /// Follow-ups are ranked without embeddings, and all questions where the model can't be adapted: the weights were fitted to
    /// others.
    @Test func onlyWhatWasFittedUsesEmbeddingsInAFittedCorpus() async throws {
        let corpus = try Artemis.resources.get().corpus("artemis", title: "Artemis")
        let words = try Artemis.guide.get()
        let question = try EvaluationQuestion.read(
            Data(
                """
                [{"id": "a", "category": "answerable", "language": "de", "persona": "koch", "history": [], "question":
                "Woraus besteht der Hitzeschild?", "declined": false, "contains": [["Avcoat"]], "passages": [], "forbidden": [],
                "person": null, "acceptsDecline": false}]
                """.utf8), name: "test")
        var english = question[0]
        english.question = "What is the heat shield made of?"
        var followUp = english
        followUp.history = [english.question]
        followUp.question = "And how thick is it?"
        let guide = try await Self.guide(of: corpus, CountingEmbedder(dimension: 16))
        func properties(_ guide: Guide, _ question: EvaluationQuestion) async throws -> Int {
            let line = try #require(try await guide.fittingData(question).first { $0.hasPrefix("decision") })
            return line.split(separator: " ").count
        }
        let count = try await properties(words, english)
        // Twelve of embeddings in place of four of words.
        #expect(try await properties(guide, question[0]) == count + 8)
        #expect(try await properties(guide, followUp) == count)
        #expect(try await properties(guide, english) == count + 8)
        var plain = CountingEmbedder(dimension: 16)
        plain.canBeAdapted = false
        #expect(try await properties(Self.guide(of: corpus, plain), english) == count)
    }

    /// What the reranker says of a sentence counts where it is decided whether to answer.
    @Test func theRerankerDecidesToo() async throws {
        let question = GuideQuestion("What is the heat shield made of?", persona: "koch")
        let corpus = try Artemis.resources.get().corpus("artemis", title: "Artemis")
        let resources = try ConfidenceNetworkTests.resources("confidence-embeddings.json") { network in
            // One hidden unit that has the reranker's value of the best sentence only.
            let names = network["names"] as? [String] ?? []
            let unit = names.map { $0 == "relevance" ? 1.0 : 0 }
            network["hidden"] = [unit]
            network["biases"] = [0.0]
            network["output"] = [1.0]
            network["constant"] = -2.0
            network["means"] = names.map { _ in 0.0 }
            network["scales"] = names.map { _ in 1.0 }
            network["threshold"] = 0.5
        }
        for (relevance, isDeclined) in [(Float(1), true), (3, false)] {
            let embedder = CountingEmbedder(dimension: 16, relevance: relevance)
            let guide = try await Self.guide(of: corpus, embedder, resources: resources)
            #expect(try await guide.answer(question).declined == isDeclined)
        }
    }

    /// With embeddings the network of its own decides.
    @Test func theNetworkWithEmbeddingsDecides() async throws {
        let question = GuideQuestion("What is the heat shield made of?", persona: "koch")
        let corpus = try Artemis.resources.get().corpus("artemis", title: "Artemis")
        func isDeclined(threshold: Double) async throws -> Bool {
            let resources = try ConfidenceNetworkTests.resources("confidence-embeddings.json") { $0["threshold"] = threshold }
            let guide = try await Self.guide(of: corpus, CountingEmbedder(dimension: 16), resources: resources)
            return try await guide.answer(question).declined
        }
        let strict = try await isDeclined(threshold: 1)
        let lenient = try await isDeclined(threshold: 0)
        #expect(strict)
        #expect(!lenient)
    }
}

/// A number that a callback sets.
private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0
    var value: Int { lock.withLock { number } }
    func set(_ value: Int) { lock.withLock { number = value } }
}
