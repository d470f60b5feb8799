import Foundation
import Geometry
import Live
import Testing

/// A session as one client's connection sees it, in packets of one version. A fixture of each version is in Fixtures/: lines `>
/// HEX` from the client, `< HEX` from the room.
struct RecordedSession {
    struct Line: Equatable {
        var isFromRoom: Bool
        var bytes: [UInt8]
    }

    let version: ProtocolVersion
    private(set) var lines: [Line] = []
    private var room = Room(settings: RoomSettings(maxOperationRate: 1_000), at: 5_000)
    private var time: UInt64 = 5_000
    /// Index 0 is recorded and speaks `version`; the others speak the current version.
    private var replicas = (1...3).map { Replica(key: ParticipantKey(low: UInt64($0), high: 0xA0)) }

    static func file(_ version: ProtocolVersion) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/session-\(version.rawValue).txt")
    }

    /// The recording in a fixture.
    static func lines(of text: String) throws -> [Line] {
        try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let digits = Array(line.dropFirst(2).utf8)
            let bytes = try stride(from: 0, to: digits.count, by: 2).map {
                try #require(UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16))
            }
            return Line(isFromRoom: line.hasPrefix("<"), bytes: bytes)
        }
    }

    /// The recording as the content of a fixture.
    var text: String {
        "# A session in version \(version.rawValue): > from the client, < from the room. See docs/live-protocol.md.\n"
            + lines.map { line in
                (line.isFromRoom ? "< " : "> ")
                    + line.bytes.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined() + "\n"
            }.joined()
    }

    /// Records a session with every message.
    init(version: ProtocolVersion) throws {
        self.version = version
        for i in replicas.indices { try connect(i) }
        try join()
        try play()
        // The fixtures of earlier versions were recorded before there were measurements.
        if version >= .v4 { try measure() }
        try moderate()
        try reconnect()
    }

    // MARK: The session

    private mutating func join() throws {
        for (i, name) in ["Ada", "Björn", "チビ"].enumerated() {
            let id = try #require(replicas[i].id)
            try perform(
                .join(
                    Profile(
                        participant: id, role: replicas[i].role, color: AvatarColor(red: 10, green: 20, blue: UInt8(i)),
                        name: try #require(DisplayName(name)))), by: i)
        }
    }

    private mutating func play() throws {
        let companion = try #require(replicas[0].nextCompanionID)
        let tilt = Quaternion(0.5, 0.5, 0.5, 0.5)
        try perform(
            .spawn(
                Spawn(
                    id: companion, model: try #require(CompanionModel(4)), position: Vector3(1, 0.25, -2),
                    rotation: Quaternion(0, 1, 0, 0), scale: 1.5)), by: 0)
        try perform(.update(Update(id: companion, position: Vector3(1.5, 0.25, -2))), by: 0)
        try perform(.update(Update(id: companion, scale: 0.5)), by: 0)
        try perform(.update(Update(id: companion, position: Vector3(2, 0, 2), rotation: tilt, scale: 2)), by: 1)
        for i in [0, 1] {
            let id = try #require(replicas[i].id)
            send(
                [
                    Frame(
                        .presence(
                            Presence(
                                participant: id, time: time, position: Vector3(0, 1.5, Float(i)), pointer: Vector3(3, 0.5, 1)))),
                    Frame(.reaction(Reaction(participant: id, time: time, symbol: .clap))),
                ], from: i)
        }
        try perform(.action(TimedAction(companion: companion, action: .dance, start: time, duration: 3_000)), by: 0)
        for i in [0, 1] {
            let effect = try #require(replicas[i].nextEffectID)
            try perform(
                .effect(
                    TimedEffect(
                        id: effect, style: .bubbles, position: Vector3(1, 1, 1), companion: i == 1 ? companion : nil,
                        start: time + 500, duration: 2_000)), by: i)
        }
        let second = try #require(replicas[0].nextCompanionID)
        try perform(
            .spawn(Spawn(id: second, model: try #require(CompanionModel(0)), position: Vector3(0, 0, 0))), by: 0)
        try perform(.remove(second), by: 0)
        send([replicas[0].ping(at: 42)], from: 0)
        try perform(.handOver(Handover(companion: companion, owner: try #require(replicas[0].id))), by: 1)
    }

    private mutating func measure() throws {
        for i in [0, 1, 2] {
            let id = try #require(replicas[i].nextMeasurementID)
            let points = [Vector3(0, 0, 0), Vector3(2, 0, 0), Vector3(2, 0, 1.5)]
            try perform(.measure(SharedMeasurement(id: id, points: points, isClosed: i == 1)), by: i)
        }
        // Its author removes one; that of the participant that leaves is removed by the room; one stays.
        try perform(.removeMeasurement(try #require(replicas[1].state.measurements.first { $0.isClosed }).id), by: 1)
    }

    private mutating func moderate() throws {
        try perform(.lock(true), by: 1)
        try perform(.lock(false), by: 1)
        try perform(.muteEffects(true), by: 1)
        // Refused, which the client couldn't know: it hasn't seen the mute in versions 1 and 2.
        let id = try #require(replicas[0].id)
        let number = try #require(replicas[0].nextEffectID).number
        let effect = TimedEffect(
            id: EffectID(creator: id, number: number), style: .snow, position: Vector3(0, 0, 0), start: time, duration: 1)
        let stamp = Stamp(clock: room.state.clock + 1, participant: id)
        send([Frame(.operation(SessionOperation(.effect(effect), stamp: stamp)), sequence: number)], from: 0)
        try perform(.leave(try #require(replicas[2].id)), by: 2)
        try perform(.kick(try #require(replicas[2].id)), by: 1)
    }

    private mutating func reconnect() throws {
        time += 1_000
        room.disconnect(try #require(replicas[0].id), at: time)
        replicas[0].disconnect()
        let companion = try #require(replicas[1].state.companionIDs.first)
        try perform(.update(Update(id: companion, position: Vector3(0, 0, 7))), by: 1)
        try connect(0)
        // And the whole state.
        send([Frame(.resume(Resume(after: 0)))], from: 0)
    }

    // MARK: The wire

    private func codec(of i: Int) -> PacketCodec { PacketCodec(version: i == 0 ? version : .current) }

    private mutating func connect(_ i: Int) throws {
        let hello = Frame(
            .hello(
                Hello(
                    newest: codec(of: i).version.rawValue, key: replicas[i].key,
                    capabilities: i == 0 && version == .v1 ? .presence : .all)))
        let bytes = record(hello, isFromRoom: false, of: i)
        guard case .hello(let received) = try codec(of: i).decode(bytes).first?.message,
            case .welcomed(_, let deliveries) = room.admit(received, role: i == 2 ? .guest : .host, at: time)
        else { throw FixtureFailure("not welcomed") }
        carryOut(deliveries, newest: i)
    }

    private mutating func perform(_ change: Change, by i: Int) throws {
        if let frame = try replicas[i].perform(change, at: time) { send([frame], from: i) }
    }

    private mutating func send(_ frames: [Frame], from i: Int) {
        for frame in frames {
            let bytes = record(frame, isFromRoom: false, of: i)
            guard let id = replicas[i].id, let received = try? codec(of: i).decode(bytes) else { continue }
            for frame in received { carryOut(room.receive(frame, from: id, at: time), newest: i) }
        }
    }

    private mutating func carryOut(_ deliveries: [Delivery], newest: Int) {
        for delivery in deliveries {
            guard case .send(let frame) = delivery.content else { continue }
            for id in delivery.recipients {
                let i = replicas.firstIndex { $0.id == id } ?? newest
                let bytes = record(frame, isFromRoom: true, of: i)
                guard let received = try? codec(of: i).decode(bytes) else { continue }
                for frame in received { send(replicas[i].receive(frame, at: time), from: i) }
            }
        }
    }

    private mutating func record(_ frame: Frame, isFromRoom: Bool, of i: Int) -> [UInt8] {
        let bytes = codec(of: i).encode([frame])
        if i == 0 && !bytes.isEmpty { lines.append(Line(isFromRoom: isFromRoom, bytes: bytes)) }
        return bytes
    }
}
