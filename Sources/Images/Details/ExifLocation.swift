/// Where an image file keeps its EXIF data.
enum ExifLocation {
    private static let prefix = Array("Exif\0\0".utf8)

    /// The range of the TIFF structure in a JPEG, PNG or WebP file; nil where there is none.
    static func find(_ bytes: [UInt8]) -> Range<Int>? {
        if bytes.starts(with: [0xFF, 0xD8]) { return jpegSegments(bytes).lazy.compactMap { exif(bytes, $0) }.first }
        if bytes.starts(with: PNG.signature) {
            return pngChunks(bytes).first { bytes[$0.name].elementsEqual("eXIf".utf8) }?.content
        }
        if WebP.isWebP(bytes) {
            guard let chunk = webpChunks(bytes).first(where: { bytes[$0.name].elementsEqual("EXIF".utf8) }) else { return nil }
            // Some programs put JPEG's prefix before it.
            return bytes[chunk.content].starts(with: prefix) ? chunk.content.dropFirst(6) : chunk.content
        }
        return nil
    }

    /// A segment before the pixels of a JPEG file: its marker, and all of it from the marker on.
    struct Segment {
        let marker: UInt8
        let range: Range<Int>
        var content: Range<Int> { range.lowerBound + 4..<range.upperBound }
    }

    /// The TIFF structure of a JPEG segment, where it is one with EXIF data.
    static func exif(_ bytes: [UInt8], _ segment: Segment) -> Range<Int>? {
        segment.marker == 0xE1 && bytes[segment.content].starts(with: prefix) ? segment.content.dropFirst(6) : nil
    }

    /// The segments of a JPEG file up to its pixels (ITU-T T.81, annex B).
    static func jpegSegments(_ bytes: [UInt8]) -> [Segment] {
        var segments: [Segment] = []
        var at = 2
        while at + 4 <= bytes.count, bytes[at] == 0xFF {
            let marker = bytes[at + 1]
            if marker == 0xFF {
                at += 1
                continue
            }
            guard marker != 0xDA, marker != 0xD9, !(0xD0...0xD8).contains(marker) else { break }
            let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
            guard length >= 2, at + 2 + length <= bytes.count else { break }
            segments.append(Segment(marker: marker, range: at..<at + 2 + length))
            at += 2 + length
        }
        return segments
    }

    /// A named part of a PNG or WebP file.
    struct Chunk {
        let name: Range<Int>
        let content: Range<Int>
        let whole: Range<Int>
    }

    static func pngChunks(_ bytes: [UInt8]) -> [Chunk] {
        var chunks: [Chunk] = []
        var at = 8
        while at + 12 <= bytes.count {
            let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - at - 12 else { break }
            chunks.append(Chunk(name: at + 4..<at + 8, content: at + 8..<at + 8 + length, whole: at..<at + 12 + length))
            at += 12 + length
        }
        return chunks
    }

    static func webpChunks(_ bytes: [UInt8]) -> [Chunk] {
        var chunks: [Chunk] = []
        var at = 12
        while at + 8 <= bytes.count {
            let length = bytes[at + 4..<at + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - at - 8 else { break }
            let end = min(at + 8 + length + length % 2, bytes.count)
            chunks.append(Chunk(name: at..<at + 4, content: at + 8..<at + 8 + length, whole: at..<end))
            at = end
        }
        return chunks
    }
}

extension Range<Int> {
    fileprivate func dropFirst(_ count: Int) -> Range<Int> { lowerBound + count..<upperBound }
}
