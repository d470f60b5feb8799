import Changes
import Foundation
import GRDB
import DioramaLibrary
import Support

extension SyncEngine {
    /// Applies the changes in the bucket and sends nothing.
    func applyChanges(of bucket: any Bucket, progress: ProgressReporter) async throws(SyncError) -> SyncReport {
        var report = SyncReport()
        try await install()
        try await pull(bucket, into: &report, progress: progress)
        return report
    }

    /// Applies the changesets of other devices: each device's in their order, one device after the other.
    func pull(_ bucket: any Bucket, into report: inout SyncReport, progress: ProgressReporter) async throws(SyncError) {
        guard let folder = BucketKey(ChangeKey.Folder.changes.rawValue) else { return }
        let own = try await write { db in try ChangeTracking.device(db) }
        let devices = try await bucket.folders(in: folder).filter { $0 != own && KSUID($0) != nil }
        if try await write({ db in try Cursors.all(db).isEmpty }) && !devices.isEmpty {
            // A new device begins with a snapshot.
            try check(progress, 0, stage: "Applying a snapshot")
            try await applySnapshot(bucket, for: Dictionary(uniqueKeysWithValues: devices.map { ($0, 1) }), &report)
        }
        var gaps: [String: Int64] = [:]
        for (i, device) in devices.enumerated() {
            try check(progress, Double(i) / Double(devices.count), stage: "Applying changes")
            if let gap = try await applyChangesets(of: device, bucket: bucket, report: &report) { gaps[device] = gap }
        }
        if gaps.isEmpty { return }
        // What is missing may have been removed because a snapshot holds it.
        try check(progress, 0.95, stage: "Applying a snapshot")
        try await applySnapshot(bucket, for: gaps, &report)
        for device in gaps.keys.sorted() {
            if let gap = try await applyChangesets(of: device, bucket: bucket, report: &report) {
                report.waiting[device] = "its changeset \(gap) has not arrived yet"
            }
        }
    }

    /// Applies a device's changesets up to the first gap.
    /// - Returns: the missing sequence number, where a later one exists.
    private func applyChangesets(of device: String, bucket: any Bucket, report: inout SyncReport) async throws(SyncError) -> Int64?
    {
        var cursor = try await write { db in try Cursors.of(device, db) }
        guard let folder = ChangeKey.folder(.changes, device: device) else { return nil }
        let after = cursor > 0 ? ChangeKey(.changes, device: device, sequence: cursor).key : nil
        let found = try await bucket.list(folder, after: after).compactMap { ChangeKey($0.key) }.filter { $0.sequence > cursor }
        for change in found.sorted(by: { $0.sequence < $1.sequence }) {
            guard change.sequence == cursor + 1 else { return cursor + 1 }
            let data: Data
            do throws(SyncError) {
                data = try await bucket.get(Self.key(change), limit: options.limits.byteCount)
            } catch {
                if error.kind == .notFound { return cursor + 1 }
                if error.kind != .damaged && error.kind != .refused { throw error }
                report.waiting[device] = "changeset \(change.sequence): \(error.message)"
                return nil
            }
            guard try await apply(data, change: change, report: &report) else { return nil }
            cursor = change.sequence
        }
        return nil
    }

    /// Applies one changeset. The transaction that finishes it advances the cursor.
    /// - Returns: whether the device's next one can follow.
    private func apply(_ data: Data, change: ChangeKey, report: inout SyncReport) async throws(SyncError) -> Bool {
        do throws(SyncError) {
            try await merge(data, ofKind: .changes, &report) { db, header in
                try Cursors.advance(change.device, to: change.sequence, db)
            }
            report.received += 1
            return true
        } catch {
            switch error.kind {
            case .refused:
                // No version will ever apply it: the device's later changesets need not wait for it.
                try await refuse(data, change: change, reason: error.message)
                report.refused.append(.init(device: change.device, sequence: change.sequence, reason: error.message))
                return true
            case .damaged, .newerVersion:
                report.waiting[change.device] = "changeset \(change.sequence): \(error.message)"
                return false
            default: throw error
            }
        }
    }

    private func refuse(_ data: Data, change: ChangeKey, reason: String) async throws(SyncError) {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO sync_refused (device, sequence, reason, noticed, data) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                    """,
                arguments: [change.device, change.sequence, reason, Date().milliseconds, data])
            try Cursors.advance(change.device, to: change.sequence, db)
        }
    }

    /// Merges a changeset, some cells in each transaction; `finish` runs in the last one.
    func merge(
        _ data: Data, ofKind kind: Changeset.Kind, _ report: inout SyncReport,
        finish: @escaping @Sendable (Database, Changeset.Header) throws -> Void
    ) async throws(SyncError) {
        let merge: MergeBox
        do {
            let options = options
            merge = MergeBox(
                try Merge(Changeset(unchecked: Array(data)), limits: options.limits, unremarkable: options.unremarkable) {
                    table, id, _ in options.accepts(table, id)
                })
            if merge.value.header.kind != kind {
                throw ChangesError(
                    .refused, "it is a \(merge.value.header.kind.rawValue) file under the name of a \(kind.rawValue) file")
            }
        } catch {
            throw SyncError(error)
        }
        let limit = options.cellsPerTransaction
        let derive = options.derive
        repeat {
            if Task.isCancelled {
                throw SyncError(.cancelled, "sync was cancelled; the next run continues from here")
            }
            try await write { db in
                try merge.value.step(db, limit: limit)
                try derive(db)
                if merge.value.isDone { try finish(db, merge.value.header) }
            }
        } while !merge.value.isDone
        let outcome = merge.value.outcome
        report.inserted += outcome.inserted
        report.purged += outcome.purged
        report.updated += outcome.updated
        report.conflicts += outcome.conflicts
        report.tables.formUnion(outcome.tables)
    }
}

/// Hands a merge from transaction to transaction: each uses it alone, one after the other.
private final class MergeBox: @unchecked Sendable {
    let value: Merge
    init(_ value: Merge) { self.value = value }
}
