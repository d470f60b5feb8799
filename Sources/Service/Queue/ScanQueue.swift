import DioramaLibrary
import Foundation
import Postgres

/// The queue of jobs, in PostgreSQL: leases with tokens, fair turns between accounts, retries. Migration 3 has its rules.
public struct ScanQueue: Sendable {
    let database: ServiceDatabase

    /// Crashes after which a job is set aside: the default of the column `max_attempts`.
    static let maxCrashes = 3
    /// Attempts of one job whose worker fell silent, after which they count as crashes.
    static let maxLost = 10

    /// The channel that wakes workers; its payload is the resource class.
    public static let readyChannel = "diorama_service_ready"
    /// The channel that ends running jobs; its payload is the job's id.
    public static let cancelChannel = "diorama_service_cancel"

    /// The queue in a database.
    public init(_ database: ServiceDatabase) { self.database = database }

    /// A job that a worker has for a time. Whoever has another token has lost it.
    public struct Lease: Sendable {
        /// The job's id.
        public let job: String
        /// The account that the job belongs to.
        public let account: KSUID
        /// The scan's id.
        public let scan: String?
        /// The upload's id.
        public let upload: String?
        /// Proof of the lease: it grows with every claim.
        public let token: Int64
        /// From 1.
        public let attempt: Int
        /// After so many crashes the job is set aside.
        public let maxAttempts: Int
        /// The request as JSON.
        public let request: String
        /// Bytes of the input.
        public let inputBytes: Int64

        init(_ row: PostgresRow) throws {
            job = try row.text("id")
            account = try row.id("account_id")
            scan = try row.optional("scan_id")
            upload = try row.optional("upload_id")
            token = try row.int64("lease_token")
            attempt = try row.int("attempts")
            maxAttempts = try row.int("max_attempts")
            request = try row.text("request")
            inputBytes = try row.int64("input_bytes")
        }
    }

    // MARK: Adding

    /// Adds a job to the transaction's account's lane.
    /// - Parameters:
    ///   - priority: higher ones of the same account are done first.
    ///   - estimate: seconds; nil where nothing is known.
    static func add(
        _ connection: PostgresConnection, account: KSUID, id: KSUID, request: String, upload: Upload? = nil,
        inputBytes: Int64 = 0, priority: Int = 0, estimate: Double? = nil, resourceClass: String = "cpu"
    ) throws {
        try connection.execute(
            """
            INSERT INTO jobs (id, account_id, scan_id, upload_id, request, input_bytes, priority, estimated_seconds, class)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """, [id, account, upload?.scan, upload?.id, request, inputBytes, priority, estimate, resourceClass])
        try connection.execute("SELECT activate_lane($1, $2, clock_timestamp())", [account, resourceClass])
    }

    /// Adds jobs without input, for benchmarks and tests of the queue.
    /// - Returns: their ids.
    public func addEmpty(
        count: Int, account: KSUID, priority: Int = 0, resourceClass: String = "cpu"
    ) async throws -> [String] {
        try await database.transaction(of: account) { connection in
            try (0..<count).map { _ in
                let id = KSUID()
                try Self.add(
                    connection, account: account, id: id, request: "{}", priority: priority, estimate: 1,
                    resourceClass: resourceClass)
                return id.description
            }
        }
    }

    // MARK: Workers

    /// Leases the next job, or nil where none is ready.
    /// - Parameters:
    ///   - worker: the worker's id, for the log.
    ///   - classes: the resource classes that the worker has.
    ///   - leaseSeconds: how long the lease is valid without a heartbeat.
    public func claim(worker: String, classes: [String], leaseSeconds: Double) async throws -> Lease? {
        try await database.operatorTransaction { connection in
            try connection.execute("SELECT * FROM claim_job($1, $2, $3)", [worker, classes, leaseSeconds]).first.map(Lease.init)
        }
    }

    /// Extends a lease and reports progress.
    /// - Throws: `ServiceError` of kind `leaseLost` where the job was cancelled, or given to another worker.
    public func extend(_ lease: Lease, seconds: Double, progress: Double, stage: String?) async throws {
        try await database.operatorTransaction { connection in
            let rows = try connection.execute(
                """
                UPDATE jobs SET lease_expires = clock_timestamp() + make_interval(secs => $3), progress = $4, stage = $5
                WHERE id = $1 AND lease_token = $2 AND state = 'running' RETURNING id
                """, [lease.job, lease.token, seconds, progress, stage.map { String($0.prefix(200)) }])
            guard !rows.isEmpty else { throw Self.lost(lease) }
        }
    }

    /// Notes what the process of an attempt used, however the attempt ends.
    /// - Parameters:
    ///   - cpuSeconds: processor time of the process and all that it started.
    ///   - peakBytes: the largest memory of one of them.
    public func record(_ lease: Lease, cpuSeconds: Double, peakBytes: Int64) async throws {
        try await database.operatorTransaction { connection in
            _ = try connection.execute(
                "UPDATE job_attempts SET cpu_seconds = $3, peak_bytes = $4 WHERE job_id = $1 AND lease_token = $2",
                [lease.job, lease.token, cpuSeconds, peakBytes])
        }
    }

    /// What a finished job made.
    public struct Outcome: Sendable {
        /// The files in the bucket.
        public var files: [ScanJob.File]
        /// A sentence each.
        public var notes: [String]
        /// Square metres of floor.
        public var area: Double?
        /// How long the attempt took.
        public var seconds: Double
        /// What the attempt's process wrote to standard error.
        public var log: String

        /// An outcome.
        public init(files: [ScanJob.File], notes: [String] = [], area: Double? = nil, seconds: Double, log: String = "") {
            self.files = files
            self.notes = notes
            self.area = area
            self.seconds = seconds
            self.log = log
        }
    }

    /// Ends a job with its result, in one transaction: once, whatever late workers do.
    /// - Throws: `ServiceError` of kind `leaseLost`.
    public func succeed(_ lease: Lease, _ outcome: Outcome) async throws {
        let files = try jsonText(outcome.files)
        let notes = try jsonText(outcome.notes)
        try await database.operatorTransaction { connection in
            try Self.end(connection, lease, state: "succeeded", outcome: "succeeded", message: nil, log: outcome.log)
            try connection.execute(
                """
                INSERT INTO results (job_id, account_id, attempt, files, notes, area, seconds)
                VALUES ($1, $2, $3, $4, $5, $6, $7)
                """, [lease.job, lease.account, lease.attempt, files, notes, outcome.area, outcome.seconds])
            if let upload = lease.upload {
                try connection.execute("UPDATE uploads SET state = 'verified' WHERE id = $1 AND state = 'received'", [upload])
            }
            try Quota.addProcessing(connection, account: lease.account, seconds: outcome.seconds)
            try ServiceWebhooks.announce(connection, account: lease.account, event: "job.succeeded", job: lease.job)
        }
    }

    /// Ends a job that can't succeed: its input is unusable.
    /// - Parameter refusesUpload: whether the uploaded file is at fault.
    public func fail(_ lease: Lease, message: String, log: String, seconds: Double, refusesUpload: Bool) async throws {
        try await database.operatorTransaction { connection in
            try Self.end(connection, lease, state: "failed", outcome: "failed", message: message, log: log)
            if refusesUpload, let upload = lease.upload {
                try connection.execute(
                    "UPDATE uploads SET state = 'refused', problem = $2 WHERE id = $1 AND state = 'received'", [upload, message])
            }
            try Quota.addProcessing(connection, account: lease.account, seconds: seconds)
            try ServiceWebhooks.announce(connection, account: lease.account, event: "job.failed", job: lease.job)
        }
    }

    /// Ends an attempt that crashed or was cut off: the job is tried again later, or set aside after its last attempt.
    /// - Parameter counts: whether the attempt counts; one that was given back or that met a broken bucket doesn't.
    public func retry(_ lease: Lease, message: String, log: String, counts: Bool = true) async throws {
        try await database.operatorTransaction { connection in
            try Self.retry(connection, lease, outcome: counts ? "crashed" : "released", message: message, log: log, counts: counts)
        }
    }

    /// Finds a job whose worker is silent beyond its lease, and has it tried again.
    /// - Returns: false where there is none.
    public func reapOne() async throws -> Bool {
        try await database.operatorTransaction { connection in
            let rows = try connection.execute(
                """
                SELECT * FROM jobs WHERE state = 'running' AND lease_expires < clock_timestamp()
                ORDER BY lease_expires LIMIT 1 FOR UPDATE SKIP LOCKED
                """)
            guard let row = rows.first else { return false }
            let lease = try Lease(row)
            let worker = try row.optional("lease_worker") ?? ""
            let lost = try connection.execute(
                "SELECT count(*) AS n FROM job_attempts WHERE job_id = $1 AND outcome = 'lost'", [lease.job])[0].int("n")
            // Jobs have processes of their own: that a worker ends is hardly ever its job's fault.
            try Self.retry(
                connection, lease, outcome: "lost", message: "the worker \(worker) no longer answers", log: nil,
                counts: lost + 1 >= Self.maxLost)
            return true
        }
    }

    private static func retry(
        _ connection: PostgresConnection, _ lease: Lease, outcome: String, message: String, log: String?, counts: Bool
    ) throws {
        if counts, lease.attempt >= lease.maxAttempts {
            try end(
                connection, lease, state: "setAside", outcome: outcome,
                message: "\(message); it was tried \(lease.attempt) times and is set aside", log: log)
            try ServiceWebhooks.announce(connection, account: lease.account, event: "job.failed", job: lease.job)
            return
        }
        // Exponential backoff with jitter, from about a second on. An attempt that didn't count has raised the maximum.
        let crashes = max(1, lease.attempt - (lease.maxAttempts - maxCrashes))
        let delay =
            counts
            ? min(600, pow(3, Double(crashes - 1))) * Double.random(in: 0.5...1.5)
            : min(60, Double(lease.attempt)) * Double.random(in: 0.5...1.5)
        try end(connection, lease, state: "queued", outcome: outcome, message: message, log: log, delay: delay)
        if !counts { try connection.execute("UPDATE jobs SET max_attempts = max_attempts + 1 WHERE id = $1", [lease.job]) }
        try ServiceScans.discard(
            connection, account: lease.account, folder: "\(ServiceStorage.jobFolder(lease.account, lease.job))/\(lease.token)")
    }

    private static func end(
        _ connection: PostgresConnection, _ lease: Lease, state: String, outcome: String, message: String?, log: String?,
        delay: Double = 0
    ) throws {
        let rows = try connection.execute(
            "SELECT end_attempt($1, $2, $3, $4, $5, $6, $7) AS ended",
            [
                lease.job, lease.token, state, outcome, message.map { String($0.prefix(2000)) },
                log.map { String($0.suffix(16_384)) },
                delay,
            ])
        guard try rows[0].bool("ended") else { throw lost(lease) }
    }

    private static func lost(_ lease: Lease) -> ServiceError {
        ServiceError(.leaseLost, "the job \(lease.job) was cancelled or given to another worker")
    }

    // MARK: Cancellation

    /// Cancels a job of the transaction's account; does nothing where it has ended. A running one loses its lease at once, and its
    /// worker is notified.
    static func cancel(_ connection: PostgresConnection, job: String) throws {
        let rows = try connection.execute("SELECT * FROM jobs WHERE id = $1 FOR UPDATE", [job])
        guard let row = rows.first else { throw ServiceError.notFound("job") }
        switch try row.text("state") {
        case "queued":
            try connection.execute("UPDATE jobs SET state = 'cancelled', finished_at = now() WHERE id = $1", [job])
        case "running":
            try end(connection, try Lease(row), state: "cancelled", outcome: "cancelled", message: nil, log: nil)
            try connection.execute("SELECT pg_notify($1, $2)", [cancelChannel, job])
        default: break
        }
    }
}
