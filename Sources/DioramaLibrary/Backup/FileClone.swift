import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Copies of files that share their bytes on disk with the original until one of them changes (copy on write): `FICLONE` on Linux
/// (ioctl_ficlone(2); xfs, btrfs and others), `clonefile` on Apple systems (APFS).
enum FileClone {
    /// Makes `target`, which must not be there yet, a clone of `source`.
    /// - Parameter isDatabase: whether `source` is an SQLite database that may be open in this process; see `KeptDescriptors`.
    /// - Returns: false, with nothing made, where the file system can't do it, or not between these two places.
    static func make(_ source: URL, at target: URL, isDatabase: Bool = false, to action: String) throws(LibraryError) -> Bool {
        #if canImport(Darwin)
            if clonefile(source.path, target.path, 0) == 0 { return true }
            if [ENOTSUP, EXDEV, EINVAL].contains(errno) { return false }
            throw LibraryError(system: errno, could: action, at: errno == ENOENT ? source : target)
        #else
            let input = isDatabase ? KeptDescriptors.open(source) : open(source.path, O_RDONLY | O_CLOEXEC)
            if input < 0 { throw LibraryError(system: errno, could: action, at: source) }
            defer { if !isDatabase { close(input) } }
            let output = open(target.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            if output < 0 { throw LibraryError(system: errno, could: action, at: target) }
            defer { close(output) }
            if ioctl(output, ficlone, input) == 0 { return true }
            let code = errno
            unlink(target.path)
            if [EOPNOTSUPP, ENOTTY, EXDEV, EINVAL, ENOSYS, EPERM, ETXTBSY].contains(code) { return false }
            throw LibraryError(system: code, could: action, at: target)
        #endif
    }

    /// `FICLONE` of linux/fs.h, `_IOW(0x94, 9, int)`.
    private static let ficlone: UInt = 0x4004_9409

    /// Makes a file's bytes durable.
    static func makeDurable(_ file: URL, to action: String) throws(LibraryError) {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { throw LibraryError(system: errno, could: action, at: file) }
        defer { close(descriptor) }
        if fsync(descriptor) != 0 { throw LibraryError(system: errno, could: action, at: file) }
    }
}

/// Open descriptors of SQLite databases that are never closed.
///
/// SQLite's locks are the process's: closing any descriptor of a database drops them all, also those of other connections in this
/// process, and another program may then remove the write-ahead log under them (sqlite.org/howtocorrupt.html, 2.2). So the file is
/// opened once for each database that was ever backed up, and stays open until the process ends.
enum KeptDescriptors {
    private struct Key: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    private static let kept = Mutex<[Key: Int32]>([:])

    /// A descriptor to read `file` by, or -1 with `errno` set.
    static func open(_ file: URL) -> Int32 {
        kept.withLock { kept in
            var status = stat()
            if stat(file.path, &status) != 0 { return -1 }
            let key = Key(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
            if let descriptor = kept[key] { return descriptor }
            #if canImport(Glibc)
                let descriptor = Glibc.open(file.path, O_RDONLY | O_CLOEXEC)
            #else
                let descriptor = Darwin.open(file.path, O_RDONLY | O_CLOEXEC)
            #endif
            if descriptor >= 0 { kept[key] = descriptor }
            return descriptor
        }
    }
}
