import Foundation
import GRDB

/// What belongs to a space: it goes to the trash with the space, comes back with it, and is purged with it.
///
/// Only the space itself is marked as trashed: what belongs to it follows from that, also what another device adds while the space
/// is in the trash here. Places, things and recordings exist without the space and stay.
enum SpaceContents {
    /// Whether a row of `memories` belongs to a space in the trash, as SQL.
    /// - Parameter memory: the name of the row.
    static func isInTrashedSpace(_ memory: String) -> String {
        "EXISTS (SELECT 1 FROM spaces t WHERE t.id = \(memory).space AND t.trashed IS NOT NULL)"
    }

    /// Whether a row of `search_documents` is a memory of a space in the trash, or a file of one or of such a space, as SQL.
    static func isHit(_ document: String) -> String {
        """
        (\(document).kind = 'memory'
            AND EXISTS (SELECT 1 FROM memories m WHERE m.id = \(document).id AND \(isInTrashedSpace("m")))
        OR \(document).kind = 'media' AND EXISTS (
            SELECT 1 FROM media f LEFT JOIN memories m ON m.id = f.memory
            WHERE f.id = \(document).id AND f.thing IS NULL AND f.recording IS NULL
                AND (\(isInTrashedSpace("m")) OR \(isInTrashedSpace("f")))))
        """
    }

    /// Deletes all that belongs to spaces, permanently.
    /// - Parameters:
    ///   - condition: SQL on a column `space`.
    ///   - arguments: of the condition.
    ///   - db: the catalogue, in a transaction.
    /// - Returns: the files that may be unnamed now; their rows in `assets` are gone where they are.
    static func purge(where condition: String, _ arguments: StatementArguments, _ db: Database) throws -> [AssetHash] {
        let memories = "SELECT id FROM memories WHERE \(condition)"
        let media = """
            recording IS NULL AND thing IS NULL AND coalesce(memory, space) IS NOT NULL
            AND (memory IS NULL OR memory IN (\(memories))) AND (space IS NULL OR (\(condition)))
            """
        // The condition is in there twice.
        let twice = arguments + arguments
        let names =
            try String.fetchAll(db, sql: "SELECT hash FROM media WHERE \(media)", arguments: twice)
            + String.fetchAll(db, sql: "SELECT hash FROM space_assets WHERE \(condition)", arguments: arguments)
        try db.execute(sql: "DELETE FROM media WHERE \(media)", arguments: twice)
        try db.execute(sql: "DELETE FROM memory_versions WHERE memory IN (\(memories))", arguments: arguments)
        try db.execute(
            sql: "DELETE FROM plan_edits WHERE plan IN (SELECT id FROM plans WHERE \(condition))", arguments: arguments)
        for table in ["memories", "plans", "measurements", "captures", "space_assets"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE \(condition)", arguments: arguments)
        }
        let hashes = Array(Set(names.compactMap { AssetHash($0) }))
        try Originals.forgetUnnamed(hashes, db)
        return hashes
    }
}

extension Library {
    /// The number of memories of a space without those that are in the trash by themselves, regardless of visibility.
    public func memoryCount(in space: SpaceID) async throws(LibraryError) -> Int {
        try await read(to: "count the memories of a space") { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM memories WHERE space = ? AND trashed IS NULL", arguments: [space.description]) ?? 0
        }
    }

    /// Deletes a space permanently, on every device, with its memories, plan, measurements and capture, and with the files that
    /// nothing else names. Places, things and recordings stay. `removeTraces` removes what is left of it in the database's file.
    /// - Returns: whether there was such a space.
    public func delete(_ id: SpaceID) async throws(LibraryError) -> Bool {
        let hashes: [AssetHash]? = try await write(to: "delete the space \(id)") { db -> [AssetHash]? in
            try db.execute(sql: "DELETE FROM spaces WHERE id = ?", arguments: [id.description])
            if db.changesCount == 0 { return nil }
            return try SpaceContents.purge(where: "space = ?", [id.description], db)
        }
        guard let hashes else { return false }
        // The rows are gone for good now. A file that can't be removed, or a kill before that, is left to `removeTraces`.
        try? await removeUnnamed(hashes)
        return true
    }
}
