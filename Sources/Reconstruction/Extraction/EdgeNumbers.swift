/// Which of the blocks' 8³ · 3 edges carry a vertex, with the vertices' numbers by counting bits.
struct EdgeNumbers {
    /// Words of bits a block.
    static let words = 24

    /// One bit an edge, in ascending order.
    fileprivate var bits: [UInt64]
    /// The number of each word's first vertex.
    fileprivate var first: [UInt32] = []

    init(blocks: Int) { bits = Array(repeating: 0, count: blocks * Self.words) }

    /// Calls `body` with what marks edges; threads may mark those of different blocks side by side.
    mutating func mark(_ body: (Marker) -> Void) {
        bits.withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { body(Marker(bits: base)) }
        }
    }

    struct Marker {
        fileprivate let bits: UnsafeMutablePointer<UInt64>

        @inline(__always)
        func insert(_ block: Int, _ edge: Int) { bits[block * EdgeNumbers.words + edge >> 6] |= 1 << UInt64(edge & 63) }
    }

    /// Numbers all vertices, block by block; call once after the last mark.
    /// - Returns: how many there are.
    mutating func number() -> Int {
        var count = 0
        first = bits.map { word in
            defer { count += word.nonzeroBitCount }
            return UInt32(truncatingIfNeeded: count)
        }
        return count
    }

    /// Calls `body` with what looks numbers up.
    func read<R>(_ body: (Reader) -> R) -> R {
        bits.withUnsafeBufferPointer { bits in first.withUnsafeBufferPointer { body(Reader(bits: bits, first: $0)) } }
    }

    struct Reader {
        fileprivate let bits: UnsafeBufferPointer<UInt64>
        fileprivate let first: UnsafeBufferPointer<UInt32>

        /// The number of the edge's vertex in the mesh.
        @inline(__always)
        func vertex(_ block: Int, _ edge: Int) -> UInt32 {
            let word = block * EdgeNumbers.words + edge >> 6
            let below = bits[word] & ((1 << UInt64(edge & 63)) - 1)
            return first[word] + UInt32(truncatingIfNeeded: below.nonzeroBitCount)
        }

        /// Calls `body` with each marked edge of a block in ascending order, and its vertex's number.
        @inline(__always)
        func forEach(_ block: Int, _ body: (_ edge: Int, _ vertex: Int) -> Void) {
            for i in 0..<EdgeNumbers.words {
                var word = bits[block * EdgeNumbers.words + i]
                var vertex = Int(first[block * EdgeNumbers.words + i])
                while word != 0 {
                    body(i * 64 + word.trailingZeroBitCount, vertex)
                    word &= word - 1
                    vertex += 1
                }
            }
        }
    }
}
