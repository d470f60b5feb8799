import Crypto
import Foundation
import DioramaLibrary
import DioramaSync
import Synchronization
import TestSupport
import Testing
import Support
import SyncTestSupport

@Suite struct MediaTransfersTests {
    @Test func `media come from one device to another, whatever fails on the way`() async throws {
        for seed in 0..<6 as Range<UInt64> {
            try await TestData.withTemporaryFolder { folder in
                let inner = MemoryBucket()
                let bucket = FaultyBucket(inner, seed: seed, faults: .storm)
                let files = (0..<20).map { BucketConformance.bytes(1000 * $0 + 1, seed: UInt64($0)) }
                let one = try Device(folder.appendingPathComponent("one"), bucket: bucket, files: files)
                let other = try Device(folder.appendingPathComponent("other"), bucket: bucket, files: [])
                try await one.settle(.everything)
                #expect(inner.all.count == 20 && one.store.originals.allSatisfy { inner[$0.key.description] != nil })
                other.store.knows(one.store.originals)
                try await other.settle(.everything)
                #expect(other.store.bytes == one.store.bytes)
                // Nothing is left of it.
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: other.folder.path).filter { !$0.hasPrefix("transfers.") }
                        == [])
            }
        }
    }

    @Test func `wrong bytes are set aside and never placed`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let bucket = MemoryBucket()
            let one = try Device(
                folder.appendingPathComponent("one"), bucket: bucket, files: [Data("right".utf8), Data("also right".utf8)])
            try await one.settle(.everything)
            let bad = one.store.originals[0]
            bucket[bad.key.description] = Data("wrong".utf8)
            let other = try Device(folder.appendingPathComponent("other"), bucket: bucket, files: [])
            other.store.knows(one.store.originals)
            try await other.transfers.plan(.everything)
            let report = try await other.transfers.run(.everything)
            #expect(report.downloaded == 1 && report.failures.map(\.key) == [bad.key] && report.failures[0].error.kind == .damaged)
            #expect(other.store.bytes == ["also right"])
            let aside = try FileManager.default.contentsOfDirectory(atPath: other.folder.appendingPathComponent("set-aside").path)
            #expect(aside.count == 1 && aside[0].hasPrefix(bad.hash.description))

            // Once the bucket has the right ones, they come.
            bucket[bad.key.description] = Data("right".utf8)
            #expect(try await other.transfers.run(.everything).downloaded == 0)
            other.clock.advance(by: 10)
            #expect(try await other.transfers.run(.everything).downloaded == 1)
            #expect(other.store.bytes == ["also right", "right"])
        }
    }

    @Test func `a damaged original does not go up`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let bucket = MemoryBucket()
            let one = try Device(folder.appendingPathComponent("one"), bucket: bucket, files: [Data("right".utf8)])
            try Data("rotten".utf8).write(to: one.store.place(of: one.store.originals[0]))
            try await one.transfers.plan(.everything)
            let report = try await one.transfers.run(.everything)
            #expect(report.failures.first?.error.kind == .damaged && bucket.all.isEmpty)
        }
    }

    @Test func `an original of another size in the bucket is replaced`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let inner = MemoryBucket()
            let keyring = try await Keyring.create(in: inner, device: DeviceKey(), label: "desk").keyring
            for bucket in [MemoryBucket(), EncryptedBucket(inner, keys: keyring)] as [any Bucket] {
                let one = try Device(
                    folder.appendingPathComponent("one-\(KSUID())"), bucket: bucket, files: [Data("right".utf8)])
                let key = one.store.originals[0].key
                if bucket is EncryptedBucket {
                    // Nothing of this length is ciphertext.
                    _ = try await bucket.put(key, Data("rig".utf8), ifAbsent: true)
                    let name = try #require(inner.all.keys.first { !$0.hasPrefix("keys/") })
                    inner[name] = Data("rig".utf8)
                } else {
                    _ = try await bucket.put(key, Data("rig".utf8), ifAbsent: true)
                }
                try await one.transfers.plan(.everything)
                #expect(try await one.transfers.run(.everything).uploaded == 1)
                #expect(try await bucket.get(key, limit: 10) == Data("right".utf8))
            }
        }
    }

    @Test func `an item that always fails does not delay others, and its delay grows`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let inner = MemoryBucket()
            let one = try Device(folder.appendingPathComponent("one"), bucket: inner, files: (0..<10).map { Data("\($0)".utf8) })
            let poison = one.store.originals[3]
            one.store.breaks(poison)
            try await one.transfers.plan(.everything)
            #expect(try await one.transfers.run(.everything).uploaded == 9)
            var waits: [Double] = []
            for _ in 0..<5 {
                let entry = try #require(try await one.transfers.queue.all().first)
                #expect(entry.item.hash == poison.hash && entry.error != nil)
                waits.append(entry.due.timeIntervalSince(one.clock.now))
                one.clock.advance(by: waits.last! + 0.01)
                #expect(try await one.transfers.run(.everything).failures.count == 1)
            }
            #expect(zip(waits, waits.dropFirst()).allSatisfy { $0 <= $1 + 0.01 } && waits[4] > 30, "\(waits)")
            // Planning again keeps its place; mending it lets it through.
            try await one.transfers.plan(.everything)
            #expect(try await one.transfers.queue.all().first?.attempts == 6)
            one.store.mends(poison)
            try await one.transfers.queue.retryNow(now: one.clock.now)
            #expect(try await one.transfers.run(.everything).uploaded == 1)
            #expect(try await one.transfers.queue.nextDue() == nil)
        }
    }

    @Test func `a full or forbidden bucket is asked once, not for every file`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let bucket = RefusingBucket(inner: MemoryBucket(), kind: .full)
            let one = try Device(folder.appendingPathComponent("one"), bucket: bucket, files: (0..<30).map { Data("\($0)".utf8) })
            try await one.transfers.plan(.everything)
            let report = try await one.transfers.run(.everything)
            #expect((1...MediaTransfers.maxConcurrentTransfers).contains(report.failures.count))
            #expect(try await one.transfers.queue.all().filter { $0.attempts == 0 }.count == 30 - report.failures.count)
        }
    }

    @Test func `the policy chooses by space, by tag, by network, and previews apart`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let bucket = MemoryBucket()
            let one = try Device(folder.appendingPathComponent("one"), bucket: bucket, files: (0..<4).map { Data("\($0)".utf8) })
            one.store.sorts { i, item in
                MediaItem(
                    hash: item.hash, contentType: i == 3 ? "video/mp4" : "image/jpeg", byteCount: item.byteCount,
                    spaces: i == 0 ? ["house"] : [], tags: i == 1 ? ["album"] : [])
            }
            let preview = MediaItem(hash: one.store.originals[0].hash, variant: .preview(512), contentType: "image/jpeg")
            one.store.adds(preview, Data([0xFF, 0xD8, 0, 0xFF, 0xD9]))

            func uploaded(_ change: (inout TransferPolicy) -> Void, _ network: NetworkState = .unmetered) async throws -> [String] {
                bucket.all = [:]
                var policy = TransferPolicy.everything
                change(&policy)
                try await one.transfers.plan(policy)
                _ = try await one.transfers.run(policy, network: { network })
                return bucket.all.keys.sorted()
            }
            let keys = one.store.originals.map(\.key.description)
            #expect(keys[3].hasPrefix("recordings/") && keys[0].hasPrefix("images/"))
            #expect(try await uploaded { _ in } == (keys + [preview.key.description]).sorted())
            #expect(
                try await uploaded {
                    $0.uploadsPreviews = .none; $0.uploadsOriginals = .spaces(["house"])
                } == [keys[0]])
            #expect(
                try await uploaded {
                    $0.uploadsPreviews = .none; $0.uploadsOriginals = .tags(["album"])
                } == [keys[1]])
            #expect(try await uploaded({ _ in }, .metered) == [preview.key.description])
            #expect(try await uploaded({ _ in }, .offline) == [])
            #expect(
                try await uploaded(
                    {
                        $0.originalsOnlyUnmetered = false; $0.uploadsPreviews = .none
                    }, .metered) == keys.sorted())
        }
    }

    @Test func `a damaged queue is replaced`() async throws {
        try await TestData.withTemporaryFolder { folder in
            try Data(repeating: 7, count: 9000).write(to: folder.appendingPathComponent("transfers.sqlite"))
            let one = try Device(folder, bucket: MemoryBucket(), files: [Data("a".utf8)])
            try await one.settle(.everything)
        }
    }

    @Test func `the bandwidth limit holds over time`() async throws {
        let clock = Clock()
        let limit = BandwidthLimit(bytesPerSecond: 1000, now: { clock.seconds }, sleep: { clock.advance(by: $0) })
        let start = clock.seconds
        var random = SplitMix64(seed: 4)
        var bytes = 0
        while bytes < 100_000 {
            let count = Int.random(in: 1...9000, using: &random)
            try await limit.consume(count)
            bytes += count
        }
        let rate = Double(bytes) / (clock.seconds - start)
        #expect(rate > 990 && rate < 1030, "\(rate)")
        // What was not used in an hour is not saved up.
        clock.advance(by: 3600)
        let idle = clock.seconds
        try await limit.consume(1000)
        #expect(clock.seconds == idle)
        try await limit.consume(1000)
        #expect(abs(clock.seconds - idle - 1) < 0.001)
    }
}

extension TransferPolicy {
    fileprivate static var everything: TransferPolicy {
        var policy = TransferPolicy()
        policy.downloadsOriginals = .all
        return policy
    }
}

/// A clock that only the test advances.
private final class Clock: Sendable {
    private let state = Mutex(1_000_000.0)
    var seconds: Double { state.withLock { $0 } }
    var now: Date { Date(timeIntervalSince1970: seconds) }
    func advance(by seconds: Double) { state.withLock { $0 += seconds } }
}

/// A library of files, and the transfers of it.
private struct Device {
    let store: Store
    let transfers: MediaTransfers
    let clock = Clock()
    let folder: URL

    init(_ folder: URL, bucket: any Bucket, files: [Data]) throws {
        self.folder = folder.appendingPathComponent("transfers")
        store = try Store(folder.appendingPathComponent("library"), files)
        transfers = try MediaTransfers(bucket: bucket, store: store, folder: self.folder, now: { [clock] in clock.now })
    }

    /// Syncs until nothing is left, as a program does that is started again and again.
    func settle(_ policy: TransferPolicy) async throws {
        for _ in 0..<60 {
            do {
                try await transfers.plan(policy)
                _ = try await transfers.run(policy)
                clock.advance(by: 6 * 3600)
                if try await transfers.queue.nextDue() == nil {
                    // A list may have been read before the last objects appeared.
                    try await transfers.plan(policy)
                    if try await transfers.queue.nextDue() == nil, store.isWhole { return }
                }
            } catch {
                guard error.isTransient else { throw error }
            }
        }
        Issue.record("never settled: \(try await transfers.queue.all().map { "\($0.item.key) \($0.error ?? "")" })")
    }
}

private final class Store: TransferStore {
    private struct State {
        var items: [MediaItem] = []
        var broken: Set<AssetHash> = []
    }

    private let folder: URL
    private let state = Mutex(State())

    init(_ folder: URL, _ files: [Data]) throws {
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for data in files {
            let hash = AssetHash(SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined())!
            let item = MediaItem(hash: hash, contentType: "image/jpeg", byteCount: Int64(data.count))
            try data.write(to: place(of: item))
            state.withLock { $0.items.append(item) }
        }
    }

    var originals: [MediaItem] { state.withLock { $0.items.filter { $0.variant == .original } } }
    var isWhole: Bool { state.withLock { $0.items }.allSatisfy { FileManager.default.fileExists(atPath: place(of: $0).path) } }

    /// The contents of all files, as texts.
    var bytes: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path).map {
            String(decoding: try Data(contentsOf: folder.appendingPathComponent($0)), as: UTF8.self)
        }.sorted()) ?? []
    }

    func place(of item: MediaItem) -> URL { folder.appendingPathComponent(String(item.key.name)) }
    func knows(_ items: [MediaItem]) { state.withLock { $0.items = items } }
    func breaks(_ item: MediaItem) { state.withLock { _ = $0.broken.insert(item.hash) } }
    func mends(_ item: MediaItem) { state.withLock { _ = $0.broken.remove(item.hash) } }
    func adds(_ item: MediaItem, _ data: Data) {
        try? data.write(to: place(of: item))
        state.withLock { $0.items.append(item) }
    }
    func sorts(_ change: (Int, MediaItem) -> MediaItem) {
        state.withLock { s in s.items = s.items.enumerated().map { change($0.offset, $0.element) } }
    }

    func media() async throws -> [MediaItem] { state.withLock { $0.items } }

    func file(of item: MediaItem) async throws -> URL? {
        let url = place(of: item)
        // Found, but not to be read: a folder stands where the file was.
        if state.withLock({ $0.broken.contains(item.hash) }) { return folder }
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }

    func place(_ item: MediaItem, from file: URL) async throws {
        try FileManager.default.moveItem(at: file, to: place(of: item))
    }
}

/// A bucket that takes nothing.
private struct RefusingBucket: Bucket {
    let inner: MemoryBucket
    let kind: SyncError.Kind
    var name: String { inner.name }
    func list(_ folder: BucketKey, after: BucketKey?) async throws(SyncError) -> [BucketObject] {
        try await inner.list(folder, after: after)
    }
    func folders(in folder: BucketKey) async throws(SyncError) -> [String] { try await inner.folders(in: folder) }
    func head(_ key: BucketKey) async throws(SyncError) -> BucketObject? { try await inner.head(key) }
    func get(_ key: BucketKey, limit: Int) async throws(SyncError) -> Data { try await inner.get(key, limit: limit) }
    func read(_ key: BucketKey, _ range: Range<Int64>) async throws(SyncError) -> Data { try await inner.read(key, range) }
    func put(_ key: BucketKey, _ data: Data, ifAbsent: Bool) async throws(SyncError) -> Bool { throw SyncError(kind, "refused") }
    func upload(_ source: any ByteSource, to key: BucketKey, progress: ProgressReporter) async throws(SyncError) {
        throw SyncError(kind, "refused")
    }
    func delete(_ key: BucketKey) async throws(SyncError) { throw SyncError(kind, "refused") }
}
