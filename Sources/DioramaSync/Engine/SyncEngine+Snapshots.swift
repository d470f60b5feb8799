import Changes
import Foundation
import GRDB
import DioramaLibrary

extension SyncEngine {
    /// Writes all rows that this device knows into the bucket as one file.
    /// - Returns: the last changeset of each device that it includes.
    func sendSnapshot(_ bucket: any Bucket) async throws(SyncError) -> [String: Int64] {
        let made = try await write { db -> (device: String, sequence: Int64, data: Data, cursors: [String: Int64]) in
            let device = try ChangeTracking.device(db)
            let sequence = try Self.sequence(db)
            var cursors = try Cursors.all(db)
            cursors[device] = sequence
            let snapshot = try Changeset.snapshot(db, header: .init(kind: .snapshot, device: device, cursors: cursors))
            return (device, sequence, Data(snapshot.bytes), cursors)
        }
        let key = try Self.key(ChangeKey(.snapshots, device: made.device, sequence: made.sequence))
        // One of the same sequence may hold less of the others' writes.
        _ = try await bucket.put(key, made.data, ifAbsent: false)
        return made.cursors
    }

    /// Applies snapshots that include missing changesets, newest first, until no snapshot includes more.
    func applySnapshot(_ bucket: any Bucket, for gaps: [String: Int64], _ report: inout SyncReport) async throws(SyncError) {
        var missing = gaps
        for key in try await snapshots(bucket).reversed() where !missing.isEmpty {
            let data: Data
            do throws(SyncError) {
                data = try await bucket.get(Self.key(key), limit: options.limits.byteCount)
            } catch {
                if error.kind == .notFound { continue }
                throw error
            }
            let cursors: [String: Int64]
            do {
                cursors = try Changeset(unchecked: Array(data)).header().cursors
            } catch {
                report.waiting[key.device] = "snapshot \(key.sequence): \(SyncError(error).message)"
                continue
            }
            guard missing.contains(where: { device, sequence in cursors[device, default: 0] >= sequence }) else { continue }
            do throws(SyncError) {
                try await merge(data, ofKind: .snapshot, &report) { db, header in
                    let own = try ChangeTracking.device(db)
                    for (device, sequence) in header.cursors where device != own { try Cursors.advance(device, to: sequence, db) }
                }
            } catch {
                guard [.damaged, .refused, .newerVersion].contains(error.kind) else { throw error }
                report.waiting[key.device] = "snapshot \(key.sequence): \(error.message)"
                continue
            }
            report.appliedSnapshot = true
            missing = missing.filter { device, sequence in cursors[device, default: 0] < sequence }
        }
    }

    /// The snapshots in the bucket, by device and sequence.
    private func snapshots(_ bucket: any Bucket) async throws(SyncError) -> [ChangeKey] {
        guard let folder = BucketKey(ChangeKey.Folder.snapshots.rawValue) else { return [] }
        var keys: [ChangeKey] = []
        for device in try await bucket.folders(in: folder) {
            guard let folder = ChangeKey.folder(.snapshots, device: device) else { continue }
            keys += try await bucket.list(folder, after: nil).compactMap { ChangeKey($0.key) }
        }
        return keys.sorted { ($0.sequence, $0.device) < ($1.sequence, $1.device) }
    }

    /// Writes a snapshot once there are many changesets, and removes those that it includes and that all known devices have
    /// applied. The latest of each device stays: it reports what the device has applied.
    func compact(_ bucket: any Bucket, _ report: inout SyncReport) async throws(SyncError) {
        guard let folder = BucketKey(ChangeKey.Folder.changes.rawValue) else { return }
        var files: [String: [ChangeKey]] = [:]
        for device in try await bucket.folders(in: folder) {
            guard let folder = ChangeKey.folder(.changes, device: device) else { continue }
            files[device] = try await bucket.list(folder, after: nil).compactMap { ChangeKey($0.key) }
        }
        // The device with the smallest id does it, so that not all of them do.
        let own = try await write { db in try ChangeTracking.device(db) }
        guard files.values.reduce(0, { $0 + $1.count }) >= options.changesetsPerSnapshot, files.keys.min() == own else { return }
        var passed = try await sendSnapshot(bucket)
        report.wroteSnapshot = true
        for (device, keys) in files where device != own {
            guard let last = keys.max(by: { $0.sequence < $1.sequence }) else { continue }
            guard let cursors = try await cursors(in: last, bucket) else { return }
            for (other, sequence) in passed where other != device { passed[other] = min(sequence, cursors[other, default: 0]) }
        }
        for (device, keys) in files {
            let last = keys.map { $0.sequence }.max() ?? 0
            for key in keys where key.sequence <= passed[device, default: 0] && key.sequence < last {
                try await bucket.delete(Self.key(key))
                report.trimmed += 1
            }
        }
        let mine = try await snapshots(bucket).filter { $0.device == own }.sorted { $0.sequence < $1.sequence }
        for key in mine.dropLast(2) { try await bucket.delete(Self.key(key)) }
    }

    /// What a device had applied when it wrote `key`; nil where that can't be read: then nothing may be removed.
    private func cursors(in key: ChangeKey, _ bucket: any Bucket) async throws(SyncError) -> [String: Int64]? {
        do throws(SyncError) {
            let data = try await bucket.get(Self.key(key), limit: options.limits.byteCount)
            return try? Changeset(unchecked: Array(data)).header().cursors
        } catch {
            if error.kind == .unavailable { throw error }
            return nil
        }
    }
}
