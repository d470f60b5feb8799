import Foundation
import Guide
import Testing

/// How `diorama-llama` is spoken with, tried with programs that do something else.
@Suite struct LlamaProcessTests {
    private func model(_ folder: ScratchFolder, context: Int = 4096, _ lines: String) throws -> LlamaLanguageModel {
        let file = try folder.file("tiny.gguf", GGUFFile.tiny(context: 1 << 30))
        return try LlamaLanguageModel(file: file, program: folder.program(lines), contextSize: context)
    }

    @Test func `A program that crashes is one failed answer`() async throws {
        let folder = try ScratchFolder()
        let model = try model(
            folder,
            """
            event '{"event":"ready","protocol":2}'
            request
            event '{"event":"piece","id":'$n',"text":"Hello"}'
            [ $n = 1 ] && echo 'tensor is damaged' >&2 && kill -6 $$
            event '{"event":"end","id":'$n',"reason":"end"}'
            cat >/dev/null
            """)
        #expect(model.name == "Tiny" && model.contextSize == 4096)
        let failure = try await #require(throws: GuideError.self) { try await LlamaPrompts.answer(model, LlamaPrompts.space) }
        #expect(failure.place.hasSuffix("tiny.gguf") && failure.problem.contains("signal 6: tensor is damaged"))
        #expect(!failure.remedy.isEmpty)
        #expect(try await LlamaPrompts.answer(model, LlamaPrompts.space) == "Hello")
    }

    @Test(arguments: [#"{"event":"ready"}"#, #"{"event":"ready","protocol":1}"#, #"{"event":"ready","protocol":3}"#])
    func `A program of another version is refused`(event: String) async throws {
        let folder = try ScratchFolder()
        let model = try model(folder, "event '\(event)'\ncat >/dev/null")
        let failure = try await #require(throws: GuideError.self) { try await LlamaPrompts.answer(model, LlamaPrompts.space) }
        #expect(failure.problem.contains("another version") && failure.remedy == "run make models", "\(failure)")
    }

    @Test func `An embedding model is started with its adapter`() async throws {
        let folder = try ScratchFolder()
        let file = try folder.file("embedder.gguf", GGUFFile.tiny(isCausal: false))
        let embedder = try LlamaEmbedder(
            file: file, program: folder.program(#"event '{"event":"failed","message":"'"$*"'"}'"#))
        let adapters = [try folder.file("a.gguf", [1]), try folder.file("b.gguf", [2])]
        var names: Set<String> = [embedder.name]
        for adapter in adapters {
            let adapted = try #require(try embedder.adapted(by: adapter))
            names.insert(adapted.name)
            let error = try await #require(throws: GuideError.self) { try await adapted.embed(["a"]) }
            #expect(error.problem.hasSuffix("--embedding --adapter \(adapter.path)"), "\(error)")
        }
        // Their vectors are kept apart.
        #expect(names.count == 3)
        #expect(throws: GuideError.self) { try embedder.adapted(by: folder.url.appending(path: "missing.gguf")) }
    }

    @Test(arguments: [
        ("{", "isn't the weights"), (#"{"weights": [1, 2]}"#, "isn't the weights"),
        (#"{"weights": [1], "bias": 0}"#, "has 1 weights"),
        ("big", "too large"), (nil, "can't be read"),
    ])
    func `A reranker's weights that don't fit are refused by name`(text: String?, problem: String) throws {
        let folder = try ScratchFolder()
        let embedder = try LlamaEmbedder(
            file: folder.file("embedder.gguf", GGUFFile.tiny(isCausal: false)), program: folder.program(""))
        let adapter = try folder.file("reranker.gguf", [1])
        let big =
            #"{"weights": ["# + [String](repeating: "1e30", count: embedder.dimension).joined(separator: ",") + #"], "bias": 0}"#
        if let text { _ = try folder.file("reranker.json", Array((text == "big" ? big : text).utf8)) }
        let error = try #require(throws: GuideError.self) { try embedder.reranker(adapter) }
        #expect(error.place.hasSuffix("reranker.json") && error.problem.contains(problem), "\(error)")
    }

    @Test func `A program that ended between two questions is started again`() async throws {
        let folder = try ScratchFolder()
        let model = try model(
            folder,
            """
            id=1; [ $n = 1 ] || id=3
            event '{"event":"ready","protocol":2}'
            request
            event '{"event":"working"}'
            event '{"event":"piece","id":'$id',"text":"Answer '$n'"}'
            event '{"event":"end","id":'$id',"reason":"end"}'
            """)
        #expect(try await LlamaPrompts.answer(model, LlamaPrompts.space) == "Answer 1")
        try await Task.sleep(for: .milliseconds(300))
        #expect(try await LlamaPrompts.answer(model, LlamaPrompts.space) == "Answer 2")
    }

    @Test(arguments: [
        ("event '{\"event\":\"failed\",\"message\":\"no tensors\"}'", "no tensors"), ("exit 3", "exit status 3"),
        ("echo 'what is this, not an event'; cat >/dev/null", "isn't an event"), ("event '[1]'; cat >/dev/null", "isn't an event"),
    ]) func `A program that can't load the model says why`(lines: String, problem: String) async throws {
        let folder = try ScratchFolder()
        let model = try model(folder, lines)
        let failure = try await #require(throws: GuideError.self) { try await model.load() }
        #expect(failure.problem.contains(problem))
    }

    @Test func `A question that can't be answered leaves the program running`() async throws {
        let folder = try ScratchFolder()
        let model = try model(
            folder,
            """
            event '{"event":"ready","protocol":2}'
            request
            event '{"event":"error","id":1,"message":"not now"}'
            event '{"event":"piece","id":2,"text":"Start '$n'"}'
            event '{"event":"end","id":2,"reason":"end"}'
            cat >/dev/null
            """)
        let failure = try await #require(throws: GuideError.self) { try await LlamaPrompts.answer(model, LlamaPrompts.space) }
        #expect(failure.problem == "not now")
        #expect(try await LlamaPrompts.answer(model, LlamaPrompts.space) == "Start 1")
    }

    @Test func `Too little memory is refused before anything is started, with what would fit`() async throws {
        let folder = try ScratchFolder()
        let model = try model(folder, context: 1 << 30, "exit 1")
        let requirements = try #require(try model.requirements())
        #expect(!requirements.fits && requirements.weights == 64 * 34 + 256)
        let failure = try await #require(throws: GuideError.self) { try await model.load() }
        #expect(failure.problem.contains("GB are free") && failure.remedy.contains("a context of 8192 tokens"))
        #expect(!failure.description.contains("\n"))
        #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("program.starts").path))
    }

    @Test func `Models for the other purpose, missing ones and a missing program are named`() async throws {
        let folder = try ScratchFolder()
        let program = folder.url.appendingPathComponent("program")
        let writer = try folder.file("writer.gguf", GGUFFile.tiny())
        let embedder = try folder.file("embedder.gguf", GGUFFile.tiny(isCausal: false))
        #expect(throws: GuideError.self) { try LlamaLanguageModel(file: embedder, program: program) }
        #expect(throws: GuideError.self) { try LlamaEmbedder(file: writer, program: program) }
        let models = ModelFolder(folder.url)
        #expect(!models.hasProgram && !models.hasLanguageModel && !models.hasEmbedder)
        let failure = try #require(throws: GuideError.self) { try models.languageModel() }
        #expect(failure.description.contains("bin/diorama-llama") && failure.remedy == "run make models")
        #expect(throws: GuideError.self) { try models.embedder() }
        let model = try LlamaLanguageModel(file: writer, program: program)
        let missing = try await #require(throws: GuideError.self) { try await model.load() }
        #expect(missing.problem.contains("program"))
    }

    @Test func `The folder of the models`() {
        #expect(ModelFolder(environment: ["DIORAMA_MODELS": "/m"]).program.path == "/m/bin/diorama-llama")
        #expect(
            ModelFolder(environment: ["HOME": "/h"]).embedderFile.path == "/h/.local/share/diorama/models/all-minilm-l6-v2.gguf")
    }
}
