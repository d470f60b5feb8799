/// The Castagnoli checksum (RFC 3720, polynomial 82F63B78 reflected), eight bytes a step.
package enum CRC32C {
    private static let tables: [UInt32] = {
        var t = [UInt32](repeating: 0, count: 8 * 256)
        for i in 0..<256 {
            var c = UInt32(i)
            for _ in 0..<8 { c = c & 1 == 1 ? 0x82F6_3B78 ^ (c >> 1) : c >> 1 }
            t[i] = c
        }
        for i in 256..<t.count { t[i] = t[i - 256] >> 8 ^ t[Int(t[i - 256] & 0xFF)] }
        return t
    }()

    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        tables.withUnsafeBufferPointer { t in
            var c = UInt32.max
            var i = 0
            while i + 8 <= bytes.count {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self)) ^ UInt64(c)
                func entry(_ k: Int) -> UInt32 { t[(7 - k) * 256 + Int(word >> (8 * UInt64(k)) & 0xFF)] }
                c = entry(0) ^ entry(1) ^ entry(2) ^ entry(3) ^ entry(4) ^ entry(5) ^ entry(6) ^ entry(7)
                i += 8
            }
            while i < bytes.count {
                c = c >> 8 ^ t[Int((c ^ UInt32(bytes[i])) & 0xFF)]
                i += 1
            }
            return ~c
        }
    }
}
