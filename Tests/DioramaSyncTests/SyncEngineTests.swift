import Changes
import Foundation
import GRDB
import DioramaLibrary
import DioramaSync
import Testing
import Support
import SyncTestSupport

@Suite struct SyncEngineTests {
    @Test func `two devices end with the same rows`() async throws {
        let bucket = MemoryBucket()
        let a = try SyncDevice()
        let b = try SyncDevice()
        let id = try a.add("chair")
        try b.add("table")
        try await settle([a, b], bucket)
        try b.set("old chair", of: id)
        try a.write("UPDATE things SET amount = 3 WHERE title = 'chair'")
        try await settle([a, b], bucket)
        #expect(try a.content() == b.content() && a.titles == ["old chair", "table"])
        let status = try await a.engine.status()
        #expect(status.unsentWrites == 0 && status.cursors.count == 1 && status.buckets.first?.synced != nil)
    }

    @Test func `a run with nothing to do sends and changes nothing`() async throws {
        let bucket = MemoryBucket()
        let a = try SyncDevice()
        let b = try SyncDevice()
        for i in 0..<20 { try a.add("thing \(i)") }
        try await settle([a, b], bucket)
        for device in [a, b] {
            let report = try await device.engine.run(bucket)
            #expect(report.isQuiet && report.waiting.isEmpty && report.inserted == 0)
        }
    }

    @Test func `changesets that are not listed yet are waited for`() async throws {
        let bucket = MemoryBucket()
        let a = try SyncDevice()
        let b = try SyncDevice()
        let hole = MemoryBucket()
        for i in 0..<12 {
            try a.add("thing \(i)")
            try await a.engine.run(bucket)
        }
        let folder = try #require(BucketKey("changes/\(a.device)"))
        let keys = try await bucket.list(folder, after: nil).map(\.key)
        for key in keys where key != keys[4] { _ = try await hole.put(key, bucket.get(key, limit: 1 << 20), ifAbsent: true) }
        let report = try await b.engine.run(hole)
        #expect(try report.received == 4 && report.waiting[a.device]?.contains("5") == true)
        _ = try await hole.put(keys[4], bucket.get(keys[4], limit: 1 << 20), ifAbsent: true)
        try await b.engine.run(hole)
        #expect(try a.content() == b.content())
    }

    @Test func `a copied library gets an id of its own, and neither side loses anything`() async throws {
        let bucket = MemoryBucket()
        let a = try SyncDevice()
        let other = try SyncDevice()
        try a.add("before")
        try await settle([a, other], bucket)
        try a.add("not sent when copied")
        let copy = try a.copy()
        let device = try a.device
        try a.add("on the original")
        try copy.add("on the copy")
        try await a.engine.run(bucket)
        let report = try await copy.engine.run(bucket)
        #expect(try report.newDevice != nil && copy.device != device && a.device == device)
        try await settle([a, copy, other], bucket)
        #expect(try other.titles == ["before", "not sent when copied", "on the original", "on the copy"])
        #expect(try a.content() == other.content() && copy.content() == other.content())
    }

    @Test func `what was sent after the backup comes back to a restored library`() async throws {
        let bucket = MemoryBucket()
        let a = try SyncDevice()
        let other = try SyncDevice()
        try a.add("before")
        try await settle([a, other], bucket)
        let backup = try a.copy()
        try a.add("after the backup")
        try await settle([a, other], bucket)
        // The first one's disk is gone.
        try await backup.queue.write { db in try ChangeTracking.markCopied(db) }
        try backup.add("after the restore")
        try await settle([backup, other], bucket)
        #expect(try backup.titles == ["before", "after the backup", "after the restore"])
        #expect(try backup.content() == other.content())
    }

    @Test func `old changesets are replaced by a snapshot, from which a late device starts`() async throws {
        let bucket = MemoryBucket()
        var options = SyncDevice.small
        options.changesetsPerSnapshot = 20
        let devices = try [SyncDevice(options), SyncDevice(options), SyncDevice(options)]
        var trimmed = 0
        for round in 0..<30 {
            for device in devices {
                try device.add("round \(round)")
                for _ in 0..<2 { trimmed += try await device.engine.run(bucket).trimmed }
            }
        }
        #expect(trimmed > 0)
        let late = try SyncDevice(options)
        try late.add("late")
        let report = try await late.engine.run(bucket)
        #expect(report.appliedSnapshot)
        try await settle(devices + [late], bucket)
        for device in devices { #expect(try device.content() == late.content()) }
        #expect(try late.titles.count == 31)
    }

    @Test func `a second bucket gets everything, also what left the outbox long ago`() async throws {
        let first = MemoryBucket()
        let second = MemoryBucket("second")
        let a = try SyncDevice()
        let b = try SyncDevice()
        for i in 0..<15 {
            try a.add("thing \(i)")
            try await a.engine.run(first)
        }
        try await b.engine.run(first)
        try a.add("last")
        let report = try await a.engine.run(second)
        #expect(report.wroteSnapshot)
        let c = try SyncDevice()
        try await settle([a, b, c], second)
        #expect(try b.content() == a.content() && c.content() == a.content())
    }

    @Test func `a malicious changeset is set aside and later ones are applied`() async throws {
        let bucket = MemoryBucket()
        let a = try SyncDevice()
        let b = try SyncDevice()
        for title in ["one", "two", "three"] {
            try a.add(title)
            try await a.engine.run(bucket)
        }
        let folder = try #require(BucketKey("changes/\(a.device)"))
        let key = try #require(try await bucket.list(folder, after: nil).map(\.key).dropFirst().first)
        let hostile = try Self.withView(Data(await bucket.get(key, limit: 1 << 20)))
        _ = try await bucket.put(key, hostile, ifAbsent: false)
        let report = try await b.engine.run(bucket)
        #expect(report.refused.count == 1 && report.refused.first?.reason.contains("view") == true)
        #expect(try b.titles == ["one", "three"])
        #expect(try await b.engine.status().refused.count == 1)
        // A truncated one is passed over as well, and read again.
        let c = try SyncDevice()
        _ = try await bucket.put(key, hostile.prefix(700), ifAbsent: false)
        let truncated = try await c.engine.run(bucket)
        #expect(truncated.refused.isEmpty)
        #expect(try truncated.waiting[a.device]?.contains("incomplete") == true, "\(truncated.waiting)")
        #expect(try truncated.isBehind && c.titles == ["one", "three"])
    }

    @Test func `objects with other names are ignored`() async throws {
        let bucket = MemoryBucket()
        let a = try SyncDevice()
        let b = try SyncDevice()
        try a.add("one")
        try await a.engine.run(bucket)
        for name in [
            "changes/notes.txt", "changes/someone/1", "changes/\(try a.device)/00000000000000000002-x", "changes/\(KSUID())/readme",
        ] {
            _ = try await bucket.put(#require(BucketKey(name)), Data("hello".utf8), ifAbsent: true)
        }
        let report = try await b.engine.run(bucket)
        #expect(try report.waiting.isEmpty && report.refused.isEmpty && b.titles == ["one"])
    }

    private static func withView(_ changeset: Data) throws -> Data {
        let file = FileManager.default.temporaryDirectory.appending(path: "view-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try changeset.dropLast(32).write(to: file)
        let queue = try DatabaseQueue(path: file.path)
        try queue.write { db in try db.execute(sql: "CREATE VIEW v AS SELECT 1") }
        try queue.close()
        let bytes = try Data(contentsOf: file)
        return bytes + Data(SHA256Digest.of(bytes))
    }
}
