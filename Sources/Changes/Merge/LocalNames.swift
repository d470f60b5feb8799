/// A device: its number in this database, and its name, by which equal clocks are put in order.
struct Site {
    let n: Int64
    let name: String
}

/// A column by its number in this database.
struct LocalColumn {
    let n: Int64
    let name: String
    /// Whether this version has it.
    let isKnown: Bool
}

/// A table by its number in this database.
struct LocalTable {
    let n: Int64
    let name: String
    /// Whether this version has it.
    let isKnown: Bool
}

/// Translates a changeset's numbers into this database's.
struct LocalNames {
    private let reader: ChangesetReader
    private let names: Names
    private let connection: Connection
    private var sites: [Int64: Site] = [:]
    private var tables: [Int64: LocalTable] = [:]
    private var columns: [Int64: (column: LocalColumn, table: Int64)] = [:]

    init(_ reader: ChangesetReader, names: Names, connection: Connection) {
        self.reader = reader
        self.names = names
        self.connection = connection
    }

    mutating func site(_ n: Int64) throws -> Site {
        if let known = sites[n] { return known }
        guard let name = reader.sites[n] else { throw ChangesError(.damaged, "it names a device that it does not list") }
        let site = Site(n: try names.site(name), name: name)
        sites[n] = site
        return site
    }

    mutating func table(_ n: Int64) throws -> LocalTable {
        if let known = tables[n] { return known }
        guard let name = reader.tables[n] else { throw ChangesError(.damaged, "it names a table that it does not list") }
        let number = try names.table(name)
        let isKnown = try isKnown("SELECT known FROM sync_tables WHERE n = ?", number)
        let table = LocalTable(n: number, name: name, isKnown: isKnown)
        tables[n] = table
        return table
    }

    mutating func column(_ n: Int64, of table: LocalTable) throws -> LocalColumn {
        if let known = columns[n] {
            guard known.table == table.n else {
                throw ChangesError(.damaged, "the column \(known.column.name) is of another table")
            }
            return known.column
        }
        guard let column = reader.columns[n], reader.tables[column.table] == table.name else {
            throw ChangesError(.damaged, "it names a column that it does not list")
        }
        let number = try names.column(column.name, type: column.type, defaultText: column.defaultText, of: table.n)
        let isKnown = try isKnown("SELECT known FROM sync_columns WHERE n = ?", number)
        let made = LocalColumn(n: number, name: column.name, isKnown: isKnown && table.isKnown)
        columns[n] = (made, table.n)
        return made
    }

    private func isKnown(_ query: String, _ n: Int64) throws -> Bool {
        let find = try connection.statement(query)
        find.bind(n, at: 1)
        defer { find.reset() }
        return try find.step() && find.int(0) == 1
    }
}
