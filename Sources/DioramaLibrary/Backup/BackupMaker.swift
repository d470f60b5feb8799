import Foundation
import GRDB
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Makes one backup, whole or not at all: everything is brought together in a folder that does not count, made durable, and
/// renamed.
struct BackupMaker {
    let layout: LibraryFolder
    let pool: DatabasePool
    let options: BackupOptions
    let steps: FaultInjectionPoints
    private static let action = "make a backup"

    private var target: BackupFolder { BackupFolder(options.folder ?? layout.backups) }

    /// Makes the backup; it is not checked yet.
    func make() throws -> Backup {
        if options.includesFiles && options.folder == nil {
            throw LibraryError(.invalidValue, "a backup with files needs a folder of its own: name one")
        }
        return try target.locked {
            try target.sweep()
            let newest = try target.all().first?.id.ksuid
            let id = BackupID(KSUID(above: newest))
            let folder = target.partial(id)
            try steps("make the backup's folder")
            try LibraryOpening.makeFolder(folder)
            do {
                let backup = try fill(folder, id)
                try steps("give the backup its name")
                if rename(folder.path, target.folder(id).path) != 0 {
                    throw LibraryError(system: errno, could: Self.action, at: target.folder(id))
                }
                AtomicFile.syncFolder(target.root)
                return backup
            } catch {
                try? FileManager.default.removeItem(at: folder)
                throw error
            }
        }
    }

    private func fill(_ folder: URL, _ id: BackupID) throws -> Backup {
        let database = folder.appendingPathComponent("library.sqlite")
        // Before the copy: what is purged from here on may still be in it.
        let made = Date(milliseconds: Date().milliseconds)
        let source: String
        let method: Backup.Method
        if let cloned = try clone(to: database) {
            source = cloned
            method = .clone
        } else {
            source = SourceState.of(layout)
            try steps("copy the database")
            // A connection of its own: it only reads, so that nobody who writes has to wait.
            let reader = try DatabaseQueue(path: pool.path, configuration: LibraryOpening.configuration)
            defer { try? reader.close() }
            try reader.vacuum(into: database.path)
            method = .vacuum
        }
        try steps("make the backup durable")
        try FileClone.makeDurable(database, to: Self.action)
        var files: BackupFileCount?
        if options.includesFiles { files = try BackupFiles(from: layout, to: target.assets, steps: steps).bring(namedBy: database) }
        let size = try FileManager.default.attributesOfItem(atPath: database.path)[.size] as? NSNumber
        let backup = Backup(
            id: id, made: made, method: method, application: options.application,
            byteCount: size?.int64Value ?? 0, source: source, files: files, check: nil)
        try steps("write the manifest")
        try BackupFolder.write(backup, in: folder)
        return backup
    }

    /// Clones the database and its write-ahead log while nobody can write, and merges the log into the clone.
    ///
    /// A checkpoint may be under way meanwhile. It does no harm: it only writes pages into the database that the log still has, the
    /// database is cloned before the log, and the log can't begin anew while the write lock is held.
    /// - Returns: the state of the originals; nil, with nothing left, where the file system can't clone.
    private func clone(to database: URL) throws -> String? {
        let log = LibraryFolder.log(of: database)
        try steps("clone the database")
        let source = try pool.write { _ -> String? in
            let source = SourceState.of(layout)
            let opened = URL(fileURLWithPath: pool.path)
            guard try FileClone.make(opened, at: database, isDatabase: true, to: Self.action) else { return nil }
            try steps("clone the write-ahead log")
            let original = LibraryFolder.log(of: opened)
            if FileManager.default.fileExists(atPath: original.path), try !FileClone.make(original, at: log, to: Self.action) {
                try FileManager.default.removeItem(at: database)
                return nil
            }
            return source
        }
        guard let source else { return nil }
        try steps("merge the write-ahead log")
        let copy = try DatabaseQueue(path: database.path)
        let mode = try copy.writeWithoutTransaction { db in try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE") }
        try copy.close()
        guard mode == "delete", !FileManager.default.fileExists(atPath: log.path) else {
            throw LibraryError(.failed, "couldn't \(Self.action): the write-ahead log could not be merged into \(database.path)")
        }
        return source
    }
}

/// What a library's database files look like from outside: equal as long as nobody has written.
enum SourceState {
    static func of(_ layout: LibraryFolder) -> String {
        [layout.database, LibraryFolder.log(of: layout.database)].map { file in
            var status = stat()
            guard stat(file.path, &status) == 0 else { return "-" }
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            return "\(status.st_size)@\(time.tv_sec).\(time.tv_nsec)"
        }.joined(separator: " ")
    }
}
