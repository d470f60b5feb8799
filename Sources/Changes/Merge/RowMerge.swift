/// Merges rows into the tables of one database, within one transaction.
final class RowMerge {
    private let connection: Connection
    private let names: Names
    let conflicts: ConflictLog
    /// Columns of which no conflict is noted, by name.
    private let unremarkable: Set<String>
    var outcome = Merge.Outcome()
    private var siteNames: [Int64: String] = [:]
    private var shapes: [Int64: Set<Int64>] = [:]

    /// A row as it stands here.
    private struct LocalRow {
        let n: Int64
        let state: Int64
        let clock: HybridTime
        let site: Int64
        let shape: Int64
    }

    init(_ connection: Connection, unremarkable: Set<String>) {
        self.connection = connection
        self.unremarkable = unremarkable
        names = Names(connection)
        conflicts = ConflictLog(connection)
    }

    func merge(_ row: IncomingRow) throws {
        let local = try find(row)
        if local?.state == RowState.tombstone {
            if row.state != RowState.tombstone { outcome.buried += 1 }
            return
        }
        if row.state == RowState.tombstone { return try purge(row, local) }
        guard let local else {
            if row.state == RowState.present { return try insert(row, nil) }
            let n = try insertRow(row, RowState.absent, shape: names.shape([], of: row.table.n))
            return try patch(row, LocalRow(n: n, state: RowState.absent, clock: .zero, site: row.site.n, shape: 0))
        }
        if local.state == RowState.absent && row.state == RowState.present { return try insert(row, local) }
        try patch(row, local)
    }

    private func find(_ row: IncomingRow) throws -> LocalRow? {
        let find = try connection.statement("SELECT n, life, clock, site, shape FROM sync_rows WHERE tbl = ? AND id = ?")
        find.bind(row.table.n, at: 1)
        find.bind(row.id, at: 2)
        defer { find.reset() }
        guard try find.step() else { return nil }
        return LocalRow(
            n: find.int(0), state: find.int(1), clock: HybridTime(rawValue: find.int(2)), site: find.int(3), shape: find.int(4))
    }

    private func insertRow(_ row: IncomingRow, _ state: Int64, shape: Int64) throws -> Int64 {
        let insert = try connection.statement("INSERT INTO sync_rows (tbl, id, life, clock, site, shape) VALUES (?, ?, ?, ?, ?, ?)")
        insert.bind(row.table.n, at: 1)
        insert.bind(row.id, at: 2)
        insert.bind(state, at: 3)
        insert.bind(state == RowState.absent ? 0 : row.clock.rawValue, at: 4)
        insert.bind(row.site.n, at: 5)
        insert.bind(shape, at: 6)
        try insert.run()
        return connection.lastRow
    }

    private func setRow(_ n: Int64, _ row: IncomingRow, shape: Int64) throws {
        let update = try connection.statement("UPDATE sync_rows SET life = ?, clock = ?, site = ?, shape = ? WHERE n = ?")
        update.bind(row.state, at: 1)
        update.bind(row.clock.rawValue, at: 2)
        update.bind(row.site.n, at: 3)
        update.bind(shape, at: 4)
        update.bind(n, at: 5)
        try update.run()
    }

    private func purge(_ row: IncomingRow, _ local: LocalRow?) throws {
        guard let local else {
            _ = try insertRow(row, RowState.tombstone, shape: names.shape([], of: row.table.n))
            return
        }
        try deleteCells(of: local.n)
        try conflicts.remove(table: row.table.n, id: row.id)
        try setRow(local.n, row, shape: local.shape)
        guard local.state == RowState.present else { return }
        if row.table.isKnown {
            let delete = try connection.statement("DELETE FROM \"\(row.table.name)\" WHERE id = ?")
            delete.bind(row.id, at: 1)
            try delete.run()
        }
        outcome.purged += 1
        outcome.tables.insert(row.table.name)
    }

    private func deleteCells(of n: Int64) throws {
        let delete = try connection.statement("DELETE FROM sync_cells WHERE row = ?")
        delete.bind(n, at: 1)
        try delete.run()
    }

    /// Makes a row that was not here, from what arrived and from cells of it that came before.
    private func insert(_ row: IncomingRow, _ waiting: LocalRow?) throws {
        var winners: [Int64: Cell] = [:]
        for cell in row.cells { winners[cell.column.n] = cell }
        if let waiting {
            for cell in try deferredCells(of: waiting) where winners[cell.column.n]?.loses(to: cell) ?? true {
                winners[cell.column.n] = cell
            }
            try deleteCells(of: waiting.n)
        }
        let cells = winners.values.sorted { $0.column.n < $1.column.n }
        let shape = try names.shape(cells.filter { $0.isBase && $0.column.isKnown }.map { $0.column.n }, of: row.table.n)
        let n: Int64
        if let waiting {
            n = waiting.n
            try setRow(n, row, shape: shape)
        } else {
            n = try insertRow(row, RowState.present, shape: shape)
        }
        for cell in cells where !(cell.isBase && cell.column.isKnown) { try keep(cell, in: n, isDeferred: !cell.column.isKnown) }
        guard row.table.isKnown else { return }
        let known = cells.filter { $0.column.isKnown }
        let insert = try connection.statement(SQLText.insert(into: row.table.name, known.map { $0.column.name }))
        insert.bind(row.id, at: 1)
        for (i, cell) in known.enumerated() { insert.bind(cell.value, at: i + 2) }
        try insert.run()
        outcome.inserted += 1
        outcome.tables.insert(row.table.name)
    }

    private func deferredCells(of row: LocalRow) throws -> [Cell] {
        let find = try connection.statement(
            """
            SELECT c.col, k.name, k.known AND t.known, c.clock, c.site, c.was, c.value
            FROM sync_cells AS c JOIN sync_columns AS k ON k.n = c.col JOIN sync_tables AS t ON t.n = k.tbl WHERE c.row = ?
            """)
        find.bind(row.n, at: 1)
        defer { find.reset() }
        var cells: [Cell] = []
        while try find.step() {
            cells.append(
                Cell(
                    column: LocalColumn(n: find.int(0), name: find.text(1), isKnown: find.int(2) != 0),
                    clock: HybridTime(rawValue: find.int(3)), site: try site(find.int(4)), was: HybridTime(rawValue: find.int(5)),
                    isBase: false, value: try find.value(6)))
        }
        return cells
    }

    /// Merges cells into a row that is here, or that is still to come.
    private func patch(_ row: IncomingRow, _ local: LocalRow) throws {
        for cell in row.cells {
            let isStored = local.state == RowState.present && cell.column.isKnown
            guard let mine = try present(cell.column, of: row, at: local, isStored: isStored) else {
                try set(cell, of: row, at: local, isStored: isStored)
                continue
            }
            if mine.loses(to: cell) {
                try set(cell, of: row, at: local, isStored: isStored)
                // The winner's writer had not seen what was here.
                if cell.was < mine.clock && !cell.isBase { try note(winner: cell, loser: mine, row) }
            } else if cell.loses(to: mine), mine.was < cell.clock, !mine.isBase {
                try note(winner: mine, loser: cell, row)
            }
        }
    }

    private func note(winner: Cell, loser: Cell, _ row: IncomingRow) throws {
        if Value.areEqual(winner.value, loser.value) || unremarkable.contains(winner.column.name) { return }
        try conflicts.add(table: row.table.n, id: row.id, winner: winner, loser: loser)
        outcome.conflicts += 1
    }

    /// The cell in this database; nil where nobody has written it.
    private func present(_ column: LocalColumn, of row: IncomingRow, at local: LocalRow, isStored: Bool) throws -> Cell? {
        let find = try connection.statement("SELECT clock, site, was, value FROM sync_cells WHERE row = ? AND col = ?")
        find.bind(local.n, at: 1)
        find.bind(column.n, at: 2)
        defer { find.reset() }
        if try find.step() {
            return Cell(
                column: column, clock: HybridTime(rawValue: find.int(0)), site: try site(find.int(1)),
                was: HybridTime(rawValue: find.int(2)), isBase: false,
                value: isStored ? try value(of: column, row) : try find.value(3))
        }
        guard local.state == RowState.present, try columns(ofShape: local.shape).contains(column.n) else { return nil }
        return Cell(
            column: column, clock: local.clock, site: try site(local.site), was: .zero, isBase: true,
            value: try value(of: column, row))
    }

    private func value(of column: LocalColumn, _ row: IncomingRow) throws -> Value {
        let find = try connection.statement("SELECT \"\(column.name)\" FROM \"\(row.table.name)\" WHERE id = ?")
        find.bind(row.id, at: 1)
        defer { find.reset() }
        guard try find.step() else {
            throw ChangesError(.failed, "the row \(row.id) of \(row.table.name) is missing though its clock is there")
        }
        return try find.value(0)
    }

    private func set(_ cell: Cell, of row: IncomingRow, at local: LocalRow, isStored: Bool) throws {
        try keep(cell, in: local.n, isDeferred: !isStored)
        guard isStored else { return }
        let update = try connection.statement("UPDATE \"\(row.table.name)\" SET \"\(cell.column.name)\" = ? WHERE id = ?")
        update.bind(cell.value, at: 1)
        update.bind(row.id, at: 2)
        try update.run()
        outcome.updated += 1
        outcome.tables.insert(row.table.name)
    }

    private func keep(_ cell: Cell, in n: Int64, isDeferred: Bool) throws {
        let upsert = try connection.statement(
            """
            INSERT INTO sync_cells (row, col, clock, site, was, held, value) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (row, col) DO UPDATE SET clock = excluded.clock, site = excluded.site, was = excluded.was,
                held = excluded.held, value = excluded.value
            """)
        upsert.bind(n, at: 1)
        upsert.bind(cell.column.n, at: 2)
        upsert.bind(cell.clock.rawValue, at: 3)
        upsert.bind(cell.site.n, at: 4)
        upsert.bind(cell.was.rawValue, at: 5)
        upsert.bind(isDeferred ? 1 : 0, at: 6)
        if isDeferred { upsert.bind(cell.value, at: 7) } else { upsert.bindNull(at: 7) }
        try upsert.run()
    }

    private func site(_ n: Int64) throws -> Site {
        if let name = siteNames[n] { return Site(n: n, name: name) }
        let find = try connection.statement("SELECT name FROM sync_sites WHERE n = ?")
        find.bind(n, at: 1)
        defer { find.reset() }
        guard try find.step() else { throw ChangesError(.failed, "the clocks name a device that is not listed") }
        let name = find.text(0)
        siteNames[n] = name
        return Site(n: n, name: name)
    }

    private func columns(ofShape n: Int64) throws -> Set<Int64> {
        if let known = shapes[n] { return known }
        let find = try connection.statement("SELECT columns FROM sync_shapes WHERE n = ?")
        find.bind(n, at: 1)
        defer { find.reset() }
        let columns = try find.step() ? Set(find.text(0).split(separator: " ").compactMap { Int64($0) }) : []
        shapes[n] = columns
        return columns
    }
}
