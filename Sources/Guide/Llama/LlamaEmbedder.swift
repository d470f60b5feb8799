import Foundation

/// An embedding model in a GGUF file, run by llama.cpp in a child process: the mean of the vectors of a text's tokens, of length 1.
public final class LlamaEmbedder: TextEmbedder {
    public let name: String
    /// Length of the vectors.
    public let dimension: Int
    private let process: LlamaProcess

    /// Reads the model's header; nothing is loaded.
    /// - Parameters:
    ///   - file: a GGUF file, as that of all-MiniLM-L6-v2.
    ///   - program: `diorama-llama`.
    /// - Throws: `GuideError` where the file is missing, damaged, or a model that writes texts.
    public init(file: URL, program: URL, threads: Int = 1) throws(GuideError) {
        let header = try GGUFHeader(file: file)
        guard !header.isCausal else {
            throw GuideError(
                file.path, "this model writes texts and isn't made to embed them",
                remedy: "choose another model, or run make models")
        }
        name = header.name ?? file.deletingPathExtension().lastPathComponent
        dimension = header.embeddingLength
        let size = min(512, header.contextLength)
        process = LlamaProcess(
            .init(program: program, model: file, contextSize: size, threads: threads, isEmbedding: true),
            check: { () throws(GuideError) in
                try header.check(header.requirements(contextSize: size), label: file.path, contextSize: size)
            })
    }

    /// One vector of length 1 for each text; of a long text its first 256 tokens count. Cancelling the task stops it with an error.
    public func embed(_ texts: [String]) async throws(GuideError) -> [[Float]] {
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
