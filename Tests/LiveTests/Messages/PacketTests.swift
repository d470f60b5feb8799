import Geometry
import Live
import Support
import Testing

/// Packets of the current version: what is encoded is decoded again, and what is damaged is an error or another valid message.
@Suite struct PacketTests {
    private let codec = PacketCodec()

    private func error(of bytes: [UInt8]) -> LiveError? {
        do {
            _ = try codec.decode(bytes)
            return nil
        } catch { return error }
    }

    @Test func `every message is decoded as it was encoded, alone and in one packet`() throws {
        let frames = try SampleMessages.frames()
        for frame in frames { #expect(try codec.decode(codec.encode([frame])) == [frame]) }
        #expect(try codec.decode(codec.encode(frames)) == frames)
        #expect(try codec.decode([]).isEmpty)
    }

    @Test func `a packet that is cut off is truncated, wherever the cut is`() throws {
        for frame in try SampleMessages.frames() {
            let bytes = codec.encode([frame])
            for count in 1..<bytes.count {
                let found = error(of: Array(bytes.prefix(count)))
                #expect(found?.problem == .truncated, "\(frame) cut to \(count) of \(bytes.count) bytes")
                #expect((found?.offset ?? .max) <= count)
            }
        }
    }

    @Test func `a body that is shorter or longer than its content is an error`() throws {
        for frame in try SampleMessages.frames() {
            let bytes = codec.encode([frame])
            if case .hello = frame.message { continue }
            #expect(error(of: Self.withBody(of: bytes, changedBy: 1))?.problem != nil, "\(frame)")
            // A snapshot without its last operation is one as well.
            if case .snapshot(let snapshot) = frame.message, !snapshot.operations.isEmpty { continue }
            #expect(error(of: Self.withBody(of: bytes, changedBy: -1))?.problem == .truncated, "\(frame)")
        }
    }

    /// The only frame of a packet with a byte more or less.
    private static func withBody(of bytes: [UInt8], changedBy difference: Int) -> [UInt8] {
        var bytes = difference > 0 ? bytes + [0] : Array(bytes.dropLast())
        let length = bytes.count - 8
        for i in 0..<3 { bytes[1 + i] = UInt8(truncatingIfNeeded: length >> (8 * i)) }
        return bytes
    }

    @Test func `a hello may be longer in later versions`() throws {
        let hello = Frame(.hello(Hello(oldest: 3, newest: 7, key: ParticipantKey(low: 1, high: 2))))
        #expect(try codec.decode(Self.withBody(of: codec.encode([hello]), changedBy: 1)) == [hello])
    }

    @Test func `flipped bits never trap, and what is still valid can be encoded again`() throws {
        var errors = 0
        var valid = 0
        for frame in try SampleMessages.frames() {
            let bytes = codec.encode([frame])
            for bit in 0..<8 * bytes.count {
                var damaged = bytes
                damaged[bit / 8] ^= 1 << (bit % 8)
                guard let decoded = try? codec.decode(damaged) else {
                    errors += 1
                    continue
                }
                valid += 1
                let again = try codec.decode(codec.encode(decoded))
                #expect(again == decoded)
            }
        }
        #expect(errors > 1_000 && valid > 1_000)
    }

    @Test func `random bytes never trap`() {
        var random = SplitMix64(seed: 19)
        for _ in 0..<20_000 {
            let count = Int(random.next() % 80)
            var bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            // A known type and a fitting length, so that the bodies are read.
            if count > 8 {
                bytes[0] %= 21
                bytes[1] = UInt8(count - 8)
                bytes[2] = 0
                bytes[3] = 0
            }
            for version in ProtocolVersion.allCases { _ = try? PacketCodec(version: version).decode(bytes) }
        }
    }

    // MARK: Values

    @Test(arguments: [Float.nan, .infinity, -.infinity, .signalingNaN, 10_001, -10_001, .greatestFiniteMagnitude])
    func `a coordinate that isn't finite or is too far away is refused`(value: Float) throws {
        for axis in 0..<3 {
            var position = Vector3(1, 2, 3)
            position[axis] = value
            let update = Update(id: SampleMessages.companion, position: position)
            let bytes = codec.encode([Frame(.operation(SessionOperation(.update(update), stamp: SampleMessages.stamp)))])
            #expect(error(of: bytes) == LiveError(.numberOutOfRange, offset: 8 + 12 + 8 + 1 + 4 * axis))
            let presence = Presence(participant: SampleMessages.ada, time: 0, position: Vector3(0, 0, 0), pointer: position)
            #expect(error(of: codec.encode([Frame(.presence(presence))]))?.problem == .numberOutOfRange)
        }
    }

    @Test(arguments: [Float.nan, .infinity, 0, -1, 0.049, 20.1])
    func `a scale out of range is refused`(scale: Float) throws {
        let update = Update(id: SampleMessages.companion, scale: scale)
        let bytes = codec.encode([Frame(.operation(SessionOperation(.update(update), stamp: SampleMessages.stamp)))])
        #expect(error(of: bytes)?.problem == .numberOutOfRange)
    }

    @Test(arguments: [
        Quaternion(0, 0, 0, 0), Quaternion(1, 1, 1, 1), Quaternion(0, 0, 0, .nan), Quaternion(0, .infinity, 0, 1),
        Quaternion(0, 0, 0, 1.02),
    ])
    func `a rotation that isn't a unit quaternion is refused`(rotation: Quaternion) throws {
        let update = Update(id: SampleMessages.companion, rotation: rotation)
        let bytes = codec.encode([Frame(.operation(SessionOperation(.update(update), stamp: SampleMessages.stamp)))])
        #expect(error(of: bytes)?.problem == .numberOutOfRange)
    }

    @Test func `a duration beyond a minute is refused`() throws {
        let action = TimedAction(companion: SampleMessages.companion, action: .idle, start: 0, duration: 60_001)
        let bytes = codec.encode([Frame(.operation(SessionOperation(.action(action), stamp: SampleMessages.stamp)))])
        #expect(error(of: bytes)?.problem == .numberOutOfRange)
    }

    @Test func `names that aren't UTF-8, are empty or too long, or have control characters are refused`() throws {
        let join = SessionOperation(.join(try SampleMessages.profile(name: "abcdef")), stamp: SampleMessages.stamp)
        let bytes = codec.encode([Frame(.operation(join))])
        let bad: [[UInt8]] = [
            [0xFF, 0x62], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3], [0x0A], [0x7F], [0xC2, 0x85],
            [0xE2, 0x80, 0xAE], [0xE2, 0x80, 0xA8], [0],
        ]
        for part in bad {
            var damaged = bytes
            damaged.replaceSubrange(damaged.count - part.count..<damaged.count, with: part)
            #expect(error(of: damaged)?.problem == .invalidText, "\(part)")
            #expect(DisplayName(utf8: part) == nil)
        }
        let lengthOffset = bytes.count - 7
        for length: UInt8 in [0, 65, 255] {
            var damaged = bytes
            damaged[lengthOffset] = length
            #expect(error(of: damaged)?.problem == .invalidText)
        }
        #expect(DisplayName("") == nil && DisplayName(String(repeating: "a", count: 65)) == nil)
        #expect(DisplayName("Zoë 🦊")?.text == "Zoë 🦊")
    }

    @Test func `unknown codes are refused`() throws {
        let reaction = Reaction(participant: SampleMessages.bo, time: 1, symbol: .heart)
        var bytes = codec.encode([Frame(.reaction(reaction))])
        bytes[bytes.count - 1] = UInt8(ReactionSymbol.allCases.count)
        #expect(error(of: bytes) == LiveError(.unknownCode, offset: bytes.count - 1))
        #expect(CompanionModel(6) == nil)
        // An update of nothing, and of a field that doesn't exist.
        let update = SessionOperation(.update(Update(id: SampleMessages.companion, scale: 1)), stamp: SampleMessages.stamp)
        for fields: UInt8 in [0, 8, 12] {
            var bytes = codec.encode([Frame(.operation(update))])
            bytes[8 + 12 + 8] = fields
            #expect(error(of: bytes)?.problem == .unknownCode)
        }
        var hello = codec.encode([Frame(.hello(Hello(key: ParticipantKey(low: 1, high: 2))))])
        hello[8] = 0
        #expect(error(of: hello)?.problem == .wrongSignature)
    }

    // MARK: Frames

    @Test func `unknown messages are skipped, and numbered ones keep their number`() throws {
        let ping = Frame(.ping(Ping(clientTime: 1)))
        let known = codec.encode([ping])
        let unknown: [UInt8] = [200, 3, 0, 0, 0, 0, 0, 0, 9, 9, 9]
        let numbered: [UInt8] = [201, 0, 0, 0, 5, 0, 0, 0]
        #expect(try codec.decode(known + unknown + numbered + known) == [ping, Frame(.empty, sequence: 5), ping])
        // Inside a snapshot as well.
        var snapshot = codec.encode([Frame(.snapshot(Snapshot(sequence: 1, clock: 2, time: 3, received: 4, operations: [])))])
        snapshot += unknown
        snapshot[1] += UInt8(unknown.count)
        #expect(try codec.decode(snapshot).count == 1)
    }

    @Test func `a snapshot inside a snapshot is not read`() throws {
        let inner = codec.encode([Frame(.snapshot(Snapshot(sequence: 1, clock: 2, time: 3, received: 4, operations: [])))])
        var outer = inner + inner
        outer[1] += UInt8(inner.count)
        let decoded = try codec.decode(outer)
        #expect(decoded == [Frame(.snapshot(Snapshot(sequence: 1, clock: 2, time: 3, received: 4, operations: [])))])
    }

    @Test func `packets that are too large are refused`() throws {
        let tiny: [UInt8] = [201, 0, 0, 0, 5, 0, 0, 0]
        let many = [[UInt8]](repeating: tiny, count: LiveLimits.maxPacketFrames + 1).flatMap { $0 }
        #expect(error(of: many) == LiveError(.tooLarge, offset: 8 * LiveLimits.maxPacketFrames))
        #expect(try codec.decode(Array(many.dropLast(8))).count == LiveLimits.maxPacketFrames)
        let size = LiveLimits.maxPacketBytes
        let large =
            [200, UInt8(size & 255), UInt8(size >> 8 & 255), UInt8(size >> 16), 0, 0, 0, 0] + [UInt8](repeating: 0, count: size)
        #expect(error(of: large)?.problem == .tooLarge)
        #expect(error(of: [UInt8](repeating: 0, count: LiveLimits.maxSnapshotBytes + 1))?.problem == .tooLarge)
        // A length that promises more than there is.
        #expect(error(of: [15, 255, 255, 255, 0, 0, 0, 0, 1, 2, 3])?.problem == .truncated)
    }

    @Test func `the largest state fits into one packet`() throws {
        var state = SessionState()
        var clock: UInt64 = 0
        func apply(_ change: Change) {
            clock += 1
            state.apply(SessionOperation(change, stamp: Stamp(clock: clock, participant: SampleMessages.ada)))
        }
        let model = try #require(CompanionModel(0))
        let name = String(repeating: "n", count: 64)
        for i in 1...LiveLimits.maxParticipants { apply(.join(try SampleMessages.profile(ParticipantID(UInt32(i)), name: name))) }
        for i in 1...LiveLimits.maxParticipants { apply(.leave(ParticipantID(UInt32(i)))) }
        for i in 1...UInt32(LiveLimits.maxCompanions) {
            let id = CompanionID(creator: SampleMessages.ada, number: i)
            apply(.spawn(Spawn(id: id, model: model, position: Vector3(0, 0, 0))))
            apply(.update(Update(id: id, position: Vector3(1, 0, 0))))
            apply(.update(Update(id: id, rotation: SampleMessages.turn)))
            apply(.update(Update(id: id, scale: 2)))
            apply(.handOver(Handover(companion: id, owner: SampleMessages.bo)))
            apply(.action(TimedAction(companion: id, action: .jump, start: 1, duration: 1)))
        }
        for i in 1...UInt32(LiveLimits.maxTombstones) { apply(.remove(CompanionID(creator: SampleMessages.bo, number: i))) }
        for i in 1...UInt32(LiveLimits.maxEffects) {
            let id = EffectID(creator: SampleMessages.bo, number: i)
            apply(
                .effect(
                    TimedEffect(
                        id: id, style: .snow, position: Vector3(0, 0, 0), companion: SampleMessages.companion, start: 1, duration: 1
                    )))
        }
        let snapshot = Snapshot(sequence: 1, clock: clock, time: 1, received: 1, operations: state.operations())
        let bytes = codec.encode([Frame(.snapshot(snapshot))])
        #expect(bytes.count < LiveLimits.maxSnapshotBytes, "\(bytes.count) bytes")
        #expect(try codec.decode(bytes) == [Frame(.snapshot(snapshot))])
    }

    @Test func `errors and refusals say what is wrong and what to do`() {
        #expect(LiveError(.truncated, offset: 12).description == "byte 12: the message is truncated; send it again")
        #expect(
            Refusal(.clientTooOld).description
                == "This page or program is too old for the session. Reload the page or update the program.")
        for reason in Refusal.Reason.allCases { #expect(Refusal(reason).description.hasSuffix(".")) }
        for remedy in Refusal.Remedy.allCases where remedy != .nothing {
            #expect(Refusal(.notFound, remedy: remedy).description.count > Refusal(.notFound).description.count)
        }
    }
}
