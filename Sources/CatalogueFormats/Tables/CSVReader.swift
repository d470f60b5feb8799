import Foundation

/// Reads the rows of a CSV file one at a time (RFC 4180): fields are separated by a comma, semicolon or tab and may be quoted,
/// quoted fields may have line ends, lines end with LF, CR LF or CR.
///
/// The input is kept as its bytes; beside it there is never more than one row in memory. A quotation mark within an unquoted
/// field is an ordinary character, as spreadsheets read it.
public struct CSVReader {
    /// The encoding of the input. Where it is `windows1252`, that is a guess, and `ThingTable` has a note about it.
    public var encoding: TextEncoding { reader.encoding }
    /// The delimiter given or detected.
    public let delimiter: CSVDelimiter
    private let limits: CSVLimits
    private var reader: ScalarReader
    private var pending: Unicode.Scalar?
    private var rows = 0

    /// A reader of a file in memory.
    /// - Parameters:
    ///   - delimiter: nil to detect it from the first 20 rows. A first line `sep=;`, as Excel writes it, decides.
    /// - Throws: `CatalogueFormatError` of kind `tooLarge` for more than `limits.maxBytes` bytes.
    public init(
        _ bytes: [UInt8], delimiter: CSVDelimiter? = nil, limits: CSVLimits = CSVLimits()
    ) throws(CatalogueFormatError) {
        if bytes.count > limits.maxBytes {
            throw .tooLarge(
                "the table has \(bytes.count) bytes, more than \(limits.maxBytes)", remedy: "divide it into several files")
        }
        self.limits = limits
        reader = ScalarReader(bytes)
        var ahead = reader
        if let named = try Self.separatorLine(&ahead) {
            self.delimiter = delimiter ?? named
            reader = ahead
        } else {
            self.delimiter = delimiter ?? Self.detect(reader, limits)
        }
    }

    /// A reader of a file on disk.
    /// - Throws: `CatalogueFormatError` naming the file where it can't be read or is too large.
    public init(file: URL, delimiter: CSVDelimiter? = nil, limits: CSVLimits = CSVLimits()) throws(CatalogueFormatError) {
        let bytes = try InputFile.read(file, atMost: limits.maxBytes)
        do throws(CatalogueFormatError) { try self.init(bytes, delimiter: delimiter, limits: limits) } catch {
            throw error.inFile(file.path)
        }
    }

    private init(_ reader: ScalarReader, delimiter: CSVDelimiter, limits: CSVLimits) {
        self.reader = reader
        self.delimiter = delimiter
        self.limits = limits
    }

    /// The next row that has any character; nil at the end.
    /// - Throws: `CatalogueFormatError` with the line and column of what can't be read.
    public mutating func next() throws(CatalogueFormatError) -> CSVRow? {
        while true {
            let line = reader.line - (pending == "\n" || pending == "\r" ? 1 : 0)
            guard let fields = try row() else { return nil }
            if fields.count == 1 && fields[0].isEmpty { continue }
            rows += 1
            if rows > limits.maxRows {
                throw .tooLarge(
                    "more than \(limits.maxRows) rows", at: "line \(line)", remedy: "divide the table into several files")
            }
            return CSVRow(line: line, fields: fields)
        }
    }

    // MARK: Rows

    /// The fields up to the end of the line; nil at the end of the input.
    private mutating func row() throws(CatalogueFormatError) -> [String]? {
        var fields: [String] = []
        var size = 0
        guard try peek() != nil else { return nil }
        while true {
            let (field, ended) = try field(remaining: min(limits.maxFieldBytes, limits.maxRowBytes - size))
            size += field.utf8.count
            fields.append(field)
            if fields.count > limits.maxFields {
                throw .tooLarge("a row of more than \(limits.maxFields) fields", at: reader.location)
            }
            if ended { return fields }
        }
    }

    /// A field and its delimiter or line end; `ended` after the last of a row.
    private mutating func field(remaining limit: Int) throws(CatalogueFormatError) -> (String, ended: Bool) {
        var text = String.UnicodeScalarView()
        var size = 0
        func append(_ scalar: Unicode.Scalar, at location: @autoclosure () -> String) throws(CatalogueFormatError) {
            size += scalar.utf8Length
            if size > limit {
                throw .tooLarge(
                    "a field of more than \(limit) bytes", at: location(), remedy: "look for a quotation mark that is not closed")
            }
            text.append(scalar)
        }
        var isQuoted = false
        if try peek() == "\"" {
            isQuoted = true
            let start = reader.location(before: 1)
            pending = nil
            while true {
                guard let scalar = try take() else {
                    throw .unreadable("a quotation mark is not closed", at: start, remedy: "add the closing quotation mark")
                }
                if scalar != "\"" {
                    try append(scalar, at: reader.location)
                } else if try peek() == "\"" {
                    pending = nil
                    try append("\"", at: reader.location)
                } else {
                    break
                }
            }
        }
        while let scalar = try take() {
            if scalar.value == UInt32(delimiter.rawValue) { return (String(text), false) }
            if scalar == "\r" {
                if try peek() == "\n" { pending = nil }
                return (String(text), true)
            }
            if scalar == "\n" { return (String(text), true) }
            if isQuoted {
                if scalar == " " { continue }
                throw .unreadable(
                    "text after a closing quotation mark", at: reader.location(before: 1),
                    remedy: "write a quotation mark within a quoted field twice")
            }
            try append(scalar, at: reader.location)
        }
        return (String(text), true)
    }

    private mutating func peek() throws(CatalogueFormatError) -> Unicode.Scalar? {
        if pending == nil { pending = try reader.next() }
        return pending
    }

    private mutating func take() throws(CatalogueFormatError) -> Unicode.Scalar? {
        let scalar = try peek()
        pending = nil
        return scalar
    }

    // MARK: Delimiter

    /// Excel's first line `sep=;`, consumed where it is there.
    private static func separatorLine(_ reader: inout ScalarReader) throws(CatalogueFormatError) -> CSVDelimiter? {
        for expected in "sep=".unicodeScalars {
            guard let scalar = try reader.next(), scalar.properties.lowercaseMapping == String(expected) else { return nil }
        }
        guard let scalar = try reader.next(), scalar.isASCII, let delimiter = CSVDelimiter(rawValue: UInt8(scalar.value)),
            let end = try reader.next(), end == "\r" || end == "\n"
        else { return nil }
        if end == "\r" {
            var ahead = reader
            if try ahead.next() == "\n" { reader = ahead }
        }
        return delimiter
    }

    /// The delimiter that divides the most of the first 20 rows into as many fields as the first, of these the one that makes most.
    private static func detect(_ reader: ScalarReader, _ limits: CSVLimits) -> CSVDelimiter {
        var best: (delimiter: CSVDelimiter, share: Double, fields: Int) = (.comma, 0, 1)
        for delimiter in CSVDelimiter.allCases {
            var sample = CSVReader(reader, delimiter: delimiter, limits: limits)
            var counts: [Int] = []
            // A fault further on is reported when the rows are read.
            while counts.count < 20, let row = try? sample.next() { counts.append(row.fields.count) }
            guard let first = counts.first, first > 1 else { continue }
            let share = Double(counts.count { $0 == first }) / Double(counts.count)
            if share > best.share || (share == best.share && first > best.fields) { best = (delimiter, share, first) }
        }
        return best.delimiter
    }
}

extension Unicode.Scalar {
    /// Bytes in UTF-8.
    var utf8Length: Int { value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4 }
}

extension ScalarReader {
    /// The location some characters back on the same line.
    func location(before count: Int) -> String { "line \(line), column \(max(1, column - count))" }
}
