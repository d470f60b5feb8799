import Changes
import Foundation
import GRDB
import DioramaLibrary
import DioramaSync
import Testing
import Support
import SyncTestSupport
import TestSupport

/// Objects of a bucket that are damaged for good: a device that lacks their content says so, gets the content from a snapshot, and
/// requests one where there is none.
@Suite struct SyncDamageTests {
    enum Damage: CaseIterable, Sendable { case truncated, flipped, swapped, emptied }

    /// A bucket over one in memory whose objects a test can damage.
    struct Store {
        let inner = MemoryBucket()
        let bucket: any Bucket

        init(isEncrypted: Bool) async throws {
            if isEncrypted {
                let keyring = try await Keyring.create(in: inner, device: DeviceKey(), label: "desk").keyring
                bucket = EncryptedBucket(inner, keys: keyring)
            } else {
                bucket = inner
            }
        }

        /// Runs `body` and returns the names of the objects that it added.
        func added(_ body: () async throws -> Void) async throws -> [String] {
            let before = Set(inner.all.keys)
            try await body()
            return inner.all.keys.filter { !before.contains($0) }.sorted()
        }

        func damage(_ name: String, _ damage: Damage, other: String? = nil) throws {
            let data = try #require(inner[name])
            switch damage {
            case .truncated: inner[name] = data.prefix(data.count * 2 / 3)
            case .flipped:
                var bytes = [UInt8](data)
                if !bytes.isEmpty { bytes[bytes.count / 2] ^= 4 }
                inner[name] = Data(bytes)
            case .swapped:
                let other = try #require(other)
                inner[name] = inner[other]
                inner[other] = data
            case .emptied: inner[name] = Data()
            }
        }
    }

    /// A run of a device: either it is synchronized with `source`, or it says that it is behind.
    @discardableResult
    static func run(_ device: SyncDevice, _ bucket: any Bucket, knowing source: SyncDevice) async throws -> SyncReport {
        let report = try await device.engine.run(bucket)
        if try source.titles != device.titles { #expect(report.isBehind, "it lacks rows and says that it is synchronized") }
        let status = try await device.engine.status()
        #expect(status.behind.isEmpty == !report.isBehind)
        return report
    }

    @Test(arguments: Damage.allCases, isSoak ? [false, true] : [true])
    func `one damaged changeset under 260 later ones`(_ damage: Damage, _ isEncrypted: Bool) async throws {
        let store = try await Store(isEncrypted: isEncrypted)
        let a = try SyncDevice()
        let b = try SyncDevice()
        try b.add("of b")
        try await settle([a, b], store.bucket)
        try a.add("first")
        let first = try await store.added { try await a.engine.run(store.bucket) }
        try a.add("second")
        let second = try await store.added { try await a.engine.run(store.bucket) }
        try store.damage(try #require(first.first), damage, other: second.first)
        for i in 0..<260 {
            try a.add("later \(i)")
            try await a.engine.run(store.bucket)
        }
        let report = try await Self.run(b, store.bucket, knowing: a)
        // What is intact arrives in any case.
        #expect(try b.titles.count >= 1 + 260)
        if report.isBehind {
            #expect(report.waiting[try a.device]?.contains("changeset") == true)
            #expect(try await b.engine.status().buckets.first?.synced != nil, "of the earlier complete run")
            let answer = try await a.engine.run(store.bucket)
            #expect(answer.answered > 0 && answer.wroteSnapshot)
            try await Self.run(b, store.bucket, knowing: a)
        }
        #expect(try b.titles == a.titles && b.titles.count == 1 + 262)
        #expect(try await b.engine.status().behind.isEmpty)
        // A later device gets everything as well.
        let c = try SyncDevice()
        try await settle([c, a, b], store.bucket)
        #expect(try c.content() == a.content() && b.content() == a.content())
    }

    @Test(arguments: [false, true])
    func `the last changeset of a lost device comes from another device`(_ isEncrypted: Bool) async throws {
        let store = try await Store(isEncrypted: isEncrypted)
        let lost = try SyncDevice()
        let other = try SyncDevice()
        try lost.add("one")
        let names = try await store.added { try await lost.engine.run(store.bucket) }
        try await other.engine.run(store.bucket)
        try store.damage(try #require(names.first), .flipped)
        let late = try SyncDevice()
        #expect(try await Self.run(late, store.bucket, knowing: lost).isBehind)
        #expect(try await other.engine.run(store.bucket).answered == 1)
        let healed = try await Self.run(late, store.bucket, knowing: lost)
        #expect(try !healed.isBehind && healed.appliedSnapshot && late.titles == ["one"])
        // The request is answered once.
        #expect(try await other.engine.run(store.bucket).answered == 0)
        #expect(try await late.engine.run(store.bucket).isQuiet)
    }

    @Test func `an object that becomes complete is applied without a request being repeated`() async throws {
        let store = try await Store(isEncrypted: false)
        let a = try SyncDevice()
        let b = try SyncDevice()
        try a.add("one")
        let name = try #require(try await store.added { try await a.engine.run(store.bucket) }.first)
        let whole = try #require(store.inner[name])
        try store.damage(name, .truncated)
        let report = try await Self.run(b, store.bucket, knowing: a)
        #expect(report.isBehind && report.sent > 0)
        #expect(try await b.engine.run(store.bucket).sent == 0, "one request an hour")
        store.inner[name] = whole
        #expect(try await !Self.run(b, store.bucket, knowing: a).isBehind)
        #expect(try b.content() == a.content())
    }

    @Test func `a damaged snapshot is passed over, and another one is requested where it was needed`() async throws {
        var options = SyncDevice.small
        options.changesetsPerSnapshot = 6
        let store = try await Store(isEncrypted: false)
        let devices = try [SyncDevice(options), SyncDevice(options)]
        for round in 0..<20 {
            for device in devices {
                try device.add("round \(round) of \(device.device)")
                try await device.engine.run(store.bucket)
            }
        }
        try await settle(devices, store.bucket)
        for name in store.inner.all.keys where name.hasPrefix("snapshots/") { try store.damage(name, .truncated) }
        let late = try SyncDevice(options)
        var runs = 0
        while try late.titles != devices[0].titles, runs < 8 {
            try await Self.run(late, store.bucket, knowing: devices[0])
            for device in devices { try await device.engine.run(store.bucket) }
            runs += 1
        }
        #expect(try late.titles == devices[0].titles && late.titles.count == 40)
    }

    @Test func `a refused changeset is replaced by its writer's snapshot`() async throws {
        let bucket = MemoryBucket()
        let a = try SyncDevice()
        let b = try SyncDevice()
        for title in ["one", "two", "three"] {
            try a.add(title)
            try await a.engine.run(bucket)
        }
        let name = try #require(bucket.all.keys.sorted().dropFirst().first)
        // A snapshot under the name of a changeset is nothing that a later version could apply.
        let snapshot = try await a.queue.write { db in
            try Changeset.snapshot(db, header: .init(kind: .snapshot, device: try ChangeTracking.device(db)))
        }
        bucket[name] = Data(snapshot.bytes)
        let report = try await Self.run(b, bucket, knowing: a)
        #expect(report.refused.count == 1 && report.isBehind)
        #expect(try await b.engine.status().refused.count == 1)
        #expect(try await a.engine.run(bucket).answered == 1)
        #expect(try await !Self.run(b, bucket, knowing: a).isBehind)
        #expect(try await b.engine.status().refused.isEmpty)
        #expect(try b.content() == a.content())
    }

    @Test(arguments: Damage.allCases.filter { $0 != .swapped }, [false, true])
    func `a device whose own last changeset is damaged goes on`(_ damage: Damage, _ isEncrypted: Bool) async throws {
        let store = try await Store(isEncrypted: isEncrypted)
        let a = try SyncDevice()
        let b = try SyncDevice()
        try a.add("one")
        let name = try #require(try await store.added { try await a.engine.run(store.bucket) }.first)
        try store.damage(name, damage)
        try a.add("two")
        #expect(try await a.engine.run(store.bucket).sent == 1)
        #expect(try await Self.run(b, store.bucket, knowing: a).isBehind)
        #expect(try await a.engine.run(store.bucket).answered == 1)
        #expect(try await !Self.run(b, store.bucket, knowing: a).isBehind)
        #expect(try b.content() == a.content())
    }

    @Test func `a device that lacks a changeset does not report it as applied`() async throws {
        let store = try await Store(isEncrypted: false)
        let a = try SyncDevice()
        let b = try SyncDevice()
        try a.add("one")
        let name = try #require(try await store.added { try await a.engine.run(store.bucket) }.first)
        try a.add("two")
        try await a.engine.run(store.bucket)
        try store.damage(name, .flipped)
        let report = try await b.engine.run(store.bucket)
        #expect(try report.isBehind && b.titles == ["two"])
        let request = try #require(store.inner.all.keys.first { $0.hasPrefix("changes/\(try! b.device)/") })
        let header = try Changeset(unchecked: [UInt8](try #require(store.inner[request]))).header()
        let device = try a.device
        #expect(header.missing == [device: [1]] && header.cursors[device] == 0)
    }

    /// What an earlier version does after one write under a clock in the year 4300: it uploads changesets that others refuse.
    private func uploadCutOff(_ device: SyncDevice, _ bucket: MemoryBucket) throws {
        let (name, data) = try device.queue.write { db -> (String, Data) in
            let own = try ChangeTracking.device(db)
            let sequence = (try Int64.fetchOne(db, sql: "SELECT sequence FROM sync_progress") ?? 0) + 1
            let header = Changeset.Header(kind: .changes, device: own)
            let changes = try #require(try Changeset.changes(db, after: try Changeset.exported(db), header: header))
            try Changeset.markExported(db, upTo: changes.upTo)
            try db.execute(sql: "UPDATE sync_progress SET sequence = sequence + 1; UPDATE sync_buckets SET sequence = sequence + 1")
            return (Self.key(device: own, sequence: sequence), Data(changes.changeset.bytes))
        }
        bucket[name] = data
    }

    /// What an earlier version does that is cut off: it applies the last changeset of another device, and goes on refusing nothing.
    private func apply(lastOf other: SyncDevice, in bucket: MemoryBucket, to device: SyncDevice) throws {
        let own = try other.device
        let name = try #require(bucket.all.keys.filter { $0.hasPrefix("changes/\(own)/") }.max())
        let sequence = try #require(Int64(name.split(separator: "/")[2].prefix(20)))
        let merge = try Merge(Changeset(unchecked: [UInt8](try #require(bucket[name]))))
        try device.queue.write { db in
            try merge.run(db)
            try db.execute(sql: "UPDATE sync_cursors SET sequence = ? WHERE device = ?", arguments: [sequence, own])
        }
    }

    /// The name of a changeset in a bucket (docs/sync.md).
    private static func key(device: String, sequence: Int64) -> String {
        let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        let hash = SHA256Digest.of(Data("diorama changes \(device) \(sequence)".utf8))
        let ksuid = hash.prefix(27).enumerated().map { i, byte in digits[Int(byte) % (i == 0 ? 10 : 62)] }
        let number = String(sequence)
        let name = String(repeating: "0", count: 20 - number.count) + number + "-" + String(decoding: ksuid, as: UTF8.self)
        return "changes/\(device)/\(name)"
    }

    @Test func `a device that earlier versions cut off loses nothing, and nothing of the others`() async throws {
        let bucket = MemoryBucket()
        let a = try SyncDevice()
        let b = try SyncDevice()
        let chair = try a.add("chair")
        let table = try a.add("table")
        try b.add("of b")
        try await settle([a, b], bucket)
        try a.add("written before the clock was wrong, and sent after")
        try await a.queue.write { db in
            try db.execute(sql: "UPDATE sync_state SET clock = ?", arguments: [Int64.max / 2 + (1 << 20)])
        }
        try a.set("chair of a", of: chair)
        try uploadCutOff(a, bucket)
        try a.add("not sent yet")
        // Concurrently, and later than everything valid that a has written.
        try b.set("chair of b", of: chair)
        try b.set("table of b", of: table)
        let refused = try await b.engine.run(bucket)
        try apply(lastOf: b, in: bucket, to: a)
        #expect(refused.isBehind && refused.refused.first?.reason.contains("out of range") == true)
        let device = try a.device
        let renewed = try await a.engine.run(bucket)
        #expect(try renewed.restamped > 0 && a.device != device && renewed.newDevice == a.device)
        for _ in 0..<3 { for device in [b, a] { try await device.engine.run(bucket) } }
        #expect(try a.content() == b.content())
        #expect(try a.titles.isSuperset(of: ["table of b", "not sent yet", "written before the clock was wrong, and sent after"]))
        for device in [a, b] { #expect(try await device.engine.status().behind.isEmpty) }
    }

    /// Histories in which objects are damaged at any time. Every row is on all devices in the end: no device was lost.
    @Test(arguments: 1...(isSoak ? 60 : 2))
    func `devices converge over a bucket whose objects are damaged`(_ seed: Int) async throws {
        var random = SplitMix64(seed: UInt64(seed))
        let store = try await Store(isEncrypted: seed.isMultiple(of: 2))
        let bucket = store.bucket
        var options = SyncDevice.small
        options.changesetsPerSnapshot = 15
        options.requestInterval = 0
        var devices = try (0..<Int.random(in: 2...4, using: &random)).map { _ in try SyncDevice(options) }
        for _ in 0..<50 {
            let device = devices[Int.random(in: 0..<devices.count, using: &random)]
            try device.writeRandomly(&random)
            if Bool.random(using: &random) { try await device.engine.run(bucket) }
            if Int.random(in: 0..<4, using: &random) == 0 {
                let names = store.inner.all.keys.filter { !$0.hasPrefix("keys/") }.sorted()
                if let name = names.randomElement(using: &random), let other = names.randomElement(using: &random) {
                    try store.damage(name, Damage.allCases.randomElement(using: &random) ?? .flipped, other: other)
                }
            }
            if Int.random(in: 0..<5, using: &random) == 0 { device.restart() }
            if Int.random(in: 0..<20, using: &random) == 0 { devices.append(try SyncDevice(options)) }
        }
        for _ in 0..<30 {
            var isBehind = false
            for device in devices { isBehind = try await device.engine.run(bucket).isBehind || isBehind }
            if !isBehind { break }
        }
        try await settle(devices, bucket)
        let first = try devices[0].content()
        for device in devices {
            #expect(try device.content() == first, "seed \(seed)")
            #expect(try await device.engine.status().behind.isEmpty, "seed \(seed)")
        }
    }
}
