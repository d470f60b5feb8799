import DioramaLibrary

/// A thing as a row of a table describes it: values without ids.
public struct ThingDraft: Sendable, Equatable {
    /// The line of the file where the row begins, from 1.
    public var line: Int
    /// The thing; its space, place and account are nil.
    public var thing: Thing
    /// The names of the place and of those that contain it, the outermost first; empty for no place.
    public var place: [String]
    /// The name of the space; nil for none.
    public var space: String?
    /// The thing's identifier in the program that wrote the table: a Diorama id, Homebox's import reference, Sortly's SID. Equal
    /// identifiers within a table or a library are for the caller to find.
    public var reference: String?
    /// Whether the thing was archived there.
    public var isArchived = false
    /// Whether the thing was sold. To whom, when and for how much is in the custom fields `SaleField`.
    public var isSold = false
}

/// The names of the custom fields that keep a sale.
public enum SaleField {
    /// To whom, a text.
    public static let buyer = "Sold to"
    /// For how much, money.
    public static let price = "Sold for"
    /// When, a date.
    public static let date = "Sold on"
    /// Notes, a text.
    public static let notes = "Sale notes"
}

/// Something to know of a cell: what is wrong with it, or what was done with it.
public struct RowMessage: Sendable, Equatable, CustomStringConvertible {
    /// The line of the file where the row begins, from 1.
    public var line: Int
    /// The header of the column; nil where the whole row is meant.
    public var column: String?
    /// What is wrong or was done, and what to do.
    public var text: String

    /// "line 3, Price: …".
    public var description: String { "line \(line)" + (column.map { ", \($0)" } ?? "") + ": \(text)" }
}

/// What an import would add, and what hinders it. Nothing is to be imported while there are errors.
public struct ImportPlan: Sendable, Equatable {
    /// A draft for each row without errors, in the order of the file.
    public var drafts: [ThingDraft] = []
    /// What is wrong, at most `ImportOptions.maxErrors` entries.
    public var errors: [RowMessage] = []
    /// How many errors there are.
    public var errorCount = 0
    /// What was changed while reading: amounts that were rounded, texts that were divided. At most as many as errors.
    public var notes: [RowMessage] = []
    /// Rows that are no things: Sortly's folders, things of which there are none.
    public var skipped: [RowMessage] = []
    /// The order of dates that was given or detected; nil where no date needed one.
    public var dateOrder: DateOrder?
    /// The decimal separator that was given or detected.
    public var decimalSeparator = DecimalSeparator.point

    /// Reads all rows of a table.
    /// - Throws: `CatalogueFormatError` where the mapping doesn't fit the table or the options are invalid; what is wrong with
    ///   rows is in `errors`.
    public init(_ table: ThingTable, mapping: ColumnMapping, options: ImportOptions) throws(CatalogueFormatError) {
        try mapping.check(table)
        if !Currency.isCode(options.currency) {
            throw .unreadable("\(options.currency.quoted) is not a currency's code", remedy: "write three capital letters, as EUR")
        }
        dateOrder = options.dateOrder ?? Self.dateOrder(table, mapping)
        decimalSeparator = options.decimalSeparator ?? Self.decimalSeparator(table, mapping)
        var options = options
        options.dateOrder = dateOrder
        options.decimalSeparator = decimalSeparator
        for row in table.rows {
            var reader = RowReader(table: table, mapping: mapping, options: options, row: row)
            let draft = reader.read()
            errorCount += reader.errors.count
            errors += reader.errors.prefix(options.maxErrors - errors.count)
            notes += reader.notes.prefix(options.maxErrors - notes.count)
            if let reason = reader.skipReason {
                skipped.append(RowMessage(line: row.line, column: nil, text: reason))
            } else if reader.errors.isEmpty {
                drafts.append(draft)
            }
        }
    }

    private static func dateOrder(_ table: ThingTable, _ mapping: ColumnMapping) -> DateOrder? {
        var found: DateOrder?
        for (i, column) in mapping.columns.enumerated() where column.field.isDate {
            for row in table.rows {
                guard let order = DateText.evidence(table.text(row, i)) else { continue }
                // Contradicting dates decide nothing: each that is ambiguous is an error.
                if let found, found != order { return nil }
                found = order
            }
        }
        return found
    }

    private static func decimalSeparator(_ table: ThingTable, _ mapping: ColumnMapping) -> DecimalSeparator {
        if table.layout.isMachineFormatted { return .point }
        var counts = [DecimalSeparator.point: 0, .comma: 0]
        for (i, column) in mapping.columns.enumerated() where column.field.isNumber {
            for row in table.rows {
                if let separator = DecimalText.evidence(table.text(row, i)) { counts[separator, default: 0] += 1 }
            }
        }
        let point = counts[.point] ?? 0
        let comma = counts[.comma] ?? 0
        if point != comma { return point > comma ? .point : .comma }
        // Spreadsheets write semicolons where the comma is the decimal separator.
        return table.delimiter == .semicolon ? .comma : .point
    }
}
