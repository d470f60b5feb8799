import CHEIF

/// HEIC (HEVC in ISO/IEC 23008-12) by libheif, as phones write photos: the primary image. It is rotated and cropped as its file
/// says.
///
/// Decoding refuses images whose declared size is beyond `ImageLimits.pixels`, or beyond what so few bytes can be meant for, before
/// anything is allocated for them; a file that ends early, and one whose pixels can't all be decoded, is an error.
public enum HEIC {
    /// Whether a file begins as a HEIC image does: its major brand is one of those of HEVC images.
    static func isHEIC(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) else { return false }
        return ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].contains(
            String(decoding: bytes[8..<12], as: UTF8.self))
    }

    /// The size of an image as it is shown, from its header.
    public static func size(_ bytes: [UInt8]) throws(ImageError) -> (width: Int, height: Int) {
        try open(bytes) { (file) throws(ImageError) in try file.size(bytes.count) }
    }

    /// An image as sRGB with alpha, rotated for display; ten and twelve bits are rounded to eight.
    public static func decode(_ bytes: [UInt8]) throws(ImageError) -> ColorImage {
        try open(bytes) { (file) throws(ImageError) in
            let (width, height) = try file.size(bytes.count)
            return try file.decode(width, height)
        }
    }

    /// The EXIF data, a TIFF structure; empty where there is none.
    static func exif(_ bytes: [UInt8]) -> [UInt8] {
        (try? open(bytes) { (file) throws(ImageError) in file.exif() }) ?? []
    }

    private static func open<R>(_ bytes: [UInt8], _ body: (borrowing File) throws(ImageError) -> R) throws(ImageError) -> R {
        guard isHEIC(bytes) else { throw ImageError("this is not a HEIC image") }
        var result: Result<R, ImageError>?
        // libheif reads from these bytes until the file is closed.
        bytes.withUnsafeBytes { raw in
            do throws(ImageError) { result = .success(try body(try File(raw))) } catch { result = .failure(error) }
        }
        guard let result else { throw ImageError("couldn't read this HEIC image") }
        return try result.get()
    }

    /// An open file of libheif's.
    private struct File: ~Copyable {
        private let context: OpaquePointer
        private let primary: OpaquePointer

        init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
            guard let context = heif_context_alloc() else { throw ImageError("libheif could not be started (out of memory)") }
            heif_context_set_maximum_image_size_limit(context, 16_384)
            var primary: OpaquePointer?
            var status = heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil)
            if status.code == heif_error_Ok { status = heif_context_get_primary_image_handle(context, &primary) }
            guard status.code == heif_error_Ok, let primary else {
                // The context owns the error's text.
                let error = HEIC.error(status)
                heif_context_free(context)
                throw error
            }
            self.context = context
            self.primary = primary
        }

        deinit {
            heif_image_handle_release(primary)
            heif_context_free(context)
        }

        func size(_ byteCount: Int) throws(ImageError) -> (width: Int, height: Int) {
            let width = Int(heif_image_handle_get_width(primary))
            let height = Int(heif_image_handle_get_height(primary))
            try ImageLimits.check(
                try ImageLimits.pixelCount(width: width, height: height, format: "HEIC"), bytes: byteCount, "HEIC")
            return (width, height)
        }

        func decode(_ width: Int, _ height: Int) throws(ImageError) -> ColorImage {
            guard let options = heif_decoding_options_alloc() else {
                throw ImageError("libheif could not be started (out of memory)")
            }
            defer { heif_decoding_options_free(options) }
            options.pointee.convert_hdr_to_8bit = 1
            options.pointee.strict_decoding = 1
            var decoded: OpaquePointer?
            let status = heif_decode_image(primary, &decoded, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, options)
            guard status.code == heif_error_Ok, let decoded else { throw HEIC.error(status) }
            defer { heif_image_release(decoded) }
            if heif_image_get_decoding_warnings(decoded, 0, nil, 0) > 0 { throw HEIC.damaged }
            var stride: Int32 = 0
            guard Int(heif_image_get_width(decoded, heif_channel_interleaved)) == width,
                Int(heif_image_get_height(decoded, heif_channel_interleaved)) == height,
                let plane = heif_image_get_plane_readonly(decoded, heif_channel_interleaved, &stride), Int(stride) >= width * 4
            else { throw HEIC.damaged }
            let pixels = [SIMD4<UInt8>](unsafeUninitializedCapacity: width * height) { buffer, initialized in
                let target = UnsafeMutableRawBufferPointer(buffer)
                for y in 0..<height {
                    let row = UnsafeRawBufferPointer(start: plane + y * Int(stride), count: width * 4)
                    UnsafeMutableRawBufferPointer(rebasing: target[y * width * 4..<(y + 1) * width * 4]).copyMemory(from: row)
                }
                initialized = width * height
            }
            return Image(width: width, height: height, pixels: pixels)
        }

        /// The first item of EXIF data. It begins with the offset of the TIFF structure in what follows (23008-12, annex A.2.1).
        func exif() -> [UInt8] {
            var id: heif_item_id = 0
            guard heif_image_handle_get_list_of_metadata_block_IDs(primary, "Exif", &id, 1) == 1 else { return [] }
            let count = heif_image_handle_get_metadata_size(primary, id)
            guard count > 4, count <= 1 << 24 else { return [] }
            var item = [UInt8](repeating: 0, count: count)
            guard heif_image_handle_get_metadata(primary, id, &item).code == heif_error_Ok else { return [] }
            let start = item[..<4].reduce(0) { $0 << 8 | Int($1) } + 4
            return start < count ? Array(item[start...]) : []
        }
    }

    private static let damaged = ImageError("couldn't read this HEIC image: its data is damaged", remedy: "copy the file again")

    private static func error(_ status: heif_error) -> ImageError {
        let text = status.message.map { String(cString: $0) } ?? "unknown error"
        if status.subcode == heif_suberror_End_of_data {
            return ImageError("this HEIC image ends early (truncated)", remedy: "copy the file again")
        }
        if status.code == heif_error_Memory_allocation_error || status.subcode == heif_suberror_Security_limit_exceeded {
            return ImageError("this HEIC image is too large (\(text))", remedy: "make it smaller")
        }
        return ImageError("couldn't read this HEIC image: \(text)")
    }
}
