import Foundation

/// Where the program that runs language models and the models themselves are: what `make models` sets up.
public struct ModelFolder: Sendable, Equatable {
    /// The folder.
    public let url: URL

    /// A folder of one's own.
    public init(_ url: URL) { self.url = url }

    /// `$DIORAMA_MODELS`, or `~/.local/share/diorama/models`.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        if let path = environment["DIORAMA_MODELS"], !path.isEmpty {
            url = URL(fileURLWithPath: path, isDirectory: true)
        } else {
            let home = environment["HOME"].map { URL(fileURLWithPath: $0) } ?? FileManager.default.homeDirectoryForCurrentUser
            url = home.appendingPathComponent(".local/share/diorama/models", isDirectory: true)
        }
    }

    /// `diorama-llama`.
    public var program: URL { url.appendingPathComponent("bin/diorama-llama") }
    /// SmolLM2-135M-Instruct.
    public var languageModelFile: URL { url.appendingPathComponent("smollm2-135m-instruct.gguf") }
    /// all-MiniLM-L6-v2.
    public var embedderFile: URL { url.appendingPathComponent("all-minilm-l6-v2.gguf") }

    /// Whether language models can be run.
    public var hasProgram: Bool { FileManager.default.isExecutableFile(atPath: program.path) }
    /// Whether the model that is fetched by `make models` can be used.
    public var hasLanguageModel: Bool { hasProgram && FileManager.default.fileExists(atPath: languageModelFile.path) }
    /// Whether texts can be embedded.
    public var hasEmbedder: Bool { hasProgram && FileManager.default.fileExists(atPath: embedderFile.path) }

    /// A language model.
    /// - Parameters:
    ///   - file: a GGUF file of the user's; the one of `make models` without it.
    ///   - contextSize: tokens of prompt and answer together at most.
    ///   - threads: how many threads compute.
    /// - Throws: `GuideError` with what to do, where something is missing or not usable.
    public func languageModel(
        _ file: URL? = nil, contextSize: Int = 4096, threads: Int = 1
    ) throws(GuideError) -> LlamaLanguageModel {
        try require(hasProgram, program, "the program that runs language models")
        let model = file ?? languageModelFile
        if file == nil { try require(hasLanguageModel, model, "the language model") }
        return try LlamaLanguageModel(file: model, program: program, contextSize: contextSize, threads: threads)
    }

    /// The model for embeddings.
    /// - Throws: `GuideError` with what to do, where something is missing or not usable.
    public func embedder(threads: Int = 1) throws(GuideError) -> LlamaEmbedder {
        try require(hasProgram, program, "the program that runs language models")
        try require(hasEmbedder, embedderFile, "the model for embeddings")
        return try LlamaEmbedder(file: embedderFile, program: program, threads: threads)
    }

    private func require(_ isThere: Bool, _ file: URL, _ what: String) throws(GuideError) {
        guard isThere else { throw GuideError(file.path, "\(what) is not there", remedy: "run make models") }
    }
}
