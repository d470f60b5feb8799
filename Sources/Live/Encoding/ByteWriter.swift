import Geometry

/// Appends little-endian values to bytes.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ byte: UInt8) { bytes.append(byte) }

    mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func put(_ word: UInt32) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }

    mutating func put(_ long: UInt64) {
        put(UInt32(truncatingIfNeeded: long))
        put(UInt32(truncatingIfNeeded: long >> 32))
    }

    mutating func put(_ number: Float) { put(number.bitPattern) }

    mutating func put(_ vector: Vector3) {
        put(vector.x)
        put(vector.y)
        put(vector.z)
    }

    mutating func put(_ rotation: Quaternion) {
        put(rotation.vector.x)
        put(rotation.vector.y)
        put(rotation.vector.z)
        put(rotation.vector.w)
    }

    mutating func put(contentsOf other: [UInt8]) { bytes.append(contentsOf: other) }

    /// Forgets the bytes from `count` on.
    mutating func truncate(to count: Int) { bytes.removeLast(bytes.count - count) }

    /// Writes `word` over the four bytes at `offset`.
    mutating func overwrite(_ word: UInt32, at offset: Int) {
        for i in 0..<4 { bytes[offset + i] = UInt8(truncatingIfNeeded: word >> UInt32(8 * i)) }
    }
}
