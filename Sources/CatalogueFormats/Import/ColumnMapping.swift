import Foundation

/// What each column of a table means; proposed for every table, and changed by a person where it is wrong.
public struct ColumnMapping: Sendable, Equatable, Codable {
    /// A column's meaning.
    public struct Column: Sendable, Equatable, Codable {
        /// What the column fills.
        public var field: ThingField
        /// The currency of the column's amounts, where its header names one ("Price (EUR)"); nil for that of the options.
        public var currency: String?

        /// The meaning of a column.
        public init(_ field: ThingField, currency: String? = nil) {
            self.field = field
            self.currency = currency
        }
    }

    /// One for each column of the table, in its order.
    public var columns: [Column]

    /// A mapping of a table with as many columns.
    public init(columns: [Column]) { self.columns = columns }

    /// Proposes the meaning of a table's columns: by the layout where it is known, else by the words of the header; columns that
    /// resemble no field become custom fields, empty ones are ignored.
    public init(proposedFor table: ThingTable) {
        columns = table.header.map { _ in Column(.ignored) }
        var used: Set<ThingField> = []
        var open: [Int] = []
        for (i, header) in table.header.enumerated() {
            if let field = Self.known(header, table.layout), field.isRepeatable || used.insert(field).inserted {
                columns[i].field = field
            } else {
                open.append(i)
            }
        }
        if table.layout == .unknown {
            open = matchWords(table, open, &used)
        }
        for i in open {
            let name = table.header[i]
            if let field = Self.customField(name, table, column: i), used.insert(field).inserted { columns[i].field = field }
        }
        for i in columns.indices where columns[i].field.isMoney { columns[i].currency = Self.currency(of: table.header[i]) }
    }

    private static func known(_ header: String, _ layout: SourceLayout) -> ThingField? {
        if layout == .diorama, let field = DioramaColumn.customField(header) { return field }
        let folded = HeaderWords.folded(header)
        if layout == .homebox && folded.hasPrefix("hb.field.") && header.count > 9 {
            let name = String(header.dropFirst(9))
            return HomeboxColumn.fields[name] ?? .custom(name, .text)
        }
        return layout.fields?[folded]
    }

    /// Assigns the best pairs of column and field first; returns the columns without one.
    private mutating func matchWords(_ table: ThingTable, _ open: [Int], _ used: inout Set<ThingField>) -> [Int] {
        var pairs: [(score: Double, column: Int, field: ThingField)] = []
        for i in open {
            for (field, words) in HeaderWords.synonyms {
                let score = HeaderWords.score(table.header[i], words)
                if score >= 0.6 { pairs.append((score, i, field)) }
            }
        }
        pairs.sort { $0.score != $1.score ? $0.score > $1.score : $0.column < $1.column }
        var matched: Set<Int> = []
        for pair in pairs where !matched.contains(pair.column) && used.insert(pair.field).inserted {
            matched.insert(pair.column)
            columns[pair.column].field = pair.field
        }
        return open.filter { !matched.contains($0) }
    }

    /// A custom field named as the column, with the type of its values; nil for a column without name or values.
    private static func customField(_ header: String, _ table: ThingTable, column: Int) -> ThingField? {
        let name = String(header.prefix(100))
        guard !name.isEmpty else { return nil }
        let texts = table.rows.lazy.map { table.text($0, column).trimmingCharacters(in: .whitespacesAndNewlines) }.filter {
            !$0.isEmpty
        }
        guard texts.contains(where: { _ in true }) else { return nil }
        // Codes such as 00123 stay texts.
        let areNumbers = texts.allSatisfy { text in
            let digits = text.drop { $0 == "-" }
            return digits.count <= 15 && (digits.first != "0" || digits.count == 1 || digits.dropFirst().first == ".")
                && Double(text) != nil && digits.first?.isNumber == true
        }
        return .custom(name, areNumbers ? .number : .text)
    }

    /// A currency's code or symbol within a header: "Price (EUR)", "Preis in €".
    private static func currency(of header: String) -> String? {
        let words = header.split { !($0.isLetter && $0.isASCII) }
        let known = Set(Currency.symbols.flatMap(\.codes))
        if let code = words.first(where: { Currency.isCode($0) && known.contains(String($0)) }) { return String(code) }
        return Currency.symbols.first { !$0.symbol.allSatisfy(\.isLetter) && header.contains($0.symbol) && $0.symbol.count == 1 }?
            .codes[0]
    }

    /// Refuses a mapping that doesn't fit a table.
    func check(_ table: ThingTable) throws(CatalogueFormatError) {
        if columns.count != table.header.count {
            throw .unreadable(
                "the mapping has \(columns.count) columns, the table \(table.header.count)", remedy: "map every column")
        }
        var seen: Set<ThingField> = []
        var names: Set<String> = []
        for (i, column) in columns.enumerated() where column.field != .ignored {
            let header = table.header[i]
            if !column.field.isRepeatable && !seen.insert(column.field).inserted {
                throw .unreadable("two columns are mapped to \(column.field)", at: header.quoted, remedy: "ignore one of them")
            }
            if case .custom(let name, _) = column.field {
                if name.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty || name.count > 100 {
                    throw .unreadable("a custom field's name has 1 to 100 characters", at: header.quoted)
                }
                // Diorama's own tables have a column for each type that a field has.
                if table.layout != .diorama && !names.insert(name).inserted {
                    throw .unreadable(
                        "two columns are mapped to the custom field \(name.quoted)", at: header.quoted, remedy: "rename one")
                }
            }
            if let currency = column.currency, !Currency.isCode(currency) {
                throw .unreadable(
                    "\(currency.quoted) is not a currency's code", at: header.quoted, remedy: "write three capital letters, as EUR")
            }
        }
        if !seen.contains(.name) {
            throw .unreadable("no column is mapped to the name of things", remedy: "choose the column that has the names")
        }
    }
}

extension ThingField {
    /// Whether the column has amounts of money.
    var isMoney: Bool {
        switch self {
        case .value, .price, .soldPrice, .custom(_, .money): true
        default: false
        }
    }

    var isNumber: Bool {
        switch self {
        case .quantity, .x, .y, .z, .custom(_, .number): true
        default: isMoney
        }
    }

    var isDate: Bool {
        switch self {
        case .purchased, .warrantyUntil, .soldOn, .custom(_, .date): true
        default: false
        }
    }
}
