import DioramaLibrary
import Foundation
import Postgres

/// A job as its account sees it.
public struct ScanJob: Sendable, Codable {
    /// One file of a result.
    public struct File: Sendable, Codable, Equatable {
        /// The format: a file extension.
        public let format: String
        /// The name for people: "model.glb".
        public let name: String
        /// The object in the bucket.
        public let objectKey: String
        /// Bytes.
        public let byteCount: Int64
        /// SHA-256 as hexadecimal digits.
        public let sha256: String

        /// A file of a result.
        public init(format: String, name: String, objectKey: String, byteCount: Int64, sha256: String) {
            self.format = format
            self.name = name
            self.objectKey = objectKey
            self.byteCount = byteCount
            self.sha256 = sha256
        }
    }

    /// The job's id.
    public let id: String
    /// The scan's id; nil for jobs of the benchmark.
    public let scanId: String?
    /// "queued", "running", "succeeded", "failed", "cancelled" or "setAside" (it crashed too often).
    public let status: String
    /// 0…1.
    public let progress: Double
    /// What is being done.
    public let stage: String?
    /// Why it failed.
    public let error: String?
    /// How often it was begun.
    public let attempts: Int
    /// Seconds that remain, by the estimate and the progress; nil where there is neither, or it has ended.
    public let estimatedTimeRemaining: Double?
    /// Milliseconds since 1970.
    public let createdAt: Int64
    /// Milliseconds since 1970; nil before it began.
    public let startedAt: Int64?
    /// Milliseconds since 1970; nil before it ended.
    public let finishedAt: Int64?
    /// The result; empty before it succeeded.
    public let files: [File]
    /// What was noticed, a sentence each.
    public let notes: [String]
    /// Square metres of floor; nil where that is not known.
    public let area: Double?

    /// Whether nothing more changes.
    public var hasEnded: Bool { !["queued", "running"].contains(status) }

    static let columns = "j.*, r.files, r.notes, r.area"
    static let tables = "jobs j LEFT JOIN results r ON r.job_id = j.id"

    init(_ row: PostgresRow) throws {
        id = try row.text("id")
        scanId = try row.optional("scan_id")
        status = try row.text("state")
        progress = try row.double("progress")
        stage = try row.optional("stage")
        error = try row.optional("error")
        attempts = try row.int("attempts")
        createdAt = Int64(try row.date("created_at").timeIntervalSince1970 * 1000)
        let started = try row.optionalDate("started_at")
        startedAt = started.map { Int64($0.timeIntervalSince1970 * 1000) }
        finishedAt = try row.optionalDate("finished_at").map { Int64($0.timeIntervalSince1970 * 1000) }
        files = try row.optional("files") == nil ? [] : row.json("files", as: [File].self)
        notes = try row.optional("notes") == nil ? [] : row.json("notes", as: [String].self)
        area = try row.optionalDouble("area")
        estimatedTimeRemaining = Self.remaining(
            status: status, progress: progress, started: started, estimate: try row.optionalDouble("estimated_seconds"))
    }

    private static func remaining(status: String, progress: Double, started: Date?, estimate: Double?) -> Double? {
        switch status {
        case "queued": return estimate
        case "running":
            let elapsed = started.map { -$0.timeIntervalSinceNow } ?? 0
            if progress > 0.05, elapsed > 1 { return (elapsed / progress * (1 - progress)).rounded() }
            return estimate.map { max(0, $0 - elapsed) }
        default: return nil
        }
    }
}

/// What `process` answers.
public struct AcceptedJob: Sendable, Codable {
    /// The job's id.
    public let jobId: String
    /// Seconds that recorded jobs of similar size took, the median; nil where there are none.
    public let estimatedTime: Double?
    /// Half of the range between the 10th and 90th percentile of those jobs, in seconds; nil where there are fewer than three.
    public let estimatedTimeError: Double?
    /// How many recorded jobs the estimate is made from.
    public let estimatedFromJobs: Int
}
