/// Registers tables and their columns, moves their deferred cells into them, and keeps the triggers up to date.
final class Installation {
    private let connection: Connection
    private let names: Names
    private var triggers: [String: String] = [:]

    init(_ connection: Connection) {
        self.connection = connection
        names = Names(connection)
    }

    func track(_ table: TrackedTable) throws {
        let number = try names.table(table.name)
        var columns: [String: Int64] = [:]
        for column in table.columns {
            columns[column.name] = try names.column(column.name, type: column.type, defaultText: column.defaultText, of: number)
        }
        let shape = try names.shape(Array(columns.values), of: number)
        let isNew = try connection.int("SELECT known FROM sync_tables WHERE n = \(number)") == 0
        let fresh = try columns.values.filter { try connection.int("SELECT known FROM sync_columns WHERE n = \($0)") == 0 }
        if isNew { try connection.run("UPDATE sync_tables SET known = 1 WHERE n = \(number)") }
        if !fresh.isEmpty {
            try connection.run("UPDATE sync_columns SET known = 1 WHERE n IN (\(fresh.map(String.init).joined(separator: ", ")))")
        }
        if isNew { try adopt(table, number: number, shape: shape) }
        let held = DeferredCells(connection, table: table, number: number, columns: columns)
        if isNew { try held.makeRows() }
        try held.moveIn(fresh)
        for trigger in TriggerText(table: table, number: number, shape: shape, columns: columns).all {
            triggers[trigger.name] = trigger.sql
        }
    }

    /// Rows that nobody has tracked yet are this device's, each with a clock of its own, so that they can be sent piece by piece.
    private func adopt(_ table: TrackedTable, number: Int64, shape: Int64) throws {
        try connection.run(
            """
            INSERT INTO sync_rows (tbl, id, life, clock, site, shape)
                SELECT \(number), id, \(RowState.present),
                    row_number() OVER (ORDER BY id)
                        + (SELECT max(clock, \(WallClock.adopted)) FROM sync_state),
                    (SELECT site FROM sync_state), \(shape)
                FROM "\(table.name)" AS t
                WHERE NOT EXISTS (SELECT 1 FROM sync_rows AS r WHERE r.tbl = \(number) AND r.id = t.id);
            UPDATE sync_state SET clock = max(clock, coalesce((SELECT max(clock) FROM sync_rows WHERE tbl = \(number)), 0));
            """)
    }

    /// Drops the triggers that are not as they should be and makes those that are missing.
    func replaceTriggers() throws {
        var missing = triggers
        var stale: [String] = []
        try connection.each("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'sync\\_%' ESCAPE '\\'") {
            row in
            if missing.removeValue(forKey: row.text(0)) != row.text(1) { stale.append(row.text(0)) }
        }
        for name in stale { try connection.run("DROP TRIGGER \"\(name)\"") }
        for (name, sql) in triggers where missing[name] != nil || stale.contains(name) { try connection.run(sql) }
    }
}
