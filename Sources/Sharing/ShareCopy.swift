import Changes
import Foundation
import GRDB

/// Makes the changeset of a share: chosen rows with their clocks, less what stays at home.
enum ShareCopy {
    /// - Parameters:
    ///   - isEdit: whether the changes go back to the owner.
    ///   - hashes: files that are shared under another name than they have here, because their place was taken out.
    static func changeset(
        _ db: Database, rows: [String: [String]], isEdit: Bool, hashes: [String: String] = [:]
    ) throws -> [UInt8] {
        let header = Changeset.Header(kind: .subset, device: try ChangeTracking.device(db))
        let whole = try Changeset.subset(db, rows: rows, header: header)
        // A scratch database that knows none of the tables keeps all cells as they are, by the same code that keeps a newer
        // version's.
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
            // A row that its owner has deleted is left out: a share never deletes.
            let gone = try Row.fetchAll(
                scratch, sql: "SELECT t.name, r.id FROM sync_rows r JOIN sync_tables t ON t.n = r.tbl WHERE r.life <> 1")
            var left = rows
            for row in gone { left[row[0]]?.removeAll { $0 == row[1] } }
            return try Changeset.subset(scratch, rows: left, header: header).bytes
        }
    }
}
