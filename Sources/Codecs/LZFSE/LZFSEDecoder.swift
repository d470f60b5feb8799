/// Decompresses the blocks of one LZFSE stream. Every length and distance is checked before it is used.
struct LZFSEDecoder {
    /// The stream; eight more bytes can be read after its end.
    let input: UnsafeBufferPointer<UInt8>
    let output: UnsafeMutableBufferPointer<UInt8>
    /// Bytes of the input that were read, and of the output that were written.
    private(set) var read = 0
    private(set) var written = 0

    private var literals: [UInt8] = []

    init(input: UnsafeBufferPointer<UInt8>, output: UnsafeMutableBufferPointer<UInt8>) {
        self.input = input
        self.output = output
    }

    /// Decompresses all blocks up to the end marker.
    mutating func run() throws(LZFSEDamage) {
        while true {
            switch try number(at: read, as: UInt32.self) {
            case LZFSE.Magic.end: return
            case LZFSE.Magic.raw: try rawBlock()
            case LZFSE.Magic.lzvn: try lzvnBlock()
            case LZFSE.Magic.plainTables: try block(try LZFSEHeader(plain: self))
            case LZFSE.Magic.packedTables: try block(try LZFSEHeader(packed: self))
            default: throw LZFSEDamage(read == 0 ? "has no block of a known type" : "contains a block of unknown type")
            }
        }
    }

    /// A little-endian number of the input.
    func number<N: FixedWidthInteger>(at offset: Int, as: N.Type) throws(LZFSEDamage) -> N {
        guard offset >= 0, offset + MemoryLayout<N>.size <= input.count, let base = input.baseAddress else { throw .truncated }
        return N(littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: N.self))
    }

    private mutating func rawBlock() throws(LZFSEDamage) {
        let count = Int(try number(at: read + 4, as: UInt32.self))
        read += 8
        guard count <= input.count - read else { throw .truncated }
        guard count <= output.count - written else { throw .tooLong }
        for i in 0..<count { output[written + i] = input[read + i] }
        read += count
        written += count
    }

    private mutating func lzvnBlock() throws(LZFSEDamage) {
        let rawCount = Int(try number(at: read + 4, as: UInt32.self))
        let payload = Int(try number(at: read + 8, as: UInt32.self))
        read += 12
        guard payload <= input.count - read else { throw .truncated }
        guard rawCount <= output.count - written else { throw .tooLong }
        let end = written + rawCount
        written = try LZVN.decode(input[read..<read + payload], output, from: written, to: end)
        guard written == end else { throw .damaged }
        read += payload
    }

    private mutating func block(_ header: LZFSEHeader) throws(LZFSEDamage) {
        read += header.size
        guard header.literalBytes <= input.count - read, header.commandBytes <= input.count - read - header.literalBytes else {
            throw .truncated
        }
        guard header.rawCount <= output.count - written else { throw .tooLong }
        try decodeLiterals(header)
        read += header.literalBytes
        try runCommands(header)
        read += header.commandBytes
    }

    /// Literals are coded in four interleaved streams that share their bits.
    private mutating func decodeLiterals(_ header: LZFSEHeader) throws(LZFSEDamage) {
        let table = try FSETable(header.frequencies(3), LZFSE.literals)
        var bits = ReverseBits(input, end: read + header.literalBytes, start: read, spare: header.literalSpareBits)
        var states = header.literalStates
        var decoded = [UInt8](repeating: 0, count: (header.literalCount + 3) / 4 * 4)
        decoded.withUnsafeMutableBufferPointer { decoded in
            table.entries.withUnsafeBufferPointer { entries in
                for i in stride(from: 0, to: decoded.count, by: 4) {
                    for lane in 0..<4 { decoded[i + lane] = UInt8(truncatingIfNeeded: bits.value(&states[lane], entries)) }
                }
            }
        }
        guard !bits.isExhausted else { throw .damaged }
        literals = decoded
    }

    /// Copies literals and matches as the block's commands say.
    private mutating func runCommands(_ header: LZFSEHeader) throws(LZFSEDamage) {
        let lengths = try FSETable(header.frequencies(0), LZFSE.literalLengths)
        let matches = try FSETable(header.frequencies(1), LZFSE.matchLengths)
        let distances = try FSETable(header.frequencies(2), LZFSE.distances)
        var bits = ReverseBits(input, end: read + header.commandBytes, start: read, spare: header.commandSpareBits)
        var l = header.lengthState
        var m = header.matchState
        var d = header.distanceState
        let end = written + header.rawCount
        var position = written
        var literal = 0
        var distance = 0
        let out = output
        let isSound = literals.withUnsafeBufferPointer { literals in
            lengths.entries.withUnsafeBufferPointer { lengths in
                matches.entries.withUnsafeBufferPointer { matches in
                    distances.entries.withUnsafeBufferPointer { distances in
                        for _ in 0..<header.matchCount {
                            let run = bits.value(&l, lengths)
                            let match = bits.value(&m, matches)
                            let next = bits.value(&d, distances)
                            if next != 0 { distance = next }
                            guard !bits.isExhausted, run <= literals.count - literal, run + match <= end - position else {
                                return false
                            }
                            for i in 0..<run { out[position + i] = literals[literal + i] }
                            literal += run
                            position += run
                            guard match == 0 || (distance > 0 && distance <= position) else { return false }
                            // Byte by byte: a match may overlap what it makes.
                            for i in position..<position + match { out[i] = out[i - distance] }
                            position += match
                        }
                        return true
                    }
                }
            }
        }
        written = position
        guard isSound, position == end else { throw .damaged }
    }
}
