/// The triggers that record each write of a tracked table, in the transaction that makes it.
struct TriggerText {
    let table: TrackedTable
    /// The numbers of the table, of its present shape, and of its columns by name, in this database.
    let number: Int64
    let shape: Int64
    let columns: [String: Int64]

    /// Moves the hybrid clock on: above all that was seen, and not behind a plausible wall clock.
    private static let tick = "UPDATE sync_state SET clock = max(clock + 1, \(WallClock.adopted));"
    private static let isWrite = "(SELECT applying FROM sync_state) = 0"

    /// Name and text of each trigger. The text is what SQLite stores, so that a change of it can be seen.
    var all: [(name: String, sql: String)] {
        var all = [insert, identity, delete]
        for column in table.columns { if let n = columns[column.name] { all.append(update(column, n)) } }
        return all
    }

    private var insert: (String, String) {
        let name = "sync_insert_\(table.name)"
        return (
            name,
            """
            CREATE TRIGGER "\(name)" AFTER INSERT ON "\(table.name)" WHEN \(Self.isWrite) BEGIN
            SELECT RAISE(ABORT, \
            'the id was used before: a tracked row is changed by UPDATE, never replaced, and a purged id is gone')
                FROM sync_rows WHERE tbl = \(number) AND id = NEW.id;
            \(Self.tick)
            INSERT INTO sync_rows (tbl, id, life, clock, site, shape)
                SELECT \(number), NEW.id, \(RowState.present), clock, site, \(shape) FROM sync_state;
            END
            """
        )
    }

    private var identity: (String, String) {
        let name = "sync_identity_\(table.name)"
        return (
            name,
            """
            CREATE TRIGGER "\(name)" BEFORE UPDATE OF "id" ON "\(table.name)" WHEN NEW.id IS NOT OLD.id BEGIN
            SELECT RAISE(ABORT, 'an id never changes');
            END
            """
        )
    }

    private var delete: (String, String) {
        let name = "sync_delete_\(table.name)"
        return (
            name,
            """
            CREATE TRIGGER "\(name)" AFTER DELETE ON "\(table.name)" WHEN \(Self.isWrite) BEGIN
            \(Self.tick)
            DELETE FROM sync_cells WHERE row = (SELECT n FROM sync_rows WHERE tbl = \(number) AND id = OLD.id);
            DELETE FROM sync_conflicts WHERE tbl = \(number) AND id = OLD.id;
            UPDATE sync_rows SET life = \(RowState.tombstone), (clock, site) = (SELECT clock, site FROM sync_state)
                WHERE tbl = \(number) AND id = OLD.id;
            END
            """
        )
    }

    private func update(_ column: TrackedTable.Column, _ n: Int64) -> (String, String) {
        let name = "sync_update_\(table.name)_\(column.name)"
        let new = "NEW.\"\(column.name)\""
        let old = "OLD.\"\(column.name)\""
        // `was` keeps what others knew when the first of several unsent writes was made: conflicts are judged by it.
        return (
            name,
            """
            CREATE TRIGGER "\(name)" AFTER UPDATE OF "\(column.name)" ON "\(table.name)"
            WHEN (\(new) IS NOT \(old) COLLATE BINARY OR typeof(\(new)) <> typeof(\(old))) AND \(Self.isWrite) BEGIN
            \(Self.tick)
            INSERT INTO sync_cells (row, col, clock, site, was, held)
                SELECT r.n, \(n), s.clock, s.site, r.clock, 0 \
            FROM sync_state s, sync_rows r WHERE r.tbl = \(number) AND r.id = NEW.id
                ON CONFLICT (row, col) DO UPDATE SET
                    was = CASE WHEN site = excluded.site AND clock > (SELECT exported FROM sync_state) THEN was ELSE clock END,
                    clock = excluded.clock, site = excluded.site;
            END
            """
        )
    }
}
