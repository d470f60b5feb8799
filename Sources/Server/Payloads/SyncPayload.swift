import Foundation
import Spaces
import DioramaLibrary
import DioramaSync

/// The library's state with its bucket, devices, disk and backups, as the API shows it.
struct SyncPayload: Encodable {
    let tier: String
    let isIncluded: Bool
    let isDemo: Bool
    @EncodesNull var bucket: BucketName?
    @EncodesNull var synced: String?
    let unsentWrites: Int
    let refused: [RefusalPayload]
    let behind: [MissingPayload]
    let devices: [CountedDevicePayload]
    @EncodesNull var run: RunPayload?
    @EncodesNull var last: LastRunPayload?
    let storage: StoragePayload
    let backups: BackupsPayload

    /// What the payload shows.
    struct Content {
        let tier: Tier
        /// Whether the library includes sync.
        let isIncluded: Bool
        let isDemo: Bool
        let bucket: BucketName?
        let status: SyncStatus
        let devices: [SyncDevice]
        let running: SyncRuns.Running?
        let last: SyncRuns.Ended?
        let storage: StorageUse
        let backups: BackupsPayload
    }

    init(_ content: Content) {
        let devices = content.devices
        tier = content.tier.rawValue
        isIncluded = content.isIncluded && !content.isDemo
        isDemo = content.isDemo
        bucket = content.bucket
        synced = content.status.buckets.first { $0.name == content.bucket?.statusName }?.synced?.payload
        unsentWrites = content.status.unsentWrites
        refused = content.status.refused.map { RefusalPayload($0, devices) }
        behind = content.status.behind.map { MissingPayload($0, devices) }
        self.devices = devices.map(CountedDevicePayload.init)
        run = content.running.map(RunPayload.init)
        last = content.last.map { LastRunPayload($0, devices) }
        storage = StoragePayload(content.storage)
        backups = content.backups
    }

    /// A bucket's address, in words. Addresses hold no secrets.
    struct BucketName: Encodable, Sendable {
        let address: String
        let kind: String
        /// The folder's path, or the bucket with its prefix.
        let name: String
        /// What the library's notes call it.
        let statusName: String

        private enum CodingKeys: String, CodingKey { case address, kind, name }

        init(_ address: String) {
            self.address = address
            let known = try? BucketAddress(address)
            statusName = known?.name ?? address
            switch known {
            case .folder(let folder):
                kind = "folder"
                name = folder.path
            case .s3:
                kind = "s3"
                name = statusName
            case nil:
                kind = "other"
                name = address
            }
        }
    }
}

/// A device by its name; one without a name is "a device".
struct DevicePayload: Encodable {
    let id: String
    let name: String
    let isThis: Bool

    static func of(_ id: String, _ devices: [SyncDevice]) -> DevicePayload {
        let known = devices.first { $0.id == id }
        return DevicePayload(id: id, name: known?.name ?? "a device", isThis: known?.isThis ?? false)
    }
}

struct CountedDevicePayload: Encodable {
    let id: String
    let name: String
    let isThis: Bool
    let changesets: Int64

    init(_ device: SyncDevice) {
        id = device.id
        name = device.name
        isThis = device.isThis
        changesets = device.changesets
    }
}

struct RefusalPayload: Encodable {
    let device: DevicePayload
    let sequence: Int64
    let reason: String

    init(_ refusal: SyncReport.Refusal, _ devices: [SyncDevice]) {
        device = .of(refusal.device, devices)
        sequence = refusal.sequence
        reason = refusal.reason
    }
}

/// A changeset of another device whose content is missing.
struct MissingPayload: Encodable {
    let device: DevicePayload
    let sequence: Int64
    let cause: String
    let reason: String
    let remedy: String
    let since: String

    init(_ missing: MissingChangeset, _ devices: [SyncDevice]) {
        device = .of(missing.device, devices)
        sequence = missing.sequence
        cause = missing.cause.rawValue
        reason = missing.reason
        remedy = missing.cause.remedy
        since = missing.since.payload
    }
}

struct RunPayload: Encodable {
    let began: String
    let fraction: Double
    let what: String
    @EncodesNull var remaining: Double?
    let isCancelled: Bool

    init(_ run: SyncRuns.Running) {
        let progress = ProgressPayload(run.progress)
        began = run.began.payload
        fraction = progress.fraction
        what = progress.what
        remaining = progress.remaining
        isCancelled = run.isCancelled
    }
}

/// How the last run ended, and what it did.
struct LastRunPayload: Encodable {
    let began: String
    let ended: String
    let outcome: String
    @EncodesNull var error: String?
    let isTransient: Bool
    let sent: Int
    let received: Int
    let changed: Int
    let conflicts: Int
    let uploaded: Int
    let downloaded: Int
    let byteCount: Int64
    let held: Int
    let failureCount: Int
    let failures: [Failure]
    let waiting: [Waiting]

    /// The maximum number of failed files that are listed.
    private static let maxFailures = 20

    struct Failure: Encodable {
        let file: String
        let reason: String
    }

    struct Waiting: Encodable {
        let device: DevicePayload
        let reason: String
    }

    init(_ last: SyncRuns.Ended, _ devices: [SyncDevice]) {
        var run: SyncClient.Run?
        var failure: SyncError?
        switch last.result {
        case .success(let done): run = done
        case .failure(let error): failure = error
        }
        let isCancelled = failure?.kind == .cancelled
        began = last.began.payload
        ended = last.ended.payload
        outcome = run.map { $0.changes.isBehind ? "behind" : "done" } ?? (isCancelled ? "cancelled" : "failed")
        error = isCancelled ? nil : failure?.message
        isTransient = failure?.isTransient ?? false
        let changes = run?.changes
        sent = changes?.sent ?? 0
        received = changes?.received ?? 0
        changed = changes.map { $0.inserted + $0.updated + $0.purged } ?? 0
        conflicts = changes?.conflicts ?? 0
        uploaded = run?.media.uploaded ?? 0
        downloaded = run?.media.downloaded ?? 0
        byteCount = Int64(run?.media.byteCount ?? 0)
        held = run?.media.deferred ?? 0
        let failed = run?.media.failures ?? []
        failureCount = failed.count
        failures = failed.prefix(Self.maxFailures).map { Failure(file: "\($0.key)", reason: $0.error.message) }
        waiting = (changes?.waiting ?? [:]).sorted { $0.key < $1.key }
            .map { Waiting(device: .of($0.key, devices), reason: $0.value) }
    }
}

struct StoragePayload: Encodable {
    let byteCount: Int64
    @EncodesNull var freeByteCount: Int64?
    let parts: [Part]

    struct Part: Encodable {
        let kind: String
        let byteCount: Int64
        let fileCount: Int
    }

    init(_ use: StorageUse) {
        byteCount = use.byteCount
        freeByteCount = use.free
        parts = StorageUse.Kind.allCases.map { kind in
            let part = use.parts[kind] ?? StorageUse.Part()
            return Part(kind: kind.rawValue, byteCount: part.byteCount, fileCount: part.fileCount)
        }
    }
}
