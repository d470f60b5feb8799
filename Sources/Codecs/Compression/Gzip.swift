import CDeflate
import CZlib
import Support

/// The gzip file format (RFC 1952) by zlib, which can begin in the middle and stop there, and libdeflate.
package enum Gzip {
    /// Whether the bytes begin as a gzip file does.
    package static func isGzip(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.count > 18 && bytes[0] == 0x1F && bytes[1] == 0x8B }

    /// The first `count` bytes of what was compressed, or fewer where there are fewer.
    /// - Parameter count: bounded by the caller; so much is allocated.
    /// - Throws: where the compressed data are damaged before that.
    package static func decompress(_ bytes: UnsafeRawBufferPointer, count: Int) throws(FormatError) -> [UInt8] {
        if let whole = whole(bytes, count) { return whole }
        var stream = z_stream()
        // 16: with gzip's header and check sum.
        guard inflateInit2_(&stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .unreadable("zlib could not be started (out of memory)")
        }
        defer { inflateEnd(&stream) }
        var isDamaged = false
        let result = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            let input = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
            var taken = 0
            var made = 0
            while made < count {
                // zlib counts in 32 bits.
                let (room, rest) = (min(count - made, 1 << 30), min(bytes.count - taken, 1 << 30))
                stream.next_in = input.map { $0 + taken }
                stream.avail_in = UInt32(rest)
                stream.next_out = buffer.baseAddress.map { $0 + made }
                stream.avail_out = UInt32(room)
                let result = inflate(&stream, Z_NO_FLUSH)
                let used = rest - Int(stream.avail_in)
                let got = room - Int(stream.avail_out)
                taken += used
                made += got
                if result == Z_STREAM_END { break }
                guard result == Z_OK || result == Z_BUF_ERROR, used + got > 0 else {
                    isDamaged = result != Z_BUF_ERROR
                    break
                }
            }
            initialized = made
        }
        if isDamaged { throw .unreadable("its compressed data are damaged; get the file again") }
        return result
    }

    /// All that was compressed, by libdeflate, which is faster (decision 0037); nil where it is not `count` bytes exactly, or
    /// damaged.
    private static func whole(_ bytes: UnsafeRawBufferPointer, _ count: Int) -> [UInt8]? {
        // Heads of files are shorter.
        guard count > 1 << 12, let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        let result = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            let code = libdeflate_gzip_decompress(decompressor, bytes.baseAddress, bytes.count, buffer.baseAddress, count, nil)
            used = code == LIBDEFLATE_SUCCESS ? count : 0
        }
        return result.isEmpty ? nil : result
    }

    /// What a compressed file that is 64 times as large would be, and a mebibyte: more than real data ever come to, less than a
    /// bomb does.
    package static func limit(_ compressed: Int) -> Int { compressed.multipliedReportingOverflow(by: 64).partialValue &+ (1 << 20) }

    /// A gzip file of these bytes, compressed on all cores in blocks of a mebibyte: the same bytes on any number of cores.
    ///
    /// Level 4 is within 2 % of level 6 in size for packed splats, in a third of its time.
    package static func compress(_ bytes: [UInt8], level: Int32 = 4) throws(FormatError) -> [[UInt8]] {
        let block = 1 << 20
        let count = max(1, (bytes.count + block - 1) / block)
        var parts = [[UInt8]](repeating: [], count: count)
        var sums = [UInt](repeating: 0, count: count)
        bytes.withUnsafeBufferPointer { bytes in
            parts.withUnsafeMutableBufferPointer { parts in
                sums.withUnsafeMutableBufferPointer { sums in
                    nonisolated(unsafe) let (parts, sums) = (parts, sums)
                    Parallel.forEach(count) { i in
                        let part = UnsafeBufferPointer(rebasing: bytes[i * block..<min(bytes.count, (i + 1) * block)])
                        parts[i] = deflated(part, level, isLast: i == count - 1)
                        sums[i] = UInt(crc32(0, part.baseAddress, UInt32(part.count)))
                    }
                }
            }
        }
        guard parts.allSatisfy({ !$0.isEmpty }) else { throw .unwritable("zlib could not compress it (out of memory)") }
        var sum = sums[0]
        for i in 1..<max(count, 1) { sum = UInt(crc32_combine(sum, sums[i], min(block, bytes.count - i * block))) }
        // No name, no time, an unknown system: nothing that differs from run to run.
        let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        let tail = [UInt32(truncatingIfNeeded: sum), UInt32(truncatingIfNeeded: bytes.count)].flatMap { word in
            (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        }
        return [head] + parts + [tail]
    }

    /// One block as raw deflate data that end at a whole byte; empty where zlib fails.
    private static func deflated(_ part: UnsafeBufferPointer<UInt8>, _ level: Int32, isLast: Bool) -> [UInt8] {
        var stream = z_stream()
        guard
            deflateInit2_(
                &stream, level, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
                == Z_OK
        else { return [] }
        defer { deflateEnd(&stream) }
        let room = Int(deflateBound(&stream, UInt(part.count))) + 64
        return [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
            stream.next_in = UnsafeMutablePointer(mutating: part.baseAddress)
            stream.avail_in = UInt32(part.count)
            stream.next_out = buffer.baseAddress
            stream.avail_out = UInt32(room)
            let result = deflate(&stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
            initialized = result == (isLast ? Z_STREAM_END : Z_OK) ? room - Int(stream.avail_out) : 0
        }
    }
}

extension Array {
    /// `withUnsafeBytes` for code that throws only `FormatError`.
    package func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws(FormatError) -> R) throws(FormatError) -> R {
        let result: Result<R, FormatError> = withUnsafeBytes { bytes in
            do throws(FormatError) { return .success(try body(bytes)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
