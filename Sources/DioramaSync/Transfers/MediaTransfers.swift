import Crypto
import Foundation
import DioramaLibrary
import Synchronization
import Support

/// Uploads and downloads originals and previews, a few at a time; failures don't stop the others.
///
/// Downloads are verified by their SHA-256 before they are added to the library; files with wrong bytes are moved to `set-aside/`.
public actor MediaTransfers {
    /// What a run did.
    public struct Report: Sendable, Equatable {
        /// Number of uploaded files.
        public var uploaded = 0
        /// Number of downloaded files.
        public var downloaded = 0
        /// Size of all transferred files, in bytes.
        public var byteCount: Int64 = 0
        /// Items that failed; they are retried later.
        public var failures: [Failure] = []
        /// Number of items that wait for an unmetered network.
        public var deferred = 0
    }

    /// A transfer that failed.
    public struct Failure: Sendable, Equatable {
        /// The file's key in the bucket.
        public let key: BucketKey
        /// Why it failed.
        public let error: SyncError
    }

    private enum Outcome: Sendable {
        case up(Int64)
        case down(Int64)
        case gone
    }

    /// Maximum number of concurrent transfers.
    package static let maxConcurrentTransfers = 4
    /// Waits after failures, in seconds: the first one, and the longest.
    private static let backoff = (first: 5.0, longest: 6 * 3600.0)
    /// Maximum size of a preview, in bytes.
    private static let previewByteLimit: Int64 = 8 << 20

    package let queue: TransferQueue
    let bucket: any Bucket
    private let store: any TransferStore
    private let folder: URL
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - bucket: where the media are uploaded to and downloaded from.
    ///   - store: the library.
    ///   - folder: for incomplete downloads and the queue; on the same disk as the library.
    ///   - now: the clock of retries.
    package init(
        bucket: any Bucket, store: any TransferStore, folder: URL, now: @escaping @Sendable () -> Date = { Date() }
    ) throws(SyncError) {
        self.bucket = bucket
        self.store = store
        self.folder = folder
        self.now = now
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw SyncError(.noPermission, "couldn't create the folder \(folder.path) for transfers: \(error.localizedDescription)")
        }
        queue = try TransferQueue(folder.appendingPathComponent("transfers.sqlite"))
    }

    /// Compares library and bucket and queues the transfers of the policy.
    package func plan(_ policy: TransferPolicy) async throws(SyncError) {
        var there: [BucketKey: Int64] = [:]
        for folder in MediaItem.folders {
            for object in try await bucket.list(folder, after: nil) { there[object.key] = object.byteCount }
        }
        var wanted: [(TransferDirection, MediaItem)] = []
        for item in try await callLibrary("read the list of media", { try await self.store.media() }) {
            let isHere = try await callLibrary("look for \(item.key)", { try await self.store.file(of: item) }) != nil
            let size = there[item.key]
            // An original of another size is damaged.
            let isDamaged = item.variant == .original && size != nil && item.byteCount != nil && size != item.byteCount
            if isHere, size == nil || isDamaged, policy.wants(item, .up) { wanted.append((.up, item)) }
            if !isHere, size != nil, policy.wants(item, .down) { wanted.append((.down, item)) }
        }
        try await queue.replace(with: wanted, now: now())
    }

    /// Runs all transfers that are due.
    /// - Parameters:
    ///   - policy: which media are transferred.
    ///   - network: called before each item.
    ///   - progress: receives the progress.
    /// - Returns: what was done, with the items that failed.
    /// - Throws: `cancelled`: interrupted transfers are resumed by the next run. Errors of the queue itself.
    package func run(
        _ policy: TransferPolicy, network: @Sendable () -> NetworkState = { .unmetered }, progress: ProgressReporter = .silent
    ) async throws(SyncError) -> Report {
        do {
            return try await runAll(policy, network: network, progress: progress)
        } catch let error as SyncError {
            throw error
        } catch {
            throw .cancelled
        }
    }

    private func runAll(
        _ policy: TransferPolicy, network: @Sendable () -> NetworkState, progress: ProgressReporter
    ) async throws -> Report {
        var report = Report()
        // A run tries each item once.
        var waiting = try await queue.due(now: now())[...]
        let total = waiting.count
        var stopped: Set<TransferDirection> = []
        try await withThrowingTaskGroup(of: (TransferQueue.Entry, Result<Outcome, SyncError>).self) { group in
            var running = 0
            while true {
                while running < Self.maxConcurrentTransfers, let entry = waiting.popFirst() {
                    guard !stopped.contains(entry.direction) else { continue }
                    guard policy.allows(entry.item.variant, over: network()) else {
                        report.deferred += 1
                        continue
                    }
                    group.addTask { (entry, await self.move(entry)) }
                    running += 1
                }
                guard running > 0, let (entry, result) = try await group.next() else { break }
                running -= 1
                switch result {
                case .success(let outcome):
                    try await queue.remove(entry)
                    switch outcome {
                    case .up(let byteCount):
                        report.uploaded += 1
                        report.byteCount += byteCount
                    case .down(let byteCount):
                        report.downloaded += 1
                        report.byteCount += byteCount
                    case .gone: break
                    }
                case .failure(let error) where error.kind == .cancelled:
                    throw error
                case .failure(let error):
                    report.failures.append(Failure(key: entry.item.key, error: error))
                    // A full disk or a missing permission affects all: the others are not tried in this run.
                    if error.kind == .full || error.kind == .noPermission { stopped.insert(entry.direction) }
                    let longest = min(Self.backoff.longest, Self.backoff.first * pow(2, Double(min(entry.attempts, 20))))
                    try await queue.postpone(
                        entry, by: Double.random(in: longest / 2...longest), because: error.message, now: now())
                }
                let done = report.uploaded + report.downloaded + report.failures.count
                try progress.report(Double(done) / Double(max(total, done)), "Transferring media")
            }
        }
        return report
    }

    private nonisolated func move(_ entry: TransferQueue.Entry) async -> Result<Outcome, SyncError> {
        do throws(SyncError) {
            switch entry.direction {
            case .up: return .success(try await upload(entry.item))
            case .down: return .success(try await download(entry.item))
            }
        } catch {
            return .failure(error)
        }
    }

    private nonisolated func upload(_ item: MediaItem) async throws(SyncError) -> Outcome {
        // Deleted locally meanwhile.
        guard let file = try await callLibrary("look for \(item.key)", { try await self.store.file(of: item) }) else {
            return .gone
        }
        let source = try FileSource(file)
        if try await isUploaded(item, byteCount: source.byteCount) { return .gone }
        if item.variant == .original, try await Self.hash(file) != item.hash {
            throw SyncError(
                .damaged,
                "didn't upload \(item.key): \(file.path) is damaged on this device; restore it from a backup or another device")
        }
        try await bucket.upload(source, to: item.key, progress: .silent)
        return .up(source.byteCount)
    }

    /// Whether the bucket has the file. An original of another size is damaged, and is uploaded again.
    private nonisolated func isUploaded(_ item: MediaItem, byteCount: Int64) async throws(SyncError) -> Bool {
        do throws(SyncError) {
            guard let object = try await bucket.head(item.key) else { return false }
            return item.variant != .original || object.byteCount == byteCount
        } catch {
            guard error.kind == .damaged else { throw error }
            return false
        }
    }

    private nonisolated func download(_ item: MediaItem) async throws(SyncError) -> Outcome {
        if try await callLibrary("look for \(item.key)", { try await self.store.file(of: item) }) != nil { return .gone }
        let store = store
        let byteCount = try await downloadVerified(item, progress: .silent) { partial in try await store.place(item, from: partial)
        }
        return .down(byteCount)
    }

    /// Downloads and verifies; `place` is called with the complete file.
    @discardableResult
    private nonisolated func downloadVerified(
        _ item: MediaItem, progress: ProgressReporter, place: @Sendable (URL) async throws -> Void
    ) async throws(SyncError) -> Int64 {
        let partial = folder.appendingPathComponent("\(item.key.name).partial")
        try await bucket.download(item.key, to: partial, progress: progress)
        let problem: String?
        switch item.variant {
        case .original: problem = try await Self.hash(partial) == item.hash ? nil : "its bytes don't match its hash"
        case .preview: problem = try await Self.isJPEG(partial) ? nil : "it is not a JPEG"
        }
        if let problem {
            let aside = folder.appendingPathComponent("set-aside")
            let name = "\(item.key.name)-\(KSUID())"
            try? FileManager.default.createDirectory(at: aside, withIntermediateDirectories: true)
            try? FileManager.default.moveItem(at: partial, to: aside.appendingPathComponent(name))
            // Where it can't be moved, it must not be resumed.
            try? FileManager.default.removeItem(at: partial)
            throw SyncError(.damaged, "set \(item.key) from \(bucket.name) aside as \(aside.path)/\(name): \(problem)")
        }
        let byteCount = try FileSource(partial).byteCount
        try await callLibrary("place \(item.key)") { try await place(partial) }
        try? FileManager.default.removeItem(at: partial)
        return byteCount
    }

    /// The SHA-256 of a file.
    private static func hash(_ file: URL) async throws(SyncError) -> AssetHash? {
        let source = try FileSource(file)
        var hasher = SHA256()
        var offset: Int64 = 0
        while offset < source.byteCount {
            if Task.isCancelled { throw .cancelled }
            let piece = try await source.read(offset..<min(offset + (4 << 20), source.byteCount))
            hasher.update(data: piece)
            offset += Int64(piece.count)
        }
        return AssetHash(S3Signature.hexadecimal(hasher.finalize()))
    }

    /// Whether a file begins and ends like a JPEG and is not too large for a preview.
    private static func isJPEG(_ file: URL) async throws(SyncError) -> Bool {
        let source = try FileSource(file)
        guard (4...previewByteLimit).contains(source.byteCount) else { return false }
        let data = try await source.read(0..<source.byteCount)
        return data.starts(with: [0xFF, 0xD8]) && data.suffix(2).elementsEqual([0xFF, 0xD9])
    }

    /// Calls the library and converts its errors.
    private nonisolated func callLibrary<R: Sendable>(
        _ action: String, _ body: @Sendable () async throws -> R
    ) async throws(SyncError) -> R {
        do {
            return try await body()
        } catch let error as SyncError {
            throw error
        } catch is CancellationError {
            throw .cancelled
        } catch let error as LibraryError {
            let kind: SyncError.Kind =
                switch error.kind {
                case .diskFull: .full
                case .noPermission: .noPermission
                case .notFound: .notFound
                case .cancelled: .cancelled
                case .inUse: .unavailable
                default: .failed
                }
            throw SyncError(kind, error.message)
        } catch {
            throw SyncError(.failed, "couldn't \(action): \(error)")
        }
    }
}
