import DioramaLibrary
import Foundation
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A bucket that is a folder: on a second disk, a network drive, or a folder that another program synchronizes.
///
/// An object is a regular file, written under a temporary name in `.diorama/`, flushed to disk, then given its name: by `link`
/// where nobody else may have it (POSIX lets only one of many succeed), else by `rename`. Every step from the folder on is opened
/// relative to the last one without following symbolic links, so nothing outside can be read or written. Files whose names are no
/// keys are ignored.
public struct FolderBucket: WalkableBucket {
    /// The bucket's folder.
    public let folder: URL

    /// Opens the bucket in `folder`.
    /// - Parameter creating: whether the folder is created if it is missing and its parent exists.
    /// - Throws: `notFound` where the parent is missing, as when a disk is not connected; `unavailable` where the folder is missing
    ///   and not created; `noPermission`.
    public init(at folder: URL, creating: Bool = true) throws(SyncError) {
        self.folder = folder.standardizedFileURL
        if creating, mkdir(self.folder.path, 0o755) != 0, errno != EEXIST {
            throw SyncError(system: errno, could: "create the bucket's folder \(self.folder.path)")
        }
        _ = try FolderHandle(root: self.folder)
    }

    public var name: String { Self.name(of: folder) }

    static func name(of folder: URL) -> String { "the folder \(folder.path)" }

    public func list(_ folder: BucketKey, after: BucketKey?) async throws(SyncError) -> [BucketObject] {
        try await Blocking.call { () throws(SyncError) in
            guard let handle = try root().descend(to: folder, create: false) else { return [] }
            var objects: [BucketObject] = []
            for name in try handle.names() where BucketKey.isPart(name) {
                guard let key = BucketKey("\(folder)/\(name)"), let byteCount = try handle.fileByteCount(name) else { continue }
                if let after, key <= after { continue }
                objects.append(BucketObject(key: key, byteCount: byteCount))
            }
            return objects.sorted { $0.key < $1.key }
        }
    }

    public func folders(in folder: BucketKey) async throws(SyncError) -> [String] {
        try await Blocking.call { () throws(SyncError) in
            guard let handle = try root().descend(to: folder, create: false) else { return [] }
            var names: [String] = []
            for name in try handle.names() where BucketKey.isPart(name) && handle.kind(name) == S_IFDIR { names.append(name) }
            return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
    }

    public func head(_ key: BucketKey) async throws(SyncError) -> BucketObject? {
        try await Blocking.call { () throws(SyncError) in
            guard let handle = try root().descend(to: key.folder, create: false) else { return nil }
            return try handle.fileByteCount(String(key.name)).map { BucketObject(key: key, byteCount: $0) }
        }
    }

    public func get(_ key: BucketKey, limit: Int) async throws(SyncError) -> Data {
        try await Blocking.call { () throws(SyncError) in
            let file = try open(key)
            guard file.byteCount <= limit else { throw .tooLarge(key, byteCount: file.byteCount, limit: limit) }
            let data = try Descriptor.read(file.descriptor, 0..<file.byteCount, name: "\(key) in \(name)")
            guard data.count == file.byteCount else {
                throw SyncError(.damaged, "couldn't read \(key) in \(name): it was truncated while it was read")
            }
            return data
        }
    }

    public func read(_ key: BucketKey, _ range: Range<Int64>) async throws(SyncError) -> Data {
        try await Blocking.call { () throws(SyncError) in
            let file = try open(key)
            return try Descriptor.read(file.descriptor, range.clamped(to: 0..<file.byteCount), name: "\(key) in \(name)")
        }
    }

    public func put(_ key: BucketKey, _ data: Data, ifAbsent: Bool) async throws(SyncError) -> Bool {
        try await Blocking.call { () throws(SyncError) in
            let root = try root()
            if ifAbsent, let folder = try root.descend(to: key.folder, create: false), folder.kind(String(key.name)) != nil {
                return false
            }
            let temporary = try TemporaryFile(in: root, for: name)
            try temporary.write(data, at: 0)
            return try temporary.place(key, in: root, ifAbsent: ifAbsent)
        }
    }

    /// Copies; an interrupted copy starts again.
    public func upload(_ source: any ByteSource, to key: BucketKey, progress: ProgressReporter) async throws(SyncError) {
        let temporary = try await Blocking.call { () throws(SyncError) in try TemporaryFile(in: root(), for: name) }
        var offset: Int64 = 0
        while offset < source.byteCount {
            try progress.advance(Double(offset) / Double(source.byteCount), "Uploading")
            let chunk = try await source.read(offset..<min(offset + 4 << 20, source.byteCount))
            let start = offset
            try await Blocking.call { () throws(SyncError) in try temporary.write(chunk, at: start) }
            offset += Int64(chunk.count)
        }
        _ = try await Blocking.call { () throws(SyncError) in try temporary.place(key, in: root(), ifAbsent: false) }
        try progress.advance(1, "Uploading")
    }

    public func delete(_ key: BucketKey) async throws(SyncError) {
        try await Blocking.call { () throws(SyncError) in
            guard let handle = try root().descend(to: key.folder, create: false) else { return }
            guard handle.kind(String(key.name)) == S_IFREG else { return }
            FaultInjectionPoints.mark("delete \(key)")
            if unlinkat(handle.descriptor, String(key.name), 0) != 0, errno != ENOENT {
                throw SyncError(system: errno, could: "delete \(key) in \(name)")
            }
            fsync(handle.descriptor)
        }
    }

    public func walk() async throws(SyncError) -> [BucketEntry] {
        try await Blocking.call { () throws(SyncError) in
            var entries: [BucketEntry] = []
            // Folders to visit, each opened from the root: the depth is not bounded by open files.
            var waiting: [[String]] = [[]]
            while let path = waiting.popLast() {
                guard let handle = try root().descend(path, create: false) else { continue }
                for name in try handle.names() {
                    let whole = (path + [name]).joined(separator: "/")
                    switch handle.kind(name) {
                    case S_IFDIR: waiting.append(path + [name])
                    case S_IFREG:
                        let isUnfinished = path == [FolderHandle.temporaryFolder]
                        entries.append(
                            BucketEntry(
                                name: whole, byteCount: try handle.fileByteCount(name) ?? 0,
                                kind: isUnfinished ? .unfinished : .object))
                    case nil: continue
                    default: entries.append(BucketEntry(name: whole, byteCount: 0, kind: .other))
                    }
                }
            }
            return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        }
    }

    private func root() throws(SyncError) -> FolderHandle { try FolderHandle(root: folder) }

    private func open(_ key: BucketKey) throws(SyncError) -> OpenFile {
        guard let handle = try root().descend(to: key.folder, create: false), let file = try handle.openFile(String(key.name))
        else {
            throw SyncError(.notFound, "couldn't read \(key): \(name) doesn't have it")
        }
        return file
    }
}

extension SyncError {
    static func tooLarge(_ key: BucketKey, byteCount: Int64, limit: Int) -> SyncError {
        SyncError(.refused, "refused \(key): it has \(byteCount) bytes, more than the \(limit) that are allowed")
    }
}
