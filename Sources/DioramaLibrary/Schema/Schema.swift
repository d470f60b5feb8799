import GRDB

/// The catalogue's schema. A migration, once released, never changes: the next version adds one below it, and a test opens a
/// catalogue of every earlier version. docs/library.md describes the tables.
enum Schema {
    /// Marks the database as Diorama's (`PRAGMA application_id`): "Dior" in ASCII.
    static let applicationID: Int32 = 0x4469_6F72

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in try db.execute(sql: version1) }
        migrator.registerMigration("2") { db in try db.execute(sql: version2) }
        migrator.registerMigration("3") { db in try migrateToVersion3(db) }
        migrator.registerMigration("4") { db in try migrateToVersion4(db) }
        migrator.registerMigration("5") { db in try db.execute(sql: version5) }
        migrator.registerMigration("6") { db in try db.execute(sql: version6) }
        migrator.registerMigration("7") { db in try migrateToVersion7(db) }
        migrator.registerMigration("8") { db in try migrateToVersion8(db) }
        migrator.registerMigration("9") { db in try migrateToVersion9(db) }
        migrator.registerMigration("10") { db in try db.execute(sql: version10) }
        migrator.registerMigration("11") { db in try migrateToVersion11(db) }
        migrator.registerMigration("12") { db in try migrateToVersion12(db) }
        migrator.registerMigration("13") { db in try db.execute(sql: version13) }
        migrator.registerMigration("14") { db in try db.execute(sql: version14) }
        migrator.registerMigration("15") { db in try migrateToVersion15(db) }
        return migrator
    }

    /// Times are milliseconds since 1970 UTC, ids KSUIDs, hashes 64 hexadecimal digits, lengths metres.
    private static let version1 = """
        PRAGMA application_id = \(applicationID);

        CREATE TABLE spaces (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            name TEXT NOT NULL CHECK (name <> ''),
            created INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            area REAL CHECK (area >= 0),
            triangle_count INTEGER NOT NULL CHECK (triangle_count >= 0),
            point_count INTEGER NOT NULL CHECK (point_count >= 0),
            min_x REAL, min_y REAL, min_z REAL,
            max_x REAL, max_y REAL, max_z REAL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE captures (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            space TEXT NOT NULL UNIQUE REFERENCES spaces (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            frame_count INTEGER NOT NULL CHECK (frame_count >= 0),
            skipped_frames INTEGER NOT NULL CHECK (skipped_frames >= 0),
            seconds REAL NOT NULL CHECK (seconds >= 0),
            notes TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE assets (
            hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
            byte_count INTEGER NOT NULL CHECK (byte_count >= 0)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE space_assets (
            space TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
            position INTEGER NOT NULL CHECK (position >= 0),
            hash TEXT NOT NULL REFERENCES assets (hash),
            kind TEXT NOT NULL,
            content_type TEXT NOT NULL,
            file_name TEXT NOT NULL,
            PRIMARY KEY (space, position)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX space_assets_by_hash ON space_assets (hash);

        CREATE TABLE jobs (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            kind TEXT NOT NULL,
            title TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
            fraction REAL NOT NULL CHECK (fraction BETWEEN 0 AND 1),
            what TEXT NOT NULL,
            remaining REAL,
            error TEXT,
            space TEXT REFERENCES spaces (id) ON DELETE SET NULL,
            created INTEGER NOT NULL,
            modified INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX jobs_by_state ON jobs (state, modified);
        CREATE INDEX jobs_by_space ON jobs (space);
        """

    /// The report of a scan, as JSON; levels of detail, 1 being the next coarser than the whole model.
    private static let version2 = """
        ALTER TABLE spaces ADD COLUMN report TEXT;
        ALTER TABLE space_assets ADD COLUMN level INTEGER CHECK (level >= 1);
        ALTER TABLE space_assets ADD COLUMN triangle_count INTEGER CHECK (triangle_count >= 0);
        """
}
