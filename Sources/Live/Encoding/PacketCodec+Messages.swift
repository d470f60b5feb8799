// Which layout a message has in which version, and the migrations on the way.

extension PacketCodec {
    /// The message of the type `code`; ``Message/empty`` where the version doesn't have it.
    func message(of code: UInt8, reading reader: inout ByteReader) throws(LiveError) -> Message {
        guard let type = MessageType(rawValue: code), type.since <= version else { return .empty }
        let message = try read(type, reading: &reader)
        // A hello may have more in later versions; an empty message has nothing to read.
        if type != .hello && type != .empty { try reader.finish() }
        return message
    }

    private func read(_ type: MessageType, reading reader: inout ByteReader) throws(LiveError) -> Message {
        switch type {
        case .empty: return .empty
        case .hello: return .hello(try Hello(reading: &reader))
        case .welcome:
            return .welcome(
                version == .v1 ? try Version1.Welcome(reading: &reader).migrated : try Welcome(reading: &reader))
        case .refusal:
            return .refusal(
                version < .v3 ? try Version2.Refusal(reading: &reader).migrated : try Refusal(reading: &reader))
        case .presence:
            return .presence(
                version == .v1 ? try Version1.Presence(reading: &reader).migrated : try Presence(reading: &reader))
        case .reaction: return .reaction(try Reaction(reading: &reader))
        case .ping: return .ping(try Ping(reading: &reader))
        case .pong: return .pong(try Pong(reading: &reader))
        case .snapshot: return .snapshot(try readSnapshot(&reader))
        case .resume: return .resume(try Resume(reading: &reader))
        default: return .operation(try readOperation(type, reading: &reader))
        }
    }

    /// An operation of the type `type`, which must be the type of one.
    func readOperation(_ type: MessageType, reading reader: inout ByteReader) throws(LiveError) -> SessionOperation {
        let stamp = try Stamp(reading: &reader)
        let change = try readChange(type, reading: &reader)
        try reader.finish()
        return SessionOperation(change, stamp: stamp)
    }

    private func readChange(_ type: MessageType, reading reader: inout ByteReader) throws(LiveError) -> Change {
        switch type {
        case .join: return .join(try Profile(reading: &reader))
        case .leave: return .leave(try reader.participant())
        case .kick: return .kick(try reader.participant())
        case .spawn:
            return .spawn(version == .v1 ? try Version1.Spawn(reading: &reader).migrated : try Spawn(reading: &reader))
        case .update:
            return .update(version == .v1 ? try Version1.Update(reading: &reader).migrated : try Update(reading: &reader))
        case .remove: return .remove(try CompanionID(reading: &reader))
        case .handOver: return .handOver(try Handover(reading: &reader))
        case .action: return .action(try TimedAction(reading: &reader))
        case .effect:
            return .effect(version < .v3 ? try Version2.Effect(reading: &reader).migrated : try TimedEffect(reading: &reader))
        case .lock: return .lock(try reader.flag())
        case .muteEffects: return .muteEffects(try reader.flag())
        case .measure: return .measure(try SharedMeasurement(reading: &reader))
        case .removeMeasurement: return .removeMeasurement(try MeasurementID(reading: &reader))
        default: throw reader.error(.unknownCode)
        }
    }

    // MARK: Writing

    /// Writes the body of `message`; the type is `empty` where the version can't express it, and then nothing is written.
    func write(_ message: Message, to writer: inout ByteWriter) -> MessageType {
        switch message {
        case .empty: return .empty
        case .hello(let hello): return put(hello, as: .hello, to: &writer)
        case .welcome(let welcome):
            return version == .v1
                ? put(Version1.Welcome(welcome), as: .welcome, to: &writer) : put(welcome, as: .welcome, to: &writer)
        case .refusal(let refusal):
            return version < .v3
                ? put(Version2.Refusal(refusal), as: .refusal, to: &writer) : put(refusal, as: .refusal, to: &writer)
        case .presence(let presence):
            return version == .v1
                ? put(Version1.Presence(presence), as: .presence, to: &writer) : put(presence, as: .presence, to: &writer)
        case .reaction(let reaction): return version == .v1 ? .empty : put(reaction, as: .reaction, to: &writer)
        case .ping(let ping): return put(ping, as: .ping, to: &writer)
        case .pong(let pong): return put(pong, as: .pong, to: &writer)
        case .snapshot(let snapshot):
            write(snapshot, to: &writer)
            return .snapshot
        case .resume(let resume): return put(resume, as: .resume, to: &writer)
        case .operation(let operation): return write(operation, to: &writer)
        }
    }

    private func put(_ value: some WireValue, as type: MessageType, to writer: inout ByteWriter) -> MessageType {
        value.write(to: &writer)
        return type
    }

    private func write(_ operation: SessionOperation, to writer: inout ByteWriter) -> MessageType {
        guard let change = expressed(operation.change) else { return .empty }
        // Only this migration depends on the values: a change of the scale alone is nothing to version 1.
        if version == .v1, case .update(let update) = change, Version1.Update(update) == nil { return .empty }
        operation.stamp.write(to: &writer)
        switch change {
        case .join(let profile): return put(profile, as: .join, to: &writer)
        case .leave(let participant): return put(participant, as: .leave, to: &writer)
        case .kick(let participant): return put(participant, as: .kick, to: &writer)
        case .spawn(let spawn):
            return version == .v1 ? put(Version1.Spawn(spawn), as: .spawn, to: &writer) : put(spawn, as: .spawn, to: &writer)
        case .update(let update):
            if version == .v1, let earlier = Version1.Update(update) { return put(earlier, as: .update, to: &writer) }
            return put(update, as: .update, to: &writer)
        case .remove(let id): return put(id, as: .remove, to: &writer)
        case .handOver(let handover): return put(handover, as: .handOver, to: &writer)
        case .action(let action): return put(action, as: .action, to: &writer)
        case .effect(let effect):
            return version < .v3 ? put(Version2.Effect(effect), as: .effect, to: &writer) : put(effect, as: .effect, to: &writer)
        case .lock(let isLocked):
            writer.put(isLocked)
            return .lock
        case .muteEffects(let areMuted):
            writer.put(areMuted)
            return .muteEffects
        case .measure(let measurement): return put(measurement, as: .measure, to: &writer)
        case .removeMeasurement(let id): return put(id, as: .removeMeasurement, to: &writer)
        }
    }

    /// The change that the version has for one of the current version; nil where it has none.
    private func expressed(_ change: Change) -> Change? {
        guard version < .v4 else { return change }
        guard let earlier = Version3.change(change) else { return nil }
        return version < .v3 ? Version2.change(earlier) : earlier
    }
}

extension MessageType {
    /// Whether messages of this type are operations.
    var isOperation: Bool {
        switch self {
        case .join, .leave, .kick, .spawn, .update, .remove, .handOver, .action, .effect, .lock, .muteEffects, .measure,
            .removeMeasurement:
            true
        default: false
        }
    }
}
