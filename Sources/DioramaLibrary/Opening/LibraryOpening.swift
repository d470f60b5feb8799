import Changes
import Foundation
import GRDB
import Support

/// Opens a library's folder: looks before it writes, brings the schema up to date, and clears away what a killed program left.
package struct LibraryOpening {
    let layout: LibraryFolder
    let lock: LibraryLock

    /// What stands where the catalogue should be.
    private enum Catalogue { case none, earlier, current }

    /// Makes the folder where it is missing and opens the lock's file.
    init(_ layout: LibraryFolder) throws(LibraryError) {
        self.layout = layout
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: layout.root.path, isDirectory: &isFolder), !isFolder.boolValue {
            throw LibraryError(.notALibrary, "\(layout.root.path) is a file; a library needs a folder: choose another place")
        }
        try Self.makeFolder(layout.root)
        lock = try LibraryLock(layout.lock)
    }

    /// - Returns: the open catalogue; the lock is then shared.
    func run() throws(LibraryError) -> DatabasePool {
        do {
            // Whoever comes first works alone. Everyone else waits until that is done; if the catalogue is not as it should be even
            // then, the first one failed or was killed, and it is somebody else's turn.
            for _ in 0..<40 {
                let pool = lock.takeAlone() ? try openAlone() : nil
                try lock.share()
                // Looked at while the lock is shared: from here on nobody may change the schema.
                if let pool {
                    if try pool.read(look) == .current { return pool }
                } else if try look() == .current {
                    return try openPool()
                }
                lock.release()
                usleep(.random(in: 10_000...50_000))
            }
        } catch {
            throw LibraryError(error, could: "open the library", in: layout.root)
        }
        throw LibraryError(
            .inUse, "the library at \(layout.root.path) is open in an earlier version of the program; end that one and try again")
    }

    private func openAlone() throws -> DatabasePool {
        try CatalogueExchange(layout).finish()
        let check = OpeningCheck(layout: layout)
        let isLogLost = check.isLogLost()
        // Nothing may be opened before this: SQLite removes what it takes for a stale log.
        let damage = try check.beforeOpening()
        let isGone = try damage.isEmpty ? look() == .none : damage == [.missing] || damage == [.empty]
        if try isGone && !layout.assetFiles().isEmpty {
            throw LibraryError(
                .notALibrary,
                "\(layout.root.path) holds files of a library, but its library.sqlite is missing or empty; "
                    + "restore a backup, or choose another folder")
        }
        if !damage.isEmpty { throw LibraryError(damage, in: layout) }
        let found = isGone ? [] : try check.withSQLite(isLogLost: isLogLost)
        if !found.isEmpty { throw LibraryError(found, in: layout) }
        try Self.makeFolder(layout.assets)
        try Self.makeFolder(layout.incoming)
        AtomicFile.syncFolder(layout.root)
        let pool = try openPool()
        if isGone { try EmptyCatalogue.copy(to: pool) }
        try Self.bringUpToDate(pool)
        try LibrarySweep(layout).run(pool)
        // From here on a killed program leaves this behind, and a write-ahead log beside it.
        if !FileManager.default.fileExists(atPath: layout.session.path) { try AtomicFile.write([], to: layout.session) }
        return pool
    }

    /// Looks at the catalogue without changing it.
    private func look() throws -> Catalogue {
        let file = layout.database.path
        guard FileManager.default.fileExists(atPath: file) else { return .none }
        let database = try DatabaseQueue(path: file, configuration: Self.configuration)
        defer { try? database.close() }
        return try database.writeWithoutTransaction(look)
    }

    private func look(_ db: Database) throws -> Catalogue {
        // A program that was killed in between has made the table of migrations, with its index, and nothing more.
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'") ?? 0
        let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        if tables == 0 && application == 0 { return .none }
        guard application == Schema.applicationID else {
            throw LibraryError(.notALibrary, "\(layout.database.path) is another program's database; choose another folder")
        }
        if try Schema.migrator.hasBeenSuperseded(db) {
            throw LibraryError(
                .newerVersion, "the library at \(layout.root.path) was written by a newer version of Diorama; update this one")
        }
        return try Schema.migrator.hasCompletedMigrations(db) ? .current : .earlier
    }

    private func openPool() throws -> DatabasePool {
        let pool = try retryingWhileBusy { try DatabasePool(path: layout.database.path, configuration: Self.configuration) }
        // GRDB sets NORMAL for WAL, which may lose the last transactions when the power goes.
        try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
        return pool
    }

    /// Opening a pool writes for a moment where the write-ahead log is empty, and may meet another doing the same.
    private func retryingWhileBusy<R>(_ body: () throws -> R) throws -> R {
        for _ in 0..<20 {
            do {
                return try body()
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_LOCKED {
                usleep(.random(in: 5_000...25_000))
            }
        }
        return try body()
    }

    /// Brings the schema up to date. From then on every change of a shared table notes when and on which device it was made, in its
    /// own transaction.
    static func bringUpToDate(_ catalogue: any DatabaseWriter) throws {
        try Schema.migrator.migrate(catalogue)
        try catalogue.write { db in
            try ChangeTracking.install(db, tables: Schema.tracked, device: KSUID().description)
            try RowDigests.install(db)
            // Of what another program, or a recovery, has written.
            try AccountMerges.rebuild(db)
            try DerivedRows.update(db)
        }
    }

    /// An empty catalogue in memory.
    package static func catalogueInMemory() throws -> DatabaseQueue {
        let queue = try DatabaseQueue(configuration: configuration)
        try EmptyCatalogue.copy(to: queue)
        try bringUpToDate(queue)
        return queue
    }

    static var configuration: Configuration {
        _ = SQLiteProcess.isWithoutMemoryStatistics
        var configuration = Configuration()
        configuration.label = "library"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(30)
        configuration.prepareDatabase { db in
            // The triggers that keep the search are the schema's own and use FTS5, which SQLite before 3.41 lets no triggers use
            // where the schema is not trusted. No function with side effects is registered that a hostile catalogue could reach by
            // them.
            try db.execute(sql: "PRAGMA trusted_schema = ON")
            // What is deleted is overwritten in the pages that keep it; `removeTraces` does the rest.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            if FaultInjectionPoints.isEnabled, !db.configuration.readonly {
                db.add(transactionObserver: CommitPoints(), extent: .databaseLifetime)
            }
        }
        return configuration
    }

    static func makeFolder(_ folder: URL) throws(LibraryError) {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw LibraryError(error, could: "make the library's folder", in: folder)
        }
    }
}
