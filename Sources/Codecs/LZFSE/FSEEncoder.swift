/// Codes the symbols of one alphabet by finite state entropy, with frequencies as they are in the values to be coded.
struct FSEEncoder {
    /// How one symbol moves the state on.
    private struct Entry {
        /// States from this one on give `bits` bits, lower ones one fewer.
        var threshold = 0
        var bits = 0
        var delta = 0
        var lowDelta = 0
    }

    private let alphabet: LZFSE.Alphabet
    private var entries: [Entry] = []
    let frequencies: [UInt16]
    private(set) var state = 0

    init(_ alphabet: LZFSE.Alphabet, _ values: [Int]) {
        self.alphabet = alphabet
        var counts = [Int](repeating: 0, count: alphabet.bases.count)
        for value in values { counts[Self.symbol(value, alphabet)] += 1 }
        frequencies = Self.scaled(counts, to: alphabet.states)
        var offset = 0
        let states = alphabet.states
        entries = frequencies.map { frequency in
            guard frequency > 0 else { return Entry() }
            let f = Int(frequency)
            let k = FSETable.log2(states) - FSETable.log2(f)
            defer { offset += f }
            return Entry(
                threshold: (f << k) - states, bits: k, delta: offset - f + states >> k, lowDelta: offset - f + states >> (k - 1))
        }
    }

    /// Codes `value`, which must be one of those that the frequencies were made from.
    mutating func encode(_ value: Int, _ bits: inout ForwardBits) {
        let symbol = Self.symbol(value, alphabet)
        bits.push(value - Int(alphabet.bases[symbol]), Int(alphabet.bits[symbol]))
        let entry = entries[symbol]
        let (count, delta) = state >= entry.threshold ? (entry.bits, entry.delta) : (entry.bits - 1, entry.lowDelta)
        bits.push(state & (1 << count - 1), count)
        state = delta + state >> count
    }

    /// The last symbol whose least value is not above `value`.
    private static func symbol(_ value: Int, _ alphabet: LZFSE.Alphabet) -> Int {
        var low = 0
        var high = alphabet.bases.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(alphabet.bases[middle]) <= value { low = middle } else { high = middle }
        }
        return low
    }

    /// Frequencies in proportion to `counts` that add up to `total`: at least 1 for what occurs at all, rare symbols first.
    private static func scaled(_ counts: [Int], to total: Int) -> [UInt16] {
        var scaled = [UInt16](repeating: 0, count: counts.count)
        let order = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$0], $0) < (counts[$1], $1) }
        var left = total
        var sum = counts.reduce(0, +)
        for (i, symbol) in order.enumerated() {
            let share = i == order.count - 1 ? left : max(1, counts[symbol] * left / sum)
            scaled[symbol] = UInt16(share)
            left -= share
            sum -= counts[symbol]
        }
        return scaled
    }
}

/// Bits appended from the lowest on.
struct ForwardBits {
    var bytes: [UInt8] = []
    private var buffer: UInt64 = 0
    private var count = 0

    mutating func push(_ value: Int, _ length: Int) {
        buffer |= UInt64(value) << UInt64(count)
        count += length
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: buffer))
            buffer >>= 8
            count -= 8
        }
    }

    /// Writes the last byte.
    /// - Returns: how many bits of it are not used, as 0 or less.
    mutating func finish() -> Int {
        guard count > 0 else { return 0 }
        bytes.append(UInt8(truncatingIfNeeded: buffer))
        let spare = count - 8
        buffer = 0
        count = 0
        return spare
    }
}
