import Changes
import Foundation
import GRDB
import Support

/// How a library is restored.
public struct RecoveryOptions: Sendable {
    /// The backup that is put back as it is; nil for the best that can be made of the damaged database and its backups.
    public var backup: BackupID?
    /// Where backups lie: nil for `backups` in the library's folder. Files of assets beside them are brought back, too.
    public var backups: URL?
    /// Sources from outside, for the case that there is no backup, in the order in which they are asked.
    public var sources: [any LibrarySource]
    /// Whether an empty library is begun where nothing at all can be restored. Otherwise that is an error, and nothing is changed.
    public var allowsEmptyLibrary: Bool

    /// Creates options; by default the best state is restored from the damaged database and its backups.
    public init(
        backup: BackupID? = nil, backups: URL? = nil, sources: [any LibrarySource] = [], allowsEmptyLibrary: Bool = false
    ) {
        self.backup = backup
        self.backups = backups
        self.sources = sources
        self.allowsEmptyLibrary = allowsEmptyLibrary
    }
}

/// Makes a sound database for a damaged library beside the damaged one, and then exchanges the two. The lock must be held alone;
/// until the exchange nothing of the library is touched.
struct Recovery {
    let layout: LibraryFolder
    let options: RecoveryOptions
    let steps: FaultInjectionPoints
    let progress: ProgressReporter

    private var backups: BackupFolder { BackupFolder(options.backups ?? layout.backups) }

    /// - Returns: nil where nothing is wrong and no backup was asked for.
    func run() async throws -> RecoveryReport? {
        let exchange = CatalogueExchange(layout, steps: steps)
        try exchange.finish()
        exchange.sweep()
        try progress.report(0, "Looking for damage")
        let damage = try diagnose()
        if damage.isEmpty && options.backup == nil { return nil }
        let id = Identifier<RecoveryReport>()
        let folder = exchange.prepared(id.ksuid)
        try steps("make the folder for what is set aside")
        try LibraryOpening.makeFolder(folder)
        do {
            let report = try await prepare(id, damage, in: folder)
            try progress.report(0.95, "Putting the restored library in place")
            try exchange.begin(id.ksuid)
            try progress.report(1, "Restored")
            return report
        } catch {
            // Once the exchange has begun, the folder has its final name and stays.
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    // MARK: What is wrong

    /// Everything that can be found wrong with the database.
    private func diagnose() throws -> [LibraryDamage] {
        let check = OpeningCheck(layout: layout)
        let isLogLost = check.isLogLost()
        let damage = try check.beforeOpening()
        if !damage.isEmpty { return damage }
        guard FileManager.default.fileExists(atPath: layout.database.path) else { return [] }
        do {
            let queue = try DatabaseQueue(path: layout.database.path, configuration: LibraryOpening.configuration)
            defer { try? queue.close() }
            return try queue.writeWithoutTransaction { db in
                if try Schema.migrator.hasBeenSuperseded(db) {
                    throw LibraryError(
                        .newerVersion,
                        "the library at \(layout.root.path) was written by a newer version of Diorama; update this one")
                }
                let found = try check.afterOpening(db, isLogLost: isLogLost)
                if !found.isEmpty { return found }
                let isForeign = try Int32.fetchOne(db, sql: "PRAGMA application_id") != Schema.applicationID
                if try isForeign && !check.isLibrary() {
                    throw LibraryError(.notALibrary, "\(layout.database.path) is another program's database; choose another folder")
                }
                let lines = try DatabaseCheck.whole(db)
                return lines.isEmpty ? [] : [.structure(lines)]
            }
        } catch let error as DatabaseError where OpeningCheck.isDamage(error) {
            guard try check.wasLibrary() else { throw error }
            return [.unreadable(error.message ?? "SQLite error \(error.extendedResultCode.rawValue)")]
        }
    }

    // MARK: What is made of it

    private func prepare(
        _ id: Identifier<RecoveryReport>, _ damage: [LibraryDamage], in folder: URL
    ) async throws -> RecoveryReport {
        let restored = CatalogueExchange.restored(in: folder)
        let (base, method) = try await bringBase(to: restored)
        try progress.report(0.3, "Bringing the catalogue up to date")
        let queue = try DatabaseQueue(path: restored.path, configuration: LibraryOpening.configuration)
        defer { try? queue.close() }
        var changedRows = try Self.mismatches(queue).map { "in the backup, \($0)" }
        try LibraryOpening.bringUpToDate(queue)
        var notes: [String] = []
        var tables: [RecoveryReport.Table] = []
        var isWhole = false
        if options.backup == nil {
            try progress.report(0.4, "Reading what can be read of the damaged database")
            try steps("copy the damaged database")
            (tables, isWhole) = try salvage(
                damage, model: method == .clone ? restored : nil, into: queue, in: folder, notes: &notes, changedRows: &changedRows)
        }
        if base == .nothing, !isWhole, tables.allSatisfy({ $0.salvaged == 0 || $0.name.hasPrefix("sync_") }),
            !options.allowsEmptyLibrary
        {
            throw LibraryError(
                .damaged,
                "the library at \(layout.root.path) is damaged, and nothing could be restored: there is no backup, "
                    + "and its database can't be read; nothing was changed: put a backup into \(backups.root.path)")
        }
        try progress.report(0.8, "Checking the restored library")
        try bringFiles(named: queue)
        let (missing, rows) = try Self.complete(queue, in: layout, isOlder: !isWhole)
        if tables.isEmpty { tables = rows }
        try queue.close()
        try steps("make the restored database durable")
        try FileClone.makeDurable(restored, to: "restore the library")
        let named = Set(try BackupFiles.named(by: restored).map(\.hash))
        let report = RecoveryReport(
            id: id, date: Date(milliseconds: Date().milliseconds), damage: damage, base: base, tables: tables,
            missingFiles: missing, changedRows: changedRows,
            setAsideFiles: try layout.assetFiles().filter { !named.contains($0) }.count, notes: notes, isOlder: !isWhole,
            folder: CatalogueExchange(layout).folder(id.ksuid).path)
        try? FileManager.default.removeItem(at: folder.appendingPathComponent("scratch"))
        try steps("write the report")
        try AtomicFile.write([UInt8](try RecoveryReport.encoder.encode(report)), to: folder.appendingPathComponent("report.json"))
        return report
    }

    /// Puts the best sound database that there is at `restored`: the backup that was asked for, else the newest sound one, else one
    /// from outside, else none.
    private func bringBase(to restored: URL) async throws -> (RecoveryReport.Base, Backup.Method?) {
        var reason: any Error = LibraryError(.notFound, "there is no sound backup")
        let all = try backups.all()
        let wanted = try options.backup.map { try [backups.manifest($0)] } ?? all.filter { !$0.isBad }
        for backup in wanted {
            try progress.report(0.1, "Reading a backup")
            try steps("copy a backup")
            do {
                try DamagedCopy.copy(backups.database(backup.id), to: restored)
                if let problem = try Self.problem(of: restored) {
                    throw LibraryError(.damaged, "the backup \(backup.id) is not sound (\(problem)); use another one")
                }
                return (.backup(backup.id, made: backup.made), backup.method)
            } catch let error as LibraryError where error.kind == .diskFull || error.kind == .noPermission {
                throw error
            } catch {
                // The next one may be better.
                reason = error
                try? FileManager.default.removeItem(at: restored)
            }
        }
        if options.backup != nil { throw reason }
        for source in options.sources {
            try progress.report(0.1, "Asking \(source.name)")
            try steps("fetch from a source")
            if try await source.fetch(to: restored, progress: progress.part(0.1...0.3)) {
                if let problem = try Self.problem(of: restored) {
                    throw LibraryError(.damaged, "what \(source.name) has is not sound (\(problem))")
                }
                return (.source(source.name), nil)
            }
        }
        return (.nothing, nil)
    }

    /// What is wrong with a database that is to be the base; nil where nothing is.
    private static func problem(of database: URL) throws -> String? {
        do {
            let queue = try DatabaseQueue(path: database.path, configuration: LibraryOpening.configuration)
            defer { try? queue.close() }
            return try queue.writeWithoutTransaction { db in
                if try Schema.migrator.hasBeenSuperseded(db) { return "it was written by a newer version of Diorama" }
                return try DatabaseCheck.whole(db).first
            }
        } catch let error as DatabaseError {
            return error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        }
    }

    /// Merges what can be read of the damaged database into the base.
    /// - Returns: what became of each table, and whether all of them could be read whole.
    private func salvage(
        _ damage: [LibraryDamage], model: URL?, into base: DatabaseQueue, in folder: URL, notes: inout [String],
        changedRows: inout [String]
    ) throws -> ([RecoveryReport.Table], isWhole: Bool) {
        let scratch = folder.appendingPathComponent("scratch")
        try LibraryOpening.makeFolder(scratch)
        let isLatest = damage.allSatisfy {
            [.logLost, .olderThanBackup].contains($0) == false && !$0.isTornLog && !$0.isTruncation
        }
        var tables: [String: RecoveryReport.Table] = [:]
        var isWhole = false
        var failures: [String] = []
        for copy in try DamagedCopy(layout: layout, scratch: scratch).make(damage: damage, model: model) {
            do {
                let queue = try Self.open(copy, model)
                defer { try? queue.close() }
                try steps("merge the damaged database")
                let salvage = try queue.writeWithoutTransaction { source in
                    try base.write { target in
                        var salvage = Salvage(from: source, into: target, isLatest: isLatest)
                        try salvage.run()
                        return salvage
                    }
                }
                isWhole = salvage.isWhole
                changedRows += try Self.mismatches(queue).map { "in the damaged database, \($0)" }
                for (name, table) in salvage.tables {
                    var sum = table
                    sum.salvaged += tables[name]?.salvaged ?? 0
                    tables[name] = sum
                }
            } catch let error as DatabaseError where OpeningCheck.isDamage(error) || error.resultCode == .SQLITE_ERROR {
                failures.append(error.message ?? "no details")
            }
        }
        if tables.isEmpty {
            tables = try base.read { db in Dictionary(uniqueKeysWithValues: try Self.rows(db).map { ($0.name, $0) }) }
        }
        let hasPageRows = try salvagePages(
            damage, model: model, into: base, in: scratch, tables: &tables, notes: &notes, changedRows: &changedRows)
        notes += failures.map {
            hasPageRows
                ? "the tables of the damaged database could not be opened (\($0)); their rows were read page by page"
                : "of the damaged database nothing could be read (\($0))"
        }
        return (tables.values.sorted { $0.name < $1.name }, isWhole)
    }

    /// Reads the pages of the damaged database one by one for the rows of tables that SQLite could not read whole.
    /// - Returns: whether that brought any row.
    private func salvagePages(
        _ damage: [LibraryDamage], model: URL?, into base: DatabaseQueue, in scratch: URL,
        tables: inout [String: RecoveryReport.Table], notes: inout [String], changedRows: inout [String]
    ) throws -> Bool {
        let needed = Set(
            try base.read { try DatabaseTables.original($0) }.filter { !$0.hasPrefix("sync_") && tables[$0]?.isWhole != true })
        let copies = DamagedCopy(layout: layout, scratch: scratch)
        guard !needed.isEmpty, let size = try copies.pageSize(model: model),
            let pages = try DatabasePages(layout.database, pageSize: size, to: "restore the library")
        else { return false }
        try steps("read the pages of the damaged database")
        let queue = try DatabaseQueue(path: scratch.appendingPathComponent("pages.sqlite").path)
        defer { try? queue.close() }
        let scan = try queue.writeWithoutTransaction { db in
            var scan = try PageScan(pages, tables: needed, into: db)
            try db.inTransaction {
                try scan.run(progress.part(0.5...0.7))
                return .commit
            }
            return scan
        }
        let salvage = try queue.writeWithoutTransaction { source in
            try base.write { target in
                var salvage = Salvage(from: source, into: target, isLatest: false, only: needed)
                try salvage.run()
                return salvage
            }
        }
        for (name, table) in salvage.tables {
            var sum = tables[name] ?? table
            sum.rows = table.rows
            sum.salvaged += table.salvaged
            // What was read page by page may lack the rows of damaged pages.
            sum.isWhole = false
            tables[name] = sum
        }
        changedRows += scan.changedRows.map { "in the damaged database, \($0)" }.filter { !changedRows.contains($0) }
        if scan.unassignedRows > 0 {
            notes.append("\(scan.unassignedRows) rows of the damaged database could not be assigned to a table")
        }
        return salvage.tables.contains { $0.value.salvaged > 0 }
    }

    /// The rows of a database that do not match their digests, as far as they can be read.
    private static func mismatches(_ queue: DatabaseQueue) throws -> [RowDigests.Mismatch] {
        do {
            return try queue.writeWithoutTransaction { db in try RowDigests.mismatches(db) }
        } catch let error as DatabaseError where OpeningCheck.isDamage(error) || error.resultCode == .SQLITE_ERROR {
            return []
        }
    }

    /// Opens a copy of the damaged database as leniently as SQLite can.
    private static func open(_ copy: URL, _ model: URL?) throws -> DatabaseQueue {
        func attempt() throws -> DatabaseQueue {
            let queue = try DatabaseQueue(path: copy.path)
            try queue.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA writable_schema = ON")
                _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
                if try DatabaseTables.plain(db).isEmpty {
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it has no tables")
                }
            }
            return queue
        }
        do {
            return try attempt()
        } catch let error as DatabaseError where OpeningCheck.isDamage(error) {
            guard let model else { throw error }
            try DamagedCopy.transplantSchema(from: model, to: copy)
            return try attempt()
        }
    }

    /// Writes down which files are there, and that this is a copy, and looks whether all is sound.
    /// - Returns: files that were there when the base was made and are not now, and what is in the tables.
    private static func complete(
        _ queue: DatabaseQueue, in layout: LibraryFolder, isOlder: Bool
    ) throws -> (missing: [AssetHash], tables: [RecoveryReport.Table]) {
        let missing = try queue.write { db in
            // What this device has sent since the base was made is in others' hands: it goes on as another one.
            if try isOlder && db.tableExists("sync_state") { try ChangeTracking.markCopied(db) }
            return try LocallyAvailableFiles.write(db, in: layout)
        }
        return try queue.writeWithoutTransaction { db in
            let problems = try DatabaseCheck.whole(db)
            if let problem = problems.first { throw LibraryError(.damaged, "the restored library is not sound either: \(problem)") }
            return (missing, try rows(db))
        }
    }

    private static func rows(_ db: Database) throws -> [RecoveryReport.Table] {
        try BackupVerification.rowCounts(db).sorted { $0.key < $1.key }.map {
            RecoveryReport.Table(name: $0.key, rows: $0.value, salvaged: 0, refused: 0, kept: 0, isWhole: false)
        }
    }

    /// Brings files back that lie beside the backups and are missing in the library.
    private func bringFiles(named queue: DatabaseQueue) throws {
        guard FileManager.default.fileExists(atPath: backups.assets.assets.path), backups.root != layout.root else { return }
        let named = try queue.read { db in try BackupFiles.catalogued(by: db) }
        try BackupFiles(from: backups.assets, to: layout, steps: steps).bring(named)
    }
}

extension LibraryDamage {
    fileprivate var isTornLog: Bool { if case .logTorn = self { true } else { false } }
    fileprivate var isTruncation: Bool { if case .truncated = self { true } else { false } }
}

extension RecoveryReport {
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
