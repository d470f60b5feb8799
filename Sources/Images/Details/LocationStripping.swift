/// Takes out of image files where they were taken, before they are given to others. Pixels, orientation and date stay as they are.
public enum LocationStripping {
    /// The same image without its location. A JPEG keeps its EXIF data except the GPS directory; XMP and IPTC data, which may
    /// name the location in words, and further images behind the first one, which have EXIF data of their own, are left out. A PNG
    /// or WebP loses all EXIF and XMP data. In a HEIC the GPS directory and all other data beside EXIF are blanked in
    /// place.
    /// - Throws: `ImageError` for any other file format, and where a file is damaged: its location can't be removed reliably.
    public static func strip(_ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return try jpeg(bytes) }
        if bytes.starts(with: PNG.signature) { return try png(bytes) }
        if WebP.isWebP(bytes) { return try webp(bytes) }
        if HEIC.isHEIC(bytes) { return try heic(bytes) }
        throw ImageError(
            "a location can be removed from JPEG, PNG, WebP and HEIC images only", remedy: "share the image's preview")
    }

    private static let damaged = ImageError("this image is damaged: its location can't be removed reliably")

    // MARK: JPEG

    private static func jpeg(_ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
        let segments = ExifLocation.jpegSegments(bytes)
        let start = segments.last?.range.upperBound ?? 2
        guard start + 1 < bytes.count, bytes[start] == 0xFF, bytes[start + 1] == 0xDA else { throw damaged }
        var result: [UInt8] = [0xFF, 0xD8]
        result.reserveCapacity(bytes.count)
        for segment in segments {
            if let exif = ExifLocation.exif(bytes, segment) {
                result += bytes[segment.range.lowerBound..<exif.lowerBound] + withoutSatellites(Array(bytes[exif]))
            } else if !mayNamePlace(bytes, segment) {
                result += bytes[segment.range]
            }
        }
        return result + bytes[start..<(try endOfImage(bytes, from: start))]
    }

    /// XMP, Photoshop's resources (with IPTC), and the list of further images in the file (CIPA DC-007).
    private static func mayNamePlace(_ bytes: [UInt8], _ segment: ExifLocation.Segment) -> Bool {
        let content = bytes[segment.content]
        return switch segment.marker {
        case 0xE1: content.starts(with: "http://ns.adobe.com/".utf8) || content.starts(with: "Exif".utf8)
        case 0xE2: content.starts(with: "MPF\0".utf8)
        case 0xED: true
        default: false
        }
    }

    /// Where the first image ends: behind its end marker, however many scans it has.
    private static func endOfImage(_ bytes: [UInt8], from start: Int) throws(ImageError) -> Int {
        var at = start
        while at + 1 < bytes.count {
            guard bytes[at] == 0xFF else {
                at += 1
                continue
            }
            switch bytes[at + 1] {
            case 0xD9: return at + 2
            // Stuffed bytes, restart markers and fill bytes belong to the pixels.
            case 0x00, 0xD0...0xD7: at += 2
            case 0xFF: at += 1
            default:
                guard at + 3 < bytes.count else { throw damaged }
                at += 2 + max(2, Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
            }
        }
        throw damaged
    }

    /// EXIF data of the same length whose first directory has no satellites' directory any more, and where that lay there are
    /// zeros.
    private static func withoutSatellites(_ exif: [UInt8]) -> [UInt8] {
        guard let tiff = TIFFReader(exif[...]), let start = tiff.number(4, 4), let count = tiff.number(start, 2) else {
            // Not EXIF data that any reader could follow, and so nothing to keep.
            return [UInt8](repeating: 0, count: exif.count)
        }
        var result = exif
        func clear(_ range: Range<Int>) {
            for i in range.clamped(to: 0..<result.count) { result[i] = 0 }
        }
        // From the last one on: taking one out moves those behind it.
        for pointer in tiff.first.reversed() where pointer.tag == 0x8825 {
            if let place = tiff.integer(pointer) {
                for entry in tiff.directory(at: place) where entry.byteCount > 4 {
                    clear(entry.value..<entry.value + entry.byteCount)
                }
                clear(place..<place + 2 + 12 * min(tiff.number(place, 2) ?? 0, 1024) + 4)
            }
            // The entries behind it and the link to the next directory move up.
            let end = min(start + 2 + 12 * count + 4, result.count)
            guard pointer.place + 12 <= end else { continue }
            result.replaceSubrange(
                pointer.place..<end, with: Array(result[pointer.place + 12..<end]) + [UInt8](repeating: 0, count: 12))
        }
        let left = count - tiff.first.count { $0.tag == 0x8825 }
        let isBig = exif[0] == 0x4D
        (result[start], result[start + 1]) = isBig ? (UInt8(left >> 8), UInt8(left & 255)) : (UInt8(left & 255), UInt8(left >> 8))
        return result
    }

    // MARK: HEIC

    /// Blanks in place: the boxes of the file name offsets, which so stay true.
    private static func heic(_ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
        var result = bytes
        for (isExif, content) in try HEIC.metadata(bytes) {
            // An EXIF item begins with the offset of its TIFF structure in what follows (23008-12, annex A.2.1).
            let start = isExif ? content.prefix(4).reduce(0) { $0 << 8 | Int($1) } + 4 : content.count
            let kept = start < content.count ? Array(content[..<start]) + withoutSatellites(Array(content[start...])) : []
            let blank = kept.isEmpty ? [UInt8](repeating: 0, count: content.count) : kept
            if blank == content { continue }
            // An item that is fragmented or compressed is not found; the file is then refused.
            let places = result.ranges(of: content)
            guard !places.isEmpty else { throw damaged }
            for place in places { result.replaceSubrange(place, with: blank) }
        }
        return result
    }

    // MARK: PNG and WebP

    private static func png(_ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
        let chunks = ExifLocation.pngChunks(bytes)
        guard let last = chunks.last, bytes[last.name].elementsEqual("IEND".utf8) else { throw damaged }
        var result = Array(bytes[..<8])
        for chunk in chunks {
            let name = String(decoding: bytes[chunk.name], as: UTF8.self)
            if !["eXIf", "iTXt", "tEXt", "zTXt"].contains(name) { result += bytes[chunk.whole] }
        }
        return result
    }

    private static func webp(_ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
        let chunks = ExifLocation.webpChunks(bytes)
        guard !chunks.isEmpty else { throw damaged }
        var result = Array(bytes[..<12])
        for chunk in chunks {
            let name = String(decoding: bytes[chunk.name], as: UTF8.self)
            if name == "EXIF" || name == "XMP " { continue }
            let start = result.count
            result += bytes[chunk.whole]
            // The header says which chunks there are: bit 3 EXIF, bit 2 XMP.
            if name == "VP8X", chunk.content.count >= 1 { result[start + 8] &= ~0b1100 }
        }
        let count = result.count - 8
        for i in 0..<4 { result[4 + i] = UInt8(truncatingIfNeeded: count >> (8 * i)) }
        return result
    }
}
