/// Builds byte strings with little-endian numbers.
package struct LittleEndianWriter {
    package var bytes: [UInt8] = []

    package init() {}

    private mutating func put<T: FixedWidthInteger>(_ value: T) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func uint16(_ value: Int) { put(UInt16(truncatingIfNeeded: value)) }
    package mutating func uint32(_ value: Int) { put(UInt32(truncatingIfNeeded: value)) }
    package mutating func uint64(_ value: Int) { put(UInt64(truncatingIfNeeded: value)) }
    package mutating func double(_ value: Double) { put(value.bitPattern) }

    /// Text in a field of `length` bytes, filled up with zeros.
    package mutating func text(_ text: String, _ length: Int) {
        let utf8 = Array(text.utf8.prefix(length))
        bytes += utf8 + [UInt8](repeating: 0, count: length - utf8.count)
    }
}
