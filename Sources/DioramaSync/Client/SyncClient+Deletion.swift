import DioramaLibrary
import Foundation

extension SyncClient {
    /// For how many days after their retention files are looked for in buckets.
    private static let removalDays = 30.0

    /// Removes files from the bucket whose rows were purged at least `Retention.bucketDays` ago and that no row names any more.
    /// They are looked for in every bucket that this device synchronizes with, for some more days.
    /// - Returns: the number of removed objects.
    func removePurgedFiles(_ transfers: MediaTransfers) async throws(SyncError) -> Int {
        let days: Int
        do {
            days = try await library.retention().bucketDays
        } catch {
            throw SyncError(library: error)
        }
        let limit = Date().addingTimeInterval(-86_400 * Double(days))
        let hashes = try await read { db in try PurgedFiles.due(before: limit, db) }
        if hashes.isEmpty { return 0 }
        let removed = try await transfers.remove(hashes)
        let end = limit.addingTimeInterval(-86_400 * Self.removalDays)
        try await write { db in try PurgedFiles.forget(before: end, db) }
        return removed
    }

    /// Deletes what other devices added to rows that were purged here.
    func purgeOrphans() async throws(SyncError) {
        do {
            try await library.purgeOrphans()
        } catch {
            throw SyncError(library: error)
        }
    }

    /// Removes what is left of purged rows in the library's files. Where another program keeps the database busy, the next run or
    /// backup does.
    func removeTraces() async throws(SyncError) {
        do {
            try await library.removeTraces()
        } catch {
            if error.kind == .inUse { return }
            throw SyncError(library: error)
        }
    }
}
