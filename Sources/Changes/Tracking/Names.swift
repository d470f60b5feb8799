/// The numbers that stand for devices, tables, columns and shapes in this database. Names of other versions get theirs as well.
final class Names {
    private let connection: Connection
    private var sites: [String: Int64] = [:]
    private var shapes: [String: Int64] = [:]

    init(_ connection: Connection) { self.connection = connection }

    /// The number of a device.
    func site(_ name: String) throws -> Int64 {
        if let known = sites[name] { return known }
        let n = try number(
            inserting: "INSERT INTO sync_sites (name) VALUES (?)", finding: "SELECT n FROM sync_sites WHERE name = ?", names: [name]
        )
        sites[name] = n
        return n
    }

    /// The number of a table; `known` says whether it is tracked here.
    func table(_ name: String) throws -> Int64 {
        try number(
            inserting: "INSERT INTO sync_tables (name, known) VALUES (?, 0)", finding: "SELECT n FROM sync_tables WHERE name = ?",
            names: [name])
    }

    /// The number of a column.
    func column(_ name: String, type: String, defaultText: String?, of table: Int64) throws -> Int64 {
        let find = try connection.statement("SELECT n FROM sync_columns WHERE tbl = ? AND name = ?")
        find.bind(table, at: 1)
        find.bind(name, at: 2)
        defer { find.reset() }
        if try find.step() { return find.int(0) }
        let insert = try connection.statement("INSERT INTO sync_columns (tbl, name, type, dflt, known) VALUES (?, ?, ?, ?, 0)")
        insert.bind(table, at: 1)
        insert.bind(name, at: 2)
        insert.bind(type, at: 3)
        if let defaultText { insert.bind(defaultText, at: 4) } else { insert.bindNull(at: 4) }
        try insert.run()
        return connection.lastRow
    }

    /// The number of a set of columns, which a row was inserted with.
    func shape(_ columns: [Int64], of table: Int64) throws -> Int64 {
        let text = columns.sorted().map(String.init).joined(separator: " ")
        let key = "\(table):\(text)"
        if let known = shapes[key] { return known }
        let find = try connection.statement("SELECT n FROM sync_shapes WHERE tbl = ? AND columns = ?")
        find.bind(table, at: 1)
        find.bind(text, at: 2)
        defer { find.reset() }
        var n: Int64
        if try find.step() {
            n = find.int(0)
        } else {
            let insert = try connection.statement("INSERT INTO sync_shapes (tbl, columns) VALUES (?, ?)")
            insert.bind(table, at: 1)
            insert.bind(text, at: 2)
            try insert.run()
            n = connection.lastRow
        }
        shapes[key] = n
        return n
    }

    private func number(inserting insert: String, finding find: String, names: [String]) throws -> Int64 {
        let found = try connection.statement(find)
        for (i, name) in names.enumerated() { found.bind(name, at: i + 1) }
        defer { found.reset() }
        if try found.step() { return found.int(0) }
        let inserted = try connection.statement(insert)
        for (i, name) in names.enumerated() { inserted.bind(name, at: i + 1) }
        try inserted.run()
        return connection.lastRow
    }
}
