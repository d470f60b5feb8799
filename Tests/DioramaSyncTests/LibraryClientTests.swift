import DioramaLibrary
import DioramaSync
import Foundation
import Testing

/// Complete libraries that are synchronized through a folder, as an app uses them.
@Suite struct LibraryClientTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "client-\(UUID().uuidString)")

    private func client(_ name: String, tier: Tier? = .premium) async throws -> LibraryClient {
        let home = folder.appending(path: name)
        let client = try await LibraryClient(
            .init(folder: home.appending(path: "library"), identity: FileIdentityStore(home.appending(path: "identity"))))
        if let tier {
            let account = try await client.database.accounts.add(Account(name: name, tier: tier))
            try await client.database.activate(account.id)
            try await client.sync.use(bucket: bucket)
        }
        return client
    }

    private var bucket: String { folder.appending(path: "bucket").absoluteString }

    private func settle(_ clients: LibraryClient...) async throws {
        for _ in 0..<3 { for client in clients { try await client.sync.run() } }
    }

    private func remove() { try? FileManager.default.removeItem(at: folder) }

    @Test func `the folder of a bucket is not created again where its disk is not connected`() async throws {
        defer { remove() }
        let client = try await client("a")
        try await client.sync.run()
        let folder = folder.appending(path: "bucket")
        let elsewhere = self.folder.appending(path: "disk")
        try FileManager.default.moveItem(at: folder, to: elsewhere)
        for _ in 0..<2 {
            let error = await #expect(throws: SyncError.self) { try await client.sync.run() }
            #expect(error?.kind == .unavailable && error?.message.contains("connect its disk") == true)
            await #expect(throws: SyncError.self) { try await client.sync.use(bucket: bucket) }
            #expect(!FileManager.default.fileExists(atPath: folder.path))
        }
        try FileManager.default.moveItem(at: elsewhere, to: folder)
        try await client.sync.run()
    }

    @Test func `things, trash and media of one device are on the other`() async throws {
        defer { remove() }
        let a = try await client("a")
        let b = try await client("b")
        let drill = try await a.database.things.add(Thing(name: "Drill", tags: ["lend"]))
        let file = folder.appending(path: "manual.txt")
        try Data("how to drill".utf8).write(to: file)
        let manual = try await a.database.add(
            Media(kind: .document, contentType: "text/plain", fileName: "manual.txt", thing: drill.id), file: file)
        try await settle(a, b)
        #expect(try await b.database.things.get(drill.id)?.name == "Drill")
        #expect(try await b.database.search("dril").count == 1)
        // The original stays in the bucket until somebody asks for it.
        #expect(try await b.database.original(manual.hash) == nil)
        let fetched = try await b.media.original(manual.hash, contentType: "text/plain")
        #expect(try Data(contentsOf: fetched) == Data("how to drill".utf8))

        _ = try await b.database.things.trash([drill.id])
        _ = try await a.database.things.update(drill.id) { $0.name = "Cordless drill" }
        try await settle(b, a)
        let both = try await (a.database.things.get(drill.id), b.database.things.get(drill.id))
        #expect(both.0?.name == "Cordless drill" && both.0?.trashed != nil && both.0?.content == both.1?.content)
        #expect(try await b.database.verify().problems.isEmpty && a.database.verify().problems.isEmpty)
        #expect(try await a.sync.devices().count == 2)
    }

    @Test func `a free library is not synced, and loses nothing by a downgrade`() async throws {
        defer { remove() }
        let free = try await client("free", tier: .free)
        try await free.sync.use(bucket: bucket)
        try await free.database.setLimitPolicy(LimitPolicy(enforcesTiers: true))
        let thing = try await free.database.things.add(Thing(name: "Chair"))
        let error = await #expect(throws: SyncError.self) { try await free.sync.run() }
        #expect(error?.kind == .notIncluded && error?.message.contains("premium") == true)
        #expect(try await free.database.things.get(thing.id) != nil)
    }

    @Test func `a device beyond the operator's maximum can't join, and one that has joined keeps syncing`() async throws {
        defer { remove() }
        let a = try await client("a", tier: .free)
        let b = try await client("b", tier: .free)
        try await settle(a, b)
        let c = try await client("c", tier: .free)
        for client in [a, c] { try await client.database.setLimitPolicy(LimitPolicy(maximums: [.devices: 2])) }
        let error = await #expect(throws: SyncError.self) { try await c.sync.run() }
        #expect(error?.kind == .notIncluded && error?.message.contains("2 devices") == true)
        _ = try await a.database.things.add(Thing(name: "Chair"))
        try await a.sync.run()
        try await c.database.setLimitPolicy(LimitPolicy())
        try await c.sync.run()
        #expect(try await c.database.things.count() == 1)
    }

    @Test func `a library without a bucket says how to choose one`() async throws {
        defer { remove() }
        let client = try await client("a")
        try await client.sync.use(bucket: nil)
        let error = await #expect(throws: SyncError.self) { try await client.sync.run() }
        #expect(error?.message.contains("--bucket") == true)
        await #expect(throws: SyncError.self) { try await client.sync.use(bucket: "ftp://somewhere") }
    }

    @Test func `an encrypted library opens with its phrase, and nothing in the bucket can be read`() async throws {
        defer { remove() }
        let a = try await client("a")
        let b = try await client("b")
        let phrase = try await a.sync.encrypt()
        let secret = "Grandmother's ring"
        let ring = try await a.database.things.add(Thing(name: secret))
        try await a.sync.run()
        let locked = await #expect(throws: SyncError.self) { try await b.sync.run() }
        #expect(locked?.kind == .noPermission)
        try await b.sync.unlock(try RecoveryPhrase(phrase.text))
        try await settle(a, b)
        #expect(try await b.database.things.get(ring.id)?.name == secret)
        let audit = try await a.sync.audit()
        #expect(audit.isClean && audit.objectCount > 0)
        let files = FileManager.default.enumerator(at: folder.appending(path: "bucket"), includingPropertiesForKeys: nil)
        var count = 0
        while let file = files?.nextObject() as? URL {
            guard let data = try? Data(contentsOf: file) else { continue }
            count += 1
            #expect(data.range(of: Data("SQLite".utf8)) == nil && data.range(of: Data("ring".utf8)) == nil, "\(file.path)")
        }
        #expect(count > 2)
    }

    @Test func `a conflict is recorded on both devices and can be undone`() async throws {
        defer { remove() }
        let a = try await client("a")
        let b = try await client("b")
        let chair = try await a.database.things.add(Thing(name: "Chair"))
        try await settle(a, b)
        _ = try await a.database.things.update(chair.id) { $0.name = "Red chair" }
        _ = try await b.database.things.update(chair.id) { $0.name = "Blue chair" }
        try await settle(a, b)
        let conflicts = try await a.sync.conflicts()
        #expect(conflicts.count == 1 && conflicts.first?.column == "name" && conflicts.first?.lost == "'Red chair'")
        try await a.sync.undo(conflict: #require(conflicts.first).number)
        try await settle(a, b)
        #expect(try await b.database.things.get(chair.id)?.name == "Red chair")
    }

    @Test func `a library that was restored from a backup continues as a new device`() async throws {
        defer { remove() }
        let a = try await client("a")
        let b = try await client("b")
        _ = try await a.database.things.add(Thing(name: "before"))
        try await settle(a, b)
        let backup = try await a.database.backup()
        _ = try await a.database.things.add(Thing(name: "after"))
        try await settle(a, b)
        let home = a.database.folder
        try a.database.close()
        _ = try await Library.restore(home, options: RecoveryOptions(backup: backup.id))
        let again = try await client("a", tier: nil)
        #expect(try await again.database.things.count() == 1)
        _ = try await again.database.things.add(Thing(name: "since"))
        try await settle(again, b)
        #expect(try await again.database.things.count() == 3)
        #expect(try await b.database.things.count() == 3)
    }
}
