import DioramaLibrary
import Foundation
import Postgres

/// The jobs of accounts.
public struct ServiceJobs: Sendable {
    let database: ServiceDatabase
    let uploads: ServiceUploads

    /// The jobs in a database.
    public init(_ database: ServiceDatabase, uploads: ServiceUploads) {
        self.database = database
        self.uploads = uploads
    }

    /// Adds a job that processes the newest raw file of a scan.
    /// - Throws: `ServiceError`: `invalidInput` and `notPossible` for the request, `conflict` where nothing is uploaded,
    ///   `quotaExceeded`, `notAllowed`, `tooMany`.
    public func process(
        _ identity: Identity, scan: String, repeated key: IdempotencyKey?, _ request: @Sendable (_ mode: String) -> ScanJobRequest
    ) async throws -> AcceptedJob {
        let mode = try await database.transaction(of: identity.account) { try ServiceScans.scan($0, scan).mode }
        let request = request(mode)
        try request.check()
        let upload = try await uploads.readyUpload(identity, scan: scan)
        let estimate = try await estimate(request, bytes: upload.byteCount ?? 0)
        return try await database.transaction(of: identity.account) { connection in
            try IdempotencyKey.answer(to: key, connection, account: identity.account) {
                try Quota.checkJob(connection, tier: try Tier.ofAccount(connection), request: request)
                let id = KSUID()
                try ScanQueue.add(
                    connection, account: identity.account, id: id, request: try jsonText(request), upload: upload,
                    inputBytes: upload.byteCount ?? 0, estimate: estimate.seconds)
                try ServiceAccounts.log(
                    connection, account: identity.account, actor: identity.key, action: "job.create", target: id.description)
                return AcceptedJob(
                    jobId: id.description, estimatedTime: estimate.seconds, estimatedTimeError: estimate.error,
                    estimatedFromJobs: estimate.count)
            }
        }
    }

    /// One job.
    /// - Throws: `ServiceError` of kind `notFound`.
    public func job(_ identity: Identity, id: String) async throws -> ScanJob {
        try await database.transaction(of: identity.account) { connection in
            let rows = try connection.execute("SELECT \(ScanJob.columns) FROM \(ScanJob.tables) WHERE j.id = $1", [id])
            guard let row = rows.first else { throw ServiceError.notFound("job") }
            return try ScanJob(row)
        }
    }

    /// A page of jobs, newest first.
    public func list(_ identity: Identity, limit: Int, after: String?) async throws -> [ScanJob] {
        try await database.transaction(of: identity.account) { connection in
            try connection.execute(
                """
                SELECT \(ScanJob.columns) FROM \(ScanJob.tables) WHERE ($1::text IS NULL OR j.id < $1)
                ORDER BY j.id DESC LIMIT $2
                """, [after, limit]
            ).map(ScanJob.init)
        }
    }

    /// Cancels a job; does nothing where it has ended.
    /// - Throws: `ServiceError` of kind `notFound`.
    public func cancel(_ identity: Identity, id: String) async throws {
        try await database.transaction(of: identity.account) { connection in
            try ScanQueue.cancel(connection, job: id)
            try ServiceAccounts.log(
                connection, account: identity.account, actor: identity.key, action: "job.cancel", target: id)
        }
    }

    private struct Estimate: Sendable {
        var seconds: Double?
        var error: Double?
        var count: Int
    }

    /// From the newest jobs of the same quality and technologies with between half and twice the input, among the last 2,000:
    /// a million jobs would have to be read as JSON else. They are those of all accounts: a number tells
    /// nothing about whose they were.
    private func estimate(_ request: ScanJobRequest, bytes: Int64) async throws -> Estimate {
        let technologies = try jsonText(request.technologies)
        return try await database.operatorTransaction { connection in
            let row = try connection.execute(
                """
                WITH recent AS MATERIALIZED (
                    SELECT id, input_bytes, request, finished_at FROM jobs WHERE state = 'succeeded'
                    ORDER BY finished_at DESC LIMIT 2000),
                alike AS (
                    SELECT r.seconds FROM recent j JOIN results r ON r.job_id = j.id
                    WHERE j.input_bytes BETWEEN $1::bigint / 2 AND $1::bigint * 2
                        AND (j.request::json ->> 'quality') = $2 AND (j.request::json -> 'technologies')::text = $3
                    ORDER BY j.finished_at DESC LIMIT 50)
                SELECT count(*) AS n, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS middle,
                    percentile_cont(0.1) WITHIN GROUP (ORDER BY seconds) AS low,
                    percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds) AS high
                FROM alike
                """, [bytes, request.quality, technologies])[0]
            let count = try row.int("n")
            guard let low = try row.optionalDouble("low"), let high = try row.optionalDouble("high") else {
                return Estimate(count: 0)
            }
            return Estimate(
                seconds: try row.optionalDouble("middle"), error: count < 3 ? nil : (high - low) / 2, count: count)
        }
    }
}
