import DioramaLibrary
import Foundation
import Support

/// A bucket beside the library's own, such as that of a paired device.
package struct OtherBucket: Sendable {
    package let bucket: any Bucket
    /// The name of its queue of transfers; each bucket has its own.
    package let queue: String
    /// Which media are transferred; nil for the library's setting.
    package let policy: TransferPolicy?

    package init(_ bucket: any Bucket, queue: String, policy: TransferPolicy? = nil) {
        self.bucket = bucket
        self.queue = queue
        self.policy = policy
    }
}

/// What sync with paired devices needs of the library.
extension SyncClient {
    /// The originals and previews that are on this device.
    package func localMedia() -> any TransferStore { LibraryTransfers(library: library, media: media ?? MediaStore(library)) }

    /// Whether the library keeps a media file itself, not only in its cache.
    package func keeps(_ key: BucketKey) async throws(SyncError) -> Bool {
        guard let item = MediaItem(key) else { return false }
        do {
            if item.variant == .original {
                return try await library.original(item.hash).map { FileManager.default.fileExists(atPath: $0.path) } ?? false
            }
            return try await localMedia().file(of: item) != nil
        } catch {
            throw SyncError(.failed, "couldn't look for \(key) in the library: \(error)")
        }
    }

    /// Writes everything that this device knows into a bucket, for a device that begins with it.
    package func writeSnapshot(to bucket: any Bucket) async throws(SyncError) {
        var report = SyncReport()
        _ = try await engine.sendSnapshot(bucket, &report)
    }

    /// Copies what other devices wrote from each of two buckets to the other.
    /// - Returns: the number of copied objects.
    package func forward(between one: any Bucket, and other: any Bucket) async throws(SyncError) -> Int {
        let own = try await status().device
        let limit = engine.options.limits.byteCount
        let there = try await ChangesetForwarding(from: one, to: other, byteLimit: limit).run(except: own)
        return there + (try await ChangesetForwarding(from: other, to: one, byteLimit: limit).run(except: own))
    }

    /// The library's own bucket; nil where it has none.
    package func ownBucket() async throws(SyncError) -> (any Bucket)? {
        guard try await bucket() != nil else { return nil }
        return try await open(nil).0
    }
}
