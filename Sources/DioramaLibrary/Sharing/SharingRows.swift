import Foundation
import GRDB

// Rows of `shares` and `requests` for the exchange with other accounts (the module `Sharing`), inside its transactions.

extension Share {
    /// The share; nil where there is none, or where this version doesn't know its state or permission.
    package static func fetch(_ id: ShareID, _ db: Database) throws -> Entry<Share>? {
        try layout.fetch(id, db).flatMap { $0.isKnown ? $0 : nil }
    }

    /// The shares in one of `states` whose permission this version knows, oldest first, also from the trash.
    package static func fetchAll(in states: Set<State>, _ db: Database) throws -> [Entry<Share>] {
        let names = states.map(\.rawValue)
        return try layout.fetch(where: "state IN (\(databaseQuestionMarks(count: names.count)))", StatementArguments(names), db)
            .filter(\.isKnown)
    }

    /// Adds the share under an id that both accounts know.
    /// - Throws: `LibraryError` of kind `invalidValue` for what the table doesn't accept.
    package func insert(id: ShareID, at time: Date, _ db: Database) throws {
        _ = try Self.layout.insert(self, id: id, at: time, db)
    }

    /// Writes the columns in which `share` differs from `entry`.
    package static func update(_ entry: Entry<Share>, to share: Share, at time: Date, _ db: Database) throws {
        _ = try layout.update(entry, from: entry.content, to: share, at: time, db)
    }

    /// The files of accepted shares of others that shared rows outside the trash name, and that are not on this device.
    package static func missingFiles(_ db: Database) throws -> [(share: ShareID, file: SharedMedia)] {
        var missing: [(share: ShareID, file: SharedMedia)] = []
        let sql = """
            SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM assets WHERE hash = :hash)
                AND (EXISTS (SELECT 1 FROM space_assets WHERE hash = :hash)
                    OR EXISTS (SELECT 1 FROM media WHERE hash = :hash AND trashed IS NULL))
            """
        for share in try fetchAll(in: [.accepted], db) where share.isIncoming {
            for file in share.details.media {
                let arguments: StatementArguments = ["hash": file.hash.description]
                if try Row.fetchOne(try db.cachedStatement(sql: sql), arguments: arguments) == nil { continue }
                missing.append((share.id, file))
            }
        }
        return missing
    }

    fileprivate var isKnown: Bool { State.known.contains(state) && Permission.known.contains(permission) }
}

extension Memory {
    /// Makes memories that another account shared visible to the receiving account: without that they are private to their author.
    /// - Parameter ids: the shared memories; others keep their privacy.
    package static func show(_ ids: [String], to receiver: AccountID, at time: Date, _ db: Database) throws {
        for entry in try layout.fetch(ids, db) where entry.privacy == .private && entry.account != receiver {
            var memory = entry.content
            memory.privacy = .shared
            memory.audience = [receiver]
            _ = try layout.update(entry, from: entry.content, to: memory, at: time, db)
        }
    }
}

extension Request {
    /// The request; nil where there is none.
    package static func fetch(_ id: RequestID, _ db: Database) throws -> Entry<Request>? { try layout.fetch(id, db) }

    /// The requests to and from an account, outside the trash.
    package static func fetchAll(of peer: String, _ db: Database) throws -> [Entry<Request>] {
        try layout.fetch(where: "peer = ? AND trashed IS NULL", [peer], db)
    }

    /// Adds the request under an id that both accounts know.
    /// - Throws: `LibraryError` of kind `invalidValue` for what the table doesn't accept.
    package func insert(id: RequestID, at time: Date, _ db: Database) throws {
        _ = try Self.layout.insert(self, id: id, at: time, db)
    }

    /// Ends an open request.
    /// - Parameter recording: the answer; it may arrive later than this state.
    package static func end(
        _ id: RequestID, as state: State, recording: RecordingID? = nil, at time: Date, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                UPDATE requests SET modified = max(modified, ?), state = ?, answered = ?, recording = coalesce(?, recording)
                WHERE id = ?
                """, arguments: [time.milliseconds, state.rawValue, time.milliseconds, recording?.description, id.description])
    }
}
