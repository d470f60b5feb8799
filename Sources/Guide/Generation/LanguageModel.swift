import Foundation

/// Writes an answer from sentences of a corpus. What it writes is never shown as it is: `Verification` checks each sentence first.
public protocol LanguageModel: Sendable {
    /// As "extractive" or the name in a model file.
    var name: String { get }

    /// How many tokens of prompt and answer together the model reads.
    var contextSize: Int { get }

    /// What loading takes, known without loading; nil where the model needs nothing worth mentioning.
    /// - Throws: `GuideError` where the file is missing or isn't a model.
    func requirements() throws(GuideError) -> ModelRequirements?

    /// Loads the model. A second call does nothing.
    /// - Throws: `GuideError` where the file can't be used or memory doesn't suffice.
    func load() async throws(GuideError)

    /// The answer, piece by piece. Ending the iteration, or cancelling its task, stops the model within 50 ms.
    func generate(_ prompt: GuidePrompt) -> AsyncThrowingStream<String, any Error>
}

/// What loading a model takes.
public struct ModelRequirements: Sendable, Equatable {
    /// Bytes of the weights.
    public var weights: UInt64
    /// Bytes of the attention cache and the working buffers at the context's size.
    public var working: UInt64
    /// Bytes of memory that are free now.
    public var available: UInt64

    /// Describes the memory that a model takes.
    public init(weights: UInt64, working: UInt64, available: UInt64) {
        self.weights = weights
        self.working = working
        self.available = available
    }

    /// Bytes that loading takes.
    public var total: UInt64 { weights + working }
    /// Whether the model fits into the memory that is free.
    public var fits: Bool { total <= available }
}

/// What a language model is asked.
public struct GuidePrompt: Sendable {
    /// Who answers.
    public var persona: Persona
    /// The question, understandable without the conversation.
    public var question: String
    /// What the answer is to be composed of, the most relevant first.
    public var evidence: [Evidence]
    /// Tokens of the answer at most.
    public var maxTokens: Int

    /// Creates a prompt.
    public init(persona: Persona, question: String, evidence: [Evidence], maxTokens: Int = 160) {
        self.persona = persona
        self.question = question
        self.evidence = evidence
        self.maxTokens = maxTokens
    }
}

/// Turns texts into vectors whose dot product is their similarity.
public protocol TextEmbedder: Sendable {
    /// As "all-MiniLM-L6-v2".
    var name: String { get }

    /// One vector of length 1 for each text, all of the same dimension.
    func embed(_ texts: [String]) async throws(GuideError) -> [[Float]]

    /// The same model fitted to a corpus.
    /// - Parameter adapter: `Corpus.adapter`.
    /// - Returns: nil where this implementation can't be fitted.
    func adapted(by adapter: URL) throws(GuideError) -> (any TextEmbedder)?

    /// The same model fitted to judge whether the sentences of a corpus answer questions.
    /// - Parameter file: `Corpus.reranker`.
    /// - Returns: nil where this implementation can't be fitted.
    func reranker(_ file: URL) throws(GuideError) -> (any SentenceReranker)?
}

/// Judges whether sentences answer a question by reading both together (a cross-encoder).
public protocol SentenceReranker: Sendable {
    /// How well each candidate answers the question, as the logarithm of odds: one number for each, the greater the better.
    func scores(_ question: String, _ candidates: [RerankerCandidate]) async throws(GuideError) -> [Float]
}

/// A sentence that may answer a question.
public struct RerankerCandidate: Sendable {
    /// The sentence.
    public var sentence: String
    /// The question that it is expected to answer and that is most similar; nil where it is expected to answer none.
    public var expected: String?

    /// Creates a candidate.
    public init(sentence: String, expected: String?) {
        self.sentence = sentence
        self.expected = expected
    }
}

extension TextEmbedder {
    public func adapted(by adapter: URL) throws(GuideError) -> (any TextEmbedder)? { nil }
    public func reranker(_ file: URL) throws(GuideError) -> (any SentenceReranker)? { nil }
}
