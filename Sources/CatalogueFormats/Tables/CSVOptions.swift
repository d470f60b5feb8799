/// The character between the fields of a row.
public enum CSVDelimiter: UInt8, Sendable, CaseIterable, CustomStringConvertible {
    /// RFC 4180's delimiter.
    case comma = 0x2C
    /// What spreadsheets write where the comma is the decimal separator.
    case semicolon = 0x3B
    /// Of TSV files and of what is pasted from spreadsheets.
    case tab = 0x09

    /// "comma", "semicolon", "tab".
    public var description: String {
        switch self {
        case .comma: "comma"
        case .semicolon: "semicolon"
        case .tab: "tab"
        }
    }
}

/// The largest table that is read.
public struct CSVLimits: Sendable, Equatable {
    /// Bytes of the whole input, 256 MiB by default.
    public var maxBytes = 256 << 20
    /// UTF-8 bytes of one field, 1 MiB by default.
    public var maxFieldBytes = 1 << 20
    /// Fields of one row, 1000 by default.
    public var maxFields = 1000
    /// UTF-8 bytes of one row, 4 MiB by default.
    public var maxRowBytes = 4 << 20
    /// Rows, the header included, 500,000 by default.
    public var maxRows = 500_000

    /// The default limits.
    public init() {}
}

/// A row of a table.
public struct CSVRow: Sendable, Equatable {
    /// The line of the file where the row begins, from 1; a quoted field can span several lines.
    public var line: Int
    /// The fields without their quotation marks.
    public var fields: [String]

    /// A row of fields that begins at a line.
    public init(line: Int, fields: [String]) {
        self.line = line
        self.fields = fields
    }

    /// Whether no field has any text.
    public var isBlank: Bool { fields.allSatisfy { $0.allSatisfy(\.isWhitespace) } }
}
