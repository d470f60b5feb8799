/// A chunk of points of formats 0 to 3 that are compressed one after the other (LASzip POINT10, GPSTIME11, RGB12 and BYTE, version
/// 2).
struct LAZPointwise {
    private var decoder: ArithmeticDecoder
    private let store = ModelStore()
    // The point as it lies in a file: bytes 14 to 17 are flags, classification, scan angle and user data.
    private var x: Int32
    private var y: Int32
    private var z: Int32
    private var bytes: [Int]
    private var source: Int32
    private let changed: SymbolModel
    private var intensity: IntegerModel
    private var sources: IntegerModel
    private let angles: [SymbolModel]
    private var flags = [SymbolModel?](repeating: nil, count: 256)
    private var classes = [SymbolModel?](repeating: nil, count: 256)
    private var users = [SymbolModel?](repeating: nil, count: 256)
    private var dx: IntegerModel
    private var dy: IntegerModel
    private var dz: IntegerModel
    private var xMedians = [StreamingMedian](repeating: StreamingMedian(), count: 16)
    private var yMedians = [StreamingMedian](repeating: StreamingMedian(), count: 16)
    private var intensities = [Int32](repeating: 0, count: 16)
    private var heights = [Int32](repeating: 0, count: 8)
    private var time: LAZTime?
    private var color: LAZColor?
    private var extra: [(last: Int, model: SymbolModel)] = []
    private let first: UnsafeRawPointer
    private let length: Int
    private var isFirst = true

    /// - Parameter chunk: begins with a point that is not compressed; at least `header.recordLength` bytes.
    init(_ chunk: UnsafeRawBufferPointer, header: LASHeader, laszip: LAZHeader) {
        let file = LittleEndianBytes(chunk)
        let store = store
        first = chunk.baseAddress!
        length = header.recordLength
        x = file.int32(0)
        y = file.int32(4)
        z = file.int32(8)
        bytes = (14..<18).map { file.uint8($0) }
        source = Int32(file.uint16(18))
        func model(_ symbols: Int) -> SymbolModel { SymbolModel(symbols, store, decodes: true) }
        func numbers(_ bits: Int, _ contexts: Int) -> IntegerModel {
            IntegerModel(bits: bits, contexts: contexts, store, decodes: true)
        }
        changed = model(64)
        intensity = numbers(16, 4)
        sources = numbers(16, 1)
        angles = [model(256), model(256)]
        dx = numbers(32, 2)
        dy = numbers(32, 22)
        dz = numbers(32, 20)
        var place = 20
        for item in laszip.items.dropFirst() {
            switch item.type {
            case 7: time = LAZTime(Int64(bitPattern: file.uint64(place)), store, isLayered: false, decodes: true)
            case 8:
                let first = (0..<3).map { UInt16(file.uint16(place + 2 * $0)) }
                color = LAZColor(SIMD3(first[0], first[1], first[2]), store, decodes: true)
            default: extra += (0..<item.size).map { (file.uint8(place + $0), model(256)) }
            }
            place += item.size
        }
        decoder = ArithmeticDecoder(UnsafeRawBufferPointer(rebasing: chunk[header.recordLength...]))
    }

    /// Stores the next `count` records at `rows`; false where the chunk is damaged.
    mutating func read(_ count: Int, to rows: UnsafeMutableRawPointer) -> Bool {
        var start = 0
        if isFirst, count > 0 {
            rows.copyMemory(from: first, byteCount: length)
            isFirst = false
            start = 1
        }
        for i in start..<max(count, start) {
            let row = rows + i * length
            readPoint(row)
            var place = 20
            if time != nil {
                let bits = time!.decode(&decoder)
                if time!.isDamaged { return false }
                row.storeBytes(of: bits.littleEndian, toByteOffset: place, as: Int64.self)
                place += 8
            }
            if color != nil {
                color!.last = color!.decode(&decoder)
                for k in 0..<3 {
                    row.storeBytes(of: color!.last[k].littleEndian, toByteOffset: place + 2 * k, as: UInt16.self)
                }
                place += 6
            }
            for k in extra.indices {
                extra[k].last = (extra[k].last + decoder.symbol(extra[k].model)) & 255
                row.storeBytes(of: UInt8(extra[k].last), toByteOffset: place + k, as: UInt8.self)
            }
            if decoder.isExhausted { return false }
        }
        return true
    }

    /// Models of bytes by their last value are made when they are first needed: most never are.
    private static func symbol(
        _ models: inout [SymbolModel?], context: Int, store: ModelStore, decoder: inout ArithmeticDecoder
    ) -> Int {
        let model = models[context] ?? SymbolModel(256, store, decodes: true)
        models[context] = model
        return decoder.symbol(model)
    }

    @inline(__always) private mutating func readPoint(_ row: UnsafeMutableRawPointer) {
        let changes = decoder.symbol(changed)
        if changes & 32 != 0 { bytes[0] = Self.symbol(&flags, context: bytes[0], store: store, decoder: &decoder) }
        let r = bytes[0] & 7
        let n = bytes[0] >> 3 & 7
        let m = LAZReturns.map8[8 * n + r]
        let l = abs(n - r)
        if changes & 16 != 0 { intensities[m] = intensity.decode(intensities[m], context: min(m, 3), decoder: &decoder) }
        if changes & 8 != 0 { bytes[1] = Self.symbol(&classes, context: bytes[1], store: store, decoder: &decoder) }
        if changes & 4 != 0 { bytes[2] = (bytes[2] + decoder.symbol(angles[bytes[0] >> 6 & 1])) & 255 }
        if changes & 2 != 0 { bytes[3] = Self.symbol(&users, context: bytes[3], store: store, decoder: &decoder) }
        if changes & 1 != 0 { source = sources.decode(source, context: 0, decoder: &decoder) }
        let single = n == 1 ? 1 : 0
        let differenceX = dx.decode(xMedians[m].middle, context: single, decoder: &decoder)
        x &+= differenceX
        xMedians[m].add(differenceX)
        let differenceY = dy.decode(yMedians[m].middle, context: single + min(dx.width & ~1, 20), decoder: &decoder)
        y &+= differenceY
        yMedians[m].add(differenceY)
        z = dz.decode(heights[l], context: single + min((dx.width + dy.width) / 2 & ~1, 18), decoder: &decoder)
        heights[l] = z
        row.storeBytes(of: x.littleEndian, as: Int32.self)
        row.storeBytes(of: y.littleEndian, toByteOffset: 4, as: Int32.self)
        row.storeBytes(of: z.littleEndian, toByteOffset: 8, as: Int32.self)
        row.storeBytes(of: UInt16(truncatingIfNeeded: intensities[m]).littleEndian, toByteOffset: 12, as: UInt16.self)
        for k in 0..<4 { row.storeBytes(of: UInt8(truncatingIfNeeded: bytes[k]), toByteOffset: 14 + k, as: UInt8.self) }
        row.storeBytes(of: UInt16(truncatingIfNeeded: source).littleEndian, toByteOffset: 18, as: UInt16.self)
    }
}

/// Contexts by return number r and number of returns n, as LASzip numbers them.
enum LAZReturns {
    /// Formats 0 to 5, at 8 n + r.
    static let map8: [Int] = digits("FEDCBA98 E0136AA9 D1247BBA C3458CCB B6789DDC AABCDEED 9ABCDEFE 89ABCDEF")
    /// Formats 6 to 10, at 16 n + r.
    static let map16: [Int] = digits(
        "0123453445555555 1013333333333333 2124444444433333 3345444444444444 4344544444444444 5344454444444444 "
            + "3344445444444444 4344444544444444 4344444454444444 5344444445444444 5344444444544444 5334444444455444 "
            + "5334444444455544 5334444444445554 5334444444444555 5334444444444455")

    private static func digits(_ text: String) -> [Int] { text.compactMap { $0.hexDigitValue } }
}
