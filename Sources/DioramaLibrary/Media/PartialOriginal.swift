import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file of an original that is being downloaded: `cache/partial/<hash>`. One program writes it at a time; after an interruption
/// the next download continues it.
final class PartialOriginal: Sendable {
    let url: URL
    private let descriptor: Int32
    private static let action = "keep a downloaded file"

    /// Opens the partial file of `hash`, or creates it. Where another program downloads the same original, this one uses a file of
    /// its own.
    /// - Throws: `LibraryError` where it can't be written.
    init(_ hash: AssetHash, in layout: LibraryFolder) throws(LibraryError) {
        let shared = layout.partial(hash)
        try LibraryOpening.makeFolder(shared.deletingLastPathComponent())
        if let descriptor = try Self.locked(shared) {
            url = shared
            self.descriptor = descriptor
            return
        }
        // Named as everything on its way in: what a killed program leaves of it is removed when the library is next opened.
        url = layout.incoming.appendingPathComponent(KSUID().description)
        try LibraryOpening.makeFolder(layout.incoming)
        descriptor = try Self.open(url)
    }

    deinit { close(descriptor) }

    /// The bytes that are there already.
    var byteCount: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    func truncate() throws(LibraryError) {
        if ftruncate(descriptor, 0) != 0 { throw LibraryError(system: errno, could: Self.action, at: url) }
    }

    func write(_ data: Data, at offset: Int64) throws(LibraryError) {
        var done = 0
        while done < data.count {
            let count = data.withUnsafeBytes { raw in
                pwrite(descriptor, raw.baseAddress! + done, raw.count - done, off_t(offset) + off_t(done))
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw LibraryError(system: errno, could: Self.action, at: url)
            }
            done += count
        }
    }

    /// At most `count` bytes from `offset` on; fewer only where the file ends.
    func read(_ count: Int, at offset: Int64) throws(LibraryError) -> Data {
        var data = Data(count: count)
        var done = 0
        while done < count {
            let read = data.withUnsafeMutableBytes { raw in
                pread(descriptor, raw.baseAddress! + done, raw.count - done, off_t(offset) + off_t(done))
            }
            if read < 0 {
                if errno == EINTR { continue }
                throw LibraryError(system: errno, could: "read a downloaded file", at: url)
            }
            if read == 0 { break }
            done += read
        }
        return done == count ? data : Data(data.prefix(done))
    }

    /// Makes the whole file durable and gives it its final name.
    func move(to target: URL) throws(LibraryError) {
        try LibraryOpening.makeFolder(target.deletingLastPathComponent())
        if fchmod(descriptor, 0o644) != 0 || fsync(descriptor) != 0 || rename(url.path, target.path) != 0 {
            throw LibraryError(system: errno, could: Self.action, at: target)
        }
    }

    /// Lets others continue the file.
    func unlock() { flock(descriptor, LOCK_UN) }

    func discard() { unlink(url.path) }

    private static func open(_ file: URL) throws(LibraryError) -> Int32 {
        #if canImport(Glibc)
            let descriptor = Glibc.open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        #else
            let descriptor = Darwin.open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        #endif
        if descriptor < 0 { throw LibraryError(system: errno, could: action, at: file) }
        return descriptor
    }

    /// The file, locked for this object; nil where somebody else has locked it.
    private static func locked(_ file: URL) throws(LibraryError) -> Int32? {
        while true {
            let descriptor = try open(file)
            if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                close(descriptor)
                return nil
            }
            // Whoever had the lock before may have finished the file meanwhile: then the name is another file's, or nobody's.
            var own = stat()
            var named = stat()
            if fstat(descriptor, &own) == 0, stat(file.path, &named) == 0, own.st_ino == named.st_ino { return descriptor }
            close(descriptor)
        }
    }
}
