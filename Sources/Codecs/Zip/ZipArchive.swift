import CZlib
import Foundation

/// A zip file (PKWARE's APPNOTE 6.3, with 64-bit sizes) whose entries are read by name, in any order and from several threads at once.
/// Entries may be stored or deflated; their check sums are checked.
package final class ZipArchive: Sendable {
    private struct Entry {
        var isDeflated: Bool
        var checksum: UInt32
        var packed: Int
        var size: Int
        /// Where the entry's own header is in the file.
        var offset: Int
    }

    private let url: URL
    private let descriptor: Int32
    private let length: Int
    private let entries: [String: Entry]

    /// - Throws: `FormatError` where there is no such file, or it is no zip file.
    package init(_ url: URL) throws(FormatError) {
        self.url = url
        descriptor = url.withUnsafeFileSystemRepresentation { $0.map { open($0, O_RDONLY | O_CLOEXEC) } ?? -1 }
        guard descriptor >= 0 else {
            throw FormatError(.unreadable, "couldn't be opened (\(String(cString: strerror(errno))))", path: url.path)
        }
        var status = stat()
        length = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
        var directory = ZipDirectory(file: ZipFile(url: url, descriptor: descriptor, length: length))
        var entries: [String: Entry] = [:]
        do throws(FormatError) {
            for entry in try directory.entries() {
                entries[entry.name] = Entry(
                    isDeflated: entry.method == 8, checksum: entry.checksum, packed: entry.packed, size: entry.size,
                    offset: entry.offset)
            }
        } catch {
            // The object isn't whole yet, so that nobody else closes the file.
            close(descriptor)
            throw error
        }
        self.entries = entries
    }

    deinit { close(descriptor) }

    /// The entries' names, in no order.
    package var names: some Collection<String> { entries.keys }

    package func has(_ name: String) -> Bool { entries[name] != nil }

    /// The file that errors about an entry name.
    package func url(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// An entry unpacked.
    /// - Parameter limit: the most bytes that it may have.
    package func bytes(_ name: String, limit: Int) throws(FormatError) -> [UInt8] {
        guard let entry = entries[name] else {
            throw FormatError(.unreadable, "the archive has no such entry", path: url(name).path)
        }
        guard entry.size <= limit else {
            throw FormatError(
                .unreadable, "this entry is too large (\(entry.size) bytes where at most \(limit) are expected)",
                path: url(name).path)
        }
        let file = ZipFile(url: url, descriptor: descriptor, length: length)
        let header = try file.read(entry.offset, 30)
        guard header.starts(with: [0x50, 0x4B, 3, 4]) else { throw damaged(name) }
        let start = entry.offset + 30 + ZipFile.number(header, 26, 2) + ZipFile.number(header, 28, 2)
        let packed = try file.read(start, entry.packed)
        let bytes = entry.isDeflated ? try inflate(packed, entry.size, name) : packed
        guard bytes.count == entry.size, UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count))) == entry.checksum else {
            throw damaged(name)
        }
        return bytes
    }

    private func damaged(_ name: String) -> FormatError {
        FormatError(.unreadable, "this entry of the archive is damaged; copy the file again", path: url(name).path)
    }

    private func inflate(_ packed: [UInt8], _ size: Int, _ name: String) throws(FormatError) -> [UInt8] {
        // Deflate shrinks at most 1032 to 1 (zlib's technical notes).
        guard size / 1032 <= packed.count else { throw damaged(name) }
        var stream = z_stream()
        guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw FormatError(.unreadable, "zlib could not be started (out of memory)", path: url(name).path)
        }
        defer { inflateEnd(&stream) }
        var result: Int32 = Z_ERRNO
        var packed = packed
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { output, initialized in
            packed.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(size)
                result = CZlib.inflate(&stream, Z_FINISH)
            }
            initialized = size - Int(stream.avail_out)
        }
        guard result == Z_STREAM_END else { throw damaged(name) }
        return bytes
    }
}

/// Reads parts of an open file.
package struct ZipFile {
    package let url: URL
    package let descriptor: Int32
    package let length: Int

    /// `count` bytes at `offset`.
    /// - Throws: `FormatError` where the file does not have them, before any memory is taken.
    package func read(_ offset: Int, _ count: Int) throws(FormatError) -> [UInt8] {
        guard offset >= 0, count >= 0, offset <= length, count <= length - offset else {
            throw FormatError(.unreadable, "this archive ends early (truncated); copy the file again", path: url.path)
        }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = 0
            while initialized < count, let base = buffer.baseAddress {
                let got = pread(descriptor, base + initialized, count - initialized, off_t(offset + initialized))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                initialized += got
            }
        }
        guard bytes.count == count else { throw FormatError(.unreadable, "couldn't be read", path: url.path) }
        return bytes
    }

    /// A little-endian number of `size` bytes; one that doesn't fit an Int is taken as the largest.
    package static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int {
        var value: UInt64 = 0
        for i in 0..<size { value |= UInt64(bytes[offset + i]) << UInt64(8 * i) }
        return Int(clamping: value)
    }
}
