import Foundation
import GRDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The catalogue of a library in whose folder nothing may be written, in a temporary folder: SQLite can't open a database with a
/// write-ahead log where it can't write, and a library of an earlier version has to be brought up to date before it is read.
final class ReadOnlyCopy: Sendable {
    private static let action = "open the library read-only"
    private let folder: URL
    /// The catalogue, up to date.
    let pool: DatabasePool

    /// Copies the catalogue of the library in `layout`.
    /// - Throws: `LibraryError`: `notFound` where there is none, `newerVersion`, `notALibrary`, `damaged` where it can't be read.
    init(_ layout: LibraryFolder) throws(LibraryError) {
        guard FileManager.default.fileExists(atPath: layout.database.path) else {
            throw LibraryError(.notFound, "there is no library in \(layout.root.path): library.sqlite is missing")
        }
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("diorama-\(KSUID())", isDirectory: true)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let copy = LibraryFolder(folder)
            try Self.copy(layout, to: copy)
            pool = try DatabasePool(path: copy.database.path, configuration: LibraryOpening.configuration)
            try Self.bringUpToDate(pool, layout)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw LibraryError(error, could: Self.action, in: layout.root)
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func copy(_ layout: LibraryFolder, to copy: LibraryFolder) throws {
        let lock = open(layout.lock.path, O_RDONLY | O_CLOEXEC)
        defer { if lock >= 0 { close(lock) } }
        // Without the file nobody can have the library open; on a disk that can't be written nobody has.
        let isAlone = lock < 0 || flock(lock, LOCK_EX | LOCK_NB) == 0
        defer { if lock >= 0 { flock(lock, LOCK_UN) } }
        guard isAlone else {
            // Another program writes: SQLite copies one state of it.
            var configuration = Configuration()
            configuration.readonly = true
            let reader = try DatabaseQueue(path: layout.database.path, configuration: configuration)
            defer { try? reader.close() }
            return try reader.vacuum(into: copy.database.path)
        }
        try FileManager.default.copyItem(at: layout.database, to: copy.database)
        let log = LibraryFolder.log(of: layout.database)
        if FileManager.default.fileExists(atPath: log.path) {
            try FileManager.default.copyItem(at: log, to: LibraryFolder.log(of: copy.database))
        }
        for file in [copy.database, LibraryFolder.log(of: copy.database)] { chmod(file.path, 0o600) }
    }

    private static func bringUpToDate(_ pool: DatabasePool, _ layout: LibraryFolder) throws {
        try pool.writeWithoutTransaction { db in
            guard try Int32.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID else {
                throw LibraryError(
                    .notALibrary, "\(layout.database.path) is another program's database; choose another folder")
            }
            if try Schema.migrator.hasBeenSuperseded(db) {
                throw LibraryError(
                    .newerVersion, "the library at \(layout.root.path) was written by a newer version of Diorama; update this one")
            }
        }
        // Nothing is written to a catalogue of this version: what is damaged in it is left for the reader.
        let isCurrent = try pool.read { db in try Schema.migrator.hasCompletedMigrations(db) }
        if !isCurrent { try LibraryOpening.bringUpToDate(pool) }
    }
}
