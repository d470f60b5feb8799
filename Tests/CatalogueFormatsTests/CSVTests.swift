import CatalogueFormats
import Foundation
import Testing

private func rows(
    _ bytes: [UInt8], delimiter: CSVDelimiter? = nil, limits: CSVLimits = CSVLimits()
) throws(CatalogueFormatError) -> [[String]] {
    var reader = try CSVReader(bytes, delimiter: delimiter, limits: limits)
    var rows: [[String]] = []
    while let row = try reader.next() { rows.append(row.fields) }
    return rows
}

private func rows(_ text: String, delimiter: CSVDelimiter? = nil) throws(CatalogueFormatError) -> [[String]] {
    try rows(Array(text.utf8), delimiter: delimiter)
}

@Suite struct CSVTests {
    @Test func `quoted fields keep delimiters, quotation marks and line ends`() throws {
        let text = "a,\"b,1\",\"say \"\"hi\"\"\"\r\n\"two\r\nlines\",,\"\"\r\nlast,5\" pipe,x"
        #expect(try rows(text) == [["a", "b,1", "say \"hi\""], ["two\r\nlines", "", ""], ["last", "5\" pipe", "x"]])
    }

    @Test(arguments: ["\n", "\r\n", "\r"]) func `lines end with LF, CR LF or CR`(end: String) throws {
        #expect(try rows("a,b\(end)1,2\(end)\(end)3,4\(end)") == [["a", "b"], ["1", "2"], ["3", "4"]])
    }

    @Test func `rows know the line where they begin`() throws {
        var reader = try CSVReader(Array("a,b\n\"1\n2\",x\r\n\r\nend,y".utf8))
        var lines: [Int] = []
        while let row = try reader.next() { lines.append(row.line) }
        #expect(lines == [1, 2, 5])
    }

    @Test(arguments: CSVDelimiter.allCases) func `the delimiter is detected`(delimiter: CSVDelimiter) throws {
        let mark = String(Unicode.Scalar(delimiter.rawValue))
        let text =
            ["Name", "Price; net, gross", "Notes"].map { "\"\($0)\"" }.joined(separator: mark) + "\n"
            + ["Drill", "1,50", "a b; c"].map { $0.contains(mark) ? "\"\($0)\"" : $0 }.joined(separator: mark) + "\n"
        let reader = try CSVReader(Array(text.utf8))
        #expect(reader.delimiter == delimiter)
        #expect(try rows(text)[1] == ["Drill", "1,50", "a b; c"])
    }

    @Test func `a line sep= decides the delimiter and is no row`() throws {
        #expect(try rows("sep=;\r\na,1;b,2\r\n") == [["a,1", "b,2"]])
        #expect(try rows("sepia,b\n") == [["sepia", "b"]])
    }

    @Test func `encodings are recognised`() throws {
        let text = "Näme,Größe €\nBohrmaschine,𝄞\n"
        let expected = [["Näme", "Größe €"], ["Bohrmaschine", "𝄞"]]
        #expect(try rows([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == expected)
        let units = Array(text.utf16)
        #expect(try rows([0xFF, 0xFE] + units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) == expected)
        #expect(try rows([0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }) == expected)
        // "Größe €" in Windows-1252.
        let table = try ThingTable.read([0x47, 0x72, 0xF6, 0xDF, 0x65, 0x2C, 0x80, 0x0A, 0x31, 0x2C, 0x32])
        #expect(table.encoding == .windows1252)
        #expect(table.header == ["Größe", "€"])
        #expect(table.notes.count == 1)
    }

    @Test func `errors name line and column`() throws {
        let unclosed = #expect(throws: CatalogueFormatError.self) { try rows("a,b\n1,\"2\n3,4\n") }
        #expect(unclosed?.location == "line 2, column 3")
        let after = #expect(throws: CatalogueFormatError.self) { try rows("a,b\n\"1\"x,2\n") }
        #expect(after?.location == "line 2, column 4")
        let zero = #expect(throws: CatalogueFormatError.self) { try rows([0x61, 0x2C, 0x00]) }
        #expect(zero?.location == "line 1, column 3")
        let half = #expect(throws: CatalogueFormatError.self) { try rows([0xFF, 0xFE, 0x61]) }
        #expect(half?.kind == .unreadable)
    }

    @Test func `sizes are bounded`() throws {
        var limits = CSVLimits()
        limits.maxFieldBytes = 10
        limits.maxFields = 3
        limits.maxRows = 2
        limits.maxRowBytes = 20
        for text in ["12345678901,b", "a,b,c,d", "a\nb\nc", "1234567890,1234567890,1"] {
            let error = #expect(throws: CatalogueFormatError.self) { try rows(Array(text.utf8), limits: limits) }
            #expect(error?.kind == .tooLarge, "\(text)")
        }
        limits.maxBytes = 4
        #expect(throws: CatalogueFormatError.self) { try rows(Array("abcde".utf8), limits: limits) }
    }

    @Test func `what is written is read back`() throws {
        let texts = [
            "plain", "", "a,b", "say \"hi\"", "two\nlines", "cr\r\nlf", " space ", "=1+1", "+49 30", "-5", "@home", "'quoted",
            "'=1", "''-x",
            "\tTab", "ä€𝄞", "＝full",
        ]
        var writer = CSVWriter(mark: true)
        writer.write(texts.map { .text($0) })
        writer.write([.literal("")])
        let read = try rows(writer.bytes)
        #expect(read[0].map(CSVGuard.restored) == texts)
        // No spreadsheet takes a cell for a formula.
        #expect(read[0].allSatisfy { $0.first.map { !"=+-@\t\r＝".contains($0) } ?? true })
        #expect(Array(writer.bytes.suffix(2)) == [0x0D, 0x0A])
    }

    @Test func `damaged files are refused or read, never a trap`() throws {
        let text = "Name;Price;Notes\r\n\"Drill; big\";12,50;\"a \"\"b\"\"\r\nc\"\r\nSäge;3,99;x\r\n"
        var generator = FixedRandom(state: 7)
        let bytes = Array(text.utf8)
        for length in 0...bytes.count { _ = try? rows(Array(bytes.prefix(length))) }
        for _ in 0..<150 {
            var damaged = bytes
            for _ in 0..<3 { damaged[Int(generator.next() % UInt64(bytes.count))] ^= 1 << UInt8(generator.next() % 8) }
            guard let table = try? ThingTable.read(damaged) else { continue }
            let mapping = ColumnMapping(proposedFor: table)
            _ = try? ImportPlan(table, mapping: mapping, options: ImportOptions())
        }
    }
}

/// SplitMix64, so that every run has the same damages.
struct FixedRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
