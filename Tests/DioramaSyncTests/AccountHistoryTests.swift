import DioramaLibrary
import Foundation
import GRDB
import Support
import Synchronization
import Testing

/// Random histories of devices that create accounts, write memories, merge accounts in any order and in circles, and purge spaces,
/// memories and accounts: once everything has arrived everywhere, in whatever order, all agree who everybody is and who sees what,
/// and nothing is left that belongs to purged rows.
@Suite struct AccountHistoryTests {
    /// `make soak` runs 100,000.
    static let count = ProcessInfo.processInfo.environment["DIORAMA_HISTORIES"].flatMap { Int($0) } ?? 2_000
    static let first = ProcessInfo.processInfo.environment["DIORAMA_SEED"].flatMap { UInt64($0) } ?? 1

    @Test func `merged accounts and purged rows are the same on all devices`() throws {
        print("histories of accounts: seeds \(Self.first) to \(Self.first + UInt64(Self.count) - 1)")
        let replicas = AccountReplicas(template: try LibraryOpening.catalogueInMemory())
        let failures = Mutex<[String]>([])
        Parallel.forEach(Self.count) { i in
            if failures.withLock({ $0.count >= 3 }) { return }
            let seed = Self.first + UInt64(i)
            do {
                try AccountHistory(seed: seed).run(replicas)
            } catch {
                failures.withLock { $0.append("seed \(seed) (run it with DIORAMA_SEED=\(seed) DIORAMA_HISTORIES=1): \(error)") }
            }
        }
        for failure in failures.withLock({ $0 }) { Issue.record("\(failure)") }
    }

    @Test func `a merge is followed to its end, and a circle has one account`() {
        let chain = AccountMerges(["a": "b", "b": "c"])
        #expect(chain.canonical == ["a": "c", "b": "c"] && chain.resolve("c") == "c")
        let circle = AccountMerges(["c": "b", "b": "a", "a": "c", "d": "c"])
        #expect(circle.canonical == ["b": "a", "c": "a", "d": "a"] && circle.resolve("a") == "a")
        #expect(AccountMerges(["a": "a"]).canonical.isEmpty)
        #expect(AccountMerges(["a": "gone"]).canonical == ["a": "gone"])
    }
}
