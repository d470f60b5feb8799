#if canImport(FoundationModels)
    import FoundationModels

    /// The language model of Apple's operating systems, on the device. Not compiled on Linux: written after Apple's documentation
    /// and to be tried on a device before it is offered.
    @available(macOS 26, iOS 26, visionOS 26, *)
    public struct FoundationLanguageModel: LanguageModel {
        public let name = "Apple Foundation Models"
        public let contextSize = 4096

        /// Uses the system's model.
        public init() {}

        /// The system holds the model: nothing is loaded here.
        public func requirements() throws(GuideError) -> ModelRequirements? { nil }

        public func load() async throws(GuideError) {
            switch SystemLanguageModel.default.availability {
            case .available: return
            case .unavailable(let reason):
                throw GuideError(
                    name, "the model can't be used: \(reason)", remedy: "switch Apple Intelligence on, or choose another model")
            }
        }

        public func generate(_ prompt: GuidePrompt) -> AsyncThrowingStream<String, any Error> {
            AsyncThrowingStream { continuation in
                let task = Task {
                    do {
                        let session = LanguageModelSession(instructions: InstructionPrompt.system(prompt.persona))
                        let options = GenerationOptions(sampling: .greedy, maximumResponseTokens: prompt.maxTokens)
                        var written = 0
                        // Each snapshot is the answer so far.
                        for try await snapshot in session.streamResponse(to: InstructionPrompt.user(prompt), options: options) {
                            let text = snapshot.content
                            guard text.count > written else { continue }
                            continuation.yield(String(text.dropFirst(written)))
                            written = text.count
                        }
                        continuation.finish()
                    } catch is CancellationError {
                        continuation.finish()
                    } catch {
                        continuation.finish(throwing: GuideError(name, "\(error)"))
                    }
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        }
    }
#endif
