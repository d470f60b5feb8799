import GRDB

/// Version 8: the devices of an account, its keys wrapped for each device, and merged accounts.
extension Schema {
    static func migrateToVersion8(_ db: Database) throws { try db.execute(sql: identityTables) }

    /// `devices` and `account_keys` are shared tables, by their rules. `account_merges` is derived: the account that stands for
    /// each merged one. Triggers only record in `account_changes` that a merge was written; `AccountMerges` derives the rest.
    private static let identityTables = """
        ALTER TABLE accounts ADD COLUMN public_key TEXT;
        ALTER TABLE accounts ADD COLUMN merged_into TEXT;

        CREATE TABLE devices (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
            account TEXT,
            name TEXT NOT NULL DEFAULT '',
            public_key TEXT,
            last_seen INTEGER,
            removed INTEGER
        ) STRICT;
        CREATE INDEX devices_by_account ON devices (account, id);

        CREATE TABLE account_keys (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
            account TEXT,
            public_key TEXT NOT NULL DEFAULT '',
            recipient TEXT NOT NULL DEFAULT '',
            sealed BLOB
        ) STRICT;
        CREATE INDEX account_keys_by_recipient ON account_keys (recipient, id);

        CREATE TABLE account_merges (id TEXT NOT NULL PRIMARY KEY, canonical TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX account_merges_by_canonical ON account_merges (canonical);
        CREATE TABLE account_changes (id TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
        CREATE TRIGGER account_merge_inserted AFTER INSERT ON accounts WHEN new.merged_into IS NOT NULL BEGIN
            INSERT OR IGNORE INTO account_changes (id) VALUES (new.id);
        END;
        CREATE TRIGGER account_merge_updated AFTER UPDATE OF merged_into ON accounts
            WHEN new.merged_into IS NOT old.merged_into BEGIN
            INSERT OR IGNORE INTO account_changes (id) VALUES (new.id);
        END;
        CREATE TRIGGER account_merge_deleted AFTER DELETE ON accounts WHEN old.merged_into IS NOT NULL BEGIN
            INSERT OR IGNORE INTO account_changes (id) VALUES (old.id);
        END;
        """
}
