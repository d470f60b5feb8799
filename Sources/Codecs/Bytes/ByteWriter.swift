/// Builds byte strings in one canonical form: big-endian numbers of fixed width; texts and bytes preceded by their counts.
package struct ByteWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func put(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func put(_ value: Bool) { bytes.append(value ? 1 : 0) }

    /// Bytes whose number both sides know.
    package mutating func putRaw(_ value: some Sequence<UInt8>) { bytes.append(contentsOf: value) }

    /// Bytes preceded by their count of 32 bits.
    package mutating func put(_ value: some Collection<UInt8>) {
        put(UInt32(value.count))
        bytes.append(contentsOf: value)
    }

    package mutating func put(_ value: String) { put(Array(value.utf8)) }
}
