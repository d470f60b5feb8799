import Foundation

/// A text file of rows with fields between spaces, tabs or commas. Empty rows, and what follows a `#`, are left out.
struct TextTable {
    /// One row: its line in the file (from 1) and its fields.
    struct Row {
        let line: Int
        let fields: [Substring]
    }

    let url: URL
    let rows: [Row]

    /// The largest text file of a capture that is read: 64 MiB, some 300,000 poses.
    static let byteLimit = 64 << 20

    init(_ url: URL) throws(CaptureError) {
        self.init(url, try Self.read(url))
    }

    init(_ url: URL, _ bytes: [UInt8]) {
        self.url = url
        var rows: [Row] = []
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            let content = Substring(decoding: line.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
            let fields = content.split { $0 == " " || $0 == "\t" || $0 == "," || $0 == "\r" }
            if !fields.isEmpty { rows.append(Row(line: number, fields: fields)) }
        }
        self.rows = rows
    }

    /// A capture's text file whole.
    static func read(_ url: URL) throws(CaptureError) -> [UInt8] {
        do {
            let size = try url.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
            guard size.isRegularFile == true else { throw CaptureError(url, "this is not a file") }
            guard let bytes = size.fileSize, bytes <= byteLimit else {
                throw CaptureError(url, "this file is too large for a text file of a capture (more than \(byteLimit >> 20) MiB)")
            }
            return bytes == 0 ? [] : [UInt8](try Data(contentsOf: url))
        } catch let error as CaptureError {
            throw error
        } catch {
            throw CaptureError(url, "couldn't be read", remedy: "check that it is there and may be read")
        }
    }

    /// A field as a number. NaN and infinity are numbers: what they mean is for the caller to judge.
    func number(_ row: Row, _ field: Int) throws(CaptureError) -> Double {
        guard let value = Double(row.fields[field]) else {
            throw CaptureError(url, "line \(row.line): “\(Self.shown(row.fields[field]))” is not a number")
        }
        return value
    }

    /// All fields of a row as numbers.
    /// - Throws: `CaptureError` where there are not `count` of them.
    func numbers(_ row: Row, count: Int) throws(CaptureError) -> [Double] {
        guard row.fields.count == count else {
            throw CaptureError(url, "line \(row.line) holds \(row.fields.count) numbers where \(count) are needed")
        }
        var values: [Double] = []
        for field in row.fields.indices { values.append(try number(row, field)) }
        return values
    }

    /// All fields of all rows as numbers, in reading order.
    func allNumbers() throws(CaptureError) -> [Double] {
        var values: [Double] = []
        for row in rows { values += try numbers(row, count: row.fields.count) }
        return values
    }

    /// A field as it can stand in an error: short, and without control characters.
    static func shown(_ text: some StringProtocol) -> String {
        let clean = text.unicodeScalars.prefix(24).map { $0.value < 32 || $0.value == 127 ? "?" : Character($0) }
        return String(clean) + (text.unicodeScalars.count > 24 ? "…" : "")
    }
}
