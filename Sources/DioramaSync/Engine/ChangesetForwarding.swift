import DioramaLibrary

/// Copies what other devices wrote from one bucket to another: a device that synchronizes with two buckets connects the devices
/// that use only one of them.
///
/// Each device uploads only its own changesets. Without forwarding, changes that a device received from one bucket would not reach
/// the devices of the other.
package struct ChangesetForwarding: Sendable {
    private let source: any Bucket
    private let target: any Bucket
    private let limits: Int

    /// - Parameters:
    ///   - source: the bucket to read from.
    ///   - target: the bucket to write to.
    ///   - byteLimit: the maximum size of a changeset.
    package init(from source: any Bucket, to target: any Bucket, byteLimit: Int) {
        self.source = source
        self.target = target
        limits = byteLimit
    }

    /// Copies the changesets that `target` lacks, in their order, and the newest snapshot where some of them were removed already.
    /// - Parameter own: the id of this device, which uploads its changesets itself.
    /// - Returns: the number of copied changesets and snapshots.
    package func run(except own: String) async throws(SyncError) -> Int {
        guard let folder = BucketKey(ChangeKey.Folder.changes.rawValue) else { return 0 }
        var count = 0
        var hasGap = false
        for device in try await source.folders(in: folder) where device != own && KSUID(device) != nil {
            guard let folder = ChangeKey.folder(.changes, device: device) else { continue }
            let last = try await target.list(folder, after: nil).compactMap { ChangeKey($0.key)?.sequence }.max() ?? 0
            let after = last > 0 ? ChangeKey(.changes, device: device, sequence: last).key : nil
            let missing = try await source.list(folder, after: after).compactMap { ChangeKey($0.key) }
            if let first = missing.first, first.sequence > last + 1 { hasGap = true }
            for change in missing {
                guard let isCopied = try await copy(change) else { break }
                if isCopied { count += 1 }
            }
        }
        if hasGap, let newest = try await newestSnapshot(), try await copy(newest) == true { count += 1 }
        return count
    }

    private func newestSnapshot() async throws(SyncError) -> ChangeKey? {
        guard let folder = BucketKey(ChangeKey.Folder.snapshots.rawValue) else { return nil }
        var newest: ChangeKey?
        for device in try await source.folders(in: folder) {
            guard let folder = ChangeKey.folder(.snapshots, device: device) else { continue }
            for key in try await source.list(folder, after: nil).compactMap({ ChangeKey($0.key) }) {
                if key.sequence > newest?.sequence ?? 0 { newest = key }
            }
        }
        return newest
    }

    /// - Returns: false where it is there already; nil where it is damaged, or was removed meanwhile.
    private func copy(_ change: ChangeKey) async throws(SyncError) -> Bool? {
        let key = try SyncEngine.key(change)
        do throws(SyncError) {
            return try await target.put(key, try await source.get(key, limit: limits), ifAbsent: true)
        } catch {
            guard [.notFound, .damaged, .refused].contains(error.kind) else { throw error }
            return nil
        }
    }
}
