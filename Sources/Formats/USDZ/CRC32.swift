/// The checksum of zip archives (ISO 3309, polynomial EDB88320 reflected), eight bytes a step (Intel's slicing-by-8).
struct CRC32 {
    private static let tables: [UInt32] = {
        var t = [UInt32](repeating: 0, count: 8 * 256)
        for i in 0..<256 {
            var c = UInt32(i)
            for _ in 0..<8 { c = c & 1 == 1 ? 0xEDB8_8320 ^ (c >> 1) : c >> 1 }
            t[i] = c
        }
        for i in 256..<t.count { t[i] = t[i - 256] >> 8 ^ t[Int(t[i - 256] & 0xFF)] }
        return t
    }()

    private var state: UInt32 = 0xFFFF_FFFF

    /// The checksum of all bytes so far.
    var value: UInt32 { ~state }

    mutating func update(_ bytes: [UInt8]) {
        var c = state
        Self.tables.withUnsafeBufferPointer { t in
            bytes.withUnsafeBytes { bytes in
                var i = 0
                while i + 8 <= bytes.count {
                    let low = c ^ UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: i, as: UInt32.self))
                    let high = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: i + 4, as: UInt32.self))
                    let a = t[1792 + Int(low & 0xFF)] ^ t[1536 + Int(low >> 8 & 0xFF)]
                    let b = t[1280 + Int(low >> 16 & 0xFF)] ^ t[1024 + Int(low >> 24)]
                    let d = t[768 + Int(high & 0xFF)] ^ t[512 + Int(high >> 8 & 0xFF)]
                    c = a ^ b ^ d ^ t[256 + Int(high >> 16 & 0xFF)] ^ t[Int(high >> 24)]
                    i += 8
                }
                while i < bytes.count {
                    c = c >> 8 ^ t[Int((c ^ UInt32(bytes[i])) & 0xFF)]
                    i += 1
                }
            }
        }
        state = c
    }
}
