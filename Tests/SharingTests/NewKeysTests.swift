import DioramaLibrary
import DioramaSync
import Foundation
import GRDB
import Sharing
import SyncTestSupport
import Testing

/// An account gets new keys, as after a lost device was removed: its contacts learn of them, and shares go on.
@Suite struct NewKeysTests {
    /// Anna with new keys, in the library that she has.
    private struct Renewed {
        let keys = AccountKeys()
        let sharing: Sharing
        let card: ContactCard

        init(_ anna: Person, bucket: String? = nil) async throws {
            let now = Date(timeIntervalSince1970: Double(anna.now) / 1000)
            sharing = try await Sharing(
                account: anna.account, keys: keys, database: anna.database,
                quarantine: anna.folder.appendingPathComponent("quarantine"),
                downloads: anna.folder.appendingPathComponent("downloads"), hooks: .test,
                clock: { now })
            card = try ContactCard(account: anna.account, name: "Anna", keys: keys, bucket: bucket)
        }

        func deliver(to ben: Person) async throws {
            _ = try await sharing.deliver { card in card.account == ben.account ? ben.bucket : nil }
        }
    }

    /// Anna's chair, which Ben has accepted.
    private func shared(_ anna: Person, _ ben: Person) async throws -> (chair: KSUID, share: KSUID) {
        let rows = try await anna.addThing("Chair")
        let share = try await anna.sharing.share(rows, with: ben.account, permission: .edit, title: "A chair")
        try await anna.deliver(to: ben)
        try await ben.receive()
        try await ben.sharing.accept(share)
        try await ben.deliver(to: anna)
        try await anna.receive()
        return (try #require(rows["things"]?.first), share)
    }

    @Test func `contacts take over new keys that the former ones have signed, and shares go on in both directions`() async throws {
        let (anna, ben) = try await acquaintances()
        let (chair, share) = try await shared(anna, ben)
        // Ben doesn't know yet: what he sends now is for the former keys.
        try await ben.rename(chair, "Ben's chair")
        #expect(try await ben.sharing.sendUpdates() == [share])
        try await ben.deliver(to: anna)
        let renewed = try await Renewed(anna)
        #expect(try await renewed.sharing.receive(from: anna.bucket).refused == 1)
        try await renewed.sharing.announce(renewed.card, signedWith: anna.keys)
        #expect(try await renewed.sharing.sendUpdates() == [share])
        try await renewed.deliver(to: ben)
        let received = try await ben.receive()
        #expect(received.applied == 2 && received.refused == 0 && received.renewed == [anna.account])
        #expect(try await ben.sharing.contacts() == [renewed.card])
        #expect(try await ben.sharing.newKeys().keys.map(\.self) == [anna.account])
        try await ben.sharing.noteCompared(anna.account)
        #expect(try await ben.sharing.newKeys().isEmpty)
        // What she couldn't decrypt is sent again.
        #expect(try await ben.sharing.sendUpdates() == [share])
        try await ben.deliver(to: anna)
        #expect(try await renewed.sharing.receive(from: anna.bucket).refused == 0)
        #expect(try await anna.name(of: chair) == "Ben's chair")
        try await anna.rename(chair, "Armchair")
        #expect(try await renewed.sharing.sendUpdates() == [share])
        try await renewed.deliver(to: ben)
        #expect(try await ben.receive().refused == 0)
        #expect(try await ben.name(of: chair) == "Armchair")
        // Whoever has the lost device can't send any more.
        try await anna.rename(chair, "Mine now")
        #expect(try await anna.sharing.sendUpdates() == [share])
        try await anna.deliver(to: ben)
        #expect(try await ben.receive().refused == 1)
        #expect(try await ben.name(of: chair) == "Armchair")
    }

    @Test func `an offer that was encrypted for the former keys arrives after all`() async throws {
        let (anna, ben) = try await acquaintances()
        let rows = try await ben.addThing("Table")
        let share = try await ben.sharing.share(rows, with: anna.account, permission: .read, title: "A table")
        try await ben.deliver(to: anna)
        let renewed = try await Renewed(anna)
        #expect(try await renewed.sharing.receive(from: anna.bucket).refused == 1)
        try await renewed.sharing.announce(renewed.card, signedWith: anna.keys)
        try await renewed.deliver(to: ben)
        #expect(try await ben.receive().renewed == [anna.account])
        #expect(try await ben.sharing.sendUpdates() == [share])
        try await ben.deliver(to: anna)
        #expect(try await renewed.sharing.receive(from: anna.bucket) == Sharing.Received(applied: 1))
        #expect(try await anna.state(of: share) == "offered")
    }

    /// The bucket of a folder that is synchronized has no order of writing, and neither have ids of one second.
    @Test(arguments: [true, false])
    func `an offer that arrives before the new keys that signed it is applied`(together: Bool) async throws {
        let (anna, ben) = try await acquaintances()
        let renewed = try await Renewed(anna)
        try await renewed.sharing.announce(renewed.card, signedWith: anna.keys)
        let rows = try await anna.addThing("Chair")
        let share = try await renewed.sharing.share(rows, with: ben.account, permission: .read, title: "A chair")
        let sent = MemoryBucket()
        _ = try await renewed.sharing.deliver { _ in sent }
        let keys = try await sent.list(try #require(BucketKey("inbound/\(ben.account)")), after: nil).map(\.key)
        try #require(keys.count == 2)
        let (announcement, offer) = (try await sent.get(keys[0], limit: 1 << 20), try await sent.get(keys[1], limit: 1 << 20))
        _ = try await ben.bucket.put(together ? keys[0] : keys[1], offer, ifAbsent: true)
        if !together { #expect(try await ben.receive().refused == 1) }
        _ = try await ben.bucket.put(together ? keys[1] : keys[0], announcement, ifAbsent: true)
        #expect(try await ben.receive() == Sharing.Received(applied: 2, renewed: [anna.account]))
        #expect(try await ben.state(of: share) == "offered")
        #expect(try ben.reports().isEmpty)
    }

    @Test func `requests and answers that were under way arrive after all, in both directions`() async throws {
        let (anna, ben) = try await acquaintances()
        let roof = try await ben.sharing.request("The roof", from: anna.account)
        let cellar = try await ben.sharing.request("The cellar", from: anna.account)
        try await ben.deliver(to: anna)
        #expect(try await anna.receive().applied == 2)
        // Signed with the former keys, and received by nobody: they were in the bucket when the announcement was read.
        try await anna.sharing.declineRequest(roof)
        let garden = try await anna.sharing.request("The garden", message: "From the gate", from: ben.account)
        _ = try await anna.sharing.deliver { _ in MemoryBucket() }
        // Encrypted for the former keys.
        let boiler = try await ben.sharing.request("The boiler", from: anna.account)
        try await ben.sharing.withdrawRequest(cellar)
        try await ben.deliver(to: anna)
        let renewed = try await Renewed(anna)
        #expect(try await renewed.sharing.receive(from: anna.bucket).refused == 2)
        try await renewed.sharing.announce(renewed.card, signedWith: anna.keys)
        try await renewed.deliver(to: ben)
        #expect(try await ben.receive().refused == 0)
        #expect(try await ben.requestState(roof) == "declined")
        #expect(try await ben.requestState(garden) == "open")
        #expect(try await ben.read("SELECT message FROM requests WHERE id = ?", garden) == "From the gate")
        try await ben.deliver(to: anna)
        #expect(try await renewed.sharing.receive(from: anna.bucket).refused == 0)
        #expect(try await anna.requestState(boiler) == "open")
        #expect(try await anna.requestState(cellar) == "withdrawn")
    }

    @Test func `an announcement that was interrupted after it was queued is not queued again`() async throws {
        let (anna, ben) = try await acquaintances()
        _ = try await shared(anna, ben)
        let renewed = try await Renewed(anna)
        for _ in 0..<2 { try await renewed.sharing.announce(renewed.card, signedWith: anna.keys) }
        try await renewed.deliver(to: ben)
        #expect(try await ben.receive() == Sharing.Received(applied: 1, renewed: [anna.account]))
    }

    @Test func `keys count as the account's once the library has their public part`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(KSUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let keys = DeviceKeys(identity: FileIdentityStore(folder.appendingPathComponent("identity.json")))
        let account = AccountID(KSUID())
        let made = [AccountKeys(), AccountKeys(), AccountKeys()]
        try await keys.keep(made[0], of: account)
        try await keys.renew(made[1], of: account)
        for (published, expected) in [(0, 0), (1, 1), (2, nil)] as [(Int, Int?)] {
            let found = try await keys.account(account, publicKey: made[published].publicKey)?.publicKey
            #expect(found == expected.map { made[$0].publicKey })
        }
        // Renewed once more while the first new keys were announced: those are the ones that contacts know.
        try await keys.renew(made[2], of: account)
        #expect(try await keys.formerKeys(of: account)?.publicKey == made[0].publicKey)
        try await keys.noteAnnounced(made[1], of: account)
        #expect(try await keys.formerKeys(of: account)?.publicKey == made[1].publicKey)
        try await keys.noteAnnounced(made[2], of: account)
        #expect(try await keys.formerKeys(of: account) == nil)
    }

    @Test func `an announcement may not change anything but the keys`() async throws {
        let (anna, ben) = try await acquaintances()
        let elsewhere = try await Renewed(anna, bucket: "s3://elsewhere/x?endpoint=https://example.org")
        try await elsewhere.sharing.announce(elsewhere.card, signedWith: anna.keys)
        try await elsewhere.deliver(to: ben)
        #expect(try await ben.receive().refused == 1)
        #expect(try ben.reports().last?.contains("another bucket") == true)
        let unsigned = try await Renewed(anna)
        try await unsigned.sharing.announce(unsigned.card, signedWith: unsigned.keys)
        try await unsigned.deliver(to: ben)
        #expect(try await ben.receive().refused == 1)
        #expect(try await ben.sharing.contacts() == [anna.card])
    }
}
