import Changes
import DioramaLibrary
import DioramaSync
import Foundation
import GRDB
import Testing

/// The health of sync in complete libraries over a folder.
@Suite struct SyncHealthTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "sync-health-\(UUID().uuidString)")

    private func client(_ name: String) async throws -> LibraryClient {
        let home = folder.appending(path: name)
        let client = try await LibraryClient(
            .init(folder: home.appending(path: "library"), identity: FileIdentityStore(home.appending(path: "identity"))))
        let account = try await client.database.accounts.add(Account(name: name, tier: .premium))
        try await client.database.activate(account.id)
        try await client.sync.use(bucket: folder.appending(path: "bucket").absoluteString)
        return client
    }

    private func remove() { try? FileManager.default.removeItem(at: folder) }

    /// The changesets in the bucket's folder, oldest first.
    private func changesets() -> [URL] {
        let root = folder.appending(path: "bucket/changes")
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.isRegularFileKey])
        return (files?.compactMap { $0 as? URL } ?? []).filter { !$0.hasDirectoryPath }.sorted { $0.path < $1.path }
    }

    @Test func `a device that lacks changes is behind, says so in its status, and is good when they have arrived`() async throws {
        defer { remove() }
        let desk = try await client("desk")
        let phone = try await client("phone")
        _ = try await desk.database.things.add(Thing(name: "Drill"))
        try await desk.sync.run()
        try await phone.sync.run()
        #expect(try await phone.sync.healthFindings().isEmpty)
        #expect(try await phone.sync.lastOutcome()?.state == .synchronized)
        let known = Set(changesets())
        _ = try await desk.database.things.add(Thing(name: "Saw"))
        try await desk.sync.run()
        let new = try #require(changesets().first { !known.contains($0) })
        let content = try Data(contentsOf: new)
        try content.prefix(content.count / 2).write(to: new)
        let run = try await phone.sync.run()
        #expect(run.changes.isBehind)
        #expect(try await phone.sync.lastOutcome()?.state == .behind)
        let findings = try await phone.sync.healthFindings()
        #expect(findings.map(\.state) == [.bad] && findings[0].message.contains("changeset"))
        #expect(findings[0].remedy.contains("synchronize the other devices"))
        #expect(try await desk.sync.run().changes.answered == 1)
        #expect(try await !phone.sync.run().changes.isBehind)
        #expect(try await phone.sync.healthFindings().isEmpty)
        #expect(try await phone.database.things.list().entries.map(\.name).sorted() == ["Drill", "Saw"])
    }

    @Test func `a sync that fails is bad, also for later processes, until one succeeds`() async throws {
        defer { remove() }
        let desk = try await client("desk")
        let identity = FileIdentityStore(folder.appending(path: "desk/identity"))
        // Without credentials in the environment or in a home folder.
        let refused = SyncClient(desk.database, identity: identity, environment: ["HOME": folder.path])
        try await refused.use(bucket: "s3://photos/home?endpoint=http://127.0.0.1:9&region=eu")
        let error = await #expect(throws: SyncError.self) { try await refused.run() }
        #expect(error?.isTransient == false)
        let later = SyncClient(desk.database, identity: identity)
        let last = try #require(try await later.lastOutcome())
        #expect(last.state == .failed && last.error == error?.message)
        let findings = try await later.healthFindings()
        #expect(findings.map(\.state) == [.bad] && findings[0].message.contains("the last sync failed"))
        try await later.use(bucket: folder.appending(path: "bucket").absoluteString)
        try await later.run()
        #expect(try await later.healthFindings().isEmpty)
    }

    @Test func `a sync that is long ago is a warning, and bad with unsent changes`() async throws {
        defer { remove() }
        let desk = try await client("desk")
        try await desk.sync.run()
        let limits = HealthLimits(syncAge: -1)
        #expect(try await desk.sync.healthFindings().isEmpty)
        #expect(try await desk.sync.healthFindings(limits).map(\.state) == [.warning])
        _ = try await desk.database.things.add(Thing(name: "Drill"))
        let findings = try await desk.sync.healthFindings(limits)
        #expect(findings.map(\.state) == [.bad] && findings[0].message.contains("since then"))
    }

    @Test func `the health of a library that is open read-only shows what the device lacks`() async throws {
        defer { remove() }
        let desk = try await client("desk")
        let phone = try await client("phone")
        _ = try await desk.database.things.add(Thing(name: "Drill"))
        try await desk.sync.run()
        try Data("damaged".utf8).write(to: try #require(changesets().last))
        try await phone.sync.run()
        try phone.database.close()
        let home = folder.appending(path: "phone")
        let library = try Library(readOnly: home.appending(path: "library"))
        let sync = SyncClient(library, identity: FileIdentityStore(home.appending(path: "identity")))
        #expect(try await sync.healthFindings().map(\.topic) == [.sync])
        #expect(try await library.healthFindings().isEmpty)
        #expect(try await sync.lastOutcome()?.state == .behind)
    }

    @Test func `a device whose writes others refuse goes on under a new id, without loss`() async throws {
        defer { remove() }
        let desk = try await client("desk")
        let phone = try await client("phone")
        let drill = try await desk.database.things.add(Thing(name: "Drill"))
        try await desk.sync.run()
        try await phone.sync.run()
        // An earlier version adopted a clock in the year 4300, and its changesets are in the bucket.
        try await desk.database.pool.write { db in
            try db.execute(sql: "UPDATE sync_state SET clock = ?", arguments: [Int64(73_500_000_000_000) << 16])
        }
        _ = try await desk.database.things.add(Thing(name: "Saw"))
        _ = try await desk.database.things.update(drill.id) { $0.name = "Cordless drill" }
        let device = try await desk.sync.status().device
        let run = try await desk.sync.run()
        #expect(run.changes.restamped > 0 && run.changes.newDevice != nil && run.changes.newDevice != device)
        #expect(try await !phone.sync.run().changes.isBehind)
        #expect(try await phone.database.things.list().entries.map(\.name).sorted() == ["Cordless drill", "Saw"])
        _ = try await phone.database.things.update(drill.id) { $0.name = "Later" }
        try await phone.sync.run()
        try await desk.sync.run()
        #expect(try await desk.database.things.get(drill.id)?.name == "Later")
        #expect(try await desk.sync.run().changes.restamped == 0)
    }
}
