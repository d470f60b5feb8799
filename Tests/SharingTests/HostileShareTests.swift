import Sharing
import Changes
import Crypto
import Foundation
import GRDB
import DioramaLibrary
import DioramaSync
import Testing
import Support
import SyncTestSupport

/// Envelopes and contents as a malicious program writes them.
enum Hostile {
    static func content(_ changeset: [UInt8], rows: [String: [String]], permission: Share.Permission = .read, title: String = "x")
        -> [UInt8]
    {
        let head: [String: Any] = ["permission": permission.rawValue, "title": title, "note": "", "rows": rows, "media": [Any]()]
        let json = Array((try? JSONSerialization.data(withJSONObject: head)) ?? Data())
        return counted(json) + counted(changeset)
    }

    static func counted(_ bytes: [UInt8]) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (24 - 8 * $0)) } + bytes
    }

    static func envelope(
        _ kind: Envelope.Kind, _ content: [UInt8], of subject: KSUID = KSUID(), from sender: Person, to receiver: Person,
        keys: AccountKeys? = nil, expires: Int64? = nil, created: Int64? = nil, id: KSUID = KSUID()
    ) throws -> [UInt8] {
        let now = receiver.now
        return try Envelope(
            id: id, sender: sender.account, receiver: receiver.account, subject: subject, kind: kind,
            sequence: UInt64(now) + 1_000_000,
            created: created ?? now, expires: expires ?? now + 1000, content: content
        ).sealed(by: keys ?? sender.keys, to: receiver.keys.sealingKey)
    }

    /// A changeset's bytes around any database.
    static func changeset(_ make: (Database) throws -> Void) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("hostile-\(KSUID()).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        let queue = try DatabaseQueue(path: file.path)
        try queue.writeWithoutTransaction { db in try make(db) }
        try queue.close()
        let bytes = Array(try Data(contentsOf: file))
        return bytes + Array(SHA256.hash(data: bytes))
    }
}

@Suite struct HostileShareTests {
    /// A valid offer's parts, to be made invalid.
    private func offer(_ anna: Person) async throws -> (changeset: [UInt8], rows: [String: [String]]) {
        let rows = try await anna.addThing("Chair").filter { $0.key == "things" }.mapValues { $0.map(\.description) }
        let header = Changeset.Header(kind: .subset, device: "x")
        return (try await anna.database.read { db in try Changeset.subset(db, rows: rows, header: header).bytes }, rows)
    }

    private func refusal(_ bytes: [UInt8], by ben: Person) async throws -> String {
        let before = try ben.reports()
        try await ben.put(bytes)
        let received = try await ben.receive()
        #expect(received.refused == 1 && received.applied == 0)
        let new = try ben.reports().filter { !before.contains($0) }
        return try #require(new.first)
    }

    @Test func `a forged signature is refused and quarantined`() async throws {
        let (anna, ben) = try await acquaintances()
        let good = try await offer(anna)
        let content = Hostile.content(good.changeset, rows: good.rows)
        let bytes = try Hostile.envelope(.offer, content, from: anna, to: ben, keys: AccountKeys())
        #expect(try await refusal(bytes, by: ben).contains("forged"))
        let quarantined = try FileManager.default.contentsOfDirectory(
            at: ben.folder.appendingPathComponent("quarantine"), includingPropertiesForKeys: nil
        )
        .filter { $0.pathExtension == "envelope" }
        #expect(try quarantined.map { try Array(Data(contentsOf: $0)) } == [bytes])
        #expect(try await ben.database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM shares") } == 0)
        // It is read only once.
        #expect(try await ben.receive() == Sharing.Received())
    }

    @Test func `an altered, cut or foreign envelope is refused`() async throws {
        let (anna, ben) = try await acquaintances()
        let good = try await offer(anna)
        let bytes = try Hostile.envelope(.offer, Hostile.content(good.changeset, rows: good.rows), from: anna, to: ben)
        var random = SplitMix64(seed: 11)
        for _ in 0..<60 {
            var altered = bytes
            altered[Int.random(in: altered.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            try await ben.put(altered)
            try await ben.put(Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))))
        }
        let received = try await ben.receive()
        #expect(received.applied == 0 && received.refused + received.waiting == 120)
        #expect(try await ben.database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM shares") } == 0)
    }

    @Test func `an envelope for another account is refused, also when it was encrypted again and forwarded`() async throws {
        let (anna, ben) = try await acquaintances()
        let eve = try await Person("Eve")
        let good = try await offer(anna)
        let content = Hostile.content(good.changeset, rows: good.rows)
        #expect(try await refusal(Hostile.envelope(.offer, content, from: anna, to: eve), by: ben).contains("another account"))
        // Encrypted for Ben, but signed for Eve.
        let signed = Envelope(
            sender: anna.account, receiver: eve.account, subject: KSUID(), kind: .offer, sequence: 1, created: ben.now,
            expires: ben.now + 1000, content: content)
        #expect(try await refusal(signed.sealed(by: anna.keys, to: ben.keys.sealingKey), by: ben).contains("another account"))
    }

    @Test func `a replay is refused, under its own name and under another`() async throws {
        let (anna, ben) = try await acquaintances()
        let good = try await offer(anna)
        let share = KSUID()
        let bytes = try Hostile.envelope(.offer, Hostile.content(good.changeset, rows: good.rows), of: share, from: anna, to: ben)
        let name = KSUID()
        try await ben.put(bytes, name)
        #expect(try await ben.receive().applied == 1)
        try await ben.sharing.decline(share)
        #expect(try await ben.receive() == Sharing.Received())
        #expect(try await refusal(bytes, by: ben).contains("replay"))
        #expect(try await ben.state(of: share) == "declined")
        // Another instance of the program knows it, too.
        let again = try await Sharing(
            account: ben.account, keys: ben.keys, database: ben.database,
            quarantine: ben.folder.appendingPathComponent("quarantine"), downloads: ben.folder, hooks: .test,
            clock: { Date(timeIntervalSince1970: 1_800_000_000) })
        try await ben.put(bytes)
        #expect(try await again.receive(from: ben.bucket).refused == 1)
    }

    @Test func `an expired envelope, and one from the future, are refused`() async throws {
        let (anna, ben) = try await acquaintances()
        let good = try await offer(anna)
        let content = Hostile.content(good.changeset, rows: good.rows)
        #expect(
            try await refusal(Hostile.envelope(.offer, content, from: anna, to: ben, expires: ben.now - 1), by: ben).contains(
                "expired"))
        let future = ben.now + 3 * 86_400_000
        #expect(
            try await refusal(Hostile.envelope(.offer, content, from: anna, to: ben, expires: future + 1, created: future), by: ben)
                .contains("future"))
    }

    @Test func `an envelope of an unknown sender stays in the bucket until its card is added`() async throws {
        let anna = try await Person("Anna")
        let ben = try await Person("Ben")
        let good = try await offer(anna)
        try await ben.put(Hostile.envelope(.offer, Hostile.content(good.changeset, rows: good.rows), from: anna, to: ben))
        #expect(try await ben.receive() == Sharing.Received(waiting: 1))
        try await ben.sharing.add(anna.card)
        #expect(try await ben.receive() == Sharing.Received(applied: 1))
    }

    @Test func `a share that names what is never shared is refused`() async throws {
        let (anna, ben) = try await acquaintances()
        let good = try await offer(anna)
        for table in [
            "accounts", "settings", "shares", "sync_state", "sqlite_schema", "sharing_contacts", "../things",
            "things\"; DROP TABLE things",
        ] {
            let content = Hostile.content(good.changeset, rows: [table: [KSUID().description]])
            #expect(try await refusal(Hostile.envelope(.offer, content, from: anna, to: ben), by: ben).contains("never shared"))
        }
        for id in ["", "../../x", "1", String(repeating: "a", count: 100_000)] {
            let content = Hostile.content(good.changeset, rows: ["things": [id]])
            _ = try await refusal(Hostile.envelope(.offer, content, from: anna, to: ben), by: ben)
        }
        let many = Hostile.content(good.changeset, rows: ["things": (0..<10_001).map { _ in KSUID().description }])
        _ = try await refusal(Hostile.envelope(.offer, many, from: anna, to: ben), by: ben)
        for content in [
            [], [255, 255, 255, 255], Array("{}".utf8), Hostile.counted(Array("{\"rows\":".utf8)) + Hostile.counted([]),
        ] {
            _ = try await refusal(Hostile.envelope(.offer, content, from: anna, to: ben), by: ben)
        }
    }

    @Test func `views, triggers, foreign tables, other databases and huge values are refused and never run`() async throws {
        let (anna, ben) = try await acquaintances()
        let good = try await offer(anna)
        let marker = ben.folder.appendingPathComponent("attached.sqlite").path
        /// A valid changeset with an addition.
        func altered(_ sql: String) throws -> [UInt8] {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("hostile-\(KSUID()).sqlite")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(good.changeset.dropLast(32)).write(to: file)
            let queue = try DatabaseQueue(path: file.path)
            try queue.writeWithoutTransaction { db in try db.execute(sql: sql) }
            try queue.close()
            let bytes = Array(try Data(contentsOf: file))
            return bytes + Array(SHA256.hash(data: bytes))
        }
        let cases = [
            "CREATE VIEW v AS SELECT * FROM rows",
            "CREATE TRIGGER t AFTER INSERT ON rows BEGIN DELETE FROM cells; END",
            "CREATE TABLE things (id TEXT)",
            "CREATE INDEX i ON rows (id)",
            "CREATE VIRTUAL TABLE f USING fts5(x)",
            "ALTER TABLE rows ADD COLUMN more TEXT",
            "UPDATE tables SET name = 'sqlite_schema'",
            "UPDATE tables SET name = 'sync_state'",
            "UPDATE tables SET name = 'accounts'",
            "UPDATE columns SET name = 'name\" = 1; ATTACH ''\(marker)'' AS x; --' WHERE name = 'name'",
            "UPDATE rows SET id = '../../etc/passwd'",
            "UPDATE rows SET life = 2",
            "UPDATE rows SET clock = 9223372036854775807",
            "UPDATE cells SET value = zeroblob(20000000) WHERE col = (SELECT min(col) FROM cells)",
            "PRAGMA application_id = 1",
            "DELETE FROM meta",
        ]
        for sql in cases {
            let bytes = try altered(sql)
            let share = KSUID()
            let content = Hostile.content(bytes, rows: good.rows)
            try await ben.put(Hostile.envelope(.offer, content, of: share, from: anna, to: ben))
            // Some are detected only when their rows are read: then accepting is refused.
            let isRefused = try await ben.receive().refused == 1
            if !isRefused { #expect(await error { try await ben.sharing.accept(share) } != nil, "\(sql)") }
            #expect(try await ben.database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM things") } == 0, "\(sql)")
        }
        #expect(!FileManager.default.fileExists(atPath: marker))
        #expect(try await ben.database.read { db in try String.fetchOne(db, sql: "PRAGMA integrity_check") } == "ok")
        _ = try await refusal(
            Hostile.envelope(.offer, Hostile.content(Array("not a database".utf8), rows: good.rows), from: anna, to: ben), by: ben)
    }

    @Test func `a contact card that was altered, or has another key than before, is refused`() async throws {
        let anna = try await Person("Anna Müller & Söhne")
        let card = try ContactCard(account: anna.account, name: anna.name, keys: anna.keys, bucket: "s3://anna/inbox?x=1")
        let text = card.description
        #expect(try ContactCard(text) == card)
        #expect(card.fingerprint.filter(\.isNumber).count == 30)
        #expect(throws: SyncError.self) { _ = try ContactCard(text.replacingOccurrences(of: "Anna", with: "Anne")) }
        #expect(throws: SyncError.self) { _ = try ContactCard(text.replacingOccurrences(of: "s3:", with: "s4:")) }
        for i in stride(from: 0, to: text.count, by: 3) {
            #expect(throws: SyncError.self) { _ = try ContactCard(String(text.prefix(i))) }
        }
        let ben = try await Person("Ben")
        try await ben.sharing.add(card)
        let changed = try ContactCard(account: anna.account, name: anna.name, keys: AccountKeys())
        #expect(await error { try await ben.sharing.add(changed) }?.message.contains("another key") == true)
        try await ben.sharing.removeContact(anna.account)
        try await ben.sharing.add(changed)
        #expect(try await ben.sharing.contacts() == [changed])
        #expect(await error { try await ben.sharing.add(ben.card) }?.kind == .invalidValue)
        #expect(
            await error {
                _ = try await ben.addThing("x");
                _ = try await ben.sharing.share(["things": [KSUID()]], with: anna.account, permission: .read, title: "")
            }?.kind == .notFound)
    }

    @Test func `keys are encoded as bytes, and other bytes are refused`() throws {
        let keys = AccountKeys()
        #expect(try AccountKeys(bytes: keys.bytes).signingKey == keys.signingKey)
        #expect(throws: SyncError.self) { _ = try AccountKeys(bytes: keys.bytes.dropLast()) }
        #expect(throws: SyncError.self) { _ = try AccountKeys(bytes: Data([2]) + keys.bytes.dropFirst()) }
        #expect(throws: SyncError.self) { _ = try AccountKeys(bytes: Data()) }
    }

    @Test func `a tier without sharing shares nothing`() async throws {
        var hooks = SharingHooks.test
        hooks.requiring = { () throws(SyncError) in throw SyncError(.notIncluded, "sharing needs the premium tier") }
        let person = try await Person("Free", hooks: hooks)
        #expect(
            await error { _ = try await person.sharing.share(["things": [KSUID()]], with: KSUID(), permission: .read, title: "x") }?
                .kind == .notIncluded)
        #expect(await error { try await person.receive() }?.kind == .notIncluded)
    }
}
