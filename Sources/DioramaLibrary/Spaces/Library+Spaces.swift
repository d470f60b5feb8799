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
    /// - Returns: the space as it now is, or nil where there is none outside the trash.
    /// - Throws: `LibraryError` of kind `invalidValue` where the name can't be kept; see `checkedName`.
    public func rename(_ id: SpaceID, to name: String) async throws(LibraryError) -> Space? { try await edit(id, name: name) }

    /// Changes the name or description of a space.
    /// - Parameters:
    ///   - id: the space.
    ///   - name: the new name; nil leaves it as it is.
    ///   - description: at most 10,000 characters; nil leaves it as it is, empty removes it.
    /// - Returns: the space as it now is, or nil where there is none outside the trash.
    /// - Throws: `LibraryError` of kind `invalidValue` where the name or description can't be kept.
    public func edit(
        _ id: SpaceID, name: String? = nil, description: String? = nil
    ) async throws(LibraryError) -> Space? {
        let name = try name.map { (name) throws(LibraryError) in try Self.checkedName(name) }
        let description = try description.map { (text) throws(LibraryError) in
            try Check.text(text, "a space's description", characters: 10_000)
        }
        return try await write(to: "change the space \(id)") { db in
            try db.execute(
                sql: """
                    UPDATE spaces SET name = ifnull(?, name), description = ifnull(?, description), modified = max(modified, ?)
                    WHERE id = ? AND trashed IS NULL
                    """, arguments: [name, description, Date().milliseconds, id.description])
            guard db.changesCount > 0 else { return nil }
            return try Catalogue.spaces(db, "WHERE id = ?", arguments: [id.description]).first
        }
    }

    /// Moves a space to the trash with all that belongs to it: the space, its memories, plan and measurements are in no list and
    /// no search any more, but nothing is lost.
    /// - Returns: whether it was there, and not in the trash before; `restore` undoes it.
    public func trash(_ id: SpaceID) async throws(LibraryError) -> Bool { try await setTrashed(id, at: Date()) }

    /// Moves a space back from the trash, with all that was in it, also what other devices added meanwhile. Memories that were in
    /// the trash by themselves stay there.
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
}
