import Foundation
import GRDB

/// Tables whose rows merge with those of other devices, cell by cell: the last writer of a cell wins, by hybrid logical clocks.
///
/// `install` puts triggers on the tables; from then on each insert, update and delete, by whatever SQL, records its clock in the
/// same transaction. `Changeset` carries what was written to others, `Merge` applies it. docs/sync.md holds the rule and why it
/// converges.
public enum ChangeTracking {
    /// Brings tracking up to date with the schema; call it after the migrations whenever the database is opened, in a transaction.
    ///
    /// Rows that were there before their table was tracked count as written by this device now. Cells that other versions sent of
    /// columns that have appeared since are moved into them.
    /// - Parameters:
    ///   - db: the database, in a transaction.
    ///   - tables: the names of the tracked tables. Each has the primary key `id TEXT`, no foreign keys, nothing else unique, and
    ///     only columns that are nullable, have a default, or were there in the table's first version.
    ///   - device: the id of this device, used where the database has none yet.
    /// - Throws: `ChangesError` (`unsuitableTable`); SQLite's errors.
    public static func install(_ db: Database, tables: [String], device: String) throws {
        let connection = try Connection(db)
        try connection.run(TrackingTables.create)
        if try connection.int("SELECT count(*) FROM sync_state") == 0 {
            let site = try Names(connection).site(device)
            try connection.run("INSERT INTO sync_state (n, site) VALUES (1, \(site))")
        }
        let installation = Installation(connection)
        try untracked(connection) { for name in tables { try installation.track(TrackedTable(name, in: connection)) } }
        try installation.replaceTriggers()
    }

    /// Takes the device out of a database without rows, so that a copy of it can become any device's: `install` names that one.
    /// - Throws: `ChangesError` (`failed`) where rows were written; SQLite's errors.
    public static func makeTemplate(_ db: Database) throws {
        if try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sync_rows)") ?? false {
            throw ChangesError(.failed, "a database with rows can't be copied for other devices")
        }
        try db.execute(sql: "DELETE FROM sync_state; DELETE FROM sync_sites")
    }

    /// Runs a migration without its writes counting as this device's: what a later version makes of a row is no news to others.
    public static func untracked<R>(_ db: Database, _ body: () throws -> R) throws -> R {
        guard try db.tableExists("sync_state") else { return try body() }
        return try untracked(Connection(db), body)
    }

    static func untracked<R>(_ connection: Connection, _ body: () throws -> R) throws -> R {
        let end = "UPDATE sync_state SET applying = max(applying - 1, 0)"
        try connection.statement("UPDATE sync_state SET applying = applying + 1").run()
        do {
            let result = try body()
            try connection.statement(end).run()
            return result
        } catch {
            // A caller that catches this and continues the transaction must not write untracked. Where the transaction is gone, so
            // is the mark, and this changes nothing.
            try? connection.run(end)
            throw error
        }
    }

    /// The id of this device.
    public static func device(_ db: Database) throws -> String {
        try String.fetchOne(db, sql: "SELECT name FROM sync_sites WHERE n = (SELECT site FROM sync_state)") ?? ""
    }

    /// Records that the database was restored from a backup or copied: it needs a device id of its own before it syncs again, as
    /// what it wrote since under the old one is in others' hands.
    public static func markCopied(_ db: Database) throws { try db.execute(sql: "UPDATE sync_state SET copied = 1") }

    /// Whether `markCopied` was called since the last `rename`.
    public static func isCopied(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT copied FROM sync_state") ?? false
    }

    /// Gives this device another id: two databases must never write under one. Its writes after `time` go out under the new id,
    /// also those that were exported under the old one.
    public static func rename(_ db: Database, device: String, after time: HybridTime) throws {
        let connection = try Connection(db)
        let site = try Names(connection).site(device)
        for table in ["sync_rows", "sync_cells"] {
            try connection.run(
                "UPDATE \(table) SET site = \(site) WHERE site = (SELECT site FROM sync_state) AND clock > \(time.rawValue)")
        }
        try connection.run("UPDATE sync_state SET site = \(site), exported = min(exported, \(time.rawValue)), copied = 0")
    }

    /// The latest time that this database has written or seen.
    public static func now(_ db: Database) throws -> HybridTime {
        HybridTime(rawValue: try Int64.fetchOne(db, sql: "SELECT clock FROM sync_state") ?? 0)
    }

    /// Corrects the device's wall clock for the writes to come, by the clock of a bucket: milliseconds to add.
    package static func correctClock(_ db: Database, byMilliseconds offset: Int64) throws {
        try db.execute(sql: "UPDATE sync_state SET clock_offset = ?", arguments: [offset])
    }
}
