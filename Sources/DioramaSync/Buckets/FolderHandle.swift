import DioramaLibrary
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An open folder. Its content is opened relative to it, never by a path that a symbolic link could redirect.
final class FolderHandle: Sendable {
    /// Where files are written before they get their names.
    static let temporaryFolder = ".diorama"

    let descriptor: Int32
    let path: String

    private init(_ descriptor: Int32, _ path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// The bucket's own folder; its path may contain symbolic links.
    convenience init(root: URL) throws(SyncError) {
        let descriptor = open(root.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 {
            if errno == ENOENT {
                throw SyncError(
                    .unavailable, "the bucket's folder \(root.path) does not exist: connect its disk, or create the folder")
            }
            throw SyncError(system: errno, could: "open the bucket's folder \(root.path)")
        }
        self.init(descriptor, root.path)
    }

    deinit { close(descriptor) }

    /// The folder of `key`, the root for nil.
    func descend(to key: BucketKey?, create: Bool) throws(SyncError) -> FolderHandle? {
        try descend(key.map { $0.description.split(separator: "/").map(String.init) } ?? [], create: create)
    }

    /// The folder at the end of `parts`; nil where it is missing and `create` is false.
    func descend(_ parts: [String], create: Bool) throws(SyncError) -> FolderHandle? {
        var handle = self
        for part in parts {
            if create, mkdirat(handle.descriptor, part, 0o755) == 0 {
                fsync(handle.descriptor)
            } else if create, errno != EEXIST {
                throw SyncError(system: errno, could: "create the folder \(handle.path)/\(part)")
            }
            let next = openat(handle.descriptor, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            if next < 0 {
                if errno == ENOENT, !create { return nil }
                throw SyncError(system: errno, could: "open the folder \(handle.path)/\(part)")
            }
            handle = FolderHandle(next, "\(handle.path)/\(part)")
        }
        return handle
    }

    /// The names of all entries but `.` and `..`, unsorted.
    func names() throws(SyncError) -> [String] {
        // A second descriptor: closing the directory stream closes it.
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let stream = fdopendir(copy) else {
            let code = errno
            if copy >= 0 { close(copy) }
            throw SyncError(system: code, could: "list \(path)")
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw SyncError(system: errno, could: "list \(path)") }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    /// `S_IFREG`, `S_IFDIR` …; nil where there is nothing.
    func kind(_ name: String) -> mode_t? { status(name).map { $0.st_mode & S_IFMT } }

    /// Size of a regular file; nil for anything else.
    func fileByteCount(_ name: String) throws(SyncError) -> Int64? {
        guard let status = status(name), status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }

    /// When the file was last written, in seconds since 1970.
    func modified(_ name: String) -> time_t? {
        #if canImport(Darwin)
            status(name)?.st_mtimespec.tv_sec
        #else
            status(name)?.st_mtim.tv_sec
        #endif
    }

    func openFile(_ name: String) throws(SyncError) -> OpenFile? {
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        if file < 0 {
            if errno == ENOENT { return nil }
            if errno == ELOOP {
                throw SyncError(.refused, "refused \(path)/\(name): it is a symbolic link")
            }
            throw SyncError(system: errno, could: "read \(path)/\(name)")
        }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            return nil
        }
        return OpenFile(file, Int64(status.st_size))
    }

    private func status(_ name: String) -> stat? {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }
}

/// A file that is open for reading.
final class OpenFile: Sendable {
    let descriptor: Int32
    let byteCount: Int64

    init(_ descriptor: Int32, _ byteCount: Int64) {
        self.descriptor = descriptor
        self.byteCount = byteCount
    }

    deinit { close(descriptor) }
}

/// A temporary file of a folder bucket; deleted unless it is placed.
final class TemporaryFile: Sendable {
    private let folder: FolderHandle
    private let name = "\(UUID().uuidString).partial"
    private let descriptor: Int32
    private let bucket: String

    init(in root: FolderHandle, for bucket: String) throws(SyncError) {
        self.bucket = bucket
        folder = try root.descend([FolderHandle.temporaryFolder], create: true)!
        Self.sweep(folder)
        descriptor = openat(folder.descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw SyncError(system: errno, could: "write to \(bucket)") }
    }

    deinit {
        close(descriptor)
        unlinkat(folder.descriptor, name, 0)
    }

    func write(_ data: Data, at offset: Int64) throws(SyncError) {
        try Descriptor.write(descriptor, data, at: offset, name: "to \(bucket)")
    }

    /// Flushes the bytes to disk and gives the file its name.
    /// - Returns: false where `ifAbsent` and somebody else has the name.
    func place(_ key: BucketKey, in root: FolderHandle, ifAbsent: Bool) throws(SyncError) -> Bool {
        func failure() -> SyncError { SyncError(system: errno, could: "write \(key) to \(bucket)") }
        guard fsync(descriptor) == 0 else { throw failure() }
        FaultInjectionPoints.mark("write \(key)")
        let target = try root.descend(to: key.folder, create: true)!
        let keyName = String(key.name)
        if ifAbsent {
            if linkat(folder.descriptor, name, target.descriptor, keyName, 0) != 0 {
                if errno == EEXIST { return false }
                if errno == EPERM || errno == ENOTSUP || errno == EMLINK || errno == ENOSYS {
                    throw SyncError(
                        .failed,
                        "couldn't write \(key) to \(bucket): its file system has no hard links; choose a folder on another disk")
                }
                throw failure()
            }
        } else {
            let kind = target.kind(keyName)
            if kind != nil, kind != S_IFREG {
                throw SyncError(.refused, "couldn't write \(key) to \(bucket): something that is not a file has this name")
            }
            guard renameat(folder.descriptor, name, target.descriptor, keyName) == 0 else { throw failure() }
        }
        fsync(target.descriptor)
        return true
    }

    /// Removes what killed programs left more than a day ago.
    private static func sweep(_ folder: FolderHandle) {
        guard let names = try? folder.names() else { return }
        let limit = time(nil) - 86_400
        for name in names where name.hasSuffix(".partial") {
            if let modified = folder.modified(name), modified < limit { unlinkat(folder.descriptor, name, 0) }
        }
    }
}
