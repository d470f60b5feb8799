import Foundation

/// Reads the list of a zip file's entries, which stands at its end.
package struct ZipDirectory {
    package struct Entry {
        var name: String
        /// 0 stored, 8 deflated.
        var method: Int
        var checksum: UInt32
        var packed: Int
        var size: Int
        var offset: Int
    }

    package let file: ZipFile

    /// The largest list of entries that is read: 256 MiB, some three million entries.
    private static let byteLimit = 256 << 20

    private var damaged: FormatError {
        FormatError(.unreadable, "this archive is damaged; copy the file again", path: file.url.path)
    }

    /// - Throws: `FormatError` where the file is no zip file, is damaged, or has entries of a kind that can't be read.
    package mutating func entries() throws(FormatError) -> [Entry] {
        let (count, size, offset) = try end()
        guard size <= Self.byteLimit, count <= size / 46 else { throw damaged }
        let list = try file.read(offset, size)
        var entries: [Entry] = []
        entries.reserveCapacity(count)
        var at = 0
        for _ in 0..<count {
            guard at + 46 <= list.count, list[at..<at + 4].elementsEqual([0x50, 0x4B, 1, 2]) else { throw damaged }
            func field(_ offset: Int, _ size: Int) -> Int { ZipFile.number(list, at + offset, size) }
            let nameEnd = at + 46 + field(28, 2)
            let extraEnd = nameEnd + field(30, 2)
            guard extraEnd + field(32, 2) <= list.count else { throw damaged }
            var entry = Entry(
                name: String(decoding: list[at + 46..<nameEnd], as: UTF8.self), method: field(10, 2),
                checksum: UInt32(truncatingIfNeeded: field(16, 4)), packed: field(20, 4), size: field(24, 4), offset: field(42, 4))
            try widen(&entry, list, nameEnd, extraEnd)
            if !entry.name.hasSuffix("/") {
                guard field(8, 2) & 1 == 0 else {
                    throw FormatError(
                        .unreadable, "\(Text.quote(entry.name)) is encrypted; pack it without a password", path: file.url.path)
                }
                guard entry.method == 0 || entry.method == 8 else {
                    throw FormatError(
                        .unreadable,
                        "\(Text.quote(entry.name)) is compressed by an unknown method (\(entry.method)); pack it with deflate",
                        path: file.url.path)
                }
                entries.append(entry)
            }
            at = extraEnd + field(32, 2)
        }
        return entries
    }

    /// Takes sizes that don't fit 32 bits from the entry's extra field (section 4.5.3).
    private func widen(_ entry: inout Entry, _ list: [UInt8], _ start: Int, _ end: Int) throws(FormatError) {
        let none = 0xFFFF_FFFF
        guard entry.size == none || entry.packed == none || entry.offset == none else { return }
        var at = start
        while at + 4 <= end {
            let (id, size) = (ZipFile.number(list, at, 2), ZipFile.number(list, at + 2, 2))
            at += 4
            guard at + size <= end else { throw damaged }
            if id == 1 {
                var next = at
                for field in [\Entry.size, \.packed, \.offset] where entry[keyPath: field] == none {
                    guard next + 8 <= at + size else { throw damaged }
                    entry[keyPath: field] = ZipFile.number(list, next, 8)
                    next += 8
                }
                return
            }
            at += size
        }
    }

    /// How many entries there are, and where their list is (sections 4.3.14 to 4.3.16).
    private func end() throws(FormatError) -> (count: Int, size: Int, offset: Int) {
        // The file ends with 22 bytes and a comment of at most 65535.
        let tail = try file.read(max(0, file.length - 65557), min(file.length, 65557))
        var at = tail.count - 22
        while at >= 0 {
            if tail[at..<at + 4].elementsEqual([0x50, 0x4B, 5, 6]), at + 22 + ZipFile.number(tail, at + 20, 2) == tail.count {
                break
            }
            at -= 1
        }
        guard at >= 0 else {
            throw FormatError(.unreadable, "this is no zip archive, or it ends early; copy the file again", path: file.url.path)
        }
        let short = (ZipFile.number(tail, at + 10, 2), ZipFile.number(tail, at + 12, 4), ZipFile.number(tail, at + 16, 4))
        guard short.0 == 0xFFFF || short.1 == 0xFFFF_FFFF || short.2 == 0xFFFF_FFFF,
            at >= 20, tail[at - 20..<at - 16].elementsEqual([0x50, 0x4B, 6, 7])
        else { return short }
        let wide = try file.read(ZipFile.number(tail, at - 12, 8), 56)
        guard wide.starts(with: [0x50, 0x4B, 6, 6]) else { throw damaged }
        return (ZipFile.number(wide, 32, 8), ZipFile.number(wide, 40, 8), ZipFile.number(wide, 48, 8))
    }
}
