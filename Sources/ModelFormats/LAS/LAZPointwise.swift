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

    /// - Parameter chunk: begins with a point that is not compressed; at least `header.recordLength` bytes.
    init(_ chunk: UnsafeRawBufferPointer, header: LASHeader, laszip: LAZHeader) {
        let file = LittleEndianBytes(chunk)
        let store = store
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
            case 7: time = LAZTime(Int64(bitPattern: file.uint64(place)), store)
            case 8:
                let first = (0..<3).map { UInt16(file.uint16(place + 2 * $0)) }
                color = LAZColor(SIMD3(first[0], first[1], first[2]), store, decodes: true)
            default: extra += (0..<item.size).map { (file.uint8(place + $0), model(256)) }
            }
            place += item.size
        }
        decoder = ArithmeticDecoder(UnsafeRawBufferPointer(rebasing: chunk[header.recordLength...]))
    }

    /// Reads `count` points, the first of which lay there uncompressed, to number `first` and behind it; false where the chunk is
    /// damaged.
    mutating func read(_ count: Int, to points: LASPoints, at first: Int) -> Bool {
        points.put(first, x, y, z)
        if let color { points.put(first, color: color.last) }
        for i in first + 1..<first + max(count, 1) {
            readPoint()
            points.put(i, x, y, z)
            if time != nil, !time!.read(&decoder) { return false }
            if color != nil {
                color!.last = color!.decode(&decoder)
                points.put(i, color: color!.last)
            }
            for k in extra.indices { extra[k].last = (extra[k].last + decoder.symbol(extra[k].model)) & 255 }
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

    @inline(__always) private mutating func readPoint() {
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
    }
}

/// GPS times, of which only the symbols matter here: they lie between those of other parts (LASzip GPSTIME11 version 2).
struct LAZTime {
    private var times: [Int64]
    private var differences: [Int32] = [0, 0, 0, 0]
    private var extremes = [0, 0, 0, 0]
    private var last = 0
    private var next = 0
    private let multiples: SymbolModel
    private let beginnings: SymbolModel
    private var numbers: IntegerModel

    private static let most = 500
    private static let least = -10
    private static let unchanged = 511
    private static let full = 512

    init(_ first: Int64, _ store: ModelStore) {
        times = [first, 0, 0, 0]
        multiples = SymbolModel(Self.full + 4, store, decodes: true)
        beginnings = SymbolModel(6, store, decodes: true)
        numbers = IntegerModel(bits: 32, contexts: 9, store, decodes: true)
    }

    /// The next time; false where it jumps between sequences without end.
    mutating func read(_ decoder: inout ArithmeticDecoder) -> Bool {
        for _ in 0..<8 {
            if differences[last] == 0 {
                let symbol = decoder.symbol(beginnings)
                switch symbol {
                case 0: return true
                case 1:
                    differences[last] = numbers.decode(0, context: 0, decoder: &decoder)
                    times[last] &+= Int64(differences[last])
                    extremes[last] = 0
                    return true
                case 2:
                    readFull(&decoder)
                    return true
                default: last = (last + symbol - 2) & 3
                }
                continue
            }
            let symbol = decoder.symbol(multiples)
            if symbol > Self.full {
                last = (last + symbol - Self.full) & 3
                continue
            }
            if symbol == Self.full {
                readFull(&decoder)
            } else if symbol == 1 {
                times[last] &+= Int64(numbers.decode(differences[last], context: 1, decoder: &decoder))
                extremes[last] = 0
            } else if symbol < Self.unchanged {
                readMultiple(symbol, &decoder)
            }
            return true
        }
        return false
    }

    private mutating func readMultiple(_ symbol: Int, _ decoder: inout ArithmeticDecoder) {
        let multiple = symbol <= Self.most ? symbol : max(Self.most - symbol, Self.least)
        let context =
            multiple == 0 ? 7 : multiple == Self.most ? 4 : multiple == Self.least ? 6 : multiple < 0 ? 5 : multiple < 10 ? 2 : 3
        let difference = numbers.decode(Int32(multiple) &* differences[last], context: context, decoder: &decoder)
        if context == 7 || context == 4 || context == 6 {
            extremes[last] += 1
            if extremes[last] > 3 {
                differences[last] = difference
                extremes[last] = 0
            }
        }
        times[last] &+= Int64(difference)
    }

    private mutating func readFull(_ decoder: inout ArithmeticDecoder) {
        next = (next + 1) & 3
        let high = numbers.decode(Int32(truncatingIfNeeded: times[last] >> 32), context: 8, decoder: &decoder)
        times[next] = Int64(high) << 32 | Int64(decoder.bits(32))
        last = next
        differences[last] = 0
        extremes[last] = 0
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
