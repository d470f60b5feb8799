/// Keeps of a JPEG file (ITU-T T.81, annex B) what decoding it needs, its colour profile and the allowed EXIF fields.
///
/// Comments, application segments of any other kind, the thumbnail of JFIF, segments between scans that aren't tables, and
/// everything after the first image are left out: further images have metadata of their own.
enum JPEGAllowList {
    private static let damaged = ImageError("this image is damaged: its metadata can't be removed reliably")

    static func strip(_ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
        var result: [UInt8] = [0xFF, 0xD8]
        result.reserveCapacity(bytes.count)
        var hasScan = false
        var hasEXIF = false
        var at = 2
        while at + 1 < bytes.count {
            guard bytes[at] == 0xFF else { throw damaged }
            let marker = bytes[at + 1]
            switch marker {
            // A fill byte.
            case 0xFF:
                at += 1
                continue
            case 0xD9:
                guard hasScan else { throw damaged }
                return result + [0xFF, 0xD9]
            // No segment: TEM, and what is only allowed within a scan or at the beginning.
            case 0x00, 0x01, 0xD0...0xD8: throw damaged
            default: break
            }
            guard at + 3 < bytes.count else { throw damaged }
            let end = at + 2 + (Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
            guard end >= at + 4, end <= bytes.count else { throw damaged }
            let content = bytes[at + 4..<end]
            if marker == 0xE1 {
                if !hasEXIF, content.starts(with: Self.exif), let kept = EXIFAllowList.rebuilt(content.dropFirst(Self.exif.count)) {
                    result += segment(marker, Self.exif + kept)
                    hasEXIF = true
                }
            } else if let kept = kept(marker, content) {
                result += segment(marker, kept)
            }
            at = end
            if marker == 0xDA {
                hasScan = true
                at = try copyScan(bytes, from: at, to: &result)
            }
        }
        throw damaged
    }

    private static let exif = Array("Exif\0\0".utf8)

    /// The content of a segment as it is kept; nil for a segment that is left out.
    private static func kept(_ marker: UInt8, _ content: ArraySlice<UInt8>) -> [UInt8]? {
        switch marker {
        // Frames (SOF), Huffman and arithmetic tables, quantization tables, number of lines, restart interval, scan.
        case 0xC8: nil
        case 0xC0...0xCF, 0xDA...0xDD: Array(content)
        // JFIF without its thumbnail.
        case 0xE0 where content.starts(with: "JFIF\0".utf8) && content.count >= 14: Array(content.prefix(12)) + [0, 0]
        case 0xE2 where content.starts(with: "ICC_PROFILE\0".utf8): Array(content)
        // Adobe's transformation of colours, without which CMYK and RGB images are shown wrongly.
        case 0xEE where content.starts(with: "Adobe".utf8) && content.count >= 12: Array(content.prefix(12))
        default: nil
        }
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
    }

    /// Copies the entropy-coded bytes of a scan, without fill bytes.
    /// - Returns: the index of the marker after them.
    private static func copyScan(_ bytes: [UInt8], from start: Int, to result: inout [UInt8]) throws(ImageError) -> Int {
        var at = start
        var copied = start
        while at + 1 < bytes.count {
            guard bytes[at] == 0xFF else {
                at += 1
                continue
            }
            switch bytes[at + 1] {
            case 0x00, 0xD0...0xD7: at += 2
            case 0xFF:
                result += bytes[copied..<at]
                at += 1
                copied = at
            default:
                result += bytes[copied..<at]
                return at
            }
        }
        throw damaged
    }
}
