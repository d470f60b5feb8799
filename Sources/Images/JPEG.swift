import CTurboJPEG

/// JPEG (ITU-T T.81) by libjpeg-turbo. The EXIF orientation is ignored: pixels are returned as they are stored.
///
/// Decoding refuses images whose declared size is beyond `ImageLimits.pixels`, or could not possibly be in so few bytes, before
/// anything is allocated for them; a file that ends early is an error.
public enum JPEG {
    /// How much smaller an image is decoded, in each direction; smaller is faster.
    public enum Scale: Int32, Sendable, CaseIterable {
        /// Every pixel.
        case full = 1
        /// Half the width and height.
        case half = 2
        /// A quarter of the width and height.
        case quarter = 4
        /// An eighth of the width and height.
        case eighth = 8
    }

    /// The size of an image, from its header.
    public static func size(_ bytes: [UInt8]) throws(ImageError) -> (width: Int, height: Int) {
        guard let decoder = Decoder() else { throw outOfMemory }
        return try decoder.size(bytes)
    }

    /// An image as sRGB with alpha 255, at full size or, for previews, smaller (rounded up).
    public static func decode(_ bytes: [UInt8], scale: Scale = .full) throws(ImageError) -> ColorImage {
        guard let decoder = Decoder() else { throw outOfMemory }
        let (fullWidth, fullHeight) = try decoder.size(bytes)
        let factor = tjscalingfactor(num: 1, denom: scale.rawValue)
        let width = scaled(fullWidth, factor)
        let height = scaled(fullHeight, factor)
        var result: Int32 = -1
        let pixels = [SIMD4<UInt8>](unsafeUninitializedCapacity: width * height) { buffer, initialized in
            result = decoder.decode(bytes, into: UnsafeMutableRawBufferPointer(buffer), width: width, height: height)
            initialized = width * height
            // A bad image may leave rows untouched; they are thrown away below, but an array must not hold unset memory.
            if result != 0 { buffer.update(repeating: .zero) }
        }
        if result != 0 { throw decoder.error }
        return Image(width: width, height: height, pixels: pixels)
    }

    /// An image as JPEG, without its alpha, colour at half resolution below quality 90. The same image gives the same bytes.
    /// - Parameters:
    ///   - image: the pixels; sRGB.
    ///   - quality: 1 (smallest) to 100 (best).
    public static func encode(_ image: ColorImage, quality: Int = 90) throws(ImageError) -> [UInt8] {
        _ = try ImageLimits.pixelCount(width: image.width, height: image.height, format: "JPEG")
        guard image.width <= 65500, image.height <= 65500 else {
            throw ImageError("a JPEG image has at most 65500 pixels per side, not \(image.width)x\(image.height)")
        }
        guard let encoder = tjInitCompress() else { throw outOfMemory }
        defer { tjDestroy(encoder) }
        let sampling = Int32((quality < 90 ? TJSAMP_420 : TJSAMP_444).rawValue)
        let w = Int32(image.width)
        let h = Int32(image.height)
        let capacity = tjBufSize(w, h, sampling)
        var result: Int32 = -1
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(capacity)) { buffer, initialized in
            var start = buffer.baseAddress
            var count = capacity
            result = image.pixels.withUnsafeBytes { pixels in
                tjCompress2(
                    encoder, pixels.bindMemory(to: UInt8.self).baseAddress, w, 0, h, TJPF_RGBA.rawValue, &start, &count, sampling,
                    Int32(min(max(quality, 1), 100)), TJFLAG_NOREALLOC)
            }
            initialized = result == 0 ? Int(count) : 0
        }
        guard result == 0 else { throw ImageError("couldn't write a JPEG image: \(String(cString: tjGetErrorStr2(encoder)))") }
        return bytes
    }

    private static let outOfMemory = ImageError("libjpeg-turbo could not be started (out of memory)")

    /// libjpeg-turbo's rounding of scaled sizes (its macro TJSCALED).
    private static func scaled(_ size: Int, _ factor: tjscalingfactor) -> Int {
        (size * Int(factor.num) + Int(factor.denom) - 1) / Int(factor.denom)
    }

    /// One of libjpeg-turbo's decompressors, for one image.
    private struct Decoder: ~Copyable {
        private let handle: tjhandle

        init?() {
            guard let handle = tjInitDecompress() else { return nil }
            self.handle = handle
        }

        deinit { tjDestroy(handle) }

        func size(_ bytes: [UInt8]) throws(ImageError) -> (width: Int, height: Int) {
            var width = Int32(0)
            var height = Int32(0)
            var sampling = Int32(0)
            var space = Int32(0)
            let result = tjDecompressHeader3(handle, bytes, UInt(bytes.count), &width, &height, &sampling, &space)
            guard result == 0 || width > 0 && height > 0 && isWarning else { throw error }
            let count = try ImageLimits.pixelCount(width: Int(width), height: Int(height), format: "JPEG")
            // A block of 64 pixels takes at least a bit by Huffman codes; arithmetic coding gets below that, hence eight times as
            // much.
            guard count / (64 * 8 * 8) <= bytes.count else { throw JPEG.truncated }
            return (Int(width), Int(height))
        }

        /// 0 on success. Stray bytes before the end marker, which some cameras write, are not an error.
        func decode(_ bytes: [UInt8], into pixels: UnsafeMutableRawBufferPointer, width: Int, height: Int) -> Int32 {
            let result = tjDecompress2(
                handle, bytes, UInt(bytes.count), pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(width), 0,
                Int32(height),
                TJPF_RGBA.rawValue, TJFLAG_LIMITSCANS)
            return result != 0 && isWarning && message.hasSuffix("extraneous bytes before marker 0xd9") ? 0 : result
        }

        private var isWarning: Bool { tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) }
        private var message: String { String(cString: tjGetErrorStr2(handle)) }

        var error: ImageError {
            let text = message
            if text.contains("Premature end") || text.contains("Unsupported marker type 0x00") { return JPEG.truncated }
            return ImageError("couldn't read this JPEG image: \(text)")
        }
    }

    private static let truncated = ImageError("this JPEG image ends early (truncated)", remedy: "copy the file again")
}
