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
    }

    package nonisolated let library: Library
    package let keys: DeviceKeys
    let engine: SyncEngine
    private let environment: [String: String]
    private var opened: (address: String, bucket: any Bucket, transfers: MediaTransfers)?
    /// Set by `LibraryClient`, which makes both.
    private var media: MediaStore?

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
        options.derive = MemoryIndex.update
        engine = SyncEngine(database: library.pool, options: options)
    }

    func use(_ media: MediaStore) { self.media = media }

    /// The library's originals and previews; missing originals are downloaded from the bucket.
    public nonisolated func mediaStore(cacheLimit: Int64 = 2 << 30) -> MediaStore {
        MediaStore(library, source: BucketOriginals(sync: self), cacheLimit: cacheLimit)
    }

    // MARK: The bucket

    /// The address of the library's bucket; nil where it has none.
    public func bucket() async throws(SyncError) -> String? {
        try await read { db in try LocalSettings.get("sync.bucket", db) }
    }

    /// Sets the bucket that this device syncs with; nil for none. Nothing is sent yet.
    /// - Throws: `SyncError` of kind `invalidValue` where the address is invalid.
    public func use(bucket address: String?) async throws(SyncError) {
        if let address { _ = try BucketAddress(address, environment: environment) }
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
    /// - Throws: `SyncError`: `notIncluded` where the tier or a demo library has no sync, `invalidValue` where no bucket was
    ///   chosen, and any error of the bucket. Failures of single files are in the result.
    @discardableResult
    public func run(
        bytesPerSecond: Int? = nil, network: @escaping @Sendable () -> NetworkState = { .unmetered },
        progress: ProgressReporter = .silent
    ) async throws(SyncError) -> Run {
        try await library.allow(.sync)
        let (bucket, transfers) = try await open(bytesPerSecond)
        return try await run(bucket, transfers: transfers, network: network, progress: progress)
    }

    /// Synchronizes once with another bucket than the library's own, such as that of a paired device.
    package func run(withBucket bucket: any Bucket, requiring feature: Feature, _ progress: ProgressReporter)
        async throws(SyncError) -> Run
    {
        try await library.allow(feature)
        return try await run(bucket, transfers: try transfers(bucket), network: { .unmetered }, progress: progress)
    }

    private func run(
        _ bucket: any Bucket, transfers: MediaTransfers, network: @escaping @Sendable () -> NetworkState,
        progress: ProgressReporter
    ) async throws(SyncError) -> Run {
        try await nameDevice()
        let changes = try await engine.run(bucket, progress: progress.part(0...0.4))
        let policy = try await policy()
        try await transfers.plan(policy)
        let media = try await transfers.run(policy, network: network, progress: progress.part(0.4...1))
        return Run(changes: changes, media: media)
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

    private func open(_ bytesPerSecond: Int?) async throws(SyncError) -> (any Bucket, MediaTransfers) {
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

    private func transfers(_ bucket: any Bucket) throws(SyncError) -> MediaTransfers {
        let store = LibraryTransfers(library: library, media: media ?? MediaStore(library))
        return try MediaTransfers(
            bucket: bucket, store: store, folder: library.folder.appendingPathComponent("transfers", isDirectory: true))
    }

    /// Reopens the bucket with the next call, as after its keys changed.
    func forgetBucket() { opened = nil }

    func fetchOriginal(_ hash: AssetHash, contentType: String, to file: URL, progress: ProgressReporter) async throws(SyncError) {
        let (_, transfers) = try await open(nil)
        try await transfers.fetch(hash, contentType: contentType, to: file, progress: progress)
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

    func write<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws(SyncError) -> R {
        do {
            return try await library.pool.write { db in
                let value = try body(db)
                try MemoryIndex.update(db)
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
            case .diskFull: .full
            case .noPermission: .noPermission
            case .damaged: .damaged
            case .cancelled: .cancelled
            default: .failed
            }
        self.init(kind, error.message)
    }
}
