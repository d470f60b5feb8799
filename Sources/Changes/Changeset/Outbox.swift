import Foundation
import GRDB

/// Changesets that this device has written and keeps for buckets that may lack them: the table of sync's outbox, by which what was
/// purged would otherwise stay in the database.
public enum Outbox {
    /// The table, with the columns `sequence` and `data`. `DioramaSync` creates it and uses it.
    public static let table = "sync_outbox"

    /// Removes the values of purged rows from the changesets in it.
    public static func redact(_ db: Database) throws {
        guard try db.tableExists(table) else { return }
        for sequence in try Int64.fetchAll(db, sql: "SELECT sequence FROM \(table)") {
            let data = try Data.fetchOne(db, sql: "SELECT data FROM \(table) WHERE sequence = ?", arguments: [sequence])
            guard let data, let redacted = try Changeset(unchecked: Array(data)).redacted(db) else { continue }
            try db.execute(sql: "UPDATE \(table) SET data = ? WHERE sequence = ?", arguments: [Data(redacted.bytes), sequence])
        }
    }
}
