import Foundation
import GRDB

/// What the entries of a list must be. Several conditions must all hold.
public struct Condition<Value: CatalogueValue>: Sendable {
    /// Finds what fulfils it, as a filter over many rows does best.
    let sql: String
    /// Tells whether a row fulfils it, as looking at few rows does best.
    let test: String
    let arguments: [DatabaseValue]
    /// Of a text: what finds the keys of the rows that fulfil it, each once, in a column `found`. A list goes through these.
    var found: String?

    init(_ sql: String, test: String? = nil, _ arguments: [DatabaseValue]) {
        self.sql = sql
        self.test = test ?? sql
        self.arguments = arguments
    }

    /// An exact value of a column; nil for those that have none.
    static func equals(_ column: String, _ cell: DatabaseValue) -> Condition { Condition("\(column) IS ?", [cell]) }

    /// What a search for `text` finds: every word of it, the last one also as a beginning.
    public static func text(_ text: String) -> Condition {
        let layout = Value.layout
        guard let match = SearchText.match(text, kinds: [layout.noun]) else { return Condition("FALSE", []) }
        let found =
            layout.listsNumbers
            ? "SELECT rowid AS found FROM search WHERE search MATCH ?"
            : "SELECT d.id AS found FROM search CROSS JOIN search_documents d ON d.number = search.rowid WHERE search MATCH ?"
        var condition = Condition("\(layout.listKey) IN (\(found))", [match.databaseValue])
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
    /// What follows FROM: the table, or what a search finds of it.
    let source: String
    let filter: String
    let arguments: [DatabaseValue]

    init(_ layout: TableLayout<Value>, _ conditions: [Condition<Value>]) {
        var others = conditions
        let text = others.firstIndex { $0.found != nil }.map { others.remove(at: $0) }
        source = text?.found.map { "(\($0)) CROSS JOIN \(layout.list) ON \(layout.list).\(layout.listKey) = found" } ?? layout.list
        filter = (["\(layout.live)"] + others.map(\.sql)).map { "(\($0))" }.joined(separator: " AND ")
        arguments = (text?.arguments ?? []) + others.flatMap(\.arguments)
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
