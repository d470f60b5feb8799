import Changes
import GRDB

/// A catalogue without rows that all migrations have been run on, in memory: copied into a new library in one transaction, instead
/// of one for each migration that waits for the disk, and the hundreds of triggers that record changes.
enum EmptyCatalogue {
    private static let migrated: Result<DatabaseQueue, any Error> = Result {
        let queue = try DatabaseQueue(configuration: LibraryOpening.configuration)
        try Schema.migrator.migrate(queue)
        return queue
    }

    /// With the triggers, without a device.
    private static let complete: Result<DatabaseQueue, any Error> = Result {
        let queue = try DatabaseQueue(configuration: LibraryOpening.configuration)
        try migrated.get().backup(to: queue)
        try LibraryOpening.bringUpToDate(queue)
        try queue.write { db in try ChangeTracking.makeTemplate(db) }
        return queue
    }

    /// Makes `catalogue`, which has no tables yet, one of the current version; `LibraryOpening.bringUpToDate` gives it a device.
    static func copy(to catalogue: any DatabaseWriter) throws { try complete.get().backup(to: catalogue) }

    /// Reads the one without triggers.
    static func read<R>(_ body: (Database) throws -> R) throws -> R { try migrated.get().read(body) }
}
