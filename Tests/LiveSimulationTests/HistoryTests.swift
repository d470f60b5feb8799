import Foundation
import Testing

/// Random histories of sessions over bad networks, with reconnects, reloads and server restarts: at the end all replicas are equal,
/// no companion was created twice or resurrected, and each effect was shown once by everyone who was there.
@Suite struct HistoryTests {
    /// `make soak` runs 100,000; these take 20 s.
    static let count = ProcessInfo.processInfo.environment["DIORAMA_HISTORIES"].flatMap { Int($0) } ?? 10_000
    static let first = ProcessInfo.processInfo.environment["DIORAMA_SEED"].flatMap { UInt64($0) } ?? 1

    @Test func `all replicas of a session end equal`() {
        print("histories of live sessions: seeds \(Self.first) to \(Self.first + UInt64(Self.count) - 1)")
        var failures = 0
        var operations = 0
        var refusals = 0
        var connections = 0
        var restarts = 0
        var spawns = 0
        var effects = 0
        var measurements = 0
        for i in 0..<Self.count where failures < 3 {
            let seed = Self.first + UInt64(i)
            var history = SessionHistory(seed: seed)
            do {
                try history.run()
            } catch {
                failures += 1
                Issue.record("seed \(seed) (run it with DIORAMA_SEED=\(seed) DIORAMA_HISTORIES=1): \(error)")
            }
            operations += history.counts.operations
            refusals += history.counts.refusals
            connections += history.counts.connections
            restarts += history.counts.restarts
            spawns += history.counts.spawns
            effects += history.counts.effects
            measurements += history.counts.measurements
        }
        print(
            "\(operations) operations, \(refusals) refused at once, \(spawns) companions, \(effects) effects,"
                + " \(measurements) measurements, \(connections) connections, \(restarts) server restarts")
        // The histories contain what they are to test.
        if Self.count >= 100 && failures == 0 {
            #expect(
                restarts > Self.count / 10 && effects > Self.count && measurements > Self.count / 2 && spawns > Self.count
                    && connections > 2 * Self.count)
        }
    }
}
