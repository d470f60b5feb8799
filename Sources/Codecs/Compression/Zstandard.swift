import CZstd

/// The Zstandard compression format (RFC 8878) by libzstd.
package enum Zstandard {
    /// What was compressed, which must be of `count` bytes.
    /// - Parameter count: bounded by the caller; so much is allocated.
    /// - Throws: where the compressed data are damaged or hold another number of bytes.
    package static func decompress(_ bytes: UnsafeRawBufferPointer, count: Int) throws(FormatError) -> [UInt8] {
        let result = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            let made = ZSTD_decompress(buffer.baseAddress, count, bytes.baseAddress, bytes.count)
            initialized = ZSTD_isError(made) == 0 ? made : 0
        }
        guard result.count == count else { throw .unreadable("its compressed data are damaged or incomplete; get the file again") }
        return result
    }
}
