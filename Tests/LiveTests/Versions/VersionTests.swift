import Foundation
import Geometry
import Live
import Testing

/// Recorded sessions of each version, every pair of versions, and the agreement on a version.
@Suite struct VersionTests {
    @Test(arguments: ProtocolVersion.allCases)
    func `the recorded session of a version is what is recorded today`(version: ProtocolVersion) throws {
        let session = try RecordedSession(version: version)
        // Only for a new version: the fixtures of published versions never change.
        if ProcessInfo.processInfo.environment["DIORAMA_WRITE_FIXTURES"] != nil {
            try session.text.write(to: RecordedSession.file(version), atomically: true, encoding: .utf8)
        }
        let recorded = try RecordedSession.lines(of: try String(contentsOf: RecordedSession.file(version), encoding: .utf8))
        #expect(recorded.count > 30)
        #expect(recorded == session.lines)
    }

    @Test(arguments: ProtocolVersion.allCases)
    func `a recorded session can be decoded and replayed`(version: ProtocolVersion) throws {
        let lines = try RecordedSession.lines(of: try String(contentsOf: RecordedSession.file(version), encoding: .utf8))
        let codec = PacketCodec(version: version)
        var replica = Replica(key: ParticipantKey(low: 1, high: 0xA0))
        var last: Snapshot?
        for line in lines {
            let frames = try codec.decode(line.bytes)
            // Bit for bit, except for the headings of version 1, which are rotations in between.
            let again = codec.encode(frames)
            if version == .v1 {
                let decoded = try codec.decode(again)
                #expect(zip(frames, decoded).allSatisfy { Self.isNear($0.message, $1.message) && $0.sequence == $1.sequence })
                #expect(again.count == line.bytes.count)
            } else {
                #expect(again == line.bytes)
            }
            guard line.isFromRoom else { continue }
            for frame in frames {
                if case .snapshot(let snapshot) = frame.message { last = snapshot }
                _ = replica.receive(frame, at: 0)
            }
        }
        let snapshot = try #require(last)
        #expect(replica.sequence == snapshot.sequence && snapshot.sequence > 15)
        let companion = try #require(replica.state.companionIDs.first.flatMap { replica.state.companion($0) })
        #expect(companion.position?.value == Vector3(0, 0, 7) && replica.state.companionIDs.count == 1)
        #expect(companion.scale?.value == (version == .v1 ? 1 : 2))
        #expect(replica.state.participant(ParticipantID(2))?.profile?.value.name.text == "Björn")
        #expect(replica.state.participant(ParticipantID(3))?.isActive == false)
        #expect(replica.state.areEffectsMuted == (version >= .v3))
        #expect(replica.state.measurements.map(\.points.count) == (version >= .v4 ? [3] : []))
    }

    @Test func `each version has its own layouts`() throws {
        let files = try ProtocolVersion.allCases.map { try String(contentsOf: RecordedSession.file($0), encoding: .utf8) }
        #expect(Set(files).count == ProtocolVersion.allCases.count)
        // Packets of one version are errors or other messages in another: the version is agreed on, not guessed.
        let spawn = try #require(try SampleMessages.changes().first { if case .spawn = $0 { true } else { false } })
        let frame = Frame(.operation(SessionOperation(spawn, stamp: SampleMessages.stamp)), sequence: 1)
        #expect(throws: LiveError.self) { try PacketCodec(version: .v1).decode(PacketCodec(version: .v2).encode([frame])) }
        #expect(throws: LiveError.self) { try PacketCodec(version: .v2).decode(PacketCodec(version: .v1).encode([frame])) }
    }

    // MARK: Pairs of versions

    /// What arrives of a message that passes through a version, written down independently of the migrations; nil where nothing
    /// does.
    static func expected(_ message: Message, through version: ProtocolVersion) -> Message? {
        switch message {
        case .hello, .ping, .pong, .resume, .empty: return message
        case .snapshot(var snapshot):
            snapshot.operations = snapshot.operations.compactMap {
                if case .operation(let operation) = expected(.operation($0), through: version) { operation } else { nil }
            }
            return .snapshot(snapshot)
        case .welcome(var welcome):
            if version == .v1 { welcome.capabilities = .presence }
            return .welcome(welcome)
        case .refusal(var refusal):
            if version < .v3 { refusal.remedy = Refusal.usualRemedy(of: refusal.reason) }
            return .refusal(refusal)
        case .presence(var presence):
            if version == .v1 { presence.pointer = nil }
            return .presence(presence)
        case .reaction: return version == .v1 ? nil : message
        case .operation(let operation):
            return expected(operation.change, through: version).map { .operation(SessionOperation($0, stamp: operation.stamp)) }
        }
    }

    private static func expected(_ change: Change, through version: ProtocolVersion) -> Change? {
        switch change {
        case .spawn(var spawn):
            if version == .v1 {
                spawn.scale = 1
                spawn.rotation = upright(spawn.rotation)
            }
            return .spawn(spawn)
        case .update(var update):
            if version == .v1 {
                update.scale = nil
                update.rotation = update.rotation.map { upright($0) }
                if update.position == nil && update.rotation == nil { return nil }
            }
            return .update(update)
        case .effect(var effect):
            if version < .v3 { effect.companion = nil }
            return .effect(effect)
        case .kick(let id): return version < .v3 ? .leave(id) : change
        case .handOver, .lock, .muteEffects: return version < .v3 ? nil : change
        case .measure, .removeMeasurement: return version < .v4 ? nil : change
        case .join, .leave, .remove, .action: return change
        }
    }

    /// The part of a rotation about +y: the other components of the quaternion are dropped (swing-twist decomposition).
    private static func upright(_ rotation: Quaternion) -> Quaternion {
        let q = rotation.vector
        return Quaternion(0, q.y, 0, q.w).normalized
    }

    @Test(arguments: ProtocolVersion.allCases, ProtocolVersion.allCases)
    func `what one version sends arrives in another`(sender: ProtocolVersion, recipient: ProtocolVersion) throws {
        for frame in try SampleMessages.frames() {
            if case .hello = frame.message { continue }
            // From the client to the room, and from there to another client.
            let inRoom = try PacketCodec(version: sender).decode(PacketCodec(version: sender).encode([frame]))
            let arrived = try PacketCodec(version: recipient).decode(PacketCodec(version: recipient).encode(inRoom))
            let wanted = Self.expected(frame.message, through: min(sender, recipient))
            let isNumbered = frame.sequence != 0
            #expect(arrived.count == (wanted != nil || isNumbered ? 1 : 0), "\(frame)")
            guard let got = arrived.first else { continue }
            #expect(got.sequence == frame.sequence)
            #expect(Self.isNear(got.message, wanted ?? .empty), "\(got.message) instead of \(wanted ?? .empty)")
        }
    }

    /// Whether messages are equal, except for the rounding of rotations.
    private static func isNear(_ a: Message, _ b: Message) -> Bool {
        switch (a, b) {
        case (.operation(let a), .operation(let b)): return isNear(a, b)
        case (.snapshot(var a), .snapshot(var b)):
            let isSame = zip(a.operations, b.operations).allSatisfy { isNear($0, $1) } && a.operations.count == b.operations.count
            a.operations = []
            b.operations = []
            return isSame && a == b
        default: return a == b
        }
    }

    private static func isNear(_ a: SessionOperation, _ b: SessionOperation) -> Bool {
        guard a.stamp == b.stamp else { return false }
        switch (a.change, b.change) {
        case (.spawn(let x), .spawn(var y)):
            guard isNear(x.rotation, y.rotation) else { return false }
            y.rotation = x.rotation
            return x == y
        case (.update(let x), .update(var y)):
            guard let rotation = x.rotation, let other = y.rotation else { return x == y }
            guard isNear(rotation, other) else { return false }
            y.rotation = rotation
            return x == y
        default: return a.change == b.change
        }
    }

    private static func isNear(_ a: Quaternion, _ b: Quaternion) -> Bool { (a.vector * b.vector).sum().magnitude > 1 - 1e-6 }

    // MARK: Agreement

    @Test func `the newest common version is agreed on, or the refusal says who has to be updated`() throws {
        func outcome(_ oldest: UInt8, _ newest: UInt8) -> Result<ProtocolVersion, Refusal> {
            let hello = Hello(oldest: oldest, newest: newest, key: ParticipantKey(low: 0, high: 0))
            do throws(Refusal) { return .success(try ProtocolVersion.negotiate(hello)) } catch { return .failure(error) }
        }
        #expect(outcome(1, 1) == .success(.v1) && outcome(1, 2) == .success(.v2) && outcome(1, 3) == .success(.v3))
        #expect(outcome(1, 4) == .success(.v4) && outcome(4, 4) == .success(.v4))
        #expect(outcome(2, 9) == .success(.v4) && outcome(3, 255) == .success(.v4))
        #expect(outcome(0, 0) == .failure(Refusal(.clientTooOld, remedy: .updateClient)))
        #expect(outcome(5, 6) == .failure(Refusal(.serverTooOld, remedy: .updateServer)))
        #expect(outcome(3, 2) == .failure(Refusal(.serverTooOld, remedy: .updateServer)))
    }

    @Test(arguments: ProtocolVersion.allCases)
    func `the client finds the version in the answer`(version: ProtocolVersion) throws {
        let welcome = Welcome(
            version: version, participant: ParticipantID(1), role: .guest, time: 1, clock: 2, received: 3, capabilities: .presence)
        let bytes = PacketCodec(version: version).encode([Frame(.welcome(welcome))])
        let codec = try PacketCodec(forAnswer: bytes)
        #expect(codec.version == version)
        #expect(try codec.decode(bytes) == [Frame(.welcome(welcome))])
        let refusal = PacketCodec(version: version).encode([Frame(.refusal(Refusal(.kicked)))])
        let answer = try PacketCodec(forAnswer: refusal)
        #expect(try answer.decode(refusal) == [Frame(.refusal(Refusal(.kicked)))])
        #expect(
            ProtocolVersion.forRefusal(of: Hello(oldest: 0, newest: version.rawValue, key: ParticipantKey(low: 1, high: 1)))
                == version)
        for count in 0..<8 { #expect(throws: LiveError.self) { try PacketCodec(forAnswer: Array(bytes.prefix(count))) } }
        #expect(throws: LiveError.self) {
            try PacketCodec(forAnswer: PacketCodec().encode([Frame(.ping(Ping(clientTime: 1)))]))
        }
    }

    @Test func `headings of version 1 are those of the rotation in every direction`() throws {
        for degrees in stride(from: -180, through: 180, by: 5) {
            let heading = Float(degrees) * .pi / 180
            for sign: Float in [1, -1] {
                let turn = Quaternion(angle: heading, axis: Vector3(0, 1, 0)).vector * sign
                let update = Update(id: SampleMessages.companion, rotation: Quaternion(turn.x, turn.y, turn.z, turn.w))
                let frame = Frame(.operation(SessionOperation(.update(update), stamp: SampleMessages.stamp)), sequence: 1)
                let codec = PacketCodec(version: .v1)
                guard case .operation(let operation) = try codec.decode(codec.encode([frame])).first?.message,
                    case .update(let arrived) = operation.change
                else {
                    Issue.record("no update at \(degrees)°")
                    continue
                }
                #expect(Self.isNear(try #require(arrived.rotation), update.rotation ?? .identity), "\(degrees)°")
            }
        }
    }
}
