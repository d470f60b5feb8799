import GRDB

/// Version 7: what is derived from memories is computed by `MemoryIndex`; triggers only record which memories were written.
extension Schema {
    static func migrateToVersion7(_ db: Database) throws {
        for trigger in memoryListTriggersOfVersion4 { try db.execute(sql: "DROP TRIGGER IF EXISTS \(trigger)") }
        try db.execute(sql: recordedChanges)
        try db.execute(sql: "INSERT INTO memory_changes (id) SELECT id FROM memories")
        // Nothing has happened to the memories: rows come out as the triggers left them, and no event is recorded.
        try MemoryIndex.update(db, isLogging: false)
    }

    private static let memoryListTriggersOfVersion4 = [
        "memory_list_added", "memory_list_gone", "memory_list_changed", "memory_tags_changed", "memory_counted",
        "memory_discounted", "memory_recounted",
    ]

    /// `memory_changes` names the memories that were written since `MemoryIndex` last looked; it is empty between transactions.
    private static let recordedChanges = """
        CREATE TABLE memory_changes (id TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
        CREATE TRIGGER memory_change_inserted AFTER INSERT ON memories BEGIN
            INSERT OR IGNORE INTO memory_changes (id) VALUES (new.id);
        END;
        CREATE TRIGGER memory_change_updated AFTER UPDATE ON memories BEGIN
            INSERT OR IGNORE INTO memory_changes (id) VALUES (new.id);
        END;
        CREATE TRIGGER memory_change_deleted AFTER DELETE ON memories BEGIN
            INSERT OR IGNORE INTO memory_changes (id) VALUES (old.id);
        END;
        """
}
