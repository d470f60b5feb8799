import Foundation
import GRDB

/// Following spaces: what is new since somebody last looked. It is counted by when memories arrived on this device.
extension VisibleMemories {
    /// The followed spaces, each with how many memories of others are new, at most `countLimit`.
    public func follows() async throws(LibraryError) -> [(space: SpaceID, newMemories: Int)] {
        guard let name else { return [] }
        return try await library.read(to: "list what is followed") { db in
            let rows = try Row.fetchAll(
                try db.cachedStatement(
                    sql: """
                        SELECT space, seen FROM follows
                        WHERE viewer = ? AND space IN (SELECT id FROM spaces WHERE trashed IS NULL) ORDER BY space DESC
                        """), arguments: [name])
            return try rows.compactMap { row in
                guard let space = SpaceID(cell: row[0]), try Self.seesSpace(space, as: viewer, db) else { return nil }
                return (space, try arrivals(in: space, after: row[1], db))
            }
        }
    }

    /// Follows a space, or says of one that is followed that all has been seen up to now.
    /// - Returns: whether they see such a space.
    public func follow(_ space: SpaceID) async throws(LibraryError) -> Bool {
        guard let name else { return false }
        return try await library.write(to: "follow the space \(space)") { db in
            let isThere = try Row.fetchOne(
                db, sql: "SELECT 1 FROM spaces WHERE id = ? AND trashed IS NULL", arguments: [space.cell])
            guard isThere != nil, try Self.seesSpace(space, as: viewer, db) else { return false }
            try db.execute(
                sql: """
                    INSERT INTO follows (viewer, space, seen) VALUES (?, ?, (SELECT ifnull(max(number), 0) FROM search_documents))
                    ON CONFLICT (viewer, space) DO UPDATE SET seen = excluded.seen
                    """, arguments: [name, space.cell])
            return true
        }
    }

    /// Follows a space no more.
    public func unfollow(_ space: SpaceID) async throws(LibraryError) {
        guard let name else { return }
        try await library.write(to: "follow the space \(space) no more") { db in
            try db.execute(sql: "DELETE FROM follows WHERE viewer = ? AND space = ?", arguments: [name, space.cell])
        }
    }

    /// The key under which follows are stored; none are stored for links.
    private var name: String? {
        switch viewer {
        case .owner: "owner"
        case .account(let account): account.description
        case .link: nil
        }
    }
}
