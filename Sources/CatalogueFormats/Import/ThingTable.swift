import Foundation

/// A table of things as it is in a file: its header, its rows, and which program wrote it.
public struct ThingTable: Sendable, Equatable {
    /// The names of the columns, trimmed; some may be empty or equal.
    public let header: [String]
    /// The rows that have any text.
    public let rows: [CSVRow]
    /// The program that wrote the table.
    public let layout: SourceLayout
    /// How the file's bytes encode characters.
    public let encoding: TextEncoding
    /// The character between the fields.
    public let delimiter: CSVDelimiter
    /// What the person should know of how the file was read, one sentence each.
    public let notes: [String]

    /// A table of rows that were read already.
    public init(header: [String], rows: [CSVRow], encoding: TextEncoding = .utf8, delimiter: CSVDelimiter = .comma) {
        self.header = header.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        self.rows = rows
        self.encoding = encoding
        self.delimiter = delimiter
        layout = SourceLayout(header: self.header)
        notes =
            encoding == .windows1252
            ? ["The file is not Unicode; it was read as Windows-1252. Check letters with accents, or save the file as UTF-8."] : []
    }

    /// Reads a CSV file in memory.
    /// - Parameter delimiter: nil to detect it.
    /// - Throws: `CatalogueFormatError` with the line and column of what can't be read; also for a file without rows.
    public static func read(
        _ bytes: [UInt8], delimiter: CSVDelimiter? = nil, limits: CSVLimits = CSVLimits()
    ) throws(CatalogueFormatError) -> ThingTable {
        var reader = try CSVReader(bytes, delimiter: delimiter, limits: limits)
        return try read(&reader)
    }

    /// Reads a CSV file; errors name it.
    public static func read(
        file: URL, delimiter: CSVDelimiter? = nil, limits: CSVLimits = CSVLimits()
    ) throws(CatalogueFormatError) -> ThingTable {
        let bytes = try InputFile.read(file, atMost: limits.maxBytes)
        do throws(CatalogueFormatError) { return try read(bytes, delimiter: delimiter, limits: limits) } catch {
            throw error.inFile(file.path)
        }
    }

    private static func read(_ reader: inout CSVReader) throws(CatalogueFormatError) -> ThingTable {
        var header: [String]?
        var rows: [CSVRow] = []
        while let row = try reader.next() {
            if row.isBlank { continue }
            if header == nil {
                header = row.fields
            } else {
                rows.append(row)
            }
        }
        guard let header else {
            throw .unreadable("the table is empty", remedy: "choose a CSV file with a line of column names")
        }
        return ThingTable(header: header, rows: rows, encoding: reader.encoding, delimiter: reader.delimiter)
    }

    /// The text of a column in a row; empty beyond the end of a short row.
    func text(_ row: CSVRow, _ column: Int) -> String { column < row.fields.count ? row.fields[column] : "" }
}
