/// A chunk of points of formats 6 to 10 whose parts are compressed each for itself (LASzip 3: versions 3 and 4 of its items).
struct LAZLayered {
    private var record: LAZRecord<ArithmeticDecoder>
    private let first: UnsafeRawPointer
    private let length: Int
    private var isFirst = true

    /// nil where the chunk is shorter than its layers, or holds another number of points.
    init?(_ chunk: UnsafeRawBufferPointer, header: LASHeader, laszip: LAZHeader, count: Int) {
        let file = LittleEndianBytes(chunk)
        length = header.recordLength
        guard chunk.count >= length + 4, file.uint32(length) == count, let base = chunk.baseAddress else { return nil }
        // The sizes of all layers come first, then the layers.
        let layers = laszip.items.reduce(0) { $0 + LAZRecord<ArithmeticDecoder>.layerCount($1) }
        var place = length + 4 + 4 * layers
        guard place <= chunk.count else { return nil }
        var coders: [LAZLayer<ArithmeticDecoder>] = []
        for i in 0..<layers {
            let size = file.uint32(length + 4 + 4 * i)
            guard size <= chunk.count - place else { return nil }
            let bytes = UnsafeRawBufferPointer(rebasing: chunk[place..<place + size])
            coders.append(LAZLayer(coder: ArithmeticDecoder(bytes), isUsed: size > 0))
            place += size
        }
        first = base
        record = LAZRecord(base, items: laszip.items, layers: coders)
    }

    /// Stores the next `count` records at `rows`, which held zeros or earlier records; false where the chunk is damaged.
    mutating func read(_ count: Int, to rows: UnsafeMutableRawPointer) -> Bool {
        var start = 0
        if isFirst, count > 0 {
            rows.copyMemory(from: first, byteCount: length)
            isFirst = false
            start = 1
        }
        for i in start..<max(count, start) { record.code(rows + i * length) }
        return !record.isDamaged && !record.layers.contains { $0.isUsed && $0.coder.isExhausted }
    }
}
