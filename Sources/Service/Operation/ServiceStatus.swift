import Foundation
import Postgres

/// The state of the service, for its operator.
public struct ServiceStatus: Sendable, Encodable {
    /// One worker.
    public struct Worker: Sendable, Encodable {
        /// The worker's id.
        public let id: String
        /// The machine.
        public let host: String
        /// Jobs at one time.
        public let concurrency: Int
        /// Whether it takes no more jobs.
        public let isDraining: Bool
        /// Jobs that it has leased now.
        public let running: Int
        /// Seconds since its last heartbeat; it sends one each ten seconds.
        public let silentSeconds: Double
        /// Whether it sent a heartbeat in the last `ServiceStatus.aliveSeconds`.
        public let isAlive: Bool
    }

    /// A worker that is silent for longer counts as gone: three heartbeats are missing.
    public static let aliveSeconds = 35.0

    /// The number of the schema's last step.
    public let schema: Int
    /// Accounts.
    public let accounts: Int
    /// Jobs by state.
    public let jobs: [String: Int]
    /// How long the oldest ready job has waited, in seconds; nil where none waits.
    public let oldestWaitSeconds: Double?
    /// Webhook deliveries by state.
    public let deliveries: [String: Int]
    /// Workers that are alive, and those that fell silent in the last hour. One that ended properly is in neither.
    public let workers: [Worker]

    /// Checks that the database answers, with a schema.
    /// - Throws: `PostgresError`.
    public static func check(_ database: ServiceDatabase) async throws {
        try await database.operatorTransaction { connection in
            _ = try connection.execute("SELECT coalesce(max(number), 0) AS n FROM migrations")[0].int("n")
        }
    }

    /// Reads the state. It counts accounts and jobs: with millions of them this takes most of a second.
    /// - Throws: `PostgresError`.
    public static func read(_ database: ServiceDatabase) async throws -> ServiceStatus {
        try await database.operatorTransaction { connection in
            let schema = try connection.execute("SELECT coalesce(max(number), 0) AS n FROM migrations")[0].int("n")
            let accounts = try connection.execute("SELECT count(*) AS n FROM accounts")[0].int("n")
            let oldest = try connection.execute(
                "SELECT extract(epoch FROM now() - min(run_after)) AS s FROM jobs WHERE state = 'queued' AND run_after <= now()")
            let workers = try connection.execute(
                """
                SELECT w.*, extract(epoch FROM now() - w.seen_at) AS silent,
                    (SELECT count(*) FROM jobs j WHERE j.state = 'running' AND j.lease_worker = w.id) AS running
                FROM workers w WHERE w.seen_at > now() - interval '1 hour' ORDER BY w.id
                """
            ).map { row in
                let silent = try row.double("silent")
                return Worker(
                    id: try row.text("id"), host: try row.text("host"), concurrency: try row.int("concurrency"),
                    isDraining: try row.bool("is_draining"), running: try row.int("running"), silentSeconds: silent,
                    isAlive: silent <= aliveSeconds)
            }
            return ServiceStatus(
                schema: schema, accounts: accounts, jobs: try counts(connection, "jobs"),
                oldestWaitSeconds: try oldest[0].optionalDouble("s"), deliveries: try counts(connection, "webhook_deliveries"),
                workers: workers)
        }
    }

    private static func counts(_ connection: PostgresConnection, _ table: String) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for row in try connection.execute("SELECT state, count(*) AS n FROM \(table) GROUP BY state") {
            counts[try row.text("state")] = try row.int("n")
        }
        return counts
    }

    /// The state as Prometheus reads it (text format 0.0.4).
    public var metrics: String {
        var lines = [
            "# HELP diorama_service_jobs Jobs by state.", "# TYPE diorama_service_jobs gauge",
        ]
        lines += jobs.sorted { $0.key < $1.key }.map { "diorama_service_jobs{state=\"\($0.key)\"} \($0.value)" }
        lines += [
            "# HELP diorama_service_oldest_wait_seconds How long the oldest ready job has waited.",
            "# TYPE diorama_service_oldest_wait_seconds gauge",
            "diorama_service_oldest_wait_seconds \(oldestWaitSeconds ?? 0)",
            "# HELP diorama_service_workers Workers with a heartbeat in the last 35 seconds.",
            "# TYPE diorama_service_workers gauge",
            "diorama_service_workers \(workers.count(where: \.isAlive))",
            "# HELP diorama_service_silent_workers Workers that fell silent in the last hour without ending properly.",
            "# TYPE diorama_service_silent_workers gauge",
            "diorama_service_silent_workers \(workers.count { !$0.isAlive })",
            "# HELP diorama_service_accounts Accounts.", "# TYPE diorama_service_accounts gauge",
            "diorama_service_accounts \(accounts)",
            "# HELP diorama_service_webhook_deliveries Webhook deliveries by state.",
            "# TYPE diorama_service_webhook_deliveries gauge",
        ]
        lines += deliveries.sorted { $0.key < $1.key }.map {
            "diorama_service_webhook_deliveries{state=\"\($0.key)\"} \($0.value)"
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
