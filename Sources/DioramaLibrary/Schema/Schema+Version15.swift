import GRDB

/// Version 15: points by which people align a space with the real place, by the rules of version 3; the descriptions of spaces are
/// searched.
extension Schema {
    static func migrateToVersion15(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE spaces ADD COLUMN alignment TEXT")
        try searchDescriptions(db)
    }
}
