import GRDB

/// A catalogue without rows that all migrations have been run on, in memory: copied into a new library in one transaction, instead
/// of eleven that each wait for the disk.
enum EmptyCatalogue {
    private static let migrated: Result<DatabaseQueue, any Error> = Result {
        let queue = try DatabaseQueue(configuration: LibraryOpening.configuration)
        try Schema.migrator.migrate(queue)
        return queue
    }

    /// Makes `catalogue`, which has no tables yet, one of the current version.
    static func copy(to catalogue: any DatabaseWriter) throws { try migrated.get().backup(to: catalogue) }

    /// Reads it.
    static func read<R>(_ body: (Database) throws -> R) throws -> R { try migrated.get().read(body) }
}
