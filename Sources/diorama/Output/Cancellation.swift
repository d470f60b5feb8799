import Foundation
import Synchronization

/// Runs `work` as a task that Ctrl-C and SIGTERM cancel, so that it can clean up; a second Ctrl-C ends the program at once.
func cancellable<R: Sendable>(_ work: @escaping @Sendable () async throws -> R) async throws -> R {
    let task = Task { try await work() }
    Interruption.handle { task.cancel() }
    let result = await task.result
    Interruption.handle(nil)
    // Some modules wrap the cancellation into an error of their own.
    if case .failure = result, task.isCancelled { throw CancellationError() }
    return try result.get()
}

/// The same for work that does not wait for tasks.
func cancellable<R: Sendable>(_ work: @escaping @Sendable () throws -> R) async throws -> R {
    let wait: @Sendable () async throws -> R = { try call(work) }
    return try await cancellable(wait)
}

/// Work that goes on until Ctrl-C, which is its normal end.
func untilCancelled(_ work: @escaping @Sendable () async throws -> Void) async throws {
    do {
        try await cancellable(work)
    } catch is CancellationError {}
}

/// Apart, and not inlined: inlined into an async function, calls that throw typed errors crash the optimizer of Swift 6.3.1.
@inline(never) private func call<R>(_ work: () throws -> R) throws -> R { try work() }

/// SIGINT and SIGTERM. From its first use on they are received as long as the program runs: libdispatch installs its handler of a
/// signal only once, so that after a return to `SIG_DFL` no source, and no server, would receive it again.
enum Interruption {
    private struct State {
        var action: (@Sendable () -> Void)?
        var count = 0
        var isLeftToServer = false
        var repeats = false
    }

    private static let state = Mutex(State())

    /// Calls `action` at the first signal and ends the program at the second; nil: ends the program at the first.
    static func handle(_ action: (@Sendable () -> Void)?) {
        _ = sources
        state.withLock {
            $0.action = action
            $0.count = 0
        }
    }

    /// Calls `action` at every signal; the program goes on.
    static func handleEach(_ action: @escaping @Sendable () -> Void) {
        _ = sources
        state.withLock {
            $0.action = action
            $0.repeats = true
        }
    }

    /// From now on the server ends the program: it receives the signals too.
    static func leaveToServer() { state.withLock { $0.isLeftToServer = true } }

    private nonisolated(unsafe) static let sources = [SIGINT, SIGTERM].map { number in
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { receive(number) }
        source.resume()
        return source
    }

    private static func receive(_ number: Int32) {
        let action: (@Sendable () -> Void)? = state.withLock { state in
            if state.isLeftToServer { return {} }
            state.count += 1
            return state.count == 1 || state.repeats ? state.action : nil
        }
        guard let action else { exit(128 + number) }
        action()
    }
}
