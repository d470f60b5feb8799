import Foundation
import Guide
import Testing

private let models = ModelFolder()

@Suite(
    .enabled(if: models.hasLanguageModel, "needs the models of make models, in $DIORAMA_MODELS or the default folder"), .serialized)
struct LlamaModelTests {
    @Test func `The answer stands in the evidence, the same each time`() async throws {
        let model = try models.languageModel()
        #expect(model.contextSize == 4096)
        #expect(try model.requirements()?.fits == true)
        try await model.load()
        let first = try await LlamaPrompts.answer(model, LlamaPrompts.space)
        #expect(first.contains("328 days"))
        // Computed with the kept system message, after another question, and in another process.
        #expect(try await LlamaPrompts.answer(model, LlamaPrompts.space) == first)
        _ = try await LlamaPrompts.answer(model, LlamaPrompts.prompt("How wide?", LlamaPrompts.sentences(5), maxTokens: 3))
        #expect(try await LlamaPrompts.answer(model, LlamaPrompts.space) == first)
        #expect(try await LlamaPrompts.answer(models.languageModel(), LlamaPrompts.space) == first)
    }

    @Test func `A cancelled answer gives nothing more, and the next question is answered as before`() async throws {
        let model = try models.languageModel()
        try await model.load()
        let long = LlamaPrompts.prompt("Which instrument measures every 7 seconds?", LlamaPrompts.sentences(180), maxTokens: 200)
        let reading = Task { try await LlamaPrompts.answer(model, long) }
        try await Task.sleep(for: .milliseconds(200))
        reading.cancel()
        let read = await reading.result
        #expect(((try? read.get()) ?? "").isEmpty)
        let whole = try await LlamaPrompts.answer(model, LlamaPrompts.space)
        var begun = ""
        for try await piece in model.generate(LlamaPrompts.space) {
            begun += piece
            break
        }
        #expect(whole.hasPrefix(begun) && begun.count < whole.count)
        // It works as before.
        #expect(try await LlamaPrompts.answer(model, LlamaPrompts.space) == whole)
    }

    @Test func `A question that waits is cancelled without being asked`() async throws {
        let model = try models.languageModel()
        try await model.load()
        let busy = Task { try await LlamaPrompts.answer(model, LlamaPrompts.space) }
        let waiting = Task { try await LlamaPrompts.answer(model, LlamaPrompts.prompt("Who?", LlamaPrompts.sentences(180))) }
        try await Task.sleep(for: .milliseconds(20))
        waiting.cancel()
        _ = try? await waiting.value
        #expect(try await busy.value.contains("328 days"))
    }

    @Test func `Evidence beyond the context is left out, a question beyond it is refused`() async throws {
        let model = try LlamaLanguageModel(file: models.languageModelFile, program: models.program, contextSize: 512)
        let sentences = ["Christina Koch spent 328 days in space."] + LlamaPrompts.sentences(400)
        let answer = try await LlamaPrompts.answer(
            model, LlamaPrompts.prompt("How long was Christina Koch in space?", sentences, maxTokens: 40))
        #expect(!answer.isEmpty)
        let question = Array(repeating: "long", count: 600).joined(separator: " ")
        let failure = try await #require(throws: GuideError.self) {
            try await LlamaPrompts.answer(model, LlamaPrompts.prompt(question, ["One."]))
        }
        #expect(failure.remedy == "ask a shorter question")
        #expect(try await !LlamaPrompts.answer(model, LlamaPrompts.space).isEmpty)
    }

    @Test func `Pieces are whole characters`() async throws {
        let model = try models.languageModel()
        let prompt = LlamaPrompts.prompt("What does the sign say?", ["The sign says: «Ünïcödé 😀🚀 日本語 – done»."])
        for try await piece in model.generate(prompt) { #expect(!piece.unicodeScalars.contains("\u{FFFD}"), "\(piece)") }
    }

    @Test func `A file that llama.cpp can't use is an error`() async throws {
        let folder = try ScratchFolder()
        let model = try models.languageModel(folder.file("tiny.gguf", GGUFFile.tiny()))
        let failure = try await #require(throws: GuideError.self) { try await model.load() }
        #expect(failure.place.hasSuffix("tiny.gguf") && !failure.problem.isEmpty)
    }

    /// Each run of llama.cpp over damaged metadata may fail or end it, and none reaches this process.
    @Test func `Damaged models never end this process`() async throws {
        let folder = try ScratchFolder()
        let whole = Array(try Data(contentsOf: models.languageModelFile))
        for round in 0..<6 {
            var damaged = whole
            // Places all over the metadata and the list of tensors, others in each round.
            for i in 0..<200 { damaged[24 + (i * 7919 + round * 104_729) * 31 % 1_500_000] ^= 1 << UInt8((i + round) % 8) }
            let file = try folder.file("damaged-\(round).gguf", damaged)
            do throws(GuideError) {
                let model = try models.languageModel(file)
                _ = try? await LlamaPrompts.answer(model, LlamaPrompts.prompt("Who?", ["One."], maxTokens: 5))
            } catch { #expect(!error.problem.isEmpty) }
            try FileManager.default.removeItem(at: file)
        }
    }
}
