import Support
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A whole file in memory.
///
/// It is read, not mapped: a mapped file that another process cuts short kills the reader with SIGBUS, and a server must outlive
/// that. Reading costs a tenth of what parsing does.
package final class FileBytes {
    package let bytes: UnsafeRawBufferPointer
    private let storage: UnsafeMutableRawPointer

    /// - Throws: where there is no such file, it is not a regular file, or it cannot be read.
    package init(_ url: URL) throws(FormatError) {
        let descriptor = url.withUnsafeFileSystemRepresentation { $0.map { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } ?? -1 }
        guard descriptor >= 0 else {
            throw errno == ENOENT
                ? .unreadable("there is no such file") : .unreadable("cannot be opened: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(String(cString: strerror(errno))) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .unreadable("is a folder, not a model file") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable("is not a regular file") }
        let size = Int(status.st_size)
        guard let memory = malloc(max(size, 1)) else {
            throw .unreadable("its \(Text.bytes(size)) do not fit into memory")
        }
        LargePages.advise(UnsafeRawBufferPointer(start: memory, count: size))
        var done = 0
        while done < size {
            let n = Self.readSome(descriptor, target: memory + done, count: size - done)
            if n < 0 {
                let code = errno
                if code == EINTR { continue }
                free(memory)
                throw .unreadable("cannot be read: \(String(cString: strerror(code)))")
            }
            if n == 0 { break }
            done += n
        }
        storage = memory
        bytes = UnsafeRawBufferPointer(start: memory, count: done)
    }

    deinit { free(storage) }

    private static func readSome(_ descriptor: Int32, target: UnsafeMutableRawPointer, count: Int) -> Int {
        // The kernel takes at most 2 GiB at a time.
        read(descriptor, target, min(count, 1 << 30))
    }
}
