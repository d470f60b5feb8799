import Foundation
import Postgres

/// What an account may use: a row of the database, so that an operator changes it without a new version.
public struct Tier: Sendable, Codable, Equatable {
    /// "free", "pro", "business" or "enterprise".
    public let name: String
    /// New scans in a calendar month (UTC); nil is without limit.
    public let scansPerMonth: Int?
    /// Seconds of processing in a calendar month; nil is without limit.
    public let processingSecondsPerMonth: Int64?
    /// Square metres of floor of one scan; nil is without limit.
    public let maxArea: Double?
    /// Bytes of one uploaded file.
    public let maxUploadBytes: Int64
    /// File extensions of results; nil is every format.
    public let formats: [String]?
    /// What may be used: photogrammetry, gaussianSplatting, webhooks.
    public let features: [String]
    /// The share of the workers relative to other accounts that wait as well.
    public let weight: Double
    /// Jobs that run at one time.
    public let concurrentJobs: Int
    /// Requests to the HTTP interface in a minute.
    public let requestsPerMinute: Int

    init(_ row: PostgresRow) throws {
        name = try row.text("name")
        scansPerMonth = try row.optionalInt("scans_per_month")
        processingSecondsPerMonth = try row.optionalInt64("processing_seconds_per_month")
        maxArea = try row.optionalDouble("max_area")
        maxUploadBytes = try row.int64("max_upload_bytes")
        formats = try row.optional("formats") == nil ? nil : row.words("formats")
        features = try row.words("features")
        weight = try row.double("weight")
        concurrentJobs = try row.int("concurrent_jobs")
        requestsPerMinute = try row.int("requests_per_minute")
    }

    /// The tier of the transaction's account.
    static func ofAccount(_ connection: PostgresConnection) throws -> Tier {
        let rows = try connection.execute("SELECT t.* FROM tiers t JOIN accounts a ON a.tier = t.name")
        guard rows.count == 1 else { throw ServiceError.notFound("account") }
        return try Tier(rows[0])
    }
}
