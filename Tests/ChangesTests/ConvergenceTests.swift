import Changes
import Foundation
import Synchronization
import Testing
import Support

/// Random histories: 2 to 8 devices of mixed versions with clocks up to a day apart, some in other years or beyond what others
/// accept, changesets shuffled, repeated, delayed and damaged.
@Suite struct ConvergenceTests {
    /// `make soak` runs 100,000.
    static let count = ProcessInfo.processInfo.environment["DIORAMA_HISTORIES"].flatMap { Int($0) } ?? 200
    static let first = ProcessInfo.processInfo.environment["DIORAMA_SEED"].flatMap { UInt64($0) } ?? 1

    @Test func `whatever devices do and in whatever order it arrives, all end with the same rows and clocks`() async throws {
        let failed = Mutex<[History]>([])
        Parallel.forEach(Self.count) { i in
            if failed.withLock({ $0.count >= 3 }) { return }
            let history = History(seed: Self.first + UInt64(i))
            if history.failure() != nil { failed.withLock { $0.append(history) } }
        }
        for history in failed.withLock({ $0 }) {
            let small = Self.shrunk(history)
            Issue.record("\(small.failure() ?? "it does not fail again"); \(small)")
        }
    }

    /// Leaves out steps as long as it fails.
    static func shrunk(_ history: History) -> History {
        var small = history
        var size = max(small.steps.count / 2, 1)
        while true {
            var start = 0
            while start < small.steps.count {
                var shorter = small
                shorter.steps.removeSubrange(start..<min(start + size, small.steps.count))
                if shorter.failure() != nil { small = shorter } else { start += size }
            }
            if size == 1 { return small }
            size /= 2
        }
    }
}
