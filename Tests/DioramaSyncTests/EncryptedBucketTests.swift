import Foundation
import DioramaSync
import TestSupport
import Testing
import Support
import SyncTestSupport

@Suite struct EncryptedBucketTests {
    private func key(_ text: String) -> BucketKey { BucketKey(text)! }

    private func made(_ inner: MemoryBucket) async throws -> (EncryptedBucket, Keyring) {
        let keyring = try await Keyring.create(in: inner, device: DeviceKey(), label: "desk").keyring
        return (EncryptedBucket(inner, keys: keyring), keyring)
    }

    /// The one object that is no file of keys.
    private func only(_ inner: MemoryBucket) throws -> (String, Data) {
        try #require(inner.all.first { !$0.key.hasPrefix("keys/") })
    }

    @Test func `keeps the guarantees of every bucket, over a folder`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let inner = try FolderBucket(at: folder.appendingPathComponent("b"))
            let keyring = try await Keyring.create(in: inner, device: DeviceKey(), label: "desk").keyring
            try await BucketConformance.check(WalkableEncrypted(EncryptedBucket(inner, keys: keyring)), largeByteCount: 9 << 20)
            #expect(try await BucketAudit.run(inner, keys: keyring).isClean)
        }
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])
    func `gives back every size, whole and by ranges`(count: Int) async throws {
        let (bucket, _) = try await made(MemoryBucket())
        let data = BucketConformance.bytes(count)
        try await bucket.upload(DataSource(data), to: key("images/a"), progress: .silent)
        #expect(try await bucket.head(key("images/a"))?.byteCount == Int64(count))
        #expect(try await bucket.get(key("images/a"), limit: count) == data)
        var random = SplitMix64(seed: 7)
        for _ in 0..<30 where count > 0 {
            let start = Int64.random(in: 0..<Int64(count), using: &random)
            let end = Int64.random(in: start...Int64(count), using: &random)
            #expect(try await bucket.read(key("images/a"), start..<end) == data[Int(start)..<Int(end)])
        }
    }

    @Test func `nothing of names and contents shows`() async throws {
        let inner = MemoryBucket()
        let (bucket, _) = try await made(inner)
        let text = "a diary of the yellow house, a diary of the yellow house"
        for name in ["changes/laptop/00000000000000000001-x", "images/yellow", "recordings/house"] {
            #expect(try await bucket.put(key(name), Data(text.utf8), ifAbsent: true))
        }
        for (name, data) in inner.all {
            for word in ["changes", "laptop", "images", "yellow", "house", "recordings", "diary", "desk"] {
                #expect(!name.contains(word) && data.range(of: Data(word.utf8)) == nil, "\(word)")
            }
        }
        // The same name in two folders, and names of nearly the same length, look alike in nothing but size.
        #expect(try await bucket.put(key("images/house"), Data(), ifAbsent: true))
        let names = inner.all.keys.filter { !$0.hasPrefix("keys/") }.map { $0.split(separator: "/").last! }
        #expect(Set(names).count == names.count)
    }

    @Test func `every flipped bit and every cut is noticed`() async throws {
        let inner = MemoryBucket()
        let (bucket, keyring) = try await made(inner)
        let data = BucketConformance.bytes(70_000)
        #expect(try await bucket.put(key("images/a"), data, ifAbsent: true))
        let (name, cipher) = try only(inner)
        var damaged = TestData.bitFlips(of: Array(cipher), count: 150) + TestData.truncations(of: Array(cipher), count: 100)
        for byte in 0..<100 {
            var copy = Array(cipher)
            copy[byte] ^= 1
            damaged.append(copy)
        }
        // A whole chunk gone, chunks exchanged, one added.
        let body = Array(cipher.dropFirst(76))
        damaged.append(Array(cipher.prefix(76 + 65_552)))
        damaged.append(Array(cipher.prefix(76)) + Array(body[65_552...]) + Array(body[..<65_552]))
        damaged.append(Array(cipher) + Array(body[..<65_552]))
        for bytes in damaged {
            inner[name] = Data(bytes)
            await #expect(throws: SyncError.self) { try await bucket.get(key("images/a"), limit: 1 << 20) }
            await #expect(throws: SyncError.self) {
                try await EncryptedBucket(inner, keys: keyring).read(key("images/a"), 0..<70_000)
            }
            #expect(try await BucketAudit.run(inner, keys: keyring).findings.map(\.kind) == [.notAuthentic])
        }
    }

    @Test func `an object can't be put in another's place`() async throws {
        let inner = MemoryBucket()
        let (bucket, keyring) = try await made(inner)
        #expect(try await bucket.put(key("images/a"), Data("one".utf8), ifAbsent: true))
        let (a, one) = try only(inner)
        inner[a] = nil
        #expect(try await bucket.put(key("images/b"), Data("two".utf8), ifAbsent: true))
        let (b, two) = try only(inner)
        inner[a] = two
        inner[b] = one
        for name in ["images/a", "images/b"] {
            let error = await #expect(throws: SyncError.self) { try await bucket.get(key(name), limit: 100) }
            #expect(error?.kind == .damaged)
        }
        #expect(try await BucketAudit.run(inner, keys: keyring).findings.count == 2)
        // A name can't be moved to another folder.
        let part = String(a.split(separator: "/")[1])
        #expect(try await bucket.put(key("recordings/x"), Data(), ifAbsent: true))
        let recordings = try #require(inner.all.keys.first { !$0.hasPrefix("keys/") && $0 != a && $0 != b }).split(separator: "/")[
            0]
        inner["\(recordings)/\(part)"] = one
        #expect(try await bucket.list(key("recordings"), after: nil).map { $0.key.description } == ["recordings/x"])
    }

    @Test func `writing the same object twice is no conflict, and gives the same ciphertext`() async throws {
        let inner = MemoryBucket()
        let (bucket, _) = try await made(inner)
        #expect(try await bucket.put(key("images/a"), Data("one".utf8), ifAbsent: false))
        let first = try only(inner).1
        #expect(try await bucket.put(key("images/a"), Data("one".utf8), ifAbsent: false))
        #expect(try only(inner).1 == first)
        #expect(try await bucket.put(key("images/a"), Data("two".utf8), ifAbsent: false))
        #expect(try only(inner).1 != first)
        #expect(try await bucket.read(key("images/a"), 0..<3) == Data("two".utf8))
        #expect(try await bucket.put(key("images/a"), Data("three".utf8), ifAbsent: false))
        // Its header was known, and has changed.
        #expect(try await bucket.read(key("images/a"), 0..<3) == Data("thr".utf8))
    }

    @Test func `an interrupted upload is resumed`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let inner = FaultyBucket(try FolderBucket(at: folder), seed: 3)
            let keyring = try await Keyring.create(in: inner, device: DeviceKey(), label: "desk").keyring
            inner.faults = BucketFaults(unavailable: 0.2, lostAnswers: 0.2, cuts: 0.5)
            let bucket = EncryptedBucket(inner, keys: keyring)
            let data = BucketConformance.bytes(3 << 20)
            try await untilDone { try await bucket.upload(DataSource(data), to: key("recordings/a"), progress: .silent) }
            let file = folder.appendingPathComponent("down")
            try await untilDone { try await bucket.download(key("recordings/a"), to: file, progress: .silent) }
            #expect(try Data(contentsOf: file) == data)
        }
    }

    @Test func `the audit reports everything that is not ciphertext of this library`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let inner = try FolderBucket(at: folder)
            let keyring = try await Keyring.create(in: inner, device: DeviceKey(), label: "desk").keyring
            let bucket = EncryptedBucket(inner, keys: keyring)
            for i in 0..<5 { #expect(try await bucket.put(key("changes/d/\(i)"), Data("secret \(i)".utf8), ifAbsent: true)) }
            let clean = try await BucketAudit.run(inner, keys: keyring)
            #expect(clean.isClean && clean.objectCount == 5 && clean.keyFileCount == 1)

            // Another library's ciphertext, under its own name and under one of ours.
            let other = MemoryBucket()
            let otherKeys = try await Keyring.create(in: other, device: DeviceKey(), label: "other").keyring
            #expect(try await EncryptedBucket(other, keys: otherKeys).put(key("changes/d/9"), Data("x".utf8), ifAbsent: true))
            let (foreignName, foreign) = try only(other)
            let ours = try #require(try await inner.walk().first { !$0.name.hasPrefix("keys/") }).name
            #expect(try await inner.put(key(foreignName), foreign, ifAbsent: true))
            #expect(try await inner.put(key(ours), foreign, ifAbsent: false))
            #expect(try await inner.put(key("changes/d/00000000000000000001-x"), Data("plain".utf8), ifAbsent: true))
            #expect(try await inner.put(key("keys/notes"), Data("plain".utf8), ifAbsent: true))
            try Data("plain".utf8).write(to: folder.appendingPathComponent(".DS_Store"))
            try Data("plain".utf8).write(to: folder.appendingPathComponent(".diorama/left.partial"))
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent("link"), withDestinationURL: folder.deletingLastPathComponent())
            let audit = try await BucketAudit.run(inner, keys: keyring)
            let found = Dictionary(uniqueKeysWithValues: audit.findings.map { ($0.name, $0.kind) })
            #expect(
                found == [
                    foreignName: .plainName, ours: .notAuthentic, "changes/d/00000000000000000001-x": .plainName,
                    "keys/notes": .foreignKeys, ".DS_Store": .plainName, ".diorama/left.partial": .unfinished, "link": .noObject,
                ])
            #expect(audit.objectCount == 4 && audit.keyFileCount == 1)
        }
    }

    @Test func `a truncated object is never returned`() async throws {
        let inner = FaultyBucket(MemoryBucket(), seed: 9)
        let keyring = try await Keyring.create(in: inner, device: DeviceKey(), label: "desk").keyring
        let bucket = EncryptedBucket(inner, keys: keyring)
        let data = BucketConformance.bytes(100_000)
        #expect(try await bucket.put(key("images/a"), data, ifAbsent: true))
        inner.faults = BucketFaults(tornReads: 0.7)
        var right = 0
        for _ in 0..<60 {
            do throws(SyncError) {
                let got = try await bucket.get(key("images/a"), limit: 1 << 20)
                #expect(got == data)
                right += 1
            } catch {
                #expect(error.kind == .damaged)
            }
        }
        #expect(right > 0 && right < 60)
    }

    @Test func `refuses names that are too long to encrypt`() async throws {
        let (bucket, _) = try await made(MemoryBucket())
        let error = await #expect(throws: SyncError.self) {
            try await bucket.put(key(String(repeating: "a", count: 160)), Data(), ifAbsent: true)
        }
        #expect(error?.kind == .invalidValue)
        #expect(try await bucket.put(key(String(repeating: "a", count: 159)), Data(), ifAbsent: true))
    }
}

/// Calls until it succeeds; every failure must be one that passes.
func untilDone(_ body: () async throws -> Void) async throws {
    for _ in 0..<200 {
        do {
            try await body()
            return
        } catch let error as SyncError where error.isTransient {}
    }
    Issue.record("never succeeded")
}

/// An encrypted bucket where one that can be walked is asked for.
struct WalkableEncrypted: WalkableBucket {
    let inner: EncryptedBucket
    init(_ inner: EncryptedBucket) { self.inner = inner }
    var name: String { inner.name }
    func list(_ folder: BucketKey, after: BucketKey?) async throws(SyncError) -> [BucketObject] {
        try await inner.list(folder, after: after)
    }
    func folders(in folder: BucketKey) async throws(SyncError) -> [String] { try await inner.folders(in: folder) }
    func head(_ key: BucketKey) async throws(SyncError) -> BucketObject? { try await inner.head(key) }
    func get(_ key: BucketKey, limit: Int) async throws(SyncError) -> Data { try await inner.get(key, limit: limit) }
    func read(_ key: BucketKey, _ range: Range<Int64>) async throws(SyncError) -> Data { try await inner.read(key, range) }
    func put(_ key: BucketKey, _ data: Data, ifAbsent: Bool) async throws(SyncError) -> Bool {
        try await inner.put(key, data, ifAbsent: ifAbsent)
    }
    func upload(_ source: any ByteSource, to key: BucketKey, progress: ProgressReporter) async throws(SyncError) {
        try await inner.upload(source, to: key, progress: progress)
    }
    func delete(_ key: BucketKey) async throws(SyncError) { try await inner.delete(key) }
    func walk() async throws(SyncError) -> [BucketEntry] { [] }
}
