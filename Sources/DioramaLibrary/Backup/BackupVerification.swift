import Foundation
import GRDB
import Support

/// Opens a backup as a program that restores it would, and looks at all of it.
struct BackupVerification {
    let folder: BackupFolder
    let steps: FaultInjectionPoints

    /// Checks the backup and writes down what was found.
    func run(_ id: BackupID) throws -> Backup {
        var backup = try folder.manifest(id)
        let database = folder.database(id)
        var problems: [String] = []
        var counts: [String: Int] = [:]
        var changedRows: [String] = []
        var assets: [(hash: AssetHash, byteCount: Int64)] = []
        do {
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: database.path, configuration: configuration)
            defer { try? queue.close() }
            try queue.read { db in
                problems = try DatabaseCheck.whole(db)
                counts = try Self.rowCounts(db)
                assets = try BackupFiles.named(by: db)
                if problems.isEmpty { changedRows = try RowDigests.mismatches(db).map(\.description) }
            }
        } catch let error as DatabaseError {
            problems.append(error.message ?? "SQLite error \(error.extendedResultCode.rawValue)")
        }
        let read = try FileHash.of(database, to: "check the backup \(id)") { _ in }
        if read.byteCount != backup.byteCount {
            problems.append("the database has \(read.byteCount) bytes instead of \(backup.byteCount)")
        }
        if let earlier = backup.check?.hash, earlier != read.hash {
            problems.append("the database's bytes have changed since it was made")
        }
        try steps("write the list of files")
        let list = assets.map { "\($0.hash) \($0.byteCount)\n" }.joined()
        try AtomicFile.write(Array(list.utf8), to: BackupFolder.assetList(in: folder.folder(id)))
        // The first hash stays: a later check is against it.
        backup.check = BackupCheck(
            checked: Date(milliseconds: Date().milliseconds), hash: backup.check?.hash ?? read.hash, rowCounts: counts,
            assetCount: assets.count, assetByteCount: assets.reduce(0) { $0 + max($1.byteCount, 0) }, problems: problems,
            changedRows: changedRows)
        try steps("write what the check found")
        try BackupFolder.write(backup, in: folder.folder(id))
        return backup
    }

    /// Rows in each table that holds data of its own: those of the full-text search are made from the others.
    static func rowCounts(_ db: Database) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for table in try DatabaseTables.plain(db) {
            counts[table] = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table.quotedDatabaseIdentifier)") ?? 0
        }
        return counts
    }
}
