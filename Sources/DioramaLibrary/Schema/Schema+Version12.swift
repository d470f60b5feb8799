import GRDB

/// Version 12: loans and maintenance of things, whether a thing is insured and which object of its space it is, and what a file is
/// to its owner: shared tables and columns, by the rules of version 3. `undo_records` is this device's own.
extension Schema {
    static func migrateToVersion12(_ db: Database) throws {
        try db.execute(sql: thingDetails)
        for table in ["loans", "maintenance"] { try db.execute(sql: purgeTrigger(table)) }
        for trigger in ["thing_list_added", "thing_list_changed", "thing_tags_changed"] {
            try db.execute(sql: "DROP TRIGGER \(trigger)")
        }
        // Totals multiply by the quantity: they are computed from the narrow list, by place and category from an index alone, never
        // from whole things.
        try db.execute(
            sql: """
                ALTER TABLE thing_list ADD COLUMN quantity INTEGER NOT NULL DEFAULT 1;
                UPDATE thing_list SET quantity = (SELECT quantity FROM things WHERE things.id = thing_list.id);
                DROP INDEX thing_list_by_place;
                DROP INDEX thing_list_by_category;
                CREATE INDEX thing_list_by_place ON thing_list (place, currency, value, quantity);
                CREATE INDEX thing_list_by_category ON thing_list (category, currency, value, quantity);
                """)
        try db.execute(sql: thingListTriggers(listed: listed + ["quantity"]))
    }

    private static let thingDetails = """
        ALTER TABLE things ADD COLUMN insured INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE things ADD COLUMN object TEXT;
        ALTER TABLE media ADD COLUMN role TEXT;

        CREATE TABLE loans (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
            account TEXT,
            thing TEXT,
            borrower TEXT NOT NULL DEFAULT '',
            lent INTEGER,
            due INTEGER,
            returned INTEGER,
            notes TEXT NOT NULL DEFAULT ''
        ) STRICT;
        CREATE INDEX loans_by_thing ON loans (thing, id);
        CREATE INDEX loans_by_due ON loans (due, id) WHERE returned IS NULL AND trashed IS NULL;
        CREATE INDEX loans_in_trash ON loans (trashed, id) WHERE trashed IS NOT NULL;

        CREATE TABLE maintenance (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
            account TEXT,
            thing TEXT,
            title TEXT NOT NULL DEFAULT '',
            due INTEGER,
            done INTEGER,
            cost INTEGER,
            currency TEXT,
            notes TEXT NOT NULL DEFAULT ''
        ) STRICT;
        CREATE INDEX maintenance_by_thing ON maintenance (thing, id);
        CREATE INDEX maintenance_by_due ON maintenance (due, id) WHERE done IS NULL AND trashed IS NULL;
        CREATE INDEX maintenance_in_trash ON maintenance (trashed, id) WHERE trashed IS NOT NULL;

        CREATE TABLE undo_records (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL,
            title TEXT NOT NULL,
            content TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
