/// Decodes a text's scalars one at a time and knows the position of each; a byte order mark is skipped.
struct ScalarReader {
    let encoding: TextEncoding
    private let bytes: [UInt8]
    private var offset: Int
    /// Of the next scalar, from 1. A line ends with LF, CR or CR LF.
    private(set) var line = 1
    private(set) var column = 1
    private var follows: Unicode.Scalar?

    init(_ bytes: [UInt8]) {
        let (encoding, markLength) = TextEncoding.detect(bytes)
        self.encoding = encoding
        self.bytes = bytes
        offset = markLength
    }

    var location: String { "line \(line), column \(column)" }

    /// Consumes a scalar; nil at the end.
    mutating func next() throws(CatalogueFormatError) -> Unicode.Scalar? {
        guard let scalar = try decode() else { return nil }
        if scalar.value == 0 {
            throw .unreadable(
                "a zero byte: this is not a text file", at: location, remedy: "save the table as CSV, not as a workbook")
        }
        if scalar == "\n" && follows == "\r" {
            // The second half of a line end that was counted.
        } else if scalar == "\n" || scalar == "\r" {
            line += 1
            column = 1
        } else {
            column += 1
        }
        follows = scalar
        return scalar
    }

    private mutating func decode() throws(CatalogueFormatError) -> Unicode.Scalar? {
        guard offset < bytes.count else { return nil }
        switch encoding {
        case .utf8: return decodeUTF8()
        case .windows1252:
            let byte = bytes[offset]
            offset += 1
            return (0x80...0x9F).contains(byte) ? TextEncoding.windows1252High[Int(byte) - 0x80] : Unicode.Scalar(byte)
        case .utf16LittleEndian, .utf16BigEndian: return try decodeUTF16()
        }
    }

    /// The bytes are valid: `TextEncoding.detect` looked at all of them.
    private mutating func decodeUTF8() -> Unicode.Scalar? {
        let first = UInt32(bytes[offset])
        if first < 0x80 {
            offset += 1
            return Unicode.Scalar(UInt8(first))
        }
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        var value = first & (0xFF >> UInt32(length + 1))
        for i in 1..<length { value = value << 6 | UInt32(bytes[offset + i] & 0x3F) }
        offset += length
        return Unicode.Scalar(value)
    }

    private mutating func decodeUTF16() throws(CatalogueFormatError) -> Unicode.Scalar? {
        guard let first = unit() else { throw .unreadable("half a UTF-16 character at the end", at: location) }
        if !(0xD800...0xDFFF).contains(first) { return Unicode.Scalar(first) }
        guard first < 0xDC00, let second = unit(), (0xDC00...0xDFFF).contains(second) else {
            throw .unreadable("an incomplete UTF-16 character", at: location, remedy: "save the file as UTF-8")
        }
        return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    }

    private mutating func unit() -> UInt16? {
        guard offset + 1 < bytes.count else { return nil }
        let a = UInt16(bytes[offset])
        let b = UInt16(bytes[offset + 1])
        offset += 2
        return encoding == .utf16LittleEndian ? b << 8 | a : a << 8 | b
    }
}
