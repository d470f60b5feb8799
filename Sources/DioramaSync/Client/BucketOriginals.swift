import DioramaLibrary
import Foundation

/// The originals in the library's bucket and on paired devices, downloaded on demand.
struct BucketOriginals: OriginalSource {
    let sync: SyncClient
    /// The paired devices that can be reached now.
    let nearby: (@Sendable () async -> [any Bucket])?
    /// Where an original was found.
    private let found = Locked<[AssetHash: any Bucket]>([:])

    init(sync: SyncClient, nearby: (@Sendable () async -> [any Bucket])? = nil) {
        self.sync = sync
        self.nearby = nearby
    }

    func byteCount(of hash: AssetHash, contentType: String) async throws -> Int64 {
        try await converting(hash) { () throws(SyncError) in try await find(hash, contentType: contentType).byteCount }
    }

    func read(_ range: Range<Int64>, of hash: AssetHash, contentType: String) async throws -> Data {
        try await converting(hash) { () throws(SyncError) in
            let bucket: any Bucket
            if let known = found.withLockedValue({ $0[hash] }) {
                bucket = known
            } else {
                bucket = try await find(hash, contentType: contentType).bucket
            }
            do throws(SyncError) {
                return try await bucket.read(MediaItem.key(hash, contentType: contentType), range)
            } catch {
                guard error.kind == .notFound else {
                    // The next attempt may find it elsewhere.
                    found.withLockedValue { $0[hash] = nil }
                    throw error
                }
                return try await bucket.read(MediaItem.otherKey(hash, contentType: contentType), range)
            }
        }
    }

    /// Looks in the library's own bucket, then on paired devices.
    /// - Throws: `notFound` where none of them has it; the first error where one of them can't be asked.
    private func find(
        _ hash: AssetHash, contentType: String
    ) async throws(SyncError) -> (bucket: any Bucket, byteCount: Int64) {
        var failure: SyncError?
        var buckets = await nearby?() ?? []
        do throws(SyncError) {
            if let own = try await sync.bucketOfOriginals() { buckets.insert(own, at: 0) }
        } catch {
            failure = error
        }
        for bucket in buckets {
            do throws(SyncError) {
                guard let object = try await Self.object(hash, contentType: contentType, in: bucket) else { continue }
                found.withLockedValue { $0[hash] = bucket }
                return (bucket, object.byteCount)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        if buckets.isEmpty {
            throw SyncError(
                .notFound, "the file \(hash) is not on this device, and the library has no bucket to fetch it from")
        }
        throw SyncError(
            .notFound,
            "the file \(hash) is neither on this device nor in \(buckets.map(\.name).joined(separator: " or ")); synchronize the "
                + "device that has it")
    }

    /// The object of an original. Its folder follows from the media type of whichever row named it when it was uploaded; the same
    /// bytes may have been added as an image here and as something else there.
    private static func object(
        _ hash: AssetHash, contentType: String, in bucket: any Bucket
    ) async throws(SyncError) -> BucketObject? {
        if let object = try await bucket.head(MediaItem.key(hash, contentType: contentType)) { return object }
        return try await bucket.head(MediaItem.otherKey(hash, contentType: contentType))
    }

    private func converting<R: Sendable>(
        _ hash: AssetHash, _ body: () async throws(SyncError) -> R
    ) async throws(LibraryError) -> R {
        do {
            return try await body()
        } catch {
            let kind: LibraryError.Kind =
                switch error.kind {
                case .notFound: .notFound
                case .unavailable: .unavailable
                case .noPermission: .noPermission
                case .damaged: .damaged
                case .full: .diskFull
                case .newerVersion: .newerVersion
                case .cancelled: .cancelled
                default: .failed
                }
            throw LibraryError(kind, error.message)
        }
    }
}
