import CZlib

/// The checksum of zip archives and PNG (ISO 3309), zlib's.
struct CRC32 {
    private var state: uLong = 0

    /// The checksum of all bytes so far.
    var value: UInt32 { UInt32(truncatingIfNeeded: state) }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // An empty array has no address, which zlib takes for the wish to begin anew.
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
        state = crc32_z(state, base.assumingMemoryBound(to: UInt8.self), bytes.count)
    }

    mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }
}
