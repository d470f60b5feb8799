import Geometry

/// Reads little-endian values from a range of bytes. Every read is bounded by the bytes that are left, and every value is checked
/// against its range.
struct ByteReader {
    private let bytes: [UInt8]
    /// The offset of the next byte.
    private(set) var offset: Int
    /// The offset after the last byte that may be read.
    private let end: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        offset = 0
        end = bytes.count
    }

    private init(_ bytes: [UInt8], from start: Int, to end: Int) {
        self.bytes = bytes
        offset = start
        self.end = end
    }

    var remaining: Int { end - offset }
    var isAtEnd: Bool { offset == end }

    /// An error about the value that was just read, which has `size` bytes.
    func error(_ problem: LiveError.Problem, size: Int = 0) -> LiveError { LiveError(problem, offset: offset - size) }

    /// A reader of the next `count` bytes, which this one skips.
    mutating func part(_ count: Int) throws(LiveError) -> ByteReader {
        guard count <= remaining else { throw error(.truncated) }
        let part = ByteReader(bytes, from: offset, to: offset + count)
        offset += count
        return part
    }

    /// The next `count` bytes.
    mutating func bytes(_ count: Int) throws(LiveError) -> [UInt8] {
        guard count <= remaining else { throw error(.truncated) }
        offset += count
        return Array(bytes[offset - count..<offset])
    }

    func finish() throws(LiveError) { guard isAtEnd else { throw error(.trailingBytes) } }

    mutating func byte() throws(LiveError) -> UInt8 {
        guard remaining >= 1 else { throw error(.truncated) }
        offset += 1
        return bytes[offset - 1]
    }

    mutating func flag() throws(LiveError) -> Bool {
        let code = try byte()
        guard code <= 1 else { throw error(.unknownCode, size: 1) }
        return code == 1
    }

    mutating func word() throws(LiveError) -> UInt32 {
        guard remaining >= 4 else { throw error(.truncated) }
        let at = offset
        offset += 4
        return UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16 | UInt32(bytes[at + 3]) << 24
    }

    mutating func long() throws(LiveError) -> UInt64 {
        guard remaining >= 8 else { throw error(.truncated) }
        let low = try word()
        let high = try word()
        return UInt64(low) | UInt64(high) << 32
    }

    /// A finite number in `range`.
    mutating func number(in range: ClosedRange<Float>) throws(LiveError) -> Float {
        let value = Float(bitPattern: try word())
        // NaN is in no range.
        guard range.contains(value) else { throw error(.numberOutOfRange, size: 4) }
        return value
    }

    /// A position in metres within ``LiveLimits/maxCoordinate``.
    mutating func position() throws(LiveError) -> Vector3 {
        let range = -LiveLimits.maxCoordinate...LiveLimits.maxCoordinate
        let x = try number(in: range)
        let y = try number(in: range)
        let z = try number(in: range)
        return Vector3(x, y, z)
    }

    /// A unit quaternion.
    mutating func rotation() throws(LiveError) -> Quaternion {
        let x = try number(in: -2...2)
        let y = try number(in: -2...2)
        let z = try number(in: -2...2)
        let w = try number(in: -2...2)
        let length = (x * x + y * y + z * z + w * w).squareRoot()
        guard (length - 1).magnitude <= LiveLimits.rotationTolerance else { throw error(.numberOutOfRange, size: 16) }
        return Quaternion(x, y, z, w)
    }

    mutating func scale() throws(LiveError) -> Float { try number(in: LiveLimits.minScale...LiveLimits.maxScale) }

    /// Milliseconds, at most ``LiveLimits/maxDuration``.
    mutating func duration() throws(LiveError) -> UInt32 {
        let value = try word()
        guard value <= LiveLimits.maxDuration else { throw error(.numberOutOfRange, size: 4) }
        return value
    }

    /// A name after its length in one byte.
    mutating func name() throws(LiveError) -> DisplayName {
        let count = Int(try byte())
        guard count <= LiveLimits.maxNameBytes else { throw error(.invalidText, size: 1) }
        guard count <= remaining else { throw error(.truncated) }
        let utf8 = [UInt8](bytes[offset..<offset + count])
        offset += count
        guard let name = DisplayName(utf8: utf8) else { throw error(.invalidText, size: count) }
        return name
    }

    mutating func participant() throws(LiveError) -> ParticipantID { ParticipantID(try word()) }

    /// A known code of an enumeration of bytes.
    mutating func code<Value: RawRepresentable>(of type: Value.Type) throws(LiveError) -> Value where Value.RawValue == UInt8 {
        guard let value = Value(rawValue: try byte()) else { throw error(.unknownCode, size: 1) }
        return value
    }
}
