import GRDB

/// Version 3: the whole catalogue, in tables that devices share.
///
/// Rows of a shared table arrive in any order, from devices of any version, a cell at a time. Hence its rules: the primary key is
/// the one column `id`; no foreign keys, no uniqueness besides it, no checks besides its length; every other column may be null or
/// has a constant default. Whatever these would have promised, readers bear the lack of: a reference that leads nowhere is one to
/// nothing.
extension Schema {
    /// The tables that devices share. All others are this device's own.
    static let tracked = [
        "accounts", "spaces", "captures", "space_assets", "places", "things", "recordings", "media", "memories", "shares",
        "requests",
        "workflows", "consents", "settings", "memory_versions", "plans", "plan_edits", "measurements", "devices",
        "account_keys", "contacts", "exhibits", "loans", "maintenance",
    ]

    static func migrateToVersion3(_ db: Database) throws {
        try db.execute(sql: rebuiltTables)
        try nameSpaceAssets(db)
        try db.execute(sql: replacement)
        try db.execute(sql: newTables)
        try db.execute(sql: localTables)
        try db.execute(sql: searchTables)
        for trigger in searchTriggersOfVersion3 + [removalTriggers, thingListTriggers(listed: listed)] {
            try db.execute(sql: trigger)
        }
        try rebuildSearchOfVersion3(db)
    }

    /// Copies of a library that were brought up to date apart must still agree: the new ids follow from the old keys.
    private static func nameSpaceAssets(_ db: Database) throws {
        for row in try Row.fetchAll(db, sql: "SELECT space, position FROM space_assets") {
            let space: String = row[0]
            let position: Int = row[1]
            let id = KSUID(hashing: "space_assets \(space) \(position)", at: KSUID(space))
            try db.execute(
                sql: """
                    INSERT INTO space_assets_3 (id, created, modified, space, position, hash, byte_count, kind, content_type,
                        file_name, level, triangle_count)
                    SELECT ?, s.created, s.created, a.space, a.position, a.hash, f.byte_count, a.kind, a.content_type, a.file_name,
                        a.level, a.triangle_count
                    FROM space_assets a JOIN spaces s ON s.id = a.space JOIN assets f ON f.hash = a.hash
                    WHERE a.space = ? AND a.position = ?
                    """, arguments: [id.description, space, position])
        }
    }

    private static let rebuiltTables = """
        CREATE TABLE spaces_3 (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
            account TEXT,
            name TEXT NOT NULL DEFAULT '',
            area REAL,
            triangle_count INTEGER NOT NULL DEFAULT 0,
            point_count INTEGER NOT NULL DEFAULT 0,
            min_x REAL, min_y REAL, min_z REAL,
            max_x REAL, max_y REAL, max_z REAL,
            report TEXT
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE captures_3 (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            space TEXT NOT NULL DEFAULT '',
            kind TEXT NOT NULL DEFAULT '',
            frame_count INTEGER NOT NULL DEFAULT 0,
            skipped_frames INTEGER NOT NULL DEFAULT 0,
            seconds REAL NOT NULL DEFAULT 0,
            notes TEXT NOT NULL DEFAULT '[]'
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE space_assets_3 (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            space TEXT NOT NULL DEFAULT '',
            position INTEGER NOT NULL DEFAULT 0,
            hash TEXT NOT NULL DEFAULT '',
            byte_count INTEGER NOT NULL DEFAULT 0,
            kind TEXT NOT NULL DEFAULT '',
            content_type TEXT NOT NULL DEFAULT '',
            file_name TEXT NOT NULL DEFAULT '',
            level INTEGER,
            triangle_count INTEGER
        ) STRICT, WITHOUT ROWID;

        INSERT INTO spaces_3 (id, created, modified, name, area, triangle_count, point_count,
            min_x, min_y, min_z, max_x, max_y, max_z, report)
        SELECT id, created, modified, name, area, triangle_count, point_count, min_x, min_y, min_z, max_x, max_y, max_z, report
        FROM spaces;

        INSERT INTO captures_3 (id, created, modified, space, kind, frame_count, skipped_frames, seconds, notes)
        SELECT c.id, s.created, s.created, c.space, c.kind, c.frame_count, c.skipped_frames, c.seconds, c.notes
        FROM captures c JOIN spaces s ON s.id = c.space;
        """

    /// `jobs` lets go of its space by a trigger, as its foreign key did: also where the deletion came from another device.
    private static let replacement = """
        DROP TABLE space_assets;
        DROP TABLE captures;

        CREATE TABLE jobs_3 (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            kind TEXT NOT NULL,
            title TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
            fraction REAL NOT NULL CHECK (fraction BETWEEN 0 AND 1),
            what TEXT NOT NULL,
            remaining REAL,
            error TEXT,
            space TEXT,
            created INTEGER NOT NULL,
            modified INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO jobs_3 SELECT id, kind, title, state, fraction, what, remaining, error, space, created, modified FROM jobs;
        DROP TABLE jobs;
        DROP TABLE spaces;

        ALTER TABLE spaces_3 RENAME TO spaces;
        ALTER TABLE captures_3 RENAME TO captures;
        ALTER TABLE space_assets_3 RENAME TO space_assets;
        ALTER TABLE jobs_3 RENAME TO jobs;

        CREATE INDEX captures_by_space ON captures (space);
        CREATE INDEX space_assets_by_space ON space_assets (space, position);
        CREATE INDEX space_assets_by_hash ON space_assets (hash);
        CREATE INDEX spaces_in_trash ON spaces (trashed) WHERE trashed IS NOT NULL;
        CREATE INDEX jobs_by_state ON jobs (state, modified);
        CREATE INDEX jobs_by_space ON jobs (space);
        CREATE TRIGGER spaces_leave_jobs AFTER DELETE ON spaces BEGIN
            UPDATE jobs SET space = NULL WHERE space = old.id;
        END;
        """

    /// What only this device knows.
    private static let localTables = """
        CREATE TABLE local_settings (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
        """
}
