import Dispatch
import Foundation
import Support
import Synchronization

/// `diorama-llama` with one model: started when it is first needed, and again after it has ended. Requests are answered one after
/// the other.
///
/// llama.cpp ends its process where a model file is damaged. Because it runs in a process of its own, that is one failed answer.
final class LlamaProcess: Sendable {
    /// What is started.
    struct Launch: Sendable {
        var program: URL
        var model: URL
        var contextSize: Int
        var threads: Int
        var isEmbedding = false
        /// A low-rank adapter that is added to the model.
        var adapter: URL?
    }

    private struct State {
        var connection: LlamaConnection?
        var lastID: Int64 = 0
    }

    private let launch: Launch
    /// Checks that the model fits, before each start.
    private let check: @Sendable () throws(GuideError) -> Void
    /// Reading blocks: a thread outside the shared pool.
    private let queue = DispatchQueue(label: "diorama.llama", qos: .userInitiated)
    private let state = Mutex(State())

    init(_ launch: Launch, check: @escaping @Sendable () throws(GuideError) -> Void) {
        self.launch = launch
        self.check = check
    }

    /// Runs `body`, which may block, after those that were given before.
    func enqueue(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

    /// Starts the program, where it doesn't run. Only inside of `enqueue`.
    func start() throws(GuideError) { _ = try connect() }

    /// Sends a request and waits until it is answered. Only inside of `enqueue`.
    ///
    /// A program that was running before and has ended since, by whatever cause, is started again; one that ends while it answers
    /// is an error, and the next request starts it again.
    func perform(
        _ request: LlamaRequest, _ cancellation: LlamaCancellation, onEvent: (LlamaEvent) -> Void
    ) throws(GuideError) -> LlamaOutcome {
        let wasRunning = state.withLock { $0.connection != nil }
        var hasAnswered = false
        do throws(GuideError) {
            return try attempt(request, cancellation) { event in
                hasAnswered = true
                onEvent(event)
            }
        } catch {
            let hasEnded = state.withLock { $0.connection == nil }
            guard wasRunning, hasEnded, !hasAnswered, !cancellation.isCancelled else { throw error }
            return try attempt(request, cancellation, onEvent: onEvent)
        }
    }

    private func attempt(
        _ request: LlamaRequest, _ cancellation: LlamaCancellation, onEvent: (LlamaEvent) -> Void
    ) throws(GuideError) -> LlamaOutcome {
        if cancellation.isCancelled { return .cancelled }
        let connection = try connect()
        var request = request
        request.id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let id = request.id
        defer { cancellation.setStop(nil) }
        do throws(ChildProcess.Failure) {
            try connection.send(request)
            cancellation.setStop { try? connection.send(.cancel(id)) }
            while let event = try connection.receive() {
                guard event.id == id else { continue }
                switch event.event {
                case .end: return event.reason == "cancelled" ? .cancelled : .complete
                case .tooLong: return .tooLong(promptTokens: event.promptTokens ?? 0, limit: event.limit ?? 0)
                case .error: throw ChildProcess.Failure(event.message ?? "the request can't be answered", remedy: "keep")
                default: onEvent(event)
                }
            }
        } catch {
            // The program goes on after a request that it can't answer; after anything else its state is unknown.
            if error.remedy == "keep" { throw GuideError(label, error.problem) }
            drop()
            throw GuideError(label, error.problem, remedy: Self.advice)
        }
        let end = connection.end()
        drop()
        throw GuideError(label, "diorama-llama has ended\(end)", remedy: Self.advice)
    }

    private var label: String { launch.model.path }

    private static let advice = "ask again; where it happens again, the model file may be damaged: choose another one"

    private func drop() { state.withLock { $0.connection = nil } }

    private func connect() throws(GuideError) -> LlamaConnection {
        if let connection = state.withLock({ $0.connection }) { return connection }
        try check()
        do throws(ChildProcess.Failure) {
            let connection = try LlamaConnection(launch)
            while let event = try connection.receive() {
                switch event.event {
                case .ready:
                    guard event.protocol == LlamaEvent.currentProtocol else {
                        throw ChildProcess.Failure(
                            "\(launch.program.path) is of another version of Diorama", remedy: "run make models")
                    }
                    state.withLock { $0.connection = connection }
                    return connection
                case .failed:
                    throw ChildProcess.Failure(event.message ?? "the model can't be loaded", remedy: "choose another model")
                default: break
                }
            }
            throw ChildProcess.Failure(
                "the model can't be loaded: diorama-llama has ended\(connection.end())", remedy: "choose another model")
        } catch {
            throw GuideError(label, error.problem, remedy: error.remedy)
        }
    }
}
