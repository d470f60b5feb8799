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

    /// The names and sizes of the files that the catalogue at `database` says are there.
    static func named(by database: URL) throws -> [(hash: AssetHash, byteCount: Int64)] {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: database.path, configuration: configuration)
        defer { try? queue.close() }
        return try queue.read { db in try named(by: db) }
    }

    static func named(by db: Database) throws -> [(hash: AssetHash, byteCount: Int64)] {
        try Row.fetchAll(db, sql: "SELECT hash, byte_count FROM assets ORDER BY hash").compactMap { row in
            guard let hash = String.fromDatabaseValue(row[0]).flatMap({ AssetHash($0) }) else { return nil }
            return (hash, Int64.fromDatabaseValue(row[1]) ?? -1)
        }
    }

    /// Brings all files that the catalogue at `database` names.
    /// - Returns: those that are not in the source either.
    @discardableResult
    func bring(namedBy database: URL) throws -> [AssetHash] { try bring(Self.named(by: database)) }

    /// Brings the given files.
    /// - Returns: those that are not in the source either.
    @discardableResult
    func bring(_ files: [(hash: AssetHash, byteCount: Int64)]) throws -> [AssetHash] {
        var missing: [AssetHash] = []
        for (hash, byteCount) in files where try !bring(hash, byteCount) { missing.append(hash) }
        return missing
    }

    private func bring(_ hash: AssetHash, _ byteCount: Int64) throws -> Bool {
        let action = "copy the file \(hash)"
        let from = source.asset(hash)
        let to = target.asset(hash)
        var status = stat()
        if stat(to.path, &status) == 0, status.st_size == byteCount { return true }
        guard stat(from.path, &status) == 0 else { return false }
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
