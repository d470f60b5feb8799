import GRDB

/// Cells for which two devices wrote without knowing of each other: resolved conflicts. Stored on this device only, the latest
/// 1,000.
final class ConflictLog {
    static let limit = 1_000
    private let connection: Connection
    private var hasNew = false

    init(_ connection: Connection) { self.connection = connection }

    func add(table: Int64, id: String, winner: Cell, loser: Cell) throws {
        let insert = try connection.statement(
            """
            INSERT INTO sync_conflicts (noticed, tbl, id, col, won_clock, won_site, won, lost_clock, lost_site, lost)
            VALUES (CAST((julianday('now') - 2440587.5) * 86400000.0 AS INTEGER), ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """)
        insert.bind(table, at: 1)
        insert.bind(id, at: 2)
        insert.bind(winner.column.n, at: 3)
        insert.bind(winner.clock.rawValue, at: 4)
        insert.bind(winner.site.n, at: 5)
        insert.bind(winner.value, at: 6)
        insert.bind(loser.clock.rawValue, at: 7)
        insert.bind(loser.site.n, at: 8)
        insert.bind(loser.value, at: 9)
        try insert.run()
        hasNew = true
    }

    /// Forgets the conflicts of a row that was purged: they hold its values.
    func remove(table: Int64, id: String) throws {
        let delete = try connection.statement("DELETE FROM sync_conflicts WHERE tbl = ? AND id = ?")
        delete.bind(table, at: 1)
        delete.bind(id, at: 2)
        try delete.run()
    }

    func prune() throws {
        if hasNew {
            try connection.statement("DELETE FROM sync_conflicts WHERE n <= (SELECT max(n) FROM sync_conflicts) - \(Self.limit)")
                .run()
        }
    }
}

/// A cell that two devices wrote without knowing of each other.
public struct Conflict: Sendable, Equatable {
    /// Its number in this database.
    public let number: Int64
    /// When it was noticed, milliseconds since 1970 UTC.
    public let noticed: Int64
    /// Name of the table.
    public let table: String
    /// Id of the row.
    public let id: String
    /// Name of the column.
    public let column: String
    /// The value that stands, when it was written, and the device that wrote it. Values are in SQL's notation.
    public let won: String
    /// When the winning value was written.
    public let wonAt: HybridTime
    /// Id of the device that wrote the winning value.
    public let wonDevice: String
    /// The value that was lost.
    public let lost: String
    /// When the lost value was written.
    public let lostAt: HybridTime
    /// Id of the device that wrote the lost value.
    public let lostDevice: String
    /// Whether the lost value was restored.
    public let isUndone: Bool

    /// The latest conflicts, the newest first.
    public static func latest(_ db: Database, limit: Int = 100) throws -> [Conflict] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT c.n, c.noticed, t.name AS tbl, c.id, k.name AS col, quote(c.won) AS won, c.won_clock, w.name AS won_site,
                    quote(c.lost) AS lost, c.lost_clock, l.name AS lost_site, c.undone
                FROM sync_conflicts AS c JOIN sync_tables AS t ON t.n = c.tbl JOIN sync_columns AS k ON k.n = c.col
                    JOIN sync_sites AS w ON w.n = c.won_site JOIN sync_sites AS l ON l.n = c.lost_site
                ORDER BY c.n DESC LIMIT ?
                """, arguments: [limit]
        ).map { row in
            Conflict(
                number: row["n"], noticed: row["noticed"], table: row["tbl"], id: row["id"], column: row["col"], won: row["won"],
                wonAt: HybridTime(rawValue: row["won_clock"]), wonDevice: row["won_site"], lost: row["lost"],
                lostAt: HybridTime(rawValue: row["lost_clock"]), lostDevice: row["lost_site"], isUndone: row["undone"])
        }
    }

    /// Restores the lost value, as a write of this device now.
    /// - Throws: `ChangesError` where the conflict or its row is gone, or this version has no such column.
    public static func undo(_ db: Database, number: Int64) throws {
        guard
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT t.name AS tbl, k.name AS col, t.known AND k.known AS known FROM sync_conflicts AS c
                    JOIN sync_tables AS t ON t.n = c.tbl JOIN sync_columns AS k ON k.n = c.col WHERE c.n = ?
                    """, arguments: [number])
        else { throw ChangesError(.failed, "there is no conflict \(number) any more") }
        let (table, column): (String, String) = (row["tbl"], row["col"])
        guard row["known"] else { throw ChangesError(.failed, "this version of Diorama does not know \"\(column)\" of \(table)") }
        try db.execute(
            sql: """
                UPDATE "\(table)" SET "\(column)" = (SELECT lost FROM sync_conflicts WHERE n = :n)
                WHERE id = (SELECT id FROM sync_conflicts WHERE n = :n)
                """, arguments: ["n": number])
        if db.changesCount == 0 { throw ChangesError(.failed, "the row that the conflict was about is gone") }
        try db.execute(sql: "UPDATE sync_conflicts SET undone = 1 WHERE n = ?", arguments: [number])
    }
}
