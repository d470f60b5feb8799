/// Version 5: links that open a space to anyone who has their address, and re-scans that can be undone.
extension Schema {
    /// This device's own, like everything in it that lets somebody in: a link is open on the server that made it.
    static let version5 = """
        CREATE TABLE links (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            space TEXT NOT NULL,
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
            revoked INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX links_by_space ON links (space, id);
        CREATE TRIGGER spaces_take_links AFTER DELETE ON spaces BEGIN
            DELETE FROM links WHERE space = old.id;
        END;

        CREATE TABLE reanchors (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL,
            source TEXT NOT NULL,
            target TEXT NOT NULL,
            changes TEXT NOT NULL,
            undone INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX reanchors_by_target ON reanchors (target, id);
        CREATE TRIGGER spaces_take_reanchors AFTER DELETE ON spaces BEGIN
            DELETE FROM reanchors WHERE source = old.id OR target = old.id;
        END;
        """
}
