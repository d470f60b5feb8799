/// The decoding table of a finite state entropy code: for each state the symbol, and how the next state follows from the bits.
struct FSETable {
    struct Entry {
        /// Bits to read: those of the next state above those that are added to `base`.
        var totalBits: UInt8 = 0
        var valueBits: UInt8 = 0
        /// Added to the state's bits.
        var delta: Int16 = 0
        /// The smallest value that the symbol represents.
        var base: Int32 = 0
    }

    /// As many as the alphabet has states.
    private(set) var entries: [Entry]

    /// - Parameter frequencies: of each symbol; together at most the alphabet's number of states.
    init(_ frequencies: ArraySlice<UInt16>, _ alphabet: LZFSE.Alphabet) throws(LZFSEDamage) {
        let states = alphabet.states
        entries = []
        entries.reserveCapacity(states)
        for (symbol, frequency) in frequencies.enumerated() where frequency > 0 {
            let f = Int(frequency)
            guard f <= states - entries.count else { throw .damaged }
            // The symbol's f states are reached by k bits or by k - 1, so that states <= f << k < 2 * states.
            let k = Self.log2(states) - Self.log2(f)
            let split = (2 * states >> k) - f
            let extra = alphabet.bits[symbol]
            for j in 0..<f {
                let (bits, delta) = j < split ? (k, ((f + j) << k) - states) : (k - 1, (j - split) << (k - 1))
                entries.append(
                    Entry(totalBits: UInt8(bits) + extra, valueBits: extra, delta: Int16(delta), base: alphabet.bases[symbol]))
            }
        }
        // A table without all its states is used only by blocks that never look into it; states must be valid all the same.
        while entries.count < states { entries.append(Entry()) }
    }

    static func log2(_ value: Int) -> Int { Int.bitWidth - 1 - value.leadingZeroBitCount }
}

/// Bits that were written forwards and are read backwards, from the end of a part of the input to its start.
struct ReverseBits {
    private let base: UnsafeRawPointer?
    /// Bits that are left.
    private var left: Int
    /// Whether more was read than there is.
    private(set) var isExhausted = false

    /// - Parameter spare: how many bits of the last byte are not used, as 0 or less. Eight more bytes must be readable after the
    ///   input.
    init(_ input: UnsafeBufferPointer<UInt8>, end: Int, start: Int, spare: Int) {
        base = input.baseAddress.map { UnsafeRawPointer($0 + start) }
        left = (end - start) * 8 + spare
    }

    /// The next symbol's value; `state` becomes the next one.
    @inline(__always)
    mutating func value(_ state: inout Int, _ table: UnsafeBufferPointer<FSETable.Entry>) -> Int {
        let entry = table[state]
        let bits = pull(Int(entry.totalBits))
        state = Int(entry.delta) + bits >> Int(entry.valueBits)
        return Int(entry.base) + bits & (1 << Int(entry.valueBits) - 1)
    }

    /// The next `count` (at most 32) bits; 0 where there are not so many.
    @inline(__always)
    private mutating func pull(_ count: Int) -> Int {
        guard count <= left, let base else {
            if count > 0 { isExhausted = true }
            return 0
        }
        left -= count
        let word = UInt64(littleEndian: (base + left >> 3).loadUnaligned(as: UInt64.self))
        return Int(truncatingIfNeeded: (word >> UInt64(left & 7)) & ((1 << UInt64(count)) - 1))
    }
}
