/// Version 6: plans of spaces with the edits that were made to them, and measurements that were kept. Shared tables, by their
/// rules.
extension Schema {
    static let version6 = """
        CREATE TABLE plans (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
            account TEXT,
            space TEXT,
            content TEXT NOT NULL DEFAULT '{}'
        ) STRICT;
        CREATE INDEX plans_by_space ON plans (space, id);
        CREATE INDEX plans_in_trash ON plans (trashed, id) WHERE trashed IS NOT NULL;

        CREATE TABLE plan_edits (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
            plan TEXT,
            content TEXT NOT NULL DEFAULT '{}'
        ) STRICT;
        CREATE INDEX plan_edits_by_plan ON plan_edits (plan, id);

        CREATE TABLE measurements (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
            account TEXT,
            space TEXT,
            name TEXT NOT NULL DEFAULT '',
            content TEXT NOT NULL DEFAULT '{}'
        ) STRICT;
        CREATE INDEX measurements_by_space ON measurements (space, id);
        CREATE INDEX measurements_in_trash ON measurements (trashed, id) WHERE trashed IS NOT NULL;
        """
}
