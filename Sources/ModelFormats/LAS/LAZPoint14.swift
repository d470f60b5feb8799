import Geometry

/// The part that all point records of formats 6 to 10 have, as numbers.
struct LASPoint14 {
    var x: Int32 = 0
    var y: Int32 = 0
    var z: Int32 = 0
    var intensity: Int32 = 0
    var number = 0
    var returns = 0
    /// Classification flags, scan direction 16, edge of flight line 32.
    var flags = 0
    var channel = 0
    var classification = 0
    var user = 0
    /// The bits of a signed integer of 16 bits.
    var angle: Int32 = 0
    var source: Int32 = 0
    /// The bits of a double.
    var time: Int64 = 0

    /// Bytes in a record.
    static let size = 30

    init() {}

    @inline(__always) init(_ row: UnsafeRawPointer) {
        func load<T: FixedWidthInteger>(_ place: Int, _: T.Type) -> T {
            T(littleEndian: row.loadUnaligned(fromByteOffset: place, as: T.self))
        }
        x = load(0, Int32.self)
        y = load(4, Int32.self)
        z = load(8, Int32.self)
        intensity = Int32(load(12, UInt16.self))
        let returnBits = Int(load(14, UInt8.self))
        number = returnBits & 15
        returns = returnBits >> 4
        let flagBits = Int(load(15, UInt8.self))
        flags = flagBits & 15 | flagBits >> 2 & 48
        channel = flagBits >> 4 & 3
        classification = Int(load(16, UInt8.self))
        user = Int(load(17, UInt8.self))
        angle = Int32(load(18, UInt16.self))
        source = Int32(load(20, UInt16.self))
        time = load(22, Int64.self)
    }

    @inline(__always) func store(_ row: UnsafeMutableRawPointer) {
        func put<T: FixedWidthInteger>(_ value: T, _ place: Int) {
            row.storeBytes(of: value.littleEndian, toByteOffset: place, as: T.self)
        }
        put(x, 0)
        put(y, 4)
        put(z, 8)
        put(UInt16(truncatingIfNeeded: intensity), 12)
        put(UInt8(truncatingIfNeeded: returns << 4 | number), 14)
        put(UInt8(truncatingIfNeeded: flags & 15 | channel << 4 | (flags & 48) << 2), 15)
        put(UInt8(truncatingIfNeeded: classification), 16)
        put(UInt8(truncatingIfNeeded: user), 17)
        put(UInt16(truncatingIfNeeded: angle), 18)
        put(UInt16(truncatingIfNeeded: source), 20)
        put(time, 22)
    }
}

/// Codes the part that all points of formats 6 to 10 have (LASzip POINT14, versions 3 and 4), in nine layers.
struct LAZPoint14<Coder: LAZCoder> {
    /// What is known of a scanner channel: LASzip predicts each of the four by its own past.
    private struct Channel {
        var last: LASPoint14
        var timeChanged = false
        let changed: [SymbolModel]
        let channel: SymbolModel
        let numberAtSameTime: SymbolModel
        var returnCounts = [SymbolModel?](repeating: nil, count: 16)
        var numbers = [SymbolModel?](repeating: nil, count: 16)
        var classes = [SymbolModel?](repeating: nil, count: 64)
        var flags = [SymbolModel?](repeating: nil, count: 64)
        var users = [SymbolModel?](repeating: nil, count: 64)
        var dx: IntegerModel
        var dy: IntegerModel
        var dz: IntegerModel
        var intensity: IntegerModel
        var angle: IntegerModel
        var source: IntegerModel
        var xMedians = [StreamingMedian](repeating: StreamingMedian(), count: 12)
        var yMedians = [StreamingMedian](repeating: StreamingMedian(), count: 12)
        var heights: [Int32]
        var intensities: [Int32]
        var time: LAZTime

        init(_ last: LASPoint14, _ store: ModelStore) {
            self.last = last
            func model(_ symbols: Int) -> SymbolModel { SymbolModel(symbols, store, decodes: Coder.decodes) }
            func numbers(_ bits: Int, _ contexts: Int) -> IntegerModel {
                IntegerModel(bits: bits, contexts: contexts, store, decodes: Coder.decodes)
            }
            changed = (0..<8).map { _ in model(128) }
            channel = model(3)
            numberAtSameTime = model(13)
            dx = numbers(32, 2)
            dy = numbers(32, 22)
            dz = numbers(32, 20)
            intensity = numbers(16, 4)
            angle = numbers(16, 2)
            source = numbers(16, 1)
            heights = Array(repeating: last.z, count: 8)
            intensities = Array(repeating: last.intensity, count: 8)
            time = LAZTime(last.time, store, isLayered: true, decodes: Coder.decodes)
        }
    }

    /// The four channels in bare memory: a copy of one would cost more than a point does.
    private final class Channels {
        let base = UnsafeMutablePointer<Channel>.allocate(capacity: 4)
        private(set) var isUsed = [false, false, false, false]

        func begin(_ i: Int, _ channel: Channel) {
            if !isUsed[i] { (base + i).initialize(to: channel) }
            isUsed[i] = true
        }

        deinit {
            for i in 0..<4 where isUsed[i] { (base + i).deinitialize(count: 1) }
            base.deallocate()
        }
    }

    private let store: ModelStore
    private let memory = Channels()
    private let channels: UnsafeMutablePointer<Channel>
    /// The scanner channel of the latest point.
    private(set) var current: Int
    /// Returns and horizontal coordinates.
    private(set) var places: LAZLayer<Coder>
    private(set) var heights: LAZLayer<Coder>
    private(set) var classes: LAZLayer<Coder>
    private(set) var flags: LAZLayer<Coder>
    private(set) var intensities: LAZLayer<Coder>
    private(set) var angles: LAZLayer<Coder>
    private(set) var users: LAZLayer<Coder>
    private(set) var sources: LAZLayer<Coder>
    private(set) var times: LAZLayer<Coder>

    /// The number of layers.
    static var layerCount: Int { 9 }

    /// - Parameters:
    ///   - row: the first point of the chunk.
    ///   - layers: nine, in the order of the file.
    ///   - store: memory for the models.
    init(_ row: UnsafeRawPointer, _ layers: [LAZLayer<Coder>], store: ModelStore) {
        self.store = store
        let first = LASPoint14(row)
        current = first.channel
        channels = memory.base
        places = layers[0]
        heights = layers[1]
        classes = layers[2]
        flags = layers[3]
        intensities = layers[4]
        angles = layers[5]
        users = layers[6]
        sources = layers[7]
        times = layers[8]
        memory.begin(current, Channel(first, store))
    }

    /// All layers, in the order of the file.
    var layers: [LAZLayer<Coder>] { [places, heights, classes, flags, intensities, angles, users, sources, times] }

    /// Whether a GPS time was invalid.
    var isDamaged: Bool { (0..<4).contains { memory.isUsed[$0] && channels[$0].time.isDamaged } }

    /// Codes the next point, which is, or comes to be, at `row`.
    /// - Returns: whether the channel changed.
    mutating func code(_ row: UnsafeMutableRawPointer) -> Bool {
        let real = Coder.decodes ? LASPoint14() : LASPoint14(row)
        // First (1), last (2), both or neither, and whether the time changed (4) at the point before.
        let before = channels + current
        let number = before.pointee.last.number
        let returns = before.pointee.last.returns
        let context = (number == 1 ? 1 : 0) + (number >= returns ? 2 : 0) + (before.pointee.timeChanged ? 4 : 0)
        let symbol = places.coder.code(Coder.decodes ? 0 : changes(real), before.pointee.changed[context])
        let channelChanges = symbol & 64 != 0
        if channelChanges {
            let step = places.coder.code((real.channel &- current &- 1) & 3, before.pointee.channel)
            current = (current + step + 1) & 3
            if !memory.isUsed[current] { memory.begin(current, Channel(before.pointee.last, store)) }
            channels[current].last.channel = current
        }
        code(symbol, real, &channels[current])
        if Coder.decodes { channels[current].last.store(row) }
        return channelChanges
    }

    /// What differs from the latest point of the same channel, or, if it is the channel's first one, from the latest of all: return
    /// number (0 … 3), number of returns (4), scan angle (8), time (16), point source (32), channel (64).
    private func changes(_ real: LASPoint14) -> Int {
        let isOther = real.channel != current
        let last = channels[isOther && memory.isUsed[real.channel] ? real.channel : current].last
        let step = (real.number - last.number) & 15
        let number = step <= 1 ? step : step == 15 ? 2 : 3
        return number | (real.returns != last.returns ? 4 : 0) | (real.angle != last.angle ? 8 : 0)
            | (real.time != last.time ? 16 : 0) | (real.source != last.source ? 32 : 0) | (isOther ? 64 : 0)
    }

    @inline(__always) private mutating func code(_ symbol: Int, _ real: LASPoint14, _ c: inout Channel) {
        let timeChanged = symbol & 16 != 0
        let time = timeChanged ? 1 : 0
        let lastNumber = c.last.number
        if symbol & 4 != 0 {
            c.last.returns = places.coder.code(real.returns, model(&c.returnCounts, c.last.returns, symbols: 16))
        }
        switch symbol & 3 {
        case 0: break
        case 1: c.last.number = (lastNumber + 1) & 15
        case 2: c.last.number = (lastNumber + 15) & 15
        default:
            if timeChanged {
                c.last.number = places.coder.code(real.number, model(&c.numbers, lastNumber, symbols: 16))
            } else {
                let step = places.coder.code((real.number &- lastNumber &- 2) & 15, c.numberAtSameTime)
                c.last.number = (lastNumber + step + 2) & 15
            }
        }
        let n = c.last.returns
        let r = c.last.number
        let m = LAZReturns.map16[16 * n + r] * 2 + time
        let single = n == 1 ? 1 : 0
        let differenceX = places.coder.code(
            real.x &- c.last.x, prediction: c.xMedians[m].middle, context: single, &c.dx)
        c.last.x &+= differenceX
        c.xMedians[m].add(differenceX)
        let differenceY = places.coder.code(
            real.y &- c.last.y, prediction: c.yMedians[m].middle, context: single + min(c.dx.width & ~1, 20), &c.dy)
        c.last.y &+= differenceY
        c.yMedians[m].add(differenceY)
        if heights.isUsed {
            let l = min(abs(n - r), 7)
            c.last.z = heights.coder.code(
                real.z, prediction: c.heights[l], context: single + min((c.dx.width + c.dy.width) / 2 & ~1, 18), &c.dz)
            c.heights[l] = c.last.z
        }
        codeValues(symbol, real, &c)
        c.timeChanged = timeChanged
    }

    /// What is not a coordinate.
    @inline(__always) private mutating func codeValues(_ symbol: Int, _ real: LASPoint14, _ c: inout Channel) {
        let time = symbol & 16 != 0 ? 1 : 0
        let place = (c.last.number == 1 ? 2 : 0) + (c.last.number >= c.last.returns ? 1 : 0)
        if classes.isUsed {
            let context = (c.last.classification & 31) << 1 + (place == 3 ? 1 : 0)
            c.last.classification = classes.coder.code(real.classification, model(&c.classes, context, symbols: 256))
        }
        if flags.isUsed { c.last.flags = flags.coder.code(real.flags, model(&c.flags, c.last.flags, symbols: 64)) }
        if intensities.isUsed {
            let slot = place << 1 | time
            c.last.intensity = intensities.coder.code(
                real.intensity, prediction: c.intensities[slot], context: place, &c.intensity)
            c.intensities[slot] = c.last.intensity
        }
        if angles.isUsed, symbol & 8 != 0 {
            c.last.angle = angles.coder.code(real.angle, prediction: c.last.angle, context: time, &c.angle) & 0xFFFF
        }
        if users.isUsed { c.last.user = users.coder.code(real.user, model(&c.users, c.last.user >> 2, symbols: 256)) }
        if sources.isUsed, symbol & 32 != 0 {
            c.last.source = sources.coder.code(real.source, prediction: c.last.source, context: 0, &c.source) & 0xFFFF
        }
        if times.isUsed, time == 1 { c.last.time = times.coder.code(real.time, &c.time) }
    }

    /// The models of a value by the last one are made when they are first needed: most never are.
    @inline(__always) private func model(_ models: inout [SymbolModel?], _ context: Int, symbols: Int) -> SymbolModel {
        if let model = models[context] { return model }
        let model = SymbolModel(symbols, store, decodes: Coder.decodes)
        models[context] = model
        return model
    }
}
