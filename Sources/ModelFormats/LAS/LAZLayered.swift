import Geometry

/// A chunk of points of formats 6 to 10 whose parts are compressed each for itself (LASzip POINT14, RGB14 and RGBNIR14, versions 3
/// and 4):
/// only the layers of coordinates and colours are looked into.
struct LAZLayered {
    /// What is known of a scanner channel: LASzip predicts each of the four by its own past.
    private struct Channel {
        var x: Int32
        var y: Int32
        var z: Int32
        var returns: Int
        var number: Int
        var timeChanged = false
        let changed: [SymbolModel]
        let channel: SymbolModel
        let numberAtSameTime: SymbolModel
        var returnCounts = [SymbolModel?](repeating: nil, count: 16)
        var numbers = [SymbolModel?](repeating: nil, count: 16)
        var dx: IntegerModel
        var dy: IntegerModel
        var dz: IntegerModel
        var xMedians = [StreamingMedian](repeating: StreamingMedian(), count: 12)
        var yMedians = [StreamingMedian](repeating: StreamingMedian(), count: 12)
        var heights: [Int32]

        init(x: Int32, y: Int32, z: Int32, returns: Int, number: Int, _ store: ModelStore) {
            self.x = x
            self.y = y
            self.z = z
            self.returns = returns
            self.number = number
            changed = (0..<8).map { _ in SymbolModel(128, store, decodes: true) }
            channel = SymbolModel(3, store, decodes: true)
            numberAtSameTime = SymbolModel(13, store, decodes: true)
            dx = IntegerModel(bits: 32, contexts: 2, store, decodes: true)
            dy = IntegerModel(bits: 32, contexts: 22, store, decodes: true)
            dz = IntegerModel(bits: 32, contexts: 20, store, decodes: true)
            heights = Array(repeating: z, count: 8)
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

    private let store = ModelStore()
    private let memory = Channels()
    private let channels: UnsafeMutablePointer<Channel>
    private var current: Int
    private var places: ArithmeticDecoder
    private var heights: ArithmeticDecoder
    private let hasHeights: Bool
    private var tints: ArithmeticDecoder
    private let hasTints: Bool
    private var colors: [LAZColor?] = [nil, nil, nil, nil]
    /// The channel by whose models the latest colour was read.
    private var tint: Int
    /// Version 3 takes every colour but that of a point where the channel changes for one of channel 0, and predicts a colour in a
    /// channel that is not new by the channel before. Version 4 does neither.
    private let isFaithful: Bool

    /// nil where the chunk is shorter than its layers, or holds another number of points.
    init?(_ chunk: UnsafeRawBufferPointer, header: LASHeader, laszip: LAZHeader, count: Int) {
        let file = LittleEndianBytes(chunk)
        let length = header.recordLength
        guard chunk.count >= length + 4, file.uint32(length) == count else { return nil }
        // The sizes of all layers come first, then the layers.
        var sizes: [(item: Int, size: Int)] = []
        var place = length + 4
        for (i, item) in laszip.items.enumerated() {
            let layers = [10: 9, 11: 1, 12: 2, 13: 1][item.type] ?? item.size
            guard chunk.count - place >= 4 * layers else { return nil }
            for _ in 0..<layers {
                sizes.append((i, file.uint32(place)))
                place += 4
            }
        }
        var layers: [UnsafeRawBufferPointer] = []
        for (_, size) in sizes {
            guard size <= chunk.count - place else { return nil }
            layers.append(UnsafeRawBufferPointer(rebasing: chunk[place..<place + size]))
            place += size
        }
        current = file.uint8(15) >> 4 & 3
        tint = current
        places = ArithmeticDecoder(layers[0])
        heights = ArithmeticDecoder(layers[1])
        hasHeights = !layers[1].isEmpty
        let color = laszip.items.firstIndex { $0.type == 11 || $0.type == 12 }
        let layer = color.flatMap { color in sizes.firstIndex { $0.item == color } }.map { layers[$0] }
        tints = ArithmeticDecoder(layer ?? UnsafeRawBufferPointer(rebasing: chunk[..<0]))
        hasTints = layer?.isEmpty == false
        isFaithful = color.map { laszip.items[$0].version >= 4 } ?? false
        let flags = file.uint8(14)
        channels = memory.base
        memory.begin(
            current, Channel(x: file.int32(0), y: file.int32(4), z: file.int32(8), returns: flags >> 4, number: flags & 15, store))
        if color != nil {
            let first = (0..<3).map { UInt16(file.uint16(30 + 2 * $0)) }
            colors[current] = LAZColor(SIMD3(first[0], first[1], first[2]), store, decodes: true)
        }
    }

    /// Reads the points to number `first` and behind it; false where the chunk is damaged.
    mutating func read(_ count: Int, to points: LASPoints, at first: Int) -> Bool {
        points.put(first, channels[current].x, channels[current].y, channels[current].z)
        if let color = colors[current] { points.put(first, color: color.last) }
        for i in first + 1..<first + max(count, 1) {
            let changes = readPlace()
            points.put(i, channels[current].x, channels[current].y, channels[current].z)
            if colors[tint] != nil { points.put(i, color: readColor(isFaithful || changes ? current : 0)) }
            if places.isExhausted || heights.isExhausted && hasHeights || tints.isExhausted && hasTints { return false }
        }
        return true
    }

    /// - Returns: whether the channel changed.
    private mutating func readPlace() -> Bool {
        // First (1), last (2), both or neither, and whether the time changed (4) at the point before.
        let last = channels + current
        let number = last.pointee.number
        let returns = last.pointee.returns
        let context = (number == 1 ? 1 : 0) + (number >= returns ? 2 : 0) + (last.pointee.timeChanged ? 4 : 0)
        let symbol = places.symbol(last.pointee.changed[context])
        if symbol & 64 != 0 {
            current = (current + places.symbol(last.pointee.channel) + 1) & 3
            if !memory.isUsed[current] {
                let x = last.pointee.x
                let y = last.pointee.y
                let z = last.pointee.z
                memory.begin(current, Channel(x: x, y: y, z: z, returns: returns, number: number, store))
            }
        }
        readPlace(symbol, &channels[current])
        return symbol & 64 != 0
    }

    @inline(__always) private mutating func readPlace(_ symbol: Int, _ c: inout Channel) {
        let timeChanged = symbol & 16 != 0
        let lastReturns = c.returns
        let lastNumber = c.number
        if symbol & 4 != 0 { c.returns = read(&c.returnCounts, lastReturns) }
        switch symbol & 3 {
        case 0: break
        case 1: c.number = (lastNumber + 1) & 15
        case 2: c.number = (lastNumber + 15) & 15
        default:
            c.number = timeChanged ? read(&c.numbers, lastNumber) : (lastNumber + places.symbol(c.numberAtSameTime) + 2) & 15
        }
        let n = c.returns
        let r = c.number
        let m = LAZReturns.map16[16 * n + r] * 2 + (timeChanged ? 1 : 0)
        let single = n == 1 ? 1 : 0
        let differenceX = c.dx.decode(c.xMedians[m].middle, context: single, decoder: &places)
        c.x &+= differenceX
        c.xMedians[m].add(differenceX)
        let differenceY = c.dy.decode(c.yMedians[m].middle, context: single + min(c.dx.width & ~1, 20), decoder: &places)
        c.y &+= differenceY
        c.yMedians[m].add(differenceY)
        if hasHeights {
            let l = min(abs(n - r), 7)
            c.z = c.dz.decode(c.heights[l], context: single + min((c.dx.width + c.dy.width) / 2 & ~1, 18), decoder: &heights)
            c.heights[l] = c.z
        }
        c.timeChanged = timeChanged
    }

    private mutating func read(_ models: inout [SymbolModel?], _ context: Int) -> Int {
        let model = models[context] ?? SymbolModel(16, store, decodes: true)
        models[context] = model
        return places.symbol(model)
    }

    private mutating func readColor(_ channel: Int) -> SIMD3<UInt16> {
        let before = tint
        tint = channel
        // Whose colour this one is predicted by, and replaces.
        var memory = channel
        if channel != before {
            if colors[channel] == nil {
                colors[channel] = LAZColor(colors[before]!.last, store, decodes: true)
            } else if !isFaithful {
                memory = before
            }
        }
        guard hasTints else { return colors[memory]!.last }
        let own = colors[channel]!.last
        colors[channel]!.last = colors[memory]!.last
        let color = colors[channel]!.decode(&tints)
        colors[channel]!.last = own
        colors[memory]!.last = color
        return color
    }
}
