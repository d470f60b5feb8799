import Geometry
import Live
import Testing

/// Roles, moderation, ownership and hostile clients.
@Suite struct RoomTests {
    @Test func `an operation is sent to everyone with the next sequence number`() throws {
        var fixture = RoomFixture()
        let host = try fixture.join(1, role: .host)
        let guest = try fixture.join(2)
        let before = fixture.room.newest
        let deliveries = fixture.send(.lock(true), from: host)
        #expect(deliveries.count == 1 && deliveries[0].recipients == [host, guest])
        guard case .send(let frame) = deliveries[0].content else {
            Issue.record("nothing was sent")
            return
        }
        #expect(frame.sequence == before + 1 && fixture.room.newest == before + 1)
        #expect(fixture.room.state.isLocked)
    }

    @Test func `a viewer changes nothing, but is seen and reacts`() throws {
        var fixture = RoomFixture()
        let host = try fixture.join(1, role: .host)
        let viewer = try fixture.join(2, role: .viewer)
        let companion = try fixture.spawn(by: host)
        let model = try #require(CompanionModel(0))
        let id = CompanionID(creator: viewer, number: fixture.next(viewer))
        let spawn = Spawn(id: id, model: model, position: Vector3(0, 0, 0))
        #expect(RoomFixture.refusal(in: fixture.send(.spawn(spawn), from: viewer)) == .notPermitted)
        #expect(RoomFixture.refusal(in: fixture.effect(by: viewer)) == .notPermitted)
        for change in [
            Change.remove(companion), .update(Update(id: companion, scale: 1)), .lock(true), .muteEffects(true), .kick(host),
            .action(TimedAction(companion: companion, action: .wave, start: 1_000, duration: 1)),
            .handOver(Handover(companion: companion, owner: viewer)),
        ] { #expect(RoomFixture.refusal(in: fixture.send(change, from: viewer)) == .notPermitted) }
        let presence = Frame(.presence(Presence(participant: viewer, time: 1_000, position: Vector3(0, 1, 0))))
        let seen = fixture.room.receive(presence, from: viewer, at: 1_000)
        #expect(seen == [Delivery(.send(presence), to: [host])])
        let reaction = Frame(.reaction(Reaction(participant: viewer, time: 1_000, symbol: .laugh)))
        let reacted = fixture.room.receive(reaction, from: viewer, at: 1_000)
        #expect(reacted == [Delivery(.send(reaction), to: [host])])
    }

    @Test func `only the owner and hosts change a companion`() throws {
        var fixture = RoomFixture()
        let host = try fixture.join(1, role: .host)
        let owner = try fixture.join(2)
        let other = try fixture.join(3)
        let companion = try fixture.spawn(by: owner)
        let move = Change.update(Update(id: companion, position: Vector3(1, 0, 0)))
        #expect(RoomFixture.refusal(in: fixture.send(move, from: other)) == .notOwner)
        #expect(RoomFixture.refusal(in: fixture.send(.remove(companion), from: other)) == .notOwner)
        #expect(RoomFixture.refusal(in: fixture.send(move, from: owner)) == nil)
        #expect(RoomFixture.refusal(in: fixture.send(move, from: host)) == nil)
        let handover = Change.handOver(Handover(companion: companion, owner: other))
        #expect(RoomFixture.refusal(in: fixture.send(handover, from: owner)) == nil)
        #expect(RoomFixture.refusal(in: fixture.send(move, from: owner)) == .notOwner)
        #expect(RoomFixture.refusal(in: fixture.send(move, from: other)) == nil)
        let nowhere = Change.handOver(Handover(companion: companion, owner: ParticipantID(77)))
        #expect(RoomFixture.refusal(in: fixture.send(nowhere, from: other)) == .notFound)
        #expect(RoomFixture.refusal(in: fixture.send(.remove(companion), from: other)) == nil)
        #expect(RoomFixture.refusal(in: fixture.send(.remove(companion), from: other)) == .notFound)
        #expect(RoomFixture.refusal(in: fixture.send(move, from: host)) == .notFound)
    }

    @Test func `in a locked room only hosts change companions`() throws {
        var fixture = RoomFixture()
        let host = try fixture.join(1, role: .host)
        let guest = try fixture.join(2)
        let companion = try fixture.spawn(by: guest)
        let move = Change.update(Update(id: companion, scale: 2))
        #expect(RoomFixture.refusal(in: fixture.send(.lock(true), from: guest)) == .notPermitted)
        _ = fixture.send(.lock(true), from: host)
        #expect(RoomFixture.refusal(in: fixture.send(move, from: guest)) == .locked)
        #expect(RoomFixture.refusal(in: fixture.send(.remove(companion), from: guest)) == .locked)
        let model = try #require(CompanionModel(0))
        let id = CompanionID(creator: guest, number: fixture.next(guest))
        let spawn = Change.spawn(Spawn(id: id, model: model, position: Vector3(0, 0, 0)))
        #expect(RoomFixture.refusal(in: fixture.send(spawn, from: guest)) == .locked)
        #expect(RoomFixture.refusal(in: fixture.send(move, from: host)) == nil)
        _ = try fixture.spawn(by: host)
        _ = fixture.send(.lock(false), from: host)
        #expect(RoomFixture.refusal(in: fixture.send(move, from: guest)) == nil)
    }

    @Test func `muted effects are refused, and others are near the time of the room`() throws {
        var fixture = RoomFixture()
        let host = try fixture.join(1, role: .host)
        let guest = try fixture.join(2)
        fixture.time = 100_000
        #expect(RoomFixture.refusal(in: fixture.effect(by: guest)) == nil)
        #expect(RoomFixture.refusal(in: fixture.effect(by: guest, start: 94_999)) == .timeOutOfRange)
        #expect(RoomFixture.refusal(in: fixture.effect(by: guest, start: .max)) == .timeOutOfRange)
        #expect(RoomFixture.refusal(in: fixture.effect(by: guest, start: 105_000)) == nil)
        _ = fixture.send(.muteEffects(true), from: host)
        #expect(RoomFixture.refusal(in: fixture.effect(by: guest)) == .effectsMuted)
        #expect(RoomFixture.refusal(in: fixture.effect(by: host)) == .effectsMuted)
        _ = fixture.send(.muteEffects(false), from: host)
        #expect(RoomFixture.refusal(in: fixture.effect(by: guest)) == nil)
    }

    @Test func `a kicked participant is disconnected, can't return, and its companions pass to the host`() throws {
        var fixture = RoomFixture()
        let host = try fixture.join(1, role: .host)
        let guest = try fixture.join(2)
        let companion = try fixture.spawn(by: guest)
        #expect(RoomFixture.refusal(in: fixture.send(.kick(host), from: guest)) == .notPermitted)
        #expect(RoomFixture.refusal(in: fixture.send(.kick(host), from: host)) == .notPermitted)
        #expect(RoomFixture.refusal(in: fixture.send(.kick(ParticipantID(9)), from: host)) == .notFound)
        let deliveries = fixture.send(.kick(guest), from: host)
        // The kick itself still reaches the guest.
        #expect(deliveries[0].recipients == [host, guest] && deliveries[1] == Delivery(.close, to: [guest]))
        #expect(RoomFixture.events(in: deliveries).last == .handOver(Handover(companion: companion, owner: host)))
        #expect(fixture.send(.remove(companion), from: guest).isEmpty)
        let answer = fixture.room.admit(Hello(key: ParticipantKey(low: 2, high: 2)), role: .host, at: 1_000)
        #expect(answer == .refused(Refusal(.kicked)))
    }

    @Test func `companions of those who leave pass to the host, at once or when one joins`() throws {
        var fixture = RoomFixture()
        let guest = try fixture.join(1)
        let other = try fixture.join(2)
        let first = try fixture.spawn(by: guest)
        let second = try fixture.spawn(by: other)
        #expect(RoomFixture.events(in: fixture.send(.leave(guest), from: guest)) == [.leave(guest)])
        #expect(fixture.room.state.companion(first)?.owner?.value == guest)
        let host = try fixture.join(3, role: .host)
        #expect(fixture.room.state.companion(first)?.owner?.value == host)
        #expect(fixture.room.state.companion(second)?.owner?.value == other)
        #expect(
            RoomFixture.events(in: fixture.send(.leave(other), from: other))
                == [.leave(other), .handOver(Handover(companion: second, owner: host))])
    }

    @Test func `a connection may be lost for the grace period`() throws {
        var fixture = RoomFixture(settings: RoomSettings(gracePeriod: 5_000))
        let host = try fixture.join(1, role: .host)
        let guest = try fixture.join(2)
        let companion = try fixture.spawn(by: guest)
        fixture.room.disconnect(guest, at: 2_000)
        #expect(fixture.room.connected == [host])
        #expect(fixture.room.advance(to: 6_999).isEmpty)
        #expect(try fixture.admit(2) == guest)
        #expect(fixture.room.advance(to: 20_000).isEmpty)
        fixture.room.disconnect(guest, at: 20_000)
        let absent = fixture.room.advance(to: 25_000)
        #expect(RoomFixture.events(in: absent) == [.leave(guest), .handOver(Handover(companion: companion, owner: host))])
        #expect(fixture.room.advance(to: 90_000).isEmpty)
        // Back with the profile that it had.
        guard
            case .welcomed(guest, let deliveries) = fixture.room.admit(
                Hello(key: ParticipantKey(low: 2, high: 2)), role: .guest, at: 90_000)
        else {
            Issue.record("not welcomed")
            return
        }
        #expect(RoomFixture.events(in: deliveries) == [.join(try SampleMessages.profile(guest, role: .guest))])
        #expect(fixture.room.state.participant(guest)?.isActive == true)
    }

    // MARK: Hostile clients

    @Test func `forged ids, stamps and roles are refused`() throws {
        var fixture = RoomFixture()
        let host = try fixture.join(1, role: .host)
        let guest = try fixture.join(2)
        let model = try #require(CompanionModel(0))
        func spawn(_ id: CompanionID) -> Change { .spawn(Spawn(id: id, model: model, position: Vector3(0, 0, 0))) }
        let forged: [Change] = [
            spawn(CompanionID(creator: host, number: fixture.next(guest))), spawn(CompanionID(creator: guest, number: 900)),
            .join(try SampleMessages.profile(host, role: .host)), .join(try SampleMessages.profile(guest, role: .host)),
            .leave(host),
            .effect(
                TimedEffect(
                    id: EffectID(creator: host, number: 1), style: .snow, position: Vector3(0, 0, 0), start: 1_000, duration: 1)),
        ]
        for change in forged { #expect(RoomFixture.refusal(in: fixture.send(change, from: guest)) == .forged, "\(change)") }
        let state = fixture.room.state
        for stamp in [
            Stamp(clock: 500, participant: host), Stamp(clock: 500, participant: .room), Stamp(clock: 1, participant: guest),
            Stamp(clock: .max, participant: guest), Stamp(clock: 0, participant: guest),
        ] {
            let leave = SessionOperation(.leave(guest), stamp: stamp)
            #expect(RoomFixture.refusal(in: fixture.send(leave, from: guest)) == .forged, "\(stamp)")
        }
        let presence = Presence(participant: host, time: 1_000, position: Vector3(0, 0, 0))
        #expect(fixture.room.receive(Frame(.presence(presence)), from: guest, at: 1_000).isEmpty)
        let reaction = Reaction(participant: host, time: 1_000, symbol: .heart)
        #expect(fixture.room.receive(Frame(.reaction(reaction)), from: guest, at: 1_000).isEmpty)
        #expect(fixture.room.state == state)
    }

    @Test func `repeated operations and those after a gap are ignored`() throws {
        var fixture = RoomFixture()
        let host = try fixture.join(1, role: .host)
        let lock = Frame(.operation(SessionOperation(.lock(true), stamp: Stamp(clock: 50, participant: host))), sequence: 2)
        let unlock = Frame(.operation(SessionOperation(.lock(false), stamp: Stamp(clock: 51, participant: host))), sequence: 3)
        #expect(fixture.room.receive(unlock, from: host, at: 1_000).isEmpty)
        #expect(fixture.room.receive(lock, from: host, at: 1_000).count == 1)
        #expect(fixture.room.receive(lock, from: host, at: 1_000).isEmpty)
        #expect(fixture.room.receive(unlock, from: host, at: 1_000).count == 1)
        #expect(fixture.room.receive(lock, from: host, at: 1_000).isEmpty)
        #expect(!fixture.room.state.isLocked)
        // Unnumbered operations, and messages that only a room sends.
        let unnumbered = Frame(.operation(SessionOperation(.lock(true), stamp: Stamp(clock: 60, participant: host))))
        #expect(fixture.room.receive(unnumbered, from: host, at: 1_000).isEmpty)
        for message in try SampleMessages.messages() {
            switch message {
            case .welcome, .refusal, .pong, .snapshot, .hello:
                #expect(fixture.room.receive(Frame(message), from: host, at: 1_000).isEmpty)
            default: continue
            }
        }
        #expect(!fixture.room.state.isLocked)
    }

    @Test func `a flood is limited to the rate, and nothing that was refused for it is lost`() throws {
        var fixture = RoomFixture(settings: RoomSettings(maxOperationRate: 10))
        let host = try fixture.join(1, role: .host)
        var accepted = 1
        for number in 2...200 as ClosedRange<UInt32> {
            let stamp = Stamp(clock: UInt64(number) + 10, participant: host)
            let frame = Frame(.operation(SessionOperation(.lock(number % 2 == 0), stamp: stamp)), sequence: number)
            let deliveries = fixture.room.receive(frame, from: host, at: 1_000)
            if RoomFixture.events(in: deliveries).count == 1 { accepted += 1 }
            if number == 41 { #expect(RoomFixture.refusal(in: deliveries) == .tooFast) }
            // Those after it are not in order, so that the flood isn't answered.
            if number > 41 { #expect(deliveries.isEmpty) }
        }
        #expect(accepted == 40)
        // A tenth of a second later the first of them is accepted.
        let stamp = Stamp(clock: 100, participant: host)
        let again = Frame(.operation(SessionOperation(.lock(true), stamp: stamp)), sequence: 41)
        #expect(fixture.room.receive(again, from: host, at: 1_100).count == 1)
        var presences = 0
        let guest = try fixture.join(2)
        for i in 0..<1_000 as Range<UInt64> {
            let presence = Presence(participant: host, time: 1_100 + i, position: Vector3(0, 0, 0))
            presences += fixture.room.receive(Frame(.presence(presence)), from: host, at: 1_100).count
        }
        #expect(presences == 40 && fixture.room.connected.contains(guest))
    }

    @Test func `a room has limits`() throws {
        var fixture = RoomFixture(settings: RoomSettings(maxOperationRate: 10_000))
        let guest = try fixture.join(1)
        for _ in 0..<LiveLimits.maxCompanionsPerOwner { _ = try fixture.spawn(by: guest) }
        let id = CompanionID(creator: guest, number: fixture.next(guest))
        let spawn = Spawn(id: id, model: try #require(CompanionModel(0)), position: Vector3(0, 0, 0))
        #expect(RoomFixture.refusal(in: fixture.send(.spawn(spawn), from: guest)) == .roomFull)
        for key in 2...UInt64(LiveLimits.maxParticipants) { _ = try fixture.admit(key) }
        let answer = fixture.room.admit(Hello(key: ParticipantKey(low: 0, high: 9)), role: .guest, at: 1_000)
        #expect(answer == .refused(Refusal(.roomFull)))
        // Whoever is known returns.
        #expect(try fixture.admit(7) == ParticipantID(7))
    }

    @Test func `nobody acts before joining`() throws {
        var fixture = RoomFixture()
        let guest = try fixture.admit(1)
        #expect(RoomFixture.refusal(in: fixture.effect(by: guest)) == .notJoined)
        #expect(RoomFixture.refusal(in: fixture.send(.leave(guest), from: guest)) == .notJoined)
        #expect(fixture.room.receive(Frame(.ping(Ping(clientTime: 5))), from: ParticipantID(44), at: 1_000).isEmpty)
    }

    // MARK: Resuming and saving

    @Test func `a client resumes with the events that it lacks, or with a snapshot`() throws {
        var fixture = RoomFixture(settings: RoomSettings(logCapacity: 4, maxOperationRate: 1_000))
        let host = try fixture.join(1, role: .host)
        for i in 0..<3 { _ = fixture.send(.lock(i % 2 == 0), from: host) }
        func resume(_ sequence: UInt32) -> [Message] {
            var room = fixture.room
            return room.receive(Frame(.resume(Resume(after: sequence))), from: host, at: 2_000).compactMap {
                if case .send(let frame) = $0.content { frame.message } else { nil }
            }
        }
        #expect(resume(4).isEmpty)
        #expect(resume(2).count == 2)
        for sequence: UInt32 in [0, 5, .max] {
            guard case .snapshot(let snapshot) = resume(sequence).first else {
                Issue.record("no snapshot after \(sequence)")
                continue
            }
            #expect(snapshot.sequence == 4 && snapshot.received == 4 && snapshot.operations == fixture.room.state.operations())
        }
        for i in 0..<20 { _ = fixture.send(.lock(i % 2 == 0), from: host) }
        guard case .snapshot = resume(2).first else {
            Issue.record("the log still has events that it should have dropped")
            return
        }
    }

    @Test func `a saved room is restored, and damaged bytes are refused`() throws {
        var fixture = RoomFixture()
        let host = try fixture.join(1, role: .host)
        _ = try fixture.join(2)
        let companion = try fixture.spawn(by: host)
        _ = fixture.effect(by: host)
        let bytes = fixture.room.saved()
        let restored = try Room(restoring: bytes, at: 500)
        #expect(restored.state == fixture.room.state && restored.newest == fixture.room.newest)
        #expect(restored.time == 1_000 && restored.connected.isEmpty && restored.saved() == bytes)
        fixture.room = restored
        #expect(try fixture.admit(1) == host)
        #expect(RoomFixture.refusal(in: fixture.send(.remove(companion), from: host)) == nil)

        for count in 0..<bytes.count - 1 {
            // A room without its last operations is valid; it never has a participant without a key.
            if let shorter = try? Room(restoring: Array(bytes.prefix(count)), at: 0) {
                #expect(shorter.state.participantIDs.count <= 2 && count > 50)
            }
        }
        for bit in 0..<8 * bytes.count {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            guard var room = try? Room(restoring: damaged, at: 0) else { continue }
            _ = room.admit(Hello(key: ParticipantKey(low: 9, high: 9)), role: .host, at: 0)
            _ = room.advance(to: 90_000)
        }
    }
}
