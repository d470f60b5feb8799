import Changes
import Foundation
import GRDB

/// Brings what can be read of a damaged database into another one of the same library, its base: a backup, or an empty one.
///
/// The base is an earlier state of the same rows. So a row of the damaged database counts where the base lacks it or has it with an
/// earlier `modified`; of two with the same time the base's is kept, whose bytes were checked. A row that the damaged database
/// lacks stays, unless its clocks say that it was purged.
struct Salvage {
    /// The damaged database, in a copy of its own.
    let source: Database
    /// The base, in a transaction.
    let target: Database
    /// Whether nothing that was ever committed is missing from the source's log.
    let isLatest: Bool
    /// The tables that are merged; nil for all.
    let names: Set<String>?
    private(set) var tables: [String: RecoveryReport.Table] = [:]
    /// Whether every table of the source was read whole.
    private(set) var isWhole = true

    init(from source: Database, into target: Database, isLatest: Bool, only names: Set<String>? = nil) {
        self.source = source
        self.target = target
        self.isLatest = isLatest
        self.names = names
    }

    mutating func run() throws {
        let theirs = Set(try DatabaseTables.plain(source))
        let names = try DatabaseTables.original(target).filter { self.names?.contains($0) ?? true }
        var sound: [String: Bool] = [:]
        for name in names { sound[name] = try theirs.contains(name) && isSound(name) }
        isWhole = isLatest && sound.values.allSatisfy { $0 }
        let clocks = names.filter { $0.hasPrefix("sync_") }
        let data = names.filter { !$0.hasPrefix("sync_") }
        // Where something is missing, the clocks of the damaged database would be ahead of their cells, which peers would then
        // never send again. So the base's clocks stay, and what comes in is recorded as written now. Where all is there, they are
        // taken over as they are.
        if isWhole {
            try ChangeTracking.untracked(target) { try merge(data, from: theirs, sound: sound) }
            for name in clocks { try target.execute(sql: "DELETE FROM \(name.quotedDatabaseIdentifier)") }
            try merge(clocks, from: theirs, sound: sound)
            if clocks.contains("sync_rows") { try ChangeTracking.untracked(target) { try purge(data) } }
            isWhole = tables.values.allSatisfy { $0.isWhole && $0.refused == 0 }
        } else {
            try merge(data, from: theirs, sound: sound)
        }
        for name in tables.keys {
            tables[name]?.rows = try Int.fetchOne(target, sql: "SELECT count(*) FROM \(name.quotedDatabaseIdentifier)") ?? 0
        }
    }

    private func isSound(_ table: String) throws -> Bool {
        do {
            return try String.fetchAll(source, sql: "PRAGMA quick_check(\(table.quotedDatabaseIdentifier))") == ["ok"]
        } catch let error as DatabaseError where OpeningCheck.isDamage(error) {
            return false
        }
    }

    /// Takes rows of the base out that were purged since: 2 is the last state of a row's life.
    private func purge(_ names: [String]) throws {
        for name in names where try DatabaseTables.columns(target, name).key == ["id"] {
            try target.execute(
                sql: """
                    DELETE FROM \(name.quotedDatabaseIdentifier) WHERE id IN
                        (SELECT r.id FROM sync_rows r JOIN sync_tables t ON t.n = r.tbl WHERE t.name = ? AND r.life = 2)
                    """, arguments: [name])
        }
    }

    private mutating func merge(_ names: [String], from theirs: Set<String>, sound: [String: Bool]) throws {
        for name in names {
            tables[name] =
                theirs.contains(name)
                ? try merge(name, isSound: sound[name] ?? false)
                : RecoveryReport.Table(name: name, rows: 0, salvaged: 0, refused: 0, kept: 0, isWhole: false)
        }
        try dropDangling(names)
    }

    private func merge(_ table: String, isSound: Bool) throws -> RecoveryReport.Table {
        let (ours, key) = try DatabaseTables.columns(target, table)
        let theirs = try DatabaseTables.columns(source, table).all
        let columns = ours.filter(theirs.contains)
        var result = RecoveryReport.Table(name: table, rows: 0, salvaged: 0, refused: 0, kept: 0, isWhole: false)
        guard !key.isEmpty, key.allSatisfy(columns.contains) else { return result }
        let insert = try target.makeStatement(sql: Self.upsert(table, columns: columns, key: key))
        let places = key.compactMap { columns.firstIndex(of: $0) }
        try target.execute(sql: "DROP TABLE IF EXISTS temp.seen")
        let names = (0..<key.count).map { "k\($0)" }.joined(separator: ", ")
        try target.execute(sql: "CREATE TEMP TABLE seen (\(names), PRIMARY KEY (\(names))) WITHOUT ROWID")
        let see = try target.makeStatement(
            sql: "INSERT OR IGNORE INTO temp.seen VALUES (\(key.map { _ in "?" }.joined(separator: ", ")))")
        let candidates = isSound ? [] : try knownKeys(table, key)
        var reader = try TableReader(source, table: table, columns: columns, key: key, candidates: candidates)
        let target = target
        let limit = Date().milliseconds + 86_400_000
        result.isWhole =
            try reader.read { values in
                guard !places.contains(where: { values[$0].isNull }), zip(columns, values).allSatisfy(Self.canBe) else {
                    result.refused += 1
                    return
                }
                try see.execute(arguments: StatementArguments(places.map { values[$0] }))
                if let at = columns.firstIndex(of: "modified"), Int64.fromDatabaseValue(values[at]) ?? .max > limit {
                    result.refused += 1
                    return
                }
                do {
                    try insert.execute(arguments: StatementArguments(values))
                    result.salvaged += target.changesCount > 0 ? 1 : 0
                } catch let error as DatabaseError where [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH].contains(error.resultCode) {
                    result.refused += 1
                }
            } && isSound && columns.count == ours.count
        // A row whose id was damaged looks like one that was deleted, too: rather one too many than one too few.
        if result.isWhole {
            let name = table.quotedDatabaseIdentifier
            let same = key.enumerated().map { "s.k\($0) = \(name).\($1.quotedDatabaseIdentifier)" }.joined(separator: " AND ")
            let sql = "SELECT count(*) FROM \(name) WHERE NOT EXISTS (SELECT 1 FROM temp.seen s WHERE \(same))"
            result.kept = try Int.fetchOne(target, sql: sql) ?? 0
        }
        return result
    }

    /// Whether a value can be what its column is for: ids are KSUIDs, hashes have hexadecimal digits.
    static func canBe(_ column: String, _ value: DatabaseValue) -> Bool {
        guard case .string(let text) = value.storage else { return true }
        return switch column {
        case "id": KSUID(text) != nil
        case "hash": text.isEmpty || AssetHash(text) != nil
        default: true
        }
    }

    /// The statement that inserts a row, or replaces an earlier state of it.
    static func upsert(_ table: String, columns: [String], key: [String]) -> String {
        let names = columns.map(\.quotedDatabaseIdentifier)
        let values = columns.filter { !key.contains($0) }.map(\.quotedDatabaseIdentifier)
        let name = table.quotedDatabaseIdentifier
        let insert = """
            INSERT INTO \(name) (\(names.joined(separator: ", "))) VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
            ON CONFLICT (\(key.map(\.quotedDatabaseIdentifier).joined(separator: ", ")))
            """
        if values.isEmpty { return insert + " DO NOTHING" }
        let isNewer =
            columns.contains("modified")
            ? "excluded.modified > \(name).modified"
            : values.map { "excluded.\($0) IS NOT \(name).\($0)" }.joined(separator: " OR ")
        return insert + " DO UPDATE SET \(values.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")) WHERE \(isNewer)"
    }

    /// Keys that rows of the damaged table may have: those of the base, and those that its indexes hold.
    private func knownKeys(_ table: String, _ key: [String]) throws -> [[DatabaseValue]] {
        let names = key.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
        let select = "SELECT \(names) FROM \(table.quotedDatabaseIdentifier)"
        try target.execute(sql: "DROP TABLE IF EXISTS temp.known")
        let columns = (0..<key.count).map { "k\($0)" }.joined(separator: ", ")
        try target.execute(sql: "CREATE TEMP TABLE known (\(columns), PRIMARY KEY (\(columns))) WITHOUT ROWID")
        try target.execute(sql: "INSERT INTO temp.known \(select)")
        let add = try target.makeStatement(
            sql: "INSERT OR IGNORE INTO temp.known VALUES (\(key.map { _ in "?" }.joined(separator: ", ")))")
        let indexes =
            (try? String.fetchAll(source, sql: "SELECT name FROM pragma_index_list(?) WHERE origin <> 'pk'", arguments: [table]))
            ?? []
        for index in indexes {
            do {
                let rows = try Row.fetchCursor(source, sql: "\(select) INDEXED BY \(index.quotedDatabaseIdentifier)")
                while let row = try rows.next() { try? add.execute(arguments: StatementArguments(Array(row.databaseValues))) }
            } catch let error as DatabaseError where OpeningCheck.isDamage(error) || error.resultCode == .SQLITE_ERROR {
                // What came before counts. A partial index can't be read so.
            }
        }
        return try Row.fetchAll(target, sql: "SELECT * FROM temp.known ORDER BY \(columns)").map { Array($0.databaseValues) }
    }

    /// Rows that refer to others which are gone: their reference is cut, or they go too, as their table says.
    private func dropDangling(_ tables: [String]) throws {
        for table in tables {
            let keys = try Row.fetchAll(
                target, sql: "SELECT \"from\", \"table\", \"to\", on_delete FROM pragma_foreign_key_list(?)", arguments: [table])
            for row in keys {
                guard let from = String.fromDatabaseValue(row[0]), let parent = String.fromDatabaseValue(row[1]),
                    let to = String.fromDatabaseValue(row[2])
                else { continue }
                let name = table.quotedDatabaseIdentifier
                let column = from.quotedDatabaseIdentifier
                let condition = """
                    \(name).\(column) IS NOT NULL AND NOT EXISTS
                        (SELECT 1 FROM \(parent.quotedDatabaseIdentifier) p
                        WHERE p.\(to.quotedDatabaseIdentifier) = \(name).\(column))
                    """
                let isCut = String.fromDatabaseValue(row[3]) == "SET NULL"
                try target.execute(
                    sql: (isCut ? "UPDATE \(name) SET \(column) = NULL" : "DELETE FROM \(name)") + " WHERE \(condition)")
            }
        }
    }
}
