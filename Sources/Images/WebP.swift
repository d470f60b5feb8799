import CWebP

/// WebP (RFC 9649) by libwebp: lossy and lossless still images, written with lossy colours and exact alpha. The EXIF orientation is
/// ignored: pixels are returned as they are stored.
///
/// Decoding refuses images whose declared size is beyond `ImageLimits.pixels`, or beyond what so few bytes can be meant for, before
/// anything is allocated for them; a file that ends early is an error.
public enum WebP {
    /// Whether a file begins as a WebP image does.
    static func isWebP(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 12 && bytes[..<4].elementsEqual("RIFF".utf8) && bytes[8..<12].elementsEqual("WEBP".utf8)
    }

    /// The size of an image, from its header.
    public static func size(_ bytes: [UInt8]) throws(ImageError) -> (width: Int, height: Int) {
        guard isWebP(bytes) else { throw ImageError("this is not a WebP image") }
        var features = WebPBitstreamFeatures()
        let status = bytes.withUnsafeBufferPointer { WebPGetFeatures($0.baseAddress, $0.count, &features) }
        guard status == VP8_STATUS_OK else { throw error(status) }
        if features.has_animation != 0 {
            throw ImageError("this WebP image is animated", remedy: "save one of its frames as an image")
        }
        let width = Int(features.width)
        let height = Int(features.height)
        try ImageLimits.check(try ImageLimits.pixelCount(width: width, height: height, format: "WebP"), bytes: bytes.count, "WebP")
        return (width, height)
    }

    /// An image as sRGB with alpha.
    public static func decode(_ bytes: [UInt8]) throws(ImageError) -> ColorImage {
        let (width, height) = try size(bytes)
        // The length in the file's header counts: libwebp leaves rows unset where a file is shorter.
        let stated = 8 + bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard stated <= bytes.count else { throw truncated }
        var isDecoded = false
        let pixels = [SIMD4<UInt8>](unsafeUninitializedCapacity: width * height) { buffer, initialized in
            let target = UnsafeMutableRawBufferPointer(buffer)
            let result = WebPDecodeRGBAInto(
                bytes, bytes.count, target.baseAddress?.assumingMemoryBound(to: UInt8.self), width * height * 4, Int32(width * 4))
            isDecoded = result != nil
            initialized = isDecoded ? width * height : 0
        }
        guard isDecoded else {
            throw ImageError("couldn't read this WebP image: its data is damaged", remedy: "copy the file again")
        }
        return Image(width: width, height: height, pixels: pixels)
    }

    /// The largest side that the format can have, in pixels.
    public static let maxSide = 16_383

    /// An image as lossy WebP; alpha is kept exactly. The same image gives the same bytes.
    /// - Parameters:
    ///   - image: the pixels; sRGB with alpha that the colours are not multiplied by.
    ///   - quality: 0 (smallest) to 100.
    /// - Throws: `ImageError` where it has no pixels or a side is longer than `maxSide`.
    public static func encode(_ image: ColorImage, quality: Int = 80) throws(ImageError) -> [UInt8] {
        guard (1...maxSide).contains(image.width), (1...maxSide).contains(image.height) else {
            throw ImageError(
                "couldn't write a WebP image of \(image.width) × \(image.height) pixels",
                remedy: "choose sides of 1 to \(maxSide) pixels")
        }
        var output: UnsafeMutablePointer<UInt8>?
        let count = image.pixels.withUnsafeBytes { pixels in
            WebPEncodeRGBA(
                pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(image.width), Int32(image.height),
                Int32(image.width * 4), Float(min(max(quality, 0), 100)), &output)
        }
        guard count > 0, let output else {
            throw ImageError("couldn't write a WebP image: there isn't enough memory", remedy: "choose a smaller size")
        }
        defer { WebPFree(output) }
        return Array(UnsafeBufferPointer(start: output, count: count))
    }

    private static let truncated = ImageError("this WebP image ends early (truncated)", remedy: "copy the file again")

    private static func error(_ status: VP8StatusCode) -> ImageError {
        switch status {
        case VP8_STATUS_NOT_ENOUGH_DATA: truncated
        case VP8_STATUS_UNSUPPORTED_FEATURE: ImageError("this WebP image uses a feature that libwebp can't read")
        default: ImageError("couldn't read this WebP image: its header is damaged", remedy: "copy the file again")
        }
    }
}
