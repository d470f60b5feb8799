import Foundation
import GRDB

extension Library {
    /// A page of spaces that are not in the trash, newest first.
    /// - Parameters:
    ///   - limit: how many at most, 1 to 1000.
    ///   - last: the last space of the page before, which may be deleted by now; nil for the first page.
    public func spaces(limit: Int = 50, after last: SpaceID? = nil) async throws(LibraryError) -> [Space] {
        if !(1...1000).contains(limit) { throw LibraryError(.invalidValue, "a page can have 1 to 1000 spaces, not \(limit)") }
        return try await read(to: "list the spaces") { db in
            if let last {
                return try Catalogue.spaces(
                    db, "WHERE id < ? AND trashed IS NULL ORDER BY id DESC LIMIT ?", arguments: [last.description, limit])
            }
            return try Catalogue.spaces(db, "WHERE trashed IS NULL ORDER BY id DESC LIMIT ?", arguments: [limit])
        }
    }

    /// How many spaces there are outside the trash.
    public func spaceCount() async throws(LibraryError) -> Int {
        try await read(to: "count the spaces") { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM spaces WHERE trashed IS NULL") ?? 0
        }
    }

    /// The space, or nil where there is none; also where it is in the trash.
    public func space(_ id: SpaceID) async throws(LibraryError) -> Space? {
        try await read(to: "read the space \(id)") { db in
            try Catalogue.spaces(db, "WHERE id = ?", arguments: [id.description]).first
        }
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
            return try Catalogue.spaces(db, "WHERE id = ?", arguments: [id.description]).first
        }
    }

    /// Puts a space into the trash: it is in no list and no search any more, but nothing is lost.
    /// - Returns: whether it was there, and not in the trash before; `restore` undoes it.
    public func trash(_ id: SpaceID) async throws(LibraryError) -> Bool { try await setTrashed(id, at: Date()) }

    /// Takes a space out of the trash.
    /// - Returns: whether it was in it.
    public func restore(_ id: SpaceID) async throws(LibraryError) -> Bool { try await setTrashed(id, at: nil) }

    /// The spaces in the trash, what was put there last first; 1000 at most.
    public func trashedSpaces() async throws(LibraryError) -> [Space] {
        try await read(to: "list the trash") { db in
            try Catalogue.spaces(db, "WHERE trashed IS NOT NULL ORDER BY trashed DESC, id DESC LIMIT 1000")
        }
    }

    private func setTrashed(_ id: SpaceID, at time: Date?) async throws(LibraryError) -> Bool {
        try await write(to: "move the space \(id)") { db in
            try db.execute(
                sql: """
                    UPDATE spaces SET trashed = ?, modified = max(modified, ?)
                    WHERE id = ? AND trashed IS \(time == nil ? "NOT " : "")NULL
                    """, arguments: [time?.milliseconds, Date().milliseconds, id.description])
            return db.changesCount > 0
        }
    }

    /// Deletes a space permanently, with its capture, plan and measurements, and the files and media that nothing else names.
    /// Places, things and memories that were in it stay.
    /// - Returns: whether there was such a space.
    public func delete(_ id: SpaceID) async throws(LibraryError) -> Bool {
        let hashes: [AssetHash]? = try await write(to: "delete the space \(id)") { db -> [AssetHash]? in
            let named = try String.fetchAll(db, sql: "SELECT hash FROM space_assets WHERE space = ?", arguments: [id.description])
            try db.execute(sql: "DELETE FROM spaces WHERE id = ?", arguments: [id.description])
            if db.changesCount == 0 { return nil }
            let plans = "SELECT id FROM plans WHERE space = ?"
            try db.execute(sql: "DELETE FROM plan_edits WHERE plan IN (\(plans))", arguments: [id.description])
            for table in ["captures", "space_assets", "plans", "measurements"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE space = ?", arguments: [id.description])
            }
            let hashes = try named.compactMap { AssetHash($0) } + Originals.purgeMedia(where: "space", id.description, db)
            try Originals.forgetUnnamed(hashes, db)
            return hashes
        }
        guard let hashes else { return false }
        // The space is gone for good now. A file that can't be removed, or a kill before that, leaves it to the next opening.
        try? await removeUnnamed(hashes)
        return true
    }
}
