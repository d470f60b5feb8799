import Foundation
import Postgres

/// What every server and worker does beside its own work: jobs of silent workers are given to others, webhooks are sent, files
/// that nothing refers to are removed. Several programs do it at the same time without meeting.
public struct ServiceMaintenance: Sendable {
    let database: ServiceDatabase
    let storage: ServiceStorage
    let report: @Sendable (String) -> Void

    /// - Parameter report: receives failures, a line each.
    public init(database: ServiceDatabase, storage: ServiceStorage, report: @escaping @Sendable (String) -> Void) {
        self.database = database
        self.storage = storage
        self.report = report
    }

    /// Goes on until the task is cancelled.
    public func run() async {
        let queue = ScanQueue(database)
        let sender = WebhookSender(database)
        var round = 0
        while !Task.isCancelled {
            do {
                while try await queue.reapOne() { report("a job of a silent worker is queued again") }
                while try await sender.sendOne() {}
                if round % 60 == 0 { try await collectGarbage() }
            } catch {
                if !Task.isCancelled { report("\(error)") }
            }
            round += 1
            try? await Task.sleep(for: .seconds(1))
        }
    }

    /// Removes the objects of deleted scans and of attempts that have no result, idempotency keys after a day, and uploads that
    /// were never completed.
    func collectGarbage() async throws {
        while true {
            let folder = try await database.operatorTransaction { connection in
                try connection.execute(
                    """
                    DELETE FROM garbage WHERE folder = (
                        SELECT folder FROM garbage WHERE after < now() ORDER BY after LIMIT 1 FOR UPDATE SKIP LOCKED)
                    RETURNING folder
                    """
                ).first.map { try $0.text("folder") }
            }
            guard let folder else { break }
            try await storage.remove(folder: folder)
        }
        try await database.operatorTransaction { connection in
            try connection.execute("DELETE FROM idempotency_keys WHERE created_at < now() - interval '1 day'")
            try connection.execute(
                "DELETE FROM webhook_deliveries WHERE state <> 'waiting' AND created_at < now() - interval '7 days'")
        }
    }
}
