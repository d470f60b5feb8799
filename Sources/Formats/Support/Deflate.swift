import CZlib

/// zlib streams (RFC 1950).
enum Deflate {
    /// The bytes that `source` unpacks to.
    /// - Parameter count: how many they have to be; the caller has bounded it.
    static func inflate(_ source: UnsafeRawBufferPointer, count: Int) throws(FormatError) -> [UInt8] {
        // Deflate cannot do better than 1032 to 1: nothing is allocated for an impossible promise.
        guard count >= 0, count <= source.count.multipliedReportingOverflow(by: 1040).partialValue, source.count < Int(UInt32.max),
            let base = source.baseAddress
        else {
            throw .unreadable(
                "a compressed array promises \(Text.bytes(max(0, count))), more than its \(source.count) bytes can hold")
        }
        var length = uLongf(count)
        var code = Z_OK
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            var nothing: UInt8 = 0
            code = withUnsafeMutablePointer(to: &nothing) { nothing in
                uncompress(buffer.baseAddress ?? nothing, &length, base.assumingMemoryBound(to: UInt8.self), uLong(source.count))
            }
            used = code == Z_OK ? Int(length) : 0
        }
        guard code == Z_OK, bytes.count == count else { throw .unreadable("a compressed array is damaged; get the file again") }
        return bytes
    }

    /// `source` packed at level 1: three quarters of what level 9 saves in a tenth of its time.
    static func compress(_ source: [UInt8]) -> [UInt8] {
        var length = compressBound(uLong(source.count))
        return [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, used in
            let code = compress2(buffer.baseAddress, &length, source, uLong(source.count), 1)
            used = code == Z_OK ? Int(length) : 0
        }
    }
}
