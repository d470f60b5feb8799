/// LZVN, the byte-coded variant of LZ77 that LZFSE uses for short data.
enum LZVN {
    /// What one operation does: copies literals that follow it, then a match.
    private struct Operation {
        /// Bytes of the operation itself.
        var size: Int
        var literals = 0
        var match = 0
        /// Nil where the distance is that of the match before.
        var distance: Int?
        var isEnd = false
    }

    /// Decodes `input` into `output` from `start` on, up to `end` at most. Matches may reach back before `start`.
    /// - Returns: where the output ends.
    static func decode(
        _ input: Slice<UnsafeBufferPointer<UInt8>>, _ output: UnsafeMutableBufferPointer<UInt8>, from start: Int, to end: Int
    ) throws(LZFSEDamage) -> Int {
        var next = input.startIndex
        var position = start
        var distance = 0
        while true {
            let operation = try operation(input[next...])
            next += operation.size
            if operation.isEnd { return position }
            guard operation.literals <= input.endIndex - next else { throw .truncated }
            guard operation.literals + operation.match <= end - position else { throw .damaged }
            for i in 0..<operation.literals { output[position + i] = input[next + i] }
            next += operation.literals
            position += operation.literals
            if let new = operation.distance { distance = new }
            guard operation.match == 0 || (distance > 0 && distance <= position) else { throw .damaged }
            // Byte by byte: a match may overlap what it makes.
            for i in position..<position + operation.match { output[i] = output[i - distance] }
            position += operation.match
        }
    }

    private static func operation(_ input: Slice<UnsafeBufferPointer<UInt8>>) throws(LZFSEDamage) -> Operation {
        func byte(_ i: Int) throws(LZFSEDamage) -> Int {
            guard input.startIndex + i < input.endIndex else { throw .truncated }
            return Int(input[input.startIndex + i])
        }
        let code = try byte(0)
        switch code {
        case 0xE0: return Operation(size: 2, literals: try byte(1) + 16)
        case 0xE1...0xEF: return Operation(size: 1, literals: code & 15)
        case 0xF0: return Operation(size: 2, match: try byte(1) + 16)
        case 0xF1...0xFF: return Operation(size: 1, match: code & 15)
        case 0xA0...0xBF:
            // 101LLMMM DDDDDDMM DDDDDDDD
            let low = try byte(1)
            let high = try byte(2)
            return Operation(
                size: 3, literals: code >> 3 & 3, match: (code & 7) << 2 + low & 3 + 3, distance: low >> 2 | high << 6)
        case 0x70...0x7F, 0xD0...0xDF: throw .damaged
        case 0x06: return Operation(size: 1, isEnd: true)
        case 0x0E, 0x16: return Operation(size: 1)
        default: break
        }
        var operation = Operation(size: 1, literals: code >> 6, match: code >> 3 & 7 + 3)
        switch code & 7 {
        case 7:
            // LLMMM111 DDDDDDDD DDDDDDDD
            operation.size = 3
            operation.distance = try byte(1) | byte(2) << 8
        case 6:
            // LLMMM110: the distance of the match before
            guard operation.literals > 0 else { throw .damaged }
        default:
            // LLMMMDDD DDDDDDDD
            operation.size = 2
            operation.distance = try byte(1) | (code & 7) << 8
        }
        return operation
    }
}
