import Foundation
import Guide
import Testing

private let models = ModelFolder()

@Suite(.enabled(if: models.hasEmbedder, "needs the models of make models, in $DIORAMA_MODELS or the default folder"), .serialized)
struct LlamaEmbedderTests {
    private func dot(_ a: [Float], _ b: [Float]) -> Float { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }

    /// The first values of vectors that were computed in 32 bits from the published weights, apart from llama.cpp.
    @Test func `Vectors are those of all-MiniLM-L6-v2`() async throws {
        let embedder = try models.embedder()
        #expect(embedder.name == "all-MiniLM-L6-v2" && embedder.dimension == 384)
        let known: [(String, [Float])] = [
            ("Orion's heat shield is 5 m wide.", [0.0182, 0.06034, 0.04827, 0.02595, -0.02675, -0.02411]),
            ("Wie groß ist die Rakete? Élan, naïve 日本語", [-0.0525, 0.08257, 0.03017, -0.09177, -0.01439, -0.00361]),
            ("", [-0.11884, 0.0483, -0.00255, -0.01101, 0.05195, 0.01029]),
            (String(repeating: "word ", count: 400), [-0.00812, -0.09559, -0.03867, 0.04966, -0.04379, 0.02372]),
        ]
        let vectors = try await embedder.embed(known.map(\.0))
        for (vector, (text, values)) in zip(vectors, known) {
            #expect(abs(dot(vector, vector) - 1) < 1e-5)
            for (value, expected) in zip(vector, values) { #expect(abs(value - expected) < 2e-3, "\(text.prefix(30))") }
        }
    }

    @Test func `Related texts are more similar than others, in a batch as alone`() async throws {
        let embedder = try models.embedder()
        let question = "How many people fly to the Moon?"
        let texts = ["Four astronauts travel around the Moon.", "The oven is cleaned on Fridays."]
        let many = LlamaPrompts.sentences(300)
        let vectors = try await embedder.embed([question] + texts + many)
        #expect(vectors.count == 303)
        #expect(dot(vectors[0], vectors[1]) > dot(vectors[0], vectors[2]) + 0.2)
        for (vector, text) in zip(vectors[0...2], [question] + texts) {
            #expect(try await dot(embedder.embed([text])[0], vector) > 0.9999)
        }
        #expect(try await embedder.embed([]).isEmpty)
    }

    /// A question without a word in common with its answer.
    @Test func `The corpus' adapter brings questions nearer to their answers`() async throws {
        let corpus = try Artemis.resources.get().corpus("artemis", title: "Artemis")
        let embedder = try models.embedder()
        let adapter = try #require(corpus.adapter)
        let adapted = try #require(try embedder.adapted(by: adapter))
        #expect(adapted.name.hasPrefix(embedder.name) && adapted.name != embedder.name)
        let texts = [
            "Why aren't you roasted on the way home?",
            "Orion's heat shield protects the crew from the heat of the return to Earth.",
            "The crew's meals are warmed in a briefcase-sized heater.",
        ]
        func margin(_ embedder: any TextEmbedder) async throws -> Float {
            let vectors = try await embedder.embed(texts)
            for vector in vectors { #expect(abs(dot(vector, vector) - 1) < 1e-5) }
            return dot(vectors[0], vectors[1]) - dot(vectors[0], vectors[2])
        }
        let before = try await margin(embedder)
        let after = try await margin(adapted)
        #expect(after > before + 0.2, "\(before), \(after)")
    }

    @Test func `The corpus' reranker tells a sentence that answers from one about the same`() async throws {
        let corpus = try Artemis.resources.get().corpus("artemis", title: "Artemis")
        let file = try #require(corpus.reranker)
        let reranker = try #require(try models.embedder().reranker(file))
        let scores = try await reranker.scores(
            "How many days did Christina Koch's longest spaceflight last?",
            [
                .init(
                    sentence: "In 2019 and 2020 Koch spent 328 days in space, the longest single spaceflight by a woman.",
                    expected: "How long was Christina Koch's longest stay in space?"),
                .init(
                    sentence: "Christina Koch was selected as an astronaut by NASA in June 2013.",
                    expected: "When did Koch join NASA?"),
                .init(sentence: "Christina Koch has made six spacewalks.", expected: nil),
            ])
        #expect(scores.count == 3)
        #expect(scores[0] > scores[1] + 1 && scores[0] > scores[2] + 1, "\(scores)")
        #expect(try await reranker.scores("Why?", []).isEmpty)
    }

    @Test func `Adapters that aren't complete are refused by name`() async throws {
        let folder = try ScratchFolder()
        let corpus = try Artemis.resources.get().corpus("artemis", title: "Artemis")
        let adapter = try #require(corpus.adapter)
        let bytes = [UInt8](try Data(contentsOf: adapter))
        var other = bytes
        let place = try #require(Data(bytes).range(of: Data("lora_a".utf8)))
        other.replaceSubrange(place, with: "lora_x".utf8)
        let files = [
            try folder.file("short.gguf", Array(bytes.prefix(bytes.count / 2))), try folder.file("empty.gguf", []),
            try folder.file("other.gguf", other), try folder.file("text.gguf", Array("adapter".utf8)),
        ]
        for file in files {
            let adapted = try #require(try models.embedder().adapted(by: file))
            let error = try await #require(throws: GuideError.self) { try await adapted.embed(["a"]) }
            #expect(error.problem.contains(file.lastPathComponent), "\(error)")
        }
    }

    @Test func `Cancelling stops it`() async throws {
        let embedder = try models.embedder()
        _ = try await embedder.embed(["warm"])
        let task = Task { try await embedder.embed(LlamaPrompts.sentences(2000)) }
        try await Task.sleep(for: .milliseconds(100))
        task.cancel()
        let result = await task.result
        #expect(throws: (any Error).self) { try result.get() }
        #expect(try await embedder.embed(["again"]).count == 1)
    }
}
