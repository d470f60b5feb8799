import Foundation
import GRDB

extension Library {
    /// A page of spaces, newest first.
    /// - Parameters:
    ///   - limit: how many at most, 1 to 1000.
    ///   - last: the last space of the page before, which may be deleted by now; nil for the first page.
    public func spaces(limit: Int = 50, after last: SpaceID? = nil) async throws(LibraryError) -> [Space] {
        if !(1...1000).contains(limit) { throw LibraryError(.invalidValue, "a page can have 1 to 1000 spaces, not \(limit)") }
        return try await read(to: "list the spaces") { db in
            if let last {
                return try Catalogue.spaces(db, "WHERE id < ? ORDER BY id DESC LIMIT ?", [last.description, limit])
            }
            return try Catalogue.spaces(db, "ORDER BY id DESC LIMIT ?", [limit])
        }
    }

    /// How many spaces there are.
    public func spaceCount() async throws(LibraryError) -> Int {
        try await read(to: "count the spaces") { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM spaces") ?? 0 }
    }

    /// The space, or nil where there is none.
    public func space(_ id: SpaceID) async throws(LibraryError) -> Space? {
        try await read(to: "read the space \(id)") { db in try Catalogue.spaces(db, "WHERE id = ?", [id.description]).first }
    }

    /// Gives a space another name.
    /// - Returns: the space as it now is, or nil where there is none.
    /// - Throws: `LibraryError` of kind `invalidValue` where the name can't be kept; see `checkedName`.
    public func rename(_ id: SpaceID, to name: String) async throws(LibraryError) -> Space? {
        let name = try Self.checkedName(name)
        return try await write(to: "rename the space \(id)") { db in
            try db.execute(
                sql: "UPDATE spaces SET name = ?, modified = max(modified, ?) WHERE id = ?",
                arguments: [name, Date().milliseconds, id.description])
            return try Catalogue.spaces(db, "WHERE id = ?", [id.description]).first
        }
    }

    /// Deletes a space, and the files that no other space uses.
    /// - Returns: whether there was such a space.
    public func delete(_ id: SpaceID) async throws(LibraryError) -> Bool {
        let hashes: [String]? = try await write(to: "delete the space \(id)") { db -> [String]? in
            let hashes = try String.fetchAll(db, sql: "SELECT hash FROM space_assets WHERE space = ?", arguments: [id.description])
            try db.execute(sql: "DELETE FROM spaces WHERE id = ?", arguments: [id.description])
            if db.changesCount == 0 { return nil }
            try db.execute(literal: "DELETE FROM assets WHERE hash IN \(hashes) AND hash NOT IN (SELECT hash FROM space_assets)")
            return hashes
        }
        guard let hashes else { return false }
        // The space is gone for good now. A file that can't be removed, or a kill before that, leaves it to the next opening.
        try? await removeUnnamed(hashes.compactMap { AssetHash($0) })
        return true
    }

    /// Removes those of the files that no row names. It holds the write lock, so that nobody is about to name one of them.
    func removeUnnamed(_ hashes: [AssetHash]) async throws(LibraryError) {
        let layout = layout
        try await write(to: "remove unused files") { db in
            for hash in hashes {
                let isNamed =
                    try Bool.fetchOne(db, sql: "SELECT 1 FROM assets WHERE hash = ?", arguments: [hash.description]) ?? false
                let file = layout.asset(hash)
                if !isNamed, FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
            }
        }
    }
}
