import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The advisory lock (`flock`) on `library.lock`. Everyone who has the library open shares it; whoever gets it alone knows that
/// nobody else has the library open. The kernel drops it when its holder ends, however it ends.
final class LibraryLock: Sendable {
    private let descriptor: Int32

    /// Opens the lock's file without locking it yet.
    init(_ file: URL) throws(LibraryError) {
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        if descriptor >= 0 { return }
        let code = errno
        if code == EROFS || code == EACCES {
            throw LibraryError(
                .noPermission,
                "couldn't open the library: \(file.deletingLastPathComponent().path) can't be written "
                    + "(\(String(cString: strerror(code)))); give permission, or open it with --read-only")
        }
        throw LibraryError(system: code, could: "open the library", at: file)
    }

    deinit {
        // Given back first: a child that is just being started may have the descriptor a moment longer.
        release()
        close(descriptor)
    }

    /// Takes the lock alone if nobody else has it; whatever was held before is given back if not.
    func takeAlone() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Shares the lock; waits while another holds it alone, which is only while it opens the library.
    func share() throws(LibraryError) {
        while flock(descriptor, LOCK_SH) != 0 {
            if errno != EINTR {
                throw LibraryError(
                    .failed, "couldn't lock the library: \(String(cString: strerror(errno))); is it on a local disk?")
            }
        }
    }

    /// Takes the lock alone; waits while others have it.
    func waitAlone() throws(LibraryError) {
        while flock(descriptor, LOCK_EX) != 0 {
            if errno != EINTR {
                throw LibraryError(.failed, "couldn't lock a folder: \(String(cString: strerror(errno))); is it on a local disk?")
            }
        }
    }

    /// Gives the lock back.
    func release() { flock(descriptor, LOCK_UN) }
}
