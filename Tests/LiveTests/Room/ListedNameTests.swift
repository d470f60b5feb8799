import Geometry
import Live
import Testing

/// Names from the list: the room replaces what a client sends, whatever its page asked for.
@Suite struct ListedNameTests {
    private func name(_ text: String) throws -> DisplayName { try #require(DisplayName(text)) }

    private func profile(_ id: ParticipantID, _ text: String, role: Role = .guest) throws -> Profile {
        Profile(participant: id, role: role, color: AvatarColor(red: 1, green: 2, blue: 3), name: try name(text))
    }

    private func shown(_ room: Room, _ id: ParticipantID) -> String? { room.state.participant(id)?.profile?.value.name.text }

    @Test func `the list has 576 names and nothing else`() throws {
        #expect(ListedNames.count == 576)
        for text in ["Brave Badger", "Swift Yak", "Cosy Otter"] { #expect(ListedNames.contains(try name(text))) }
        for text in ["brave badger", "Brave", "Brave  Badger", "Brave Badger!", "Badger Brave", "Ada"] {
            #expect(!ListedNames.contains(try name(text)))
        }
    }

    @Test func `another name is replaced by a listed one that nobody has, and everybody sees only that`() throws {
        var fixture = RoomFixture()
        _ = fixture.room.useListedNames(true, at: fixture.time)
        var names: Set<String> = []
        for key in 1...40 as ClosedRange<UInt64> {
            let id = try fixture.admit(key)
            let deliveries = fixture.send(.join(try profile(id, "Call 555-0100 \(key)")), from: id)
            for case .join(let sent) in RoomFixture.events(in: deliveries) { #expect(ListedNames.contains(sent.name)) }
            names.insert(try #require(shown(fixture.room, id)))
        }
        #expect(names.count == 40)
        // Later changes of the name as well.
        let first = ParticipantID(1)
        _ = fixture.send(.join(try profile(first, "555-0199")), from: first)
        #expect(ListedNames.contains(try name(try #require(shown(fixture.room, first)))))
        _ = fixture.send(.join(try profile(first, "Merry Whale")), from: first)
        #expect(shown(fixture.room, first) == "Merry Whale")
    }

    @Test func `the rule acts at once on those who are here, and on those who come back`() throws {
        var fixture = RoomFixture()
        let ada = try fixture.admit(1)
        _ = fixture.send(.join(try profile(ada, "Ada")), from: ada)
        let ben = try fixture.admit(2)
        _ = fixture.send(.join(try profile(ben, "Ben")), from: ben)
        fixture.room.disconnect(ben, at: fixture.time)
        _ = fixture.room.advance(to: fixture.time + 60_000)
        let deliveries = fixture.room.useListedNames(true, at: fixture.time + 60_000)
        #expect(RoomFixture.events(in: deliveries).count == 1)
        #expect(ListedNames.contains(try name(try #require(shown(fixture.room, ada)))))
        fixture.time += 61_000
        _ = try fixture.admit(2)
        #expect(fixture.room.state.participant(ben)?.isActive == true)
        #expect(ListedNames.contains(try name(try #require(shown(fixture.room, ben)))))
    }

    @Test func `the author's own client shows the name that the room gave`() throws {
        var session = ClientSession()
        _ = session.room.useListedNames(true, at: 0)
        let i = try session.add("Hans, 12 Main Street")
        let own = try #require(session.clients[i].replica.id)
        let seen = try #require(session.clients[i].replica.state.participant(own)?.profile?.value.name)
        #expect(ListedNames.contains(seen) && session.clients[i].replica.isSettled)
        #expect(session.clients[i].takeEvents().contains(.renamed(own)))
    }

    @Test func `a guest that connects again gets the role that is permitted now; a host remains one`() throws {
        var fixture = RoomFixture()
        let host = try fixture.join(1, role: .host)
        let guest = try fixture.join(2)
        fixture.room.disconnect(guest, at: fixture.time)
        #expect(try fixture.admit(2, role: .viewer) == guest)
        #expect(fixture.room.role(of: guest) == .viewer && fixture.room.state.participant(guest)?.role == .viewer)
        #expect(RoomFixture.refusal(in: fixture.effect(by: guest)) == .notPermitted)
        #expect(try fixture.admit(2, role: .guest) == guest)
        #expect(RoomFixture.refusal(in: fixture.effect(by: guest)) == nil)
        #expect(try fixture.admit(1, role: .viewer) == host)
        #expect(fixture.room.role(of: host) == .host)
        #expect(try fixture.admit(2, role: .host) == guest)
        #expect(fixture.room.role(of: guest) == .guest)
    }
}
