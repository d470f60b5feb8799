import Changes
import Foundation
import GRDB
import DioramaLibrary

/// The changeset of a share: the chosen rows with their clocks, without private columns.
enum ShareCopy {
    /// - Parameters:
    ///   - isEdit: whether the changes go back to the owner.
    ///   - copies: files that are shared as changed copies, by the hashes of the originals.
    static func changeset(
        _ db: Database, rows: [String: [String]], isEdit: Bool, copies: [String: SharedMedia] = [:]
    ) throws -> [UInt8] {
        let header = Changeset.Header(kind: .subset, device: try ChangeTracking.device(db))
        let anonymous = try anonymousMemories(rows["memories"] ?? [], db)
        let whole = try Changeset.subset(db, rows: rows, header: header)
        // A temporary database without these tables keeps all cells unchanged, by the code that keeps cells of newer versions.
        return try DatabaseQueue().write { scratch in
            try ChangeTracking.install(scratch, tables: [], device: header.device)
            try Merge(whole).run(scratch)
            let hidden = SharedTables.unshared.union(isEdit ? SharedTables.ownersOnly : []).sorted()
            try scratch.execute(
                literal: "DELETE FROM sync_cells WHERE col IN (SELECT n FROM sync_columns WHERE name IN \(hidden))")
            for (original, copy) in copies { try replace(original, by: copy, scratch) }
            try removeAuthor(of: anonymous, scratch)
            // Deleted rows are left out: a share never deletes.
            let gone = try Row.fetchAll(
                scratch, sql: "SELECT t.name, r.id FROM sync_rows r JOIN sync_tables t ON t.n = r.tbl WHERE r.life <> 1")
            var left = rows
            for row in gone { left[row[0]]?.removeAll { $0 == row[1] } }
            return try Changeset.subset(scratch, rows: left, header: header).bytes
        }
    }

    private static func replace(_ original: String, by copy: SharedMedia, _ scratch: Database) throws {
        let isHash = "col IN (SELECT n FROM sync_columns WHERE name = 'hash') AND value = ?"
        if let byteCount = copy.byteCount {
            try scratch.execute(
                sql: """
                    UPDATE sync_cells SET value = ? WHERE col IN (SELECT n FROM sync_columns WHERE name = 'byte_count')
                        AND row IN (SELECT row FROM sync_cells WHERE \(isHash))
                    """, arguments: [byteCount, original])
        }
        try scratch.execute(
            sql: "UPDATE sync_cells SET value = ? WHERE \(isHash)", arguments: [copy.hash.description, original])
    }

    private static func anonymousMemories(_ ids: [String], _ db: Database) throws -> [String] {
        let request: SQLRequest<String> = "SELECT id FROM memories WHERE id IN \(ids) AND privacy = 'anonymous'"
        return try request.fetchAll(db)
    }

    /// Anonymous memories are shared without their author.
    private static func removeAuthor(of memories: [String], _ scratch: Database) throws {
        try scratch.execute(
            literal: """
                DELETE FROM sync_cells WHERE col IN (SELECT n FROM sync_columns WHERE name = 'account')
                    AND row IN (SELECT r.n FROM sync_rows r JOIN sync_tables t ON t.n = r.tbl
                        WHERE t.name = 'memories' AND r.id IN \(memories))
                """)
    }
}
