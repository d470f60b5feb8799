import Sharing
import Changes
import Foundation
import GRDB
import DioramaLibrary
import DioramaSync
import Testing
import SyncTestSupport

@Suite struct SharingTests {
    /// Anna shares a chair with Ben, who accepts.
    private func shared(_ permission: Share.Permission) async throws -> (
        Person, Person, chair: KSUID, share: KSUID, [String: [KSUID]]
    ) {
        let (anna, ben) = try await acquaintances()
        let rows = try await anna.addThing("Chair")
        let share = try await anna.sharing.share(
            rows, with: ben.account, permission: permission, title: "A chair", message: "Look!")
        try await anna.deliver(to: ben)
        #expect(try await ben.receive() == Sharing.Received(applied: 1))
        try await ben.sharing.accept(share)
        try await ben.deliver(to: anna)
        try await anna.receive()
        return (anna, ben, try #require(rows["things"]?.first), share, rows)
    }

    @Test func `a share is applied when it is accepted, without locations, and both sides are notified`() async throws {
        let (anna, ben) = try await acquaintances()
        let rows = try await anna.addThing("Chair")
        let chair = try #require(rows["things"]?.first)
        let photo = try #require(rows["media"]?.first)
        let share = try await anna.sharing.share(rows, with: ben.account, permission: .read, title: "A chair")
        #expect(try await anna.sharing.deliver { _ in nil } == 1)
        try await anna.deliver(to: ben)
        try await ben.receive()
        #expect(try await ben.state(of: share) == "offered")
        #expect(try await ben.name(of: chair) == nil)
        try await ben.sharing.accept(share)
        #expect(try await ben.name(of: chair) == "Chair")
        #expect(try await ben.read("SELECT value FROM things WHERE id = ?", chair) == 1250)
        #expect(try await ben.read("SELECT latitude FROM media WHERE id = ?", photo) as Double? == nil)
        #expect(try await ben.read("SELECT hash FROM media WHERE id = ?", photo) == String(repeating: "b", count: 64))
        #expect(try await anna.read("SELECT hash FROM media WHERE id = ?", photo) == Person.original)
        let details: String = try #require(try await ben.read("SELECT details FROM shares WHERE id = ?", share))
        #expect(!details.contains(Person.original))
        #expect(try await ben.read("SELECT byte_count FROM media WHERE id = ?", photo) == 7)
        try await ben.deliver(to: anna)
        try await anna.receive()
        #expect(try await anna.state(of: share) == "accepted")
        var annas = anna.sharing.events.makeAsyncIterator()
        var bens = ben.sharing.events.makeAsyncIterator()
        #expect(await bens.next() == .offered(share: share, by: anna.account))
        #expect(await annas.next() == .accepted(share: share))
    }

    @Test func `a declined share leaves nothing, and its updates are refused`() async throws {
        let (anna, ben) = try await acquaintances()
        let rows = try await anna.addThing("Chair")
        let chair = try #require(rows["things"]?.first)
        let share = try await anna.sharing.share(rows, with: ben.account, permission: .read, title: "A chair")
        try await anna.deliver(to: ben)
        try await ben.receive()
        try await ben.sharing.decline(share)
        #expect(await error { try await ben.sharing.accept(share) }?.kind == .invalidValue)
        try await anna.rename(chair, "Armchair")
        #expect(try await anna.sharing.sendUpdates() == [share])
        try await anna.deliver(to: ben)
        #expect(try await ben.receive().refused == 1)
        #expect(try await ben.name(of: chair) == nil)
        try await ben.deliver(to: anna)
        try await anna.receive()
        #expect(try await anna.state(of: share) == "declined")
        #expect(try await anna.sharing.sendUpdates() == [])
    }

    @Test func `changes of the owner arrive, and none are sent when there are none`() async throws {
        let (anna, ben, chair, share, _) = try await shared(.read)
        #expect(try await anna.sharing.sendUpdates() == [])
        try await anna.rename(chair, "Armchair")
        #expect(try await anna.sharing.sendUpdates() == [share])
        try await anna.deliver(to: ben)
        try await ben.receive()
        #expect(try await ben.name(of: chair) == "Armchair")
        #expect(try await ben.sharing.sendUpdates() == [])
    }

    @Test func `what may only be read can't be changed, but put into the trash`() async throws {
        let (anna, ben, chair, _, _) = try await shared(.read)
        let refusal = await #expect(throws: DatabaseError.self) { try await ben.rename(chair, "Mine") }
        #expect(refusal?.message?.contains("read-only") == true)
        try await ben.database.write { db in
            try db.execute(sql: "UPDATE things SET trashed = 5, modified = 5 WHERE id = ?", arguments: [chair.description])
        }
        // Anna's copy doesn't follow, and nor does Ben's come back.
        try await anna.rename(chair, "Armchair")
        _ = try await anna.sharing.sendUpdates()
        try await anna.deliver(to: ben)
        try await ben.receive()
        #expect(try await ben.isTrashed(chair) == true)
        #expect(try await ben.name(of: chair) == "Armchair")
    }

    @Test func `an edit that was not allowed is never merged`() async throws {
        let (anna, ben, chair, share, _) = try await shared(.read)
        // Ben's program is not ours: he changes his copy and sends it as an edit.
        try await ben.database.write { db in
            for row in try Row.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE name LIKE 'sharing_keep_%'") {
                try db.execute(sql: "DROP TRIGGER \"\(row[0] as String)\"")
            }
        }
        try await ben.rename(chair, "Mine")
        try await send(.edit, of: share, rows: ["things": [chair]], from: ben, to: anna)
        #expect(try await anna.receive().refused == 1)
        #expect(try anna.reports().last?.contains("is read-only") == true)
        #expect(try await anna.name(of: chair) == "Chair")
    }

    @Test func `edits come back to the owner, and both end the same`() async throws {
        let (anna, ben, chair, share, _) = try await shared(.edit)
        #expect(try await ben.sharing.sendUpdates() == [])
        try await ben.rename(chair, "Ben's chair")
        try await anna.database.write { db in
            try db.execute(sql: "UPDATE things SET notes = 'walnut' WHERE id = ?", arguments: [chair.description])
        }
        #expect(try await ben.sharing.sendUpdates() == [share])
        #expect(try await anna.sharing.sendUpdates() == [share])
        try await ben.deliver(to: anna)
        try await anna.deliver(to: ben)
        #expect(try await anna.receive().refused == 0)
        #expect(try await ben.receive().refused == 0)
        for person in [anna, ben] {
            #expect(try await person.name(of: chair) == "Ben's chair")
            #expect(try await person.read("SELECT notes FROM things WHERE id = ?", chair) == "walnut")
        }
        // It converges.
        for _ in 0..<3 {
            _ = try await (anna.sharing.sendUpdates(), ben.sharing.sendUpdates())
            try await ben.deliver(to: anna)
            try await anna.deliver(to: ben)
            _ = try await (anna.receive(), ben.receive())
        }
        #expect(try await anna.sharing.sendUpdates() == [])
        #expect(try await ben.sharing.sendUpdates() == [])
        // The place and the file of the owner stay as they were.
        #expect(try await anna.database.read { db in try Double.fetchOne(db, sql: "SELECT latitude FROM media") } == 52.5)
        #expect(try await anna.database.read { db in try String.fetchOne(db, sql: "SELECT hash FROM media") } == Person.original)
    }

    @Test func `an edit reaches the shared rows and columns only`() async throws {
        let (anna, ben, chair, share, rows) = try await shared(.edit)
        let secret = try #require(try await anna.addThing("Safe")["things"]?.first)
        let photo = try #require(rows["media"]?.first)
        // Ben knows the id of another row, and writes it with a clock of his own.
        try await ben.database.write { db in
            try db.execute(sql: "INSERT INTO things (id, name) VALUES (?, 'Open')", arguments: [secret.description])
            try db.execute(sql: "UPDATE media SET latitude = 1, hash = 'x' WHERE id = ?", arguments: [photo.description])
        }
        try await send(.edit, of: share, rows: ["things": [chair, secret]], from: ben, to: anna)
        try await send(.edit, of: share, rows: ["media": [photo]], from: ben, to: anna)
        #expect(try await anna.receive().refused == 2)
        #expect(try await anna.name(of: secret) == "Safe")
        #expect(try await anna.read("SELECT hash FROM media WHERE id = ?", photo) == Person.original)
        // Nor can he delete what he may edit.
        try await ben.database.write { db in try db.execute(sql: "DELETE FROM things WHERE id = ?", arguments: [chair.description])
        }
        try await send(.edit, of: share, rows: ["things": [chair]], from: ben, to: anna)
        #expect(try await anna.receive().refused == 1)
        #expect(try await anna.name(of: chair) == "Chair")
        // His own program leaves such rows out.
        _ = try await ben.sharing.sendUpdates()
        try await ben.deliver(to: anna)
        #expect(try await anna.receive().refused == 0)
        #expect(try await anna.name(of: chair) == "Chair")
    }

    @Test(arguments: [Share.Permission.read, .edit])
    func `revoking puts the copy into the trash, with a note, and ends it`(permission: Share.Permission) async throws {
        let (anna, ben, chair, share, rows) = try await shared(permission)
        try await anna.sharing.revoke(share)
        try await anna.deliver(to: ben)
        try await ben.receive()
        #expect(try await ben.state(of: share) == "revoked")
        #expect(try await ben.isTrashed(chair) == true)
        #expect(
            try await ben.read("SELECT details FROM shares WHERE id = ?", share).map { (text: String) in
                text.contains("Anna revoked this share")
            } == true)
        #expect(try await anna.isTrashed(chair) == false)
        // Nothing more is applied, in either direction.
        try await send(.update, of: share, rows: rows, permission: permission, from: anna, to: ben)
        try await send(.edit, of: share, rows: ["things": [chair]], from: ben, to: anna)
        #expect(try await ben.receive().refused == 1)
        #expect(try await anna.receive().refused == 1)
        #expect(try ben.reports().last?.contains("was revoked") == true)
        // Shared again, it comes out of the trash.
        let again = try await anna.sharing.share(rows, with: ben.account, permission: permission, title: "Again")
        try await anna.deliver(to: ben)
        try await ben.receive()
        try await ben.sharing.accept(again)
        #expect(try await ben.isTrashed(chair) == false)
    }

    @Test func `a revocation that comes before its offer holds`() async throws {
        let (anna, ben) = try await acquaintances()
        let rows = try await anna.addThing("Chair")
        let share = try await anna.sharing.share(rows, with: ben.account, permission: .read, title: "A chair")
        let late = try await Person("post")
        _ = try await anna.sharing.deliver { _ in late.bucket }
        try await anna.sharing.revoke(share)
        try await anna.deliver(to: ben)
        #expect(try await ben.receive().applied == 1)
        for object in try await late.bucket.list(BucketKey("inbound/\(ben.account)")!, after: nil) {
            _ = try await ben.bucket.put(object.key, late.bucket.get(object.key, limit: .max), ifAbsent: true)
        }
        #expect(try await ben.receive().refused == 1)
        #expect(try await ben.state(of: share) == "revoked")
    }

    @Test func `rows of the receiver, and of third people, can't be overwritten by a share`() async throws {
        let (anna, ben, chair, _, _) = try await shared(.read)
        let table = try #require(try await ben.addThing("Table")["things"]?.first)
        let eve = try await Person("Eve")
        try await eve.sharing.add(ben.card)
        try await ben.sharing.add(eve.card)
        for id in [chair, table] {
            try await eve.database.write { db in
                try db.execute(sql: "INSERT INTO things (id, name) VALUES (?, 'Eve was here')", arguments: [id.description])
            }
            _ = try await eve.sharing.share(["things": [id]], with: ben.account, permission: .read, title: "A gift")
        }
        try await eve.deliver(to: ben)
        #expect(try await ben.receive().refused == 2)
        #expect(try await ben.name(of: chair) == "Chair")
        #expect(try await ben.name(of: table) == "Table")
        // What was shared with one can't be shared on.
        #expect(
            await error { _ = try await ben.sharing.share(["things": [chair]], with: eve.account, permission: .read, title: "") }?
                .kind == .refused)
        #expect(try await anna.name(of: chair) == "Chair")
    }

    @Test func `a request is answered with a recording`() async throws {
        let (anna, ben) = try await acquaintances()
        let request = try await anna.sharing.request(
            "The boiler", message: "Please record its label",
            steps: [WorkflowStep(key: "label", title: "The label", shots: [.init(key: "a", title: "A")])],
            due: Date(timeIntervalSince1970: 1_900_000_000),
            from: ben.account)
        try await anna.deliver(to: ben)
        try await ben.receive()
        #expect(
            try await ben.read("SELECT steps FROM requests WHERE id = ?", request).map { (text: String) in
                text.contains("The label")
            } == true)
        let recording = KSUID()
        try await ben.database.write { db in
            try db.execute(
                sql: "INSERT INTO recordings (id, title, is_private) VALUES (?, 'Boiler', 1)", arguments: [recording.description])
        }
        let refusal = await error { _ = try await ben.sharing.answer(request, with: ["recordings": [recording]]) }
        #expect(refusal?.kind == .refused && refusal?.message.contains("\"Boiler\" is private") == true)
        try await ben.database.write { db in try db.execute(sql: "UPDATE recordings SET is_private = 0") }
        let share = try await ben.sharing.answer(request, with: ["recordings": [recording]])
        #expect(await error { _ = try await ben.sharing.answer(request, with: ["recordings": [recording]]) }?.kind == .invalidValue)
        try await ben.deliver(to: anna)
        try await anna.receive()
        var annas = anna.sharing.events.makeAsyncIterator()
        var bens = ben.sharing.events.makeAsyncIterator()
        #expect(await bens.next() == .requested(request: request, by: anna.account))
        #expect(await annas.next() == .answered(request: request, share: share))
        #expect(try await anna.read("SELECT state FROM requests WHERE id = ?", request) == "answered")
        #expect(try await anna.read("SELECT recording FROM requests WHERE id = ?", request) == recording.description)
        try await anna.sharing.accept(share)
        #expect(try await anna.read("SELECT title FROM recordings WHERE id = ?", recording) == "Boiler")
        #expect(try await anna.read("SELECT is_private FROM recordings WHERE id = ?", recording) == 0)
    }

    @Test func `a share and a request are the entries of the library's tables`() async throws {
        let (anna, ben, chair, share, rows) = try await shared(.edit)
        let entry = try #require(try await ben.database.read { db in try Share.fetch(ShareID(share), db) })
        #expect(entry.state == .accepted && entry.permission == .edit && entry.isIncoming)
        #expect(entry.peer == anna.account.description && entry.account == AccountID(ben.account))
        #expect(Set(entry.items.map(\.id)) == Set(rows.values.joined()))
        #expect(entry.details.rows["things"] == [chair.description])
        #expect(entry.details.media.map(\.contentType) == ["image/jpeg"])
        let due = Date(timeIntervalSince1970: 1_900_000_000)
        let request = try await anna.sharing.request("The boiler", due: due, from: ben.account)
        let asked = try #require(try await anna.database.read { db in try Request.fetch(RequestID(request), db) })
        #expect(asked.title == "The boiler" && asked.state == .open && asked.due == due)
        // What the table doesn't accept is refused by name.
        let bad = WorkflowStep(key: "No key", title: "x")
        #expect(await error { _ = try await anna.sharing.request("x", steps: [bad], from: ben.account) }?.kind == .invalidValue)
    }

    @Test func `a request can be declined and withdrawn`() async throws {
        let (anna, ben) = try await acquaintances()
        let first = try await anna.sharing.request("One", from: ben.account)
        let second = try await anna.sharing.request("Two", from: ben.account)
        try await anna.deliver(to: ben)
        try await ben.receive()
        try await ben.sharing.declineRequest(first)
        try await anna.sharing.withdrawRequest(second)
        try await ben.deliver(to: anna)
        try await anna.deliver(to: ben)
        _ = try await (anna.receive(), ben.receive())
        #expect(try await anna.read("SELECT state FROM requests WHERE id = ?", first) == "declined")
        #expect(try await ben.read("SELECT state FROM requests WHERE id = ?", second) == "withdrawn")
        #expect(await error { _ = try await anna.sharing.request("\n", from: ben.account) }?.kind == .invalidValue)
    }

    /// What another program than ours might send: any rows, any columns, signed as it should be.
    private func send(
        _ kind: Envelope.Kind, of share: KSUID, rows: [String: [KSUID]], permission: Share.Permission = .edit, from sender: Person,
        to receiver: Person
    ) async throws {
        let ids = rows.mapValues { $0.map(\.description) }
        let changeset = try await sender.database.read { db in
            try Changeset.subset(db, rows: ids, header: Changeset.Header(kind: .subset, device: "x")).bytes
        }
        try await receiver.put(
            Hostile.envelope(
                kind, Hostile.content(changeset, rows: ids, permission: permission), of: share, from: sender, to: receiver)
        )
    }
}
