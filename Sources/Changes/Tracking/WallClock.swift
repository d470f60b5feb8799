import GRDB

/// The device's wall clock, as the hybrid clock adopts it: only where it is plausible. A clock that is years ahead would win every
/// conflict for years, and beyond the year 4199 others would refuse what it stamps. Where it is not plausible the hybrid clock
/// counts on from the latest known time.
enum WallClock {
    private static let day: Int64 = 86_400_000
    /// 1 January 2026: an earlier latest time comes from a clock that was not set.
    private static let release: Int64 = 1_767_225_600_000

    /// In milliseconds since 1970 UTC with the correction of the device, in SQL over `sync_state`; null beyond the year 9999.
    static let milliseconds = "(CAST((julianday('now') - 2440587.5) * 86400000.0 AS INTEGER) + clock_offset)"

    /// The latest plausible wall clock: 366 days after the latest known time; ten years after the release where none is known.
    static let limit = """
        CASE WHEN clock >> 16 >= \(release) THEN min((clock >> 16) + \(366 * day), \(HybridTime.lastAdopted.milliseconds)) \
        ELSE \(release + 3_653 * day) END
        """

    /// As a hybrid time, in SQL over `sync_state`; 0 where it is not plausible.
    static let adopted = "CASE WHEN \(milliseconds) <= (\(limit)) THEN \(milliseconds) << 16 ELSE 0 END"
}

/// The wall clock of a device beside the latest time that its database knows.
public struct WallClockState: Sendable, Equatable {
    /// The wall clock with its correction, in milliseconds since 1970 UTC; nil beyond the year 9999.
    public let milliseconds: Int64?
    /// The latest time that the database has written or seen, in milliseconds since 1970 UTC.
    public let latest: Int64
    /// Whether writes adopt the wall clock. Where not, they count on from the latest time.
    public let isAdopted: Bool
    /// Whether this device wrote under a time that others refuse: it needs `ChangeTracking.restamp` before it syncs again.
    public let isCutOff: Bool
}

extension ChangeTracking {
    /// How the wall clock relates to the latest known time.
    public static func wallClock(_ db: Database) throws -> WallClockState {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT \(WallClock.milliseconds) AS wall, clock >> 16 AS latest,
                    coalesce(\(WallClock.milliseconds) <= (\(WallClock.limit)), 0) AS adopted FROM sync_state
                """)
        return WallClockState(
            milliseconds: row?["wall"], latest: row?["latest"] ?? 0, isAdopted: row?["adopted"] ?? true,
            isCutOff: try isCutOff(db))
    }

    /// Adopts the wall clock although it is far beyond the latest known time, after the user has confirmed it.
    /// - Throws: `ChangesError` where it is beyond what other devices accept.
    public static func confirmWallClock(_ db: Database) throws {
        let state = try wallClock(db)
        guard let milliseconds = state.milliseconds, milliseconds < HybridTime.lastAdopted.milliseconds else {
            throw ChangesError(.refused, "this computer's clock is beyond the year 4199; set its date")
        }
        try db.execute(sql: "UPDATE sync_state SET clock = max(clock, ?)", arguments: [milliseconds << 16])
    }

    /// Whether something was written here under a time that other devices refuse.
    static func isCutOff(_ db: Database) throws -> Bool {
        let last = HybridTime.last.rawValue
        return try Bool.fetchOne(
            db,
            sql: """
                SELECT clock > \(last)
                    OR EXISTS (SELECT 1 FROM sync_sites AS s JOIN sync_rows AS r ON r.site = s.n AND r.clock > \(last))
                    OR EXISTS (SELECT 1 FROM sync_sites AS s JOIN sync_cells AS c ON c.site = s.n AND c.clock > \(last))
                FROM sync_state
                """) ?? false
    }

    /// Gives everything that was written under a time that others refuse a time after the latest valid one, in the same order and
    /// under this device's present id, and puts the device's clock there. Nobody else has applied these writes, so that no clock
    /// that anybody knows changes. Call `rename` before: they are exported under the new id.
    /// - Returns: the number of rows and cells.
    @discardableResult
    public static func restamp(_ db: Database) throws -> Int {
        let last = HybridTime.last.rawValue
        let valid = "clock <= \(HybridTime.lastAdopted.rawValue)"
        let base =
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT max(coalesce((SELECT max(clock) FROM sync_rows WHERE \(valid)), 0),
                        coalesce((SELECT max(clock) FROM sync_cells WHERE \(valid)), 0),
                        coalesce((SELECT clock FROM sync_state WHERE \(valid)), 0))
                    """) ?? 0
        try db.execute(
            sql: """
                DROP TABLE IF EXISTS temp.sync_restamp;
                CREATE TEMP TABLE sync_restamp (clock INTEGER NOT NULL PRIMARY KEY, stamp INTEGER NOT NULL);
                INSERT INTO temp.sync_restamp (clock, stamp)
                    SELECT clock, \(base) + row_number() OVER (ORDER BY clock) FROM (
                        SELECT clock FROM sync_rows WHERE clock > \(last) UNION SELECT clock FROM sync_cells WHERE clock > \(last));
                """)
        var count = 0
        for table in ["sync_rows", "sync_cells"] {
            try db.execute(
                sql: """
                    UPDATE \(table) AS t SET clock = r.stamp, site = (SELECT site FROM sync_state)
                    FROM temp.sync_restamp AS r WHERE r.clock = t.clock
                    """)
            count += db.changesCount
        }
        try db.execute(
            sql: """
                UPDATE sync_cells SET was = \(base) WHERE was > \(last);
                UPDATE sync_state SET clock = \(base) + (SELECT count(*) FROM temp.sync_restamp), exported = min(exported, \(base));
                DROP TABLE temp.sync_restamp;
                """)
        return count
    }
}
