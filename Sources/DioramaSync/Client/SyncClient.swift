import Changes
import Foundation
import GRDB
import DioramaLibrary
import Support

/// Sync of one library with its bucket: what was written, and the media.
public actor SyncClient {
    /// What one run did.
    public struct Run: Sendable, Equatable {
        public let changes: SyncReport
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
    ///   - environment: where a bucket's credentials are looked for.
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
        // When a row was last changed differs whenever anything of it does, and says nothing more.
        options.unremarkable = ["modified"]
        options.derive = MemoryIndex.update
        engine = SyncEngine(database: library.pool, options: options)
    }

    func use(_ media: MediaStore) { self.media = media }

    /// The library's originals and previews; originals that are not here are fetched from the bucket.
    public nonisolated func mediaStore(cacheLimit: Int64 = 2 << 30) -> MediaStore {
        MediaStore(library, source: BucketOriginals(sync: self), cacheLimit: cacheLimit)
    }

    // MARK: The bucket

    /// The address of the library's bucket; nil where it has none.
    public func bucket() async throws(SyncError) -> String? {
        try await read { db in try LocalSettings.get("sync.bucket", db) }
    }

    /// Chooses the bucket that this device syncs with from now on; nil for none. Nothing is sent yet.
    /// - Throws: `SyncError` of kind `invalidValue` where it is no address.
    public func use(bucket address: String?) async throws(SyncError) {
        if let address { _ = try BucketAddress(address, environment: environment) }
        opened = nil
        try await write { db in try LocalSettings.set("sync.bucket", to: address, db) }
        // Known also when the library is gone: then its first start takes the bucket's copy.
        try await keys.remember(bucket: address, of: library.folder)
    }

    /// Which media go up and come down.
    public func policy() async throws(SyncError) -> TransferPolicy {
        let text = try await read { db in try LocalSettings.get("sync.policy", db) }
        guard let text else { return TransferPolicy() }
        guard let policy = try? JSONDecoder().decode(TransferPolicy.self, from: Data(text.utf8)) else {
            throw SyncError(.damaged, "the choice of media to sync can't be read; choose again which go up and come down")
        }
        return policy
    }

    public func use(_ policy: TransferPolicy) async throws(SyncError) {
        let text: String
        do {
            text = String(decoding: try JSONEncoder().encode(policy), as: UTF8.self)
        } catch {
            throw SyncError(.failed, "the choice of media can't be written: \(error)")
        }
        try await write { db in try LocalSettings.set("sync.policy", to: text, db) }
    }

    // MARK: Runs

    /// Sends and takes in once: rows first, then media.
    /// - Parameters:
    ///   - bytesPerSecond: the most that media may take of the network; nil without limit.
    ///   - network: what kind of network there is; asked before each file.
    ///   - progress: receives the progress.
    /// - Throws: `SyncError`: `notIncluded` where the tier or a demo library has no sync, `invalidValue` where no bucket was
    ///   chosen, and whatever the bucket says. Single media that fail are told in the result.
    @discardableResult
    public func run(
        bytesPerSecond: Int? = nil, network: @escaping @Sendable () -> NetworkState = { .unmetered },
        progress: ProgressReporter = .silent
    ) async throws(SyncError) -> Run {
        try await library.allow(.sync)
        let (bucket, transfers) = try await open(bytesPerSecond)
        return try await run(bucket, transfers: transfers, network: network, progress: progress)
    }

    /// Sends and takes in once over another bucket than the library's own, as that of a paired device is.
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

    /// Runs again and again: soon after something was written here, and every `interval` for what others wrote. Where the bucket
    /// can't be reached it waits longer each time, up to ten minutes. Ends when whoever iterates stops.
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

    /// Returns soon after something was written on this device, or when `pause` is over.
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

    /// Has the bucket opened anew, as after its keys came.
    func forgetBucket() { opened = nil }

    func fetchOriginal(_ hash: AssetHash, contentType: String, to file: URL, progress: ProgressReporter) async throws(SyncError) {
        let (_, transfers) = try await open(nil)
        try await transfers.fetch(hash, contentType: contentType, to: file, progress: progress)
    }

    // MARK: How it stands

    public func status() async throws(SyncError) -> SyncStatus { try await engine.status() }

    /// Cells that two devices wrote unaware of each other, the newest first.
    public func conflicts(limit: Int = 100) async throws(SyncError) -> [Conflict] {
        try await read { db in try Conflict.latest(db, limit: limit) }
    }

    /// Puts the value back that lost, as a change of this device now.
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
    /// What a library refused.
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
