import Changes
import Foundation
import GRDB

/// The changeset of a share: the chosen rows with their clocks, without private columns.
enum ShareCopy {
    /// - Parameters:
    ///   - isEdit: whether the changes go back to the owner.
    ///   - hashes: files that are shared under another hash, because their location was removed.
    static func changeset(
        _ db: Database, rows: [String: [String]], isEdit: Bool, hashes: [String: String] = [:]
    ) throws -> [UInt8] {
        let header = Changeset.Header(kind: .subset, device: try ChangeTracking.device(db))
        let whole = try Changeset.subset(db, rows: rows, header: header)
        // A temporary database without these tables keeps all cells unchanged, by the code that keeps cells of newer versions.
        return try DatabaseQueue().write { scratch in
            try ChangeTracking.install(scratch, tables: [], device: header.device)
            try Merge(whole).run(scratch)
            let hidden = SharedTables.unshared.union(isEdit ? SharedTables.ownersOnly : []).sorted()
            try scratch.execute(
                literal: "DELETE FROM sync_cells WHERE col IN (SELECT n FROM sync_columns WHERE name IN \(hidden))")
            for (own, shared) in hashes {
                try scratch.execute(
                    sql: """
                        UPDATE sync_cells SET value = ? WHERE value = ? AND col IN (SELECT n FROM sync_columns WHERE name = 'hash')
                        """, arguments: [shared, own])
            }
            // Deleted rows are left out: a share never deletes.
            let gone = try Row.fetchAll(
                scratch, sql: "SELECT t.name, r.id FROM sync_rows r JOIN sync_tables t ON t.n = r.tbl WHERE r.life <> 1")
            var left = rows
            for row in gone { left[row[0]]?.removeAll { $0 == row[1] } }
            return try Changeset.subset(scratch, rows: left, header: header).bytes
        }
    }
}
