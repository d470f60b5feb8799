import Foundation
import GRDB
import Support

extension Library {
    /// What people put into a library, counted when it is deleted.
    private static let counted = [
        "spaces", "things", "places", "recordings", "memories", "exhibits", "workflows", "contacts", "requests",
    ]

    /// The shared tables that are emptied. Of accounts, devices and keys the owner's stay, so that the deletion reaches the owner's
    /// other devices.
    private static let emptied = [
        "media", "memory_versions", "memories", "plan_edits", "plans", "measurements", "captures", "space_assets", "spaces",
        "loans", "maintenance", "things", "places", "recordings", "workflows", "requests", "shares", "contacts", "exhibits",
        "consents", "settings",
    ]

    /// This device's own tables that are emptied.
    private static let emptiedHere = ["links", "grants", "exhibit_grants", "follows", "reanchors", "undo_records"]

    /// Deletes permanently all that people put into the library, on every device: spaces, things, memories and whatever belongs to
    /// them, contacts, shares, settings, consents, other people's accounts, links; also what is in the trash, and what is others'.
    /// The owner's account with its devices and keys stays. Then removes what is left of it in the database's file, and the files
    /// that only this device has: backups, previews, caches, and catalogues that were set aside.
    ///
    /// What other people received stays with them. The next sync removes it from the bucket (docs/deletion.md).
    /// - Returns: how many entries that were.
    /// - Throws: `LibraryError` of kind `notAllowed` for a demo library, which is reset instead.
    public func deleteEverything() async throws(LibraryError) -> Int {
        if isDemo { throw LibraryError(.notAllowed, "the demo library is not deleted but reset") }
        let count = try await write(to: "delete everything") { db in
            var count = 0
            for table in Self.counted { count += try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0 }
            for table in Self.emptied + Self.emptiedHere { try db.execute(sql: "DELETE FROM \(table)") }
            let owner = try ActiveAccount.entry(db)?.id.description ?? ""
            for (table, column) in [("accounts", "id"), ("devices", "account"), ("account_keys", "account")] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE \(AccountMerges.canonical(column)) <> ?", arguments: [owner])
            }
            for table in ["sessions", "invitations"] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE account IS NOT NULL AND \(AccountMerges.canonical("account")) <> ?",
                    arguments: [owner])
            }
            try db.execute(sql: "DELETE FROM jobs WHERE state IN ('done', 'failed', 'cancelled')")
            return count
        }
        try await removeTraces()
        try await removeOwnFiles()
        return count
    }

    /// Removes the files that only this device has. Files on their way in and the locks stay.
    private func removeOwnFiles() async throws(LibraryError) {
        let layout = layout
        do {
            try await Blocking.run {
                for folder in [layout.backups, layout.damaged, layout.previews, layout.cache, layout.parts]
                where FileManager.default.fileExists(atPath: folder.path) {
                    try FileManager.default.removeItem(at: folder)
                }
            }
        } catch {
            throw LibraryError(error, could: "remove backups and previews", in: folder)
        }
    }
}
