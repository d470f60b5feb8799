import Live

/// The first byte chooses the version of a packet, a saved room or a recording. What can be decoded is encoded and decoded to the
/// same again, and a room and a replica survive it.
func fuzz(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    if first & 4 != 0 {
        guard let recording = try? SessionRecording(rest) else { return }
        var replay = try? SessionReplay(recording)
        while let time = replay?.nextTime {
            guard (try? replay?.advance(to: time)) != nil else { return }
            _ = replay?.client.participants(at: time)
            _ = replay?.client.companions(at: time)
        }
        return
    }
    guard let version = ProtocolVersion(rawValue: first & 3) else {
        if let room = try? Room(restoring: rest, at: 0) { use(room) }
        return
    }
    let codec = PacketCodec(version: version)
    guard let frames = try? codec.decode(rest) else { return }
    guard let again = try? codec.decode(codec.encode(frames)), again.count == frames.count else {
        fatalError("a decoded packet can't be encoded and decoded again")
    }
    var replica = Replica(key: ParticipantKey(low: 1, high: 2))
    var room = Room()
    guard case .welcomed(let id, _) = room.admit(Hello(key: replica.key), role: .host, at: 0) else { return }
    for frame in frames {
        _ = replica.receive(frame, at: 10)
        _ = room.receive(frame, from: id, at: 10)
    }
    use(room)
}

private func use(_ room: Room) {
    var room = room
    _ = room.admit(Hello(key: ParticipantKey(low: 3, high: 4)), role: .guest, at: 20)
    _ = room.advance(to: 100_000)
    guard (try? Room(restoring: room.saved(), at: 0)) != nil else { fatalError("a room that was saved can't be restored") }
}

func seeds() -> [[UInt8]] {
    guard let name = DisplayName("Ada"), let model = CompanionModel(1) else { return [] }
    let ada = ParticipantID(1)
    let companion = CompanionID(creator: ada, number: 2)
    let profile = Profile(participant: ada, role: .host, color: AvatarColor(red: 1, green: 2, blue: 3), name: name)
    let effect = TimedEffect(
        id: EffectID(creator: ada, number: 4), style: .snow, position: SIMD3(0, 1, 0), companion: companion, start: 9, duration: 90)
    let changes: [Change] = [
        .join(profile), .spawn(Spawn(id: companion, model: model, position: SIMD3(1, 0, 2))),
        .update(Update(id: companion, position: SIMD3(2, 0, 2), scale: 2)), .effect(effect),
        .action(TimedAction(companion: companion, action: .dance, start: 10, duration: 500)),
        .handOver(Handover(companion: companion, owner: ada)), .lock(true), .muteEffects(false), .remove(companion), .kick(ada),
    ]
    let operations = changes.enumerated().map {
        SessionOperation($1, stamp: Stamp(clock: UInt64($0) + 1, participant: ada))
    }
    let packet =
        operations.enumerated().map { Frame(.operation($1), sequence: UInt32($0) + 1) } + [
            Frame(.hello(Hello(key: ParticipantKey(low: 1, high: 2)))),
            Frame(.presence(Presence(participant: ada, time: 10, position: SIMD3(0, 1, 0), pointer: SIMD3(1, 1, 1)))),
            Frame(.reaction(Reaction(participant: ada, time: 10, symbol: .clap))), Frame(.ping(Ping(clientTime: 1))),
            Frame(.pong(Pong(clientTime: 1, time: 2, newest: 3, received: 4))), Frame(.resume(Resume(after: 1))),
            Frame(.refusal(Refusal(.locked, operation: 1))),
        ]
    let snapshot = Frame(.snapshot(Snapshot(sequence: 9, clock: 9, time: 9, received: 1, operations: Array(operations.prefix(8)))))
    var room = Room()
    _ = room.admit(Hello(key: ParticipantKey(low: 1, high: 2)), role: .host, at: 0)
    for frame in packet.prefix(5) { _ = room.receive(frame, from: ada, at: 10) }
    return ProtocolVersion.allCases.flatMap { version in
        [packet, [snapshot]].map { [version.rawValue] + PacketCodec(version: version).encode($0) }
    } + [
        [0] + room.saved(),
        [4]
            + SessionRecording(
                header: .init(began: 1, start: 0), records: [.init(time: 5, packet: PacketCodec().encode([snapshot]))]
            ).bytes,
    ]
}
