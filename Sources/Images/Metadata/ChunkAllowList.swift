/// Keeps of PNG and WebP files the chunks that decoding needs, and the colour profile.
enum ChunkAllowList {
    private static let damaged = ImageError("this image is damaged: its metadata can't be removed reliably")

    // MARK: PNG

    /// Pixels, palette, transparency, colour and size of a pixel (PNG, third edition, section 11). No text, no time, no EXIF data,
    /// no further frames, no chunk that the list doesn't name.
    private static let png: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD", "pHYs", "cICP", "mDCV", "cLLI",
    ]

    static func stripPNG(_ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
        var result = Array(bytes[..<8])
        for chunk in ExifLocation.pngChunks(bytes) {
            let name = String(decoding: bytes[chunk.name], as: UTF8.self)
            if png.contains(name) { result += bytes[chunk.whole] }
            // What is after the image belongs to nothing.
            if name == "IEND" { return result }
        }
        throw damaged
    }

    // MARK: WebP

    /// The header, pixels, transparency and colour profile of a still image (RFC 9649, section 2.7).
    private static let webp: Set<String> = ["VP8X", "VP8 ", "VP8L", "ALPH", "ICCP"]
    /// The flags of `VP8X` for transparency and colour profile; those of animation, EXIF and XMP data are cleared.
    private static let webpFlags: UInt8 = 0b11_0000

    static func stripWebP(_ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
        let stated = 8 + bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard stated <= bytes.count else { throw damaged }
        var result = Array(bytes[..<12])
        var hasPixels = false
        for chunk in ExifLocation.webpChunks(Array(bytes[..<stated])) {
            let name = String(decoding: bytes[chunk.name], as: UTF8.self)
            guard webp.contains(name) else { continue }
            if name == "VP8 " || name == "VP8L" { hasPixels = true }
            let start = result.count
            result += bytes[chunk.name.lowerBound..<chunk.content.upperBound]
            // The padding may hold anything.
            if chunk.content.count % 2 == 1 { result.append(0) }
            if name == "VP8X", !chunk.content.isEmpty { result[start + 8] &= webpFlags }
        }
        guard hasPixels else { throw damaged }
        let count = result.count - 8
        for i in 0..<4 { result[4 + i] = UInt8(truncatingIfNeeded: count >> (8 * i)) }
        return result
    }
}
