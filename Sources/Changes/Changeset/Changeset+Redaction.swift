import GRDB

extension Changeset {
    /// The same changeset without the values of rows that were purged since, or nil where it has none of them.
    ///
    /// It has the same header and the same rows, each as it is in `db` now: the purged ones as tombstones. What a device gains by
    /// applying it is at least what it gained by the former one, as merging only takes what is later. So it can replace the former
    /// one wherever that is stored, whoever has applied that already.
    /// - Parameters:
    ///   - db: a database that has applied this changeset, in a transaction.
    ///   - limits: the largest accepted sizes.
    /// - Returns: nil also where `db` does not know one of the rows: it has not applied this changeset.
    /// - Throws: `ChangesError` where the changeset can't be read.
    public func redacted(_ db: Database, limits: ChangesetLimits = ChangesetLimits()) throws -> Changeset? {
        let reader = try ChangesetReader(self, limits: limits)
        let local = try Connection(db)
        let state = try local.statement(
            "SELECT r.life FROM sync_rows AS r JOIN sync_tables AS t ON t.n = r.tbl WHERE t.name = ? AND r.id = ?")
        var rows: [String: [String]] = [:]
        var hasPurged = false
        let find = try reader.connection.statement(
            "SELECT tbl, id, EXISTS (SELECT 1 FROM cells AS c WHERE c.row = r.n) FROM rows AS r")
        defer { find.reset() }
        while try find.step() {
            guard let table = reader.tables[find.int(0)] else { throw ChangesError(.damaged, "a row belongs to no table") }
            let id = find.text(1)
            state.bind(table, at: 1)
            state.bind(id, at: 2)
            let life = try state.step() ? state.int(0) : nil
            state.reset()
            guard let life else { return nil }
            if life == RowState.tombstone && find.int(2) != 0 { hasPurged = true }
            rows[table, default: []].append(id)
        }
        return hasPurged ? try .subset(db, rows: rows, header: reader.header) : nil
    }
}
