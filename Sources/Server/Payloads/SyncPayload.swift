import Foundation
import Spaces
import DioramaLibrary
import DioramaSync

/// How the library stands with its bucket, devices, disk and backups, as the API shows it. Absent values are written as null.
struct SyncPayload: Encodable {
    let tier: Tier
    let isDemo: Bool
    let bucket: BucketName?
    let status: SyncStatus
    let devices: [SyncDevice]
    let running: SyncRuns.Running?
    let last: SyncRuns.Ended?
    let storage: StorageUse
    /// Newest first.
    let backups: [Backup]
    /// Whether something was written since the newest one; nil where there is none.
    let isChanged: Bool?
    let isBackingUp: Bool

    private enum Key: String, CodingKey {
        case tier, isIncluded, isDemo, bucket, synced, unsentWrites, refused, devices, run, last, storage, backups
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(tier.rawValue, forKey: .tier)
        try fields.encode(tier.features.contains(.sync) && !isDemo, forKey: .isIncluded)
        try fields.encode(isDemo, forKey: .isDemo)
        try fields.encode(bucket, forKey: .bucket)
        let synced = status.buckets.first { $0.name == bucket?.statusName }?.synced
        try fields.encode(synced?.payload, forKey: .synced)
        try fields.encode(status.unsentWrites, forKey: .unsentWrites)
        try fields.encode(
            status.refused.map { RefusalPayload(device: DevicePayload.of($0.device, devices), refusal: $0) }, forKey: .refused)
        try fields.encode(devices.map { CountedDevicePayload(device: $0) }, forKey: .devices)
        try fields.encode(running.map(RunPayload.init), forKey: .run)
        try fields.encode(last.map { LastRunPayload(last: $0, devices: devices) }, forKey: .last)
        try fields.encode(StoragePayload(use: storage), forKey: .storage)
        try fields.encode(BackupsPayload(backups: backups, isChanged: isChanged, isRunning: isBackingUp), forKey: .backups)
    }

    /// A bucket's address, in words. Addresses hold no secrets.
    struct BucketName: Encodable {
        let address: String
        let kind: String
        /// The folder's path, or the bucket with its prefix.
        let name: String
        /// What the library's notes call it.
        let statusName: String

        private enum CodingKeys: String, CodingKey { case address, kind, name }

        init(_ address: String) {
            self.address = address
            switch try? BucketAddress(address) {
            case .folder(let folder): (kind, name, statusName) = ("folder", folder.path, "the folder \(folder.path)")
            case .s3(let s3):
                let name = "s3://\(s3.bucket)" + (s3.prefix.map { "/\($0)" } ?? "")
                (kind, self.name, statusName) = ("s3", name, name)
            case nil: (kind, name, statusName) = ("other", address, address)
            }
        }
    }
}

/// A device by its name; one that never told its name is "a device".
struct DevicePayload: Encodable {
    let id: String
    let name: String
    let isThis: Bool

    static func of(_ id: String, _ devices: [SyncDevice]) -> DevicePayload {
        let known = devices.first { $0.id == id }
        return DevicePayload(id: id, name: known?.name ?? "a device", isThis: known?.isThis ?? false)
    }
}

private struct CountedDevicePayload: Encodable {
    let device: SyncDevice

    private enum Key: String, CodingKey { case id, name, isThis, changesets }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(device.id, forKey: .id)
        try fields.encode(device.name, forKey: .name)
        try fields.encode(device.isThis, forKey: .isThis)
        try fields.encode(device.changesets, forKey: .changesets)
    }
}

private struct RefusalPayload: Encodable {
    let device: DevicePayload
    let refusal: SyncReport.Refusal

    private enum Key: String, CodingKey { case device, sequence, reason }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(device, forKey: .device)
        try fields.encode(refusal.sequence, forKey: .sequence)
        try fields.encode(refusal.reason, forKey: .reason)
    }
}

private struct RunPayload: Encodable {
    let run: SyncRuns.Running

    private enum Key: String, CodingKey { case began, fraction, what, remaining, isCancelled }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(run.began.payload, forKey: .began)
        try fields.encode(run.progress.fraction.isFinite ? min(max(run.progress.fraction, 0), 1) : 0, forKey: .fraction)
        try fields.encode(run.progress.what, forKey: .what)
        try fields.encode(run.progress.remaining.flatMap { $0.isFinite ? max($0, 0) : nil }, forKey: .remaining)
        try fields.encode(run.isCancelled, forKey: .isCancelled)
    }
}

/// How the last run ended, and what it did.
private struct LastRunPayload: Encodable {
    let last: SyncRuns.Ended
    let devices: [SyncDevice]

    /// How many files that failed are told by name.
    private static let failureLimit = 20

    private enum Key: String, CodingKey {
        case began, ended, outcome, error, isTransient, sent, received, changed, conflicts, uploaded, downloaded, byteCount, held,
            failureCount, failures, waiting
    }

    private struct Failure: Encodable {
        let file: String
        let reason: String
    }

    private struct Waiting: Encodable {
        let device: DevicePayload
        let reason: String
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(last.began.payload, forKey: .began)
        try fields.encode(last.ended.payload, forKey: .ended)
        let (run, error): (SyncClient.Run?, SyncError?) =
            switch last.result {
            case .success(let run): (run, nil)
            case .failure(let error): (nil, error)
            }
        let isCancelled = error?.kind == .cancelled
        try fields.encode(run != nil ? "done" : isCancelled ? "cancelled" : "failed", forKey: .outcome)
        try fields.encode(isCancelled ? nil : error?.message, forKey: .error)
        try fields.encode(error?.isTransient ?? false, forKey: .isTransient)
        let changes = run?.changes
        try fields.encode(changes?.sent ?? 0, forKey: .sent)
        try fields.encode(changes?.received ?? 0, forKey: .received)
        try fields.encode(changes.map { $0.inserted + $0.updated + $0.purged } ?? 0, forKey: .changed)
        try fields.encode(changes?.conflicts ?? 0, forKey: .conflicts)
        try fields.encode(run?.media.uploaded ?? 0, forKey: .uploaded)
        try fields.encode(run?.media.downloaded ?? 0, forKey: .downloaded)
        try fields.encode(run?.media.byteCount ?? 0, forKey: .byteCount)
        try fields.encode(run?.media.held ?? 0, forKey: .held)
        let failures = run?.media.failures ?? []
        try fields.encode(failures.count, forKey: .failureCount)
        try fields.encode(
            failures.prefix(Self.failureLimit).map { Failure(file: "\($0.key)", reason: $0.error.message) }, forKey: .failures)
        let waiting = (changes?.waiting ?? [:]).sorted { $0.key < $1.key }
        try fields.encode(
            waiting.map { Waiting(device: DevicePayload.of($0.key, devices), reason: $0.value) }, forKey: .waiting)
    }
}

private struct StoragePayload: Encodable {
    let use: StorageUse

    private enum Key: String, CodingKey { case byteCount, freeByteCount, parts }

    private struct Part: Encodable {
        let kind: String
        let byteCount: Int64
        let fileCount: Int
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(use.byteCount, forKey: .byteCount)
        try fields.encode(use.free, forKey: .freeByteCount)
        let parts = StorageUse.Kind.allCases.map { kind in
            let part = use.parts[kind] ?? StorageUse.Part()
            return Part(kind: kind.rawValue, byteCount: part.byteCount, fileCount: part.fileCount)
        }
        try fields.encode(parts, forKey: .parts)
    }
}
