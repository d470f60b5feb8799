import Codecs
import Geometry
import Support

/// Compresses points of the formats 6 and 7 as LASzip 3 does: chunks of 50,000, each part in a layer of its own.
///
/// All points are the only return of a pulse of which nothing but place and colour is known, so that a point's flags are always the
/// same symbol and seven of the layers are empty.
struct LAZWriter {
    private let layout: LASLayout

    static let chunkSize = 50_000

    init(_ layout: LASLayout) { self.layout = layout }

    /// The record that declares how the points are compressed.
    static func header(hasColors: Bool) -> [UInt8] {
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
        let items = hasColors ? [(10, 30), (11, 6)] : [(10, 30)]
        w.uint16(items.count)
        for (type, size) in items {
            w.uint16(type)
            w.uint16(size)
            w.uint16(3)
        }
        return w.bytes
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
        let positions = layout.cloud.positions
        let first = layout.place(positions[range.lowerBound])
        let store = ModelStore()
        var places = ArithmeticEncoder(reserving: 4 * range.count)
        var heights = ArithmeticEncoder(reserving: 2 * range.count)
        // Of a point that is first and last return, with the time of the one before.
        let changed = SymbolModel(128, store, decodes: false)
        var dx = IntegerModel(bits: 32, contexts: 2, store, decodes: false)
        var dy = IntegerModel(bits: 32, contexts: 22, store, decodes: false)
        var dz = IntegerModel(bits: 32, contexts: 20, store, decodes: false)
        var xMedian = StreamingMedian()
        var yMedian = StreamingMedian()
        var last = first
        var isFlat = true
        for i in range.dropFirst() {
            let p = layout.place(positions[i])
            places.put(0, changed)
            let differenceX = p.x &- last.x
            dx.encode(differenceX, prediction: xMedian.middle, context: 1, encoder: &places)
            xMedian.add(differenceX)
            let differenceY = p.y &- last.y
            dy.encode(differenceY, prediction: yMedian.middle, context: 1 + min(dx.width & ~1, 20), encoder: &places)
            yMedian.add(differenceY)
            if p.z != last.z { isFlat = false }
            dz.encode(p.z, prediction: last.z, context: 1 + min((dx.width + dy.width) / 2 & ~1, 18), encoder: &heights)
            last = p
        }
        var layers = [places.finish(), isFlat ? [] : heights.finish(), [], [], [], [], [], [], []]
        if layout.hasColors { layers.append(colorLayer(range, store)) }

        var w = LittleEndianWriter()
        w.bytes = [UInt8](repeating: 0, count: layout.stride)
        w.bytes.withUnsafeMutableBytes { layout.store(range.lowerBound, $0.baseAddress!) }
        w.uint32(range.count)
        for layer in layers { w.uint32(layer.count) }
        for layer in layers { w.bytes += layer }
        return w.bytes
    }

    /// Empty where all colours are the same.
    private func colorLayer(_ range: Range<Int>, _ store: ModelStore) -> [UInt8] {
        var encoder = ArithmeticEncoder(reserving: 4 * range.count)
        let first = layout.color(range.lowerBound)
        var model = LAZColor(first, store, decodes: false)
        var isPlain = true
        for i in range.dropFirst() {
            let c = layout.color(i)
            if c != first { isPlain = false }
            model.encode(c, &encoder)
        }
        return isPlain ? [] : encoder.finish()
    }
}
