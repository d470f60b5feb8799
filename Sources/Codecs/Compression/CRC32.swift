import CDeflate

/// The checksum of zip archives and PNG (ISO 3309), libdeflate's.
package struct CRC32 {
    /// The checksum of all bytes so far.
    package private(set) var value: UInt32 = 0

    package init() {}

    package mutating func update(_ bytes: [UInt8]) {
        // An empty array has no address, which libdeflate takes for the wish to begin anew.
        if !bytes.isEmpty { value = libdeflate_crc32(value, bytes, bytes.count) }
    }
}
