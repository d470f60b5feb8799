import Changes
import Foundation
import GRDB
import Support

extension Library {
    /// Whether something was purged whose text may still be in the database's file.
    public func hasTraces() async throws(LibraryError) -> Bool {
        try await read(to: "look for traces of deleted rows") { db in
            try Row.fetchOne(db, sql: "SELECT 1 FROM purged_rows WHERE NOT cleaned") != nil
        }
    }

    /// Removes what is left of purged rows on this device: their words in the search index, unused pages of the database, the
    /// write-ahead log, and files, previews and cached originals that nothing names any more. Does nothing where nothing was purged
    /// since the last call. Others who write wait meanwhile, some seconds for a database of gigabytes.
    ///
    /// To be called after deleting; a call that fails or is interrupted is made up for by the next one, as before each backup.
    /// - Throws: `LibraryError`: `diskFull` where there is no space for a copy of the database, `inUse` where another program keeps
    ///   reading an old state of it.
    public func removeTraces() async throws(LibraryError) {
        if isReadOnly { return }
        guard try await hasTraces() else { return }
        try await removeUnnamedFiles()
        try await write(to: "remove traces of deleted rows") { db in try Outbox.redact(db) }
        try await rewrite()
        try await write(to: "remove traces of deleted rows") { db in
            try db.execute(sql: "UPDATE purged_rows SET cleaned = 1 WHERE NOT cleaned")
        }
    }

    /// Writes the database anew, without the unused parts of its pages, and merges the write-ahead log.
    package func rewrite() async throws(LibraryError) {
        let pool = pool
        do {
            // Deleted words stay in the segments of the index until these are merged.
            try await pool.write { db in try db.execute(sql: "INSERT INTO search (search) VALUES ('optimize')") }
            // `secure_delete` does not reach everything: SQLite leaves copies of moved cells in the gaps of pages.
            try await pool.vacuum()
        } catch {
            throw LibraryError(error, could: "remove traces of deleted rows", in: folder)
        }
        try await emptyLog()
    }

    /// Merges the write-ahead log into the database and truncates it. A session whose log is empty looks like one whose log was
    /// lost:
    /// so while it is, the library looks like one that was closed.
    private func emptyLog() async throws(LibraryError) {
        let session = layout.session
        do {
            try? FileManager.default.removeItem(at: session)
            try await pool.writeWithoutTransaction { db in
                _ = try db.checkpoint(.truncate)
                let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
                try db.execute(sql: "PRAGMA user_version = \(version)")
            }
            try AtomicFile.write([], to: session)
        } catch {
            throw LibraryError(error, could: "remove traces of deleted rows", in: folder)
        }
    }

    /// Removes the files, previews and cached originals of purged rows that no other row names.
    private func removeUnnamedFiles() async throws(LibraryError) {
        let layout = layout
        let hashes = try await write(to: "remove unused files") { db in
            try db.execute(sql: "DELETE FROM assets WHERE hash IN (SELECT hash FROM purged_files) AND NOT \(Originals.isNamed)")
            return try String.fetchAll(db, sql: "SELECT hash FROM purged_files WHERE NOT \(Originals.isNamed(in: "purged_files"))")
                .compactMap { AssetHash($0) }
        }
        try await removeUnnamed(hashes)
        for hash in hashes {
            for file in PreviewSize.allCases.map({ layout.preview(hash, $0) }) + [
                layout.sharedCopy(hash), layout.cached(hash), layout.partial(hash),
            ] {
                try? FileManager.default.removeItem(at: file)
            }
            try? FileManager.default.removeItem(at: layout.parts.appendingPathComponent(hash.description))
        }
    }
}
