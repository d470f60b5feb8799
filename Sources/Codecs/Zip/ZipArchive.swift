import CZlib
import Foundation

/// A zip file (PKWARE's APPNOTE 6.3, with 64-bit sizes) whose entries are read by name, in any order and from several threads at
/// once; a file, or bytes in memory. Entries may be stored or deflated; check sums are checked where an entry is copied or
/// unpacked.
///
/// libarchive reads archives from front to back; why this one is not read with it: docs/decisions/0047-zip.md.
package final class ZipArchive: Sendable {
    /// An entry as the archive's central directory lists it.
    package struct Entry: Sendable {
        /// Its path in the archive.
        package let name: String
        let method: Int
        let isEncrypted: Bool
        let checksum: UInt32
        let compressedSize: Int
        /// Bytes unpacked.
        package let size: Int
        /// The offset of the entry's own header in the archive.
        let offset: Int

        /// Whether its bytes are in the archive as they are.
        package var isStored: Bool { method == 0 && !isEncrypted && compressedSize == size }
    }

    /// The entries in the order of the central directory.
    package let entries: [Entry]
    private let indices: [String: Int]
    private let source: ZipSource

    /// Opens a file; it stays open as long as this object is there.
    /// - Throws: `FormatError` where there is no such file, or it is no zip file.
    package convenience init(_ url: URL) throws(FormatError) { try self.init(ZipSource(url)) }

    /// Opens an archive in memory, which has to stay there as long as this object.
    /// - Throws: `FormatError` where it is no zip file.
    package convenience init(_ bytes: UnsafeRawBufferPointer) throws(FormatError) { try self.init(ZipSource(bytes)) }

    private init(_ source: ZipSource) throws(FormatError) {
        self.source = source
        let entries = try ZipDirectory(source: source).entries()
        self.entries = entries
        indices = Dictionary(entries.indices.map { (entries[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The entries' names.
    package var names: some Collection<String> { entries.lazy.map(\.name) }

    /// Whether there is an entry of this name.
    package func has(_ name: String) -> Bool { indices[name] != nil }

    /// The entry of this name; nil where there is none.
    package func entry(_ name: String) -> Entry? { indices[name].map { entries[$0] } }

    /// The path by which errors name an entry.
    package func url(_ name: String) -> URL { (source.url ?? URL(fileURLWithPath: "/")).appendingPathComponent(name) }

    /// An entry unpacked.
    /// - Parameter limit: how many bytes it may have.
    package func bytes(_ name: String, limit: Int) throws(FormatError) -> [UInt8] {
        guard let entry = entry(name) else { throw problem("the archive has no such entry", name) }
        guard entry.size <= limit else {
            throw problem("this entry is too large (\(entry.size) bytes where at most \(limit) are expected)", name)
        }
        guard !entry.isEncrypted else { throw problem("this entry is encrypted; pack it without a password", name) }
        let packed = try source.read(try dataOffset(entry), entry.compressedSize)
        let bytes: [UInt8]
        switch entry.method {
        case 0: bytes = packed
        case 8: bytes = try inflate(packed, entry)
        default: throw problem("this entry is compressed by an unknown method (\(entry.method)); pack it with deflate", name)
        }
        guard bytes.count == entry.size, UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count))) == entry.checksum else {
            throw damaged(entry)
        }
        return bytes
    }

    /// A stored entry's bytes where they are in an archive in memory, unchecked; nil where it is compressed or the archive is a
    /// file.
    package func storedBytes(_ entry: Entry) throws(FormatError) -> UnsafeRawBufferPointer? {
        guard entry.isStored, let memory = source.memory else { return nil }
        let offset = try dataOffset(entry)
        guard offset <= memory.count, entry.size <= memory.count - offset else { throw damaged(entry) }
        return UnsafeRawBufferPointer(rebasing: memory[offset..<offset + entry.size])
    }

    /// The offset of an entry's data, behind its own header.
    private func dataOffset(_ entry: Entry) throws(FormatError) -> Int {
        let header = try source.read(entry.offset, 30)
        guard header.starts(with: [0x50, 0x4B, 3, 4]) else { throw damaged(entry) }
        return entry.offset + 30 + ZipSource.number(header, at: 26, size: 2) + ZipSource.number(header, at: 28, size: 2)
    }

    private func problem(_ reason: String, _ name: String) -> FormatError {
        guard source.url != nil else { return FormatError(.unreadable, "\(Text.quote(name)): \(reason)") }
        return FormatError(.unreadable, reason, path: url(name).path)
    }

    private func damaged(_ entry: Entry) -> FormatError {
        problem("this entry of the archive is damaged; copy the file again", entry.name)
    }

    private func inflate(_ packed: [UInt8], _ entry: Entry) throws(FormatError) -> [UInt8] {
        // Deflate shrinks at most 1032 to 1 (zlib's technical notes).
        guard entry.size / 1032 <= packed.count else { throw damaged(entry) }
        var stream = z_stream()
        guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw problem("zlib could not be started (out of memory)", entry.name)
        }
        defer { inflateEnd(&stream) }
        var result: Int32 = Z_ERRNO
        var packed = packed
        let bytes = [UInt8](unsafeUninitializedCapacity: entry.size) { output, initialized in
            packed.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(entry.size)
                result = CZlib.inflate(&stream, Z_FINISH)
            }
            initialized = entry.size - Int(stream.avail_out)
        }
        guard result == Z_STREAM_END else { throw damaged(entry) }
        return bytes
    }
}
