import Foundation
import Postgres

/// What every server and worker does beside its own work: jobs of silent workers are given to others, webhooks are sent, files
/// that nothing refers to and rows past their time are removed. Several programs do it at the same time without meeting.
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

    /// Goes on until the task is cancelled. Each task has a loop of its own: slow receivers of webhooks delay no jobs.
    public func run() async {
        let queue = ScanQueue(database)
        let sender = WebhookSender(database)
        let report = report
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await repeating(every: .seconds(1)) {
                    while try await queue.reapOne() { report("a job of a silent worker is queued again") }
                }
            }
            group.addTask { await sender.run(report: report) }
            group.addTask {
                await repeating(every: .seconds(60)) {
                    try await collectGarbage()
                    try await Retention(database).apply()
                }
            }
        }
    }

    private func repeating(every time: Duration, _ work: @Sendable () async throws -> Void) async {
        while !Task.isCancelled {
            do { try await work() } catch {
                if !Task.isCancelled { report("\(error)") }
            }
            // Programs that were started together don't stay together.
            try? await Task.sleep(for: time * Double.random(in: 0.8...1.2))
        }
    }

    /// Removes the objects of deleted scans, of removed jobs and of attempts that have no result.
    func collectGarbage() async throws {
        while !Task.isCancelled {
            let folder = try await database.operatorTransaction { connection in
                try connection.execute(
                    """
                    DELETE FROM garbage WHERE folder = (
                        SELECT folder FROM garbage WHERE after < now() ORDER BY after LIMIT 1 FOR UPDATE SKIP LOCKED)
                    RETURNING folder
                    """
                ).first.map { try $0.text("folder") }
            }
            guard let folder else { return }
            try await storage.remove(folder: folder)
        }
    }
}
