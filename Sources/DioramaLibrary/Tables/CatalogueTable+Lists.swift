import Foundation
import GRDB

extension CatalogueTable {
    /// A page of what is not in the trash.
    /// - Parameters:
    ///   - conditions: what every entry must be.
    ///   - order: how the list is sorted.
    ///   - cursor: where the page before ended; nil for the first.
    ///   - limit: how many at most, 1 to 1000.
    /// - Throws: `LibraryError`: `invalidValue` for a limit out of range or another order's cursor, `cancelled` where the task was.
    public func list(
        _ conditions: [Condition<Value>] = [], by order: Order<Value> = .newest, after cursor: Cursor<Value>? = nil, limit: Int = 50
    ) async throws(LibraryError) -> Page<Value> {
        try Self.check(limit, cursor: cursor, order: order.name)
        let layout = layout
        return try await library.query(to: "list the \(layout.table)") { db in
            // One more than requested shows whether there is a next page.
            let scan = ListScan(layout: layout, conditions: conditions, order: order)
            let found = try scan.run(after: cursor, limit: limit + 1, db)
            return try Self.page(found, order: order.name, limit: limit, of: layout, db)
        }
    }

    /// A page of the trash, what was put there last first.
    public func trashed(after cursor: Cursor<Value>? = nil, limit: Int = 50) async throws(LibraryError) -> Page<Value> {
        try Self.check(limit, cursor: cursor, order: "trashed")
        let layout = layout
        return try await library.query(to: "list the trash") { db in
            var arguments: [DatabaseValue] = []
            var place = ""
            if let cursor, case .number(let time) = cursor.key {
                place = "AND (trashed, id) < (?, ?)"
                arguments = [time.databaseValue, cursor.id.cell]
            }
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, trashed FROM \(layout.table) WHERE trashed IS NOT NULL \(place)
                    ORDER BY trashed DESC, id DESC LIMIT ?
                    """,
                arguments: StatementArguments(arguments + [(limit + 1).databaseValue]))
            return try Self.page(rows.map { ($0[0], $0[1]) }, order: "trashed", limit: limit, of: layout, db)
        }
    }

    /// How many entries fulfil all conditions and are not in the trash.
    public func count(_ conditions: [Condition<Value>] = []) async throws(LibraryError) -> Int {
        let layout = layout
        return try await library.query(to: "count the \(layout.table)") { db in
            let selection = try Selection(layout, where: conditions, db)
            if conditions.count == 1, layout.listsNumbers, let found = conditions[0].found {
                // What a search or a tag finds is in the list, each once.
                return try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM (\(found))", arguments: StatementArguments(conditions[0].arguments)) ?? 0
            }
            return try Int.fetchOne(
                db, sql: "SELECT count(*) FROM \(selection.source) WHERE \(selection.filter)",
                arguments: StatementArguments(selection.arguments)) ?? 0
        }
    }

    private static func check(_ limit: Int, cursor: Cursor<Value>?, order: String) throws(LibraryError) {
        if !(1...1000).contains(limit) { throw LibraryError(.invalidValue, "a page can have 1 to 1000 entries, not \(limit)") }
        if let cursor, cursor.order != order {
            throw LibraryError(
                .invalidValue, "the cursor is of a list by \(cursor.order), not by \(order); begin from the first page")
        }
    }

    private static func page(
        _ found: [(id: String, key: DatabaseValue)], order: String, limit: Int, of layout: TableLayout<Value>, _ db: Database
    ) throws -> Page<Value> {
        let entries = try layout.fetch(found.prefix(limit).map(\.id), db)
        guard found.count > limit, let last = found.prefix(limit).last(where: { Identifier<Value>($0.id) != nil }),
            let id = Identifier<Value>(last.id)
        else { return Page(entries: entries, next: nil) }
        let key: Cursor<Value>.Key =
            switch last.key.storage {
            case .int64(let number): .number(number)
            case .string(let text): .text(text)
            default: .none
            }
        return Page(entries: entries, next: Cursor(order: order, key: key, id: id))
    }
}

/// Finds the ids of a page.
///
/// A filter over a large library can match almost everything or almost nothing. Where its index names few entries, they are found
/// and sorted. Where it names many, the first entries in the list's order are looked at, which mostly fills the page; only if it
/// doesn't, everything that matches is found and sorted. Either way the work is bounded by about one pass over the narrow list.
struct ListScan<Value: CatalogueValue> {
    let layout: TableLayout<Value>
    let conditions: [Condition<Value>]
    let order: Order<Value>
    /// How many entries are read in order before the filter is applied.
    private let lookahead = 2000

    /// Ids with what they were sorted by.
    typealias Found = [(id: String, key: DatabaseValue)]

    func run(after cursor: Cursor<Value>?, limit: Int, _ db: Database) throws -> Found {
        let selection = try Selection(layout, where: conditions, newestFirst: order.column == nil && order.isDescending, db)
        guard let column = order.column else {
            return try scan(
                selection,
                part: Part(key: "NULL", columns: ["id"], isDescending: order.isDescending, place: cursor.map { [$0.id.cell] }),
                limit: limit, db)
        }
        var found: Found = []
        if cursor?.key != Cursor<Value>.Key.none {
            let place = cursor.map { [Self.cell($0.key), $0.id.cell] }
            found = try scan(
                selection,
                part: Part(
                    key: column, columns: [column, "id"], isDescending: order.isDescending, place: place,
                    test: (column, "IS NOT NULL")), limit: limit, db)
        }
        if found.count < limit {
            let place = cursor.flatMap { $0.key == .none ? [$0.id.cell] : nil }
            found += try scan(
                selection, part: Part(key: "NULL", columns: ["id"], isDescending: true, place: place, test: (column, "IS NULL")),
                limit: limit - found.count, db)
        }
        return found
    }

    /// A part of a list that is sorted by columns, and where in it to begin.
    private struct Part {
        /// What entries are sorted by, for their cursors.
        let key: String
        let columns: [String]
        let isDescending: Bool
        /// Values of the columns of the entry before; nil for the beginning.
        let place: [DatabaseValue]?
        var test: (column: String, is: String)?

        /// - Parameter prefix: "+" keeps SQLite from using an index of the columns.
        func range(_ prefix: String = "") -> String {
            let test = test.map { "\(prefix)\($0.column) \($0.is)" } ?? "TRUE"
            guard let place else { return test }
            let names = columns.map { prefix + $0 }.joined(separator: ", ")
            return "\(test) AND (\(names)) \(isDescending ? "<" : ">") (\(place.map { _ in "?" }.joined(separator: ", ")))"
        }

        func sort(_ prefix: String = "") -> String {
            columns.map { "\(prefix)\($0) \(isDescending ? "DESC" : "ASC")" }.joined(separator: ", ")
        }
    }

    private static func cell(_ key: Cursor<Value>.Key) -> DatabaseValue {
        switch key {
        case .none: .null
        case .number(let number): number.databaseValue
        case .text(let text): text.databaseValue
        }
    }

    private func scan(_ selection: Selection<Value>, part: Part, limit: Int, _ db: Database) throws -> Found {
        let place = part.place ?? []
        let begin = "(\(layout.live)) AND \(part.range())"
        if conditions.isEmpty {
            return try fetch(
                "SELECT id, \(part.key) FROM \(layout.list) WHERE \(begin) ORDER BY \(part.sort()) LIMIT \(limit)",
                arguments: place, db)
        }
        if !selection.isNarrow, let test = selection.test {
            let first = try fetch(
                """
                SELECT id, \(part.key) FROM (
                    SELECT * FROM \(layout.list) WHERE \(begin) ORDER BY \(part.sort()) LIMIT \(lookahead)
                ) AS \(layout.list) WHERE \(test) ORDER BY \(part.sort()) LIMIT \(limit)
                """, arguments: place + selection.testArguments, db)
            if first.count == limit { return first }
        }
        return try fetch(
            """
            SELECT id, \(part.key) FROM \(selection.source) WHERE \(selection.filter) AND \(part.range("+")) \
            ORDER BY \(part.sort("+")) LIMIT \(limit)
            """, arguments: selection.arguments + place, db)
    }

    private func fetch(_ sql: String, arguments: [DatabaseValue], _ db: Database) throws -> Found {
        try Row.fetchAll(try db.cachedStatement(sql: sql), arguments: StatementArguments(arguments)).map { ($0[0], $0[1]) }
    }
}
