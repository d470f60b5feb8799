import Foundation
import GRDB

/// Rows of a table, inside a transaction.
extension TableLayout {
    private var columnList: String { columns.map(\.name).joined(separator: ", ") }

    /// The entries with these ids, in their order; what is not there is left out.
    func fetch(_ ids: [String], _ db: Database) throws -> [Entry<Value>] {
        if ids.isEmpty { return [] }
        var found: [String: Entry<Value>] = [:]
        let merges = try AccountMerges.load(db)
        let marks = databaseQuestionMarks(count: ids.count)
        let sql = "SELECT id, created, modified, trashed, \(columnList) FROM \(table) WHERE id IN (\(marks))"
        let rows = try Row.fetchCursor(try db.cachedStatement(sql: sql), arguments: StatementArguments(ids))
        while let row = try rows.next() {
            if let entry = entry(row, merges) { found[row[0]] = entry }
        }
        return ids.compactMap { found[$0] }
    }

    func fetch(_ id: Identifier<Value>, _ db: Database) throws -> Entry<Value>? { try fetch([id.description], db).first }

    /// The entries that fulfil an SQL condition, oldest first, also from the trash.
    func fetch(where condition: String, _ arguments: StatementArguments, _ db: Database) throws -> [Entry<Value>] {
        let sql = "SELECT id, created, modified, trashed, \(columnList) FROM \(table) WHERE \(condition) ORDER BY id"
        let merges = try AccountMerges.load(db)
        return try Row.fetchAll(try db.cachedStatement(sql: sql), arguments: arguments).compactMap { row in entry(row, merges) }
    }

    /// Nil where the id is none: there is no naming such a row.
    private func entry(_ row: Row, _ merges: AccountMerges) -> Entry<Value>? {
        guard let id = Identifier<Value>(cell: row[0]) else { return nil }
        var value = blank
        for (i, column) in columns.enumerated() {
            // Who was merged into another account is that account, whatever the row says.
            column.fill(&value, column.name == "account" ? merges.resolve(row[i + 4] as DatabaseValue) : row[i + 4])
        }
        return Entry(
            id: id, created: Date(cell: row[1]) ?? .distantPast, modified: Date(cell: row[2]) ?? .distantPast,
            trashed: Date(cell: row[3]), content: value)
    }

    /// Adds a value under a new id, or under `id`, which must not have been used before.
    func insert(_ value: Value, id: Identifier<Value>? = nil, at time: Date = Date(), _ db: Database) throws -> Entry<Value> {
        let value = try checked(value)
        try checkReferences(columns.map { ($0, $0.cell(value)) }, db)
        try permit(value, nil, db)
        let id = try id ?? newID(db)
        let now = time.milliseconds
        let sql = """
            INSERT INTO \(table) (id, created, modified, \(columnList)) VALUES (\(databaseQuestionMarks(count: columns.count + 3)))
            """
        try db.cachedStatement(sql: sql).execute(
            arguments: StatementArguments([id.cell, now.databaseValue, now.databaseValue] + columns.map { $0.cell(value) }))
        let entry = Entry(
            id: id, created: Date(milliseconds: now), modified: Date(milliseconds: now), trashed: nil, content: value)
        try follow(entry, db)
        return entry
    }

    /// Made under the write lock and above the newest one, so that ids and commits have one order, whoever adds.
    private func newID(_ db: Database) throws -> Identifier<Value> {
        let newest = try String.fetchOne(try db.cachedStatement(sql: "SELECT max(id) FROM \(table)"))
        return Identifier(KSUID(above: newest.flatMap { KSUID($0) }))
    }

    /// Writes those columns in which `new` differs from `base`, and no others: what another device changed in the rest stays.
    func update(
        _ old: Entry<Value>, from base: Value, to new: Value, at time: Date = Date(), _ db: Database
    ) throws -> Entry<Value> {
        let new = try checked(new)
        let changes = columns.compactMap { column in
            let cell = column.cell(new)
            return cell == column.cell(base) ? nil : (column, cell)
        }
        if changes.isEmpty { return old }
        var merged = old.content
        for (column, cell) in changes { column.fill(&merged, cell) }
        try checkReferences(changes, db)
        try permit(merged, old, db)
        let assignments = changes.map { "\($0.0.name) = ?" }.joined(separator: ", ")
        try db.cachedStatement(sql: "UPDATE \(table) SET \(assignments), modified = max(modified, ?) WHERE id = ?").execute(
            arguments: StatementArguments(changes.map(\.1) + [time.cell, old.id.cell]))
        guard let entry = try fetch(old.id, db) else { throw gone(old.id) }
        try follow(entry, db)
        return entry
    }

    /// A new reference must lead somewhere. An old one may not: what it named can have been deleted elsewhere.
    private func checkReferences(_ changes: [(TableColumn<Value>, DatabaseValue)], _ db: Database) throws {
        for (column, cell) in changes where !cell.isNull {
            guard let referenced = column.references else { continue }
            let found = try Row.fetchOne(
                try db.cachedStatement(sql: "SELECT 1 FROM \(referenced) WHERE id = ? AND trashed IS NULL"), arguments: [cell])
            if found == nil {
                throw LibraryError(.notFound, "the \(noun)'s \(column.name) \(String(cell: cell) ?? "") is not there")
            }
        }
    }

    /// Puts entries into the trash, or takes them out.
    /// - Returns: those for which that changed anything.
    func setTrashed(_ ids: [Identifier<Value>], at time: Date?, _ db: Database) throws -> [Identifier<Value>] {
        let sql = """
            UPDATE \(table) SET trashed = ?, modified = max(modified, ?)
            WHERE id = ? AND trashed IS \(time == nil ? "NOT " : "")NULL
            """
        return try ids.filter { id in
            try db.cachedStatement(sql: sql).execute(arguments: [time.cell, Date().cell, id.cell])
            return db.changesCount > 0
        }
    }

    /// Deletes an entry permanently, and the media that belong to nothing else.
    /// - Returns: whether it was there, and the files that may be unnamed now; their rows in `assets` are gone where they are.
    func purge(_ id: Identifier<Value>, _ db: Database) throws -> (wasThere: Bool, hashes: [AssetHash]) {
        guard try fetch(id, db) != nil else { return (false, []) }
        let hashes = try mediaColumn.map { try Originals.purgeMedia(where: $0, id.description, db) } ?? []
        for (other, column) in owned {
            try db.cachedStatement(sql: "DELETE FROM \(other) WHERE \(column) = ?").execute(arguments: [id.cell])
        }
        try db.cachedStatement(sql: "DELETE FROM \(table) WHERE id = ?").execute(arguments: [id.cell])
        try Originals.forgetUnnamed(hashes, db)
        return (true, hashes)
    }

    func gone(_ id: Identifier<Value>) -> LibraryError { LibraryError(.notFound, "the \(noun) \(id) is not there") }
}
