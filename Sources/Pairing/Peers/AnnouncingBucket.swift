import DioramaSync
import Foundation
import Support

/// A bucket that calls `onNewObject` for each object written through it.
struct AnnouncingBucket: Bucket {
    let bucket: any Bucket
    let onNewObject: @Sendable (BucketKey) async -> Void

    var name: String { bucket.name }
    var compaction: BucketCompaction { bucket.compaction }

    func list(_ folder: BucketKey, after: BucketKey?) async throws(SyncError) -> [BucketObject] {
        try await bucket.list(folder, after: after)
    }

    func folders(in folder: BucketKey) async throws(SyncError) -> [String] { try await bucket.folders(in: folder) }

    func head(_ key: BucketKey) async throws(SyncError) -> BucketObject? { try await bucket.head(key) }

    func get(_ key: BucketKey, limit: Int) async throws(SyncError) -> Data { try await bucket.get(key, limit: limit) }

    func read(_ key: BucketKey, _ range: Range<Int64>) async throws(SyncError) -> Data { try await bucket.read(key, range) }

    func put(_ key: BucketKey, _ data: Data, ifAbsent: Bool) async throws(SyncError) -> Bool {
        let isWritten = try await bucket.put(key, data, ifAbsent: ifAbsent)
        if isWritten { await onNewObject(key) }
        return isWritten
    }

    func upload(_ source: any ByteSource, to key: BucketKey, progress: ProgressReporter) async throws(SyncError) {
        try await bucket.upload(source, to: key, progress: progress)
        await onNewObject(key)
    }

    func download(_ key: BucketKey, to file: URL, progress: ProgressReporter) async throws(SyncError) {
        try await bucket.download(key, to: file, progress: progress)
    }

    func delete(_ key: BucketKey) async throws(SyncError) { try await bucket.delete(key) }
}
