import Images

/// A photo made small enough for a page.
struct ReducedImage {
    let image: ColorImage
    let jpeg: [UInt8]

    /// The largest image that is decoded where the decoder can't reduce it: 64 megapixels.
    static let maxPixels = 1 << 26
    /// The largest file: 64 MiB.
    static let maxBytes = 64 << 20

    /// Decodes a photo upright on white, and encodes it as JPEG.
    /// - Parameter longEdge: pixels of its longer side at most.
    /// - Throws: the reason why it can't be shown, in words.
    init(_ bytes: [UInt8], longEdge: Int) throws(ImageError) {
        if bytes.count > Self.maxBytes { throw ImageError("the image file has more than \(Self.maxBytes >> 20) MiB") }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            let header = try PNG.Header(bytes.prefix(64))
            if header.width > 65_536 || header.height > 65_536 || header.width * header.height > Self.maxPixels {
                throw ImageError("the image is too large (\(header.width) x \(header.height))")
            }
        }
        var image = try ImageFile.decodeShown(bytes, longEdge: longEdge)
        for i in image.pixels.indices where image.pixels[i].w < 255 {
            let p = image.pixels[i]
            let alpha = UInt32(p.w)
            func over(_ c: UInt8) -> UInt8 { UInt8((UInt32(c) * alpha + 255 * (255 - alpha) + 127) / 255) }
            image.pixels[i] = SIMD4(over(p.x), over(p.y), over(p.z), 255)
        }
        self.image = image
        jpeg = try JPEG.encode(image, quality: 82)
    }

    /// The size at which it fills a box, its proportions kept.
    func fitted(width: Double, height: Double) -> (width: Double, height: Double) {
        let scale = min(width / Double(image.width), height / Double(image.height))
        return (Double(image.width) * scale, Double(image.height) * scale)
    }
}
