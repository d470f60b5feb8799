import Dispatch

/// Work that waits for disks or other programs, outside the few threads of the cooperative pool.
public enum Blocking {
    /// Runs `body` on a thread outside the cooperative pool and waits for it without blocking other tasks. Cancellation of the task
    /// is not passed on to it.
    /// - Throws: what `body` throws.
    public static func run<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
