import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of a text file at consecutive addresses, of which only some lines are in memory: for parsers that go forward.
///
/// The parser's scanner ends with the loaded lines; `loadLines` brings the next ones into memory and gives back that of the lines
/// before, so that offsets are those of the file.
package final class TextWindow {
    private let source: RandomAccessFile
    private let base: UnsafeMutableRawPointer
    /// Bytes from `released` to `loaded` are in memory.
    private var released = 0
    private var loaded = 0
    /// Whether the memory is the window's own, not that of bytes in memory.
    private let isOwn: Bool
    private let replaced: [UInt8]
    private let progress: ProgressReporter
    private let what: String
    /// Lines from here on stay in memory; nil where none have to.
    package var mark: Int?

    /// Bytes that are loaded at a time.
    private static let step = 1 << 20

    /// - Parameters:
    ///   - source: a file that is not empty.
    ///   - replaced: bytes that become blanks.
    ///   - progress: receives the progress of reading.
    ///   - what: names the work there.
    package init(
        _ source: RandomAccessFile, replacing replaced: [UInt8] = [], progress: ProgressReporter, what: String
    ) throws(FormatError) {
        self.source = source
        self.progress = progress
        self.what = what
        self.replaced = replaced
        isOwn = replaced.isEmpty ? !source.isInMemory : true
        guard isOwn else {
            base = UnsafeMutableRawPointer(mutating: try source.all().baseAddress!)
            loaded = source.count
            return
        }
        // Addresses; memory is used where something is stored.
        let flags = MAP_PRIVATE | MAP_ANON | MAP_NORESERVE
        guard let memory = mmap(nil, max(source.count, 1), PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED else {
            throw .unreadable("its \(Text.bytes(source.count)) do not fit into memory")
        }
        base = memory
    }

    deinit { if isOwn { munmap(base, max(source.count, 1)) } }

    /// Number of bytes of the file.
    package var count: Int { source.count }

    /// A scanner at the first of the bytes. It ends before them: load lines first.
    package var scanner: TextScanner { TextScanner(UnsafeRawBufferPointer(start: base, count: 0)) }

    /// Loads lines behind the scanner's end, where it is, and moves its end behind them. A line that ends with a backslash goes on
    /// in the next.
    /// - Returns: whether there were any.
    package func loadLines(_ scanner: inout TextScanner) throws(FormatError) -> Bool {
        release(upTo: min(scanner.position, mark ?? .max))
        guard scanner.end < count else { return false }
        try progress.step(Double(scanner.end) / Double(count), what)
        var end = scanner.end
        while true {
            // Only what is new is searched: the file may be one line.
            let searched = max(scanner.end, end - 2)
            end = min(end + Self.step, count)
            try load(upTo: end)
            if let last = lastLineEnd(in: searched..<end) {
                scanner.end = last
                return true
            }
        }
    }

    private func load(upTo end: Int) throws(FormatError) {
        guard isOwn, end > loaded else { return }
        try source.load(loaded..<end, into: base + loaded)
        if !replaced.isEmpty {
            let bytes = UnsafeMutableRawBufferPointer(start: base + loaded, count: end - loaded)
            for i in bytes.indices where replaced.contains(bytes[i]) { bytes[i] = 0x20 }
        }
        loaded = end
    }

    /// The offset behind the last line end of the range; at the file's end all is ended.
    private func lastLineEnd(in range: Range<Int>) -> Int? {
        if range.upperBound == count { return count }
        var i = range.upperBound - 1
        while i >= range.lowerBound {
            let byte = base.load(fromByteOffset: i, as: UInt8.self)
            // A carriage return at the end may have its line feed behind it.
            if byte == 0x0A || byte == 0x0D && i + 1 < range.upperBound {
                var before = i - 1
                if byte == 0x0A, before >= range.lowerBound, base.load(fromByteOffset: before, as: UInt8.self) == 0x0D {
                    before -= 1
                }
                while before >= range.lowerBound, Self.isBlank(base.load(fromByteOffset: before, as: UInt8.self)) { before -= 1 }
                let goesOn = before >= range.lowerBound && base.load(fromByteOffset: before, as: UInt8.self) == UInt8(ascii: "\\")
                if !goesOn { return i + 1 }
            }
            i -= 1
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Skips blanks and line ends, also those of lines that are not loaded yet.
    /// - Returns: false at the file's end.
    @inlinable @inline(__always)
    package func skipWhitespace(_ scanner: inout TextScanner) throws(FormatError) -> Bool {
        while true {
            scanner.skipWhitespace()
            if !scanner.atEnd { return true }
            guard try loadLines(&scanner) else { return false }
        }
    }

    private func release(upTo position: Int) {
        let page = 1 << 16
        let end = position & ~(page - 1)
        guard isOwn, end > released else { return }
        madvise(base + released, end - released, Int32(MADV_DONTNEED))
        released = end
    }

    /// The number of the line at an offset, from 1; for messages.
    package func line(at offset: Int) -> Int { source.line(at: offset) }
}
