extension USDCompression {
    /// The most that one block of LZ4 holds.
    private static let largestBlock = 0x7E00_0000

    /// Bytes as LZ4 that copies nothing: what the structure of a layer needs is small, and whole numbers are packed before.
    static func packed(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.count <= largestBlock {
            var result: [UInt8] = [0]
            result.reserveCapacity(bytes.count + bytes.count / 255 + 16)
            append(bytes[...], &result)
            return result
        }
        let starts = stride(from: 0, to: bytes.count, by: largestBlock)
        var result = [UInt8(starts.underestimatedCount)]
        for start in starts {
            var block: [UInt8] = []
            append(bytes[start..<min(bytes.count, start + largestBlock)], &block)
            withUnsafeBytes(of: Int32(block.count).littleEndian) { result += $0 }
            result += block
        }
        return result
    }

    /// One run of literals (LZ4 block format 1.5).
    private static func append(_ literals: ArraySlice<UInt8>, _ result: inout [UInt8]) {
        result.append(UInt8(min(literals.count, 15)) << 4)
        if literals.count >= 15 {
            let more = literals.count - 15
            result += [UInt8](repeating: 255, count: more / 255)
            result.append(UInt8(more % 255))
        }
        result += literals
    }

    /// 32-bit numbers as differences: the commonest one takes two bits, others one, two or four bytes more.
    static func packed(_ count: Int, _ number: (Int) -> Int32) -> [UInt8] {
        if count == 0 { return packed([]) }
        var frequency = [Int](repeating: 0, count: 256)
        var last: Int32 = 0
        for i in 0..<count {
            let n = number(i)
            if let small = Int8(exactly: n &- last) { frequency[Int(small) + 128] += 1 }
            last = n
        }
        // The first of equals, so that the same numbers give the same bytes.
        let common = frequency.indices.max { (frequency[$0], -$0) < (frequency[$1], -$1) }.map { Int32($0 - 128) } ?? 0
        let codes = (count + 3) / 4
        let encoded = [UInt8](unsafeUninitializedCapacity: encodedSize(count, 4)) { bytes, used in
            let out = UnsafeMutableRawBufferPointer(bytes)
            out.storeBytes(of: common.littleEndian, as: Int32.self)
            for i in 4..<4 + codes { out[i] = 0 }
            var place = 4 + codes
            var last: Int32 = 0
            for i in 0..<count {
                let n = number(i)
                let difference = n &- last
                last = n
                let code: UInt8
                if difference == common {
                    code = 0
                } else if let small = Int8(exactly: difference) {
                    code = 1
                    out[place] = UInt8(bitPattern: small)
                    place += 1
                } else if let half = Int16(exactly: difference) {
                    code = 2
                    out.storeBytes(of: half.littleEndian, toByteOffset: place, as: Int16.self)
                    place += 2
                } else {
                    code = 3
                    out.storeBytes(of: difference.littleEndian, toByteOffset: place, as: Int32.self)
                    place += 4
                }
                out[4 + i / 4] |= code << UInt8(2 * (i % 4))
            }
            used = place
        }
        return packed(encoded)
    }
}
