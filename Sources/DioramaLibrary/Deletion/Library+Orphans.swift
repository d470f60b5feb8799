import GRDB

extension Library {
    /// Deletes permanently what another device added to a row that was purged meanwhile, as a memory to a space or a photo to a
    /// memory: nobody could ever reach it.
    package func purgeOrphans() async throws(LibraryError) {
        let hashes = try await write(to: "delete what belongs to purged rows") { db in
            try Orphans.purge(db)
        }
        try await removeUnnamed(hashes)
    }
}

/// Rows that belong to rows that were purged.
package enum Orphans {
    /// Deletes them.
    /// - Returns: the files that may be unnamed now.
    package static func purge(_ db: Database) throws -> [AssetHash] {
        var hashes: [AssetHash] = []
        for space in try spaces(db) { hashes += try SpaceContents.purge(where: "space = ?", [space], db) }
        hashes += try purgeMedia(db)
        for (table, column, owner) in [
            ("memory_versions", "memory", "memories"), ("plan_edits", "plan", "plans"), ("loans", "thing", "things"),
            ("maintenance", "thing", "things"),
        ] {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE \(isPurged(column, in: owner))").execute()
        }
        return hashes
    }

    /// Whether `column` names a purged row of `table`, as SQL.
    private static func isPurged(_ column: String, in table: String) -> String {
        """
        EXISTS (SELECT 1 FROM sync_tables n JOIN sync_rows r ON r.tbl = n.n
            WHERE n.name = '\(table)' AND r.id = \(column) AND r.life = 2)
        """
    }

    /// Purged spaces that rows still belong to.
    private static func spaces(_ db: Database) throws -> Set<String> {
        var spaces: Set<String> = []
        for table in ["memories", "plans", "measurements", "captures", "space_assets"] {
            let sql = """
                SELECT space FROM (SELECT DISTINCT space FROM \(table) WHERE space NOT IN (SELECT id FROM spaces))
                WHERE \(isPurged("space", in: "spaces"))
                """
            spaces.formUnion(try String.fetchAll(try db.cachedStatement(sql: sql)))
        }
        return spaces
    }

    /// Deletes the media all of whose owners were purged.
    private static func purgeMedia(_ db: Database) throws -> [AssetHash] {
        let owners = [
            ("recording", "recordings"), ("thing", "things"), ("memory", "memories"), ("space", "spaces"), ("exhibit", "exhibits"),
        ]
        let arePurged = owners.map { "(\($0) IS NULL OR \(isPurged($0, in: $1)))" }.joined(separator: " AND ")
        let condition = "coalesce(recording, thing, memory, space, exhibit) IS NOT NULL AND \(arePurged)"
        let names = try String.fetchAll(try db.cachedStatement(sql: "SELECT hash FROM media WHERE \(condition)"))
        if names.isEmpty { return [] }
        try db.execute(sql: "DELETE FROM media WHERE \(condition)")
        let hashes = names.compactMap { AssetHash($0) }
        try Originals.forgetUnnamed(hashes, db)
        return hashes
    }
}
