import Foundation
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How much of the disk the library's folder takes, by purpose.
public struct StorageUse: Sendable {
    /// What a file in the library's folder is for.
    public enum Kind: String, Sendable, CaseIterable {
        /// The catalogue with its write-ahead log.
        case database
        /// Scans, models, photos and whatever else was added on this device.
        case originals
        /// Images made from originals.
        case previews
        /// Originals that came from the bucket and can come again.
        case cache
        /// Copies of the database.
        case backups
        /// Files that were damaged or arrived with wrong bytes; they are not used.
        case setAside
        /// Transfers that are not complete, and data for paired devices.
        case other
    }

    /// The files of one purpose.
    public struct Part: Sendable {
        /// Their sizes together, in bytes.
        public var byteCount: Int64 = 0
        /// How many there are.
        public var fileCount = 0

        /// No files.
        public init() {}
    }

    /// The files by purpose; purposes without files are missing.
    public var parts: [Kind: Part] = [:]
    /// What is left on the disk; nil where the system doesn't say.
    public var free: Int64?

    /// All files together, in bytes.
    public var byteCount: Int64 { parts.values.reduce(0) { $0 + $1.byteCount } }

    /// What the file or folder with this path below the library's folder is for.
    static func kind(of path: String) -> Kind {
        if path.hasPrefix("library.sqlite") { return .database }
        if path == "transfers/set-aside" { return .setAside }
        return switch path.prefix(while: { $0 != "/" }) {
        case "assets": .originals
        case "previews": .previews
        case "cache": .cache
        case "backups": .backups
        case "damaged": .setAside
        default: .other
        }
    }

    /// Adds up the sizes of all files below `root`. Links are not followed; what vanishes meanwhile does not count.
    public static func measure(_ root: URL) -> StorageUse {
        var use = StorageUse()
        var waiting = [(path: "", kind: Kind.other)]
        while let folder = waiting.popLast() {
            let full = folder.path.isEmpty ? root.path : "\(root.path)/\(folder.path)"
            for name in (try? FileManager.default.contentsOfDirectory(atPath: full)) ?? [] {
                var status = stat()
                guard lstat("\(full)/\(name)", &status) == 0 else { continue }
                let path = folder.path.isEmpty ? name : "\(folder.path)/\(name)"
                let own = Self.kind(of: path)
                let kind = folder.kind == .other ? own : folder.kind
                switch status.st_mode & S_IFMT {
                case S_IFDIR: waiting.append((path, kind))
                case S_IFREG:
                    use.parts[kind, default: Part()].byteCount += Int64(status.st_size)
                    use.parts[kind, default: Part()].fileCount += 1
                default: break
                }
            }
        }
        let system = try? FileManager.default.attributesOfFileSystem(forPath: root.path)
        use.free = (system?[.systemFreeSize] as? NSNumber)?.int64Value
        return use
    }
}

/// Measures the library's folder, one walk at a time, and not again within ten seconds.
public actor StorageMeter {
    private let folder: URL
    private let lifetime: Duration
    private var latest: (use: StorageUse, at: ContinuousClock.Instant)?
    private var walk: Task<StorageUse, any Error>?

    /// `lifetime` is how long a result is reused.
    public init(folder: URL, lifetime: Duration = .seconds(10)) {
        self.folder = folder
        self.lifetime = lifetime
    }

    /// The current use, at most `lifetime` old.
    /// - Throws: `CancellationError`.
    public func use() async throws -> StorageUse {
        if let latest, ContinuousClock.now - latest.at < lifetime { return latest.use }
        if let walk { return try await walk.value }
        let folder = folder
        let task = Task { try await Blocking.run { StorageUse.measure(folder) } }
        walk = task
        defer { walk = nil }
        let use = try await task.value
        latest = (use, .now)
        return use
    }
}
