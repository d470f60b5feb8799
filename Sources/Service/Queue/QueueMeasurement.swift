import DioramaLibrary
import Foundation
import Synchronization

/// Measures the queue in an empty database: how fair it is to accounts with queues of very different lengths, how long a claim
/// takes, and how many jobs go through.
public struct QueueMeasurement: Sendable {
    let database: ServiceDatabase

    /// A measurement.
    public init(_ database: ServiceDatabase) { self.database = database }

    /// What was measured.
    public struct Report: Sendable, Encodable {
        /// Accounts that had jobs.
        public var accounts: Int
        /// Jobs that were done.
        public var jobs: Int
        /// Jobs of the shortest and longest queue.
        public var shortestQueue: Int
        /// Jobs of the longest queue.
        public var longestQueue: Int
        /// The largest difference of an account's share from the mean, as a part of the mean, over the time in which all accounts
        /// had jobs.
        public var largestShareDifference: Double
        /// How long a claim took, in milliseconds.
        public var claimMedian: Double
        /// The 99th percentile, in milliseconds.
        public var claimP99: Double
        /// How long it took from adding a job to an idle queue until a waiting worker had it, in milliseconds.
        public var pickupMedian: Double
        /// The 99th percentile, in milliseconds.
        public var pickupP99: Double
        /// Jobs that were claimed and ended in a second.
        public var jobsPerSecond: Double
        /// Connections that claimed.
        public var workers: Int

        /// Lines for people.
        public var text: String {
            """
            \(jobs) jobs of \(accounts) accounts with \(shortestQueue) to \(longestQueue) jobs, \(workers) workers
            share of an account: at most \(String(format: "%.1f", largestShareDifference * 100)) % from the mean
            claim: median \(String(format: "%.1f", claimMedian)) ms, p99 \(String(format: "%.1f", claimP99)) ms
            added to claimed: median \(String(format: "%.1f", pickupMedian)) ms, p99 \(String(format: "%.1f", pickupP99)) ms
            throughput: \(String(format: "%.0f", jobsPerSecond)) jobs a second
            """
        }
    }

    private struct Claims: Sendable {
        var milliseconds: [Double] = []
        var accounts: [KSUID] = []
    }

    /// The claims of all workers, in their order.
    private final class ClaimLog: Sendable {
        private let claims = Mutex(Claims())

        var all: Claims { claims.withLock { $0 } }

        func note(_ milliseconds: Double, _ account: KSUID) {
            claims.withLock {
                $0.milliseconds.append(milliseconds)
                $0.accounts.append(account)
            }
        }
    }

    /// - Throws: `ServiceError` of kind `conflict` where the database has jobs.
    public func run(accounts count: Int, jobs total: Int, workers: Int) async throws -> Report {
        let present = try await database.operatorTransaction { try $0.execute("SELECT count(*) AS n FROM jobs")[0].int("n") }
        guard present == 0 else { throw ServiceError(.conflict, "the database has jobs; give an empty one") }
        let lengths = Self.lengths(count, total)
        var ids: [KSUID: Int] = [:]
        for length in lengths {
            let name = "measure \(KSUID())"
            let created = try await ServiceAccounts(database).add(name: name, tier: "enterprise")
            guard let id = KSUID(created.id) else { continue }
            ids[id] = length
            var left = length
            while left > 0 {
                _ = try await ScanQueue(database).addEmpty(count: min(left, 500), account: id)
                left -= 500
            }
        }
        let start = ContinuousClock.now
        let claims = ClaimLog()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<workers {
                group.addTask { try await self.work("measure-\(number)") { claims.note($0, $1) } }
            }
            try await group.waitForAll()
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let done = claims.all
        let pickups = try await pickups(ids.keys.first ?? KSUID(), count: min(200, total / 10))
        return Report(
            accounts: count, jobs: done.accounts.count, shortestQueue: lengths.min() ?? 0, longestQueue: lengths.max() ?? 0,
            largestShareDifference: Self.difference(done.accounts, ids), claimMedian: Self.percentile(done.milliseconds, 0.5),
            claimP99: Self.percentile(done.milliseconds, 0.99), pickupMedian: Self.percentile(pickups, 0.5),
            pickupP99: Self.percentile(pickups, 0.99), jobsPerSecond: Double(done.accounts.count) / seconds, workers: workers)
    }

    /// Claims and ends jobs until there are none.
    private func work(_ name: String, note: @Sendable (Double, KSUID) -> Void) async throws {
        let queue = ScanQueue(database)
        while true {
            let start = ContinuousClock.now
            guard let lease = try await queue.claim(worker: name, classes: ["cpu"], leaseSeconds: 60) else { return }
            note((ContinuousClock.now - start) / .milliseconds(1), lease.account)
            try await queue.succeed(lease, ScanQueue.Outcome(files: [], seconds: 0))
        }
    }

    /// Queues of very different lengths: the longest has thirty times the jobs of the shortest.
    private static func lengths(_ count: Int, _ total: Int) -> [Int] {
        let weights = (0..<count).map { pow(30, Double($0) / Double(max(1, count - 1))) }
        let sum = weights.reduce(0, +)
        return weights.map { max(1, Int(Double(total) * $0 / sum)) }
    }

    /// The largest difference from the mean share while every account has jobs left.
    private static func difference(_ claims: [KSUID], _ lengths: [KSUID: Int]) -> Double {
        var counts: [KSUID: Int] = [:]
        for account in claims {
            // The first account whose queue is empty ends the comparison.
            if counts[account, default: 0] >= lengths[account, default: 0] { break }
            counts[account, default: 0] += 1
            if counts[account] == lengths[account] { break }
        }
        let mean = Double(counts.values.reduce(0, +)) / Double(max(1, lengths.count))
        return lengths.keys.map { abs(Double(counts[$0, default: 0]) - mean) / max(mean, 1) }.max() ?? 0
    }

    /// A worker waits for notifications while jobs are added one by one.
    private func pickups(_ account: KSUID, count: Int) async throws -> [Double] {
        let queue = ScanQueue(database)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let listener = PostgresWake(database) { continuation.yield() }
        let task = Task { await listener.run() }
        defer { task.cancel() }
        var events = stream.makeAsyncIterator()
        // The connection is there.
        await events.next()
        var times: [Double] = []
        for _ in 0..<count {
            let start = ContinuousClock.now
            async let added = queue.addEmpty(count: 1, account: account)
            while true {
                await events.next()
                if let lease = try await queue.claim(worker: "measure", classes: ["cpu"], leaseSeconds: 60) {
                    times.append((ContinuousClock.now - start) / .milliseconds(1))
                    try await queue.succeed(lease, ScanQueue.Outcome(files: [], seconds: 0))
                    break
                }
            }
            _ = try await added
        }
        return times
    }

    private static func percentile(_ values: [Double], _ part: Double) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }
}
