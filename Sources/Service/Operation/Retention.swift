import DioramaLibrary
import Foundation
import Postgres

/// How long the service keeps what has ended: rows of the table `retention`, which hold for all servers and workers.
public struct Retention: Sendable {
    /// What is removed after its time.
    public enum Subject: String, Sendable, CaseIterable, Encodable {
        /// Jobs that have ended, with their attempts, results and files.
        case jobs
        /// Webhook deliveries that were accepted, or given up.
        case deliveries
        /// Keys of requests that may be repeated, with their answers.
        case idempotencyKeys
        /// Entries of audit logs.
        case auditLog
        /// Sessions of people that have expired, those that were revoked before as well.
        case sessions
    }

    /// One rule.
    public struct Rule: Sendable, Encodable {
        /// What it is about.
        public let what: Subject
        /// Days after its end; nil keeps it as long as its account.
        public let days: Int?
    }

    let database: ServiceDatabase

    /// Rows that one statement removes, so that no statement holds locks for long.
    static let batch = 500
    /// Batches of one subject in a row: the rest follows in the next round.
    static let maxBatches = 40

    /// The rules of a database.
    public init(_ database: ServiceDatabase) { self.database = database }

    /// The rules, in the order of `Subject`.
    public func rules() async throws -> [Rule] {
        try await database.operatorTransaction { connection in
            let rows = try connection.execute("SELECT what, days FROM retention")
            var days: [String: Int] = [:]
            for row in rows { days[try row.text("what")] = try row.optionalInt("days") }
            return Subject.allCases.map { Rule(what: $0, days: days[$0.rawValue]) }
        }
    }

    /// Sets how long something is kept.
    /// - Parameter days: 1 to 36,500; nil keeps it as long as its account.
    /// - Throws: `ServiceError` of kind `invalidInput`.
    public func set(_ what: Subject, days: Int?) async throws {
        if let days, !(1...36_500).contains(days) {
            throw ServiceError(.invalidInput, "days must be a number from 1 to 36500")
        }
        try await database.operatorTransaction { connection in
            _ = try connection.execute("UPDATE retention SET days = $2 WHERE what = $1", [what.rawValue, days])
        }
    }

    /// Removes what is older than its rule says, in batches. Several programs may do it at the same time.
    /// - Returns: how many rows of each subject were removed.
    @discardableResult
    public func apply() async throws -> [Subject: Int] {
        var removed: [Subject: Int] = [:]
        for rule in try await rules() {
            guard let days = rule.days else { continue }
            for _ in 0..<Self.maxBatches {
                try Task.checkCancellation()
                let count = try await remove(rule.what, olderThan: days)
                removed[rule.what, default: 0] += count
                if count < Self.batch { break }
            }
        }
        try await removeSpentTokens()
        return removed
    }

    private func remove(_ what: Subject, olderThan days: Int) async throws -> Int {
        if what == .jobs { return try await removeJobs(olderThan: days) }
        let (table, condition) =
            switch what {
            case .deliveries: ("webhook_deliveries", "state <> 'waiting' AND created_at < now() - make_interval(days => $1)")
            case .idempotencyKeys: ("idempotency_keys", "created_at < now() - make_interval(days => $1)")
            case .auditLog: ("audit_log", "at < now() - make_interval(days => $1)")
            case .sessions, .jobs: ("sessions", "expires_at < now() - make_interval(days => $1)")
            }
        return try await database.operatorTransaction { connection in
            try connection.execute(
                """
                DELETE FROM \(table) WHERE ctid IN (
                    SELECT ctid FROM \(table) WHERE \(condition) LIMIT $2 FOR UPDATE SKIP LOCKED)
                RETURNING 1 AS one
                """, [days, Self.batch]
            ).count
        }
    }

    /// Jobs take their attempts and results with them; their files are left to the removal of garbage.
    private func removeJobs(olderThan days: Int) async throws -> Int {
        try await database.operatorTransaction { connection in
            let jobs = try connection.execute(
                """
                SELECT id, account_id FROM jobs WHERE finished_at < now() - make_interval(days => $1)
                    AND state NOT IN ('queued', 'running')
                ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED
                """, [days, Self.batch])
            guard !jobs.isEmpty else { return 0 }
            let ids = try jobs.map { try $0.text("id") }
            for job in jobs {
                let account = try job.id("account_id")
                try ServiceScans.discard(
                    connection, account: account, folder: ServiceStorage.jobFolder(account, try job.text("id")))
            }
            for table in ["results", "job_attempts"] {
                try connection.execute("DELETE FROM \(table) WHERE job_id = ANY ($1)", [ids])
            }
            try connection.execute("DELETE FROM jobs WHERE id = ANY ($1)", [ids])
            return jobs.count
        }
    }

    /// ID tokens can't be used again once they have expired, whether they are remembered or not.
    private func removeSpentTokens() async throws {
        _ = try await database.operatorTransaction { connection in
            try connection.execute("DELETE FROM used_id_tokens WHERE expires_at < now() - interval '10 minutes'")
        }
    }
}
