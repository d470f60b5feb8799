import Foundation
import GRDB

/// Which backups go because they have rows that were deleted permanently since.
struct BackupExpiry: Sendable {
    /// When rows were purged, in ascending order.
    let purges: [Date]
    /// How long a backup may keep purged rows, in seconds.
    let time: TimeInterval

    init(purges: [Date], days: Int) {
        self.purges = purges.sorted()
        time = 86_400 * Double(days)
    }

    /// The backups whose time is over at `now`.
    func due(_ backups: [Backup], at now: Date = Date()) -> [Backup] {
        backups.filter { backup in
            // The earliest purge after it decides.
            guard let purge = purges.first(where: { $0 >= backup.made }) else { return false }
            return now >= purge.addingTimeInterval(time)
        }
    }

    /// Those of `due` that can go: there is a good backup that has nothing more than the library has now.
    func expired(_ backups: [Backup], at now: Date = Date()) -> Set<BackupID> {
        let due = due(backups, at: now)
        return hasSuccessor(backups) ? Set(due.map(\.id)) : []
    }

    /// Whether a good backup was made after the last purge.
    func hasSuccessor(_ backups: [Backup]) -> Bool {
        guard let last = purges.last else { return true }
        return backups.contains { $0.isGood && $0.made > last }
    }
}

extension Library {
    /// Removes backups that have rows which were deleted permanently at least `Retention.backupDays` ago. Where there is no backup
    /// without them yet, one is made first.
    /// - Returns: those that were removed.
    @discardableResult
    public func expireBackups(_ options: BackupOptions = BackupOptions()) async throws(LibraryError) -> [BackupID] {
        let before = try backups(in: options.folder)
        let expiry = try await backupExpiry()
        if expiry.due(before).isEmpty { return [] }
        if expiry.hasSuccessor(before) {
            try await pruneBackups(options.policy ?? .standard, in: options.folder)
        } else {
            _ = try await backup(options)
        }
        let after = Set(try backups(in: options.folder).map(\.id))
        return before.map(\.id).filter { !after.contains($0) }
    }

    func backupExpiry() async throws(LibraryError) -> BackupExpiry {
        let days = try await retention().backupDays
        return try await read(to: "read when rows were deleted") { db in
            BackupExpiry(
                purges: try Int64.fetchAll(db, sql: "SELECT DISTINCT noticed FROM purged_rows").map { Date(milliseconds: $0) },
                days: days)
        }
    }
}
