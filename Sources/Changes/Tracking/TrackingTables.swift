/// The tables that hold clocks, beside the tracked ones. docs/sync.md describes them.
enum TrackingTables {
    static let create = """
        CREATE TABLE IF NOT EXISTS sync_state (
            n INTEGER NOT NULL PRIMARY KEY CHECK (n = 1),
            site INTEGER NOT NULL,
            clock INTEGER NOT NULL DEFAULT 0,
            clock_offset INTEGER NOT NULL DEFAULT 0,
            exported INTEGER NOT NULL DEFAULT 0,
            applying INTEGER NOT NULL DEFAULT 0,
            copied INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE IF NOT EXISTS sync_sites (n INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE IF NOT EXISTS sync_tables (\
        n INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, known INTEGER NOT NULL) STRICT;
        CREATE TABLE IF NOT EXISTS sync_columns (
            n INTEGER NOT NULL PRIMARY KEY,
            tbl INTEGER NOT NULL,
            name TEXT NOT NULL,
            type TEXT NOT NULL,
            dflt TEXT,
            known INTEGER NOT NULL,
            UNIQUE (tbl, name)
        ) STRICT;
        CREATE TABLE IF NOT EXISTS sync_shapes (
            n INTEGER NOT NULL PRIMARY KEY, tbl INTEGER NOT NULL, columns TEXT NOT NULL, UNIQUE (tbl, columns)
        ) STRICT;
        CREATE TABLE IF NOT EXISTS sync_rows (
            n INTEGER NOT NULL PRIMARY KEY,
            tbl INTEGER NOT NULL,
            id TEXT NOT NULL,
            life INTEGER NOT NULL,
            clock INTEGER NOT NULL,
            site INTEGER NOT NULL,
            shape INTEGER NOT NULL,
            UNIQUE (tbl, id)
        ) STRICT;
        CREATE INDEX IF NOT EXISTS sync_rows_by_clock ON sync_rows (site, clock);
        CREATE TABLE IF NOT EXISTS sync_cells (
            row INTEGER NOT NULL,
            col INTEGER NOT NULL,
            clock INTEGER NOT NULL,
            site INTEGER NOT NULL,
            was INTEGER NOT NULL,
            held INTEGER NOT NULL,
            value ANY,
            PRIMARY KEY (row, col)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS sync_cells_by_clock ON sync_cells (site, clock);
        CREATE INDEX IF NOT EXISTS sync_cells_held ON sync_cells (col) WHERE held;
        CREATE TABLE IF NOT EXISTS sync_conflicts (
            n INTEGER NOT NULL PRIMARY KEY,
            noticed INTEGER NOT NULL,
            tbl INTEGER NOT NULL,
            id TEXT NOT NULL,
            col INTEGER NOT NULL,
            won_clock INTEGER NOT NULL,
            won_site INTEGER NOT NULL,
            won ANY,
            lost_clock INTEGER NOT NULL,
            lost_site INTEGER NOT NULL,
            lost ANY,
            undone INTEGER NOT NULL DEFAULT 0,
            UNIQUE (tbl, id, col, won_clock, lost_clock)
        ) STRICT;
        """
}

/// The state of a row: a grow-only order. A later state always wins, so a deleted row never comes back.
enum RowState {
    /// Only cells of the row have arrived, not the row itself.
    static let absent: Int64 = 0
    static let present: Int64 = 1
    /// Deleted permanently.
    static let tombstone: Int64 = 2
}
