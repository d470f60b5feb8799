import GRDB

/// Version 11: exhibits, whose files are media. A shared table, by the rules of version 3.
extension Schema {
    static func migrateToVersion11(_ db: Database) throws {
        try db.execute(sql: exhibits)
        try db.execute(sql: purgeTrigger("exhibits"))
    }

    private static let exhibits = """
        CREATE TABLE exhibits (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
            account TEXT,
            title TEXT NOT NULL DEFAULT '',
            document TEXT NOT NULL DEFAULT '{}'
        ) STRICT;
        CREATE INDEX exhibits_in_trash ON exhibits (trashed, id) WHERE trashed IS NOT NULL;
        ALTER TABLE media ADD COLUMN exhibit TEXT;
        CREATE INDEX media_by_exhibit ON media (exhibit, position, id) WHERE exhibit IS NOT NULL;
        """
}
