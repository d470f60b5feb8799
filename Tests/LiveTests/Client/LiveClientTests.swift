import Geometry
import Live
import Testing

/// Clients that exchange packets with a room.
@Suite struct LiveClientTests {
    private let dog = CompanionModel(1)

    private func spawn(_ session: inout ClientSession, by i: Int, at position: Vector3 = Vector3(1, 0, 2)) throws -> CompanionID {
        let id = try session.clients[i].spawn(try #require(dog), position: position, at: session.time)
        try session.exchange()
        return id
    }

    private func shown(_ id: CompanionID, by i: Int, in session: ClientSession) throws -> ShownCompanion {
        try #require(session.clients[i].companions(at: session.time).first { $0.id == id })
    }

    @Test func `two clients and the room end equal after everything that clients can do`() throws {
        var session = ClientSession()
        let a = try session.add("Ada", role: .host)
        let b = try session.add("Ben")
        let dog = try spawn(&session, by: a)
        let cat = try spawn(&session, by: b)
        for i in 0..<30 {
            try session.clients[a].move(Update(id: dog, position: Vector3(Float(i), 0, 0)), at: session.time)
            try session.clients[b].move(Update(id: cat, scale: 1 + Float(i) / 10), at: session.time)
            try session.run(20)
        }
        try session.clients[b].act(.dance, by: cat, duration: 8_000, at: session.time)
        try session.clients[a].startEffect(
            .hearts, position: Vector3(0, 0, 0), companion: cat, duration: 2_000, at: session.time)
        try session.clients[a].handOver(cat, to: try #require(session.clients[a].replica.id), at: session.time)
        try session.clients[a].lock(true, at: session.time)
        try session.clients[a].muteEffects(true, at: session.time)
        try session.clients[a].remove(dog, at: session.time)
        try session.run(1_000)
        session.expectEqual()
        #expect(session.clients[a].companions(at: session.time).map(\.id) == [cat])
        #expect(try shown(cat, by: b, in: session).pose.scale == 3.9)
        #expect(try shown(cat, by: b, in: session).owner == session.clients[a].replica.id)
        #expect(session.clients[b].participants(at: session.time).map(\.profile.name.text) == ["Ada", "Ben"])
    }

    @Test func `a drag at 100 Hz is sent at 20 Hz, its end always, and is interpolated elsewhere`() throws {
        var session = ClientSession()
        let a = try session.add("Ada")
        let b = try session.add("Ben")
        let dog = try spawn(&session, by: a, at: Vector3(0, 0, 0))
        try session.run(500)
        session.sent = 0
        var last: Float = 0
        for i in 1...100 {
            try session.clients[a].move(Update(id: dog, position: Vector3(Float(i) / 100, 0, 0)), at: session.time)
            #expect(try shown(dog, by: a, in: session).pose.position.x == Float(i) / 100)
            try session.run(10)
            let x = try shown(dog, by: b, in: session).pose.position.x
            // 100 ms late, up to 50 ms later by the throttle, never ahead and never back; after the rest it doesn't jump.
            #expect(x >= last && x <= Float(i) / 100 && x >= Float(i) / 100 - 0.17)
            #expect(x - last < 0.05)
            last = x
        }
        #expect(session.sent <= 21)
        try session.run(200)
        #expect(try shown(dog, by: b, in: session).pose.position.x == 1)
        session.expectEqual()
    }

    @Test func `presence is sent at 20 Hz, and not while it is unchanged`() throws {
        var session = ClientSession()
        let a = try session.add("Ada")
        let b = try session.add("Ben")
        session.sent = 0
        for i in 0..<100 {
            let position = Vector3(Float(min(i, 50)), 1.6, 0)
            session.clients[a].setPresence(
                position: position, rotation: .identity, pointer: i < 80 ? Vector3(1, 2, 3) : nil, at: session.time)
            try session.run(10)
        }
        #expect(session.sent <= 13)
        try session.run(200)
        let ada = try #require(session.clients[b].participants(at: session.time).first)
        #expect(ada.pose?.position == Vector3(50, 1.6, 0) && ada.pointer == nil && !ada.isSelf)
        let ben = try #require(session.clients[b].participants(at: session.time).last)
        #expect(ben.isSelf && ben.pose == nil)
    }

    @Test func `a late joiner sees a dance and an effect in their middle`() throws {
        var session = ClientSession()
        let a = try session.add("Ada")
        let dog = try spawn(&session, by: a)
        try session.clients[a].act(.dance, by: dog, duration: 8_000, at: session.time)
        try session.clients[a].startEffect(.snow, position: Vector3(0, 2, 0), duration: 6_000, at: session.time)
        try session.run(3_000)
        let b = try session.add("Ben")
        let seen = try shown(dog, by: b, in: session)
        #expect(seen.action == .dance && (seen.phase - 3).magnitude < 0.02 && !seen.mayChange)
        let events = session.clients[b].takeEvents()
        let effects: [TimedEffect] = events.compactMap { if case .effect(let effect) = $0 { effect } else { nil } }
        #expect(effects.count == 1)
        let age = session.clients[b].age(of: try #require(effects.first).start, at: session.time)
        #expect((age - 3).magnitude < 0.02)
        // Those who were there aren't reported; whoever comes later is.
        #expect(!events.contains { if case .joined = $0 { true } else { false } })
        let id = try #require(session.clients[b].replica.id)
        #expect(session.clients[a].takeEvents().contains(.joined(id)))
        try session.run(5_100)
        #expect(try shown(dog, by: b, in: session).action == .idle)
    }

    @Test func `changes without a connection arrive after it is resumed, and the participant is the same`() throws {
        var session = ClientSession()
        let a = try session.add("Ada", role: .host)
        let b = try session.add("Ben")
        let id = session.clients[b].replica.id
        let dog = try spawn(&session, by: b)
        session.disconnect(b)
        #expect(session.clients[b].status == .disconnected && session.clients[b].takeOutgoing(at: session.time).isEmpty)
        try session.clients[b].move(Update(id: dog, position: Vector3(7, 0, 0)), at: session.time)
        try session.clients[a].startEffect(.bubbles, position: Vector3(0, 0, 0), duration: 9_000, at: session.time)
        try session.run(300)
        _ = session.clients[a].takeEvents()
        _ = session.clients[b].takeEvents()
        try session.connect(b)
        try session.run(1_200)
        session.expectEqual()
        #expect(session.clients[b].replica.id == id && session.clients[b].status == .connected)
        #expect(try shown(dog, by: a, in: session).pose.position.x == 7)
        let events = session.clients[b].takeEvents()
        #expect(events.first == .connected && events.count == 2)
        // The others notice nothing of a short interruption.
        #expect(session.clients[a].takeEvents().isEmpty)
    }

    @Test func `a client that hears nothing for four seconds is unresponsive`() throws {
        var session = ClientSession()
        let a = try session.add("Ada")
        try session.run(20_000)
        #expect(!session.clients[a].isUnresponsive(at: session.time))
        session.dropsDeliveries = true
        try session.run(3_900)
        #expect(!session.clients[a].isUnresponsive(at: session.time))
        try session.run(1_200)
        #expect(session.clients[a].isUnresponsive(at: session.time))
        session.disconnect(a)
        #expect(!session.clients[a].isUnresponsive(at: session.time))
        // The hello has to be answered as well.
        session.clients[a].connect(at: session.time)
        #expect(session.clients[a].isUnresponsive(at: session.time + 4_001))
    }

    @Test func `what the room would refuse is refused at once, with a text`() throws {
        var session = ClientSession()
        let host = try session.add("Ada", role: .host)
        let guest = try session.add("Ben")
        let viewer = try session.add("Cleo", role: .viewer)
        let dog = try spawn(&session, by: host)
        let model = try #require(CompanionModel(0))
        var refusals: [Refusal.Reason] = []
        func record(_ body: () throws(Refusal) -> Void) { do { try body() } catch { refusals.append(error.reason) } }
        let time = session.time
        record { () throws(Refusal) in try session.clients[guest].move(Update(id: dog, scale: 2), at: time) }
        record { () throws(Refusal) in try session.clients[viewer].startEffect(.snow, position: .zero, duration: 1, at: time) }
        record { () throws(Refusal) in try session.clients[guest].lock(true, at: time) }
        record { () throws(Refusal) in _ = try session.clients[viewer].spawn(model, position: .zero, at: time) }
        #expect(refusals == [.notOwner, .notPermitted, .notPermitted, .notPermitted])
        try session.run(100)
        session.expectEqual()
    }

    @Test func `a lock during a drag ends it: the companion is shown where everyone sees it`() throws {
        var session = ClientSession()
        let host = try session.add("Ada", role: .host)
        let guest = try session.add("Ben")
        let dog = try spawn(&session, by: guest, at: Vector3(0, 0, 0))
        try session.clients[guest].move(Update(id: dog, position: Vector3(1, 0, 0)), at: session.time)
        try session.run(10)
        // The second update waits for the throttle when the lock arrives.
        try session.clients[guest].move(Update(id: dog, position: Vector3(2, 0, 0)), at: session.time)
        try session.clients[host].lock(true, at: session.time)
        try session.run(400)
        let refused = session.clients[guest].takeEvents().contains { $0 == .refused(Refusal(.locked)) }
        #expect(refused)
        #expect(try shown(dog, by: guest, in: session).pose.position.x == 1)
        #expect(try shown(dog, by: host, in: session).pose.position.x == 1)
        session.expectEqual()
    }

    @Test func `a kicked participant is told so and cannot come back`() throws {
        var session = ClientSession()
        let host = try session.add("Ada", role: .host)
        let guest = try session.add("Ben")
        let id = try #require(session.clients[guest].replica.id)
        _ = session.clients[guest].takeEvents()
        try session.clients[host].kick(id, at: session.time)
        try session.exchange()
        #expect(session.clients[guest].takeEvents() == [.kicked(id)])
        try session.connect(guest)
        #expect(session.clients[guest].status == .refused && session.clients[guest].connectionRefusal?.reason == .kicked)
        #expect(session.clients[guest].takeEvents() == [.connectionRefused(Refusal(.kicked))])
        #expect(!session.clients[host].participants(at: session.time).contains { $0.id == id })
    }

    @Test func `a damaged packet ends the connection and changes nothing`() throws {
        var session = ClientSession()
        let a = try session.add("Ada")
        _ = try spawn(&session, by: a)
        let before = session.clients[a].replica.state
        var bytes = PacketCodec().encode([
            Frame(.operation(SessionOperation(.lock(true), stamp: Stamp(clock: 99, participant: ParticipantID(1)))), sequence: 50)
        ])
        bytes += [1, 2, 3]
        #expect(throws: LiveError.self) { try session.clients[a].receive(bytes, at: session.time) }
        #expect(session.clients[a].status == .disconnected && session.clients[a].error?.problem == .truncated)
        #expect(session.clients[a].replica.state == before)
        session.clients[a].connect(at: session.time)
        // The first answer is a welcome or a refusal.
        let pong = PacketCodec().encode([Frame(.pong(Pong(clientTime: 0, time: 0, newest: 0, received: 0)))])
        #expect(throws: LiveError.self) { try session.clients[a].receive(pong, at: session.time) }
        #expect(session.clients[a].error?.problem == .wrongSignature)
    }
}
