import Foundation
import GRDB

/// What the entries of a list must be. Several conditions must all hold.
public struct Condition<Value: CatalogueValue>: Sendable {
    /// Finds what fulfils it by an index of its own.
    let sql: String
    /// Tells whether a row fulfils it, without an index; nil where only the index can tell.
    let test: String?
    let arguments: [DatabaseValue]
    /// Entries of the index that fulfil it, to be counted up to a bound: an index that names very many is no help.
    var probe: (sql: String, arguments: [DatabaseValue])?
    /// What finds the keys of the rows that fulfil it, each once, in a column `found`: a list can go through these.
    var found: String?

    init(_ sql: String, test: String?, _ arguments: [DatabaseValue]) {
        self.sql = sql
        self.test = test
        self.arguments = arguments
    }

    /// What no index helps with.
    init(_ test: String, _ arguments: [DatabaseValue]) { self.init(test, test: test, arguments) }

    /// Whether its index names few entries; nil where it has none.
    func isNarrow(_ db: Database) throws -> Bool? {
        guard let probe else { return nil }
        let sql = "SELECT count(*) FROM (\(probe.sql) LIMIT \(Self.wide))"
        return try Int.fetchOne(try db.cachedStatement(sql: sql), arguments: StatementArguments(probe.arguments)) ?? 0 < Self.wide
    }

    private static var wide: Int { 5000 }

    /// An exact value of a column that has an index; nil for what has none.
    static func indexed(_ column: String, _ cell: DatabaseValue) -> Condition {
        // IS would keep SQLite from using an index that holds no nulls. A plus keeps it from using any.
        let comparison = cell.isNull ? "\(column) IS ?" : "\(column) = ?"
        var condition = Condition(comparison, test: "+\(comparison)", [cell])
        condition.probe = ("SELECT 1 FROM \(Value.layout.list) WHERE \(comparison)", [cell])
        return condition
    }

    /// An exact value of a column; nil for those that have none.
    static func equals(_ column: String, _ cell: DatabaseValue) -> Condition { Condition("\(column) IS ?", [cell]) }

    /// The account of a column `account`, or one that was merged into it; nil for rows of nobody.
    static func isAccount(_ account: AccountID?) -> Condition {
        guard let account else { return Condition("account IS NULL", []) }
        return Condition(AccountMerges.condition("account"), [account.cell, account.cell])
    }

    /// What a search for `text` finds: every word of it, the last one also as a beginning.
    public static func text(_ text: String) -> Condition {
        let layout = Value.layout
        guard let match = SearchText.match(text, kinds: [layout.noun]) else { return Condition("FALSE", []) }
        let found =
            layout.listsNumbers
            ? "SELECT rowid AS found FROM search WHERE search MATCH ?"
            : "SELECT d.id AS found FROM search CROSS JOIN search_documents d ON d.number = search.rowid WHERE search MATCH ?"
        var condition = Condition("\(layout.listKey) IN (\(found))", test: nil, [match.databaseValue])
        condition.found = found
        return condition
    }

    /// What was added since a time, and before another.
    public static func added(_ times: Range<Date>) -> Condition {
        // Ids begin with the second in which they were made.
        Condition(
            "id >= ? AND id < ?",
            [
                KSUID(beginningOf: times.lowerBound).description.databaseValue,
                KSUID(beginningOf: times.upperBound).description.databaseValue,
            ])
    }
}

/// Conditions on a table as SQL.
struct Selection<Value: CatalogueValue> {
    /// What follows FROM: the table, or what a search or a tag finds of it.
    let source: String
    let filter: String
    let arguments: [DatabaseValue]
    /// Whether so few entries fulfil it that all of them can be sorted.
    let isNarrow: Bool
    /// The conditions as a test of one row; nil where only an index can tell.
    let test: String?
    let testArguments: [DatabaseValue]

    /// - Parameter newestFirst: whether what was added last is wanted first.
    init(
        _ layout: TableLayout<Value>, where conditions: [Condition<Value>], newestFirst: Bool = false, _ db: Database
    ) throws {
        var others = try conditions.map { (condition: $0, isNarrow: try $0.isNarrow(db)) }
        let isNarrow = others.contains { $0.isNarrow == true }
        let first = others.firstIndex { $0.condition.found != nil && ($0.condition.test == nil || !isNarrow) }
            .map { others.remove(at: $0).condition }
        // Numbers are about in the order of adding: backwards, the first found are mostly the first wanted, and sorting drops the
        // rest at once.
        let backwards = newestFirst && layout.listsNumbers ? " ORDER BY found DESC LIMIT -1" : ""
        source =
            first?.found.map { "(\($0)\(backwards)) CROSS JOIN \(layout.list) ON \(layout.list).\(layout.listKey) = found" }
            ?? layout.list
        let filters = others.map { $0.isNarrow == false ? $0.condition.test ?? $0.condition.sql : $0.condition.sql }
        filter = ([layout.live] + filters).map { "(\($0))" }.joined(separator: " AND ")
        arguments = (first?.arguments ?? []) + others.flatMap(\.condition.arguments)
        self.isNarrow = isNarrow
        let tests = conditions.compactMap(\.test)
        test = tests.count == conditions.count ? tests.map { "(\($0))" }.joined(separator: " AND ") : nil
        testArguments = conditions.flatMap(\.arguments)
    }
}

/// How a list is sorted; equals come in the order of their ids. What has no such value comes last, newest first.
public struct Order<Value: CatalogueValue>: Sendable, Equatable {
    let name: String
    /// Nil for the id, which is the order of adding.
    let column: String?
    let isDescending: Bool

    init(_ name: String, _ column: String?, descending: Bool = false) {
        self.name = name
        self.column = column
        isDescending = descending
    }

    /// The one added last first.
    public static var newest: Order { Order("newest", nil, descending: true) }
    /// The one added first first.
    public static var oldest: Order { Order("oldest", nil) }
}
