import Changes
import Foundation
import GRDB
import DioramaLibrary

extension SyncEngine {
    /// Writes all rows that this device knows into the bucket as one file.
    /// - Returns: the last changeset of each device that it includes.
    func sendSnapshot(_ bucket: any Bucket, _ report: inout SyncReport) async throws(SyncError) -> [String: Int64] {
        let made = try await write { db -> (device: String, sequence: Int64, data: Data, cursors: [String: Int64]) in
            let device = try ChangeTracking.device(db)
            let sequence = try Self.sequence(db)
            let cursors = try ChangesetRequests.known(db)
            let header = Changeset.Header(
                kind: .snapshot, device: device, cursors: cursors, sequence: sequence, missing: try MissingChangesets.listed(db))
            return (device, sequence, Data(try Changeset.snapshot(db, header: header).bytes), cursors)
        }
        let key = try Self.key(ChangeKey(.snapshots, device: made.device, sequence: made.sequence))
        // One of the same sequence may hold less of the others' writes.
        _ = try await bucket.put(key, made.data, ifAbsent: false)
        report.wroteSnapshot = true
        let name = bucket.name
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO sync_snapshots (bucket, cursors) VALUES (?, ?)
                    ON CONFLICT (bucket) DO UPDATE SET cursors = excluded.cursors
                    """, arguments: [name, try Self.json(made.cursors)])
        }
        return made.cursors
    }

    /// Applies snapshots that include missing changesets, newest first, until no snapshot includes more.
    func applySnapshots(
        _ bucket: any Bucket, including keys: [ChangeKey], _ report: inout SyncReport
    ) async throws(SyncError) {
        var missing = keys
        for key in try await snapshots(bucket).reversed() where !missing.isEmpty {
            guard let data = try await snapshot(key, bucket, &report) else { continue }
            let cursors: [String: Int64]
            do {
                let header = try Changeset(unchecked: Array(data)).header()
                try key.check(header)
                cursors = header.cursors
            } catch {
                report.waiting[key.device] = "snapshot \(key.sequence): \(SyncError(error).message)"
                continue
            }
            guard missing.contains(where: { cursors[$0.device, default: 0] >= $0.sequence }) else { continue }
            do throws(SyncError) {
                let buried = try await merge(data, of: key, &report) { db, header in
                    let own = try ChangeTracking.device(db)
                    for (device, sequence) in header.cursors where device != own {
                        try Cursors.advance(device, to: sequence, db)
                        try MissingChangesets.remove(
                            device: device, upTo: sequence, includingRefused: header.missing != nil, db)
                    }
                }
                if buried > 0 { lateObjects.append(key) }
            } catch {
                guard [.damaged, .refused, .newerVersion].contains(error.kind) else { throw error }
                report.waiting[key.device] = "snapshot \(key.sequence): \(error.message)"
                continue
            }
            report.appliedSnapshot = true
            missing = missing.filter { cursors[$0.device, default: 0] < $0.sequence }
        }
    }

    /// The bytes of a snapshot; nil where it is gone or damaged, which the report notes.
    private func snapshot(_ key: ChangeKey, _ bucket: any Bucket, _ report: inout SyncReport) async throws(SyncError) -> Data? {
        var attempt = 1
        while true {
            do throws(SyncError) {
                let data = try await bucket.get(Self.key(key), limit: options.limits.byteCount)
                if attempt == options.readAttempts || (try? Changeset(unchecked: Array(data)).header()) != nil { return data }
            } catch {
                switch error.kind {
                case .notFound: return nil
                case .damaged where attempt < options.readAttempts: break
                case .damaged, .refused, .newerVersion:
                    report.waiting[key.device] = "snapshot \(key.sequence): \(error.message)"
                    return nil
                default: throw error
                }
            }
            attempt += 1
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

    // MARK: Requests

    /// Writes a snapshot where another device lacks changesets that this one has, unless an intact one in the bucket includes
    /// them.
    func answerRequests(_ bucket: any Bucket, _ report: inout SyncReport) async throws(SyncError) {
        let requests = try await write { db in try ChangesetRequests.all(db) }
        if requests.isEmpty { return }
        if try await !hasSnapshot(bucket, including: requests, &report) {
            _ = try await sendSnapshot(bucket, &report)
            report.answered = requests.count
        }
        try await write { db in try ChangesetRequests.clear(db) }
    }

    private func hasSnapshot(
        _ bucket: any Bucket, including requests: [String: Int64], _ report: inout SyncReport
    ) async throws(SyncError) -> Bool {
        for key in try await snapshots(bucket).reversed() {
            guard let data = try await snapshot(key, bucket, &report), let header = try? Changeset(unchecked: Array(data)).header()
            else { continue }
            if header.missing != nil, requests.allSatisfy({ header.cursors[$0.key, default: 0] >= $0.value }) { return true }
        }
        return false
    }

    // MARK: Compacting

    /// Writes a snapshot once there are many changesets that the last one does not include, and removes those that it includes and
    /// that all known devices have applied. The latest of each device stays: it reports what the device has applied.
    func compact(_ bucket: any Bucket, _ report: inout SyncReport) async throws(SyncError) {
        guard let folder = BucketKey(ChangeKey.Folder.changes.rawValue) else { return }
        var files: [String: [ChangeKey]] = [:]
        for device in try await bucket.folders(in: folder) {
            guard let folder = ChangeKey.folder(.changes, device: device) else { continue }
            files[device] = try await bucket.list(folder, after: nil).compactMap { ChangeKey($0.key) }
        }
        let own = try await write { db in try ChangeTracking.device(db) }
        switch bucket.compaction {
        case .smallestDevice: guard files.keys.min() == own else { return }
        case .thisDevice: break
        case .otherDevice: return
        }
        let all = files.values.joined()
        guard all.count >= options.changesetsPerSnapshot else { return }
        var passed = try await lastSnapshot(bucket)
        if all.filter({ $0.sequence > passed[$0.device, default: 0] }).count >= options.changesetsPerSnapshot {
            passed = try await sendSnapshot(bucket, &report)
        }
        for (device, keys) in files where device != own {
            let cursors = try await cursors(reportedIn: keys, bucket)
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

    /// What this device's last snapshot in the bucket includes; nothing where there is none.
    private func lastSnapshot(_ bucket: any Bucket) async throws(SyncError) -> [String: Int64] {
        let name = bucket.name
        let (device, text) = try await write { db in
            (
                try ChangeTracking.device(db),
                try String.fetchOne(db, sql: "SELECT cursors FROM sync_snapshots WHERE bucket = ?", arguments: [name])
            )
        }
        guard let text, try await snapshots(bucket).contains(where: { $0.device == device }) else { return [:] }
        return (try? JSONDecoder().decode([String: Int64].self, from: Data(text.utf8))) ?? [:]
    }

    /// What a device had applied when it wrote the latest changeset that can be read; nothing where none can.
    private func cursors(reportedIn keys: [ChangeKey], _ bucket: any Bucket) async throws(SyncError) -> [String: Int64] {
        for key in keys.sorted(by: { $0.sequence > $1.sequence }) {
            do throws(SyncError) {
                let data = try await bucket.get(Self.key(key), limit: options.limits.byteCount)
                if let header = try? Changeset(unchecked: Array(data)).header(), header.device == key.device {
                    return header.cursors
                }
            } catch {
                guard [.damaged, .refused, .newerVersion, .notFound].contains(error.kind) else { throw error }
            }
        }
        return [:]
    }

    static func json(_ cursors: [String: Int64]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(cursors), as: UTF8.self)
    }
}
