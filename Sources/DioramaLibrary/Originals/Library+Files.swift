import Foundation
import GRDB

extension Library {
    /// Adds files and what names them, whole or not at all: the files are brought into `incoming/` first; one transaction then runs
    /// `insert` and puts them in their places. Cancelling the task stops it before that transaction.
    func addFiles<R: Sendable>(
        _ drafts: [AssetDraft], to action: String, _ insert: @escaping @Sendable ([StagedAsset], Database) throws -> R
    ) async throws(LibraryError) -> R {
        let layout = layout
        let staged: [StagedAsset]
        do {
            staged = try await StagedAsset.all(drafts, in: layout)
        } catch {
            throw LibraryError(error, could: action, in: folder)
        }
        do throws(LibraryError) {
            let added = try await write(to: action) { db in
                let added = try insert(staged, db)
                for asset in staged { try asset.place(in: layout) }
                return added
            }
            for asset in staged where asset.draft.isConsumed { try? FileManager.default.removeItem(at: asset.draft.file) }
            return added
        } catch {
            for asset in staged { asset.discard() }
            // Files that were put in their places before the transaction failed. If this fails too, the next opening removes them.
            try? await removeUnnamed(staged.map(\.hash))
            throw error
        }
    }

    /// Removes those of the files that have no row. It holds the write lock, so that nobody is about to add one.
    func removeUnnamed(_ hashes: [AssetHash]) async throws(LibraryError) {
        if hashes.isEmpty { return }
        let layout = layout
        try await write(to: "remove unused files") { db in
            for hash in hashes {
                let isThere =
                    try Row.fetchOne(db, sql: "SELECT 1 FROM assets WHERE hash = ?", arguments: [hash.description]) != nil
                let file = layout.asset(hash)
                if !isThere, FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
            }
        }
    }
}
