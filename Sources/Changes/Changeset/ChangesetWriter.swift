import Crypto
import Foundation
import GRDB

extension Changeset {
    /// What this device wrote since `after`: at most about `limit` rows and cells, so that a large set of changes is sent in parts.
    /// - Returns: the changeset and the time to go on from, or nil where there is nothing. Call `markExported` in the same
    ///   transaction.
    public static func changes(
        _ db: Database, after: HybridTime, limit: Int = 20_000, header: Header
    ) throws -> (changeset: Changeset, upTo: HybridTime)? {
        let connection = try Connection(db)
        let mine = "site = (SELECT site FROM sync_state) AND clock > \(after.rawValue)"
        let clocks = "SELECT clock FROM sync_rows WHERE \(mine) UNION ALL SELECT clock FROM sync_cells WHERE \(mine)"
        guard let last = try connection.int("SELECT max(clock) FROM (\(clocks))") else { return nil }
        let upTo = try connection.int("SELECT clock FROM (\(clocks)) ORDER BY clock LIMIT 1 OFFSET \(max(limit, 1) - 1)") ?? last
        let range = "\(mine) AND clock <= \(upTo)"
        let writer = try ChangesetWriter(connection, isSmall: limit < 20_000 || last == upTo)
        // A row that is new goes whole, with what others or later writes made of it: it can then be made in one piece.
        try writer.write(rows: "SELECT n FROM sync_rows WHERE \(range)")
        try writer.write(cells: "SELECT row, col, clock, site, was, held, value FROM sync_cells WHERE \(range)")
        return (try writer.finish(header), HybridTime(rawValue: upTo))
    }

    /// Up to where this device's writes have been made into changesets.
    public static func exported(_ db: Database) throws -> HybridTime {
        HybridTime(rawValue: try Int64.fetchOne(try db.cachedStatement(sql: "SELECT exported FROM sync_state")) ?? 0)
    }

    /// Records that everything up to `time` is in changesets, which must be stored in the same transaction.
    public static func markExported(_ db: Database, upTo time: HybridTime) throws {
        try db.execute(sql: "UPDATE sync_state SET exported = max(exported, ?)", arguments: [time.rawValue])
    }

    /// Everything that this device knows, including cells of columns and tables that this version does not have.
    public static func snapshot(_ db: Database, header: Header) throws -> Changeset {
        let writer = try ChangesetWriter(Connection(db), isSmall: false)
        try writer.write(rows: "SELECT n FROM sync_rows")
        return try writer.finish(header)
    }

    /// Chosen rows with the clocks of their cells.
    /// - Parameters:
    ///   - db: the database, in a transaction.
    ///   - rows: ids by table; those that are not there are left out.
    ///   - header: what the changeset says of itself.
    public static func subset(_ db: Database, rows: [String: [String]], header: Header) throws -> Changeset {
        let connection = try Connection(db)
        let writer = try ChangesetWriter(connection, isSmall: true)
        for (table, ids) in rows.sorted(by: { $0.key < $1.key }) {
            for id in Set(ids).sorted() {
                let find = try connection.statement(
                    "SELECT r.n FROM sync_rows AS r JOIN sync_tables AS t ON t.n = r.tbl WHERE t.name = ? AND r.id = ?")
                find.bind(table, at: 1)
                find.bind(id, at: 2)
                let n = try find.step() ? find.int(0) : nil
                find.reset()
                if let n { try writer.write(rows: "SELECT \(n)") }
            }
        }
        return try writer.finish(header)
    }
}

/// Writes rows and cells into a new changeset.
private final class ChangesetWriter {
    private let source: Connection
    private let target: Connection
    private var tables: [Int64: SourceTable] = [:]
    private var sites: Set<Int64> = []
    private let insertRow: Statement
    private let insertCell: Statement
    private var written: Set<Int64> = []

    /// A table of the source, and what selects its values.
    private struct SourceTable {
        let name: String
        /// Whether the table is in this database.
        let isKnown: Bool
        /// Columns that rows were inserted with, by the shape's number.
        let shapes: [Int64: [Int64]]
        /// Index of each known column in `select`.
        let indices: [Int64: Int]
        let select: String
    }

    /// - Parameter isSmall: whether few rows are to be expected: small pages then keep the file small.
    init(_ source: Connection, isSmall: Bool) throws {
        self.source = source
        target = try Connection(pageSize: isSmall ? 512 : 4096)
        try target.run("PRAGMA application_id = \(ChangesetFormat.applicationID); BEGIN")
        for (_, sql) in ChangesetFormat.tables { try target.run(sql) }
        insertRow = try target.statement("INSERT INTO rows (n, tbl, id, life, clock, site) VALUES (?, ?, ?, ?, ?, ?)")
        insertCell = try target.statement("INSERT INTO cells (row, col, clock, site, was, value) VALUES (?, ?, ?, ?, ?, ?)")
    }

    /// Writes the rows that `query` gives the numbers of, with all their cells.
    func write(rows query: String) throws {
        let find = try Statement(
            "SELECT n, tbl, id, life, clock, site, shape FROM sync_rows WHERE n IN (\(query)) ORDER BY n", on: source.handle)
        let explicit = try source.statement("SELECT col, clock, site, was, held, value FROM sync_cells WHERE row = ?")
        while try find.step() {
            let n = find.int(0)
            let tableNumber = find.int(1)
            let id = find.text(2)
            let state = find.int(3)
            guard written.insert(n).inserted else { continue }
            let table = try table(tableNumber)
            try write(row: n, of: tableNumber, id: id, state: state, clock: find.int(4), site: find.int(5))
            guard state != RowState.tombstone else { continue }
            let values = try state == RowState.present && table.isKnown ? row(id, of: table) : nil
            var overridden: Set<Int64> = []
            explicit.bind(n, at: 1)
            while try explicit.step() {
                let column = explicit.int(0)
                overridden.insert(column)
                let value = try explicit.int(4) != 0 ? explicit.value(5) : values?[column]
                guard let value else { throw ChangesError(.failed, "the row \(id) of \(table.name) has lost a column") }
                try write(cell: n, column, clock: explicit.int(1), site: explicit.int(2), was: explicit.int(3), value)
            }
            explicit.reset()
            guard let values else { continue }
            for column in table.shapes[find.int(6)] ?? [] where !overridden.contains(column) {
                if let value = values[column] { try write(cell: n, column, clock: nil, site: nil, was: nil, value) }
            }
        }
    }

    /// Writes the single cells that `query` gives, where their rows were not written whole.
    func write(cells query: String) throws {
        let find = try Statement(
            """
            SELECT c.row, c.col, c.clock, c.site, c.was, c.held, c.value, r.tbl, r.id, r.site
            FROM (\(query)) AS c JOIN sync_rows AS r ON r.n = c.row ORDER BY c.row, c.col
            """, on: source.handle)
        var current: Int64?
        var values: [Int64: Value]?
        while try find.step() {
            let n = find.int(0)
            if written.contains(n) { continue }
            let tableNumber = find.int(7)
            let id = find.text(8)
            if current != n {
                current = n
                try write(row: n, of: tableNumber, id: id, state: RowState.absent, clock: 0, site: find.int(9))
                let table = try table(tableNumber)
                values = try table.isKnown ? row(id, of: table) : nil
            }
            let value = try find.int(5) != 0 ? find.value(6) : values?[find.int(1)]
            guard let value else { throw ChangesError(.failed, "the row \(id) has lost a column") }
            try write(cell: n, find.int(1), clock: find.int(2), site: find.int(3), was: find.int(4), value)
        }
    }

    private func write(row n: Int64, of table: Int64, id: String, state: Int64, clock: Int64, site: Int64) throws {
        sites.insert(site)
        insertRow.bind(n, at: 1)
        insertRow.bind(table, at: 2)
        insertRow.bind(id, at: 3)
        insertRow.bind(state, at: 4)
        insertRow.bind(clock, at: 5)
        insertRow.bind(site, at: 6)
        try insertRow.run()
    }

    private func write(cell row: Int64, _ column: Int64, clock: Int64?, site: Int64?, was: Int64?, _ value: Value) throws {
        if let site { sites.insert(site) }
        insertCell.bind(row, at: 1)
        insertCell.bind(column, at: 2)
        insertCell.bind(clock, at: 3)
        insertCell.bind(site, at: 4)
        insertCell.bind(was, at: 5)
        insertCell.bind(value, at: 6)
        try insertCell.run()
    }

    /// The values of a row by the numbers of their columns; nil where it is not there.
    private func row(_ id: String, of table: SourceTable) throws -> [Int64: Value]? {
        let find = try source.statement(table.select)
        find.bind(id, at: 1)
        defer { find.reset() }
        guard try find.step() else { return nil }
        return try table.indices.mapValues { try find.value($0) }
    }

    private func table(_ n: Int64) throws -> SourceTable {
        if let known = tables[n] { return known }
        var name = ""
        var isKnown = false
        try source.each("SELECT name, known FROM sync_tables WHERE n = \(n)") { (name, isKnown) = ($0.text(0), $0.int(1) != 0) }
        var indices: [Int64: Int] = [:]
        var selected: [String] = []
        let insert = try target.statement("INSERT INTO columns (n, tbl, name, type, dflt) VALUES (?, ?, ?, ?, ?)")
        let insertTable = try target.statement("INSERT INTO tables (n, name) VALUES (?, ?)")
        insertTable.bind(n, at: 1)
        insertTable.bind(name, at: 2)
        try insertTable.run()
        try source.each("SELECT n, name, type, dflt, known FROM sync_columns WHERE tbl = \(n) ORDER BY n") { column in
            if isKnown && column.int(4) != 0 {
                indices[column.int(0)] = selected.count
                selected.append("\"\(column.text(1))\"")
            }
            insert.bind(column.int(0), at: 1)
            insert.bind(n, at: 2)
            insert.bind(column.text(1), at: 3)
            insert.bind(column.text(2), at: 4)
            if column.isNull(3) { insert.bindNull(at: 5) } else { insert.bind(column.text(3), at: 5) }
            try insert.run()
        }
        var shapes: [Int64: [Int64]] = [:]
        try source.each("SELECT n, columns FROM sync_shapes WHERE tbl = \(n)") { row in
            shapes[row.int(0)] = row.text(1).split(separator: " ").compactMap { Int64($0) }
        }
        let list = selected.isEmpty ? "NULL" : selected.joined(separator: ", ")
        let made = SourceTable(
            name: name, isKnown: isKnown, shapes: shapes, indices: indices,
            select: "SELECT \(list) FROM \"\(name)\" WHERE id = ?")
        tables[n] = made
        return made
    }

    func finish(_ header: Changeset.Header) throws -> Changeset {
        let insertSite = try target.statement("INSERT INTO sites (n, name) VALUES (?, ?)")
        try source.each("SELECT n, name FROM sync_sites ORDER BY n") { row in
            guard sites.contains(row.int(0)) else { return }
            insertSite.bind(row.int(0), at: 1)
            insertSite.bind(row.text(1), at: 2)
            try insertSite.run()
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        func json(_ value: some Encodable) throws -> String { String(decoding: try encoder.encode(value), as: UTF8.self) }
        var texts = [("cursors", try json(header.cursors)), ("device", header.device), ("kind", header.kind.rawValue)]
        if let sequence = header.sequence { texts.append(("sequence", String(sequence))) }
        if let missing = header.missing { texts.append(("missing", try json(missing))) }
        let insert = try target.statement("INSERT INTO meta (name, value) VALUES (?, ?)")
        for (name, value) in texts {
            insert.bind(name, at: 1)
            insert.bind(value, at: 2)
            try insert.run()
        }
        insert.bind("format", at: 1)
        insert.bind(ChangesetFormat.version, at: 2)
        try insert.run()
        try target.run("COMMIT")
        var bytes = try target.serialized()
        bytes += SHA256.hash(data: bytes)
        return Changeset(bytes: bytes)
    }
}
