import Geometry

/// Which scanner channel's models code a part of a point behind POINT14.
///
/// Version 3 takes every point but one where the channel changes for one of channel 0, and predicts a value in a channel that is
/// not new by the channel before. Version 4 does neither.
struct LAZChannels {
    private(set) var current: Int
    private var isUsed = [false, false, false, false]
    private let isFaithful: Bool

    /// - Parameters:
    ///   - channel: of the chunk's first point.
    ///   - version: of the item.
    init(_ channel: Int, version: Int) {
        current = channel
        isUsed[channel] = true
        isFaithful = version >= 4
    }

    /// Whose models code the next point, whose last value predicts it and is replaced by it, and whether those models are new and
    /// begin with the last value of the channel before.
    @inline(__always) mutating func next(_ channel: Int, changes: Bool) -> (models: Int, last: Int, begins: Int?) {
        let channel = isFaithful || changes ? channel : 0
        let before = current
        guard channel != before else { return (channel, channel, nil) }
        current = channel
        guard isUsed[channel] else {
            isUsed[channel] = true
            return (channel, channel, before)
        }
        return (channel, isFaithful ? channel : before, nil)
    }
}

/// Colours of points (LASzip RGB14).
struct LAZColors<Coder: LAZCoder> {
    private(set) var layer: LAZLayer<Coder>
    private let store: ModelStore
    private var channels: LAZChannels
    private var models: [LAZColor?] = [nil, nil, nil, nil]

    init(_ row: UnsafeRawPointer, channel: Int, version: Int, layer: LAZLayer<Coder>, store: ModelStore) {
        self.layer = layer
        self.store = store
        channels = LAZChannels(channel, version: version)
        models[channel] = LAZColor(Self.load(row), store, decodes: Coder.decodes)
    }

    @inline(__always) static func load(_ row: UnsafeRawPointer) -> SIMD3<UInt16> {
        func code(_ k: Int) -> UInt16 { UInt16(littleEndian: row.loadUnaligned(fromByteOffset: 2 * k, as: UInt16.self)) }
        return SIMD3(code(0), code(1), code(2))
    }

    /// Codes the colour at `row`.
    @inline(__always) mutating func code(_ row: UnsafeMutableRawPointer, channel: Int, changes: Bool) {
        let next = channels.next(channel, changes: changes)
        if let before = next.begins { models[next.models] = LAZColor(models[before]!.last, store, decodes: Coder.decodes) }
        var color = models[next.last]!.last
        if layer.isUsed {
            let own = models[next.models]!.last
            models[next.models]!.last = color
            color = layer.coder.code(Coder.decodes ? color : Self.load(row), &models[next.models]!)
            models[next.models]!.last = own
            models[next.last]!.last = color
        }
        if Coder.decodes {
            for k in 0..<3 { row.storeBytes(of: color[k].littleEndian, toByteOffset: 2 * k, as: UInt16.self) }
        }
    }
}

/// Bytes of points, each in a layer of its own: extra bytes (LASzip BYTE14).
struct LAZBytes<Coder: LAZCoder> {
    private(set) var layers: [LAZLayer<Coder>]
    private let store: ModelStore
    private var channels: LAZChannels
    /// Four times as many as bytes.
    private var models: [SymbolModel?]
    private var last: [UInt8]

    init(_ row: UnsafeRawPointer, channel: Int, version: Int, layers: [LAZLayer<Coder>], store: ModelStore) {
        self.layers = layers
        self.store = store
        channels = LAZChannels(channel, version: version)
        models = Array(repeating: nil, count: 4 * layers.count)
        last = Array(repeating: 0, count: 4 * layers.count)
        for k in layers.indices { last[channel * layers.count + k] = row.load(fromByteOffset: k, as: UInt8.self) }
    }

    /// Codes the bytes at `row`.
    @inline(__always) mutating func code(_ row: UnsafeMutableRawPointer, channel: Int, changes: Bool) {
        let next = channels.next(channel, changes: changes)
        let n = layers.count
        for k in 0..<n {
            if let before = next.begins { last[next.models * n + k] = last[before * n + k] }
            let old = last[next.last * n + k]
            if layers[k].isUsed {
                let slot = next.models * n + k
                let model = models[slot] ?? SymbolModel(256, store, decodes: Coder.decodes)
                models[slot] = model
                let real = Coder.decodes ? 0 : row.load(fromByteOffset: k, as: UInt8.self)
                let difference = layers[k].coder.code(Int(real &- old), model)
                last[next.last * n + k] = old &+ UInt8(truncatingIfNeeded: difference)
            }
            if Coder.decodes { row.storeBytes(of: last[next.last * n + k], toByteOffset: k, as: UInt8.self) }
        }
    }
}

/// Near infrared of points (LASzip RGBNIR14).
struct LAZInfrared<Coder: LAZCoder> {
    private struct Models {
        let changed: SymbolModel
        let low: SymbolModel
        let high: SymbolModel
        var last: UInt16
    }

    private(set) var layer: LAZLayer<Coder>
    private let store: ModelStore
    private var channels: LAZChannels
    private var models: [Models?] = [nil, nil, nil, nil]

    init(_ row: UnsafeRawPointer, channel: Int, version: Int, layer: LAZLayer<Coder>, store: ModelStore) {
        self.layer = layer
        self.store = store
        channels = LAZChannels(channel, version: version)
        models[channel] = Self.begin(UInt16(littleEndian: row.loadUnaligned(as: UInt16.self)), store)
    }

    private static func begin(_ last: UInt16, _ store: ModelStore) -> Models {
        func model(_ symbols: Int) -> SymbolModel { SymbolModel(symbols, store, decodes: Coder.decodes) }
        return Models(changed: model(4), low: model(256), high: model(256), last: last)
    }

    /// Codes the value at `row`.
    @inline(__always) mutating func code(_ row: UnsafeMutableRawPointer, channel: Int, changes channelChanges: Bool) {
        let next = channels.next(channel, changes: channelChanges)
        if let before = next.begins { models[next.models] = Self.begin(models[before]!.last, store) }
        let old = models[next.last]!.last
        var value = old
        if layer.isUsed {
            let own = models[next.models]!
            let real = Coder.decodes ? 0 : UInt16(littleEndian: row.loadUnaligned(as: UInt16.self))
            let changes = real ^ old
            let symbol = layer.coder.code((changes & 0xFF != 0 ? 1 : 0) | (changes >> 8 != 0 ? 2 : 0), own.changed)
            if symbol & 1 != 0 {
                let difference = layer.coder.code(Int(real &- old) & 0xFF, own.low)
                value = value & 0xFF00 | (old &+ UInt16(difference)) & 0xFF
            }
            if symbol & 2 != 0 {
                let difference = layer.coder.code(Int(real >> 8 &- old >> 8) & 0xFF, own.high)
                value = value & 0xFF | (old >> 8 &+ UInt16(difference)) << 8
            }
            models[next.last]!.last = value
        }
        if Coder.decodes { row.storeBytes(of: value.littleEndian, as: UInt16.self) }
    }
}
