import GRDB

/// What the catalogue keeps entries of: `Thing`, `Place`, `Recording` and so on. Only this module's types conform.
public protocol CatalogueValue: Sendable, Equatable {
    /// The mapping to its table.
    static var layout: TableLayout<Self> { get }
}

/// The mapping of a type to its table, and the checks before a write.
public struct TableLayout<Value: CatalogueValue>: Sendable {
    /// The shared table.
    let table: String
    /// What one entry is called in messages: "thing".
    let noun: String
    /// A value to be filled from a row.
    let blank: Value
    let columns: [TableColumn<Value>]
    /// The value as it is kept: trimmed and checked.
    let checked: @Sendable (Value) throws(LibraryError) -> Value
    /// Whether it may be written, as far as that hangs on what else there is: tiers, circles of places. `old` is nil for a new one.
    let permit: @Sendable (_ new: Value, _ old: Entry<Value>?, _ db: Database) throws -> Void
    /// What else a change brings with it, in the same transaction.
    let follow: @Sendable (_ new: Entry<Value>, _ db: Database) throws -> Void
    /// The column of `media` that names an entry of this table as the owner of files.
    let mediaColumn: String?
    /// Further tables whose rows belong to an entry and go with it, and the column of each that names it.
    let owned: [(table: String, column: String)]
    /// Where lists look: the table itself, or the narrow copy of it that has rows only for what is not in the trash.
    let list: String
    /// SQL that is true for rows that lists show, beside those of the trash; "TRUE" for all.
    let isListed: String
    /// The part of its lists that is always the same.
    var live: String { list == table ? "trashed IS NULL AND \(isListed)" : isListed }
    /// Whether the rows of lists have the numbers that searches find.
    var listsNumbers: Bool { list != table }
    /// The column of lists by which searches find rows.
    var listKey: String { listsNumbers ? "number" : "id" }

    init(
        _ table: String, noun: String, blank: Value, list: String? = nil, isListed: String = "TRUE", mediaColumn: String? = nil,
        owned: [(table: String, column: String)] = [],
        checked: @escaping @Sendable (Value) throws(LibraryError) -> Value,
        permit: @escaping @Sendable (_ new: Value, _ old: Entry<Value>?, _ db: Database) throws -> Void = { _, _, _ in },
        follow: @escaping @Sendable (_ new: Entry<Value>, _ db: Database) throws -> Void = { _, _ in },
        columns describe: (inout Columns) -> Void
    ) {
        self.table = table
        self.noun = noun
        self.blank = blank
        self.list = list ?? table
        self.isListed = isListed
        self.mediaColumn = mediaColumn
        self.owned = owned
        self.checked = checked
        self.permit = permit
        self.follow = follow
        var columns = Columns()
        describe(&columns)
        self.columns = columns.all
    }

    /// Collects the columns of a table.
    struct Columns {
        fileprivate(set) var all: [TableColumn<Value>] = []

        mutating func callAsFunction<V: CellValue>(_ name: String, _ path: WritableKeyPath<Value, V> & Sendable) {
            all.append(TableColumn(name, path, references: nil))
        }

        /// A column that names an entry of the table `references`.
        mutating func callAsFunction<K>(
            _ name: String, _ path: WritableKeyPath<Value, Identifier<K>?> & Sendable, references: String
        ) {
            all.append(TableColumn(name, path, references: references))
        }
    }
}

/// A column of a table and the property that it keeps.
struct TableColumn<Value>: Sendable {
    let name: String
    /// The table whose ids it holds.
    let references: String?
    let cell: @Sendable (Value) -> DatabaseValue
    /// What can't be read stays as it is in a blank value: rows come from other devices and other versions, too.
    let fill: @Sendable (inout Value, DatabaseValue) -> Void

    init<V: CellValue>(_ name: String, _ path: WritableKeyPath<Value, V> & Sendable, references: String?) {
        self.name = name
        self.references = references
        cell = { $0[keyPath: path].cell }
        fill = { value, cell in
            if let read = V(cell: cell) { value[keyPath: path] = read }
        }
    }
}
