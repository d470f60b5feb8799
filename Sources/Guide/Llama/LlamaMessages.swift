import Synchronization

/// What `diorama-llama` is asked: a JSON object with keys in snake case.
struct LlamaRequest: Encodable {
    var id: Int64
    var op: String
    var messages: [LlamaMessage]?
    var maxTokens: Int?
    var texts: [[String]]?

    /// Continue a conversation.
    static func generate(_ messages: [LlamaMessage], maxTokens: Int) -> LlamaRequest {
        LlamaRequest(id: 0, op: "generate", messages: messages, maxTokens: maxTokens)
    }

    /// Turn texts into vectors, each of one or several parts that are read together.
    static func embed(_ texts: [[String]]) -> LlamaRequest { LlamaRequest(id: 0, op: "embed", texts: texts) }

    /// Stop a request.
    static func cancel(_ id: Int64) -> LlamaRequest { LlamaRequest(id: id, op: "cancel") }
}

/// A message of a conversation.
struct LlamaMessage: Encodable, Equatable {
    var role: String
    var content: String
}

/// What `diorama-llama` answers: a JSON object with keys in snake case.
struct LlamaEvent: Decodable {
    enum Name: String, Decodable {
        /// The model is loaded.
        case ready
        /// Nothing new, but the program works.
        case working
        /// Text of the answer: complete characters.
        case piece
        /// The vector of the next text.
        case vector
        /// The request is answered.
        case end
        /// Prompt and answer don't fit into the context.
        case tooLong = "too_long"
        /// The request can't be answered.
        case error
        /// The model can't be loaded.
        case failed
    }

    /// The form of requests and events; as in Programs/llama/main.cpp.
    static let currentProtocol = 2

    var event: Name
    /// With `ready`: which form of requests the program understands. Nil before there was a second one.
    var `protocol`: Int?
    var id: Int64?
    var text: String?
    var vector: [Float]?
    var message: String?
    var promptTokens: Int?
    var limit: Int?
    /// Why an answer ended: "end", "length" or "cancelled".
    var reason: String?
}

/// How a request ended.
enum LlamaOutcome: Equatable {
    case complete
    case cancelled
    /// Prompt and answer together have more tokens than the context.
    case tooLong(promptTokens: Int, limit: Int)
}

/// Stops a request from any thread, before or while it runs.
final class LlamaCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var stop: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() {
        let stop = state.withLock { state in
            state.isCancelled = true
            return state.stop.take()
        }
        stop?()
    }

    /// Sets what stops the request that runs now; nil when none does.
    func setStop(_ stop: (@Sendable () -> Void)?) {
        let isLate = state.withLock { state in
            state.stop = state.isCancelled ? nil : stop
            return state.isCancelled
        }
        if isLate { stop?() }
    }
}
