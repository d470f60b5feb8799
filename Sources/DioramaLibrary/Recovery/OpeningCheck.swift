import Foundation
import GRDB

/// Looks for damage when a library is opened, cheaply, and before anything is written. The lock must be held alone.
///
/// In this order: the files as they lie there, without SQLite, which would take a torn write-ahead log for a short one and make it
/// so; then the schema and both edges of every table; then everything where the database is small (some 50 ms), or where
/// something speaks against it. Large ones are checked whole at leisure: `Library.check()`.
struct OpeningCheck {
    let layout: LibraryFolder
    private static let action = "open the library"

    /// Databases of up to so many bytes are checked whole at each opening.
    static let smallSize: Int64 = 8 << 20

    /// Whether a library was here: only then a missing or unreadable database is one that was lost, not somebody else's.
    func isLibrary() throws -> Bool {
        let manager = FileManager.default
        if manager.fileExists(atPath: layout.session.path) || manager.fileExists(atPath: layout.exchange.path) { return true }
        return try !layout.assetFiles().isEmpty || !BackupFolder(layout.backups).all().isEmpty
    }

    /// The same, or the database's header still says that it is one. Nobody may have the database open: its locks would be lost.
    func wasLibrary() throws -> Bool {
        try DatabaseHeader(layout.database, to: Self.action)?.applicationID == UInt32(Schema.applicationID) || isLibrary()
    }

    /// What can be seen without SQLite.
    func beforeOpening() throws -> [LibraryDamage] {
        let log = try WriteAheadLog(LibraryFolder.log(of: layout.database), to: Self.action)
        guard let header = try DatabaseHeader(layout.database, to: Self.action) else {
            return try log != nil || isLibrary() ? [.missing] : []
        }
        if header.fileSize == 0 { return try log != nil || isLibrary() ? [.empty] : [] }
        // Without a sign of a library this may be any file; SQLite's own words on it are as good.
        guard try wasLibrary() else { return [] }
        if let problem = header.problem { return [.header(problem)] }
        var damage: [LibraryDamage] = []
        if let log {
            if log.isTorn { damage.append(.logTorn(transactions: log.unreadable)) }
        } else if let pages = header.pageCount, let size = header.pageSize, header.fileSize < pages * Int64(size) {
            damage.append(.truncated(byteCount: header.fileSize, expected: pages * Int64(size)))
        }
        return damage
    }

    /// Whether a program was killed that must have left a write-ahead log, and there is none.
    func isLogLost() -> Bool {
        let log = LibraryFolder.log(of: layout.database)
        let size = (try? FileManager.default.attributesOfItem(atPath: log.path)[.size] as? NSNumber)?.int64Value ?? 0
        return FileManager.default.fileExists(atPath: layout.session.path) && size == 0
    }

    /// What SQLite sees. Nothing is written: a pool would write into the log.
    func withSQLite(isLogLost: Bool) throws -> [LibraryDamage] {
        let queue = try DatabaseQueue(path: layout.database.path, configuration: LibraryOpening.configuration)
        defer { try? queue.close() }
        return try queue.writeWithoutTransaction { db in try afterOpening(db, isLogLost: isLogLost) }
    }

    /// The same; `db` is the catalogue, open.
    func afterOpening(_ db: Database, isLogLost: Bool) throws -> [LibraryDamage] {
        do {
            let size = try (Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0) * (Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
            if size <= Self.smallSize || isLogLost {
                let lines = try DatabaseCheck.whole(db)
                if !lines.isEmpty { return [.structure(lines)] }
            } else {
                let lines = try DatabaseCheck.schema(db)
                if !lines.isEmpty { return [.structure(lines)] }
                try DatabaseCheck.edges(db)
            }
            if isLogLost, try isOlderThanBackup(db) { return [.logLost, .olderThanBackup] }
            return []
        } catch let error as DatabaseError where Self.isDamage(error) {
            return [.unreadable(error.message ?? "SQLite error \(error.extendedResultCode.rawValue)")]
        }
    }

    /// Whether `error`, met while reading, says that the file is damaged. A row whose header was damaged may claim more bytes than
    /// a value can have ("string or blob too big"): what is written here never comes near that.
    static func isDamage(_ error: DatabaseError) -> Bool {
        [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_TOOBIG].contains(error.resultCode)
            || error.extendedResultCode == .SQLITE_IOERR_SHORT_READ
            || error.resultCode == .SQLITE_ERROR && (error.message?.contains("malformed") ?? false)
    }

    /// Whether the newest usable backup has rows that were written after all rows here.
    private func isOlderThanBackup(_ db: Database) throws -> Bool {
        let folder = BackupFolder(layout.backups)
        guard let newest = try folder.all().first(where: { !$0.isBad }) else { return false }
        var configuration = Configuration()
        configuration.readonly = true
        guard let queue = try? DatabaseQueue(path: folder.database(newest.id).path, configuration: configuration) else {
            return false
        }
        defer { try? queue.close() }
        let theirs = try? queue.read { try Self.newestChanges($0) }
        let ours = try Self.newestChanges(db)
        return theirs?.contains { table, time in time > ours[table] ?? .min } ?? false
    }

    /// When the last row of each table was changed.
    private static func newestChanges(_ db: Database) throws -> [String: Int64] {
        var times: [String: Int64] = [:]
        for table in try DatabaseTables.plain(db) where try DatabaseTables.columns(db, table).all.contains("modified") {
            times[table] = try Int64.fetchOne(db, sql: "SELECT max(modified) FROM \(table.quotedDatabaseIdentifier)")
        }
        return times
    }
}
