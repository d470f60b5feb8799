import Foundation
import GRDB

/// How the rows of a table are stored, for those who read them without SQLite.
struct TableDefinition {
    /// A column, in the order of the stored values.
    struct Column {
        let name: String
        let type: String
        let isRequired: Bool
    }

    let name: String
    /// The statement that makes the table.
    let sql: String
    /// What the columns of the primary key are called.
    let key: [String]
    let columns: [Column]
    let hasRowid: Bool
    /// The column that stands for the rowid, whose stored value is NULL.
    private let rowidColumn: Int?
    /// How many values the oldest rows have: later columns were added without touching them.
    let minColumnCount: Int

    /// The table as a database has it; nil where it has none of this name.
    init?(_ db: Database, table: String, minColumnCount: Int = 1) throws {
        let select = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?"
        guard let sql = try String.fetchOne(db, sql: select, arguments: [table]) else { return nil }
        let rows = try Row.fetchAll(
            db, sql: "SELECT name, type, \"notnull\", pk FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid",
            arguments: [table])
        name = table
        self.sql = sql
        self.minColumnCount = minColumnCount
        key = try DatabaseTables.columns(db, table).key
        hasRowid = try DatabaseTables.hasRowid(db, table)
        let declared = rows.map { row in
            (column: Column(name: row[0], type: (row[1] as String).uppercased(), isRequired: row[2]), key: row[3] as Int)
        }
        if hasRowid {
            columns = declared.map(\.column)
            let isAlias = key.count == 1 && declared.contains { $0.key > 0 && $0.column.type == "INTEGER" }
            rowidColumn = isAlias ? declared.firstIndex { $0.key > 0 } : nil
        } else {
            // The key comes first.
            columns =
                declared.filter { $0.key > 0 }.sorted { $0.key < $1.key }.map(\.column)
                + declared.filter { $0.key == 0 }.map(\.column)
            rowidColumn = nil
        }
    }

    /// Which of the two types of B-tree the table is.
    var tree: BTreePage.Tree { hasRowid ? .table : .index }

    /// The values of a stored row, for the first of the columns; nil where the record can't be a row of this table.
    func values(_ record: BTreePage.Record) -> [DatabaseValue]? {
        guard (record.rowid != nil) == hasRowid, (minColumnCount...columns.count).contains(record.values.count) else { return nil }
        var values = record.values
        if let rowidColumn, rowidColumn < values.count, let rowid = record.rowid {
            guard values[rowidColumn].isNull else { return nil }
            values[rowidColumn] = rowid.databaseValue
        }
        for (column, value) in zip(columns, values) where !Self.canBe(column, value) { return nil }
        return values
    }

    private static func canBe(_ column: Column, _ value: DatabaseValue) -> Bool {
        let hasType =
            switch (value.storage, column.type) {
            case (.null, _): !column.isRequired
            case (_, "ANY"), (.int64, "INTEGER"), (.int64, "INT"), (.int64, "REAL"), (.double, "REAL"), (.string, "TEXT"),
                (.blob, "BLOB"):
                true
            default: false
            }
        return hasType && Salvage.canBe(column.name, value)
    }
}

/// The tables that the migrations make: what this program knows about a catalogue whose own definitions are damaged.
struct KnownTables {
    /// Definitions of the current version, by name.
    let definitions: [String: TableDefinition]
    /// The first pages of the tables in a library that this version has created.
    let roots: [String: Int]
    /// The tables of this version.
    static let current = Result { try KnownTables() }

    /// Makes an empty catalogue in memory, version by version.
    private init() throws {
        let queue = try DatabaseQueue(configuration: LibraryOpening.configuration)
        defer { try? queue.close() }
        var versions: [String: [[String]]] = [:]
        let migrator = Schema.migrator
        for migration in migrator.migrations {
            try migrator.migrate(queue, upTo: migration)
            try queue.read { db in
                for table in try DatabaseTables.plain(db) {
                    versions[table, default: []].append(try DatabaseTables.columns(db, table).all)
                }
            }
        }
        try LibraryOpening.bringUpToDate(queue)
        (definitions, roots) = try queue.read { [versions] db in
            var definitions: [String: TableDefinition] = [:]
            var roots: [String: Int] = [:]
            for table in try DatabaseTables.plain(db) {
                let columns = try DatabaseTables.columns(db, table).all
                // Versions before the table was made anew with other columns do not count.
                let count = (versions[table] ?? []).filter { columns.starts(with: $0) }.map(\.count).min()
                definitions[table] = try TableDefinition(db, table: table, minColumnCount: count ?? columns.count)
                roots[table] = try Int.fetchOne(
                    db, sql: "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?", arguments: [table])
            }
            return (definitions, roots)
        }
    }
}
