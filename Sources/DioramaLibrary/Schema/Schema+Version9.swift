import GRDB

/// Version 9: deletion. Memories of a space in the trash are in no list; what was purged is noted until its traces are gone; each
/// row of a shared table has a digest.
extension Schema {
    static func migrateToVersion9(_ db: Database) throws {
        try db.execute(sql: purgedTables + spaceTriggers)
        for table in purgeableInVersion9 { try db.execute(sql: purgeTrigger(table)) }
        for table in ["media", "space_assets"] { try db.execute(sql: fileTriggers(table)) }
        try db.execute(sql: digestTables)
        try db.execute(
            sql: "INSERT OR IGNORE INTO memory_changes (id) SELECT id FROM memories m WHERE \(SpaceContents.isInTrashedSpace("m"))")
    }

    /// The shared tables whose rows people purge. Rows of the others go with these, or are none of people's.
    static let purgeable = purgeableInVersion9 + ["exhibits", "loans", "maintenance"]

    private static let purgeableInVersion9 = [
        "spaces", "memories", "things", "places", "recordings", "media", "plans", "measurements", "shares", "requests", "workflows",
    ]

    /// `noticed` is when this device deleted the row, or learned that another one had. `cleaned` says that no trace of it is left
    /// in the database's file. A file of `purged_files` may still be in the bucket.
    private static let purgedTables = """
        CREATE TABLE purged_rows (
            "table" TEXT NOT NULL,
            id TEXT NOT NULL,
            noticed INTEGER NOT NULL,
            cleaned INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY ("table", id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX purged_rows_by_time ON purged_rows (noticed);
        CREATE INDEX purged_rows_to_clean ON purged_rows (cleaned) WHERE NOT cleaned;
        CREATE TABLE purged_files (hash TEXT NOT NULL PRIMARY KEY, noticed INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        """

    private static let now = "CAST((julianday('now') - 2440587.5) * 86400000.0 AS INTEGER)"

    /// Memories follow their space into the trash and out of it, whichever arrives first. A space that is purged takes what only
    /// this device knows of it along.
    private static let spaceTriggers = """
        CREATE TRIGGER spaces_move_memories AFTER UPDATE OF trashed ON spaces
        WHEN (old.trashed IS NULL) <> (new.trashed IS NULL) BEGIN
            INSERT OR IGNORE INTO memory_changes (id) SELECT id FROM memories WHERE space = new.id;
        END;
        CREATE TRIGGER spaces_hide_memories AFTER INSERT ON spaces WHEN new.trashed IS NOT NULL BEGIN
            INSERT OR IGNORE INTO memory_changes (id) SELECT id FROM memories WHERE space = new.id;
        END;
        DROP TRIGGER spaces_leave_jobs;
        CREATE TRIGGER spaces_take_jobs AFTER DELETE ON spaces BEGIN
            DELETE FROM jobs WHERE space = old.id AND state IN ('done', 'failed', 'cancelled');
            UPDATE jobs SET space = NULL WHERE space = old.id;
        END;
        CREATE TRIGGER spaces_take_visitors AFTER DELETE ON spaces BEGIN
            DELETE FROM grants WHERE space = old.id;
            DELETE FROM follows WHERE space = old.id;
        END;
        """

    static func purgeTrigger(_ table: String) -> String {
        """
        CREATE TRIGGER \(table)_purged AFTER DELETE ON \(table) BEGIN
            INSERT INTO purged_rows ("table", id, noticed) VALUES ('\(table)', old.id, \(now))
                ON CONFLICT ("table", id) DO UPDATE SET noticed = excluded.noticed, cleaned = 0;
        END
        """
    }

    private static func fileTriggers(_ table: String) -> String {
        ["DELETE", "UPDATE OF hash"].map { event in
            """
            CREATE TRIGGER \(table)_\(event == "DELETE" ? "leave" : "change")_file AFTER \(event) ON \(table) BEGIN
                INSERT INTO purged_files (hash, noticed) VALUES (old.hash, \(now))
                    ON CONFLICT (hash) DO UPDATE SET noticed = excluded.noticed;
            END;
            """
        }.joined(separator: "\n")
    }

    /// `row_changes` names the rows that were written since `RowDigests` last looked; it is empty between transactions.
    private static let digestTables = """
        CREATE TABLE row_digests (
            "table" TEXT NOT NULL, id TEXT NOT NULL, digest BLOB NOT NULL, PRIMARY KEY ("table", id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE row_changes ("table" TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY ("table", id)) STRICT, WITHOUT ROWID;
        """
}
