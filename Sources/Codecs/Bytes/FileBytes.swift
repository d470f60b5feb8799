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
        let (descriptor, size) = try Self.open(url)
        defer { close(descriptor) }
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

    /// Opens a regular file for reading; its size in bytes.
    static func open(_ url: URL) throws(FormatError) -> (descriptor: Int32, size: Int) {
        let descriptor = url.withUnsafeFileSystemRepresentation { path in
            path.map { openFile($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } ?? -1
        }
        guard descriptor >= 0 else {
            throw errno == ENOENT
                ? .unreadable("there is no such file") : .unreadable("cannot be opened: \(String(cString: strerror(errno)))")
        }
        var status = stat()
        let problem: String? =
            if fstat(descriptor, &status) != 0 {
                String(cString: strerror(errno))
            } else if status.st_mode & S_IFMT == S_IFDIR {
                "is a folder, not a model file"
            } else {
                status.st_mode & S_IFMT == S_IFREG ? nil : "is not a regular file"
            }
        if let problem {
            close(descriptor)
            throw .unreadable(problem)
        }
        return (descriptor, Int(status.st_size))
    }

    private static func readSome(_ descriptor: Int32, target: UnsafeMutableRawPointer, count: Int) -> Int {
        // The kernel takes at most 2 GiB at a time.
        read(descriptor, target, min(count, 1 << 30))
    }
}

/// `open` of the C library, under a name that the method above does not hide.
private func openFile(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { open(path, flags) }
