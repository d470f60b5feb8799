import GRDB

/// What makes a library a demo library: its own database notes each change to a shared table, and refuses those beyond the limit.
enum DemoGuard {
    /// Maximum number of changes that a demo library accepts.
    static let maxChanges = 100

    /// Counts changes from now on. The triggers live in the demo's database alone; no other library pays for them.
    static func install(_ db: Database, limit: Int) throws {
        try db.execute(
            sql: """
                CREATE TABLE demo_changes (
                    number INTEGER PRIMARY KEY, "table" TEXT NOT NULL, id TEXT NOT NULL, change TEXT NOT NULL, made INTEGER NOT NULL
                ) STRICT;
                CREATE TRIGGER demo_limit BEFORE INSERT ON demo_changes WHEN (SELECT count(*) FROM demo_changes) >= \(limit) BEGIN
                    SELECT RAISE(ABORT, 'the demo library takes \(limit) changes; reset the demo to go on');
                END;
                """)
        for table in Schema.tracked {
            for (event, row) in [("INSERT", "new"), ("UPDATE", "new"), ("DELETE", "old")] {
                try db.execute(
                    sql: """
                        CREATE TRIGGER demo_\(table)_\(event.lowercased()) AFTER \(event) ON \(table) BEGIN
                            INSERT INTO demo_changes ("table", id, change, made)
                            VALUES ('\(table)', \(row).id, '\(event.lowercased())',
                                CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
                        END
                        """)
            }
        }
    }

    static func isInstalled(_ db: Database) throws -> Bool { try db.tableExists("demo_changes") }
}
