import Foundation
import GRDB
import DioramaLibrary

/// How far a share is.
public enum ShareState: String, Sendable {
    case offered, accepted, declined
    /// Ended by its sender. The receiver's copy is in the trash.
    case revoked
}

/// A row of the catalogue's `shares`, as sharing reads and writes it.
struct ShareRow: Sendable {
    var id: String
    var account: String
    var peer: String
    var peerName: String
    var isIncoming: Bool
    var title: String
    var message: String
    var permission: SharePermission
    var state: ShareState
    var expires: Int64?
    var answered: Int64?
    var details: Details

    /// What has no column of its own.
    struct Details: Sendable, Codable {
        /// Ids by table: everything that the share may ever write.
        var rows: [String: [String]] = [:]
        var media: [SharedMedia] = []
        /// Names of files that are shared without their place, by their names here.
        var hashes: [String: String]?
        /// The request that it answers.
        var answers: String?
        /// What happened to it, for people.
        var note: String?
    }

    var rows: [String: [String]] { details.rows }
    var allowed: [String: Set<String>] { details.rows.mapValues { Set($0) } }

    static func all(_ db: Database, _ condition: String, _ arguments: StatementArguments = []) throws -> [ShareRow] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, account, peer, peer_name, is_incoming, title, message, permission, state, expires, answered, details
                FROM shares WHERE \(condition) ORDER BY id
                """, arguments: arguments
        ).compactMap { row in
            // A row that this version can't read is none of its shares.
            guard let permission = SharePermission(rawValue: row["permission"]), let state = ShareState(rawValue: row["state"]),
                let details = try? JSONDecoder().decode(Details.self, from: Data((row["details"] as String).utf8))
            else { return nil }
            return ShareRow(
                id: row["id"], account: row["account"] ?? "", peer: row["peer"], peerName: row["peer_name"],
                isIncoming: row["is_incoming"],
                title: row["title"], message: row["message"], permission: permission, state: state, expires: row["expires"],
                answered: row["answered"], details: details)
        }
    }

    static func find(_ db: Database, _ id: String) throws -> ShareRow? { try all(db, "id = ?", [id]).first }

    func insert(_ db: Database, at now: Int64) throws {
        let items = rows.sorted { $0.key < $1.key }.flatMap { table, ids in ids.map { ["table": table, "id": $0] } }
        try db.execute(
            sql: """
                INSERT INTO shares (id, created, modified, account, peer, peer_name, is_incoming, title, message, items, permission, state,
                    expires, answered, details)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, now, now, account, peer, peerName, isIncoming, title, message, try Self.json(items), permission.rawValue,
                state.rawValue, expires, answered, try Self.json(details),
            ])
    }

    func update(_ db: Database, at now: Int64) throws {
        try db.execute(
            sql: """
                UPDATE shares SET modified = max(modified, ?), title = ?, message = ?, permission = ?, state = ?, expires = ?, answered = ?,
                    details = ?
                WHERE id = ?
                """,
            arguments: [now, title, message, permission.rawValue, state.rawValue, expires, answered, try Self.json(details), id])
    }

    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

/// A row of the catalogue's `requests`, as sharing reads and writes it.
struct RequestRow: Sendable {
    var id: String
    var peer: String
    var isIncoming: Bool
    var state: String

    static func find(_ db: Database, _ id: String) throws -> RequestRow? {
        try Row.fetchOne(db, sql: "SELECT id, peer, is_incoming, state FROM requests WHERE id = ?", arguments: [id]).map { row in
            RequestRow(id: row["id"], peer: row["peer"], isIncoming: row["is_incoming"], state: row["state"])
        }
    }

    static func setState(_ db: Database, _ id: String, _ state: String, recording: String? = nil, at now: Int64) throws {
        try db.execute(
            sql: """
                UPDATE requests SET modified = max(modified, ?), state = ?, answered = ?, recording = coalesce(?, recording) WHERE id = ?
                """, arguments: [now, state, now, recording, id])
    }
}
