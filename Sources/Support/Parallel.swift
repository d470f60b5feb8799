import Dispatch
import Foundation

/// Data-parallel loops over all cores.
public enum Parallel {
    /// How many threads a loop may use: `DIORAMA_THREADS`, or the number of active cores.
    public static let threads: Int = {
        if let text = ProcessInfo.processInfo.environment["DIORAMA_THREADS"], let n = Int(text), n > 0 { return min(n, 256) }
        return ProcessInfo.processInfo.activeProcessorCount
    }()

    /// Calls `body` once for each index below `count`, on all cores, in no given order, and returns when all are done. What `body`
    /// writes for different indices must not overlap.
    public static func forEach(_ count: Int, _ body: (Int) -> Void) {
        guard count > 1, threads > 1 else {
            for i in 0..<count { body(i) }
            return
        }
        withoutActuallyEscaping(body) { body in
            let shared = Loop(body: body)
            // Each lane takes every n-th index; with one lane a core the system hands out single indices instead.
            let lanes = threads < ProcessInfo.processInfo.activeProcessorCount ? min(threads, count) : count
            DispatchQueue.concurrentPerform(iterations: lanes) { lane in
                for i in stride(from: lane, to: count, by: lanes) { shared.body(i) }
            }
        }
    }

    /// The same in some twenty steps, between which progress is reported and the work can be cancelled.
    /// - Throws: `CancellationError`.
    public static func forEach(_ count: Int, progress: ProgressReporter, what: String, body: (Int) -> Void) throws {
        let step = max(threads * 4, (count + 19) / 20)
        for start in stride(from: 0, to: count, by: step) {
            try progress.report(Double(start) / Double(count), what)
            forEach(min(step, count - start)) { body(start + $0) }
        }
        try progress.report(1, what)
    }

    /// The loop's body as every thread sees it. It is safe to share because its writes do not overlap: `forEach` asks that of its
    /// callers, and returns only when all threads are done.
    private struct Loop: @unchecked Sendable {
        let body: (Int) -> Void
    }

    /// Calls `body` for consecutive ranges that cover 0..<`count`, each of at least `minimum` indices where there are so many.
    public static func forEachRange(_ count: Int, minimum: Int = 1024, _ body: (Range<Int>) -> Void) {
        guard count > 0 else { return }
        let size = max(minimum, (count + threads * 8 - 1) / (threads * 8))
        forEach((count + size - 1) / size) { i in body(i * size..<min(count, (i + 1) * size)) }
    }
}
