import Geometry

/// Codes whole point records of formats 6 to 10, whose parts are compressed each for itself (LASzip 3).
struct LAZRecord<Coder: LAZCoder> {
    /// A part behind POINT14, with its offset in the record.
    private var point: LAZPoint14<Coder>
    private var colors: LAZColors<Coder>?
    private var infrared: LAZInfrared<Coder>?
    private var bytes: LAZBytes<Coder>?
    private var colorOffset = 0
    private var bytesOffset = 0

    /// The number of layers of an item of LASzip's record.
    static func layerCount(_ item: LAZHeader.Item) -> Int { [10: 9, 11: 1, 12: 2, 13: 1][item.type] ?? item.size }

    /// - Parameters:
    ///   - row: the first point of the chunk.
    ///   - items: the parts of a record; POINT14 is the first.
    ///   - layers: of all items, in their order.
    init(_ row: UnsafeRawPointer, items: [LAZHeader.Item], layers: [LAZLayer<Coder>]) {
        let store = ModelStore()
        point = LAZPoint14(row, Array(layers[..<LAZPoint14<Coder>.layerCount]), store: store)
        let channel = point.current
        var place = 0
        var first = 0
        for item in items {
            let count = Self.layerCount(item)
            switch item.type {
            case 11, 12:
                colorOffset = place
                colors = LAZColors(
                    row + place, channel: channel, version: item.version, layer: layers[first], store: store)
                if item.type == 12 {
                    infrared = LAZInfrared(
                        row + place + 6, channel: channel, version: item.version, layer: layers[first + 1], store: store)
                }
            case 14:
                bytesOffset = place
                bytes = LAZBytes(
                    row + place, channel: channel, version: item.version, layers: Array(layers[first..<first + count]), store: store
                )
            default: break
            }
            place += item.size
            first += count
        }
    }

    /// Codes the next point, which is, or comes to be, at `row`. Waveforms are left as they are.
    @inline(__always) mutating func code(_ row: UnsafeMutableRawPointer) {
        let changes = point.code(row)
        let channel = point.current
        colors?.code(row + colorOffset, channel: channel, changes: changes)
        infrared?.code(row + colorOffset + 6, channel: channel, changes: changes)
        bytes?.code(row + bytesOffset, channel: channel, changes: changes)
    }

    /// The layers of what is coded, in the order of the file; no waveforms are among them.
    var layers: [LAZLayer<Coder>] {
        point.layers + (colors.map { [$0.layer] } ?? []) + (infrared.map { [$0.layer] } ?? []) + (bytes?.layers ?? [])
    }

    /// Whether a GPS time was invalid.
    var isDamaged: Bool { point.isDamaged }
}
