import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An exclusive advisory lock (`flock`) on a file, between processes and between instances within one.
///
/// The kernel releases it when its holder ends, however it ends. It is released with the object.
package final class FileLock: Sendable {
    private let descriptor: Int32

    /// Waits until no other instance has the lock on `file`, which is created where it is missing.
    /// - Throws: `CocoaError` or `POSIXError` where the file can't be opened or locked.
    package convenience init(waitingFor file: URL) throws {
        try self.init(opening: file)
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        }
    }

    /// Takes the lock on `file`, which is created where it is missing.
    /// - Returns: nil where another instance has it.
    /// - Throws: `POSIXError` where the file can't be opened.
    package static func take(_ file: URL) throws -> FileLock? {
        let lock = try FileLock(opening: file)
        return flock(lock.descriptor, LOCK_EX | LOCK_NB) == 0 ? lock : nil
    }

    private init(opening file: URL) throws {
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit {
        // Released first: a child process that is just being started may have the descriptor a moment longer.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
