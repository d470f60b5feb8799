import GRDB

/// Version 4: memories with kinds, tags, an audience and a history; who may see what; people who sign in.
///
/// Columns of shared tables may be null or have a constant default, so that rows of devices of version 3 stay whole here, and these
/// there.
extension Schema {
    static func migrateToVersion4(_ db: Database) throws {
        try db.execute(sql: newColumns)
        try db.execute(sql: memoryVersions)
        try db.execute(sql: visitorTables)
        try db.execute(sql: memoryListTables)
        // This version derived the memory lists by triggers, which version 7 drops: it fills the lists anew.
        try replaceSearch(db)
        try db.execute(sql: followTrigger)
        try rebuildDocumentsOfVersion4(db)
    }

    private static let newColumns = """
        ALTER TABLE memories ADD COLUMN kind TEXT NOT NULL DEFAULT 'text';
        ALTER TABLE memories ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE memories ADD COLUMN audience TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE media ADD COLUMN alternative TEXT NOT NULL DEFAULT '';
        ALTER TABLE media ADD COLUMN transcript TEXT NOT NULL DEFAULT '';
        """

    /// What a memory said before each change, for its author alone.
    private static let memoryVersions = """
        CREATE TABLE memory_versions (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
            memory TEXT,
            content TEXT NOT NULL DEFAULT '{}'
        ) STRICT;

        CREATE INDEX memory_versions_by_memory ON memory_versions (memory, id);
        """

    /// Who signed in here, who is invited, who may see which space, and up to where somebody has looked: this device's own. Of
    /// tokens only their SHA-256 is kept. An account that is null is the owner's.
    private static let visitorTables = """
        CREATE TABLE sessions (
            digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
            account TEXT,
            created INTEGER NOT NULL,
            used INTEGER NOT NULL,
            expires INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE invitations (
            digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
            account TEXT,
            created INTEGER NOT NULL,
            expires INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE grants (
            space TEXT NOT NULL,
            account TEXT NOT NULL,
            permission TEXT NOT NULL,
            PRIMARY KEY (account, space)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE follows (
            viewer TEXT NOT NULL,
            space TEXT NOT NULL,
            seen INTEGER NOT NULL,
            PRIMARY KEY (viewer, space)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX sessions_by_account ON sessions (account);
        CREATE INDEX invitations_by_account ON invitations (account);
        CREATE INDEX grants_by_space ON grants (space);
        """
}
