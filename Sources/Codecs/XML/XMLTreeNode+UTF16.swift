import Foundation

extension XMLTreeNode {
    /// A document in UTF-16 as UTF-8 without its declaration, which names the old encoding; nil where it is in another encoding.
    ///
    /// The byte order is that of the mark at the beginning, or of the first ‘<’.
    /// - Throws: where it is in UTF-32, which no writer of XML uses.
    static func utf8(_ bytes: UnsafeRawBufferPointer) throws(FormatError) -> [UInt8]? {
        guard bytes.count >= 4 else { return nil }
        let head = (bytes[0], bytes[1], bytes[2], bytes[3])
        let isBig: Bool
        switch head {
        case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF), (0, 0, 0, _), (0x3C, 0, 0, 0):
            throw .unreadable("its XML is in UTF-32; save it as UTF-8")
        case (0xFF, 0xFE, _, _), (0x3C, 0, _, _): isBig = false
        case (0xFE, 0xFF, _, _), (0, 0x3C, _, _): isBig = true
        default: return nil
        }
        func unit(_ i: Int) -> UInt32 {
            let a = UInt32(bytes[i])
            let b = UInt32(bytes[i + 1])
            return isBig ? a << 8 | b : b << 8 | a
        }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count / 2)
        var i = head.0 == 0xFF || head.0 == 0xFE ? 2 : 0
        while i + 1 < bytes.count {
            var c = unit(i)
            i += 2
            if c < 0x80 {
                text.append(UInt8(c))
                continue
            }
            if 0xD800..<0xDC00 ~= c, i + 1 < bytes.count, 0xDC00..<0xE000 ~= unit(i) {
                c = 0x10000 + (c - 0xD800) << 10 + (unit(i) - 0xDC00)
                i += 2
            }
            // Half of a pair is not a character.
            let scalar = Unicode.Scalar(c) ?? "\u{FFFD}"
            text.append(contentsOf: String(Character(scalar)).utf8)
        }
        if text.starts(with: Array("<?xml".utf8)), let end = text.firstIndex(of: UInt8(ascii: ">")) {
            text.removeSubrange(...end)
        }
        return text
    }
}
