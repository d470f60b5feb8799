import GRDB

/// Tables of sync in the library's database; they are not synchronized.
enum SyncTables {
    static func install(_ db: Database) throws {
        let hasMissing = try db.tableExists("sync_missing")
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS sync_progress (
                    n INTEGER NOT NULL PRIMARY KEY CHECK (n = 1), sequence INTEGER NOT NULL, told TEXT NOT NULL
                ) STRICT;
                INSERT INTO sync_progress (n, sequence, told) VALUES (1, 0, '{}') ON CONFLICT DO NOTHING;
                CREATE TABLE IF NOT EXISTS sync_outbox (
                    sequence INTEGER NOT NULL PRIMARY KEY, data BLOB NOT NULL, after INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE IF NOT EXISTS sync_cursors (
                    device TEXT NOT NULL PRIMARY KEY, sequence INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS sync_buckets (
                    name TEXT NOT NULL PRIMARY KEY, sequence INTEGER NOT NULL, synced INTEGER
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS sync_refused (
                    device TEXT NOT NULL, sequence INTEGER NOT NULL, reason TEXT NOT NULL, noticed INTEGER NOT NULL,
                    data BLOB NOT NULL, PRIMARY KEY (device, sequence)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS sync_missing (
                    device TEXT NOT NULL, sequence INTEGER NOT NULL, cause TEXT NOT NULL, reason TEXT NOT NULL,
                    noticed INTEGER NOT NULL, tried INTEGER NOT NULL, attempts INTEGER NOT NULL, asked INTEGER,
                    PRIMARY KEY (device, sequence)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS sync_requests (
                    device TEXT NOT NULL, sequence INTEGER NOT NULL, requester TEXT NOT NULL, noticed INTEGER NOT NULL,
                    PRIMARY KEY (device, sequence, requester)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS sync_snapshots (
                    bucket TEXT NOT NULL PRIMARY KEY, cursors TEXT NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS sync_redactions (
                    bucket TEXT NOT NULL PRIMARY KEY, own INTEGER NOT NULL, total INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                """)
        if hasMissing { return }
        // Earlier versions recorded a refused changeset and never asked for its content.
        try db.execute(
            sql: """
                INSERT INTO sync_missing (device, sequence, cause, reason, noticed, tried, attempts)
                SELECT device, sequence, 'refused', reason, noticed, noticed, 1 FROM sync_refused
                """)
    }
}

/// The number of applied changesets of each device.
enum Cursors {
    static func all(_ db: Database) throws -> [String: Int64] {
        var cursors: [String: Int64] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT device, sequence FROM sync_cursors") {
            cursors[row["device"]] = row["sequence"]
        }
        return cursors
    }

    /// What this device reports as applied: of each device the changesets before the first one whose content is missing.
    static func complete(_ db: Database) throws -> [String: Int64] {
        var cursors = try all(db)
        for row in try Row.fetchAll(db, sql: "SELECT device, min(sequence) AS first FROM sync_missing GROUP BY device") {
            let device: String = row["device"]
            if let cursor = cursors[device] { cursors[device] = min(cursor, (row["first"] as Int64) - 1) }
        }
        return cursors
    }

    static func of(_ device: String, _ db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT sequence FROM sync_cursors WHERE device = ?", arguments: [device]) ?? 0
    }

    /// Advances a device's cursor; it never decreases.
    static func advance(_ device: String, to sequence: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO sync_cursors (device, sequence) VALUES (?, ?)
                ON CONFLICT (device) DO UPDATE SET sequence = max(sequence, excluded.sequence)
                """, arguments: [device, sequence])
    }
}
