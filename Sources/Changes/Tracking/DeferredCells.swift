/// Cells of unknown tables and columns, sent by newer versions and stored until a migration adds the table or column.
struct DeferredCells {
    private let connection: Connection
    private let table: TrackedTable
    private let number: Int64
    private let columns: [String: Int64]

    init(_ connection: Connection, table: TrackedTable, number: Int64, columns: [String: Int64]) {
        self.connection = connection
        self.table = table
        self.number = number
        self.columns = columns
    }

    /// Inserts the rows of a table that was unknown until now.
    func makeRows() throws {
        var rows: [(n: Int64, id: String)] = []
        try connection.each(
            """
            SELECT n, id FROM sync_rows AS r WHERE tbl = \(number) AND life = \(RowState.present)
                AND NOT EXISTS (SELECT 1 FROM "\(table.name)" AS t WHERE t.id = r.id)
            """
        ) { rows.append(($0.int(0), $0.text(1))) }
        let cells = try connection.statement("SELECT col, value FROM sync_cells WHERE row = ? AND held")
        for row in rows {
            cells.bind(row.n, at: 1)
            var values: [Int64: Value] = [:]
            while try cells.step() { values[cells.int(0)] = try cells.value(1) }
            cells.reset()
            let present = table.columns.filter { columns[$0.name].flatMap { values[$0] } != nil }
            let insert = try connection.statement(SQLText.insert(into: table.name, present.map { $0.name }))
            insert.bind(row.id, at: 1)
            for (i, column) in present.enumerated() {
                if let value = columns[column.name].flatMap({ values[$0] }) { insert.bind(value, at: i + 2) }
            }
            try insert.run()
            try connection.run("UPDATE sync_cells SET held = 0, value = NULL WHERE row = \(row.n) AND held AND col IN (\(known))")
        }
    }

    /// Moves the deferred cells of new columns into their rows.
    func moveIn(_ fresh: [Int64]) throws {
        for column in table.columns {
            guard let n = columns[column.name], fresh.contains(n) else { continue }
            // Compiling the update, with all triggers of the table, takes longer than this.
            let held = try connection.statement("SELECT EXISTS (SELECT 1 FROM sync_cells WHERE held AND col = ?)")
            defer { held.reset() }
            held.bind(n, at: 1)
            guard try held.step(), held.int(0) == 1 else { continue }
            try connection.run(
                """
                UPDATE "\(table.name)" AS t SET "\(column.name)" = c.value
                    FROM sync_cells AS c JOIN sync_rows AS r ON r.n = c.row
                    WHERE c.held AND c.col = \(n) AND r.tbl = \(number) AND r.life = \(RowState.present) AND r.id = t.id;
                UPDATE sync_cells SET held = 0, value = NULL
                    WHERE held AND col = \(n) AND row IN (SELECT n FROM sync_rows WHERE life = \(RowState.present));
                """)
        }
    }

    private var known: String { columns.values.map(String.init).joined(separator: ", ") }
}

/// Statements whose text depends on a table.
enum SQLText {
    static func insert(into table: String, _ columns: [String]) -> String {
        let names = (["id"] + columns).map { "\"\($0)\"" }.joined(separator: ", ")
        return "INSERT INTO \"\(table)\" (\(names)) VALUES (\((["?"] + columns.map { _ in "?" }).joined(separator: ", ")))"
    }
}
