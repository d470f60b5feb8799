/// The header of a block of commands and literals, with its frequency tables plain (`bvx1`) or packed (`bvx2`).
struct LZFSEHeader {
    var rawCount = 0
    var literalCount = 0
    var matchCount = 0
    var literalBytes = 0
    var commandBytes = 0
    /// How many bits of the last byte of each part are not used, as 0 or less.
    var literalSpareBits = 0
    var commandSpareBits = 0
    /// Where the coders stood at the end, which is where decoding begins.
    var literalStates = [0, 0, 0, 0]
    var lengthState = 0
    var matchState = 0
    var distanceState = 0
    /// How often each symbol of the four alphabets occurs, scaled to their numbers of states.
    var frequencies = [UInt16](repeating: 0, count: 360)
    /// Bytes of the header itself.
    var size = 0

    static let plainSize = 772
    static let packedSize = 32

    init() {}

    func frequencies(_ alphabet: Int) -> ArraySlice<UInt16> { frequencies[LZFSE.frequencyRanges[alphabet]] }

    init(plain decoder: LZFSEDecoder) throws(LZFSEDamage) {
        let start = decoder.read
        func word(_ offset: Int) throws(LZFSEDamage) -> Int { Int(try decoder.number(at: start + offset, as: UInt32.self)) }
        func half(_ offset: Int) throws(LZFSEDamage) -> Int { Int(try decoder.number(at: start + offset, as: UInt16.self)) }
        func signed(_ offset: Int) throws(LZFSEDamage) -> Int { Int(try decoder.number(at: start + offset, as: Int32.self)) }
        rawCount = try word(4)
        literalCount = try word(12)
        matchCount = try word(16)
        literalBytes = try word(20)
        commandBytes = try word(24)
        literalSpareBits = try signed(28)
        for i in 0..<4 { literalStates[i] = try half(32 + 2 * i) }
        commandSpareBits = try signed(40)
        lengthState = try half(44)
        matchState = try half(46)
        distanceState = try half(48)
        for i in 0..<360 { frequencies[i] = UInt16(truncatingIfNeeded: try half(50 + 2 * i)) }
        size = Self.plainSize
        try check()
    }

    init(packed decoder: LZFSEDecoder) throws(LZFSEDamage) {
        let start = decoder.read
        rawCount = Int(try decoder.number(at: start + 4, as: UInt32.self))
        let first = try decoder.number(at: start + 8, as: UInt64.self)
        let second = try decoder.number(at: start + 16, as: UInt64.self)
        let third = try decoder.number(at: start + 24, as: UInt64.self)
        func field(_ word: UInt64, at offset: UInt64, bits count: UInt64) -> Int { Int((word >> offset) & ((1 << count) - 1)) }
        literalCount = field(first, at: 0, bits: 20)
        literalBytes = field(first, at: 20, bits: 20)
        matchCount = field(first, at: 40, bits: 20)
        literalSpareBits = field(first, at: 60, bits: 3) - 7
        for i in 0..<4 { literalStates[i] = field(second, at: UInt64(10 * i), bits: 10) }
        commandBytes = field(second, at: 40, bits: 20)
        commandSpareBits = field(second, at: 60, bits: 3) - 7
        size = field(third, at: 0, bits: 32)
        lengthState = field(third, at: 32, bits: 10)
        matchState = field(third, at: 42, bits: 10)
        distanceState = field(third, at: 52, bits: 10)
        guard size >= Self.packedSize, size <= decoder.input.count - start else { throw .truncated }
        try unpackFrequencies(decoder.input[start + Self.packedSize..<start + size])
        try check()
    }

    /// Frequencies are packed by a fixed prefix code, bits from the lowest: small ones take 2 or 3 bits, the largest 14.
    private mutating func unpackFrequencies(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) throws(LZFSEDamage) {
        var buffer: UInt32 = 0
        var count = 0
        var next = bytes.startIndex
        for i in 0..<360 {
            while count <= 24, next < bytes.endIndex {
                buffer |= UInt32(bytes[next]) << UInt32(count)
                next += 1
                count += 8
            }
            let (value, length) = Self.unpack(buffer)
            guard length <= count else { throw .truncated }
            frequencies[i] = value
            buffer >>= UInt32(length)
            count -= length
        }
        guard next == bytes.endIndex, count < 8 else { throw .damaged }
    }

    private static func unpack(_ bits: UInt32) -> (value: UInt16, length: Int) {
        func field(_ offset: UInt32, _ count: UInt32) -> UInt16 { UInt16((bits >> offset) & ((1 << count) - 1)) }
        switch bits & 15 {
        case 15: return (24 + field(4, 10), 14)
        case 7: return (8 + field(4, 4), 8)
        case 3, 11: return (4 + field(3, 2), 5)
        case 1, 5, 9, 13: return (2 + field(2, 1), 3)
        default: return (field(1, 1), 2)
        }
    }

    /// The code of a frequency of at most 1047, and how many bits it has.
    static func pack(_ value: UInt16) -> (bits: UInt32, length: Int) {
        let v = UInt32(value)
        switch v {
        case 0...1: return (v << 1, 2)
        case 2...3: return ((v - 2) << 2 | 1, 3)
        case 4...7: return ((v - 4) << 3 | 3, 5)
        case 8...23: return ((v - 8) << 4 | 7, 8)
        default: return ((v - 24) << 4 | 15, 14)
        }
    }

    private func check() throws(LZFSEDamage) {
        guard literalCount <= LZFSE.literalsPerBlock, matchCount <= LZFSE.matchesPerBlock, (-7...0).contains(literalSpareBits),
            (-7...0).contains(commandSpareBits), literalStates.allSatisfy({ $0 < LZFSE.literals.states }),
            lengthState < LZFSE.literalLengths.states, matchState < LZFSE.matchLengths.states,
            distanceState < LZFSE.distances.states
        else { throw .damaged }
    }
}
