import Geometry

/// Little-endian bytes going out.
package struct ByteWriter: Sendable {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ byte: UInt8) { bytes.append(byte) }

    mutating func put(_ word: UInt32) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }

    mutating func put(_ number: Float) { put(number.bitPattern) }

    mutating func put(_ p: Vector3) {
        put(p.x)
        put(p.y)
        put(p.z)
    }

    mutating func put(_ q: Quaternion) {
        put(q.vector.x)
        put(q.vector.y)
        put(q.vector.z)
        put(q.vector.w)
    }
}

/// Little-endian bytes coming in; every read is bounded by what is there.
package struct ByteReader: Sendable {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { at == bytes.count }

    mutating func byte() throws(ExplorationError) -> UInt8 {
        guard at < bytes.count else { throw .badRecording }
        at += 1
        return bytes[at - 1]
    }

    mutating func word() throws(ExplorationError) -> UInt32 {
        guard bytes.count - at >= 4 else { throw .badRecording }
        at += 4
        return UInt32(bytes[at - 4]) | UInt32(bytes[at - 3]) << 8 | UInt32(bytes[at - 2]) << 16 | UInt32(bytes[at - 1]) << 24
    }

    mutating func float() throws(ExplorationError) -> Float { Float(bitPattern: try word()) }

    mutating func vector() throws(ExplorationError) -> Vector3 {
        let x = try float()
        let y = try float()
        let z = try float()
        return Vector3(x, y, z)
    }

    mutating func quaternion() throws(ExplorationError) -> Quaternion {
        let x = try float()
        let y = try float()
        let z = try float()
        let w = try float()
        return Quaternion(x, y, z, w)
    }

    /// A count of things of `size` bytes each, as many as can be there.
    mutating func count(of size: Int) throws(ExplorationError) -> Int {
        let count = Int(try word())
        guard count <= (bytes.count - at) / size else { throw .badRecording }
        return count
    }
}
