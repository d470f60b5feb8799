import Geometry
import Live
import Testing

/// A client's copy, fed by hand; the random histories are in HistoryTests.
@Suite struct ReplicaTests {
    /// A room and clients that exchange frames without delay.
    private struct Session {
        var room = Room(settings: RoomSettings(maxOperationRate: 1_000), at: 0)
        var replicas: [Replica] = []
        var time: UInt64 = 0

        mutating func add(_ role: Role) throws -> Int {
            let i = replicas.count
            replicas.append(Replica(key: ParticipantKey(low: UInt64(i), high: 1)))
            try connect(i, role: role)
            let id = try #require(replicas[i].id)
            try perform(.join(try SampleMessages.profile(id, role: role)), by: i)
            return i
        }

        mutating func connect(_ i: Int, role: Role = .guest) throws {
            for frame in replicas[i].connect() {
                guard case .hello(let hello) = frame.message,
                    case .welcomed(_, let deliveries) = room.admit(hello, role: role, at: time)
                else { throw FixtureFailure("not welcomed") }
                carryOut(deliveries)
            }
        }

        mutating func perform(_ change: Change, by i: Int) throws {
            if let frame = try replicas[i].perform(change, at: time) { send([frame], from: i) }
        }

        mutating func send(_ frames: [Frame], from i: Int) {
            guard let id = replicas[i].id else { return }
            for frame in frames { carryOut(room.receive(frame, from: id, at: time)) }
        }

        mutating func carryOut(_ deliveries: [Delivery]) {
            for delivery in deliveries {
                guard case .send(let frame) = delivery.content else { continue }
                for id in delivery.recipients {
                    let i = replicas.firstIndex { $0.id == id } ?? replicas.count - 1
                    send(replicas[i].receive(frame, at: time), from: i)
                }
            }
        }
    }

    private func spawn(_ session: inout Session, by i: Int) throws -> CompanionID {
        let id = try #require(session.replicas[i].nextCompanionID)
        try session.perform(.spawn(Spawn(id: id, model: try #require(CompanionModel(0)), position: Vector3(0, 0, 0))), by: i)
        return id
    }

    @Test func `a change is visible at once, and everywhere after the room confirmed it`() throws {
        var session = Session()
        let a = try session.add(.host)
        let b = try session.add(.guest)
        let companion = try spawn(&session, by: a)
        #expect(session.replicas[b].state.companion(companion) != nil && session.replicas[a].isSettled)
        #expect(session.replicas[a].state == session.room.state && session.replicas[b].state == session.room.state)
        // Without a connection the change is kept.
        session.replicas[a].disconnect()
        try session.perform(.update(Update(id: companion, scale: 3)), by: a)
        #expect(session.replicas[a].state.companion(companion)?.scale?.value == 3)
        #expect(session.replicas[b].state.companion(companion)?.scale?.value == 1 && !session.replicas[a].isSettled)
        try session.connect(a)
        #expect(session.replicas[b].state.companion(companion)?.scale?.value == 3 && session.replicas[a].isSettled)
    }

    @Test func `what the room refuses is undone`() throws {
        var session = Session()
        let host = try session.add(.host)
        let guest = try session.add(.guest)
        let companion = try spawn(&session, by: guest)
        session.replicas[guest].disconnect()
        try session.perform(.update(Update(id: companion, position: Vector3(9, 0, 0))), by: guest)
        try session.perform(.lock(true), by: host)
        _ = session.replicas[guest].takeEvents()
        try session.connect(guest)
        #expect(session.replicas[guest].state.companion(companion)?.position?.value == Vector3(0, 0, 0))
        #expect(session.replicas[guest].state == session.room.state && session.replicas[guest].isSettled)
        let refused = session.replicas[guest].takeEvents().contains {
            if case .refused(let refusal, .update) = $0 { refusal.reason == .locked } else { false }
        }
        #expect(refused)
    }

    @Test func `what would be refused is refused at once`() throws {
        var session = Session()
        let viewer = try session.add(.viewer)
        let before = session.replicas[viewer].state
        #expect(throws: Refusal(.notPermitted)) { try session.perform(.lock(true), by: viewer) }
        #expect(session.replicas[viewer].state == before && session.replicas[viewer].isSettled)
        var fresh = Replica(key: ParticipantKey(low: 1, high: 1))
        #expect(throws: Refusal(.notJoined)) { _ = try fresh.perform(.lock(true), at: 0) }
    }

    @Test func `a late joiner sees a dance in its middle, and an effect that has not ended`() throws {
        var session = Session()
        let host = try session.add(.host)
        let companion = try spawn(&session, by: host)
        session.time = 10_000
        session.send([session.replicas[host].ping(at: 10_000)], from: host)
        try session.perform(
            .action(TimedAction(companion: companion, action: .dance, start: 10_000, duration: 8_000)), by: host)
        for (style, duration) in [(EffectStyle.snow, 9_000 as UInt32), (.hearts, 1_000)] {
            let id = try #require(session.replicas[host].nextEffectID)
            try session.perform(
                .effect(TimedEffect(id: id, style: style, position: Vector3(0, 0, 0), start: 10_000, duration: duration)), by: host)
        }
        session.time = 13_000
        let late = try session.add(.guest)
        let action = try #require(session.replicas[late].state.companion(companion)?.action?.value)
        let now = session.replicas[late].clock.sessionTime(at: 13_000)
        #expect(action.action == .dance && action.phase(at: now) == 3_000)
        let shown = session.replicas[late].takeEvents().compactMap { event -> EffectStyle? in
            if case .effect(let effect) = event { effect.style } else { nil }
        }
        #expect(shown == [.snow])
    }

    @Test func `events in the wrong order, repeated and missing ones end in the same state`() throws {
        var session = Session()
        let host = try session.add(.host)
        let from = session.room.newest
        for i in 0..<9 { try session.perform(.lock(i % 2 == 0), by: host) }
        let id = try #require(session.replicas[host].id)
        let frames = session.room.receive(Frame(.resume(Resume(after: from))), from: id, at: 0).compactMap { delivery -> Frame? in
            if case .send(let frame) = delivery.content { frame } else { nil }
        }
        #expect(frames.count == 9)
        var replica = Replica(key: ParticipantKey(low: 55, high: 0))
        let start = Snapshot(sequence: from, clock: 0, time: 0, received: 0, operations: [])
        _ = replica.receive(Frame(.snapshot(start)), at: 0)
        for frame in frames.dropFirst(2).reversed() + frames.suffix(2) + frames.prefix(1) { _ = replica.receive(frame, at: 0) }
        #expect(replica.sequence == from + 1)
        _ = replica.receive(frames[1], at: 0)
        #expect(replica.sequence == from + 9 && replica.state.isLocked)
    }

    @Test func `old presences and reactions are ignored`() throws {
        var session = Session()
        let a = try session.add(.host)
        let b = try session.add(.guest)
        let id = try #require(session.replicas[b].id)
        _ = session.replicas[a].takeEvents()
        for time: UInt64 in [10, 30, 20, 30] {
            let presence = Presence(participant: id, time: time, position: Vector3(Float(time), 0, 0))
            _ = session.replicas[a].receive(Frame(.presence(presence)), at: 0)
            _ = session.replicas[a].receive(Frame(.reaction(Reaction(participant: id, time: time, symbol: .clap))), at: 0)
        }
        #expect(session.replicas[a].presence(of: id)?.time == 30)
        #expect(session.replicas[a].takeEvents().count == 4)
        // A presence of nobody.
        let stranger = Presence(participant: ParticipantID(99), time: 1, position: Vector3(0, 0, 0))
        _ = session.replicas[a].receive(Frame(.presence(stranger)), at: 0)
        #expect(session.replicas[a].presence(of: ParticipantID(99)) == nil)
    }

    @Test func `changes without a connection are limited`() throws {
        var session = Session()
        let host = try session.add(.host)
        session.replicas[host].disconnect()
        for i in 0..<LiveLimits.maxPendingOperations { try session.perform(.lock(i % 2 == 0), by: host) }
        #expect(throws: Refusal(.tooFast)) { try session.perform(.lock(true), by: host) }
    }
}
