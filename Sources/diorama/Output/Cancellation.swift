import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Runs `work` as a task that Ctrl-C and SIGTERM cancel, so that it can clean up; a second Ctrl-C ends the program at once.
func cancellable<R: Sendable>(_ work: @escaping @Sendable () async throws -> R) async throws -> R {
    let task = Task { try await work() }
    let sources = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        let count = Mutex(0)
        source.setEventHandler {
            if count.withLock({
                $0 += 1
                return $0
            }) > 1 {
                exit(130)
            }
            task.cancel()
        }
        source.resume()
        return source
    }
    let result = await task.result
    // Only when the sources are gone: a server that starts meanwhile, and listens for the same signals, would get none.
    for source in sources {
        await withCheckedContinuation { continuation in
            source.setCancelHandler { continuation.resume() }
            source.cancel()
        }
    }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    // Some modules wrap the cancellation into an error of their own.
    if case .failure = result, task.isCancelled { throw CancellationError() }
    return try result.get()
}

/// The same for work that does not wait for tasks.
func cancellable<R: Sendable>(_ work: @escaping @Sendable () throws -> R) async throws -> R {
    let wait: @Sendable () async throws -> R = { try call(work) }
    return try await cancellable(wait)
}

/// Apart, and not inlined: inlined into an async function, calls that throw typed errors crash the optimizer of Swift 6.3.1.
@inline(never) private func call<R>(_ work: () throws -> R) throws -> R { try work() }
