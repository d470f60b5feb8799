import Pairing
import Foundation
import DioramaLibrary
import DioramaSync
import Testing
import Support
import SyncTestSupport

@Suite struct PeerBucketTests {
    private func key(_ text: String) -> BucketKey { BucketKey(text)! }

    @Test func `a paired device is a bucket like any other`() async throws {
        let pair = try await PairedDevices()
        let bucket = pair.bucket
        let small = key("changes/dev/00000000000000000001-a")
        #expect(try await bucket.put(small, Data("one".utf8), ifAbsent: true))
        #expect(try await !bucket.put(small, Data("two".utf8), ifAbsent: true))
        #expect(try await bucket.get(small, limit: 10) == Data("one".utf8))
        #expect(try await bucket.head(small)?.byteCount == 3)
        #expect(try await bucket.head(key("changes/dev/2")) == nil)
        #expect(await error { _ = try await bucket.get(key("changes/dev/2"), limit: 10) }?.kind == .notFound)
        #expect(await error { _ = try await bucket.get(small, limit: 2) }?.kind == .refused)
        for i in 0..<5 { _ = try await bucket.put(key("changes/dev/x\(i)"), Data(), ifAbsent: true) }
        #expect(try await bucket.list(key("changes/dev"), after: key("changes/dev/x2")).map(\.key.name) == ["x3", "x4"])
        #expect(try await bucket.folders(in: key("changes")) == ["dev"])
        #expect(try await bucket.read(small, 1..<100) == Data("ne".utf8))
        #expect(await error { try await bucket.delete(small) }?.kind == .refused)
        #expect(try await pair.desk.bucket().get(small, limit: 10) == Data("one".utf8))
        await pair.end()
    }

    @Test func `large objects go in parts, both ways`() async throws {
        let pair = try await PairedDevices()
        var random = SplitMix64(seed: 3)
        let data = Data((0..<3_500_001).map { _ in UInt8.random(in: 0...255, using: &random) })
        let object = key("recordings/\(String(repeating: "ab", count: 32))")
        let file = pair.phone.folder.appendingPathComponent("film")
        try data.write(to: file)
        try await pair.bucket.upload(file, to: object, progress: .silent)
        let back = pair.phone.folder.appendingPathComponent("back")
        // An interrupted download is resumed.
        try data.prefix(1_234_567).write(to: back)
        try await pair.bucket.download(object, to: back, progress: .silent)
        #expect(try Data(contentsOf: back) == data)
        #expect(try await pair.bucket.put(key("snapshots/whole"), data, ifAbsent: true))
        #expect(try await !pair.bucket.put(key("snapshots/whole"), data + [1], ifAbsent: true))
        #expect(try await pair.bucket.get(key("snapshots/whole"), limit: data.count) == data)
        await pair.end()
    }

    @Test(.timeLimit(.minutes(1)))
    func `a device that stays connected doesn't keep a pairing waiting once it has what it came for`() async throws {
        let pair = try await PairedDevices()
        let object = key("changes/dev/1")
        #expect(try await pair.bucket.put(object, Data("one".utf8), ifAbsent: true))
        let other = try pair.phone.bucket(of: pair.desk.known, at: pair.port)
        #expect(try await other.get(object, limit: 10) == Data("one".utf8))
        await pair.bucket.disconnect()
        #expect(await pair.server.waitForSync(with: pair.phone.known, quiet: .milliseconds(100)))
        #expect(await pair.server.connected == [pair.phone.identity.device])
        await other.disconnect()
        await pair.end()
    }

    @Test func `many objects come in one list`() async throws {
        let pair = try await PairedDevices()
        let images = pair.desk.folder.appendingPathComponent("relay/images")
        try FileManager.default.createDirectory(at: images, withIntermediateDirectories: true)
        for i in 0..<4100 { try Data().write(to: images.appendingPathComponent(String(10_000 + i))) }
        let keys = try await pair.bucket.list(key("images"), after: nil).map(\.key)
        #expect(keys.count == 4100 && keys == keys.sorted())
        await pair.end()
    }

    @Test func `an interrupted upload is resumed, and an altered one is refused`() async throws {
        let pair = try await PairedDevices()
        let whole = Data((0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let object = key("recordings/film")
        let cut = CountedSource(whole, readable: 1_500_000 + whole.count)
        #expect(await error { try await pair.bucket.upload(cut, to: object, progress: .silent) } != nil)
        #expect(try await pair.bucket.head(object) == nil)
        let counting = CountedSource(whole, readable: .max)
        try await pair.bucket.upload(counting, to: object, progress: .silent)
        #expect(counting.readCount < 2 * whole.count)
        #expect(try await pair.bucket.get(object, limit: .max) == whole)
        // Bytes that are not what was announced.
        let changing = CountedSource(whole, readable: .max, changesAfter: whole.count)
        #expect(
            await error { try await pair.bucket.upload(changing, to: key("recordings/other"), progress: .silent) }?.kind == .damaged
        )
        #expect(try await pair.bucket.head(key("recordings/other")) == nil)
        await pair.end()
    }

    @Test func `changes and media never change, and sending the same again is fine`() async throws {
        let pair = try await PairedDevices()
        for folder in ["changes/a", "recordings", "images"] {
            let object = key("\(folder)/x")
            #expect(try await pair.bucket.put(object, Data("1".utf8), ifAbsent: false))
            #expect(try await pair.bucket.put(object, Data("1".utf8), ifAbsent: false))
            #expect(await error { _ = try await pair.bucket.put(object, Data("2".utf8), ifAbsent: false) }?.kind == .refused)
        }
        #expect(try await pair.bucket.put(key("snapshots/x"), Data("1".utf8), ifAbsent: false))
        #expect(try await pair.bucket.put(key("snapshots/x"), Data("2".utf8), ifAbsent: false))
        await pair.end()
    }

    @Test func `new objects are announced immediately to all devices but their writer`() async throws {
        let pair = try await PairedDevices()
        let tablet = try TestDevice("tablet")
        try await pair.desk.peers.remember(tablet.known)
        let other = try tablet.bucket(of: pair.desk.known, at: pair.port)
        try await other.connect()
        try await pair.bucket.connect()
        _ = try await pair.bucket.put(key("changes/a/1"), Data(), ifAbsent: true)
        var told = other.newObjects.makeAsyncIterator()
        var own = pair.server.newObjects.makeAsyncIterator()
        #expect(await told.next() == key("changes/a/1"))
        #expect(await own.next() == key("changes/a/1"))
        _ = try await pair.server.localBucket.put(key("changes/b/1"), Data(), ifAbsent: true)
        var first = pair.bucket.newObjects.makeAsyncIterator()
        #expect(await first.next() == key("changes/b/1"))
        #expect(await told.next() == key("changes/b/1"))
        await pair.end()
    }

    @Test func `a connection that ended is made again`() async throws {
        let pair = try await PairedDevices()
        try await pair.bucket.connect()
        await pair.server.stop()
        #expect(await error { _ = try await pair.bucket.folders(in: key("changes")) }?.kind == .unavailable)
        _ = try await pair.server.start(host: "127.0.0.1", port: pair.port)
        #expect(try await pair.bucket.folders(in: key("changes")) == [])
        await pair.end()
    }

    @Test func `a device that is let in while the server stops is not served`() async throws {
        let pair = try await PairedDevices()
        let entered = AsyncStream<Void>.makeStream()
        let gate = AsyncStream<Void>.makeStream()
        await pair.server.beforeServing {
            entered.continuation.yield()
            for await _ in gate.stream {}
        }
        try await pair.bucket.connect()
        for await _ in entered.stream { break }
        await pair.server.stop()
        // Stopped and started again, it serves new connections only.
        _ = try await pair.server.start(host: "127.0.0.1", port: pair.port)
        await pair.server.beforeServing {}
        gate.continuation.finish()
        #expect(await error { _ = try await pair.bucket.folders(in: key("changes")) }?.kind == .unavailable)
        #expect(try await pair.bucket.folders(in: key("changes")) == [])
        await pair.end()
    }

    @Test func `an unknown device and one with another key are refused with a reason`() async throws {
        let pair = try await PairedDevices()
        let stranger = try TestDevice("stranger")
        let unknown = await error {
            _ = try await stranger.bucket(of: pair.desk.known, at: pair.port).folders(in: key("changes"))
        }
        #expect(unknown?.kind == .refused && unknown?.message.contains("pair the two first") == true, "\(unknown?.message ?? "")")
        // The phone's id with another key, to the desk; and the desk's id with another key, to the phone.
        let impostor = try TestDevice("phone", device: pair.phone.identity.device)
        let changed = await error { _ = try await impostor.bucket(of: pair.desk.known, at: pair.port).folders(in: key("changes")) }
        #expect(changed?.kind == .refused && changed?.message.contains("another key") == true, "\(changed?.message ?? "")")
        let fake = try TestDevice("desk", device: pair.desk.identity.device)
        let fakeServer = try fake.server()
        let port = try await fakeServer.start(host: "127.0.0.1")
        let refusal = await error { _ = try await pair.phone.bucket(of: pair.desk.known, at: port).folders(in: key("changes")) }
        #expect(refusal?.kind == .refused && refusal?.message.contains("another key") == true)
        await fakeServer.stop()
        await pair.end()
    }

    @Test func `folders that are not shared, and names that lead out, are refused`() async throws {
        let pair = try await PairedDevices()
        for text in ["keys/a", "library.sqlite", "assets/ab", "uploads/x"] {
            #expect(await error { _ = try await pair.bucket.get(key(text), limit: 10) }?.kind == .refused, "\(text)")
            #expect(await error { _ = try await pair.bucket.put(key(text), Data(), ifAbsent: true) }?.kind == .refused, "\(text)")
        }
        #expect(await error { _ = try await pair.bucket.put(key("changes"), Data(), ifAbsent: true) }?.kind == .refused)
        let port = pair.port
        let device = pair.phone
        for name in ["../peers.json", "changes/../../peers.json", "/etc/passwd", "changes//x", "changes/.x", ""] {
            let reason = try await blocking {
                let peer = try RawPeer(port: port, as: device)
                try peer.send([0, 3, 0, 0, 0, 1, 0, 0, 0, UInt8(name.utf8.count)] + Array(name.utf8))
                return try peer.goodbye()
            }
            #expect(reason?.contains("invalid key") == true, "\(name): \(reason ?? "none")")
        }
        await pair.end()
    }

    @Test func `unknown, truncated and oversized messages end the connection with a reason`() async throws {
        let pair = try await PairedDevices()
        let port = pair.port
        let device = pair.phone
        let cases: [(messages: [[UInt8]], reason: String)] = [
            ([[0, 77, 0, 0, 0, 1]], "77 is not known"),
            ([[9, 1]], "unknown type"),
            ([[0]], "a request is truncated"),
            ([[0, 1, 0, 0, 0, 1, 255, 255, 255, 255]], "is truncated"),
            ([[0, 3, 0, 0, 0, 1, 0, 0, 0, 7] + Array("changes".utf8) + [0]], "is truncated"),
            (Array(repeating: [1] + [UInt8](repeating: 0, count: 65_000), count: 66), "more than 4 MB"),
        ]
        for (messages, expected) in cases {
            let reason = try await blocking {
                let peer = try RawPeer(port: port, as: device)
                for message in messages { try peer.send(message) }
                return try peer.goodbye()
            }
            #expect(reason?.contains(expected) == true, "\(expected): \(reason ?? "none")")
        }
        // A record that is altered or no record at all.
        let isClosed = try await blocking {
            let peer = try RawPeer(port: port, as: device)
            peer.sendRaw([0, 40] + [UInt8](repeating: 9, count: 40))
            return peer.waitForEnd()
        }
        #expect(isClosed)
        #expect(try await pair.bucket.folders(in: key("changes")) == [])
        await pair.end()
    }

    @Test func `more requests at once than are allowed end the connection`() async throws {
        var limits = PeerLimits()
        limits.requests = 1
        let pair = try await PairedDevices(limits)
        let port = pair.port
        let device = pair.phone
        let reason = try await blocking {
            let peer = try RawPeer(port: port, as: device)
            let folder = Array("changes".utf8)
            for number in 0..<2000 {
                try peer.send([0, 2, 0, 0, UInt8(number >> 8), UInt8(number & 255), 0, 0, 0, UInt8(folder.count)] + folder)
            }
            return try peer.goodbye()
        }
        #expect(reason?.contains("wait for their responses") == true)
        await pair.end()
    }

    @Test func `a device that does not receive, and one that does not send, are dropped`() async throws {
        var timeouts = PeerTimeouts.patient
        timeouts.sending = .milliseconds(500)
        timeouts.idle = .seconds(10)
        timeouts.keepAlive = .seconds(100)
        let pair = try await PairedDevices(PeerLimits(), timeouts)
        let local = try pair.desk.bucket()
        _ = try await local.put(key("changes/a/1"), Data(count: 1 << 20), ifAbsent: true)
        let port = pair.port
        let device = pair.phone
        try await blocking {
            let silent = try RawPeer(port: port, as: device)
            #expect(try silent.receive() == nil)
            // Asks for 30 MB and reads none of it.
            let slow = try RawPeer(port: port, as: device)
            let name = Array("changes/a/1".utf8)
            for number: UInt8 in 0..<30 {
                try slow.send([0, 4, 0, 0, 0, number, 0, 0, 0, UInt8(name.count)] + name + [0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0])
            }
            Thread.sleep(forTimeInterval: 3)
            var count = 0
            while try slow.receive() != nil { count += 1 }
            #expect(count < 30 * 17)
        }
        await pair.end()
    }
}

/// Bytes that end too early, or change.
final class CountedSource: ByteSource, @unchecked Sendable {
    let name = "test"
    private let data: Data
    private let readable: Int
    private let changesAfter: Int
    private let lock = NSLock()
    private var count = 0

    init(_ data: Data, readable: Int, changesAfter: Int = .max) {
        self.data = data
        self.readable = readable
        self.changesAfter = changesAfter
    }

    var byteCount: Int64 { Int64(data.count) }
    var readCount: Int { lock.withLock { count } }

    func read(_ range: Range<Int64>) async throws(SyncError) -> Data {
        let before = lock.withLock {
            count += range.count
            return count - range.count
        }
        if before + range.count > readable { throw SyncError(.unavailable, "the test ends here") }
        var part = data.subdata(in: Int(range.lowerBound)..<Int(range.upperBound))
        if before >= changesAfter { part[0] ^= 1 }
        return part
    }
}
