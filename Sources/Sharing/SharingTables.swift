import DioramaLibrary
import GRDB

/// Tables of sharing on this device; shares and requests are tables of the library.
enum SharingTables {
    static func install(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS sharing_contacts (
                    account TEXT NOT NULL PRIMARY KEY, card TEXT NOT NULL, added INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS sharing_seen (
                    sender TEXT NOT NULL, id TEXT NOT NULL, expires INTEGER NOT NULL, PRIMARY KEY (sender, id)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS sharing_files (
                    name TEXT NOT NULL PRIMARY KEY, noticed INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS sharing_heard (
                    sender TEXT NOT NULL, subject TEXT NOT NULL, sequence INTEGER NOT NULL, PRIMARY KEY (sender, subject)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS sharing_pending (
                    share TEXT NOT NULL PRIMARY KEY, content BLOB NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS sharing_sent (
                    subject TEXT NOT NULL PRIMARY KEY, sequence INTEGER NOT NULL, digest BLOB
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS sharing_outbox (
                    id TEXT NOT NULL PRIMARY KEY, receiver TEXT NOT NULL, bytes BLOB NOT NULL
                ) STRICT;
                CREATE TABLE IF NOT EXISTS sharing_locked (
                    tbl TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (tbl, id)
                ) STRICT, WITHOUT ROWID;
                """)
    }

    /// Records the rows that are shared read-only with this account, and maintains the triggers that refuse changes.
    ///
    /// Merging changes (of the owner, or of another device of this account) and moving to the trash are allowed.
    static func lock(_ db: Database) throws {
        var locked: [String: Set<String>] = [:]
        for share in try Share.fetchAll(in: [.accepted], db) where share.isIncoming && share.permission == .read {
            for (table, ids) in share.details.rows where SharedTables.names.contains(table) {
                locked[table, default: []].formUnion(ids)
            }
        }
        try db.execute(sql: "DELETE FROM sharing_locked")
        for (table, ids) in locked {
            for id in ids { try db.execute(sql: "INSERT INTO sharing_locked (tbl, id) VALUES (?, ?)", arguments: [table, id]) }
        }
        for table in SharedTables.names.sorted() where try db.tableExists(table) {
            let name = "sharing_keep_\(table)"
            let isThere =
                try Bool.fetchOne(
                    db, sql: "SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND name = ?", arguments: [name]) ?? false
            let isNeeded = locked[table]?.isEmpty == false
            if isThere, !isNeeded { try db.execute(sql: "DROP TRIGGER \"\(name)\"") }
            guard isNeeded, !isThere else { continue }
            let columns = try db.columns(in: table).map(\.name).filter { !["id", "trashed", "modified"].contains($0) }
            try db.execute(
                sql: """
                    CREATE TRIGGER "\(name)" BEFORE UPDATE OF \(columns.map { "\"\($0)\"" }.joined(separator: ", ")) ON "\(table)"
                    WHEN (SELECT applying FROM sync_state) = 0
                        AND EXISTS (SELECT 1 FROM sharing_locked WHERE tbl = '\(table)' AND id = OLD.id) BEGIN
                    SELECT RAISE(ABORT, 'this was shared with you read-only; make a copy to change it');
                    END
                    """)
        }
    }
}
