import Exploration
import Geometry
import Live

// The client of a live session. Times are local milliseconds. Answers are in the session's block until the next call. Commands
// return 0, or a refusal as `LiveSession.perform` encodes it.

/// `key` is 16 random bytes.
@_cdecl("dio_live_new")
public func liveNew(_ key: UnsafePointer<UInt8>) -> UnsafeMutableRawPointer {
    func half(_ start: Int) -> UInt64 {
        var value: UInt64 = 0
        for i in 0..<8 { value |= UInt64(key[start + i]) << UInt64(8 * i) }
        return value
    }
    return LiveSession(key: ParticipantKey(low: half(0), high: half(8))).handle
}

@_cdecl("dio_live_free")
public func liveFree(_ handle: UnsafeMutableRawPointer) { Unmanaged<LiveSession>.fromOpaque(handle).release() }

/// The address of the last answer.
@_cdecl("dio_live_block")
public func liveBlock(_ handle: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(LiveSession.of(handle).block)
}

// MARK: Connection

@_cdecl("dio_live_connect")
public func liveConnect(_ handle: UnsafeMutableRawPointer, now: Double) {
    LiveSession.of(handle).client.connect(at: milliseconds(now))
}

@_cdecl("dio_live_disconnect")
public func liveDisconnect(_ handle: UnsafeMutableRawPointer) { LiveSession.of(handle).client.disconnect() }

/// Returns 0, or −1 where the packet breaks a rule: the connection is to be closed then.
@_cdecl("dio_live_receive")
public func liveReceive(_ handle: UnsafeMutableRawPointer, bytes: UnsafePointer<UInt8>, count: Int, now: Double) -> Int32 {
    let packet = [UInt8](UnsafeBufferPointer(start: bytes, count: max(0, count)))
    do throws(LiveError) {
        try LiveSession.of(handle).client.receive(packet, at: milliseconds(now))
        return 0
    } catch {
        return -1
    }
}

/// The size of the next packet to send, which is at `dio_live_packet`; 0 if there is none.
@_cdecl("dio_live_outgoing")
public func liveOutgoing(_ handle: UnsafeMutableRawPointer, now: Double) -> Int {
    let session = LiveSession.of(handle)
    return session.answer(packet: session.client.takeOutgoing(at: milliseconds(now)))
}

@_cdecl("dio_live_packet")
public func livePacket(_ handle: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    LiveSession.of(handle).packet.flatMap { $0.baseAddress.map { UnsafeMutableRawPointer($0) } }
}

@_cdecl("dio_live_unresponsive")
public func liveUnresponsive(_ handle: UnsafeMutableRawPointer, now: Double) -> Int32 {
    LiveSession.of(handle).client.isUnresponsive(at: milliseconds(now)) ? 1 : 0
}

// MARK: What to show

@_cdecl("dio_live_state")
public func liveState(_ handle: UnsafeMutableRawPointer) {
    let session = LiveSession.of(handle)
    _ = session.answer([LiveStateWords(session.client)])
}

@_cdecl("dio_live_participants")
public func liveParticipants(_ handle: UnsafeMutableRawPointer, now: Double) -> Int {
    let session = LiveSession.of(handle)
    return session.answer(session.client.participants(at: milliseconds(now)).map { ParticipantWords(participant: $0) })
}

@_cdecl("dio_live_companions")
public func liveCompanions(_ handle: UnsafeMutableRawPointer, now: Double) -> Int {
    let session = LiveSession.of(handle)
    return session.answer(session.client.companions(at: milliseconds(now)).map { CompanionWords(companion: $0) })
}

@_cdecl("dio_live_measurements")
public func liveMeasurements(_ handle: UnsafeMutableRawPointer) -> Int {
    let session = LiveSession.of(handle)
    let unknown = AvatarColor(red: 128, green: 128, blue: 128)
    return session.answer(
        session.client.measurements.map { MeasurementWords(measurement: $0.measurement, color: $0.author?.color ?? unknown) })
}

@_cdecl("dio_live_events")
public func liveEvents(_ handle: UnsafeMutableRawPointer, now: Double) -> Int {
    let session = LiveSession.of(handle)
    let events = session.client.takeEvents()
    return session.answer(events.map { EventWords($0, by: session.client, at: milliseconds(now)) })
}

/// Writes a refusal as UTF-8 text to `text`, which has room for 256 bytes. Returns the number of bytes.
@_cdecl("dio_live_refusal_text")
public func liveRefusalText(_ reason: Int32, remedy: Int32, text: UnsafeMutablePointer<UInt8>) -> Int {
    guard let reason = Refusal.Reason(rawValue: UInt8(truncatingIfNeeded: reason)) else { return 0 }
    let refusal = Refusal(reason, remedy: Refusal.Remedy(rawValue: UInt8(truncatingIfNeeded: remedy)))
    var count = 0
    for byte in refusal.description.utf8 where count < LiveSession.textRoom {
        text[count] = byte
        count += 1
    }
    return count
}

/// A hash of the confirmed state: equal for equal states.
@_cdecl("dio_live_digest")
public func liveDigest(_ handle: UnsafeMutableRawPointer) -> UInt64 { LiveSession.of(handle).client.digest }

// MARK: Commands

/// `color` is sRGB, 8 bits a channel, red highest. −1 where the name is not permitted.
@_cdecl("dio_live_join")
public func liveJoin(
    _ handle: UnsafeMutableRawPointer, name: UnsafePointer<UInt8>, count: Int, color: UInt32, now: Double
) -> Int32 {
    guard let name = DisplayName(utf8: [UInt8](UnsafeBufferPointer(start: name, count: max(0, count)))) else { return -1 }
    func channel(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: color >> shift) }
    let color = AvatarColor(red: channel(16), green: channel(8), blue: channel(0))
    LiveSession.of(handle).client.join(name: name, color: color, at: milliseconds(now))
    return 0
}

@_cdecl("dio_live_leave")
public func liveLeave(_ handle: UnsafeMutableRawPointer, now: Double) -> Int32 {
    LiveSession.of(handle).perform { client throws(Refusal) in try client.leave(at: milliseconds(now)) }
}

/// Position, rotation and pointer, ten floats.
@_cdecl("dio_live_presence")
public func livePresence(_ handle: UnsafeMutableRawPointer, values: UnsafePointer<Float>, hasPointer: Int32, now: Double) {
    LiveSession.of(handle).client.setPresence(
        position: vector(values), rotation: quaternion(values + 3), pointer: hasPointer == 0 ? nil : vector(values + 7),
        at: milliseconds(now))
}

@_cdecl("dio_live_react")
public func liveReact(_ handle: UnsafeMutableRawPointer, symbol: Int32, now: Double) {
    guard let symbol = ReactionSymbol(rawValue: UInt8(truncatingIfNeeded: symbol)) else { return }
    LiveSession.of(handle).client.react(symbol, at: milliseconds(now))
}

/// `values`: position, rotation, scale, eight floats. The answer: creator and number of the new companion.
@_cdecl("dio_live_spawn")
public func liveSpawn(_ handle: UnsafeMutableRawPointer, model: Int32, values: UnsafePointer<Float>, now: Double) -> Int32 {
    guard let model = CompanionModel(UInt8(truncatingIfNeeded: model)) else { return -1 }
    let session = LiveSession.of(handle)
    return session.perform { client throws(Refusal) in
        let id = try client.spawn(
            model, position: vector(values), rotation: quaternion(values + 3), scale: values[7], at: milliseconds(now))
        session.block[0] = id.creator.number
        session.block[1] = id.number
    }
}

/// `values` as for spawning; bits of `fields`: 1 position, 2 rotation, 4 scale.
@_cdecl("dio_live_move")
public func liveMove(
    _ handle: UnsafeMutableRawPointer, creator: UInt32, number: UInt32, fields: UInt32, values: UnsafePointer<Float>, now: Double
) -> Int32 {
    let update = Update(
        id: companionID(creator, number), position: fields & 1 != 0 ? vector(values) : nil,
        rotation: fields & 2 != 0 ? quaternion(values + 3) : nil, scale: fields & 4 != 0 ? values[7] : nil)
    return LiveSession.of(handle).perform { client throws(Refusal) in try client.move(update, at: milliseconds(now)) }
}

@_cdecl("dio_live_remove")
public func liveRemove(_ handle: UnsafeMutableRawPointer, creator: UInt32, number: UInt32, now: Double) -> Int32 {
    LiveSession.of(handle).perform { client throws(Refusal) in
        try client.remove(companionID(creator, number), at: milliseconds(now))
    }
}

/// `duration` is milliseconds.
@_cdecl("dio_live_act")
public func liveAct(
    _ handle: UnsafeMutableRawPointer, creator: UInt32, number: UInt32, action: Int32, duration: UInt32, now: Double
) -> Int32 {
    guard let action = CompanionAction(rawValue: UInt8(truncatingIfNeeded: action)) else { return -1 }
    return LiveSession.of(handle).perform { client throws(Refusal) in
        try client.act(action, by: companionID(creator, number), duration: duration, at: milliseconds(now))
    }
}

@_cdecl("dio_live_hand_over")
public func liveHandOver(_ handle: UnsafeMutableRawPointer, creator: UInt32, number: UInt32, owner: UInt32, now: Double) -> Int32 {
    LiveSession.of(handle).perform { client throws(Refusal) in
        try client.handOver(companionID(creator, number), to: ParticipantID(owner), at: milliseconds(now))
    }
}

/// `creator` 0: at `position`, three floats; otherwise on a companion. `duration` is milliseconds.
@_cdecl("dio_live_effect")
public func liveEffect(
    _ handle: UnsafeMutableRawPointer, style: Int32, position: UnsafePointer<Float>, creator: UInt32, number: UInt32,
    duration: UInt32, now: Double
) -> Int32 {
    guard let style = EffectStyle(rawValue: UInt8(truncatingIfNeeded: style)) else { return -1 }
    return LiveSession.of(handle).perform { client throws(Refusal) in
        try client.startEffect(
            style, position: vector(position), companion: creator == 0 ? nil : companionID(creator, number), duration: duration,
            at: milliseconds(now))
    }
}

/// `points`: three floats each. The answer: creator and number of the new measurement.
@_cdecl("dio_live_measure")
public func liveMeasure(
    _ handle: UnsafeMutableRawPointer, points: UnsafePointer<Float>, count: Int, isClosed: Int32, now: Double
) -> Int32 {
    let session = LiveSession.of(handle)
    let count = max(0, min(count, LiveLimits.maxMeasurementPoints))
    return session.perform { client throws(Refusal) in
        let id = try client.measure(
            (0..<count).map { vector(points + 3 * $0) }, isClosed: isClosed != 0, at: milliseconds(now))
        session.block[0] = id.creator.number
        session.block[1] = id.number
    }
}

@_cdecl("dio_live_remove_measurement")
public func liveRemoveMeasurement(_ handle: UnsafeMutableRawPointer, creator: UInt32, number: UInt32, now: Double) -> Int32 {
    LiveSession.of(handle).perform { client throws(Refusal) in
        try client.removeMeasurement(MeasurementID(creator: ParticipantID(creator), number: number), at: milliseconds(now))
    }
}

@_cdecl("dio_live_lock")
public func liveLock(_ handle: UnsafeMutableRawPointer, isLocked: Int32, now: Double) -> Int32 {
    LiveSession.of(handle).perform { client throws(Refusal) in try client.lock(isLocked != 0, at: milliseconds(now)) }
}

@_cdecl("dio_live_mute_effects")
public func liveMuteEffects(_ handle: UnsafeMutableRawPointer, areMuted: Int32, now: Double) -> Int32 {
    LiveSession.of(handle).perform { client throws(Refusal) in try client.muteEffects(areMuted != 0, at: milliseconds(now)) }
}

@_cdecl("dio_live_kick")
public func liveKick(_ handle: UnsafeMutableRawPointer, participant: UInt32, now: Double) -> Int32 {
    LiveSession.of(handle).perform { client throws(Refusal) in
        try client.kick(ParticipantID(participant), at: milliseconds(now))
    }
}

private func companionID(_ creator: UInt32, _ number: UInt32) -> CompanionID {
    CompanionID(creator: ParticipantID(creator), number: number)
}

private func quaternion(_ p: UnsafePointer<Float>) -> Quaternion { Quaternion(p[0], p[1], p[2], p[3]) }
