import Foundation

/// A language model in a GGUF file, run by llama.cpp in a child process.
///
/// It answers greedily: the same prompt gets the same answer. Its program, `diorama-llama`, is built by `make models`.
public final class LlamaLanguageModel: LanguageModel {
    public let name: String
    public let contextSize: Int
    private let file: URL
    private let header: GGUFHeader
    private let process: LlamaProcess

    /// Reads the model's header; nothing is loaded.
    /// - Parameters:
    ///   - file: a GGUF file.
    ///   - program: `diorama-llama`.
    ///   - contextSize: tokens of prompt and answer together; fewer where the model was trained with fewer.
    ///   - threads: how many threads compute. More than one only pay on an idle machine.
    /// - Throws: `GuideError` where the file is missing, damaged, or a model that writes no text.
    public init(file: URL, program: URL, contextSize: Int = 4096, threads: Int = 1) throws(GuideError) {
        let header = try GGUFHeader(file: file)
        guard header.isCausal else {
            throw GuideError(
                file.path, "this model embeds texts and writes none", remedy: "choose an instruction model, or run make models")
        }
        let size = min(contextSize, header.contextLength)
        self.file = file
        self.header = header
        self.contextSize = size
        name = header.name ?? file.deletingPathExtension().lastPathComponent
        process = LlamaProcess(
            .init(program: program, model: file, contextSize: size, threads: threads),
            check: { () throws(GuideError) in
                try header.check(header.requirements(contextSize: size), label: file.path, contextSize: size)
            })
    }

    public func requirements() throws(GuideError) -> ModelRequirements? {
        guard FileManager.default.fileExists(atPath: file.path) else { throw GuideError(file.path, "there is no such file") }
        return header.requirements(contextSize: contextSize)
    }

    public func load() async throws(GuideError) {
        let process = process
        let result: Result<Void, GuideError> = await withCheckedContinuation { continuation in
            process.enqueue { continuation.resume(returning: Result { () throws(GuideError) in try process.start() }) }
        }
        try result.get()
    }

    /// The answer, piece by piece. Evidence that doesn't fit into the context is left out, the least relevant first.
    public func generate(_ prompt: GuidePrompt) -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            let cancellation = LlamaCancellation()
            continuation.onTermination = { reason in
                if case .cancelled = reason { cancellation.cancel() }
            }
            let answer = Answer(process: process, label: file.path)
            process.enqueue {
                do throws(GuideError) {
                    try answer.run(prompt, cancellation) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
        }
    }

    /// One answer: asks with less evidence where the context is too small for all of it.
    private struct Answer: Sendable {
        let process: LlamaProcess
        let label: String

        func run(
            _ prompt: GuidePrompt, _ cancellation: LlamaCancellation, onPiece: (String) -> Void
        ) throws(GuideError) {
            var prompt = prompt
            while true {
                let messages = [
                    LlamaMessage(role: "system", content: InstructionPrompt.system(prompt.persona)),
                    LlamaMessage(role: "user", content: InstructionPrompt.user(prompt)),
                ]
                let request = LlamaRequest.generate(messages, maxTokens: prompt.maxTokens)
                var numbers = ListNumbers()
                func pass(_ text: String) { if !text.isEmpty { onPiece(text) } }
                let outcome = try process.perform(request, cancellation) { event in
                    if event.event == .piece, let text = event.text { pass(numbers.filter(text)) }
                }
                guard case .tooLong(let tokens, let limit) = outcome else { return pass(numbers.end()) }
                guard !prompt.evidence.isEmpty else {
                    throw GuideError(
                        label,
                        "the question has \(tokens) tokens with its instructions, and \(prompt.maxTokens) are kept for the answer, "
                            + "but the context has only \(limit)", remedy: "ask a shorter question")
                }
                // The share that fits, and at least one sentence less: counting again takes a few milliseconds.
                let share = Double(max(0, limit - prompt.maxTokens)) / Double(max(1, tokens))
                let kept = min(prompt.evidence.count - 1, Int(Double(prompt.evidence.count) * share))
                prompt.evidence.removeLast(prompt.evidence.count - max(0, kept))
            }
        }
    }
}
