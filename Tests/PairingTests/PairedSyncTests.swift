import DioramaLibrary
import DioramaSync
import Foundation
import Pairing
import SyncTestSupport
import Testing

/// Complete libraries that are paired on loopback and synchronize without a bucket.
@Suite struct PairedSyncTests {
    @Test func `a change on either device reaches the other while both run`() async throws {
        try await withDevices { desk, phone in
            try await desk.pair(with: phone)
            let running = [desk, phone].map { device in
                Task { await PairedSync(device.pairing, every: .milliseconds(500), host: "127.0.0.1").run() }
            }
            let drill = try await desk.client.database.things.add(Thing(name: "Drill"))
            try await eventually { try await phone.client.database.things.get(drill.id)?.name == "Drill" }
            _ = try await phone.client.database.things.update(drill.id) { $0.name = "Cordless drill" }
            try await eventually { try await desk.client.database.things.get(drill.id)?.name == "Cordless drill" }
            for task in running { task.cancel() }
            for task in running { await task.value }
            #expect(await desk.pairing.server == nil)
        }
    }

    @Test func `originals are not copied into the relay, and are fetched from the paired device on demand`() async throws {
        try await withDevices { desk, phone in
            let manual = try await desk.addManual("how to drill")
            // Without a choice, a device without a bucket downloads all files of paired devices in advance.
            try await phone.client.sync.use(.previews)
            try await desk.pair(with: phone)
            let peer = try #require(try await phone.pairing.peers().first)
            try await phone.pairing.sync(with: peer)
            #expect(try desk.relayedMedia() == [])
            #expect(try await phone.client.database.original(manual) == nil)
            let media = phone.pairing.mediaStore()
            let fetched = try await media.originals.file(manual, contentType: "text/plain")
            #expect(try Data(contentsOf: fetched) == Data("how to drill".utf8))

            // What the phone sends moves from the relay into the desk's library.
            let receipt = try await phone.addManual("receipt")
            try await phone.pairing.sync(with: peer)
            #expect(try desk.relayedMedia().count == 1)
            try await desk.pairing.syncRelay()
            #expect(try desk.relayedMedia() == [])
            #expect(try await desk.client.database.original(receipt) != nil)
        }
    }

    @Test func `devices that share only a third one with each other are synchronized by it`() async throws {
        try await withDevices { desk, phone in
            // The desk shares a bucket with a tablet, which is paired with nobody.
            let tablet = try await PairedLibrary("tablet", in: desk.folder)
            let bucket = desk.folder.appendingPathComponent("bucket").absoluteString
            for device in [desk, tablet] { try await device.client.sync.use(bucket: bucket) }
            try await desk.pair(with: phone)
            let running = Task { await PairedSync(desk.pairing, every: .milliseconds(200), host: "127.0.0.1").run() }
            let drill = try await phone.client.database.things.add(Thing(name: "Drill"))
            let peer = try #require(try await phone.pairing.peers().first)
            try await phone.pairing.sync(with: peer)
            try await eventually {
                try await tablet.client.sync.run()
                return try await tablet.client.database.things.get(drill.id)?.name == "Drill"
            }
            _ = try await tablet.client.database.things.update(drill.id) { $0.name = "Cordless drill" }
            try await tablet.client.sync.run()
            try await eventually {
                try await phone.pairing.sync(with: peer)
                return try await phone.client.database.things.get(drill.id)?.name == "Cordless drill"
            }
            running.cancel()
            await running.value
        }
    }

    @Test func `a relay with many changesets is compacted by its owner, and the other device goes on`() async throws {
        var options = SyncEngine.Options()
        options.changesetsPerSnapshot = 5
        try await withDevices(options) { desk, phone in
            try await desk.pair(with: phone)
            let peer = try #require(try await phone.pairing.peers().first)
            for i in 0..<12 {
                _ = try await (i % 2 == 0 ? desk : phone).client.database.things.add(Thing(name: "Thing \(i)"))
                try await desk.pairing.syncRelay()
                try await phone.pairing.sync(with: peer)
            }
            try await desk.pairing.syncRelay()
            for device in [desk, phone] { #expect(try await device.client.database.things.count() == 12) }
            #expect(try desk.relayed("snapshots").count > 0)
        }
    }

    @Test func `a device is known by its key, also under a new id`() async throws {
        let phone = try TestDevice("phone")
        let desk = try TestDevice("desk")
        try await desk.peers.remember(phone.known)
        let server = try desk.server()
        let port = try await server.start(host: "127.0.0.1")
        let renamed = DeviceIdentity(device: KSUID(), name: "phone", key: phone.identity.key, port: 4711)
        let address = try #require(PeerAddress(host: "127.0.0.1", port: port))
        let bucket = PeerBucket(desk.known, as: renamed) { () throws(SyncError) in address }
        #expect(try await bucket.folders(in: #require(BucketKey("changes"))) == [])
        let known = try await desk.peers.peers()
        #expect(known.map(\.device) == [renamed.device])
        #expect(known.first?.address?.description == "127.0.0.1:4711")
        await bucket.disconnect()
        await server.stop()
    }

    @Test func `two processes that change the list of paired devices lose nothing`() async throws {
        let desk = try TestDevice("desk")
        let file = desk.folder.appendingPathComponent("peers.json")
        let stores = [PeerFile(file), PeerFile(file)]
        let devices = try (0..<20).map { try TestDevice("phone \($0)").known }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (i, device) in devices.enumerated() { group.addTask { try await stores[i % 2].remember(device) } }
            try await group.waitForAll()
        }
        #expect(try await stores[0].peers().count == 20)
        try await stores[0].forget(devices[3].device)
        #expect(try await stores[1].peer(devices[3].device) == nil)
    }

    @Test func `an account is given only to a device that asks for it, and only where the person agrees`() async throws {
        try await withDevices { desk, phone in
            for account in [Data("Ada".utf8), nil] {
                let code = try await desk.pairing.open(host: "127.0.0.1")
                let asking = try await phone.pairing.begin(.code(code), asksForAccount: true)
                let asked = try #require(await desk.pairing.server?.nextPairing())
                #expect(asked.wantsAccount && !asking.wantsAccount && asked.shortCode == asking.shortCode)
                async let given = asked.confirm(giving: account)
                let answer = await Result { try await asking.confirm() }
                _ = try await given
                if account == nil {
                    #expect(throws: SyncError.self) { try answer.get() }
                } else {
                    #expect(try answer.get().account == account)
                }
            }
        }
    }

    private func withDevices(
        _ options: SyncEngine.Options = SyncEngine.Options(),
        _ body: (PairedLibrary, PairedLibrary) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("paired-\(KSUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let desk = try await PairedLibrary("desk", in: folder, options)
        let phone = try await PairedLibrary("phone", in: folder, options)
        try await body(desk, phone)
        await desk.pairing.stop()
        await phone.pairing.stop()
    }
}

/// A library with an identity of its own.
private struct PairedLibrary: Sendable {
    let folder: URL
    let client: LibraryClient
    let pairing: PairingClient

    init(_ name: String, in folder: URL, _ options: SyncEngine.Options = SyncEngine.Options()) async throws {
        let home = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        self.folder = folder
        client = try await LibraryClient(
            .init(
                folder: home.appendingPathComponent("library"),
                identity: FileIdentityStore(home.appendingPathComponent("identity")),
                sync: options))
        let account = try await client.database.accounts.add(Account(name: name, tier: .premium))
        try await client.database.activate(account.id)
        pairing = PairingClient(client)
    }

    /// Pairs the other device with this one, which listens from then on.
    func pair(with other: PairedLibrary) async throws {
        try await pairing.listen(host: "127.0.0.1")
        try await pairing.syncRelay()
        let code = try await pairing.open(host: "127.0.0.1")
        let calling = try await other.pairing.begin(.code(code))
        let called = try #require(await pairing.server?.nextPairing())
        async let here = called.confirm()
        _ = try await calling.confirm()
        _ = try await here
    }

    func addManual(_ text: String) async throws -> AssetHash {
        let file = folder.appendingPathComponent("\(KSUID()).txt")
        try Data(text.utf8).write(to: file)
        let thing = try await client.database.things.add(Thing(name: text))
        return try await client.database.add(
            Media(kind: .document, contentType: "text/plain", fileName: "manual.txt", thing: thing.id), file: file
        ).hash
    }

    /// The names in a folder of the relay, at any depth.
    func relayed(_ name: String) throws -> [String] {
        let folder = client.database.folder.appendingPathComponent("relay/\(name)")
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    }

    func relayedMedia() throws -> [String] { try relayed("images") + relayed("recordings") }
}

extension Result where Failure == any Error {
    /// The outcome of asynchronous work.
    fileprivate init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}

/// Waits until `condition` holds.
private func eventually(_ condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while try await !condition() {
        try #require(ContinuousClock.now < deadline, "it never happens")
        try await Task.sleep(for: .milliseconds(50))
    }
}
