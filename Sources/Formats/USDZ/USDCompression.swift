/// How binary USD layers pack bytes (blocks of LZ4) and whole numbers (differences of one, two or four bytes, then LZ4).
enum USDCompression {
    /// The `count` bytes that were packed.
    /// - Parameter count: how many they have to be, at most; the caller has bounded it.
    static func unpack(_ source: UnsafeRawBufferPointer, count: Int) throws(FormatError) -> [UInt8] {
        guard let chunks = source.first else { throw damaged }
        var result: [UInt8] = []
        result.reserveCapacity(min(count, source.count * 255))
        if chunks == 0 {
            try block(UnsafeRawBufferPointer(rebasing: source[1...]), &result, limit: count)
            return result
        }
        var place = 1
        for _ in 0..<chunks {
            guard source.count - place >= 4 else { throw damaged }
            let size = Int(Int32(littleEndian: source.loadUnaligned(fromByteOffset: place, as: Int32.self)))
            place += 4
            guard size >= 0, size <= source.count - place else { throw damaged }
            try block(UnsafeRawBufferPointer(rebasing: source[place..<place + size]), &result, limit: count)
            place += size
        }
        return result
    }

    /// One block of LZ4 (its block format, version 1.5): runs of literals, each followed by a copy of earlier bytes.
    private static func block(_ source: UnsafeRawBufferPointer, _ result: inout [UInt8], limit: Int) throws(FormatError) {
        let start = result.count
        var p = 0
        func length(_ nibble: UInt8) throws(FormatError) -> Int {
            var n = Int(nibble)
            if nibble < 15 { return n }
            while true {
                guard p < source.count else { throw damaged }
                let more = source[p]
                p += 1
                n += Int(more)
                if more < 255 { return n }
            }
        }
        while p < source.count {
            let token = source[p]
            p += 1
            let literals = try length(token >> 4)
            guard literals <= source.count - p, literals <= limit - result.count else { throw damaged }
            result.append(contentsOf: source[p..<p + literals])
            p += literals
            // The last run has no copy.
            if p == source.count { return }
            guard source.count - p >= 2 else { throw damaged }
            let offset = Int(source[p]) | Int(source[p + 1]) << 8
            p += 2
            let copied = try length(token & 15) + 4
            guard offset > 0, offset <= result.count - start, copied <= limit - result.count else { throw damaged }
            var from = result.count - offset
            for _ in 0..<copied {
                result.append(result[from])
                from += 1
            }
        }
    }

    /// The most bytes that `count` packed whole numbers of `size` bytes come to before LZ4.
    static func encodedSize(_ count: Int, _ size: Int) -> Int { size + (count + 3) / 4 + count * size }

    /// Whole numbers of four or eight bytes, each the one before plus a difference.
    static func integers(_ source: UnsafeRawBufferPointer, count: Int, size: Int) throws(FormatError) -> [Int] {
        if count == 0 { return [] }
        let bytes = try unpack(source, count: encodedSize(count, size))
        let codes = (count + 3) / 4
        guard bytes.count >= size + codes else { throw damaged }
        var result: [Int] = []
        result.reserveCapacity(count)
        var isShort = false
        bytes.withUnsafeBytes { bytes in
            var place = size + codes
            func take(_ n: Int) -> Int {
                guard bytes.count - place >= n else {
                    isShort = true
                    return 0
                }
                defer { place += n }
                switch n {
                case 1: return Int(Int8(bitPattern: bytes[place]))
                case 2: return Int(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int16.self)))
                case 4: return Int(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int32.self)))
                default: return Int(Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int64.self)))
                }
            }
            let common =
                size == 4
                ? Int(Int32(littleEndian: bytes.loadUnaligned(as: Int32.self)))
                : Int(Int64(littleEndian: bytes.loadUnaligned(as: Int64.self)))
            var value = 0
            for i in 0..<count where !isShort {
                let code = Int(bytes[size + i / 4] >> UInt8(2 * (i % 4)) & 3)
                let difference = code == 0 ? common : take((size / 4) << (code - 1))
                // 32-bit numbers wrap around as their writer's did.
                value = size == 4 ? Int(Int32(truncatingIfNeeded: value &+ difference)) : value &+ difference
                result.append(value)
            }
        }
        if isShort { throw damaged }
        return result
    }

    private static var damaged: FormatError { .unreadable("packed data in a binary USD layer are damaged; get the file again") }
}
