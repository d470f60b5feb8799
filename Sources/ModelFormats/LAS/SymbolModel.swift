/// Memory for the models of one run of the arithmetic coder, all given back together.
///
/// The models are read and written a few hundred million times for a large file: they lie in bare memory, where neither bounds nor
/// sharing are asked for.
final class ModelStore {
    private var blocks: [UnsafeMutablePointer<UInt32>] = []
    private var next: UnsafeMutablePointer<UInt32>?
    private var left = 0

    /// `count` words of zero.
    func words(_ count: Int) -> UnsafeMutablePointer<UInt32> {
        if let start = next, count <= left {
            next = start + count
            left -= count
            return start
        }
        let size = max(count, 1 << 14)
        let block = UnsafeMutablePointer<UInt32>.allocate(capacity: size)
        block.initialize(repeating: 0, count: size)
        blocks.append(block)
        next = block + count
        left = size - count
        return block
    }

    deinit { for block in blocks { block.deallocate() } }
}

/// How often each of a set of symbols came so far: the adaptive model of LASzip's arithmetic coder (Said, “FastAC”, HPL-2004-76).
///
/// Words: 0 sum of counts, 1 update cycle, 2 symbols until the next update, 3 number of symbols, 4 shift and 5 size of the
/// decoder's table; then the cumulative distribution, the counts, and the table.
struct SymbolModel {
    let words: UnsafeMutablePointer<UInt32>

    static let lengthShift: UInt32 = 15
    private static let greatestCount: UInt32 = 1 << 15
    private static let head = 6

    /// - Parameter decodes: whether there is to be a table that speeds decoding up.
    init(_ symbols: Int, _ store: ModelStore, decodes: Bool) {
        var bits = UInt32(0)
        var table = 0
        if decodes, symbols > 16 {
            bits = 3
            while symbols > 1 << (bits + 2) { bits += 1 }
            table = 1 << bits
        }
        words = store.words(Self.head + 2 * symbols + (table > 0 ? table + 2 : 0))
        words[3] = UInt32(symbols)
        words[4] = Self.lengthShift - bits
        words[5] = UInt32(table)
        for k in 0..<symbols { counts[k] = 1 }
        words[1] = UInt32(symbols)
        update()
        words[1] = UInt32(symbols + 6) >> 1
        words[2] = words[1]
    }

    @inline(__always) var count: Int { Int(words[3]) }
    @inline(__always) var last: Int { Int(words[3]) - 1 }
    @inline(__always) var tableShift: UInt32 { words[4] }
    @inline(__always) var hasTable: Bool { words[5] != 0 }
    @inline(__always) var distribution: UnsafeMutablePointer<UInt32> { words + Self.head }
    @inline(__always) private var counts: UnsafeMutablePointer<UInt32> { words + (Self.head + count) }
    @inline(__always) var table: UnsafeMutablePointer<UInt32> { words + (Self.head + 2 * count) }

    /// Takes note of a symbol.
    @inline(__always) func see(_ symbol: Int) {
        counts[symbol] &+= 1
        words[2] &-= 1
        if words[2] == 0 { update() }
    }

    @inline(never) private func update() {
        let n = count
        let counts = counts
        let distribution = distribution
        words[0] &+= words[1]
        if words[0] > Self.greatestCount {
            var total: UInt32 = 0
            for k in 0..<n {
                counts[k] = (counts[k] + 1) >> 1
                total += counts[k]
            }
            words[0] = total
        }
        let scale = 0x8000_0000 / words[0]
        let shift = 31 - Self.lengthShift
        var sum: UInt32 = 0
        for k in 0..<n {
            distribution[k] = (scale &* sum) >> shift
            sum &+= counts[k]
        }
        let size = Int(words[5])
        if size > 0 {
            let table = table
            let tableShift = words[4]
            var s = 0
            for k in 0..<n {
                let w = min(Int(distribution[k] >> tableShift), size)
                while s < w {
                    s += 1
                    table[s] = UInt32(k - 1)
                }
            }
            table[0] = 0
            while s <= size {
                s += 1
                table[s] = UInt32(n - 1)
            }
        }
        words[1] = min((5 &* words[1]) >> 2, UInt32(n + 6) << 3)
        words[2] = words[1]
    }
}

/// The model of a single bit. Words: 0 zeros so far, 1 bits so far, 2 probability of a zero, 3 bits until the next update, 4 update
/// cycle.
struct BitModel {
    let words: UnsafeMutablePointer<UInt32>

    static let lengthShift: UInt32 = 13
    private static let greatestCount: UInt32 = 1 << 13

    init(_ store: ModelStore) {
        words = store.words(5)
        words[0] = 1
        words[1] = 2
        words[2] = 1 << (Self.lengthShift - 1)
        words[3] = 4
        words[4] = 4
    }

    @inline(__always) func see(_ isOne: Bool) {
        if !isOne { words[0] &+= 1 }
        words[3] &-= 1
        if words[3] == 0 { update() }
    }

    private func update() {
        words[1] += words[4]
        if words[1] > Self.greatestCount {
            words[1] = (words[1] + 1) >> 1
            words[0] = (words[0] + 1) >> 1
            if words[0] == words[1] { words[1] += 1 }
        }
        words[2] = (words[0] &* (0x8000_0000 / words[1])) >> (31 - Self.lengthShift)
        words[4] = min((5 &* words[4]) >> 2, 64)
        words[3] = words[4]
    }
}
