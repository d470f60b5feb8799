/// Writes rows as CSV (RFC 4180): UTF-8, CR LF, fields quoted where they need it.
///
/// A text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, tab, CR or LF) gets an apostrophe
/// before it (CWE-1236), and so does a text that already begins with apostrophes before one of these; `CSVGuard.restored` removes
/// exactly that one apostrophe. Numbers that the program writes itself are exempt.
public struct CSVWriter: Sendable {
    /// A value of a row.
    public enum Cell: Sendable, Equatable {
        /// A text of a user, guarded.
        case text(String)
        /// A number, date or keyword that the program formats, written as it is.
        case literal(String)

        /// An empty field.
        public static let empty = Cell.literal("")
    }

    private let delimiter: CSVDelimiter
    /// What was written so far; the caller may empty it between rows.
    public var bytes: [UInt8] = []

    /// A writer of an empty table.
    /// - Parameter mark: begins with UTF-8's byte order mark, without which Excel reads the file as Windows-1252.
    public init(delimiter: CSVDelimiter = .comma, mark: Bool = false) {
        self.delimiter = delimiter
        if mark { bytes = [0xEF, 0xBB, 0xBF] }
    }

    /// Appends a row and its line end.
    public mutating func write(_ cells: [Cell]) {
        for (i, cell) in cells.enumerated() {
            if i > 0 { bytes.append(delimiter.rawValue) }
            switch cell {
            case .text(let text): append(CSVGuard.guarded(text))
            case .literal(let text): append(text)
            }
        }
        // One empty field alone would be an empty line, which readers skip.
        if cells.count == 1, case .literal("") = cells[0] { bytes += [0x22, 0x22] }
        bytes += [0x0D, 0x0A]
    }

    private mutating func append(_ text: String) {
        let utf8 = text.utf8
        // A first line `sep=;` names the delimiter, and a first U+FEFF the encoding.
        let needsQuotes =
            utf8.contains { $0 == 0x22 || $0 == 0x0A || $0 == 0x0D || $0 == delimiter.rawValue } || utf8.first == 0x20
            || utf8.last == 0x20 || text.prefix(4).lowercased() == "sep=" || text.unicodeScalars.first == "\u{FEFF}"
        if !needsQuotes {
            bytes += utf8
            return
        }
        bytes.append(0x22)
        for byte in utf8 {
            if byte == 0x22 { bytes.append(0x22) }
            bytes.append(byte)
        }
        bytes.append(0x22)
    }
}

/// The apostrophe that keeps spreadsheets from evaluating a text.
public enum CSVGuard {
    /// The text as it is written to a table.
    public static func guarded(_ text: String) -> String { isFormula(text) ? "'" + text : text }

    /// The text as it was before `guarded`; any other text unchanged.
    public static func restored(_ text: String) -> String {
        text.utf8.first == 0x27 && isFormula(text.dropFirst()) ? String(text.dropFirst()) : text
    }

    /// Whether a text begins with a character that begins formulas, apostrophes before it not counted.
    private static func isFormula(_ text: some StringProtocol) -> Bool {
        guard let first = text.unicodeScalars.first(where: { $0 != "'" }) else { return false }
        return "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first)
    }
}
