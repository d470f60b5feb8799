import Codecs
import Foundation
import Support
import Synchronization
import TestSupport
import Testing

/// Files that are read piece by piece.
@Suite struct RandomAccessFileTests {
    private func withFile<R>(_ bytes: [UInt8], _ body: (URL) throws -> R) throws -> R {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("byte-source-\(UUID().uuidString)")
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url)
    }

    /// Bytes without a period that divides the size of a piece.
    private func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }

    @Test func `pieces cover all rows once, with the bytes of the file`() throws {
        let stride = 59
        let bytes = pattern(100 + stride * 20_000)
        try withFile(bytes) { url in
            let source = try RandomAccessFile(url)
            let rows = RandomAccessFile.Rows(start: 100, stride: stride, count: 20_000)
            let found = Mutex([Range<Int>]())
            let wrong = Mutex(0)
            try source.forEachPiece(rows, progress: .silent, what: "") { range, base in
                let piece = UnsafeRawBufferPointer(start: base, count: range.count * stride)
                let start = 100 + range.lowerBound * stride
                if !piece.elementsEqual(bytes[start..<start + piece.count]) { wrong.withLock { $0 += 1 } }
                found.withLock { $0.append(range) }
            }
            let ranges = found.withLock { $0 }.sorted { $0.lowerBound < $1.lowerBound }
            #expect(ranges.count > 1)
            #expect(ranges.first?.lowerBound == 0 && ranges.last?.upperBound == 20_000)
            #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
            #expect(wrong.withLock { $0 } == 0)
            #expect(try source.all().elementsEqual(bytes))
        }
    }

    @Test func `a file that becomes shorter while it is read is refused`() throws {
        try withFile(pattern(1 << 20)) { url in
            let source = try RandomAccessFile(url)
            try FileHandle(forWritingTo: url).truncate(atOffset: 1000)
            #expect(throws: FormatError.self) { try source.all() }
            #expect(throws: FormatError.self) {
                try source.forEachPiece(.init(start: 0, stride: 4, count: 1 << 18), progress: .silent, what: "") { _, _ in }
            }
        }
    }

    @Test func `a folder and a missing file are refused`() {
        #expect(throws: FormatError.self) { try RandomAccessFile(FileManager.default.temporaryDirectory) }
        #expect(throws: FormatError.self) { try RandomAccessFile(URL(fileURLWithPath: "/nowhere/at/all")) }
    }

    /// Lines of a text, read through a window.
    private func lines(_ source: RandomAccessFile, replacing: [UInt8] = []) throws -> [String] {
        let window = try TextWindow(source, replacing: replacing, progress: .silent, what: "")
        var scanner = window.scanner
        var lines: [String] = []
        while try window.skipWhitespace(&scanner) { lines.append(scanner.restOfLine()) }
        return lines
    }

    @Test func `a window gives the lines of a file of several MB`() throws {
        let wanted = (0..<300_000).map { "line \($0) \(String(repeating: "x", count: $0 % 7))," }
        for end in ["\n", "\r\n", "\r"] {
            let text = Array(wanted.joined(separator: end).utf8)
            let found = try withFile(text) { url in try lines(try RandomAccessFile(url)) }
            #expect(found == wanted)
            let plain = try withFile(text) { url in try lines(try RandomAccessFile(url), replacing: [UInt8(ascii: ",")]) }
            #expect(plain.count == wanted.count && plain.first == "line 0")
        }
    }

    @Test func `a line that is longer than a window, and one that goes on behind a backslash, stay whole`() throws {
        let long = String(repeating: "a", count: 3_000_000)
        let found = try withFile(Array("first\n\(long)\nlast".utf8)) { url in try lines(try RandomAccessFile(url)) }
        #expect(found.map(\.utf8.count) == [5, 3_000_000, 4])
        // Each line goes on in the next one: wherever the window ends, the scanner's end is not behind a backslash.
        let goesOn = String(repeating: "f 1 2 \\\n 3\n", count: 200_000)
        try withFile(Array(goesOn.utf8)) { url in
            let window = try TextWindow(try RandomAccessFile(url), progress: .silent, what: "")
            var scanner = window.scanner
            while try window.loadLines(&scanner) {
                #expect(scanner.base[scanner.end - 2] == UInt8(ascii: "3"))
                scanner.position = scanner.end
            }
            #expect(scanner.end == window.count)
        }
    }

    @Test func `the line of an offset counts line feeds`() throws {
        try withFile(Array(String(repeating: "ab\n", count: 200_000).utf8)) { url in
            let source = try RandomAccessFile(url)
            #expect(source.line(at: 0) == 1)
            #expect(source.line(at: 3 * 150_000 + 1) == 150_001)
        }
    }
}
