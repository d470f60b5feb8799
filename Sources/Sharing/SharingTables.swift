import DioramaLibrary
import Foundation
import GRDB

/// Tables of sharing on this device; shares and requests are tables of the library.
enum SharingTables {
    static func install(_ db: Database) throws {
        try db.execute(
            sql: """
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
                -- Shares of this account whose files are to be granted, and those whose copies are in a bucket until they expire.
                CREATE TABLE IF NOT EXISTS sharing_due (share TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS sharing_granted (
                    share TEXT NOT NULL PRIMARY KEY, expires INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                -- Files that others granted this account, and when it last asked for those of a share.
                CREATE TABLE IF NOT EXISTS sharing_grants (
                    share TEXT NOT NULL, hash TEXT NOT NULL, byte_count INTEGER NOT NULL, key BLOB NOT NULL, url TEXT, object TEXT,
                    expires INTEGER NOT NULL, PRIMARY KEY (share, hash)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS sharing_asked (
                    share TEXT NOT NULL PRIMARY KEY, asked INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                """)
        try moveContacts(db)
    }

    /// Contacts of earlier versions, which one device had for itself, become contacts of the account.
    private static func moveContacts(_ db: Database) throws {
        guard try db.tableExists("sharing_contacts") else { return }
        for text in try String.fetchAll(db, sql: "SELECT card FROM sharing_contacts ORDER BY added") {
            guard let card = try? ContactCard(text) else { continue }
            try card.contact.save(at: Date(), db)
        }
        try db.execute(sql: "DROP TABLE sharing_contacts")
    }

    /// Queues the files of a share of this account for `grantFiles`.
    static func due(_ share: KSUID, _ db: Database) throws {
        try db.execute(sql: "INSERT OR IGNORE INTO sharing_due (share) VALUES (?)", arguments: [share.description])
    }

    /// Notes until when copies of a share's files are needed: `removeGrants` removes them then, or when the share has ended.
    static func granted(_ share: KSUID, until expires: Int64, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO sharing_granted (share, expires) VALUES (?, ?)", arguments: [share.description, expires])
    }

    /// Notes when the files of a share of another account were asked for.
    static func asked(_ share: KSUID, at time: Int64, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO sharing_asked (share, asked) VALUES (?, ?)", arguments: [share.description, time])
    }

    /// Lets the current transaction change rows that are shared read-only; `lock` has to follow.
    static func unlock(_ db: Database) throws { try db.execute(sql: "DELETE FROM sharing_locked") }

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
