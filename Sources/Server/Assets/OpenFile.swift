import Foundation
import Support
import Hummingbird

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file open for reading, read by position in pieces. It stays readable when its name is deleted meanwhile.
final class OpenFile: RepresentationBytes {
    private let descriptor: Int32
    /// Bytes when it was opened.
    let length: Int64
    private static let pieceBytes = 256 * 1024

    /// - Throws: `POSIXError` where it cannot be opened or is not a regular file.
    init(_ url: URL) throws {
        descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw POSIXError(.EIO)
        }
        length = Int64(info.st_size)
    }

    deinit { close(descriptor) }

    /// Sends the bytes of `range` to a client, one piece in memory at a time.
    /// - Throws: where the file has become shorter: the answer is then cut off, which the client sees by its length.
    func send(_ range: Range<Int64>, to writer: inout any ResponseBodyWriter) async throws {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = Int(min(Int64(Self.pieceBytes), range.upperBound - offset))
            let piece = try await Blocking.run { [offset] in try self.read(count, at: offset) }
            offset += Int64(piece.readableBytes)
            try await writer.write(piece)
        }
    }

    private func read(_ count: Int, at offset: Int64) throws -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: count)
        let read = try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
            while true {
                let n = pread(descriptor, bytes.baseAddress!, count, off_t(offset))
                if n >= 0 { return n }
                if errno != EINTR { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            }
        }
        guard read > 0 else { throw POSIXError(.EIO) }
        return buffer
    }
}
