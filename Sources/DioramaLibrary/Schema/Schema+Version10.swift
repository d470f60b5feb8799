/// Version 10: the contacts that this account shares with, on all of its devices. A shared table, by their rules.
extension Schema {
    static let version10 = """
        CREATE TABLE contacts (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
            account TEXT,
            peer TEXT NOT NULL DEFAULT '',
            name TEXT NOT NULL DEFAULT '',
            card TEXT NOT NULL DEFAULT ''
        ) STRICT;
        CREATE INDEX contacts_by_peer ON contacts (peer, id);
        CREATE INDEX contacts_in_trash ON contacts (trashed, id) WHERE trashed IS NOT NULL;
        """
}
