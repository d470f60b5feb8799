// The stored form of a room. All numbers are little-endian, as in packets:
//
//   u32  signature "DLRM"
//   u8   1, the version of this layout
//   u64  session clock, milliseconds
//   u32  number of members; for each, in the order of their ids from 1 on:
//          16 bytes key, u8 role, u32 number of the last operation, u64 Lamport clock
//   the body of a snapshot message of the current protocol version, which reads those of versions 3 and later

extension Room {
    private static let signature: UInt32 = 0x4D52_4C44
    private static let layoutVersion: UInt8 = 1
    private static let memberBytes = 29

    /// The room as bytes for the server's storage: the state, the participants' keys and the counters, without connections,
    /// presence and the event log.
    public func saved() -> [UInt8] {
        var writer = ByteWriter()
        writer.put(Self.signature)
        writer.put(Self.layoutVersion)
        writer.put(time)
        writer.put(UInt32(members.count))
        for member in members.values {
            member.key.write(to: &writer)
            writer.put(member.role.rawValue)
            writer.put(member.received)
            writer.put(member.clock)
        }
        let snapshot = Snapshot(
            sequence: log.newest, clock: state.clock, time: time, received: 0, operations: state.operations())
        PacketCodec().write(snapshot, to: &writer)
        return writer.bytes
    }

    /// A room from the bytes that ``saved()`` returned. Nobody is connected; the grace period of those who were begins.
    /// - Parameters:
    ///   - bytes: the saved room.
    ///   - settings: limits.
    ///   - time: milliseconds of the session clock, which continued while the server was down.
    /// - Throws: `LiveError` where the bytes are damaged or from a newer version.
    public init(restoring bytes: [UInt8], settings: RoomSettings = RoomSettings(), at time: UInt64) throws(LiveError) {
        var reader = ByteReader(bytes)
        guard try reader.word() == Self.signature else { throw LiveError(.wrongSignature, offset: 0) }
        guard try reader.byte() == Self.layoutVersion else { throw LiveError(.invalidRoom, offset: 4) }
        self.init(settings: settings, at: max(time, try reader.long()))
        let count = Int(try reader.word())
        guard count <= LiveLimits.maxParticipants, count <= reader.remaining / Self.memberBytes else {
            throw reader.error(.truncated, size: 4)
        }
        for number in 0..<count {
            let key = try ParticipantKey(reading: &reader)
            var member = Member(key: key, role: try reader.code(of: Role.self), settings: settings, at: self.time)
            member.received = try reader.word()
            member.clock = try reader.long()
            member.disconnected = self.time
            members[ParticipantID(UInt32(number) + 1)] = member
        }
        let start = reader.offset
        let snapshot = try PacketCodec().readSnapshot(&reader)
        for operation in snapshot.operations { state.apply(operation) }
        state.clock = max(state.clock, snapshot.clock)
        log = EventLog(after: snapshot.sequence, capacity: settings.logCapacity)
        guard snapshot.sequence <= LiveLimits.maxEvents, state.clock < UInt64.max / 2,
            state.participantIDs.allSatisfy({ members.contains($0) })
        else {
            throw LiveError(.invalidRoom, offset: start)
        }
    }
}
