import Foundation
import GRDB
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Brings the files that a backup names from a library to where the backups are, or the other way. Files of assets never change, so
/// one that is already there with its full size is not brought again.
struct BackupFiles {
    let source: LibraryFolder
    let target: LibraryFolder
    let steps: FaultInjectionPoints

    init(from source: LibraryFolder, to target: LibraryFolder, steps: FaultInjectionPoints) {
        self.source = source
        self.target = target
        self.steps = steps
    }

    /// The names and sizes of the files that the catalogue at `database` says are on its device.
    static func named(by database: URL) throws -> [(hash: AssetHash, byteCount: Int64)] {
        try read(database) { db in try named(by: db) }
    }

    /// The names and sizes of all files that the catalogue at `database` names, wherever they are.
    static func catalogued(by database: URL) throws -> [(hash: AssetHash, byteCount: Int64)] {
        try read(database) { db in try catalogued(by: db) }
    }

    private static func read<R: Sendable>(_ database: URL, _ body: @Sendable (Database) throws -> R) throws -> R {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: database.path, configuration: configuration)
        defer { try? queue.close() }
        return try queue.read(body)
    }

    static func named(by db: Database) throws -> [(hash: AssetHash, byteCount: Int64)] {
        try files(db, "SELECT hash, byte_count FROM assets ORDER BY hash")
    }

    static func catalogued(by db: Database) throws -> [(hash: AssetHash, byteCount: Int64)] {
        try files(
            db,
            """
            SELECT hash, max(byte_count) FROM (
                SELECT hash, byte_count FROM assets UNION SELECT hash, byte_count FROM space_assets
                    UNION SELECT hash, byte_count FROM media
            ) GROUP BY hash ORDER BY hash
            """
        ).filter { $0.hash != .ofNothing }
    }

    private static func files(_ db: Database, _ sql: String) throws -> [(hash: AssetHash, byteCount: Int64)] {
        try Row.fetchAll(db, sql: sql).compactMap { row in
            guard let hash = String.fromDatabaseValue(row[0]).flatMap({ AssetHash($0) }) else { return nil }
            return (hash, Int64.fromDatabaseValue(row[1]) ?? -1)
        }
    }

    /// Brings all files that the catalogue at `database` names and that the source has, among its own files or in its cache.
    /// - Returns: how many files the target has, and how many of those that are named it lacks.
    @discardableResult
    func bring(namedBy database: URL) throws -> BackupFileCount { try bring(Self.catalogued(by: database)) }

    /// Brings the given files.
    @discardableResult
    func bring(_ files: [(hash: AssetHash, byteCount: Int64)]) throws -> BackupFileCount {
        var count = BackupFileCount()
        for (hash, byteCount) in files {
            if try bring(hash, byteCount) { count.included += 1 } else { count.notIncluded += 1 }
        }
        return count
    }

    private func bring(_ hash: AssetHash, _ byteCount: Int64) throws -> Bool {
        let action = "copy the file \(hash)"
        let to = target.asset(hash)
        var status = stat()
        if stat(to.path, &status) == 0, status.st_size == byteCount { return true }
        let candidates = [source.asset(hash), source.cached(hash)]
        guard let from = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else { return false }
        try LibraryOpening.makeFolder(to.deletingLastPathComponent())
        try steps("copy a file")
        let partial = to.deletingLastPathComponent().appendingPathComponent(".\(hash.description.prefix(16)).partial")
        unlink(partial.path)
        if try FileClone.make(from, at: partial, to: action) || link(from.path, partial.path) == 0 {
            try FileClone.makeDurable(partial, to: action)
            if rename(partial.path, to.path) != 0 { throw LibraryError(system: errno, could: action, at: to) }
            AtomicFile.syncFolder(to.deletingLastPathComponent())
        } else {
            var copy = try AtomicFile(to)
            let read = try FileHash.of(from, to: action) { try copy.write($0) }
            guard read.hash == hash else {
                throw LibraryError(.damaged, "couldn't \(action): \(from.path) is damaged; restore it from another backup")
            }
            try copy.commit()
        }
        return true
    }
}
