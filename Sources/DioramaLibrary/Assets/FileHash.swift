import Crypto
import Foundation
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads a file once, a megabyte at a time.
enum FileHash {
    /// The SHA-256 and size in bytes of the regular file at `file`; `chunk` sees all bytes on the way.
    /// - Throws: `LibraryError` where it can't be read, and what `chunk` throws.
    static func of(
        _ file: URL, to action: String, _ chunk: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> (hash: AssetHash, byteCount: Int64) {
        // Not blocking, so that a named pipe is refused and not waited for.
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 { throw LibraryError(system: errno, could: action, at: file) }
        defer { close(descriptor) }
        var status = stat()
        if fstat(descriptor, &status) != 0 { throw LibraryError(system: errno, could: action, at: file) }
        if status.st_mode & S_IFMT != S_IFREG {
            throw LibraryError(.invalidValue, "couldn't \(action): \(file.path) is not a file")
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        var hasher = SHA256()
        var byteCount: Int64 = 0
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw LibraryError(system: errno, could: action, at: file)
            }
            if count == 0 { break }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            hasher.update(bufferPointer: bytes)
            byteCount += Int64(count)
            try chunk(bytes)
        }
        return (AssetHash(hasher.finalize()), byteCount)
    }
}

extension AssetHash {
    /// The SHA-256 of a file's bytes.
    /// - Throws: `LibraryError` where the file can't be read.
    package static func ofFile(_ file: URL) async throws(LibraryError) -> AssetHash {
        let action = "read \(file.lastPathComponent)"
        do {
            return try await Blocking.run { try FileHash.of(file, to: action) { _ in }.hash }
        } catch {
            throw LibraryError(error, could: action, in: file.deletingLastPathComponent())
        }
    }
}
