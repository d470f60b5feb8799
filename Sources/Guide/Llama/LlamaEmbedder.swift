import Foundation

/// An embedding model in a GGUF file, run by llama.cpp in a child process: the mean of the vectors of a text's tokens, of length 1.
public final class LlamaEmbedder: TextEmbedder {
    public let name: String
    /// Length of the vectors.
    public let dimension: Int
    private let process: LlamaProcess
    private let launch: LlamaProcess.Launch

    /// Reads the model's header; nothing is loaded.
    /// - Parameters:
    ///   - file: a GGUF file, as that of all-MiniLM-L6-v2.
    ///   - program: `diorama-llama`.
    ///   - adapter: a low-rank adapter of this model as GGUF file.
    /// - Throws: `GuideError` where a file is missing, the model's is damaged, or it writes texts. A damaged adapter is an error of
    ///   the first request.
    public init(file: URL, program: URL, threads: Int = 1, adapter: URL? = nil) throws(GuideError) {
        let header = try GGUFHeader(file: file)
        guard !header.isCausal else {
            throw GuideError(
                file.path, "this model writes texts and isn't made to embed them",
                remedy: "choose another model, or run make models")
        }
        let model = header.name ?? file.deletingPathExtension().lastPathComponent
        // Vectors are kept by this name: another adapter gives others.
        name = try adapter.map { (url) throws(GuideError) in "\(model), adapter \(try Self.digest(url))" } ?? model
        dimension = header.embeddingLength
        let size = min(512, header.contextLength)
        launch = .init(
            program: program, model: file, contextSize: size, threads: threads, isEmbedding: true, adapter: adapter)
        process = LlamaProcess(
            launch,
            check: { () throws(GuideError) in
                try header.check(header.requirements(contextSize: size), label: file.path, contextSize: size)
            })
    }

    public func adapted(by adapter: URL) throws(GuideError) -> (any TextEmbedder)? {
        try LlamaEmbedder(file: launch.model, program: launch.program, threads: launch.threads, adapter: adapter)
    }

    public func reranker(_ file: URL) throws(GuideError) -> (any SentenceReranker)? {
        try LlamaReranker(
            LlamaEmbedder(file: launch.model, program: launch.program, threads: launch.threads, adapter: file),
            weights: file.deletingPathExtension().appendingPathExtension("json"))
    }

    private static func digest(_ file: URL) throws(GuideError) -> String {
        guard let data = try? Data(contentsOf: file, options: .alwaysMapped) else {
            throw GuideError(file.path, "the adapter can't be read", remedy: "install the program with its resources")
        }
        return String(stableHash(data), radix: 16)
    }

    /// One vector of length 1 for each text; of a long text its first 256 tokens count. Cancelling the task stops it with an error.
    public func embed(_ texts: [String]) async throws(GuideError) -> [[Float]] { try await embed(texts.map { [$0] }) }

    /// The same for texts of several parts that are read together.
    func embed(_ texts: [[String]]) async throws(GuideError) -> [[Float]] {
        guard !texts.isEmpty else { return [] }
        let process = process
        let dimension = dimension
        let cancellation = LlamaCancellation()
        let result: Result<[[Float]], GuideError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                process.enqueue {
                    continuation.resume(
                        returning: Result { () throws(GuideError) in
                            var vectors: [[Float]] = []
                            // The length of a request is limited.
                            for start in stride(from: 0, to: texts.count, by: 256) {
                                let part = Array(texts[start..<min(start + 256, texts.count)])
                                let outcome = try process.perform(.embed(part), cancellation) { event in
                                    if event.event == .vector, let vector = event.vector { vectors.append(vector) }
                                }
                                guard outcome == .complete else { throw GuideError("", "cancelled") }
                            }
                            guard vectors.count == texts.count, vectors.allSatisfy({ $0.count == dimension }) else {
                                throw GuideError("", "diorama-llama has written \(vectors.count) vectors for \(texts.count) texts")
                            }
                            return vectors
                        })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
        return try result.get()
    }
}
