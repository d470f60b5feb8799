import Changes
import Foundation
import GRDB
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where a library is brought together before it becomes the one in `folder`: `.first-start` in there, with the layout of a
/// library. What was fetched stays in it until all is there, so that the next start goes on from it.
struct FirstStartStage {
    let layout: LibraryFolder
    private static let action = "put the library in place"

    private var root: URL { layout.root.appendingPathComponent(".first-start", isDirectory: true) }
    /// The library in the making.
    var library: LibraryFolder { LibraryFolder(root.appendingPathComponent("library", isDirectory: true)) }
    /// There from when the library in the making is whole: where it came from.
    private var mark: URL { root.appendingPathComponent("origin") }

    /// Where the library came from that is being put in place, or was, without its owner being written down yet.
    var pending: FirstStartOrigin? {
        (try? String(contentsOf: mark, encoding: .utf8)).flatMap(FirstStartOrigin.init(rawValue:))
    }

    func prepare() throws {
        try LibraryOpening.makeFolder(library.root)
        try LibraryOpening.makeFolder(library.assets)
    }

    /// Brings the database in the making up to date, and writes down which files came with it.
    /// - Returns: what is wrong with it; nil where it can become the library's.
    func complete() throws -> String? {
        do {
            let queue = try DatabaseQueue(path: library.database.path, configuration: LibraryOpening.configuration)
            defer { try? queue.close() }
            return try queue.writeWithoutTransaction { db in
                if try Schema.migrator.hasBeenSuperseded(db) { return "it was written by a newer version of Diorama" }
                let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
                return mode == "delete" ? try DatabaseCheck.whole(db).first : "its write-ahead log can't be merged"
            } ?? Self.complete(queue, in: library)
        } catch let error as DatabaseError {
            return error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        }
    }

    private static func complete(_ queue: DatabaseQueue, in layout: LibraryFolder) throws -> String? {
        try LibraryOpening.bringUpToDate(queue)
        try queue.write { db in
            // It may be a copy of a library that goes on elsewhere.
            if try db.tableExists("sync_state") { try ChangeTracking.markCopied(db) }
            _ = try LocallyAvailableFiles.write(db, in: layout)
        }
        return nil
    }

    /// Makes the library in the making the one of the folder, which has none. A kill in it is made good by `finish`.
    /// - Parameter check: inspects the library before it is put in place.
    func place(from origin: FirstStartOrigin, accepting check: (Database) throws -> Void = { _ in }) throws {
        if let problem = try complete() {
            throw LibraryError(.damaged, "the library from the \(origin.rawValue) is not sound: \(problem)")
        }
        let queue = try DatabaseQueue(path: library.database.path, configuration: LibraryOpening.configuration)
        do {
            try queue.read(check)
            try queue.close()
        } catch {
            try? queue.close()
            throw error
        }
        try FileClone.makeDurable(library.database, to: Self.action)
        try AtomicFile.write(Array(origin.rawValue.utf8), to: mark)
        try finish()
    }

    /// Moves what is left to be moved: first the files, then the database that names them.
    func finish() throws {
        guard pending != nil, FileManager.default.fileExists(atPath: library.database.path) else { return }
        let lock = try LibraryOpening(layout).lock
        try lock.waitAlone()
        defer { lock.release() }
        if FileManager.default.fileExists(atPath: layout.database.path) {
            throw LibraryError(.inUse, "another program has made a library in \(layout.root.path) meanwhile; that one is kept")
        }
        for hash in try library.assetFiles() {
            let target = layout.asset(hash)
            try LibraryOpening.makeFolder(target.deletingLastPathComponent())
            try move(library.asset(hash), to: target)
            AtomicFile.syncFolder(target.deletingLastPathComponent())
        }
        try move(library.database, to: layout.database)
        AtomicFile.syncFolder(layout.root)
    }

    /// Removes what was fetched, as nothing comes of it, and a folder that holds nothing else, where it was made for this.
    func discard(_ isNew: Bool) {
        guard pending == nil else { return }
        remove()
        if isNew, (try? FileManager.default.contentsOfDirectory(atPath: layout.root.path)) ?? [] == [] {
            try? FileManager.default.removeItem(at: layout.root)
        }
    }

    /// Removes everything, once nothing is left to be done.
    func remove() { try? FileManager.default.removeItem(at: root) }

    private func move(_ file: URL, to target: URL) throws {
        if rename(file.path, target.path) != 0 { throw LibraryError(system: errno, could: Self.action, at: file) }
    }
}
