import DioramaSync
import Foundation
import Support

/// The bucket that a listening device serves: the objects of paired devices in `relay/` of the library, and the library's own media
/// where they are, so that no second copy of them takes up space.
struct RelayBucket: Bucket {
    let folder: FolderBucket
    let media: any TransferStore

    var name: String { folder.name }
    var compaction: BucketCompaction { .thisDevice }

    func list(_ folder: BucketKey, after: BucketKey?) async throws(SyncError) -> [BucketObject] {
        var objects = try await self.folder.list(folder, after: after)
        guard Self.isMedia(folder) else { return objects }
        let known = Set(objects.map(\.key))
        for item in try await items() where item.key.folder == folder && !known.contains(item.key) {
            if let after, item.key <= after { continue }
            if let file = try await file(item.key) {
                objects.append(BucketObject(key: item.key, byteCount: try FileSource(file).byteCount))
            }
        }
        return objects.sorted { $0.key < $1.key }
    }

    func folders(in folder: BucketKey) async throws(SyncError) -> [String] { try await self.folder.folders(in: folder) }

    func head(_ key: BucketKey) async throws(SyncError) -> BucketObject? {
        if let object = try await folder.head(key) { return object }
        guard let file = try await file(key) else { return nil }
        return BucketObject(key: key, byteCount: try FileSource(file).byteCount)
    }

    func get(_ key: BucketKey, limit: Int) async throws(SyncError) -> Data {
        guard let source = try await source(key) else { return try await folder.get(key, limit: limit) }
        guard source.byteCount <= limit else {
            throw SyncError(.refused, "\(key) has \(source.byteCount) bytes; at most \(limit) are accepted")
        }
        return try await source.read(0..<source.byteCount)
    }

    func read(_ key: BucketKey, _ range: Range<Int64>) async throws(SyncError) -> Data {
        guard let source = try await source(key) else { return try await folder.read(key, range) }
        return try await source.read(range.clamped(to: 0..<source.byteCount))
    }

    func put(_ key: BucketKey, _ data: Data, ifAbsent: Bool) async throws(SyncError) -> Bool {
        if ifAbsent, try await file(key) != nil { return false }
        return try await folder.put(key, data, ifAbsent: ifAbsent)
    }

    func upload(_ source: any ByteSource, to key: BucketKey, progress: ProgressReporter) async throws(SyncError) {
        try await folder.upload(source, to: key, progress: progress)
    }

    func delete(_ key: BucketKey) async throws(SyncError) { try await folder.delete(key) }

    /// Deletes media of other devices that the library keeps itself meanwhile.
    func deleteKeptMedia(of sync: SyncClient) async throws(SyncError) {
        for folder in Self.mediaFolders {
            for object in try await self.folder.list(folder, after: nil) where try await sync.keeps(object.key) {
                try await self.folder.delete(object.key)
            }
        }
    }

    // MARK: The library's media

    private static let mediaFolders = ["images", "recordings"].compactMap { BucketKey($0) }

    private static func isMedia(_ folder: BucketKey) -> Bool { mediaFolders.contains(folder) }

    private func items() async throws(SyncError) -> [MediaItem] {
        do {
            return try await media.media()
        } catch {
            throw SyncError(.failed, "couldn't list the library's media: \(error)")
        }
    }

    private func file(_ key: BucketKey) async throws(SyncError) -> URL? {
        guard let item = MediaItem(key) else { return nil }
        do {
            return try await media.file(of: item)
        } catch {
            throw SyncError(.failed, "couldn't look for \(key) in the library: \(error)")
        }
    }

    /// The library's file, unless the relay has the object.
    private func source(_ key: BucketKey) async throws(SyncError) -> FileSource? {
        guard MediaItem(key) != nil, try await folder.head(key) == nil else { return nil }
        return try await file(key).map { (file) throws(SyncError) in try FileSource(file) }
    }
}
