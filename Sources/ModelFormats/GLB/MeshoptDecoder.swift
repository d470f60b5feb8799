import CMeshOptimizer
import Codecs

/// Decompresses a buffer view of EXT_meshopt_compression by libmeshoptimizer, whose decoders are safe with any bytes as long as the
/// sizes that they are called with hold.
struct MeshoptDecoder {
    private enum Mode: String {
        case attributes = "ATTRIBUTES"
        case triangles = "TRIANGLES"
        case indices = "INDICES"
    }

    private enum Filter: String {
        case none = "NONE"
        case octahedral = "OCTAHEDRAL"
        case quaternion = "QUATERNION"
        case exponential = "EXPONENTIAL"
    }

    private let name: String
    private let mode: Mode
    private let filter: Filter
    private let count: Int
    private let stride: Int
    /// Bytes of the content.
    var byteCount: Int { count * stride }

    /// The content is at most so many times as large as the compressed bytes: sixteen equal bytes in two bits.
    static let maxRatio = 64

    /// - Parameters:
    ///   - compression: as the file declares it.
    ///   - name: of the buffer view, for errors.
    ///   - available: compressed bytes.
    /// - Throws: where the declared numbers break a rule of the extension, or the compressed bytes can't hold so many elements.
    init(_ compression: GLTFDocument.Compression, name: String, available: Int) throws(FormatError) {
        self.name = name
        guard let mode = Mode(rawValue: compression.mode) else {
            throw .unreadable("\(name) is compressed in the unknown mode \(Text.quote(compression.mode))")
        }
        guard let filter = Filter(rawValue: compression.filter ?? "NONE") else {
            throw .unreadable("\(name) is compressed with the unknown filter \(Text.quote(compression.filter ?? ""))")
        }
        self.mode = mode
        self.filter = filter
        count = compression.count
        stride = compression.byteStride
        let isStride =
            switch mode {
            case .attributes: stride > 0 && stride <= 256 && stride % 4 == 0
            case .triangles, .indices: stride == 2 || stride == 4
            }
        let isFilter =
            switch filter {
            case .none: true
            case .octahedral: mode == .attributes && (stride == 4 || stride == 8)
            case .quaternion: mode == .attributes && stride == 8
            case .exponential: mode == .attributes
            }
        guard isStride, isFilter else {
            throw .unreadable("\(name) is compressed with an invalid stride of \(Text.count(stride, "byte"))")
        }
        let most =
            switch mode {
            case .attributes: Self.maxRatio * available / stride
            // A code of a byte or less for each triangle, a byte or more for each index.
            case .triangles: 3 * available
            case .indices: available
            }
        guard count >= 0, count <= most, mode != .triangles || count % 3 == 0 else {
            throw .unreadable(
                "\(name) declares \(count) elements, but its \(Text.bytes(available)) of compressed content can't contain them")
        }
    }

    /// The content, which the caller deallocates.
    func decode(_ source: UnsafeRawBufferPointer) throws(FormatError) -> UnsafeRawBufferPointer {
        let target = UnsafeMutableRawBufferPointer.allocate(byteCount: max(byteCount, 1), alignment: 16)
        let bytes = source.bindMemory(to: UInt8.self)
        let result =
            switch mode {
            case .attributes: meshopt_decodeVertexBuffer(target.baseAddress, count, stride, bytes.baseAddress, bytes.count)
            case .triangles: meshopt_decodeIndexBuffer(target.baseAddress, count, stride, bytes.baseAddress, bytes.count)
            case .indices: meshopt_decodeIndexSequence(target.baseAddress, count, stride, bytes.baseAddress, bytes.count)
            }
        guard result == 0 else {
            target.deallocate()
            throw .unreadable("\(name) can't be decompressed; it is damaged or of a newer version of meshoptimizer")
        }
        switch filter {
        case .none: break
        case .octahedral: meshopt_decodeFilterOct(target.baseAddress, count, stride)
        case .quaternion: meshopt_decodeFilterQuat(target.baseAddress, count, stride)
        case .exponential: meshopt_decodeFilterExp(target.baseAddress, count, stride)
        }
        return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(target).prefix(byteCount))
    }
}
