import Codecs
import Support

/// A zip archive of stored files whose contents begin at multiples of 64 bytes (USDZ specification, "Layout"); the first is the layer.
struct USDZArchive: ~Copyable {
    private var file: AtomicFile
    private var central = LittleEndianWriter()
    private var count = 0
    private var offset = 0

    init(_ file: consuming AtomicFile) { self.file = file }

    /// Adds a file of `size` bytes, which `content` hands over in order.
    mutating func add(
        _ name: String, size: Int,
        content: (([UInt8]) throws(FormatError) -> Void) throws(FormatError) -> Void
    ) throws(FormatError) {
        // An extra field of at least four bytes fills up to the boundary.
        let used = offset + 30 + name.utf8.count + 4
        let padding = (64 - used % 64) % 64
        func common(_ checksum: UInt32) -> LittleEndianWriter {
            var record = LittleEndianWriter()
            record.uint16(20)  // version needed: 2.0
            record.uint16(0)  // flags
            record.uint16(0)  // stored
            record.uint16(0)  // time and date: the beginning of 1980, so that the same model gives the same bytes
            record.uint16(0x21)
            record.uint32(Int(checksum))
            record.uint32(size)
            record.uint32(size)
            record.uint16(name.utf8.count)
            return record
        }
        var local = LittleEndianWriter()
        local.uint32(0x0403_4B50)
        local.bytes += common(0).bytes
        local.uint16(4 + padding)
        local.bytes += Array(name.utf8)
        local.uint16(0x1986)
        local.uint16(padding)
        local.bytes += [UInt8](repeating: 0, count: padding)
        try file.putArray(local.bytes)

        var checksum = CRC32()
        var written = 0
        try content { (bytes) throws(FormatError) in
            checksum.update(bytes)
            written += bytes.count
            try file.putArray(bytes)
        }
        precondition(written == size)
        // Known only now.
        try file.put(Array(common(checksum.value).bytes[10..<14]), at: offset + 14)

        central.uint32(0x0201_4B50)
        central.uint16(20)
        central.bytes += common(checksum.value).bytes
        for _ in 0..<4 { central.uint16(0) }  // extra field, comment, disk, internal attributes
        central.uint32(0)
        central.uint32(offset)  // where the local header stands
        central.bytes += Array(name.utf8)
        offset += local.bytes.count + size
        count += 1
    }

    /// Writes the archive's directory and puts the file in its place.
    consuming func end() throws(FormatError) {
        var end = LittleEndianWriter()
        end.uint32(0x0605_4B50)
        end.uint16(0)
        end.uint16(0)
        end.uint16(count)
        end.uint16(count)
        end.uint32(central.bytes.count)
        end.uint32(offset)
        end.uint16(0)
        try file.putArray(central.bytes + end.bytes)
        try AtomicFile.end(file)
    }
}
