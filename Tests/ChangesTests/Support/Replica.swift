import Changes
import Foundation
import GRDB

/// A device in a test: a database in memory, of one of three versions of a schema.
final class Replica: @unchecked Sendable {
    let queue: DatabaseQueue
    let device: String
    private(set) var version = 0

    init(_ device: String, version: Int, minutesAhead: Int64 = 0) throws {
        self.device = device
        queue = try DatabaseQueue()
        try upgrade(to: version)
        try queue.write { db in try ChangeTracking.correctClock(db, byMilliseconds: minutesAhead * 60_000) }
    }

    /// A copy of a database without rows.
    init(_ device: String, copying template: Replica) throws {
        self.device = device
        version = template.version
        queue = try DatabaseQueue()
        try template.queue.backup(to: queue)
        try upgrade(to: version)
    }

    static let versions = [
        """
        CREATE TABLE things (
            id TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL, amount INTEGER, weight REAL, picture BLOB, note ANY
        ) STRICT, WITHOUT ROWID;
        """,
        "ALTER TABLE things ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'",
        """
        ALTER TABLE things ADD COLUMN height REAL;
        CREATE TABLE places (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL DEFAULT '', pose BLOB) STRICT;
        """,
    ]

    func upgrade(to version: Int) throws {
        try queue.write { db in
            while self.version < version {
                try ChangeTracking.untracked(db) { try db.execute(sql: Self.versions[self.version]) }
                self.version += 1
            }
            try ChangeTracking.install(db, tables: version >= 3 ? ["things", "places"] : ["things"], device: device)
        }
    }

    func write<R>(_ body: (Database) throws -> R) throws -> R { try queue.write(body) }

    /// What was written since the last export.
    func export(limit: Int = 20_000) throws -> Changeset? {
        try queue.write { db in
            let after = try Changeset.exported(db)
            guard
                let made = try Changeset.changes(db, after: after, limit: limit, header: .init(kind: .changes, device: device))
            else { return nil }
            try Changeset.markExported(db, upTo: made.upTo)
            return made.changeset
        }
    }

    /// Whether it has written under a time that others refuse.
    var isCutOff: Bool { get throws { try queue.read { db in try ChangeTracking.wallClock(db).isCutOff } } }

    /// The wall clock from now on.
    func setClock(year: Int) throws {
        let time = (Double(year) - 1970) * 365.2425 * 86_400_000
        let offset = Int64(time - Date().timeIntervalSince1970 * 1000)
        try queue.write { db in try ChangeTracking.correctClock(db, byMilliseconds: offset) }
    }

    /// What an earlier version wrote under a wall clock beyond the year 4199.
    func cutOff() throws {
        try queue.write { db in
            try db.execute(sql: "UPDATE sync_state SET clock = max(clock, ?)", arguments: [Int64.max / 2 + 65_536])
            try db.execute(sql: "UPDATE things SET amount = coalesce(amount, 0) / 2 + 1")
        }
    }

    /// Puts the writes under times that others refuse under a new id.
    func restamp(as device: String) throws {
        try queue.write { db in
            try ChangeTracking.rename(db, device: device, after: Changeset.exported(db))
            try ChangeTracking.restamp(db)
        }
    }

    /// Checks that a changeset that can't be applied changes nothing.
    func expectRefusal(of changeset: Changeset) throws {
        let before = try state()
        do {
            try merge(changeset)
        } catch {
            guard let error = error as? ChangesError, error.kind == .damaged || error.kind == .refused else { throw error }
            if try state() == before { return }
        }
        throw ChangesError(.failed, "\(device) applied a damaged changeset, or one of a time that is out of range")
    }

    func snapshot() throws -> Changeset {
        try queue.write { db in try Changeset.snapshot(db, header: .init(kind: .snapshot, device: device)) }
    }

    @discardableResult
    func merge(_ changeset: Changeset, limit: Int = 5_000) throws -> Merge.Outcome {
        let merge = try Merge(changeset)
        while !merge.isDone { try queue.write { db in try merge.step(db, limit: limit) } }
        return merge.outcome
    }

    /// Every cell with its clock, also those that this version has no place for, and each row's life: what all replicas agree on.
    func state() throws -> [String] {
        try queue.read { db in
            var lines: [String] = []
            let shapes = Dictionary(
                uniqueKeysWithValues: try Row.fetchAll(db, sql: "SELECT n, columns FROM sync_shapes").map { row in
                    (row["n"] as Int64, Set((row["columns"] as String).split(separator: " ").compactMap { Int64($0) }))
                })
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT r.n, t.name AS tbl, t.known, r.tbl AS tn, r.id, r.life, r.clock, s.name AS site, r.shape
                    FROM sync_rows AS r JOIN sync_tables AS t ON t.n = r.tbl JOIN sync_sites AS s ON s.n = r.site
                    ORDER BY t.name, r.id
                    """)
            for row in rows {
                let (table, id, life): (String, String, Int64) = (row["tbl"], row["id"], row["life"])
                lines.append("\(table) \(id) life \(life)")
                let columns = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT k.n, k.name, k.known, c.clock, s.name AS site, c.held, typeof(c.value) AS type, c.value AS v
                        FROM sync_columns AS k LEFT JOIN sync_cells AS c ON c.row = ? AND c.col = k.n
                            LEFT JOIN sync_sites AS s ON s.n = c.site
                        WHERE k.tbl = ? ORDER BY k.name
                        """, arguments: [row["n"] as Int64, row["tn"] as Int64])
                for column in columns {
                    let name: String = column["name"]
                    let clock: Int64
                    let site: String
                    if let explicit: Int64 = column["clock"] {
                        clock = explicit
                        site = column["site"]
                    } else if life == 1, shapes[row["shape"]]?.contains(column["n"]) == true {
                        clock = row["clock"]
                        site = row["site"]
                    } else {
                        continue
                    }
                    let value: DatabaseValue =
                        if (column["held"] as Int64?) == 1 {
                            column["v"]
                        } else {
                            try DatabaseValue.fetchOne(
                                db, sql: "SELECT \"\(name)\" FROM \"\(table)\" WHERE id = ?", arguments: [id])
                                ?? .null
                        }
                    lines.append("  \(name) \(clock) \(site) \(Self.text(value))")
                }
            }
            return lines
        }
    }

    /// The tables themselves, value for value.
    func content() throws -> [String] {
        try queue.read { db in
            try (version >= 3 ? ["things", "places"] : ["things"]).flatMap { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY id").map { row in
                    table + " " + row.map { "\($0.0)=\(Self.text($0.1))" }.joined(separator: " ")
                }
            }
        }
    }

    /// Type and bits of a value.
    static func text(_ value: DatabaseValue) -> String {
        switch value.storage {
        case .null: "null"
        case .int64(let number): "int \(number)"
        case .double(let number): "real \(String(number.bitPattern, radix: 16))"
        case .string(let text): "text \(Data(text.utf8).map { String($0, radix: 16) }.joined(separator: "."))"
        case .blob(let data): "blob \(data.map { String($0, radix: 16) }.joined(separator: "."))"
        }
    }
}
