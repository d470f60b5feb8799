import Crypto
import Foundation
import GRDB

/// A digest of each row of the shared tables, by which `verify` notices bytes that changed on the disk: SQLite keeps no checksums
/// of its pages, and a flipped bit in a name or an id is a name or an id like any other.
///
/// Triggers only record in `row_changes` which rows were written, by whatever program; `update` computes their digests in the same
/// transaction. What changes without SQL changes without a trigger, and its digest no longer matches.
package enum RowDigests {
    /// Bytes of SHA-256 that are kept.
    static let length = 16

    /// Makes the triggers of tables that have none yet, and the digests of tables whose columns have changed.
    static func install(_ db: Database) throws {
        for table in Schema.tracked {
            for (event, row) in [("INSERT", "new"), ("UPDATE", "new"), ("DELETE", "old")] {
                try db.execute(
                    sql: """
                        CREATE TRIGGER IF NOT EXISTS digest_\(table)_\(event.lowercased()) AFTER \(event) ON \(table) BEGIN
                            INSERT OR IGNORE INTO row_changes ("table", id) VALUES ('\(table)', \(row).id);
                        END
                        """)
            }
            let columns = try DatabaseTables.columns(db, table).all.sorted().joined(separator: " ")
            let setting = "digests.\(table)"
            if try LocalSettings.get(setting, db) == columns { continue }
            try db.execute(sql: "INSERT OR IGNORE INTO row_changes (\"table\", id) SELECT '\(table)', id FROM \(table)")
            try LocalSettings.set(setting, to: columns, db)
        }
    }

    /// Computes the digests of all rows that were recorded as written.
    static func update(_ db: Database) throws {
        let changes = try Row.fetchAll(try db.cachedStatement(sql: "SELECT \"table\", id FROM row_changes"))
        if changes.isEmpty { return }
        for change in changes {
            let (table, id): (String, String) = (change[0], change[1])
            let select = "SELECT * FROM \(table.quotedDatabaseIdentifier) WHERE id = ?"
            if let row = try Row.fetchOne(try db.cachedStatement(sql: select), arguments: [id]) {
                try db.cachedStatement(
                    sql: """
                        INSERT INTO row_digests ("table", id, digest) VALUES (?, ?, ?)
                        ON CONFLICT ("table", id) DO UPDATE SET digest = excluded.digest
                        """
                ).execute(arguments: [table, id, digest(row)])
            } else {
                try db.cachedStatement(sql: "DELETE FROM row_digests WHERE \"table\" = ? AND id = ?").execute(
                    arguments: [table, id])
            }
        }
        try db.execute(sql: "DELETE FROM row_changes")
    }

    /// A row that does not match its digest.
    struct Mismatch: Equatable, CustomStringConvertible {
        let table: String
        let id: String
        /// Whether there is a digest and no row.
        let isMissing: Bool

        var description: String { "the row \(id) of \(table) has \(isMissing ? "disappeared from" : "changed on") the disk" }
    }

    /// The rows whose bytes are not those that were written, a line each: at most 100 of each table.
    package static func problems(_ db: Database) throws -> [String] {
        try mismatches(db).map { "\($0); run 'diorama library restore --backup ID'" }
    }

    /// The rows whose bytes are not those that were written: at most 100 of each table. Empty for a database of an earlier version,
    /// which has no digests.
    static func mismatches(_ db: Database) throws -> [Mismatch] {
        guard try db.tableExists("row_digests") else { return [] }
        var mismatches: [Mismatch] = []
        for table in Schema.tracked where try db.tableExists(table) {
            let digests = "SELECT id, digest FROM row_digests WHERE \"table\" = '\(table)'"
            let changed = "SELECT id FROM row_changes WHERE \"table\" = '\(table)'"
            let select = """
                SELECT t.*, d.digest AS "row digest" FROM \(table) t LEFT JOIN (\(digests)) d ON d.id = t.id
                WHERE t.id NOT IN (\(changed))
                """
            let rows = try Row.fetchCursor(try db.cachedStatement(sql: select))
            var found: [Mismatch] = []
            while found.count < 100, let row = try rows.next() {
                let expected = Data.fromDatabaseValue(row["row digest"])
                if expected == digest(row) { continue }
                found.append(Mismatch(table: table, id: String.fromDatabaseValue(row["id"]) ?? "?", isMissing: false))
            }
            let lacking = """
                SELECT id FROM (\(digests)) WHERE id NOT IN (SELECT id FROM \(table)) AND id NOT IN (\(changed)) LIMIT 100
                """
            // In a damaged database an id can be of any type.
            let missing = try DatabaseValue.fetchAll(try db.cachedStatement(sql: lacking))
            found += missing.map { Mismatch(table: table, id: String.fromDatabaseValue($0) ?? "?", isMissing: true) }
            mismatches += found.prefix(100)
        }
        return mismatches
    }

    /// The first bytes of the SHA-256 of all columns by name: names, types and values, each with its length.
    private static func digest(_ row: Row) -> Data {
        var hash = SHA256()
        func add(_ type: UInt8, _ bytes: some DataProtocol) {
            hash.update(data: [type])
            withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { hash.update(bufferPointer: $0) }
            hash.update(data: bytes)
        }
        for (name, value) in row.sorted(by: { $0.0 < $1.0 }) where name != "row digest" {
            add(0, Data(name.utf8))
            switch value.storage {
            case .null: add(1, Data())
            case .int64(let number): add(2, withUnsafeBytes(of: number.littleEndian) { Data($0) })
            case .double(let number): add(3, withUnsafeBytes(of: number.bitPattern.littleEndian) { Data($0) })
            case .string(let text): add(4, Data(text.utf8))
            case .blob(let bytes): add(5, bytes)
            }
        }
        return Data(hash.finalize().prefix(length))
    }
}
