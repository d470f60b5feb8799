import Foundation
import GRDB

/// Applies a changeset. Each cell keeps the maximum over (clock, device, value) and each row's state only grows, so the order in
/// which changesets arrive, and how often, makes no difference. docs/sync.md has the argument.
public final class Merge {
    /// What applying a changeset has changed.
    public struct Outcome: Sendable, Equatable {
        /// Rows that appeared.
        public var inserted = 0
        /// Rows that were deleted permanently.
        public var purged = 0
        /// Cells whose value changed.
        public var updated = 0
        /// Cells for which two devices wrote without knowing of each other.
        public var conflicts = 0
        /// Rows with values that were purged here before: the values were dropped.
        public var buried = 0
        /// The tables in which something changed.
        public var tables: Set<String> = []
    }

    /// The header of the changeset.
    public let header: Changeset.Header
    /// What was changed so far.
    public private(set) var outcome = Outcome()
    /// Whether all of it was applied.
    public private(set) var isDone = false

    private let reader: ChangesetReader
    private let unremarkable: Set<String>
    private let isAllowed: (_ table: String, _ id: String, _ column: String?) -> Bool
    private var next: Int64 = .min

    /// Opens and checks a changeset.
    /// - Parameters:
    ///   - changeset: the changeset to apply.
    ///   - limits: the largest accepted sizes.
    ///   - unremarkable: names of columns of which no conflict is noted, as they are written whenever another one is.
    ///   - isAllowed: which cells, by table, id and column, may be in it; the column is nil for the row itself. A changeset with
    ///     any other is refused.
    /// - Throws: `ChangesError`.
    public init(
        _ changeset: Changeset, limits: ChangesetLimits = ChangesetLimits(), unremarkable: Set<String> = [],
        allowing isAllowed: @escaping (_ table: String, _ id: String, _ column: String?) -> Bool = { _, _, _ in true }
    ) throws {
        reader = try ChangesetReader(changeset, limits: limits)
        header = reader.header
        self.unremarkable = unremarkable
        self.isAllowed = isAllowed
    }

    /// Applies all of it, in the open transaction.
    @discardableResult
    public func run(_ db: Database) throws -> Outcome {
        while !isDone { try step(db) }
        return outcome
    }

    /// Applies some of it: whole rows, until `limit` cells are reached, so that a transaction stays short. Applying the same part
    /// again, after a transaction was rolled back, changes nothing.
    public func step(_ db: Database, limit: Int = 5_000) throws {
        let connection = try Connection(db)
        do {
            try ChangeTracking.untracked(connection) { try merge(into: connection, limit) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw ChangesError(.refused, "it holds a row that can't be kept (\(error.message ?? "constraint failed"))")
        }
    }

    private func merge(into connection: Connection, _ limit: Int) throws {
        let target = RowMerge(connection, unremarkable: unremarkable)
        var pending: IncomingRow?
        var count = 0
        var latest = HybridTime.zero
        var isFull = false
        let names = Names(connection)
        var locals = LocalNames(reader, names: names, connection: connection)
        do {
            let find = try reader.connection.statement(
                """
                SELECT r.n, r.tbl, r.id, r.life, r.clock, r.site, c.col, c.clock, c.site, c.was, c.value
                FROM rows AS r LEFT JOIN cells AS c ON c.row = r.n WHERE r.n >= ? ORDER BY r.n, c.col
                """)
            find.bind(next, at: 1)
            defer { find.reset() }
            while try find.step() {
                if pending?.n != find.int(0) {
                    if let row = pending { try target.merge(row) }
                    pending = nil
                    if count >= limit {
                        next = find.int(0)
                        isFull = true
                        break
                    }
                    pending = try row(find, &locals)
                    count += 1
                }
                if !find.isNull(6), let row = pending {
                    pending?.cells.append(try cell(find, of: row, &locals))
                    count += 1
                }
                for time in [find.int(4), find.int(7)] where time <= HybridTime.lastAdopted.rawValue {
                    latest = max(latest, HybridTime(rawValue: time))
                }
            }
        } catch let error as DatabaseError {
            throw ChangesetReader.error(error)
        }
        if let row = pending, !isFull { try target.merge(row) }
        let advance = try connection.statement("UPDATE sync_state SET clock = max(clock, ?)")
        advance.bind(latest.rawValue, at: 1)
        try advance.run()
        try target.conflicts.prune()
        outcome.add(target.outcome)
        isDone = !isFull
    }

    private func row(_ find: Statement, _ locals: inout LocalNames) throws -> IncomingRow {
        let id = find.text(2)
        let isPlain = id.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
                || byte == 0x5F
        }
        guard (1...64).contains(id.utf8.count), isPlain else {
            throw ChangesError(.refused, "it holds the id \"\(id.prefix(80))\"")
        }
        guard (RowState.absent...RowState.tombstone).contains(find.int(3)) else {
            throw ChangesError(.damaged, "the row \(id) has an unknown state")
        }
        let table = try locals.table(find.int(1))
        guard isAllowed(table.name, id, nil) else {
            throw ChangesError(.refused, "it holds the row \(id) of \(table.name), which its sender may not write")
        }
        return IncomingRow(
            n: find.int(0), table: table, id: id, state: find.int(3), clock: try time(find.int(4)),
            site: try locals.site(find.int(5)),
            cells: [])
    }

    private func cell(_ find: Statement, of row: IncomingRow, _ locals: inout LocalNames) throws -> Cell {
        let column = try locals.column(find.int(6), of: row.table)
        guard isAllowed(row.table.name, row.id, column.name) else {
            throw ChangesError(
                .refused, "it holds \"\(column.name)\" of \(row.table.name) \(row.id), which its sender may not write")
        }
        let isBase = find.isNull(7)
        if isBase && row.state != RowState.present { throw ChangesError(.damaged, "the row \(row.id) has a cell without a clock") }
        return Cell(
            column: column, clock: isBase ? row.clock : try time(find.int(7)),
            site: isBase ? row.site : try locals.site(find.int(8)),
            was: HybridTime(rawValue: find.int(9)), isBase: isBase, value: try find.value(10))
    }

    private func time(_ clock: Int64) throws -> HybridTime {
        guard (0...HybridTime.last.rawValue).contains(clock) else {
            throw ChangesError(.refused, "it holds a time that is out of range (\(clock))")
        }
        return HybridTime(rawValue: clock)
    }
}

extension Merge.Outcome {
    mutating func add(_ other: Merge.Outcome) {
        inserted += other.inserted
        purged += other.purged
        updated += other.updated
        conflicts += other.conflicts
        buried += other.buried
        tables.formUnion(other.tables)
    }
}
