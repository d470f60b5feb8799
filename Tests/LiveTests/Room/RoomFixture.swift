import Geometry
import Live
import Testing

/// A room with participants, whose operations are numbered and stamped as a client's are.
struct RoomFixture {
    var room: Room
    var numbers: [ParticipantID: UInt32] = [:]
    var clock: UInt64 = 0
    var time: UInt64 = 1_000

    init(settings: RoomSettings = RoomSettings(maxOperationRate: 1_000)) { room = Room(settings: settings, at: 1_000) }

    /// Connects a participant; its key is `key` in both halves.
    mutating func admit(_ key: UInt64, role: Role = .guest) throws -> ParticipantID {
        let hello = Hello(key: ParticipantKey(low: key, high: key))
        guard case .welcomed(let id, _) = room.admit(hello, role: role, at: time) else {
            throw FixtureFailure("the participant was refused")
        }
        return id
    }

    /// Connects a participant that joins.
    mutating func join(_ key: UInt64, role: Role = .guest) throws -> ParticipantID {
        let id = try admit(key, role: role)
        let deliveries = send(.join(try SampleMessages.profile(id, role: role)), from: id)
        #expect(Self.refusal(in: deliveries) == nil)
        return id
    }

    /// The id of what the next operation of a participant creates.
    func next(_ id: ParticipantID) -> UInt32 { (numbers[id] ?? 0) + 1 }

    mutating func send(_ change: Change, from id: ParticipantID) -> [Delivery] {
        clock = max(clock, room.state.clock) + 1
        return send(SessionOperation(change, stamp: Stamp(clock: clock, participant: id)), from: id)
    }

    mutating func send(_ operation: SessionOperation, from id: ParticipantID) -> [Delivery] {
        numbers[id] = next(id)
        return room.receive(Frame(.operation(operation), sequence: numbers[id] ?? 0), from: id, at: time)
    }

    mutating func spawn(by id: ParticipantID) throws -> CompanionID {
        let companion = CompanionID(creator: id, number: next(id))
        let model = try #require(CompanionModel(2))
        let deliveries = send(.spawn(Spawn(id: companion, model: model, position: Vector3(0, 0, 0))), from: id)
        #expect(Self.refusal(in: deliveries) == nil)
        return companion
    }

    mutating func effect(by id: ParticipantID, start: UInt64? = nil) -> [Delivery] {
        let effect = TimedEffect(
            id: EffectID(creator: id, number: next(id)), style: .confetti, position: Vector3(0, 0, 0), start: start ?? time,
            duration: 900)
        return send(.effect(effect), from: id)
    }

    static func refusal(in deliveries: [Delivery]) -> Refusal.Reason? {
        for delivery in deliveries {
            if case .send(let frame) = delivery.content, case .refusal(let refusal) = frame.message { return refusal.reason }
        }
        return nil
    }

    static func events(in deliveries: [Delivery]) -> [Change] {
        deliveries.compactMap { delivery in
            guard case .send(let frame) = delivery.content, case .operation(let operation) = frame.message else { return nil }
            return operation.change
        }
    }
}

/// Why a fixture could not be made.
struct FixtureFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
