import DioramaLibrary
import DioramaSync
import Foundation
import Testing

/// What is deleted permanently is removed from the bucket and from the other device, also where both changed it.
@Suite struct DeletionSyncTests {
    private static let secret = "Quittenmarmelade"
    private let folder = FileManager.default.temporaryDirectory.appending(path: "deletion-\(UUID().uuidString)")
    private var bucket: URL { folder.appending(path: "bucket") }

    /// A device. The first one of an encrypted library encrypts its bucket; the later ones open it with `phrase`.
    private func client(_ name: String, phrase: RecoveryPhrase? = nil) async throws -> LibraryClient {
        let home = folder.appending(path: name)
        let client = try await LibraryClient(
            .init(folder: home.appending(path: "library"), identity: FileIdentityStore(home.appending(path: "identity"))))
        let account = try await client.database.accounts.add(Account(name: name, tier: .premium))
        try await client.database.activate(account.id)
        try await client.sync.use(bucket: bucket.absoluteString)
        if let phrase { try await client.sync.unlock(phrase) }
        return client
    }

    private func settle(_ clients: LibraryClient..., rounds: Int = 3) async throws {
        for _ in 0..<rounds { for client in clients { try await client.sync.run() } }
    }

    /// The files below `folder` that contain `text`.
    private func files(below folder: URL, containing text: String) -> [String] {
        var found: [String] = []
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            if let data = try? Data(contentsOf: file), data.range(of: Data(text.utf8)) != nil { found.append(file.path) }
        }
        return found
    }

    /// The objects in the bucket that contain `text`, after decryption where `client`'s library is encrypted. Every object is read
    /// but the files of keys.
    private func objects(of client: LibraryClient, containing text: String) async throws -> [String] {
        let inner = try FolderBucket(at: bucket)
        let entries = try await inner.walk().filter { !$0.name.hasPrefix("keys/") }
        guard let keyring = try await client.sync.keys.keyring(bucket.absoluteString) else {
            return files(below: bucket, containing: text)
        }
        #expect(files(below: bucket, containing: text) == [], "text in an encrypted bucket")
        #expect(try await BucketAudit.run(inner, keys: keyring).isClean)
        let encrypted = EncryptedBucket(inner, keys: keyring)
        var folders = ["changes", "snapshots", "recordings", "images", "spaces"].compactMap { BucketKey($0) }
        var found: [String] = []
        var count = 0
        while let folder = folders.popLast() {
            folders += try await encrypted.folders(in: folder).compactMap { BucketKey("\(folder)/\($0)") }
            for object in try await encrypted.list(folder, after: nil) {
                let data = try await encrypted.get(object.key, limit: 1 << 30)
                if data.range(of: Data(text.utf8)) != nil || object.key.description.contains(text) {
                    found.append(object.key.description)
                }
                count += 1
            }
        }
        #expect(count == entries.count && count > 0, "objects that were not read")
        return found
    }

    private func kitchen(of client: LibraryClient) async throws -> (space: Space, memory: MemoryID) {
        let space = try await client.database.add(SpaceDraft(name: "Kitchen \(Self.secret)"))
        let memory = try await client.database.memories.add(
            Memory(title: Self.secret, text: "How we made \(Self.secret)", space: space.id, privacy: .public))
        let file = folder.appending(path: "\(UUID().uuidString).txt")
        try Data("The recipe of \(Self.secret)".utf8).write(to: file)
        _ = try await client.database.add(
            Media(kind: .document, contentType: "text/plain", fileName: "recipe.txt", memory: memory.id), file: file)
        return (space, memory.id)
    }

    @Test(arguments: [false, true])
    func `a purged space is removed from the bucket, both databases and both libraries' files`(isEncrypted: Bool) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let a = try await client("a")
        let phrase = isEncrypted ? try await a.sync.encrypt() : nil
        let b = try await client("b", phrase: phrase)
        let (space, memory) = try await kitchen(of: a)
        try await settle(a, b)
        #expect(try await b.database.memories.get(memory)?.title == Self.secret)
        // The other device has its own changes of it, a snapshot of all, and a backup.
        _ = try await b.database.memories.update(memory) { $0.text = "\(Self.secret) of the year before" }
        try await settle(b, a)
        let backup = try await b.database.backup()
        #expect(try await objects(of: a, containing: Self.secret).count > 2)
        // The database is in its write-ahead log as well.
        let log = a.database.folder.appending(path: "library.sqlite-wal")
        #expect(try Data(contentsOf: log).range(of: Data(Self.secret.utf8)) != nil)

        try await a.database.setRetention(Retention(bucketDays: 0, backupDays: 0))
        #expect(try await a.database.trash(space.id))
        #expect(try await a.database.delete(space.id))
        try await settle(a, b)
        for client in [a, b] {
            #expect(try await client.database.space(space.id) == nil)
            #expect(try await client.database.memories.get(memory) == nil)
            #expect(try await client.database.hasTraces() == false)
            #expect(try client.database.verify().problems == [])
        }
        #expect(try await objects(of: a, containing: Self.secret) == [])
        #expect(files(below: a.database.folder, containing: Self.secret) == [])
        #expect(try await b.database.expireBackups() == [backup.id])
        #expect(files(below: b.database.folder, containing: Self.secret) == [])
        // A new device gets what is left, and nothing else.
        let c = try await client("c", phrase: phrase)
        try await settle(c)
        #expect(files(below: c.database.folder, containing: Self.secret) == [])
        #expect(try await c.database.spaces().isEmpty)
    }

    @Test func `a file that another row names stays in the bucket, and an unnamed one for the time of its retention`() async throws
    {
        defer { try? FileManager.default.removeItem(at: folder) }
        let a = try await client("a")
        let (space, _) = try await kitchen(of: a)
        let thing = try await a.database.things.add(Thing(name: "Jar"))
        let file = folder.appending(path: "copy.txt")
        try Data("The recipe of \(Self.secret)".utf8).write(to: file)
        let copy = try await a.database.add(
            Media(kind: .document, contentType: "text/plain", fileName: "copy.txt", thing: thing.id), file: file)
        try await settle(a)
        let recordings = bucket.appending(path: "recordings")
        #expect(files(below: recordings, containing: Self.secret).count == 1)
        try await a.database.setRetention(Retention(bucketDays: 0))
        #expect(try await a.database.delete(space.id))
        try await settle(a)
        #expect(files(below: recordings, containing: Self.secret).count == 1)
        try await a.database.setRetention(Retention(bucketDays: 7))
        #expect(try await a.database.media.purge(copy.id))
        try await settle(a)
        #expect(files(below: recordings, containing: Self.secret).count == 1)
        try await a.database.setRetention(Retention(bucketDays: 0))
        #expect(try await a.sync.run().removed == 1)
        #expect(files(below: bucket, containing: Self.secret) == [])
    }

    @Test(arguments: [false, true])
    func `what another device adds to a purged space or writes into it meanwhile is purged, too`(isEncrypted: Bool) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let a = try await client("a")
        let b = try await client("b", phrase: isEncrypted ? try await a.sync.encrypt() : nil)
        let (space, memory) = try await kitchen(of: a)
        try await settle(a, b)
        try await a.database.setRetention(Retention(bucketDays: 0))
        #expect(try await a.database.delete(space.id))
        // Without knowing of it:
        _ = try await b.database.memories.update(memory) { $0.text = "Also \(Self.secret)" }
        let late = try await b.database.memories.add(Memory(title: "Late \(Self.secret)", space: space.id, privacy: .public))
        let file = folder.appending(path: "late.txt")
        try Data("Late \(Self.secret)".utf8).write(to: file)
        _ = try await b.database.add(
            Media(kind: .document, contentType: "text/plain", fileName: "late.txt", memory: late.id), file: file)
        try await a.sync.run()
        try await settle(b, a)
        for client in [a, b] {
            #expect(try await client.database.memories.get(late.id) == nil)
            #expect(try await client.database.memories.get(memory) == nil)
            #expect(try client.database.verify().problems == [])
            #expect(files(below: client.database.folder, containing: Self.secret) == [])
        }
        #expect(try await objects(of: a, containing: Self.secret) == [])
    }

    @Test func `a space in the trash comes back with what another device added to it meanwhile`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let a = try await client("a")
        let b = try await client("b")
        let (space, memory) = try await kitchen(of: a)
        try await settle(a, b)
        #expect(try await a.database.trash(space.id))
        let late = try await b.database.memories.add(Memory(title: "Late", space: space.id, privacy: .public))
        try await settle(a, b)
        for client in [a, b] {
            let seen = client.database.memories(for: .owner(nil))
            #expect(try await seen.get(memory) == nil)
            #expect(try await seen.get(late.id) == nil)
        }
        #expect(try await b.database.restore(space.id))
        try await settle(b, a)
        for client in [a, b] {
            let seen = client.database.memories(for: .owner(nil))
            #expect(try await seen.list(in: space.id).memories.count == 2)
        }
    }
}
