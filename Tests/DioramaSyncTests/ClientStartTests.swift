import DioramaLibrary
import DioramaSync
import Foundation
import Testing
import Support

/// How a library comes into being on a device, and comes back to it.
@Suite struct ClientStartTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "start-\(UUID().uuidString)")

    private var bucket: String { folder.appending(path: "bucket").absoluteString }

    private func configuration(_ name: String) -> LibraryClient.Configuration {
        let home = folder.appending(path: name)
        return .init(folder: home.appending(path: "library"), identity: FileIdentityStore(home.appending(path: "identity")))
    }

    /// A synced library with a thing in it.
    private func synced(_ name: String, isEncrypted: Bool) async throws -> (thing: Identifier<Thing>, phrase: RecoveryPhrase?) {
        let start = try await LibraryClient.start(configuration(name))
        let client = start.client
        let account = try #require(try await client.database.activeAccount())
        _ = try await client.accounts.update(account.id) { $0.tier = .premium }
        try await client.sync.use(bucket: bucket)
        let phrase = isEncrypted ? try await client.sync.encrypt() : nil
        let thing = try await client.database.things.add(Thing(name: "Grandmother's ring"))
        try await client.sync.run()
        try client.database.close()
        return (thing.id, phrase)
    }

    private func lose(_ name: String) throws {
        try FileManager.default.removeItem(at: folder.appending(path: name).appending(path: "library"))
    }

    private func remove() { try? FileManager.default.removeItem(at: folder) }

    @Test func `the first start makes a user with an account, the second finds both`() async throws {
        defer { remove() }
        let first = try await LibraryClient.start(configuration("a"), accountName: "Ada")
        #expect(first.result.origin == .empty && first.result.isNewUser)
        let account = try #require(try await first.client.database.activeAccount())
        #expect(account.content.name == "Ada" && account.id.description == first.result.identity.user.description)
        try first.client.database.close()
        let second = try await LibraryClient.start(configuration("a"), accountName: "Bob")
        #expect(second.result.origin == .existing && !second.result.isNewUser)
        #expect(try await second.client.database.activeAccount()?.id == account.id)
    }

    @Test(arguments: [false, true]) func `a lost library comes back from the bucket that it was synced with`(isEncrypted: Bool)
        async throws
    {
        defer { remove() }
        let made = try await synced("a", isEncrypted: isEncrypted)
        try lose("a")
        let again = try await LibraryClient.start(configuration("a"))
        #expect(again.result.origin == .bucket && !again.result.isNewUser, "\(again.result.notes)")
        let client = again.client
        #expect(try await client.database.things.get(made.thing)?.name == "Grandmother's ring")
        #expect(try await client.database.activeAccount()?.tier == .premium)
        // It continues with the bucket and applies nothing twice.
        #expect(try await client.sync.bucket() == bucket)
        let run = try await client.sync.run()
        #expect(run.changes.received == 0 && run.changes.inserted == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: client.database.folder.path)
        #expect(!names.contains { $0.hasPrefix(".from-bucket") || $0.hasPrefix(".first-start") })
    }

    @Test func `a new device opens the library of the given bucket`() async throws {
        defer { remove() }
        let made = try await synced("a", isEncrypted: false)
        // The same user on another device.
        let user = try #require(try await configuration("a").identity.load()).user
        try await configuration("b").identity.save(Identity(user: user))
        let other = try await LibraryClient.start(configuration("b"), bucket: bucket)
        #expect(other.result.origin == .bucket)
        #expect(try await other.client.database.things.get(made.thing) != nil)
        #expect(try await other.client.database.accounts.count() == 1)
    }

    @Test func `an empty, missing or locked bucket does not prevent the first start`() async throws {
        defer { remove() }
        _ = try await synced("a", isEncrypted: true)
        try lose("a")
        // The keys are lost as well, as on another device: the user is known, the bucket can't be read.
        let identity = configuration("a").identity
        let user = try #require(try await identity.load()).user
        try await identity.save(Identity(user: user))
        let start = try await LibraryClient.start(configuration("a"), bucket: bucket)
        #expect(start.result.origin == .empty && start.result.notes.contains { $0.contains("encrypted") })
        try start.client.database.close()

        let none = try await LibraryClient.start(configuration("c"), bucket: folder.appending(path: "nothing").absoluteString)
        #expect(none.result.origin == .empty)
    }

    @Test func `a damaged library without a backup is restored from the bucket`() async throws {
        defer { remove() }
        let made = try await synced("a", isEncrypted: false)
        let database = folder.appending(path: "a/library/library.sqlite")
        let bytes = try Data(contentsOf: database)
        try Data(bytes.prefix(4096) + Data(repeating: 0xA5, count: bytes.count - 4096)).write(to: database)
        let again = try await LibraryClient.start(configuration("a"))
        #expect(again.result.origin == .bucket && again.result.recovery != nil, "\(again.result.notes)")
        #expect(try await again.client.database.things.get(made.thing) != nil)
    }
}
