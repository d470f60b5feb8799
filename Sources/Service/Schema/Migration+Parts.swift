extension Migration {
    /// Uploads in parts through presigned addresses.
    static let parts = Migration(
        number: 8, name: "uploads in parts", compatibleFrom: 7,
        sql: """
            -- The bucket's id of the upload, and the size of all parts but the last; NULL for others.
            ALTER TABLE uploads ADD COLUMN parts_id text, ADD COLUMN part_bytes bigint;
            """)
}
