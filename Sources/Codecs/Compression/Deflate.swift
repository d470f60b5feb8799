import CDeflate

/// zlib streams (RFC 1950) by libdeflate.
package enum Deflate {
    /// The bytes that `source` unpacks to.
    /// - Parameter count: how many they have to be; the caller has bounded it.
    package static func inflate(_ source: UnsafeRawBufferPointer, count: Int) throws(FormatError) -> [UInt8] {
        // Deflate cannot do better than 1032 to 1: nothing is allocated for an impossible promise.
        guard count >= 0, count <= source.count.multipliedReportingOverflow(by: 1040).partialValue,
            let base = source.baseAddress
        else {
            throw .unreadable(
                "a compressed array declares \(Text.bytes(max(0, count))), more than its \(source.count) bytes can hold")
        }
        guard let decompressor = libdeflate_alloc_decompressor() else {
            throw .unreadable("libdeflate could not be started (out of memory)")
        }
        defer { libdeflate_free_decompressor(decompressor) }
        var isGood = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            var nothing: UInt8 = 0
            isGood = withUnsafeMutablePointer(to: &nothing) { nothing in
                // Without a place for the length, any other than `count` is an error.
                libdeflate_zlib_decompress(decompressor, base, source.count, buffer.baseAddress ?? nothing, count, nil)
                    == LIBDEFLATE_SUCCESS
            }
            used = isGood ? count : 0
        }
        guard isGood else { throw .unreadable("a compressed array is damaged; get the file again") }
        return bytes
    }

    /// `source` packed at level 1, the fastest.
    /// - Returns: nothing where there is no memory for it.
    package static func compress(_ source: [UInt8]) -> [UInt8] {
        guard let compressor = libdeflate_alloc_compressor(1) else { return [] }
        defer { libdeflate_free_compressor(compressor) }
        let room = libdeflate_zlib_compress_bound(compressor, source.count)
        return [UInt8](unsafeUninitializedCapacity: room) { buffer, used in
            used = libdeflate_zlib_compress(compressor, source, source.count, buffer.baseAddress, room)
        }
    }
}
