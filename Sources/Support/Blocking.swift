import Dispatch

/// Work that waits for disks or other programs, away from the few threads that all tasks share.
public enum Blocking {
    /// Runs `body` on a thread of its own kind and waits for it without holding up other tasks. It is not told when the task is
    /// cancelled.
    /// - Throws: what `body` throws.
    public static func run<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
