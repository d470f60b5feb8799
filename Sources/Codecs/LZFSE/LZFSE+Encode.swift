extension LZFSE {
    /// How a block's frequency tables are written.
    public enum Tables: Sendable {
        /// `bvx2`, as every encoder does.
        case packed
        /// `bvx1`, which decoders have to understand.
        case plain
    }

    /// Compresses `bytes`: one look-up by a hash of four bytes finds matches, so it is quick rather than tight. The same bytes give
    /// the same stream. Blocks that would not become smaller are stored as they are.
    public static func encode(_ bytes: [UInt8], tables: Tables = .packed) -> [UInt8] {
        var encoder = LZFSEEncoder(tables: tables)
        bytes.withUnsafeBufferPointer { encoder.compress($0) }
        return encoder.finish()
    }
}

private struct LZFSEEncoder {
    let tables: LZFSE.Tables
    private var stream: [UInt8] = []
    private var literals: [UInt8] = []
    private var commands: [(literals: Int, match: Int, distance: Int)] = []
    /// The input's bytes of the block so far.
    private var block: [UInt8] = []

    init(tables: LZFSE.Tables) { self.tables = tables }

    mutating func finish() -> [UInt8] {
        endBlock()
        append(LZFSE.Magic.end)
        return stream
    }

    mutating func compress(_ input: UnsafeBufferPointer<UInt8>) {
        let hashBits = 14
        var latest = [Int](repeating: -1, count: 1 << hashBits)
        var literalStart = 0
        var position = 0
        func word(_ i: Int) -> UInt32 {
            UInt32(input[i]) | UInt32(input[i + 1]) << 8 | UInt32(input[i + 2]) << 16 | UInt32(input[i + 3]) << 24
        }
        while position + 4 <= input.count {
            let value = word(position)
            let slot = Int((value &* 2_654_435_761) >> UInt32(32 - hashBits))
            let candidate = latest[slot]
            latest[slot] = position
            guard candidate >= 0, position - candidate <= LZFSE.distances.maximum, word(candidate) == value else {
                position += 1
                continue
            }
            var length = 4
            while position + length < input.count, input[candidate + length] == input[position + length] { length += 1 }
            add(input, literalStart..<position, match: length, distance: position - candidate)
            position += length
            literalStart = position
        }
        add(input, literalStart..<input.count, match: 0, distance: 1)
    }

    /// Adds a run of literals and a match, in several commands where they are too long for one.
    private mutating func add(_ input: UnsafeBufferPointer<UInt8>, _ run: Range<Int>, match: Int, distance: Int) {
        var (run, match) = (run, match)
        while run.count > LZFSE.literalLengths.maximum {
            command(input, run: run.prefix(LZFSE.literalLengths.maximum), match: 0, distance: 1)
            run = run.dropFirst(LZFSE.literalLengths.maximum)
        }
        repeat {
            let length = min(match, LZFSE.matchLengths.maximum)
            command(input, run: run, match: length, distance: distance)
            run = run.upperBound + length..<run.upperBound + length
            match -= length
        } while match > 0
    }

    private mutating func command(_ input: UnsafeBufferPointer<UInt8>, run: Range<Int>, match: Int, distance: Int) {
        guard run.count + match > 0 else { return }
        if commands.count == LZFSE.matchesPerBlock || literals.count + run.count > LZFSE.literalsPerBlock - 4 { endBlock() }
        literals += input[run]
        commands.append((run.count, match, distance))
        block += input[run.lowerBound..<run.upperBound + match]
    }

    private mutating func append<N: FixedWidthInteger>(_ number: N) {
        withUnsafeBytes(of: number.littleEndian) { stream += $0 }
    }

    private mutating func endBlock() {
        guard !commands.isEmpty else { return }
        let start = stream.count
        writeBlock()
        if stream.count - start > block.count + 8 {
            stream.removeSubrange(start...)
            append(LZFSE.Magic.raw)
            append(UInt32(block.count))
            stream += block
        }
        literals.removeAll(keepingCapacity: true)
        commands.removeAll(keepingCapacity: true)
        block.removeAll(keepingCapacity: true)
    }

    private mutating func writeBlock() {
        var header = LZFSEHeader()
        header.rawCount = block.count
        while literals.count % 4 != 0 { literals.append(0) }
        header.literalCount = literals.count
        header.matchCount = commands.count
        // A distance that is that of the command before is written as 0.
        var before = 0
        let distances = commands.map { command in
            defer { before = command.distance }
            return command.distance == before ? 0 : command.distance
        }
        var runs = FSEEncoder(LZFSE.literalLengths, commands.map(\.literals))
        var matches = FSEEncoder(LZFSE.matchLengths, commands.map(\.match))
        var places = FSEEncoder(LZFSE.distances, distances)
        let coder = FSEEncoder(LZFSE.literals, literals.map(Int.init))
        header.frequencies = runs.frequencies + matches.frequencies + places.frequencies + coder.frequencies

        // What is decoded first is encoded last.
        var bits = ForwardBits()
        var lanes = [coder, coder, coder, coder]
        for i in stride(from: literals.count - 1, through: 0, by: -1) { lanes[i % 4].encode(Int(literals[i]), &bits) }
        header.literalSpareBits = bits.finish()
        header.literalStates = lanes.map(\.state)
        let literalBytes = bits.bytes
        bits = ForwardBits()
        // Decoders may read eight bytes at a time from the end down.
        bits.bytes = [UInt8](repeating: 0, count: 8)
        for i in commands.indices.reversed() {
            places.encode(distances[i], &bits)
            matches.encode(commands[i].match, &bits)
            runs.encode(commands[i].literals, &bits)
        }
        header.commandSpareBits = bits.finish()
        header.lengthState = runs.state
        header.matchState = matches.state
        header.distanceState = places.state
        header.literalBytes = literalBytes.count
        header.commandBytes = bits.bytes.count
        tables == .packed ? writePacked(header) : writePlain(header)
        stream += literalBytes
        stream += bits.bytes
    }

    private mutating func writePlain(_ h: LZFSEHeader) {
        append(LZFSE.Magic.plainTables)
        for n in [h.rawCount, h.literalBytes + h.commandBytes, h.literalCount, h.matchCount, h.literalBytes, h.commandBytes] {
            append(UInt32(n))
        }
        append(Int32(h.literalSpareBits))
        for state in h.literalStates { append(UInt16(state)) }
        append(Int32(h.commandSpareBits))
        for state in [h.lengthState, h.matchState, h.distanceState] { append(UInt16(state)) }
        for frequency in h.frequencies { append(frequency) }
        append(UInt16(0))
    }

    private mutating func writePacked(_ h: LZFSEHeader) {
        var bits = ForwardBits()
        for frequency in h.frequencies {
            let (code, length) = LZFSEHeader.pack(frequency)
            bits.push(Int(code), length)
        }
        _ = bits.finish()
        func word(_ fields: (Int, Int)...) -> UInt64 { fields.reduce(0) { $0 | UInt64($1.0) << UInt64($1.1) } }
        append(LZFSE.Magic.packedTables)
        append(UInt32(h.rawCount))
        append(word((h.literalCount, 0), (h.literalBytes, 20), (h.matchCount, 40), (h.literalSpareBits + 7, 60)))
        let s = h.literalStates
        append(word((s[0], 0), (s[1], 10), (s[2], 20), (s[3], 30), (h.commandBytes, 40), (h.commandSpareBits + 7, 60)))
        let size = LZFSEHeader.packedSize + bits.bytes.count
        append(word((size, 0), (h.lengthState, 32), (h.matchState, 42), (h.distanceState, 52)))
        stream += bits.bytes
    }
}
