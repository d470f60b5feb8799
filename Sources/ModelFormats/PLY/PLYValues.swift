import Codecs

/// The values of a PLY file in sequence, in any encoding.
protocol PLYValues {
    /// Bytes that are not read yet.
    var remaining: Int { get }
    /// The fewest bytes that a value of the type takes.
    static func minimumSize(_ type: PLYHeader.Scalar) -> Int
    /// The next value as a float; nil where the file ends or holds no number.
    mutating func number(_ type: PLYHeader.Scalar) -> Float?
    /// The next value with all its digits; nil where the file ends or holds no number.
    mutating func double(_ type: PLYHeader.Scalar) -> Double?
    /// Whether every value of a text file may have more digits than a float holds.
    static var isText: Bool { get }
    /// The next value as a whole number; nil where the file ends, holds no number, or one with a fraction.
    mutating func integer(_ type: PLYHeader.Scalar) -> Int?
    /// Skips `count` values; false where the file ends before.
    mutating func skip(_ type: PLYHeader.Scalar, _ count: Int) -> Bool
    /// The bytes of so many rows of so many bytes, which it moves behind; nil (without moving) where numbers are not little endian,
    /// or the file ends before.
    mutating func rows(_ count: Int, _ stride: Int) -> UnsafeRawBufferPointer?
    /// Moves back, before rows that were taken last.
    mutating func giveBack(_ rows: UnsafeRawBufferPointer)
    /// The position of the scanner, for messages.
    var place: String { get }
}

/// Values as text, separated by any white space.
struct PLYTextValues: PLYValues {
    private var scanner: TextScanner

    init(_ bytes: UnsafeRawBufferPointer, from start: Int) { scanner = TextScanner(bytes, from: start) }

    var remaining: Int { scanner.remaining }
    /// A digit and a separator.
    static func minimumSize(_ type: PLYHeader.Scalar) -> Int { 2 }

    @inline(__always) mutating func number(_ type: PLYHeader.Scalar) -> Float? {
        scanner.skipWhitespace()
        return scanner.float()
    }

    @inline(__always) mutating func double(_ type: PLYHeader.Scalar) -> Double? {
        scanner.skipWhitespace()
        return scanner.double()
    }

    static var isText: Bool { true }

    @inline(__always) mutating func integer(_ type: PLYHeader.Scalar) -> Int? {
        scanner.skipWhitespace()
        let start = scanner.position
        if let n = scanner.integer(), scanner.atEnd || scanner.byte <= 0x20 { return n }
        // "3.0" in a list of floats.
        scanner.move(to: start)
        return scanner.float().flatMap { Int(exactly: $0) }
    }

    mutating func skip(_ type: PLYHeader.Scalar, _ count: Int) -> Bool {
        for _ in 0..<count {
            scanner.skipWhitespace()
            if scanner.token().isEmpty { return false }
        }
        return true
    }

    mutating func rows(_ count: Int, _ stride: Int) -> UnsafeRawBufferPointer? { nil }
    mutating func giveBack(_ rows: UnsafeRawBufferPointer) {}

    var place: String { scanner.atEnd ? "the file ends" : "line \(scanner.line) contains \(scanner.excerpt)" }
}

/// Values as stored in memory, in either byte order.
struct PLYBinaryValues: PLYValues {
    private let bytes: UnsafeRawBufferPointer
    private var position: Int
    private let bigEndian: Bool

    init(_ bytes: UnsafeRawBufferPointer, from start: Int, bigEndian: Bool) {
        self.bytes = bytes
        position = start
        self.bigEndian = bigEndian
    }

    var remaining: Int { bytes.count - position }
    static func minimumSize(_ type: PLYHeader.Scalar) -> Int { type.size }

    @inline(__always) private mutating func load<T: FixedWidthInteger>(_: T.Type) -> T? {
        guard remaining >= MemoryLayout<T>.size else { return nil }
        let value = bytes.loadUnaligned(fromByteOffset: position, as: T.self)
        position += MemoryLayout<T>.size
        return bigEndian ? T(bigEndian: value) : T(littleEndian: value)
    }

    @inline(__always) mutating func number(_ type: PLYHeader.Scalar) -> Float? {
        switch type {
        case .float32: load(UInt32.self).map { Float(bitPattern: $0) }
        case .float64: load(UInt64.self).map { Float(Double(bitPattern: $0)) }
        case .uint8: load(UInt8.self).map { Float($0) }
        case .int8: load(Int8.self).map { Float($0) }
        case .uint16: load(UInt16.self).map { Float($0) }
        case .int16: load(Int16.self).map { Float($0) }
        case .uint32: load(UInt32.self).map { Float($0) }
        case .int32: load(Int32.self).map { Float($0) }
        }
    }

    @inline(__always) mutating func double(_ type: PLYHeader.Scalar) -> Double? {
        switch type {
        case .float64: load(UInt64.self).map { Double(bitPattern: $0) }
        // Floats do not hold all of these.
        case .int32: load(Int32.self).map { Double($0) }
        case .uint32: load(UInt32.self).map { Double($0) }
        default: number(type).map { Double($0) }
        }
    }

    static var isText: Bool { false }

    @inline(__always) mutating func integer(_ type: PLYHeader.Scalar) -> Int? {
        switch type {
        case .int32: load(Int32.self).map { Int($0) }
        case .uint32: load(UInt32.self).map { Int($0) }
        case .uint8: load(UInt8.self).map { Int($0) }
        case .int8: load(Int8.self).map { Int($0) }
        case .uint16: load(UInt16.self).map { Int($0) }
        case .int16: load(Int16.self).map { Int($0) }
        case .float32: load(UInt32.self).flatMap { Int(exactly: Float(bitPattern: $0)) }
        case .float64: load(UInt64.self).flatMap { Int(exactly: Double(bitPattern: $0)) }
        }
    }

    mutating func skip(_ type: PLYHeader.Scalar, _ count: Int) -> Bool {
        guard count <= remaining / type.size else { return false }
        position += count * type.size
        return true
    }

    mutating func rows(_ count: Int, _ stride: Int) -> UnsafeRawBufferPointer? {
        let (size, overflow) = count.multipliedReportingOverflow(by: stride)
        guard !bigEndian, !overflow, size <= remaining else { return nil }
        defer { position += size }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + size])
    }

    mutating func giveBack(_ rows: UnsafeRawBufferPointer) { position -= rows.count }

    var place: String { "the file ends, or contains an invalid value, at byte \(position)" }
}
