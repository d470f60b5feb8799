/// Reads the value types that EXIF uses from a TIFF structure (TIFF 6.0, section 2). Every offset and count is checked
/// against the available bytes; an entry that does not fit is ignored.
struct TIFFReader {
    let bytes: ArraySlice<UInt8>
    private let isBigEndian: Bool

    /// An entry of a directory.
    struct Entry {
        let tag: UInt16
        let type: UInt16
        let count: Int
        /// Where the entry itself is, from the beginning of the structure.
        let place: Int
        /// Where its value is.
        let value: Int
        /// Bytes of its value.
        let byteCount: Int
    }

    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 8 else { return nil }
        self.bytes = bytes
        let start = bytes.startIndex
        switch (bytes[start], bytes[start + 1]) {
        case (0x49, 0x49): isBigEndian = false
        case (0x4D, 0x4D): isBigEndian = true
        default: return nil
        }
        guard number(2, 2) == 42 else { return nil }
    }

    /// The first directory.
    var first: [Entry] { directory(at: number(4, 4) ?? 0) }

    /// The entries of the directory at `offset`, at most 1024 and without those that reach beyond the bytes.
    func directory(at offset: Int) -> [Entry] {
        guard let count = number(offset, 2), count <= 1024 else { return [] }
        return (0..<count).compactMap { i in
            let place = offset + 2 + 12 * i
            guard let tag = number(place, 2), let type = number(place + 2, 2), let count = number(place + 4, 4),
                let size = Self.sizes[type]
            else { return nil }
            let byteCount = count * size
            let value = byteCount <= 4 ? place + 8 : number(place + 8, 4) ?? .max
            guard value <= bytes.count, byteCount <= bytes.count - value else { return nil }
            return Entry(
                tag: UInt16(tag), type: UInt16(type), count: count, place: place, value: value, byteCount: byteCount)
        }
    }

    /// Bytes of each type: BYTE, ASCII, SHORT, LONG, RATIONAL, SBYTE, UNDEFINED, SSHORT, SLONG, SRATIONAL, FLOAT, DOUBLE.
    private static let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8]

    /// An unsigned number of `size` bytes at `offset`; nil beyond the end.
    func number(_ offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - size else { return nil }
        let start = bytes.startIndex + offset
        let digits = bytes[start..<start + size]
        return isBigEndian ? digits.reduce(0) { $0 << 8 | Int($1) } : digits.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The first value of a SHORT or LONG entry.
    func integer(_ entry: Entry?) -> Int? {
        guard let entry, entry.count >= 1, entry.type == 3 || entry.type == 4 else { return nil }
        return number(entry.value, entry.type == 3 ? 2 : 4)
    }

    /// The value of an ASCII entry, up to its NUL.
    func text(_ entry: Entry?) -> String? {
        guard let entry, entry.type == 2 else { return nil }
        let start = bytes.startIndex + entry.value
        let text = bytes[start..<start + min(entry.byteCount, 256)].prefix { $0 != 0 }
        return text.allSatisfy { $0 < 0x80 } ? String(decoding: text, as: UTF8.self) : nil
    }

    /// The values of a RATIONAL entry; nil where one has no value.
    func rationals(_ entry: Entry?) -> [Double]? {
        guard let entry, entry.type == 5, (1...8).contains(entry.count) else { return nil }
        var values: [Double] = []
        for i in 0..<entry.count {
            guard let above = number(entry.value + 8 * i, 4), let below = number(entry.value + 8 * i + 4, 4), below != 0 else {
                return nil
            }
            values.append(Double(above) / Double(below))
        }
        return values
    }
}
