import GRDB

/// What a database holds, by its own account.
enum DatabaseTables {
    /// Tables with rows of their own, by name; not SQLite's, nor those of virtual tables, which are made from others.
    static func plain(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT name FROM pragma_table_list
                WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
                """)
    }

    /// The same without those that are derived from others, and the list of migrations.
    static func original(_ db: Database) throws -> [String] { try plain(db).filter { !derived.contains($0) } }

    private static let derived: Set<String> = [
        "grdb_migrations", "search_documents", "thing_list", "thing_tags", "memory_groups", "memory_list",
        "memory_tags", "memory_log", "memory_changes", "row_digests", "row_changes",
    ]

    /// The table's columns that hold values, and those of its primary key in their order.
    static func columns(_ db: Database, _ table: String) throws -> (all: [String], key: [String]) {
        let rows = try Row.fetchAll(
            db, sql: "SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid", arguments: [table])
        let columns = rows.compactMap { row in String.fromDatabaseValue(row[0]).map { ($0, Int.fromDatabaseValue(row[1]) ?? 0) } }
        return (columns.map(\.0), columns.filter { $0.1 > 0 }.sorted { $0.1 < $1.1 }.map(\.0))
    }

    static func hasRowid(_ db: Database, _ table: String) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?", arguments: [table]) == 0
    }
}

/// SQLite's own checks of a catalogue.
enum DatabaseCheck {
    /// Everything: structure, indexes against tables, references, types, and values that can't be right.
    /// - Returns: what is wrong, a line each.
    static func whole(_ db: Database) throws -> [String] {
        var problems = try schema(db) + lines(db, "PRAGMA integrity_check(20)")
        for row in try Row.fetchAll(db, sql: "SELECT \"table\", parent FROM pragma_foreign_key_check LIMIT 20") {
            problems.append("a row of \(row[0] ?? "?") refers to a row of \(row[1] ?? "?") that is not there")
        }
        if try Int32.fetchOne(db, sql: "PRAGMA application_id") != Schema.applicationID {
            problems.append("it is not marked as Diorama's")
        }
        // Where pages can't be followed, values can't be read.
        return problems.isEmpty ? try values(db) : problems
    }

    /// Definitions that are not what their names say: SQLite goes by the text, and a repair by name would make a second one.
    static func schema(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_schema
                WHERE sql IS NOT NULL AND (type NOT IN ('table', 'index', 'trigger', 'view') OR instr(sql, name) = 0)
                """
        ).map { "the definition of \($0) is damaged" }
    }

    /// Values that can't be what their columns are for, and columns that should be there. SQLite keeps no check sums: this finds
    /// some of the damage that leaves the structure whole.
    private static func values(_ db: Database) throws -> [String] {
        var problems: [String] = []
        let isCurrent = try Schema.migrator.hasCompletedMigrations(db)
        for table in try DatabaseTables.original(db) where !table.hasPrefix("sync_") {
            let columns = try DatabaseTables.columns(db, table)
            for column in isCurrent ? (expected[table] ?? []).subtracting(columns.all).sorted() : [] {
                problems.append("\(table) has no column \(column)")
            }
            for (column, rule) in [
                ("id", "length(id) <> 27 OR id GLOB '*[^0-9A-Za-z]*'"),
                ("hash", "hash GLOB '*[^0-9a-f]*' OR length(hash) NOT IN (0, 64)"),
            ]
            where columns.all.contains(column) {
                let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table.quotedDatabaseIdentifier) WHERE \(rule)") ?? 0
                if count > 0 { problems.append("\(count) rows of \(table) have a damaged \(column)") }
            }
        }
        return problems
    }

    /// The columns of each table in this version.
    private static let expected: [String: Set<String>] = {
        let columns = try? EmptyCatalogue.read { db in
            try DatabaseTables.original(db).map { ($0, Set(try DatabaseTables.columns(db, $0).all)) }
        }
        return Dictionary(uniqueKeysWithValues: columns ?? [])
    }()

    /// The first and the last row of each table and index: what lies at the edges of each tree, in a few reads.
    static func edges(_ db: Database) throws {
        for table in try DatabaseTables.plain(db) {
            let name = table.quotedDatabaseIdentifier
            let key = try DatabaseTables.hasRowid(db, table) ? ["rowid"] : try DatabaseTables.columns(db, table).key
            for direction in ["ASC", "DESC"] where !key.isEmpty {
                let order = key.map { "\($0.quotedDatabaseIdentifier) \(direction)" }.joined(separator: ", ")
                _ = try Row.fetchOne(db, sql: "SELECT * FROM \(name) NOT INDEXED ORDER BY \(order) LIMIT 1")
            }
        }
    }

    private static func lines(_ db: Database, _ sql: String) throws -> [String] {
        do {
            let lines = try String.fetchAll(db, sql: sql)
            return lines == ["ok"] ? [] : lines
        } catch let error as DatabaseError where OpeningCheck.isDamage(error) || error.resultCode == .SQLITE_IOERR {
            return [error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"]
        }
    }
}
