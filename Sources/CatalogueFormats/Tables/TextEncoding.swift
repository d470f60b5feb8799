/// How a text file's bytes encode characters.
public enum TextEncoding: String, Sendable, CaseIterable {
    case utf8 = "UTF-8"
    case utf16LittleEndian = "UTF-16LE"
    case utf16BigEndian = "UTF-16BE"
    /// The code page of western Windows systems, assumed for what is not valid Unicode.
    case windows1252 = "Windows-1252"

    /// The encoding of a text and the length of its byte order mark: UTF-16 with its mark, else UTF-8 where all bytes are valid,
    /// else Windows-1252, which can't be recognised with certainty.
    static func detect(_ bytes: [UInt8]) -> (encoding: TextEncoding, markLength: Int) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (isUTF8(bytes) ? .utf8 : .windows1252, 3) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        return (isUTF8(bytes) ? .utf8 : .windows1252, 0)
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var i = 0
            while i < bytes.count {
                if bytes[i] < 0x80 {
                    i += 1
                    continue
                }
                guard let length = sequenceLength(bytes, at: i) else { return false }
                i += length
            }
            return true
        }
    }

    /// The length of the valid multi-byte sequence at an offset (Unicode standard, table 3-7); nil where there is none.
    private static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, at i: Int) -> Int? {
        func isTail(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
            i + offset < bytes.count && range.contains(bytes[i + offset])
        }
        switch bytes[i] {
        case 0xC2...0xDF: return isTail(1) ? 2 : nil
        case 0xE0: return isTail(1, 0xA0...0xBF) && isTail(2) ? 3 : nil
        case 0xED: return isTail(1, 0x80...0x9F) && isTail(2) ? 3 : nil
        case 0xE1...0xEF: return isTail(1) && isTail(2) ? 3 : nil
        case 0xF0: return isTail(1, 0x90...0xBF) && isTail(2) && isTail(3) ? 4 : nil
        case 0xF1...0xF3: return isTail(1) && isTail(2) && isTail(3) ? 4 : nil
        case 0xF4: return isTail(1, 0x80...0x8F) && isTail(2) && isTail(3) ? 4 : nil
        default: return nil
        }
    }

    /// Windows-1252's characters from 0x80 to 0x9F; the five bytes without a character are U+FFFD.
    static let windows1252High: [Unicode.Scalar] = [
        "€", "\u{FFFD}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{FFFD}", "Ž", "\u{FFFD}", "\u{FFFD}", "‘", "’",
        "“",
        "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{FFFD}", "ž", "Ÿ",
    ]
}
