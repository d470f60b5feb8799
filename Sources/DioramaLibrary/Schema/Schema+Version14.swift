/// Version 14: links also open exhibits, and accounts can be permitted to see them. Both are this device's own, as in version 5.
extension Schema {
    /// `exhibit` is an id, or the name of the exhibit that comes with the program.
    static let version14 = """
        DROP TRIGGER spaces_take_links;
        DROP INDEX links_by_space;
        ALTER TABLE links RENAME TO links_of_spaces;
        CREATE TABLE links (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            space TEXT,
            exhibit TEXT,
            created INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            name TEXT NOT NULL,
            token TEXT NOT NULL UNIQUE CHECK (length(token) = 64),
            password TEXT,
            expires INTEGER,
            min_x REAL, min_y REAL, min_z REAL,
            max_x REAL, max_y REAL, max_z REAL,
            shows_memories INTEGER NOT NULL DEFAULT 1,
            views INTEGER NOT NULL DEFAULT 0,
            last_viewed INTEGER,
            revoked INTEGER,
            CHECK ((space IS NULL) <> (exhibit IS NULL))
        ) STRICT, WITHOUT ROWID;
        INSERT INTO links SELECT id, space, NULL, created, modified, name, token, password, expires, min_x, min_y, min_z,
            max_x, max_y, max_z, shows_memories, views, last_viewed, revoked FROM links_of_spaces;
        DROP TABLE links_of_spaces;
        CREATE INDEX links_by_space ON links (space, id);
        CREATE INDEX links_by_exhibit ON links (exhibit, id);
        CREATE TRIGGER spaces_take_links AFTER DELETE ON spaces BEGIN
            DELETE FROM links WHERE space = old.id;
        END;

        CREATE TABLE exhibit_grants (
            exhibit TEXT NOT NULL,
            account TEXT NOT NULL,
            PRIMARY KEY (account, exhibit)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX exhibit_grants_by_exhibit ON exhibit_grants (exhibit);
        CREATE TRIGGER exhibits_take_links AFTER DELETE ON exhibits BEGIN
            DELETE FROM links WHERE exhibit = old.id;
            DELETE FROM exhibit_grants WHERE exhibit = old.id;
        END;
        """
}
