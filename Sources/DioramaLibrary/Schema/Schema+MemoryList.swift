import GRDB

/// The tables of `MemoryIndex`: what is derived from memories for lists, counts, pins and live events.
extension Schema {
    /// - `memory_list`: `x`, `y`, `z` is the position of the cue and `px`, `py`, `pz` the point it is pinned to, in metres; `pin`
    ///   is what the sand table is sent of it, as JSON. Numbers are those of `search_documents`.
    /// - `memory_log`: the latest changes, each with the group and positions before and after.
    static let memoryListTables = """
        CREATE TABLE memory_groups (
            number INTEGER PRIMARY KEY,
            space TEXT NOT NULL,
            account TEXT NOT NULL,
            privacy TEXT NOT NULL,
            audience TEXT NOT NULL,
            kind TEXT NOT NULL,
            mood TEXT NOT NULL,
            count INTEGER NOT NULL DEFAULT 0,
            UNIQUE (space, account, privacy, audience, kind, mood)
        ) STRICT;

        CREATE TABLE memory_list (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            space TEXT NOT NULL,
            "group" INTEGER NOT NULL,
            x REAL, y REAL, z REAL,
            px REAL, py REAL, pz REAL,
            pin TEXT
        ) STRICT;

        CREATE TABLE memory_tags (
            tag TEXT NOT NULL COLLATE NOCASE,
            space TEXT NOT NULL,
            id TEXT NOT NULL,
            PRIMARY KEY (tag, space, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE memory_log (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL,
            old_group INTEGER,
            new_group INTEGER,
            old_x REAL, old_y REAL, old_z REAL, old_px REAL, old_py REAL, old_pz REAL,
            new_x REAL, new_y REAL, new_z REAL, new_px REAL, new_py REAL, new_pz REAL
        ) STRICT;

        CREATE INDEX memory_list_by_space ON memory_list (space, id, "group");
        CREATE INDEX memory_list_by_group ON memory_list ("group", id);
        CREATE INDEX memory_list_arrivals ON memory_list (space, number, "group");
        CREATE INDEX memory_tags_by_memory ON memory_tags (id);
        """

    /// The number of the last deleted document is reused: a follower who had seen it has not seen its successor.
    static let followTrigger = """
        CREATE TRIGGER follows_kept AFTER DELETE ON search_documents
        WHEN old.number > (SELECT ifnull(max(number), 0) FROM search_documents) BEGIN
            UPDATE follows SET seen = old.number - 1 WHERE seen >= old.number;
        END;
        """

}
