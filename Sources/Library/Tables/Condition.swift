import Foundation
import GRDB

/// What the entries of a list must be. Several conditions must all hold.
public struct Condition<Value: CatalogueValue>: Sendable {
    /// Finds what fulfils it, as a filter over many rows does best.
    let sql: String
    /// Tells whether a row fulfils it, as looking at few rows does best.
    let test: String
    let arguments: [DatabaseValue]
    /// Whether `sql` finds few enough to begin with it.
    var isNarrow = false

    init(_ sql: String, test: String? = nil, _ arguments: [DatabaseValue]) {
        self.sql = sql
        self.test = test ?? sql
        self.arguments = arguments
    }

    /// An exact value of a column; nil for those that have none.
    static func equals(_ column: String, _ cell: DatabaseValue) -> Condition { Condition("\(column) IS ?", [cell]) }

    /// What a search for `text` finds: every word of it, the last one also as a beginning. Of a text that more than 20,000 entries match,
    /// those 20,000 that were added to this device last.
    public static func text(_ text: String) -> Condition {
        let layout = Value.layout
        guard let match = SearchText.match(text, kinds: [layout.noun]) else { return Condition("FALSE", []) }
        let numbers = "SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT 20000"
        let sql =
            layout.listsNumbers
            ? "number IN (\(numbers))" : "id IN (SELECT id FROM search_documents WHERE number IN (\(numbers)))"
        var condition = Condition(sql, [match.databaseValue])
        condition.isNarrow = true
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
