import DioramaLibrary
import Foundation

extension MediaTransfers {
    /// Removes originals and their previews from the bucket.
    /// - Returns: the number of removed objects.
    func remove(_ hashes: [AssetHash]) async throws(SyncError) -> Int {
        if hashes.isEmpty || !bucket.replacesObjects { return 0 }
        let names = Set(hashes.map(\.description))
        var removed = 0
        for folder in MediaItem.folders {
            for object in try await bucket.list(folder, after: nil) where names.contains(String(object.key.name.prefix(64))) {
                try await bucket.delete(object.key)
                removed += 1
            }
        }
        return removed
    }
}
