import Codecs

/// The files of a zip archive that lies in memory (PKWARE's APPNOTE), stored ones only: nothing grows, and nothing is written to a disk.
struct ZipArchive {
    struct Entry {
        let name: String
        let isStored: Bool
        let bytes: UnsafeRawBufferPointer
    }

    private(set) var entries: [Entry] = []

    /// - Throws: where the directory at the archive's end, or what it points to, cannot be right.
    init(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        func half(_ place: Int) -> Int { Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self))) }
        func word(_ place: Int) -> Int { Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))) }
        // The end record is 22 bytes and a comment.
        guard
            let end = stride(from: bytes.count - 22, through: max(0, bytes.count - 22 - 65535), by: -1).first(where: {
                $0 >= 0 && word($0) == 0x0605_4B50
            })
        else { throw .unreadable("has no directory at its end; the zip archive is cut short, get it again") }
        let count = half(end + 10)
        var place = word(end + 16)
        for i in 0..<count {
            guard place <= end - 46, word(place) == 0x0201_4B50 else {
                throw .unreadable("entry \(i + 1) of \(count) in the archive's directory is damaged")
            }
            let (flags, method, packed, size) = (half(place + 8), half(place + 10), word(place + 20), word(place + 24))
            let (nameLength, extra, comment, local) = (half(place + 28), half(place + 30), half(place + 32), word(place + 42))
            guard nameLength <= end - place - 46, local <= bytes.count - 30, word(local) == 0x0403_4B50 else {
                throw .unreadable("entry \(i + 1) of \(count) of the archive points nowhere")
            }
            let name = String(
                decoding: UnsafeRawBufferPointer(rebasing: bytes[place + 46..<place + 46 + nameLength]), as: UTF8.self)
            let start = local + 30 + half(local + 26) + half(local + 28)
            let isStored = method == 0 && flags & 1 == 0 && packed == size
            guard start <= bytes.count, packed <= bytes.count - start else {
                throw .unreadable("\(Text.quote(name)) in the archive is cut short")
            }
            entries.append(
                Entry(name: name, isStored: isStored, bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<start + packed])))
            place += 46 + nameLength + extra + comment
        }
    }

    /// The stored file of this name; `./` and `a/../` in it are resolved.
    func file(_ name: String) -> UnsafeRawBufferPointer? {
        guard let path = Self.resolved(name) else { return nil }
        return entries.first { $0.isStored && $0.name == path }?.bytes
    }

    /// The path without `.` and `..`; nil where it leaves the archive.
    static func resolved(_ name: String) -> String? {
        var parts: [Substring] = []
        for part in name.split(separator: "/") where part != "." {
            if part == ".." {
                if parts.popLast() == nil { return nil }
            } else {
                parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }
}
