import DioramaLibrary
import Foundation
import Postgres

/// The one place that decides whether an account may do something more this month, and counts what it did.
enum Quota {
    /// The first day of the month, in UTC, as SQL.
    static let month = "date_trunc('month', now() AT TIME ZONE 'UTC')::date"

    /// Counts a new scan.
    /// - Throws: `ServiceError` of kind `quotaExceeded`.
    static func takeScan(_ connection: PostgresConnection, account: KSUID, tier: Tier) throws {
        let rows = try connection.execute(
            """
            INSERT INTO usage (account_id, month, scans) VALUES ($1, \(month), 1)
            ON CONFLICT (account_id, month) DO UPDATE SET scans = usage.scans + 1 RETURNING scans
            """, [account])
        if let limit = tier.scansPerMonth, try rows[0].int("scans") > limit {
            throw ServiceError(
                .quotaExceeded,
                "the tier \(tier.name) includes \(limit) scans a month; wait for the next month or change the tier")
        }
    }

    /// Makes sure that processing time is left, and that the job asks for nothing that the tier doesn't include.
    /// - Throws: `ServiceError` of kind `quotaExceeded`, `notAllowed` or `tooMany`.
    static func checkJob(_ connection: PostgresConnection, tier: Tier, request: ScanJobRequest) throws {
        for feature in request.technologies where !tier.features.contains(feature) {
            throw ServiceError(.notAllowed, "the tier \(tier.name) doesn't include \(feature); change the tier")
        }
        if let formats = tier.formats, let format = request.outputFormats.first(where: { !formats.contains($0) }) {
            throw ServiceError(
                .notAllowed,
                "the tier \(tier.name) doesn't include the format \(format); choose of \(formats.joined(separator: ", "))")
        }
        let used = try connection.execute(
            "SELECT coalesce(sum(processing_seconds), 0) AS n FROM usage WHERE month = \(month)")[0].double("n")
        if let limit = tier.processingSecondsPerMonth, used >= Double(limit) {
            throw ServiceError(
                .quotaExceeded,
                "the tier \(tier.name) includes \(limit / 60) minutes of processing a month; wait for the next "
                    + "month or change the tier")
        }
        let waiting = try connection.execute("SELECT count(*) AS n FROM jobs WHERE state IN ('queued', 'running')")[0].int("n")
        if waiting >= 1000 {
            throw ServiceError(.tooMany, "1000 jobs of this account are under way; wait until some have ended", retryAfter: 60)
        }
    }

    /// Counts a job's processing time.
    static func addProcessing(_ connection: PostgresConnection, account: KSUID, seconds: Double) throws {
        try connection.execute(
            """
            INSERT INTO usage (account_id, month, jobs, processing_seconds) VALUES ($1, \(month), 1, $2)
            ON CONFLICT (account_id, month) DO UPDATE SET jobs = usage.jobs + 1,
                processing_seconds = usage.processing_seconds + excluded.processing_seconds
            """, [account, seconds])
    }

    /// Counts an upload.
    static func addUpload(_ connection: PostgresConnection, account: KSUID, bytes: Int64) throws {
        try connection.execute(
            """
            INSERT INTO usage (account_id, month, uploaded_bytes) VALUES ($1, \(month), $2)
            ON CONFLICT (account_id, month) DO UPDATE SET uploaded_bytes = usage.uploaded_bytes + excluded.uploaded_bytes
            """, [account, bytes])
    }
}

/// What an account used in a month, beside what its tier includes.
public struct UsageReport: Sendable, Encodable {
    /// The first day of the month: "2026-11-01".
    public let month: String
    /// New scans.
    public let scans: Int
    /// Jobs that ended.
    public let jobs: Int
    /// Seconds of processing.
    public let processingSeconds: Double
    /// Bytes of completed uploads.
    public let uploadedBytes: Int64
    /// What the tier includes.
    public let tier: Tier

    /// The report of the current month.
    public static func current(of identity: Identity, in database: ServiceDatabase) async throws -> UsageReport {
        try await database.transaction(of: identity.account) { connection in
            let tier = try Tier.ofAccount(connection)
            let row = try connection.execute(
                """
                SELECT (\(Quota.month))::text AS month, coalesce(sum(scans), 0) AS scans, coalesce(sum(jobs), 0) AS jobs,
                    coalesce(sum(processing_seconds), 0) AS seconds, coalesce(sum(uploaded_bytes), 0)::bigint AS bytes
                FROM usage WHERE month = \(Quota.month)
                """)[0]
            return UsageReport(
                month: try row.text("month"), scans: try row.int("scans"), jobs: try row.int("jobs"),
                processingSeconds: try row.double("seconds"), uploadedBytes: try row.int64("bytes"), tier: tier)
        }
    }
}
