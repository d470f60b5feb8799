import Geometry
import Live
import Testing

/// One message of each type and form, with values at the ends of their ranges.
enum SampleMessages {
    static let ada = ParticipantID(1)
    static let bo = ParticipantID(2)
    static let companion = CompanionID(creator: ada, number: 3)
    static let stamp = Stamp(clock: 0x0102_0304_0506_0708, participant: ada)
    static let turn = Quaternion(angle: 1.25, axis: Vector3(0, 1, 0))
    static let tilt = Quaternion(angle: 0.5, axis: Vector3(1, 0, 0)) * turn

    static func profile(_ id: ParticipantID = ada, role: Role = .host, name: String = "Ada") throws -> Profile {
        Profile(
            participant: id, role: role, color: AvatarColor(red: 255, green: 0, blue: 128), name: try #require(DisplayName(name)))
    }

    static func changes() throws -> [Change] {
        let model = try #require(CompanionModel(5))
        let edge = Vector3(LiveLimits.maxCoordinate, -LiveLimits.maxCoordinate, 0)
        return [
            .join(try profile()), .join(try profile(bo, role: .viewer, name: String(repeating: "ö", count: 32))),
            .leave(bo), .kick(bo),
            .spawn(Spawn(id: companion, model: model, position: edge, rotation: tilt, scale: LiveLimits.maxScale)),
            .update(Update(id: companion, position: Vector3(1, 2, 3))), .update(Update(id: companion, rotation: turn)),
            .update(Update(id: companion, scale: LiveLimits.minScale)),
            .update(Update(id: companion, position: Vector3(-1, 0.5, 0), rotation: tilt, scale: 2)),
            .remove(companion), .handOver(Handover(companion: companion, owner: bo)),
            .action(TimedAction(companion: companion, action: .sparkle, start: .max, duration: LiveLimits.maxDuration)),
            .effect(
                TimedEffect(
                    id: EffectID(creator: ada, number: 9), style: .hearts, position: Vector3(0, 1, 0), companion: companion,
                    start: 12, duration: 0)),
            .effect(
                TimedEffect(
                    id: EffectID(creator: bo, number: .max), style: .sparkles, position: edge, start: 12, duration: 4_000)),
            .lock(true), .lock(false), .muteEffects(true), .muteEffects(false),
            .measure(SharedMeasurement(id: MeasurementID(creator: ada, number: 3), points: [edge, Vector3(1, 2, 3)])),
            .measure(
                SharedMeasurement(
                    id: MeasurementID(creator: bo, number: .max),
                    points: (0..<LiveLimits.maxMeasurementPoints).map { Vector3(Float($0), 0, 1) }, isClosed: true)),
            .removeMeasurement(MeasurementID(creator: bo, number: 7)),
        ]
    }

    static func messages() throws -> [Message] {
        let key = ParticipantKey(low: 0x0807_0605_0403_0201, high: .max)
        let operations = try changes().map { SessionOperation($0, stamp: stamp) }
        return [
            .hello(Hello(key: key)), .hello(Hello(oldest: 2, newest: 9, key: key, capabilities: [])),
            .welcome(
                Welcome(
                    version: .v4, participant: bo, role: .guest, time: 99_000, clock: 70, received: 4, capabilities: .all)),
            .refusal(Refusal(.clientTooOld)), .refusal(Refusal(.roomFull, remedy: .retryLater, operation: 8)),
            .presence(Presence(participant: ada, time: 5, position: Vector3(1, 1.6, 0), rotation: turn)),
            .presence(Presence(participant: bo, time: 6, position: Vector3(0, 0, 0), pointer: Vector3(-4, 0, 2))),
            .reaction(Reaction(participant: bo, time: 77, symbol: .wave)), .ping(Ping(clientTime: 123_456_789_012)),
            .pong(Pong(clientTime: 1, time: 2, newest: 3, received: 4)), .resume(Resume(after: 88)),
            .snapshot(Snapshot(sequence: 7, clock: 8, time: 9, received: 10, operations: operations)),
            .snapshot(Snapshot(sequence: 0, clock: 0, time: 0, received: 0, operations: [])),
        ] + operations.map { .operation($0) }
    }

    /// Each message in a frame; operations are numbered.
    static func frames() throws -> [Frame] {
        try messages().enumerated().map { i, message in
            if case .operation = message { Frame(message, sequence: UInt32(i) + 1) } else { Frame(message) }
        }
    }
}
