import Foundation

/// The bytes of an archive: an open file, or memory that its owner keeps.
final class ZipSource: @unchecked Sendable {
    /// The file; nil for memory.
    let url: URL?
    let memory: UnsafeRawBufferPointer?
    let length: Int
    private let descriptor: Int32

    /// - Throws: `FormatError` where the file can't be opened.
    init(_ url: URL) throws(FormatError) {
        self.url = url
        memory = nil
        descriptor = url.withUnsafeFileSystemRepresentation { $0.map { open($0, O_RDONLY | O_CLOEXEC) } ?? -1 }
        guard descriptor >= 0 else {
            throw FormatError(.unreadable, "couldn't be opened (\(String(cString: strerror(errno))))", path: url.path)
        }
        var status = stat()
        length = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    }

    init(_ bytes: UnsafeRawBufferPointer) {
        url = nil
        memory = bytes
        length = bytes.count
        descriptor = -1
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func problem(_ reason: String) -> FormatError { FormatError(.unreadable, reason, path: url?.path) }

    /// `count` bytes at `offset`.
    /// - Throws: `FormatError` where there are not so many, before any memory is allocated.
    func read(_ offset: Int, _ count: Int) throws(FormatError) -> [UInt8] {
        guard offset >= 0, count >= 0, offset <= length, count <= length - offset else {
            throw problem("this archive is truncated; copy the file again")
        }
        if let memory { return [UInt8](memory[offset..<offset + count]) }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = 0
            while initialized < count, let base = buffer.baseAddress {
                let got = pread(descriptor, base + initialized, count - initialized, off_t(offset + initialized))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                initialized += got
            }
        }
        guard bytes.count == count else { throw problem("couldn't be read") }
        return bytes
    }

    /// A little-endian number of `size` bytes; one that doesn't fit an Int becomes the largest.
    static func number(_ bytes: [UInt8], at offset: Int, size: Int) -> Int {
        var value: UInt64 = 0
        for i in 0..<size { value |= UInt64(bytes[offset + i]) << UInt64(8 * i) }
        return Int(clamping: value)
    }
}
