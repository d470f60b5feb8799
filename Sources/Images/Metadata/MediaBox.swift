/// A box of an ISO base media file (ISO/IEC 14496-12, section 4.2): HEIC images, MP4 and QuickTime videos.
package struct MediaBox: Sendable {
    /// Four characters, one for each byte.
    package let type: String
    /// All of it.
    package let range: Range<Int>
    /// All but its header.
    package let content: Range<Int>

    /// The boxes in a range of a file, one after the other; nil where one doesn't fit into it.
    /// - Parameter isOpen: whether the last one may reach to the end without giving its size, as at the top of a file.
    package static func list(_ bytes: [UInt8], in range: Range<Int>, isOpen: Bool = false) -> [MediaBox]? {
        var boxes: [MediaBox] = []
        var at = range.lowerBound
        while at < range.upperBound {
            guard let header = MediaBoxHeader(bytes[at..<min(at + 16, range.upperBound)]) else { return nil }
            let size = header.size ?? (isOpen ? range.upperBound - at : -1)
            guard size >= header.byteCount, size <= range.upperBound - at else { return nil }
            boxes.append(MediaBox(type: header.type, range: at..<at + size, content: at + header.byteCount..<at + size))
            at += size
        }
        return boxes
    }
}

/// The header of a box.
package struct MediaBoxHeader: Sendable {
    /// Four characters, one for each byte.
    package let type: String
    /// Bytes of the box; nil where it reaches to the end of the file.
    package let size: Int?
    /// Bytes of the header.
    package let byteCount: Int

    /// Reads the header at the beginning of 8 bytes or, for boxes of 4 GB and more, of 16; nil where they are too few.
    package init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 8 else { return nil }
        let start = bytes.startIndex
        let short = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        type = String(String.UnicodeScalarView(bytes[start + 4..<start + 8].map { Unicode.Scalar($0) }))
        switch short {
        case 0:
            size = nil
            byteCount = 8
        case 1:
            guard bytes.count >= 16, bytes[start + 8] < 0x40 else { return nil }
            size = bytes[start + 8..<start + 16].reduce(0) { $0 << 8 | Int($1) }
            byteCount = 16
        default:
            size = short
            byteCount = 8
        }
    }
}
