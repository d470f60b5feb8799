import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files whose bytes this process has compared with their hashes. One that was changed since, by its size or modification time,
/// is compared again.
package final class VerifiedFiles: Sendable {
    private struct State: Equatable {
        var inode: UInt64
        var byteCount: Int64
        var seconds: Int
        var nanoseconds: Int

        init?(_ file: URL) {
            var status = stat()
            guard stat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            inode = UInt64(status.st_ino)
            byteCount = Int64(status.st_size)
            seconds = time.tv_sec
            nanoseconds = time.tv_nsec
        }
    }

    private let known = Mutex<[AssetHash: State]>([:])

    package init() {}

    /// Whether the file at `file` is known to have the bytes that `hash` says.
    /// - Parameter touching: whether its modification time becomes the current time, by which the cache sees when it was used.
    package func knows(_ file: URL, as hash: AssetHash, touching: Bool) -> Bool {
        known.withLock { known in
            guard let state = State(file), known[hash] == state else { return false }
            // To the minute is exact enough for the cache.
            if touching, state.seconds < time(nil) - 60, utimes(file.path, nil) == 0 { known[hash] = State(file) }
            return true
        }
    }

    /// Compares the bytes of the file with `hash`.
    /// - Returns: nil where they agree, otherwise what is wrong.
    /// - Throws: `LibraryError` where it can't be read.
    package func problem(of file: URL, as hash: AssetHash, touching: Bool) throws -> String? {
        let before = State(file)
        let read = try FileHash.of(file, to: "read the file \(hash)") { _ in }
        guard read.hash == hash else { return "its \(read.byteCount) bytes don't match its hash" }
        known.withLock { known in
            guard before == State(file) else { return }
            if touching { utimes(file.path, nil) }
            known[hash] = State(file)
        }
        return nil
    }

    /// Notes a file whose bytes were compared while they were written.
    package func note(_ file: URL, as hash: AssetHash) { known.withLock { $0[hash] = State(file) } }
}
