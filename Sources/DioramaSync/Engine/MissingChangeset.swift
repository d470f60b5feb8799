import Changes
import DioramaLibrary
import Foundation
import GRDB

/// A changeset of another device whose content this device lacks. As long as there is one, the device is behind.
public struct MissingChangeset: Sendable, Equatable {
    /// Why its content is missing.
    public enum Cause: String, Sendable {
        /// A later changeset is in the bucket and this one is not.
        case absent
        /// Its object is incomplete or altered.
        case damaged
        /// It holds what no changeset may hold.
        case refused
        /// A newer version of the program wrote it.
        case newerVersion
    }

    /// The id of the device that wrote it.
    public let device: String
    /// Its number among that device's changesets, from 1.
    public let sequence: Int64
    /// Why its content is missing.
    public let cause: Cause
    /// What is wrong with it, for people.
    public let reason: String
    /// When it was first noticed.
    public let since: Date
    /// In how many runs it was read without success.
    public let attempts: Int
    /// When its content was last requested from the other devices; nil before that.
    public let asked: Date?

    /// What is missing and why, in one line without the device.
    public var line: String {
        cause == .absent ? "its changeset \(sequence) has not arrived yet" : "changeset \(sequence): \(reason)"
    }
}

/// The table of missing changesets. A row goes when the changeset or a snapshot that includes it was applied.
enum MissingChangesets {
    static func all(_ db: Database) throws -> [MissingChangeset] {
        try Row.fetchAll(db, sql: "SELECT * FROM sync_missing ORDER BY device, sequence").map { row in
            let asked: Int64? = row["asked"]
            return MissingChangeset(
                device: row["device"], sequence: row["sequence"], cause: .init(rawValue: row["cause"]) ?? .damaged,
                reason: row["reason"], since: Date(milliseconds: row["noticed"]), attempts: row["attempts"],
                asked: asked.map { Date(milliseconds: $0) })
        }
    }

    /// Records one more attempt without success.
    static func add(_ change: ChangeKey, _ cause: MissingChangeset.Cause, reason: String, _ db: Database) throws {
        let now = Date().milliseconds
        try db.execute(
            sql: """
                INSERT INTO sync_missing (device, sequence, cause, reason, noticed, tried, attempts) VALUES (?, ?, ?, ?, ?, ?, 1)
                ON CONFLICT (device, sequence) DO UPDATE SET cause = excluded.cause, reason = excluded.reason,
                    tried = excluded.tried, attempts = attempts + 1
                """, arguments: [change.device, change.sequence, cause.rawValue, reason, now, now])
    }

    static func remove(_ change: ChangeKey, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM sync_missing WHERE device = ? AND sequence = ?", arguments: [change.device, change.sequence])
    }

    /// Removes what a snapshot includes. One of an earlier version may lack what its maker had refused.
    static func remove(device: String, upTo sequence: Int64, includingRefused: Bool, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM sync_missing WHERE device = ? AND sequence <= ? AND (? OR cause <> 'refused')",
            arguments: [device, sequence, includingRefused])
    }

    /// Those that are requested with the next changeset; an absent one only after some runs, because lists can be late.
    static func toAsk(_ db: Database, _ options: SyncEngine.Options, at now: Date = Date()) throws -> [MissingChangeset] {
        try all(db).filter { missing in
            if missing.cause == .absent && missing.attempts < options.absentAttempts { return false }
            return missing.asked.map { now.timeIntervalSince($0) > options.requestInterval } ?? true
        }
    }

    /// Marks everything that `header` asks for as requested.
    static func markAsked(_ db: Database) throws {
        try db.execute(sql: "UPDATE sync_missing SET asked = ?", arguments: [Date().milliseconds])
    }

    /// The list that a header contains.
    static func listed(_ db: Database) throws -> [String: [Int64]] {
        Dictionary(grouping: try all(db), by: \.device).mapValues { $0.map(\.sequence) }
    }
}

/// Requests of other devices for changesets that this device has: it answers with a snapshot.
enum ChangesetRequests {
    /// Replaces the requests of a device by those in its latest changeset. Unknown changesets are left to other devices.
    static func record(_ missing: [String: [Int64]], of requester: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM sync_requests WHERE requester = ?", arguments: [requester])
        let known = try known(db)
        for (device, sequences) in missing {
            for sequence in sequences.prefix(1_000) where sequence <= known[device, default: 0] {
                try db.execute(
                    sql: """
                        INSERT INTO sync_requests (device, sequence, requester, noticed) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
                        """,
                    arguments: [device, sequence, requester, Date().milliseconds])
            }
        }
    }

    /// The greatest requested sequence number of each device.
    static func all(_ db: Database) throws -> [String: Int64] {
        var requests: [String: Int64] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT device, max(sequence) AS last FROM sync_requests GROUP BY device") {
            requests[row["device"]] = row["last"]
        }
        return requests
    }

    static func clear(_ db: Database) throws { try db.execute(sql: "DELETE FROM sync_requests") }

    /// The last changeset of each device that a snapshot of this device includes.
    static func known(_ db: Database) throws -> [String: Int64] {
        var cursors = try Cursors.complete(db)
        cursors[try ChangeTracking.device(db)] = try SyncEngine.sequence(db)
        return cursors
    }
}
