import Changes
import Foundation
import GRDB
import DioramaLibrary
import Support

/// Sync of one library with its bucket: database changes and media.
public actor SyncClient {
    /// What one run did.
    public struct Run: Sendable, Equatable {
        /// Changesets that were sent and applied.
        public let changes: SyncReport
        /// Files that were uploaded and downloaded.
        public let media: MediaTransfers.Report
        /// Files that were removed from the bucket, because the last row that named them was deleted long enough ago.
        public var removed = 0
    }

    package nonisolated let library: Library
    package let keys: DeviceKeys
    let engine: SyncEngine
    let environment: [String: String]
    private var opened: (address: String, bucket: any Bucket, transfers: MediaTransfers)?
    /// Set by `LibraryClient`, which makes both.
    var media: MediaStore?

    /// - Parameters:
    ///   - library: the library to synchronize.
    ///   - identity: where this device's keys are kept.
    ///   - options: the settings of the sync engine.
    ///   - environment: environment variables with the bucket's credentials.
    public init(
        _ library: Library, identity: any IdentityStore, options: SyncEngine.Options = SyncEngine.Options(),
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.library = library
        keys = DeviceKeys(identity: identity)
        self.environment = environment
        var options = options
        // Every id of the catalogue is a KSUID: others would be rows that no list can show.
        options.accepts = { _, id in KSUID(id) != nil }
        // The time of the last change differs whenever anything of the row does: no conflict of its own.
        options.unremarkable = ["modified"]
        options.derive = DerivedRows.update
        let folder = library.folder
        options.exclusively = { () async throws(SyncError) in try await SyncLock.wait(in: folder) }
        engine = SyncEngine(database: library.pool, options: options)
    }

    func use(_ media: MediaStore) { self.media = media }

    /// The library's originals and previews; missing originals are downloaded from the bucket.
    /// - Parameter cacheLimit: maximum size of the cache in bytes; nil for the library's setting.
    public nonisolated func mediaStore(cacheLimit: Int64? = nil) -> MediaStore { mediaStore(cacheLimit: cacheLimit, nearby: nil) }

    /// The same with originals of paired devices.
    /// - Parameter nearby: the paired devices that can be reached now.
    package nonisolated func mediaStore(cacheLimit: Int64?, nearby: (@Sendable () async -> [any Bucket])?) -> MediaStore {
        MediaStore(library, source: BucketOriginals(sync: self, nearby: nearby), cacheLimit: cacheLimit)
    }

    // MARK: The bucket

    /// The address of the library's bucket; nil where it has none.
    public func bucket() async throws(SyncError) -> String? {
        try await read { db in try LocalSettings.get("sync.bucket", db) }
    }

    /// Sets the bucket that this device syncs with; nil for none. Nothing is sent yet. The folder of another folder bucket than
    /// before is created where only it is missing.
    /// - Throws: `SyncError`: `invalidValue` where the address is invalid, `notFound` where the parent of its folder is missing,
    ///   `unavailable` where the folder of the present bucket is, `noPermission`.
    public func use(bucket address: String?) async throws(SyncError) {
        if let address, case .folder(let folder) = try BucketAddress(address, environment: environment) {
            _ = try FolderBucket(at: folder, creating: try await bucket() != address)
        }
        opened = nil
        try await write { db in try LocalSettings.set("sync.bucket", to: address, db) }
        // Known also when the library is gone: then its first start takes the bucket's copy.
        try await keys.remember(bucket: address, of: library.folder)
    }

    /// Which media are uploaded and downloaded.
    /// - Throws: `SyncError` of kind `damaged` where the setting can't be read.
    public func policy() async throws(SyncError) -> TransferPolicy {
        let text = try await read { db in try LocalSettings.get("sync.policy", db) }
        guard let text else { return TransferPolicy() }
        guard let policy = try? JSONDecoder().decode(TransferPolicy.self, from: Data(text.utf8)) else {
            throw SyncError(
                .damaged, "the setting of media to sync can't be read; choose again which media are uploaded and downloaded")
        }
        return policy
    }

    /// Sets which media are uploaded and downloaded.
    public func use(_ policy: TransferPolicy) async throws(SyncError) {
        let text: String
        do {
            text = String(decoding: try JSONEncoder().encode(policy), as: UTF8.self)
        } catch {
            throw SyncError(.failed, "the setting of media to sync can't be written: \(error)")
        }
        try await write { db in try LocalSettings.set("sync.policy", to: text, db) }
    }

    // MARK: Runs

    /// Synchronizes once: database changes first, then media.
    /// - Parameters:
    ///   - bytesPerSecond: maximum rate of transfers in bytes per second; nil without limit.
    ///   - network: the state of the network; called before each file.
    ///   - progress: receives the progress.
    /// - Throws: `SyncError`: `notIncluded` where an enforced tier or a demo library has no sync, or the operator's limit has no
    ///   room for this device; `invalidValue` where no bucket was chosen, and any error of the bucket. Failures of single files
    ///   are in the result.
    @discardableResult
    public func run(
        bytesPerSecond: Int? = nil, network: @escaping @Sendable () -> NetworkState = { .unmetered },
        progress: ProgressReporter = .silent
    ) async throws(SyncError) -> Run {
        try await library.allow(.sync)
        do throws(SyncError) {
            let (bucket, transfers) = try await open(bytesPerSecond)
            let run = try await run(bucket, transfers: transfers, network: network, progress: progress)
            try await keep(SyncOutcome(run.changes))
            return run
        } catch {
            // What the user forgot to choose, and what the user stopped, says nothing of sync.
            if error.kind != .cancelled && error.kind != .invalidValue { try await keep(SyncOutcome(error)) }
            throw error
        }
    }

    /// Keeps how a run ended, for the health of the library.
    private func keep(_ outcome: SyncOutcome) async throws(SyncError) {
        try await write { db in
            if try !outcome.repeats(SyncOutcome.latest(db)) { try outcome.store(db) }
        }
    }

    /// Synchronizes once with another bucket than the library's own, such as that of a paired device.
    package func run(with other: OtherBucket, progress: ProgressReporter) async throws(SyncError) -> Run {
        try await library.allow(.pairing)
        let transfers = try transfers(other.bucket, folder: "transfers/\(other.queue)")
        return try await run(
            other.bucket, transfers: transfers, policy: other.policy, network: { .unmetered }, progress: progress)
    }

    /// Whether this device has written something that a run with the bucket of this name has not uploaded yet.
    package func hasUnsentChanges(for name: String) async throws(SyncError) -> Bool {
        let status = try await engine.status()
        return status.unsentWrites > 0 || (status.buckets.first { $0.name == name }?.sequence ?? 0) < status.sequence
    }

    private func run(
        _ bucket: any Bucket, transfers: MediaTransfers, policy special: TransferPolicy? = nil,
        network: @escaping @Sendable () -> NetworkState, progress: ProgressReporter
    ) async throws(SyncError) -> Run {
        try await requireRoomForThisDevice(in: bucket)
        try await refuseIfRemoved()
        var changes = try await recordDevice()
        changes.add(try await engine.run(bucket, progress: progress.part(0...0.35)))
        if changes.inserted + changes.updated + changes.purged > 0 {
            library.noteWrite()
            try await purgeOrphans()
        }
        // A device that waits for the account's keys gets them now.
        if try await exchangeAccountKeys() { changes.add(try await engine.run(bucket, progress: progress.part(0.35...0.4))) }
        try await refuseIfRemoved()
        let own = try await effectivePolicy()
        let policy = special ?? own
        try await transfers.plan(policy)
        let media = try await transfers.run(policy, network: network, progress: progress.part(0.4...1))
        // Only where all that others wrote is known here.
        let removed = !changes.isBehind ? try await removePurgedFiles(transfers) : 0
        try await removeTraces()
        return Run(changes: changes, media: media, removed: removed)
    }

    /// A device that was never synchronized may join where the operator's limit has room for one more.
    private func requireRoomForThisDevice(in bucket: any Bucket) async throws(SyncError) {
        let status = try await engine.status()
        if status.sequence > 0 || status.buckets.contains(where: { $0.synced != nil }) { return }
        guard let folder = BucketKey(ChangeKey.Folder.changes.rawValue) else { return }
        let removed = try await read { db in try Set(String.fetchAll(db, sql: "SELECT id FROM devices WHERE removed IS NOT NULL")) }
        let others = try await bucket.folders(in: folder).filter {
            $0 != status.device && KSUID($0) != nil && !removed.contains($0)
        }
        do {
            try await library.requireRoom(for: .devices, beside: others.count)
        } catch {
            throw SyncError(library: error)
        }
    }

    /// Synchronizes repeatedly: soon after local changes, and every `interval` for changes of others. While the bucket can't be
    /// reached, the interval doubles, up to ten minutes. Ends when the iteration ends.
    public nonisolated func watch(
        every interval: Duration = .seconds(30), bytesPerSecond: Int? = nil, progress: ProgressReporter = .silent
    ) -> AsyncStream<Result<Run, SyncError>> {
        AsyncStream { continuation in
            let task = Task {
                var failures = 0
                while !Task.isCancelled {
                    do throws(SyncError) {
                        continuation.yield(.success(try await run(bytesPerSecond: bytesPerSecond, progress: progress)))
                        failures = 0
                    } catch {
                        if error.kind == .cancelled { break }
                        continuation.yield(.failure(error))
                        if !error.isTransient { break }
                        failures += 1
                    }
                    let pause = min(interval * (1 << min(failures, 8)), max(interval, .seconds(600)))
                    await waitForWrites(upTo: pause, isQuiet: failures == 0)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Returns soon after a local change, or after `pause`.
    private func waitForWrites(upTo pause: Duration, isQuiet: Bool) async {
        let end = ContinuousClock.now + pause
        while ContinuousClock.now < end, !Task.isCancelled {
            try? await Task.sleep(for: min(.seconds(1), end - ContinuousClock.now))
            if isQuiet, let status = try? await engine.status(), status.unsentWrites > 0 { return }
        }
    }

    func open(_ bytesPerSecond: Int?) async throws(SyncError) -> (any Bucket, MediaTransfers) {
        guard let address = try await bucket() else {
            throw SyncError(
                .invalidValue, "the library has no bucket yet; choose one: diorama sync --bucket file:///folder or s3://bucket")
        }
        if let opened, opened.address == address, bytesPerSecond == nil { return (opened.bucket, opened.transfers) }
        var bucket = try await keys.encrypted(
            try BucketAddress(address, environment: environment).open(environment: environment), address)
        if let bytesPerSecond { bucket = ThrottledBucket(bucket, limit: BandwidthLimit(bytesPerSecond: bytesPerSecond)) }
        let transfers = try transfers(bucket)
        if bytesPerSecond == nil { opened = (address, bucket, transfers) }
        return (bucket, transfers)
    }

    private func transfers(_ bucket: any Bucket, folder: String = "transfers") throws(SyncError) -> MediaTransfers {
        let store = LibraryTransfers(library: library, media: media ?? MediaStore(library))
        return try MediaTransfers(
            bucket: bucket, store: store, folder: library.folder.appendingPathComponent(folder, isDirectory: true))
    }

    /// Reopens the bucket with the next call, as after its keys changed.
    func forgetBucket() { opened = nil }

    /// The bucket, for reading originals on demand; nil where the library has none.
    func bucketOfOriginals() async throws(SyncError) -> (any Bucket)? {
        guard try await bucket() != nil else { return nil }
        return try await open(nil).0
    }

    // MARK: Status

    /// The state of sync on this device.
    public func status() async throws(SyncError) -> SyncStatus { try await engine.status() }

    /// Resolved conflicts: cells that two devices changed concurrently, newest first.
    /// - Parameter limit: maximum number of conflicts.
    public func conflicts(limit: Int = 100) async throws(SyncError) -> [Conflict] {
        try await read { db in try Conflict.latest(db, limit: limit) }
    }

    /// Restores the discarded value of a conflict, as a new change of this device.
    public func undo(conflict number: Int64) async throws(SyncError) {
        try await write { db in try Conflict.undo(db, number: number) }
    }

    package func read<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws(SyncError) -> R {
        do {
            return try await library.pool.read(body)
        } catch {
            throw SyncError(error)
        }
    }

    package func write<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws(SyncError) -> R {
        do {
            return try await library.pool.write { db in
                let value = try body(db)
                try DerivedRows.update(db)
                return value
            }
        } catch {
            throw SyncError(error)
        }
    }
}

extension SyncError {
    /// An error of the library, with the same message.
    package init(library error: LibraryError) {
        let kind: Kind =
            switch error.kind {
            case .notIncluded: .notIncluded
            case .invalidValue: .invalidValue
            case .notFound: .notFound
            case .unavailable: .unavailable
            case .diskFull: .full
            case .noPermission: .noPermission
            case .damaged: .damaged
            case .cancelled: .cancelled
            default: .failed
            }
        self.init(kind, error.message)
    }
}
