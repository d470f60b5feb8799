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

    fileprivate var isKnown: Bool { State.known.contains(state) && Permission.known.contains(permission) }
}

extension Request {
    /// The request; nil where there is none.
    package static func fetch(_ id: RequestID, _ db: Database) throws -> Entry<Request>? { try layout.fetch(id, db) }

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
