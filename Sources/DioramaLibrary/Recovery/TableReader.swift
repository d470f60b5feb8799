import GRDB

/// Reads as many rows of a table as can be read out of a damaged database.
///
/// It reads from the first row on until a page is damaged, then from the last one back, and then feels its way into the gap: by
/// halving the range of rowids, or, in a table without them, by keys that are known from elsewhere.
struct TableReader {
    let db: Database
    let table: String
    /// The columns to be read; those of the key among them.
    let columns: [String]
    let key: [String]
    /// Keys that rows in the gap may have, in ascending order.
    let candidates: [[DatabaseValue]]
    private let hasRowid: Bool
    /// How many damaged places are tried before the rest is given up.
    private var budget = 4000

    typealias Visit = ([DatabaseValue]) throws -> Void
    /// What ended a scan: the last row's place in the table's order, where there was one, and whether it was the table's end.
    private typealias Scan = (last: [DatabaseValue]?, isWhole: Bool)

    init(_ db: Database, table: String, columns: [String], key: [String], candidates: [[DatabaseValue]]) throws {
        self.db = db
        self.table = table
        self.columns = columns
        self.key = key
        self.candidates = candidates
        hasRowid = try DatabaseTables.hasRowid(db, table)
    }

    /// Calls `visit` for every row that can be read; some may come twice.
    /// - Returns: whether the whole table was read.
    mutating func read(_ visit: Visit) throws -> Bool {
        let forward = try scan(after: nil, through: nil, descending: false, visit)
        if forward.isWhole { return true }
        let backward = try scan(after: nil, through: nil, descending: true, visit)
        if hasRowid {
            try halve(from: forward.last?[0].int64 ?? 0, to: backward.last?[0].int64 ?? .max, visit)
        } else {
            try probe(after: forward.last, before: backward.last, visit)
        }
        return false
    }

    /// Reads rows in the table's order until its end, or the first page that can't be read.
    private func scan(
        after: [DatabaseValue]?, through: [DatabaseValue]?, isIncluded: Bool = false, descending: Bool, _ visit: Visit
    ) throws -> Scan {
        let order = hasRowid ? ["rowid"] : key.map(\.quotedDatabaseIdentifier)
        let place = "(" + order.joined(separator: ", ") + ")"
        let marks = "(" + order.map { _ in "?" }.joined(separator: ", ") + ")"
        var conditions: [String] = []
        if after != nil { conditions.append("\(place) \(isIncluded ? ">=" : ">") \(marks)") }
        if through != nil { conditions.append("\(place) <= \(marks)") }
        let condition = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        let sql = """
            SELECT \((order + columns.map(\.quotedDatabaseIdentifier)).joined(separator: ", "))
            FROM \(table.quotedDatabaseIdentifier) NOT INDEXED \(condition)
            ORDER BY \(order.map { $0 + (descending ? " DESC" : "") }.joined(separator: ", "))
            """
        var last: [DatabaseValue]?
        do {
            let rows = try Row.fetchCursor(db, sql: sql, arguments: StatementArguments((after ?? []) + (through ?? [])))
            while let row = try rows.next() {
                let values = Array(row.databaseValues)
                last = Array(values[..<order.count])
                try visit(Array(values[order.count...]))
            }
            return (last, true)
        } catch let error as DatabaseError where OpeningCheck.isDamage(error) {
            return (last, false)
        }
    }

    /// Reads what can be read of the rows between two rowids.
    private mutating func halve(from low: Int64, to high: Int64, _ visit: Visit) throws {
        var ranges = [(low, high)]
        while let (start, end) = ranges.popLast(), budget > 0 {
            guard start < end else { continue }
            budget -= 1
            let scan = try scan(after: [start.databaseValue], through: [end.databaseValue], descending: false, visit)
            if scan.isWhole { continue }
            let reached = scan.last?[0].int64 ?? start
            guard reached < end - 1 else { continue }
            let middle = reached &+ Int64((UInt64(bitPattern: end) &- UInt64(bitPattern: reached)) / 2)
            // The later half first into the stack: rows come in their order.
            ranges.append((middle, end))
            ranges.append((reached, middle))
        }
    }

    /// Reads on from each known key that lies in the gap.
    private mutating func probe(after low: [DatabaseValue]?, before high: [DatabaseValue]?, _ visit: Visit) throws {
        var reached = low
        for candidate in candidates where budget > 0 {
            if let reached, !isAscending(reached, candidate) { continue }
            if let high, !isAscending(candidate, high) { break }
            budget -= 1
            let scan = try scan(after: candidate, through: high, isIncluded: true, descending: false, visit)
            if scan.isWhole { return }
            if let last = scan.last { reached = last }
        }
    }

    /// SQLite's order of numbers and of text compared byte by byte, which is what keys are here.
    private func isAscending(_ a: [DatabaseValue], _ b: [DatabaseValue]) -> Bool {
        for (a, b) in zip(a, b) {
            switch (a.storage, b.storage) {
            case (.int64(let x), .int64(let y)) where x != y: return x < y
            case (.string(let x), .string(let y)) where x != y: return x.utf8.lexicographicallyPrecedes(y.utf8)
            default: continue
            }
        }
        return false
    }
}

extension DatabaseValue {
    fileprivate var int64: Int64? { Int64.fromDatabaseValue(self) }
}
