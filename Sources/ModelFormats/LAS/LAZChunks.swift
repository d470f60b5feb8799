import Codecs
import Geometry
import Support

/// The chunks of a LAZ file: compressed points that can be read without those before.
struct LAZChunks {
    struct Chunk {
        var bytes: Range<Int>
        var points: Range<Int>
    }

    private(set) var chunks: [Chunk] = []
    private let header: LASHeader
    private let laszip: LAZHeader
    private let file: UnsafeRawBufferPointer

    /// A byte holds at most so many points. Points of scans take many bytes; more in one would let a small file fill the memory.
    private static let mostPointsInByte = 64

    /// - Throws: where the chunk table is damaged or what is compressed is not read.
    init(_ file: UnsafeRawBufferPointer, header: LASHeader, laszip: LAZHeader) throws(FormatError) {
        try laszip.check(header)
        self.header = header
        self.laszip = laszip
        self.file = file
        let (most, _) = (file.count - header.dataOffset).multipliedReportingOverflow(by: Self.mostPointsInByte)
        guard header.count <= most else {
            throw .unreadable(
                "declares \(Text.count(header.count, "point")) in \(Text.bytes(file.count)); the file is truncated or damaged; "
                    + "copy it again"
            )
        }
        if laszip.compressor == LAZHeader.pointwise {
            chunks = [Chunk(bytes: header.dataOffset..<file.count, points: 0..<header.count)]
        } else {
            try readTable()
        }
        for chunk in chunks where chunk.bytes.count < header.recordLength || chunk.points.isEmpty { throw damaged() }
        guard chunks.last?.points.upperBound == header.count else { throw damaged() }
    }

    private func damaged() -> FormatError {
        .unreadable("its table of compressed chunks is damaged, or the file is truncated; get it again")
    }

    private mutating func readTable() throws(FormatError) {
        let bytes = LittleEndianBytes(file)
        let start = header.dataOffset
        guard file.count - start >= 16 else { throw damaged() }
        var place = Int(Int64(bitPattern: bytes.uint64(start)))
        // Writers that cannot go back put it at the very end.
        if place == -1 { place = Int(Int64(bitPattern: bytes.uint64(file.count - 8))) }
        guard place >= start + 8, place <= file.count - 8 else { throw damaged() }
        let count = bytes.uint32(place + 4)
        guard bytes.uint32(place) == 0, count <= (place - start - 8) / header.recordLength, count <= header.count else {
            throw damaged()
        }
        var decoder = ArithmeticDecoder(UnsafeRawBufferPointer(rebasing: file[(place + 8)...]))
        let store = ModelStore()
        var numbers = IntegerModel(bits: 32, contexts: 2, store, decodes: true)
        var (points, size): (Int32, Int32) = (0, 0)
        var firstByte = start + 8
        var firstPoint = 0
        for _ in 0..<count {
            let n: Int
            if let fixed = laszip.chunkSize {
                n = min(fixed, header.count - firstPoint)
            } else {
                points = numbers.decode(points, context: 0, decoder: &decoder)
                n = Int(points)
            }
            size = numbers.decode(size, context: 1, decoder: &decoder)
            guard n >= 0, n <= header.count - firstPoint, size >= 0, Int(size) <= place - firstByte else { throw damaged() }
            // Chunks without points are left out: some writers end with one.
            if n > 0 { chunks.append(Chunk(bytes: firstByte..<firstByte + Int(size), points: firstPoint..<firstPoint + n)) }
            firstByte += Int(size)
            firstPoint += n
        }
        guard !decoder.isExhausted else { throw damaged() }
    }

    /// Whole-number coordinates of the first point.
    var first: SIMD3<Int32> {
        guard let place = chunks.first?.bytes.lowerBound else { return .zero }
        let bytes = LittleEndianBytes(file)
        return SIMD3(bytes.int32(place), bytes.int32(place + 4), bytes.int32(place + 8))
    }

    /// Reads all points, on all cores.
    func read(to points: LASPoints, _ progress: ProgressReporter) throws(FormatError) {
        var isGood = [Bool](repeating: false, count: chunks.count)
        let (file, header, laszip, chunks) = (file, header, laszip, chunks)
        let batch = max(Parallel.threads * 4, 1)
        try isGood.withUnsafeMutableBufferPointer { (flags: inout UnsafeMutableBufferPointer<Bool>) throws(FormatError) in
            nonisolated(unsafe) let flags = flags
            for first in stride(from: 0, to: chunks.count, by: batch) {
                try progress.step(Double(first) / Double(chunks.count), "Decompressing points")
                Parallel.forEach(min(batch, chunks.count - first)) { k in
                    let chunk = chunks[first + k]
                    flags[first + k] = Self.read(
                        chunk, UnsafeRawBufferPointer(rebasing: file[chunk.bytes]), header: header, laszip: laszip, to: points)
                }
                for k in first..<min(first + batch, chunks.count) where !flags[k] {
                    throw FormatError.unreadable(
                        "chunk \(k + 1) of its \(chunks.count) compressed chunks is damaged; get the file again")
                }
            }
        }
    }

    /// Reads a chunk; false where it is damaged.
    private static func read(
        _ chunk: Chunk, _ bytes: UnsafeRawBufferPointer, header: LASHeader, laszip: LAZHeader, to points: LASPoints
    ) -> Bool {
        let rows = UnsafeMutableRawPointer.allocate(byteCount: points.block * points.stride, alignment: 16)
        rows.initializeMemory(as: UInt8.self, repeating: 0, count: points.block * points.stride)
        defer { rows.deallocate() }
        func readAll(_ next: (Int) -> Bool) -> Bool {
            for start in stride(from: 0, to: chunk.points.count, by: points.block) {
                let n = min(points.block, chunk.points.count - start)
                guard next(n) else { return false }
                points.put(rows, n, at: chunk.points.lowerBound + start)
            }
            return true
        }
        if laszip.compressor == LAZHeader.layered {
            guard var reader = LAZLayered(bytes, header: header, laszip: laszip, count: chunk.points.count) else { return false }
            return readAll { reader.read($0, to: rows) }
        }
        var reader = LAZPointwise(bytes, header: header, laszip: laszip)
        return readAll { reader.read($0, to: rows) }
    }
}
