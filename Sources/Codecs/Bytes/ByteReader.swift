/// Reads what `ByteWriter` wrote. Nothing is allocated beyond the bytes that are present; what does not fit is nil.
package struct ByteReader {
    private let bytes: [UInt8]
    package private(set) var offset: Int

    package init(_ bytes: [UInt8], from offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    package var remaining: Int { bytes.count - offset }
    package var isAtEnd: Bool { remaining == 0 }

    package mutating func integer<T: FixedWidthInteger>(_: T.Type = T.self) -> T? {
        let width = T.bitWidth / 8
        guard remaining >= width else { return nil }
        var value: T = 0
        for byte in bytes[offset..<offset + width] { value = value << 8 | T(truncatingIfNeeded: byte) }
        offset += width
        return value
    }

    /// Only 0 and 1: each value has one form.
    package mutating func bool() -> Bool? {
        switch integer(UInt8.self) {
        case 0: false
        case 1: true
        default: nil
        }
    }

    package mutating func raw(_ count: Int) -> [UInt8]? {
        guard count >= 0, remaining >= count else { return nil }
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    /// Bytes preceded by their count, at most `limit`.
    package mutating func data(limit: Int) -> [UInt8]? {
        guard let count = integer(UInt32.self), count <= limit else { return nil }
        return raw(Int(count))
    }

    /// A text of valid UTF-8 of at most `limit` bytes.
    package mutating func text(limit: Int) -> String? {
        guard let utf8 = data(limit: limit) else { return nil }
        return String(validating: utf8, as: UTF8.self)
    }

    package mutating func rest() -> [UInt8] {
        defer { offset = bytes.count }
        return Array(bytes[offset...])
    }
}
