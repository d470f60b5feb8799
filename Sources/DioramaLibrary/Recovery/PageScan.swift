import Foundation
import GRDB
import Support

/// Reads rows out of the pages of a damaged database one by one, into a sound database.
///
/// SQLite finds a table by its entry in `sqlite_schema` and its rows by the inner pages of its tree: where one of these is damaged,
/// intact rows are out of its reach. Here the entries are collected from all pages that have some, and each tree is followed as
/// far as it goes. Entries that are lost are replaced by what the migrations make. Pages that no tree reaches are assigned row by
/// row: a digest says which table its row belongs to; without digests, a row must fit the columns of one table only.
struct PageScan {
    private let pages: DatabasePages
    /// The tables whose rows are read.
    private let names: Set<String>
    /// Where the rows go.
    private let db: Database
    private let known: KnownTables
    private var definitions: [String: TableDefinition] = [:]
    /// Which tree a page belongs to; an empty name stands for one that is not read.
    private var owners: [Int: String] = [:]
    /// Rows that were deleted on purpose, which former contents of pages must not bring back: "TABLE ID".
    private var purged: Set<String> = []
    /// How many rows outside all trees fit several tables.
    private(set) var unassignedRows = 0
    /// Rows that do not match their digest.
    private(set) var changedRows: [RowDigests.Mismatch] = []

    /// - Parameter db: an empty database, in a transaction when the scan runs.
    init(_ pages: DatabasePages, tables names: Set<String>, into db: Database) throws {
        self.pages = pages
        self.names = names
        self.db = db
        known = try KnownTables.current.get()
    }

    mutating func run(_ progress: ProgressReporter) throws {
        let free = pages.free()
        let used = (1...pages.count).filter { !free.contains($0) }
        try makeDigestTables()
        var entries: [String: Entry] = [:]
        for (i, number) in used.enumerated() {
            if i % 1000 == 0 {
                try progress.report(0.5 * Double(i) / Double(used.count), "Reading the damaged database page by page")
            }
            try collect(number, &entries)
        }
        try define(by: entries)
        try followTrees(entries)
        // Rows in their tables' trees count for more than rows that may be left from before.
        let owned = used.filter { owners[$0].map { !$0.isEmpty } ?? false }
        for (i, number) in (owned + used.filter { owners[$0] == nil }).enumerated() {
            if i % 1000 == 0 {
                try progress.report(0.5 + 0.5 * Double(i) / Double(used.count), "Reading the damaged database page by page")
            }
            try read(number)
        }
        try findChangedRows()
    }

    // MARK: What the database says about itself

    /// A row of `sqlite_schema` for a table or an index.
    private struct Entry {
        let isTable: Bool
        let root: Int
        let sql: String
        let rowid: Int64
    }

    private func makeDigestTables() throws {
        try db.execute(
            sql: """
                CREATE TABLE row_digests (
                    "table" TEXT NOT NULL, id TEXT NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (id, "table")
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE row_changes ("table" TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY ("table", id)) STRICT, WITHOUT ROWID;
                """)
    }

    /// Takes entries of the schema, digests and deleted rows out of a page: each has a form that no other row has.
    private mutating func collect(_ number: Int, _ entries: inout [String: Entry]) throws {
        guard let page = BTreePage(number, in: pages) else { return }
        for record in page.records(in: pages) {
            switch (page.tree, record.values.map(\.storage)) {
            case (.table, let values) where values.count == 5:
                guard case .string(let type) = values[0], ["table", "index", "trigger", "view"].contains(type),
                    case .string(let name) = values[1], case .string = values[2], case .int64(let root) = values[3]
                else { continue }
                owners[number] = ""
                guard type == "table" || type == "index", root > 1, root <= pages.count else { continue }
                let rowid = record.rowid ?? 0
                if let former = entries[name], former.rowid > rowid { continue }
                let sql = String.fromDatabaseValue(record.values[4]) ?? ""
                entries[name] = Entry(isTable: type == "table", root: Int(root), sql: sql, rowid: rowid)
            case (.index, let values) where values.count == 3:
                guard case .string(let table) = values[0], Schema.tracked.contains(table), case .string(let id) = values[1],
                    KSUID(id) != nil, case .blob(let digest) = values[2], digest.count == RowDigests.length
                else { continue }
                try db.cachedStatement(sql: "INSERT OR IGNORE INTO row_digests (\"table\", id, digest) VALUES (?, ?, ?)").execute(
                    arguments: [table, id, digest])
            case (.index, let values) where values.count == 4:
                guard case .string(let table) = values[0], Schema.purgeable.contains(table), case .string(let id) = values[1],
                    KSUID(id) != nil, case .int64 = values[2], case .int64(0...1) = values[3]
                else { continue }
                purged.insert("\(table) \(id)")
            default: continue
            }
        }
    }

    /// Makes the tables, by the database's own definitions where these are there and can be carried out.
    private mutating func define(by entries: [String: Entry]) throws {
        for name in names {
            let own = try entries[name].flatMap { $0.isTable ? try definition(name, $0.sql) : nil }
            guard let definition = own ?? known.definitions[name], !definition.key.isEmpty else { continue }
            try db.makeStatement(sql: definition.sql).execute()
            definitions[name] = definition
        }
    }

    private func definition(_ name: String, _ sql: String) throws -> TableDefinition? {
        guard sql.hasPrefix("CREATE TABLE ") else { return nil }
        if sql == known.definitions[name]?.sql { return known.definitions[name] }
        return try DatabaseQueue().write { db in
            // One statement: what the file holds is not trusted.
            guard (try? db.makeStatement(sql: sql).execute()) != nil else { return nil }
            return try TableDefinition(db, table: name)
        }
    }

    // MARK: Which page belongs to what

    private mutating func followTrees(_ entries: [String: Entry]) throws {
        for (name, entry) in entries {
            if entry.isTable, let definition = definitions[name] {
                follow(entry.root, as: name, definition.tree)
            } else if let tree = BTreePage(entry.root, in: pages)?.tree {
                follow(entry.root, as: "", tree)
            }
        }
        // A library that was created by this version has its tables where an empty one has them.
        let tables = entries.filter { $0.value.isTable && known.roots[$0.key] != nil }
        guard tables.count >= 5, tables.allSatisfy({ known.roots[$0.key] == $0.value.root }) else { return }
        for (name, definition) in definitions where entries[name] == nil {
            if let root = known.roots[name], owners[root] == nil { follow(root, as: name, definition.tree) }
        }
    }

    private mutating func follow(_ root: Int, as name: String, _ tree: BTreePage.Tree) {
        var waiting = [root]
        while let number = waiting.popLast() {
            guard owners[number] == nil, let page = BTreePage(number, in: pages), page.tree == tree else { continue }
            owners[number] = name
            waiting += page.children
        }
    }

    // MARK: Rows

    private mutating func read(_ number: Int) throws {
        guard let page = BTreePage(number, in: pages) else { return }
        for record in page.records(in: pages) {
            if let owner = owners[number] {
                guard let definition = definitions[owner], let values = definition.values(record) else { continue }
                try insert(values, definition)
            } else if let (definition, values) = try assign(record), !isPurged(definition, values) {
                try insert(values, definition)
            }
        }
    }

    /// The table that a row outside all trees belongs to: one of the shared ones, whose rows have ids of their own.
    private mutating func assign(_ record: BTreePage.Record) throws -> (TableDefinition, [DatabaseValue])? {
        var fitting: [(TableDefinition, [DatabaseValue])] = []
        for name in Schema.tracked {
            guard let definition = definitions[name] ?? known.definitions[name], let values = definition.values(record),
                case .string(let id) = values[0].storage, KSUID(id) != nil
            else { continue }
            fitting.append((definition, values))
        }
        guard let id = fitting.first?.1[0] else { return nil }
        let select = "SELECT \"table\" FROM row_digests WHERE id = ?"
        let tables = try String.fetchAll(try db.cachedStatement(sql: select), arguments: [id])
        if !tables.isEmpty { fitting.removeAll { !tables.contains($0.0.name) } }
        if fitting.count > 1 {
            unassignedRows += 1
            return nil
        }
        return fitting.first.flatMap { names.contains($0.0.name) ? $0 : nil }
    }

    private func isPurged(_ definition: TableDefinition, _ values: [DatabaseValue]) -> Bool {
        guard case .string(let id) = values[0].storage else { return false }
        return purged.contains("\(definition.name) \(id)")
    }

    private func insert(_ values: [DatabaseValue], _ definition: TableDefinition) throws {
        let columns = definition.columns.prefix(values.count).map(\.name)
        guard definition.key.allSatisfy(columns.contains) else { return }
        do {
            try db.cachedStatement(sql: Salvage.upsert(definition.name, columns: columns, key: definition.key)).execute(
                arguments: StatementArguments(values))
        } catch let error as DatabaseError where [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH].contains(error.resultCode) {
            // Its values can't be right.
        }
    }

    /// Compares the rows with those digests that are there.
    private mutating func findChangedRows() throws {
        let known = try db.cachedStatement(sql: "SELECT count(*) FROM row_digests WHERE \"table\" = ? AND id = ?")
        do {
            changedRows = try RowDigests.mismatches(db).filter { mismatch in
                try !mismatch.isMissing && Int.fetchOne(known, arguments: [mismatch.table, mismatch.id]) == 1
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            // Tables of the first versions have no ids, and no digests.
        }
    }
}
