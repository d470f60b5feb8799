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
    defer {
        for source in sources { source.cancel() }
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
    do {
        return try await task.value
    } catch {
        // Some modules wrap the cancellation into an error of their own.
        throw task.isCancelled ? CancellationError() : error
    }
}
