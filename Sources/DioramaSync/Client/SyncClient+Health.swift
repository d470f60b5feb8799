import DioramaLibrary
import Foundation
import GRDB

extension SyncClient {
    /// How the last run with the library's bucket ended, in any process; nil before the first one.
    public func lastOutcome() async throws(SyncError) -> SyncOutcome? { try await read(SyncOutcome.latest) }

    /// What is wrong with sync on this device: changes of other devices that are missing, a bucket that refuses or can't be
    /// reached, a sync that is long ago. Asks nobody over the network.
    /// - Throws: `SyncError` where the library can't be read.
    public func healthFindings(_ limits: HealthLimits = HealthLimits()) async throws(SyncError) -> [HealthReport.Finding] {
        let status = try await status()
        var findings = try await missingFindings(status)
        guard let address = try await bucket(), !library.isDemo else { return findings }
        let name = (try? BucketAddress(address).name) ?? address
        let known = status.buckets.first { $0.name == name }
        let last = try await lastOutcome()
        if let last, last.state == .failed, let error = last.error {
            let isOld = (known?.synced).map { -$0.timeIntervalSinceNow > limits.syncAge } ?? true
            findings.append(
                .init(
                    .sync, last.isTransient && !isOld ? .warning : .bad, message: "the last sync failed: \(error)",
                    remedy: last.isTransient ? "it is tried again; check the network" : "remove the cause and run 'diorama sync'"))
        } else if let stalled = stalled(known, status, limits) {
            findings.append(stalled)
        }
        return findings
    }

    private func stalled(_ bucket: SyncStatus.Bucket?, _ status: SyncStatus, _ limits: HealthLimits) -> HealthReport.Finding? {
        guard let bucket, let synced = bucket.synced, -synced.timeIntervalSinceNow > limits.syncAge else { return nil }
        let days = Int(-synced.timeIntervalSinceNow / 86_400)
        let unsent = status.unsentWrites > 0 || bucket.sequence < status.sequence
        return .init(
            .sync, unsent ? .bad : .warning,
            message: "the last complete sync was \(days) days ago" + (unsent ? ", and this device has changes since then" : ""),
            remedy: "run 'diorama sync', or 'diorama sync --watch' for continuous sync")
    }

    /// One finding for each device whose changes are missing.
    private func missingFindings(_ status: SyncStatus) async throws(SyncError) -> [HealthReport.Finding] {
        if status.behind.isEmpty { return [] }
        let names = Dictionary(try await devices().map { ($0.id, $0.name) }) { first, _ in first }
        return Dictionary(grouping: status.behind, by: \.device).sorted { $0.key < $1.key }.compactMap { device, missing in
            guard let first = missing.first else { return nil }
            let count = missing.count == 1 ? "a changeset" : "\(missing.count) changesets"
            let isLate = first.cause == .absent && -first.since.timeIntervalSinceNow < 86_400
            return .init(
                .sync, isLate ? .warning : .bad,
                message: "\(count) of \(names[device] ?? "a device") (\(device)) can't be applied here: \(first.line)",
                remedy: first.cause.remedy)
        }
    }
}

extension MissingChangeset.Cause {
    /// What the user does about it, in one line.
    public var remedy: String {
        switch self {
        case .absent: "synchronize the other devices once; they send what is missing"
        case .damaged, .refused: "its content was requested: synchronize the other devices once, then this one"
        case .newerVersion: "update Diorama on this device"
        }
    }
}
