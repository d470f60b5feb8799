import DioramaLibrary

/// The tables that can be shared, and the columns that can't.
enum SharedTables {
    static let names: Set<String> = [
        "spaces", "captures", "space_assets", "places", "things", "recordings", "media", "memories", "workflows",
    ]

    /// Columns that are never shared: locations, reports of scans, which have them, and the owner's decisions.
    static let unshared: Set<String> = [
        "trashed", "consent", "is_private", "privacy", "audience", "latitude", "longitude", "report",
    ]

    /// Columns that an edit of the receiver never changes: owner and file.
    static let ownersOnly: Set<String> = ["account", "created", "hash", "byte_count", "content_type"]

    /// The rows as a share lists them: by table, each in the order given. What is no id is left out.
    static func items(_ rows: [String: [String]]) -> [RowReference] {
        rows.sorted { $0.key < $1.key }.flatMap { table, ids in
            ids.compactMap { text in KSUID(text).map { id in RowReference(table: table, id: id) } }
        }
    }

    /// Whether a changeset may write the cell; the row itself where `column` is nil.
    static func isAllowed(_ rows: [String: Set<String>], isEdit: Bool) -> (_ table: String, _ id: String, _ column: String?) -> Bool
    {
        { table, id, column in
            guard names.contains(table), rows[table]?.contains(id) == true else { return false }
            guard let column else { return true }
            return !unshared.contains(column) && !(isEdit && ownersOnly.contains(column))
        }
    }
}
