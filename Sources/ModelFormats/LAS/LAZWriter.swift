import Codecs
import Geometry
import Support

/// Compresses points of the formats 6 to 8 as LASzip 3 does: chunks of 50,000, each part in a layer of its own, which is empty
/// where the part is the same for all points of the chunk.
struct LAZWriter {
    private let layout: LASLayout

    static let chunkSize = 50_000

    init(_ layout: LASLayout) { self.layout = layout }

    /// The record that declares how the points are compressed.
    static func header(_ attributes: LASAttributes) -> [UInt8] {
        var w = LittleEndianWriter()
        w.uint16(LAZHeader.layered)
        w.uint16(0)
        // The version of LASzip whose format it is: 3.4 revision 3.
        w.bytes += [3, 4]
        w.uint16(3)
        w.uint32(0)
        w.uint32(chunkSize)
        // No extended records are compressed.
        w.uint64(-1)
        w.uint64(-1)
        let items = items(attributes)
        w.uint16(items.count)
        for item in items {
            w.uint16(item.type)
            w.uint16(item.size)
            w.uint16(item.version)
        }
        return w.bytes
    }

    /// The parts of a record.
    private static func items(_ attributes: LASAttributes) -> [LAZHeader.Item] {
        func item(_ type: Int, _ size: Int) -> LAZHeader.Item { LAZHeader.Item(type: type, size: size, version: 3) }
        return [item(10, LASPoint14.size)]
            + (attributes.format == 7 ? [item(11, 6)] : attributes.format == 8 ? [item(12, 8)] : [])
            + (attributes.extraSize > 0 ? [item(14, attributes.extraSize)] : [])
    }

    /// Writes the chunks, made on all cores, and their table; `file` holds the header.
    func write(to file: inout AtomicFile, _ progress: ProgressReporter) throws(FormatError) {
        let start = file.count
        try file.putArray([UInt8](repeating: 0, count: 8))
        let count = (layout.count + Self.chunkSize - 1) / Self.chunkSize
        let batch = max(Parallel.threads * 2, 1)
        var sizes: [Int] = []
        for first in stride(from: 0, to: count, by: batch) {
            try progress.step(Double(first) / Double(count), "Compressing points")
            let n = min(batch, count - first)
            var chunks = [[UInt8]](repeating: [], count: n)
            chunks.withUnsafeMutableBufferPointer { chunks in
                nonisolated(unsafe) let chunks = chunks
                Parallel.forEach(n) { k in
                    let begin = (first + k) * Self.chunkSize
                    chunks[k] = chunk(begin..<min(begin + Self.chunkSize, layout.count))
                }
            }
            for chunk in chunks {
                try file.putArray(chunk)
                sizes.append(chunk.count)
            }
        }
        let table = file.count
        try file.putArray(Self.table(sizes))
        var place = LittleEndianWriter()
        place.uint64(Int(table))
        try file.put(place.bytes, at: Int(start))
    }

    private static func table(_ sizes: [Int]) -> [UInt8] {
        var w = LittleEndianWriter()
        w.uint32(0)
        w.uint32(sizes.count)
        var encoder = ArithmeticEncoder()
        var numbers = IntegerModel(bits: 32, contexts: 2, ModelStore(), decodes: false)
        var last: Int32 = 0
        for size in sizes {
            let size = Int32(truncatingIfNeeded: size)
            numbers.encode(size, prediction: last, context: 1, encoder: &encoder)
            last = size
        }
        return w.bytes + encoder.finish()
    }

    /// A chunk: its first point as it is, the number of points, the sizes of the layers, the layers.
    private func chunk(_ range: Range<Int>) -> [UInt8] {
        let stride = layout.stride
        let rows = UnsafeMutableRawPointer.allocate(byteCount: range.count * stride, alignment: 16)
        defer { rows.deallocate() }
        // Bits that are not those of the first point.
        var changes = [UInt8](repeating: 0, count: stride)
        for (i, point) in range.enumerated() {
            let row = rows + i * stride
            layout.store(point, row)
            for k in 0..<stride {
                changes[k] |= row.load(fromByteOffset: k, as: UInt8.self) ^ rows.load(fromByteOffset: k, as: UInt8.self)
            }
        }
        let layers = Self.uses(changes, layout.attributes).map { isUsed in
            LAZLayer(coder: ArithmeticEncoder(reserving: isUsed ? range.count : 0), isUsed: isUsed)
        }
        var record = LAZRecord<ArithmeticEncoder>(rows, items: Self.items(layout.attributes), layers: layers)
        for i in 1..<max(range.count, 1) { record.code(rows + i * stride) }
        let coded = record.layers.map { layer in
            var coder = layer.coder
            return layer.isUsed ? coder.finish() : []
        }
        var w = LittleEndianWriter()
        w.bytes.reserveCapacity(stride + 4 + 4 * coded.count + coded.reduce(0) { $0 + $1.count })
        w.bytes += UnsafeRawBufferPointer(start: rows, count: stride)
        w.uint32(range.count)
        for layer in coded { w.uint32(layer.count) }
        for layer in coded { w.bytes += layer }
        return w.bytes
    }

    /// Which layers are needed, in their order: those of coordinates and returns always are.
    private static func uses(_ changes: [UInt8], _ attributes: LASAttributes) -> [Bool] {
        func any(_ range: Range<Int>) -> Bool { changes[range].contains { $0 != 0 } }
        // Coordinates, heights, classification, flags without channel, intensity, scan angle, user data, source, time.
        let point = [
            true, any(8..<12), any(16..<17), changes[15] & 0xCF != 0, any(12..<14), any(18..<20), any(17..<18), any(20..<22),
            any(22..<30),
        ]
        let colors = attributes.format >= 7 ? [any(30..<36)] : []
        let infrared = attributes.format == 8 ? [any(36..<38)] : []
        return point + colors + infrared + (changes.count - attributes.extraSize..<changes.count).map { changes[$0] != 0 }
    }
}
