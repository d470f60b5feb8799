import CEXR

/// OpenEXR (openexr.com, "OpenEXR File Layout") by OpenEXRCore: images of one channel of 16 or 32-bit floats, as depth is stored.
/// Scan lines without compression or with RLE, ZIPS or ZIP are read; files of several parts, deep data, tiles and the other
/// compressions are refused by name.
///
/// Decoding refuses images whose declared size is beyond `ImageLimits.pixels`, or beyond what so few bytes can contain, before
/// anything is allocated for them; a file that ends early or whose chunks can't be decompressed is an error.
public enum EXR {
    /// The four bytes that every OpenEXR file begins with.
    static let signature: [UInt8] = [0x76, 0x2F, 0x31, 0x01]

    /// Whether a file begins as an OpenEXR image does.
    public static func isEXR(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: signature) }

    /// The size of an image of one channel: that of its data window.
    public static func size(_ bytes: [UInt8]) throws(ImageError) -> (width: Int, height: Int) {
        try open(bytes) { (file) throws(ImageError) in (file.width, file.height) }
    }

    /// The values of an image of one channel as they are stored, NaN and infinities included.
    public static func decode(_ bytes: [UInt8]) throws(ImageError) -> Image<Float> {
        try open(bytes) { (file) throws(ImageError) in try file.decode() }
    }

    private static func open<R>(_ bytes: [UInt8], _ body: (borrowing EXRFile) throws(ImageError) -> R) throws(ImageError) -> R {
        guard isEXR(bytes) else { throw ImageError("this is not an OpenEXR image") }
        var result: Result<R, ImageError>?
        // OpenEXR reads from these bytes until the file is closed.
        bytes.withUnsafeBytes { raw in
            do throws(ImageError) { result = .success(try body(try EXRFile(raw))) } catch { result = .failure(error) }
        }
        guard let result else { throw ImageError("couldn't read this OpenEXR image") }
        return try result.get()
    }
}

/// An open OpenEXR file in memory whose header was checked.
private struct EXRFile: ~Copyable {
    private let context: exr_context_t
    private let source: Unmanaged<EXRSource>
    private let byteCount: Int
    /// The first row of the data window; rows are numbered from here.
    private let top: Int
    let width: Int
    let height: Int

    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        let source = Unmanaged.passRetained(EXRSource(bytes))
        var setup = exr_context_initializer_t()
        setup.size = MemoryLayout<exr_context_initializer_t>.size
        setup.user_data = source.toOpaque()
        setup.read_fn = { _, source, buffer, count, offset, _ in
            EXRSource.read(source, buffer: buffer, count: count, offset: offset)
        }
        setup.size_fn = { _, source in EXRSource.size(source) }
        // Without it, errors are printed.
        setup.error_handler_fn = { _, _, _ in }
        setup.max_image_width = 1 << 16
        setup.max_image_height = 1 << 16
        setup.max_tile_width = 1 << 12
        setup.max_tile_height = 1 << 12
        setup.zip_level = -2
        setup.dwa_quality = -1
        // A table of chunks that is damaged is an error, not searched for.
        setup.flags = EXR_CONTEXT_FLAG_DISABLE_CHUNK_RECONSTRUCTION
        var opened: exr_context_t?
        let status = exr_start_read(&opened, "memory", &setup)
        guard status == 0, let opened else {
            source.release()
            throw Self.error(status)
        }
        do throws(ImageError) {
            let window = try Self.check(opened, byteCount: bytes.count)
            top = window.top
            width = window.width
            height = window.height
        } catch {
            var context: exr_context_t? = opened
            exr_finish(&context)
            source.release()
            throw error
        }
        context = opened
        self.source = source
        byteCount = bytes.count
    }

    deinit {
        var context: exr_context_t? = context
        exr_finish(&context)
        source.release()
    }

    /// Checks that the file is one that is read here.
    private static func check(
        _ context: exr_context_t, byteCount: Int
    ) throws(ImageError) -> (top: Int, width: Int, height: Int) {
        var parts: Int32 = 0
        try succeed(exr_get_count(context, &parts))
        guard parts == 1 else {
            throw ImageError("this OpenEXR image has \(parts) parts", remedy: "save one of them in a file of its own")
        }
        var storage = exr_storage_t(rawValue: 0)
        try succeed(exr_get_storage(context, 0, &storage))
        guard storage == EXR_STORAGE_SCANLINE else {
            let what = storage == EXR_STORAGE_TILED ? "tiles" : "deep data"
            throw ImageError("this OpenEXR image has \(what), which are not read", remedy: "save it as scan lines")
        }
        var compression = exr_compression_t(rawValue: 0)
        try succeed(exr_get_compression(context, 0, &compression))
        guard
            [EXR_COMPRESSION_NONE, EXR_COMPRESSION_RLE, EXR_COMPRESSION_ZIPS, EXR_COMPRESSION_ZIP].contains(compression)
        else {
            throw ImageError("this OpenEXR image has a compression that is not read", remedy: "save it with ZIP compression")
        }
        var channels: UnsafePointer<exr_attr_chlist_t>?
        try succeed(exr_get_channels(context, 0, &channels))
        guard let list = channels?.pointee, list.num_channels == 1, let channel = list.entries?.pointee else {
            let count = channels?.pointee.num_channels ?? 0
            throw ImageError("this OpenEXR image has \(count) channels; a depth image has one", remedy: "save depth alone")
        }
        guard channel.pixel_type == EXR_PIXEL_HALF || channel.pixel_type == EXR_PIXEL_FLOAT else {
            throw ImageError("this OpenEXR image holds whole numbers; depth is stored as floats")
        }
        guard channel.x_sampling == 1, channel.y_sampling == 1 else {
            throw ImageError("this OpenEXR image's channel is subsampled, which is not read", remedy: "save all pixels")
        }
        var window = exr_attr_box2i_t()
        try succeed(exr_get_data_window(context, 0, &window))
        let width = Int(window.max.x) - Int(window.min.x) + 1
        let height = Int(window.max.y) - Int(window.min.y) + 1
        let pixels = try ImageLimits.pixelCount(width: width, height: height, format: "OpenEXR")
        // Deflate, the best of these compressions, makes at most 1032 bytes of one.
        guard pixels * 2 / 1032 <= byteCount else { throw truncated }
        return (Int(window.min.y), width, height)
    }

    func decode() throws(ImageError) -> Image<Float> {
        var pixels = [Float](repeating: 0, count: width * height)
        var pipeline = exr_decode_pipeline_t()
        var isStarted = false
        defer { exr_decoding_destroy(context, &pipeline) }
        var row = 0
        while row < height {
            var chunk = exr_chunk_info_t()
            try Self.succeed(exr_read_scanline_chunk_info(context, 0, Int32(top + row), &chunk))
            let rows = Int(chunk.height)
            guard Int(chunk.start_y) == top + row, rows > 0, row + rows <= height, Int(chunk.width) == width,
                chunk.packed_size <= UInt64(byteCount)
            else { throw Self.damaged }
            if isStarted {
                try Self.succeed(exr_decoding_update(context, 0, &chunk, &pipeline))
            } else {
                try Self.succeed(exr_decoding_initialize(context, 0, &chunk, &pipeline))
                isStarted = true
            }
            guard pipeline.channel_count == 1, let channel = pipeline.channels else { throw Self.damaged }
            let status = pixels.withUnsafeMutableBytes { bytes in
                channel.pointee.user_data_type = UInt16(EXR_PIXEL_FLOAT.rawValue)
                channel.pointee.user_bytes_per_element = 4
                channel.pointee.user_pixel_stride = 4
                channel.pointee.user_line_stride = Int32(width * 4)
                channel.pointee.decode_to_ptr = bytes.baseAddress?.advanced(by: row * width * 4)
                    .assumingMemoryBound(to: UInt8.self)
                let chosen = exr_decoding_choose_default_routines(context, 0, &pipeline)
                return chosen == 0 ? exr_decoding_run(context, 0, &pipeline) : chosen
            }
            try Self.succeed(status)
            row += rows
        }
        return Image(width: width, height: height, pixels: pixels)
    }

    private static let damaged = ImageError(
        "couldn't read this OpenEXR image: its data is damaged", remedy: "copy the file again")
    private static let truncated = ImageError("this OpenEXR image ends early (truncated)", remedy: "copy the file again")

    private static func succeed(_ status: exr_result_t) throws(ImageError) {
        if status != 0 { throw error(status) }
    }

    private static func error(_ status: exr_result_t) -> ImageError {
        switch UInt32(bitPattern: status) {
        case EXR_ERR_READ_IO.rawValue: truncated
        case EXR_ERR_OUT_OF_MEMORY.rawValue: ImageError("this OpenEXR image is too large for the memory")
        default:
            ImageError(
                "couldn't read this OpenEXR image: "
                    + (exr_get_default_error_message(status).map { String(cString: $0) } ?? "damaged"),
                remedy: "copy the file again")
        }
    }
}

/// The bytes that OpenEXR reads from.
private final class EXRSource {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Copies up to `count` bytes from `offset`; returns how many, −1 beyond the end.
    static func read(
        _ source: UnsafeMutableRawPointer?, buffer: UnsafeMutableRawPointer?, count: UInt64, offset: UInt64
    ) -> Int64 {
        guard let source, let buffer else { return -1 }
        let bytes = Unmanaged<EXRSource>.fromOpaque(source).takeUnretainedValue().bytes
        guard offset <= UInt64(bytes.count) else { return -1 }
        let length = Int(min(count, UInt64(bytes.count) - offset))
        if length > 0, let base = bytes.baseAddress { buffer.copyMemory(from: base + Int(offset), byteCount: length) }
        return Int64(length)
    }

    static func size(_ source: UnsafeMutableRawPointer?) -> Int64 {
        source.map { Int64(Unmanaged<EXRSource>.fromOpaque($0).takeUnretainedValue().bytes.count) } ?? -1
    }
}
