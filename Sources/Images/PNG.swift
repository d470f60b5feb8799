import CPNGBridge
import Foundation

/// PNG (ISO/IEC 15948) by libpng: colour images, and grey ones as the codes that are stored (depth, confidence, masks).
///
/// Decoding refuses images whose declared size is beyond `ImageLimits.pixels`, or could not possibly be in so few bytes, before
/// anything is allocated for them; a file that ends early or fails its check sums is an error.
public enum PNG {
    /// The header of a PNG (IHDR).
    public struct Header: Sendable, Equatable {
        /// Pixels in a row, as the header declares it.
        public var width: Int
        /// Number of rows, as the header declares it.
        public var height: Int
        /// Bits a sample: 1, 2, 4, 8 or 16.
        public var bitDepth: Int
        /// Samples of a pixel: 1 grey or palette index, 2 grey and alpha, 3 RGB, 4 RGBA.
        public var samplesPerPixel: Int

        /// Reads the 26 bytes that matter at a PNG's beginning (section 11.2.2, IHDR).
        public init(_ bytes: some Collection<UInt8>) throws(ImageError) {
            let b = Array(bytes.prefix(26))
            guard b.starts(with: PNG.signature) else { throw ImageError("this is not a PNG image") }
            guard b.count == 26, b[12...15].elementsEqual("IHDR".utf8) else {
                throw ImageError("this PNG image ends early (truncated)", remedy: "copy the file again")
            }
            func number(_ at: Int) -> Int { b[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
            width = number(16)
            height = number(20)
            bitDepth = Int(b[24])
            guard let samples = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][b[25]], [1, 2, 4, 8, 16].contains(bitDepth) else {
                throw ImageError("this PNG image's header is damaged", remedy: "copy the file again")
            }
            samplesPerPixel = samples
        }
    }

    /// The eight bytes that every PNG begins with.
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Any PNG as sRGB with alpha. 16-bit samples are scaled to 8 bits; colour profiles are ignored.
    public static func decodeColor(_ bytes: [UInt8]) throws(ImageError) -> ColorImage {
        try decode(bytes, DIORAMA_PNG_RGBA8)
    }

    /// The stored codes of a 16-bit grey PNG, neither scaled nor corrected by gamma: depth in millimetres, say.
    public static func decodeGray16(_ bytes: [UInt8]) throws(ImageError) -> Image<UInt16> {
        try decode(bytes, DIORAMA_PNG_GRAY16)
    }

    /// The stored codes of an 8-bit (or 1, 2, 4-bit) grey PNG, not scaled: a confidence of 0, 1, 2, say.
    public static func decodeGray8(_ bytes: [UInt8]) throws(ImageError) -> Image<UInt8> {
        try decode(bytes, DIORAMA_PNG_GRAY8)
    }

    /// A colour image as PNG, without alpha where all pixels are opaque. The same image gives the same bytes.
    /// - Parameters:
    ///   - image: the pixels; sRGB with alpha.
    ///   - dotsPerInch: how large the image is on paper, stored in the chunk pHYs; nil stores nothing.
    public static func encode(_ image: ColorImage, dotsPerInch: Double? = nil) throws(ImageError) -> [UInt8] {
        let perMetre = UInt32(min(max((dotsPerInch ?? 0) / 0.0254, 0), 1e9).rounded())
        return try encode(image, DIORAMA_PNG_RGBA8, opaque: image.pixels.allSatisfy { $0.w == 255 }, pixelsPerMetre: perMetre)
    }

    /// A 16-bit grey PNG that stores the given codes.
    public static func encodeGray16(_ image: Image<UInt16>) throws(ImageError) -> [UInt8] {
        try encode(image, DIORAMA_PNG_GRAY16, opaque: true)
    }

    /// An 8-bit grey PNG that stores the given codes.
    public static func encodeGray8(_ image: Image<UInt8>) throws(ImageError) -> [UInt8] {
        try encode(image, DIORAMA_PNG_GRAY8, opaque: true)
    }

    private static func decode<P: BitwiseCopyable & Sendable>(
        _ bytes: [UInt8], _ layout: diorama_png_layout
    ) throws(ImageError) -> Image<P> {
        let header = try Header(bytes)
        let count = try ImageLimits.pixelCount(width: header.width, height: header.height, format: "PNG")
        // Deflate shrinks at most 1032 to 1 (zlib's technical notes): fewer bytes cannot hold the image.
        guard count * header.samplesPerPixel * header.bitDepth / 8 / 1032 <= bytes.count else { throw truncated }
        var message = [CChar](repeating: 0, count: Int(DIORAMA_PNG_MESSAGE))
        var result: Int32 = -1
        let pixels = [P](unsafeUninitializedCapacity: count) { buffer, initialized in
            result = diorama_png_decode(
                bytes, bytes.count, layout, UInt32(header.width), UInt32(header.height), buffer.baseAddress, &message)
            initialized = result == 0 ? count : 0
        }
        guard result == 0 else { throw unreadable(message) }
        return Image(width: header.width, height: header.height, pixels: pixels)
    }

    private static func encode<P: BitwiseCopyable & Sendable>(
        _ image: Image<P>, _ layout: diorama_png_layout, opaque: Bool, pixelsPerMetre: UInt32 = 0
    ) throws(ImageError) -> [UInt8] {
        _ = try ImageLimits.pixelCount(width: image.width, height: image.height, format: "PNG")
        var message = [CChar](repeating: 0, count: Int(DIORAMA_PNG_MESSAGE))
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let result = diorama_png_encode(
            image.pixels, layout, opaque ? 1 : 0, UInt32(image.width), UInt32(image.height), pixelsPerMetre, compression, &bytes,
            &count,
            &message)
        guard result == 0 else { throw ImageError("couldn't write a PNG image: \(text(message))") }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// zlib's level: within 2 % of level 6 in size for images of rooms, in 40 % of its time.
    private static let compression: Int32 = 4

    private static let truncated = ImageError("this PNG image ends early (truncated)", remedy: "copy the file again")

    private static func unreadable(_ message: [CChar]) -> ImageError {
        let text = text(message)
        return text.contains("truncated") ? truncated : ImageError("couldn't read this PNG image: \(text)")
    }

    private static func text(_ message: [CChar]) -> String {
        String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
