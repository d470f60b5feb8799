import GRDB

/// Which files the catalogue names. `assets` has a row for each that lies on this device; `space_assets` and `media` name files,
/// wherever they lie: a name without a row in `assets` is a file that is only in the bucket.
enum Originals {
    /// Whether a file (`assets.hash`) has a name in the catalogue, as SQL.
    static let isNamed = isNamed(in: "assets")

    /// Whether the file of a row of `table`, which has a column `hash`, has a name in the catalogue, as SQL.
    static func isNamed(in table: String) -> String {
        """
        (EXISTS (SELECT 1 FROM space_assets n WHERE n.hash = \(table).hash)
            OR EXISTS (SELECT 1 FROM media n WHERE n.hash = \(table).hash))
        """
    }

    /// The columns of `media` that name an owner.
    private static let owners = ["recording", "thing", "memory", "space", "exhibit"]

    /// Deletes the media whose `column` is `id` and that belong to nothing else.
    /// - Returns: their files.
    static func purgeMedia(where column: String, _ id: String, _ db: Database) throws -> [AssetHash] {
        let alone = owners.contains(column) ? owners.filter { $0 != column }.map { " AND \($0) IS NULL" }.joined() : ""
        let condition = "\(column) = ?\(alone)"
        let hashes = try String.fetchAll(db, sql: "SELECT hash FROM media WHERE \(condition)", arguments: [id])
        try db.execute(sql: "DELETE FROM media WHERE \(condition)", arguments: [id])
        return hashes.compactMap { AssetHash($0) }
    }

    /// Drops the rows in `assets` of those files that nothing names any more.
    static func forgetUnnamed(_ hashes: [AssetHash], _ db: Database) throws {
        for hash in hashes {
            try db.cachedStatement(sql: "DELETE FROM assets WHERE hash = ? AND NOT \(isNamed)").execute(arguments: [hash.cell])
        }
    }

    /// Notes that a file lies on this device.
    static func note(_ hash: AssetHash, byteCount: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO assets (hash, byte_count) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING").execute(
            arguments: [hash.cell, byteCount])
    }
}
