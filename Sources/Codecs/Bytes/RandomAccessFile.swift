import Foundation
import Support
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of a file, or bytes in memory, read in pieces: a reader that converts piece by piece needs no memory for the file.
///
/// Files are read, not mapped: a mapped file that another process truncates ends the program with SIGBUS.
package final class RandomAccessFile: @unchecked Sendable {
    /// Number of bytes.
    package let count: Int
    /// The file; nil for bytes of the caller.
    let url: URL?
    /// Where all bytes are in memory; those of a file are after `all`.
    private let memory: Mutex<Memory?>
    /// The file; −1 for bytes of the caller.
    private let descriptor: Int32
    /// Memory for pieces that no thread uses at the moment.
    private let buffers = Mutex<[Memory]>([])

    /// An address that threads hand to each other.
    private struct Memory: @unchecked Sendable {
        let base: UnsafeMutableRawPointer?
    }

    /// The size of a piece: it stays in the second-level cache of a core.
    package static let pieceSize = 1 << 18

    /// Bytes of the caller, who keeps them in memory.
    package init(_ bytes: UnsafeRawBufferPointer) {
        count = bytes.count
        url = nil
        memory = Mutex(Memory(base: UnsafeMutableRawPointer(mutating: bytes.baseAddress)))
        descriptor = -1
    }

    /// - Throws: where there is no such file, it is not a regular file, or it cannot be opened.
    package init(_ url: URL) throws(FormatError) {
        let file = try FileBytes.open(url)
        self.url = url
        descriptor = file.descriptor
        count = file.size
        memory = Mutex(nil)
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        free(memory.withLock { $0 }?.base)
        for buffer in buffers.withLock({ $0 }) { free(buffer.base) }
    }

    /// Whether all bytes are in memory.
    var isInMemory: Bool { bytesInMemory != nil }

    private var bytesInMemory: UnsafeRawBufferPointer? {
        memory.withLock { $0 }.map { UnsafeRawBufferPointer(start: $0.base, count: count) }
    }

    /// All bytes in memory, where they stay as long as the source.
    package func all() throws(FormatError) -> UnsafeRawBufferPointer {
        if let bytes = bytesInMemory { return bytes }
        guard let target = malloc(max(count, 1)) else { throw .unreadable("its \(Text.bytes(count)) do not fit into memory") }
        LargePages.advise(UnsafeRawBufferPointer(start: target, count: count))
        do throws(FormatError) {
            try load(0..<count, into: target)
        } catch {
            free(target)
            throw error
        }
        let own = Memory(base: target)
        memory.withLock { $0 = own }
        return UnsafeRawBufferPointer(start: target, count: count)
    }

    /// Copies these bytes to `target`. Several threads may do so at once.
    /// - Throws: where the file cannot be read, or has become shorter.
    package func load(_ range: Range<Int>, into target: UnsafeMutableRawPointer) throws(FormatError) {
        if let bytes = bytesInMemory {
            if !range.isEmpty { target.copyMemory(from: bytes.baseAddress! + range.lowerBound, byteCount: range.count) }
            return
        }
        var done = 0
        while done < range.count {
            // The kernel reads at most 2 GiB at a time.
            let n = pread(descriptor, target + done, min(range.count - done, 1 << 30), off_t(range.lowerBound + done))
            if n < 0 {
                let code = errno
                if code == EINTR { continue }
                throw .unreadable("cannot be read: \(String(cString: strerror(code)))")
            }
            if n == 0 { throw .unreadable("was truncated while it was read; try again") }
            done += n
        }
    }

    /// Calls `body` with the first bytes, at most `limit` of them.
    package func withHead<R>(
        _ limit: Int, _ body: (UnsafeRawBufferPointer) throws(FormatError) -> R
    ) throws(FormatError) -> R {
        try withPiece(0..<min(limit, count), body)
    }

    /// Calls `body` with these bytes. Several threads may do so at once.
    package func withPiece<R>(
        _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(FormatError) -> R
    ) throws(FormatError) -> R {
        if let bytes = bytesInMemory { return try body(UnsafeRawBufferPointer(rebasing: bytes[range])) }
        let isUsual = range.count <= Self.pieceSize
        let spare = isUsual ? buffers.withLock { $0.popLast() }?.base : nil
        guard let buffer = spare ?? malloc(max(range.count, Self.pieceSize)) else {
            throw .unreadable("\(Text.bytes(range.count)) of it do not fit into memory")
        }
        defer { giveBack(buffer, isUsual: isUsual) }
        try load(range, into: buffer)
        return try body(UnsafeRawBufferPointer(start: buffer, count: range.count))
    }

    private func giveBack(_ buffer: UnsafeMutableRawPointer, isUsual: Bool) {
        guard isUsual else { return free(buffer) }
        let buffer = Memory(base: buffer)
        buffers.withLock { $0.append(buffer) }
    }

    /// Rows of a file that have the same size.
    package struct Rows {
        /// Offset of the first one.
        package var start: Int
        /// Bytes of a row, at least one.
        package var stride: Int
        package var count: Int

        package init(start: Int, stride: Int, count: Int) {
            self.start = start
            self.stride = stride
            self.count = count
        }
    }

    /// Calls `body` on all cores for ranges of rows that cover all of them, with the address of the range's first row.
    /// - Precondition: the rows are among the bytes.
    package func forEachPiece(
        _ rows: Rows, progress: ProgressReporter, what: String, _ body: (Range<Int>, UnsafeRawPointer) -> Void
    ) throws(FormatError) {
        let size = max(1, Self.pieceSize / rows.stride)
        let pieces = (rows.count + size - 1) / size
        let batch = 32 * Parallel.threads
        let failure = Mutex<FormatError?>(nil)
        for first in stride(from: 0, to: pieces, by: batch) {
            try progress.step(Double(first) / Double(pieces), what)
            Parallel.forEach(min(batch, pieces - first)) { k in
                let range = (first + k) * size..<min(rows.count, (first + k + 1) * size)
                let start = rows.start + range.lowerBound * rows.stride
                do throws(FormatError) {
                    try withPiece(start..<start + range.count * rows.stride) { piece in
                        if let base = piece.baseAddress { body(range, base) }
                    }
                } catch {
                    failure.withLock { $0 = error }
                }
            }
            if let failure = failure.withLock({ $0 }) { throw failure }
        }
    }

    /// The number of the line at an offset, from 1; for messages.
    package func line(at offset: Int) -> Int {
        var line = 1
        for start in stride(from: 0, to: min(offset, count), by: Self.pieceSize) {
            let lines = try? withPiece(start..<min(offset, count, start + Self.pieceSize)) { piece in
                piece.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
            }
            line += lines ?? 0
        }
        return line
    }
}
