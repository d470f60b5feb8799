import Foundation
import Support

/// Writes a zip file of stored entries (PKWARE's APPNOTE 6.3), with 64-bit offsets where they are needed. The same entries give the
/// same bytes:
/// all are of 1 January 1980. The file appears under its name when `commit` is called.
package final class ZipWriter {
    /// Nil once it is committed.
    private var file: AtomicFile?
    private let alignment: Int?
    private var length = 0
    private var directory = LittleEndianWriter()
    private var count = 0

    /// Begins an archive that will be at `url`.
    /// - Parameter alignment: where set, the entries' data begin at multiples of it, and all is within 4 GiB, as USDZ wants it
    ///   (64).
    package init(_ url: URL, alignment: Int? = nil) throws(FormatError) {
        do { file = try AtomicFile(url) } catch { throw FormatError(error) }
        self.alignment = alignment
    }

    /// Adds an entry of less than 4 GiB.
    package func add(_ name: String, _ bytes: [UInt8]) throws(FormatError) {
        try add(name, size: bytes.count) { (write) throws(FormatError) in try write(bytes) }
    }

    /// Adds an entry of `size` bytes, less than 4 GiB, which `content` passes to its argument, piece after piece.
    package func add(
        _ name: String, size: Int, content: (([UInt8]) throws(FormatError) -> Void) throws(FormatError) -> Void
    ) throws(FormatError) {
        let offset = length
        let isWide = offset >= 0xFFFF_FFFF
        let path = Array(name.utf8)
        // An extra field of at least four bytes fills up to the boundary.
        let padding = alignment.map { ($0 - (offset + 34 + path.count) % $0) % $0 }
        func common(_ checksum: UInt32) -> LittleEndianWriter {
            var record = LittleEndianWriter()
            record.uint16(isWide ? 45 : 20)  // version needed
            record.uint16(alignment == nil ? 0x0800 : 0)  // names are UTF-8; USDZ has no flags
            record.uint16(0)  // stored
            record.uint16(0)  // time
            record.uint16(0x21)  // date
            record.uint32(Int(checksum))
            record.uint32(size)
            record.uint32(size)
            record.uint16(path.count)
            return record
        }
        var local = LittleEndianWriter()
        local.uint32(0x0403_4B50)
        local.bytes += common(0).bytes
        local.uint16(padding.map { 4 + $0 } ?? 0)
        local.bytes += path
        if let padding {
            local.uint16(0x1986)
            local.uint16(padding)
            local.bytes += [UInt8](repeating: 0, count: padding)
        }
        try put(local.bytes)

        var checksum = CRC32()
        var written = 0
        try content { (bytes) throws(FormatError) in
            checksum.update(bytes)
            written += bytes.count
            try put(bytes)
        }
        precondition(written == size, "an entry's content has the size that was announced")
        // Known only now.
        let record = common(checksum.value).bytes
        do { try file?.overwrite(Array(record[10..<14]), at: Int64(offset + 14)) } catch { throw FormatError(error) }

        directory.uint32(0x0201_4B50)
        directory.uint16(isWide ? 45 : 20)
        directory.bytes += record
        directory.uint16(isWide ? 12 : 0)  // extra field
        for _ in 0..<3 { directory.uint16(0) }  // comment, disk, internal attributes
        directory.uint32(0)
        directory.uint32(isWide ? 0xFFFF_FFFF : offset)
        directory.bytes += path
        if isWide {
            directory.uint16(1)
            directory.uint16(8)
            directory.uint64(offset)
        }
        length = offset + local.bytes.count + size
        count += 1
    }

    /// Writes the central directory, makes the file durable and gives it its name.
    package func commit() throws(FormatError) {
        let offset = length
        let size = directory.bytes.count
        var end = LittleEndianWriter()
        if count >= 0xFFFF || offset >= 0xFFFF_FFFF || size >= 0xFFFF_FFFF {
            end.uint32(0x0606_4B50)
            end.uint64(44)
            end.uint16(45)
            end.uint16(45)
            end.uint32(0)
            end.uint32(0)
            for value in [count, count, size, offset] { end.uint64(value) }
            end.uint32(0x0706_4B50)
            end.uint32(0)
            end.uint64(offset + size)
            end.uint32(1)
        }
        end.uint32(0x0605_4B50)
        end.uint16(0)
        end.uint16(0)
        end.uint16(min(count, 0xFFFF))
        end.uint16(min(count, 0xFFFF))
        end.uint32(min(size, 0xFFFF_FFFF))
        end.uint32(min(offset, 0xFFFF_FFFF))
        end.uint16(0)
        try put(directory.bytes)
        try put(end.bytes)
        do { if let whole = file.take() { try whole.commit() } } catch { throw FormatError(error) }
    }

    private func put(_ bytes: [UInt8]) throws(FormatError) {
        do { try file?.write(bytes) } catch { throw FormatError(error) }
    }
}
