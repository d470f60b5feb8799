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

    /// Applies the changesets of other devices: each device's in their order, one device after the other. What can't be read is
    /// recorded as missing; snapshots that include it are applied instead.
    func pull(_ bucket: any Bucket, into report: inout SyncReport, progress: ProgressReporter) async throws(SyncError) {
        guard let folder = BucketKey(ChangeKey.Folder.changes.rawValue) else { return }
        let own = try await write { db in try ChangeTracking.device(db) }
        let devices = try await bucket.folders(in: folder).filter { $0 != own && KSUID($0) != nil }
        if try await write({ db in try Cursors.all(db).isEmpty }) && !devices.isEmpty {
            // A new device begins with a snapshot.
            try check(progress, 0, stage: "Applying a snapshot")
            try await applySnapshots(bucket, including: devices.map { ChangeKey(.changes, device: $0, sequence: 1) }, &report)
        }
        try await retryDamaged(bucket, &report)
        for (i, device) in devices.enumerated() {
            try check(progress, Double(i) / Double(devices.count), stage: "Applying changes")
            try await applyChangesets(of: device, bucket: bucket, report: &report)
        }
        let missing = try await write { db in try MissingChangesets.all(db) }
        if !missing.isEmpty {
            try check(progress, 0.95, stage: "Applying a snapshot")
            let keys = missing.map { ChangeKey(.changes, device: $0.device, sequence: $0.sequence) }
            try await applySnapshots(bucket, including: keys, &report)
            for device in Set(missing.map(\.device)).intersection(devices).sorted() {
                try await applyChangesets(of: device, bucket: bucket, report: &report)
            }
        }
        report.behind = try await write { db in try MissingChangesets.all(db) }
        // A damaged snapshot matters only where something is missing.
        if !report.isBehind { report.waiting = [:] }
        for missing in report.behind where missing.cause != .refused && report.waiting[missing.device] == nil {
            report.waiting[missing.device] = missing.line
        }
    }

    /// Reads objects again that were damaged in an earlier run: they may have been incomplete at that time. After some attempts
    /// only once a day, as what is missing has been requested.
    private func retryDamaged(_ bucket: any Bucket, _ report: inout SyncReport) async throws(SyncError) {
        let options = options
        let keys = try await write { db in
            try Row.fetchAll(
                db, sql: "SELECT device, sequence FROM sync_missing WHERE cause = 'damaged' AND (attempts < ? OR tried < ?)",
                arguments: [options.damagedAttempts, Date(timeIntervalSinceNow: -86_400).milliseconds]
            ).map { ChangeKey(.changes, device: $0["device"], sequence: $0["sequence"]) }
        }
        for key in keys { _ = try await apply(key, bucket: bucket, report: &report) }
    }

    /// Applies a device's changesets up to the first that is absent or of a newer version. Damaged and refused ones are recorded
    /// as missing and passed over: merging needs no order.
    private func applyChangesets(of device: String, bucket: any Bucket, report: inout SyncReport) async throws(SyncError) {
        var cursor = try await write { db in try Cursors.of(device, db) }
        guard let folder = ChangeKey.folder(.changes, device: device) else { return }
        let after = cursor > 0 ? ChangeKey(.changes, device: device, sequence: cursor).key : nil
        let found = try await bucket.list(folder, after: after).compactMap { ChangeKey($0.key) }.filter { $0.sequence > cursor }
        for change in found.sorted(by: { $0.sequence < $1.sequence }) {
            if change.sequence > cursor + 1 {
                let absent = ChangeKey(.changes, device: device, sequence: cursor + 1)
                try await record(absent, .absent, reason: "it has not arrived yet")
                return
            }
            guard try await apply(change, bucket: bucket, report: &report) else { return }
            cursor = change.sequence
        }
    }

    /// Applies one changeset. The transaction that finishes it advances the cursor.
    /// - Returns: whether the device's next one can follow.
    private func apply(_ change: ChangeKey, bucket: any Bucket, report: inout SyncReport) async throws(SyncError) -> Bool {
        var attempt = 1
        while true {
            var data = Data()
            do throws(SyncError) {
                data = try await bucket.get(Self.key(change), limit: options.limits.byteCount)
                let buried = try await merge(data, of: change, &report) { db, header in
                    try Cursors.advance(change.device, to: change.sequence, db)
                    try MissingChangesets.remove(change, db)
                    try ChangesetRequests.record(header.missing ?? [:], of: change.device, db)
                }
                if buried > 0 { lateObjects.append(change) }
                report.received += 1
                return true
            } catch {
                switch error.kind {
                case .damaged:
                    // The read may have been incomplete, not the object.
                    if attempt < options.readAttempts {
                        attempt += 1
                        continue
                    }
                    try await record(change, .damaged, reason: error.message, isPassed: true)
                    return true
                case .refused:
                    try await refuse(data, change: change, reason: error.message)
                    report.refused.append(.init(device: change.device, sequence: change.sequence, reason: error.message))
                    return true
                case .newerVersion: try await record(change, .newerVersion, reason: error.message)
                case .notFound: try await record(change, .absent, reason: "it has not arrived yet")
                default: throw error
                }
                return false
            }
        }
    }

    /// - Parameter isPassed: whether the device's next changesets are applied without it.
    private func record(_ change: ChangeKey, _ cause: MissingChangeset.Cause, reason: String, isPassed: Bool = false)
        async throws(SyncError)
    {
        try await write { db in
            try MissingChangesets.add(change, cause, reason: reason, db)
            if isPassed { try Cursors.advance(change.device, to: change.sequence, db) }
        }
    }

    /// Keeps a changeset that no version will ever apply. Its content is requested, as the writer may have sent another one.
    private func refuse(_ data: Data, change: ChangeKey, reason: String) async throws(SyncError) {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO sync_refused (device, sequence, reason, noticed, data) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                    """,
                arguments: [change.device, change.sequence, reason, Date().milliseconds, data])
            try MissingChangesets.add(change, .refused, reason: reason, db)
            try Cursors.advance(change.device, to: change.sequence, db)
        }
    }

    /// Merges the bytes of an object, some cells in each transaction; `finish` runs in the last one.
    /// - Returns: the number of rows with values that had been purged here.
    func merge(
        _ data: Data, of key: ChangeKey, _ report: inout SyncReport,
        finish: @escaping @Sendable (Database, Changeset.Header) throws -> Void
    ) async throws(SyncError) -> Int {
        let merge: MergeBox
        do {
            let options = options
            merge = MergeBox(
                try Merge(Changeset(unchecked: Array(data)), limits: options.limits, unremarkable: options.unremarkable) {
                    table, id, _ in options.accepts(table, id)
                })
            try key.check(merge.value.header)
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
        return outcome.buried
    }
}

extension ChangeKey {
    /// Checks that an object contains what its name says.
    /// - Throws: `ChangesError`: `refused` for another kind of file, `damaged` for another changeset.
    func check(_ header: Changeset.Header) throws(ChangesError) {
        let kind: Changeset.Kind = folder == .changes ? .changes : .snapshot
        if header.kind != kind {
            throw ChangesError(.refused, "it is a \(header.kind.rawValue) file under the name of a \(kind.rawValue) file")
        }
        if header.device != device || header.sequence.map({ $0 != sequence }) ?? false {
            let number = header.sequence.map { " \($0)" } ?? ""
            throw ChangesError(
                .damaged, "it contains changeset\(number) of device \(header.device): it was exchanged for another object")
        }
    }
}

/// Hands a merge from transaction to transaction: each uses it alone, one after the other.
private final class MergeBox: @unchecked Sendable {
    let value: Merge
    init(_ value: Merge) { self.value = value }
}
