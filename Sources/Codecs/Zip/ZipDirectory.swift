import Foundation

/// Reads a zip file's central directory, the list of its entries at its end.
struct ZipDirectory {
    let source: ZipSource

    /// The largest list of entries that is read: 256 MiB, some three million entries.
    private static let byteLimit = 256 << 20

    private var damaged: FormatError { source.problem("this archive is damaged; copy the file again") }

    /// The files, without folders.
    /// - Throws: `FormatError` where this is not a zip file, or it is damaged.
    func entries() throws(FormatError) -> [ZipArchive.Entry] {
        let (count, size, offset) = try end()
        guard size <= Self.byteLimit, count <= size / 46 else { throw damaged }
        let list = try source.read(offset, size)
        var entries: [ZipArchive.Entry] = []
        entries.reserveCapacity(count)
        var at = 0
        for _ in 0..<count {
            guard at + 46 <= list.count, list[at..<at + 4].elementsEqual([0x50, 0x4B, 1, 2]) else { throw damaged }
            func field(_ offset: Int, _ size: Int) -> Int { ZipSource.number(list, at: at + offset, size: size) }
            let nameEnd = at + 46 + field(28, 2)
            let extraEnd = nameEnd + field(30, 2)
            guard extraEnd + field(32, 2) <= list.count else { throw damaged }
            let name = String(decoding: list[at + 46..<nameEnd], as: UTF8.self)
            let wide = try wideFields(
                Wide(compressedSize: field(20, 4), size: field(24, 4), offset: field(42, 4)), list[nameEnd..<extraEnd])
            if !name.hasSuffix("/") {
                entries.append(
                    ZipArchive.Entry(
                        name: name, method: field(10, 2), isEncrypted: field(8, 2) & 1 == 1,
                        checksum: UInt32(truncatingIfNeeded: field(16, 4)), compressedSize: wide.compressedSize, size: wide.size,
                        offset: wide.offset))
            }
            at = extraEnd + field(32, 2)
        }
        return entries
    }

    private struct Wide {
        var compressedSize: Int
        var size: Int
        var offset: Int
    }

    /// Replaces sizes that don't fit 32 bits by those of the entry's extra field (section 4.5.3).
    private func wideFields(_ short: Wide, _ extra: ArraySlice<UInt8>) throws(FormatError) -> Wide {
        let none = 0xFFFF_FFFF
        guard short.size == none || short.compressedSize == none || short.offset == none else { return short }
        let extra = Array(extra)
        var wide = short
        var at = 0
        while at + 4 <= extra.count {
            let id = ZipSource.number(extra, at: at, size: 2)
            let size = ZipSource.number(extra, at: at + 2, size: 2)
            at += 4
            guard at + size <= extra.count else { throw damaged }
            if id == 1 {
                var next = at
                for field in [\Wide.size, \.compressedSize, \.offset] where wide[keyPath: field] == none {
                    guard next + 8 <= at + size else { throw damaged }
                    wide[keyPath: field] = ZipSource.number(extra, at: next, size: 8)
                    next += 8
                }
                return wide
            }
            at += size
        }
        return wide
    }

    /// How many entries there are, and where their list is (sections 4.3.14 to 4.3.16).
    private func end() throws(FormatError) -> (count: Int, size: Int, offset: Int) {
        // The archive ends with 22 bytes and a comment of at most 65535.
        let tail = try source.read(max(0, source.length - 65557), min(source.length, 65557))
        func field(_ offset: Int, _ size: Int) -> Int { ZipSource.number(tail, at: offset, size: size) }
        var at = tail.count - 22
        while at >= 0 {
            if tail[at..<at + 4].elementsEqual([0x50, 0x4B, 5, 6]), at + 22 + field(at + 20, 2) == tail.count { break }
            at -= 1
        }
        guard at >= 0 else { throw source.problem("this is not a zip archive, or it is truncated; copy the file again") }
        let count = field(at + 10, 2)
        let size = field(at + 12, 4)
        let offset = field(at + 16, 4)
        guard count == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF, at >= 20,
            tail[at - 20..<at - 16].elementsEqual([0x50, 0x4B, 6, 7])
        else { return (count, size, offset) }
        let wide = try source.read(field(at - 12, 8), 56)
        guard wide.starts(with: [0x50, 0x4B, 6, 6]) else { throw damaged }
        return (
            ZipSource.number(wide, at: 32, size: 8), ZipSource.number(wide, at: 40, size: 8),
            ZipSource.number(wide, at: 48, size: 8)
        )
    }
}
