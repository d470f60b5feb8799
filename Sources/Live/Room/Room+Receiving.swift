extension Room {
    /// Processes a message of a participant.
    /// - Parameters:
    ///   - frame: the message with its number.
    ///   - id: who sent it, as its connection was admitted.
    ///   - time: milliseconds of the session clock.
    /// - Returns: what to send to whom, in this order. Messages that only a room sends, and those of unknown or disconnected
    ///   participants, are ignored.
    public mutating func receive(_ frame: Frame, from id: ParticipantID, at time: UInt64) -> [Delivery] {
        advanceClock(to: time)
        guard let member = members[id], member.isConnected else { return [] }
        switch frame.message {
        case .operation(let operation): return receive(operation, number: frame.sequence, from: id)
        case .presence(let presence): return receive(presence, from: id)
        case .reaction(let reaction): return receive(reaction, from: id)
        case .ping(let ping):
            let pong = Pong(clientTime: ping.clientTime, time: self.time, newest: log.newest, received: member.received)
            return [Delivery(.send(Frame(.pong(pong))), to: [id])]
        case .resume(let resume): return self.resume(id, after: resume.sequence)
        case .empty where frame.sequence != 0: return skip(number: frame.sequence, from: id)
        case .empty, .hello, .welcome, .refusal, .pong, .snapshot: return []
        }
    }

    // MARK: Operations

    private mutating func receive(_ operation: SessionOperation, number: UInt32, from id: ParticipantID) -> [Delivery] {
        // Operations are processed in the order of their numbers: repeated ones are ignored, and those after a gap will be sent
        // again.
        guard var member = members[id], isNext(number, of: member) else { return [] }
        guard member.operationBucket.take(at: time) else {
            // Not processed: the client sends it again.
            return [refuse(.tooFast, number: number, to: id)]
        }
        member.received = number
        members[id] = member
        // A client's clock may be ahead of the room's, but not so far that nobody can catch up.
        guard operation.stamp.clock > member.clock, operation.stamp.clock <= state.clock + LiveLimits.maxClockAdvance else {
            return [refuse(.forged, number: number, to: id)]
        }
        guard log.newest < LiveLimits.maxEvents else { return [refuse(.roomFull, number: number, to: id)] }
        let sender = Sender(id: id, role: member.role)
        if let reason = state.refusalReason(of: operation, by: sender, number: number, at: time) {
            return [refuse(reason, number: number, to: id)]
        }
        members[id]?.clock = operation.stamp.clock
        var operation = operation
        if case .join(let profile) = operation.change { operation.change = .join(named(profile)) }
        return [append(operation)] + consequences(of: operation.change)
    }

    /// A numbered message that this version doesn't know: its number is used up.
    private mutating func skip(number: UInt32, from id: ParticipantID) -> [Delivery] {
        if let member = members[id], isNext(number, of: member) { members[id]?.received = number }
        return []
    }

    private func isNext(_ number: UInt32, of member: Member) -> Bool {
        member.received < LiveLimits.maxOperations && number == member.received + 1
    }

    private func refuse(_ reason: Refusal.Reason, number: UInt32, to id: ParticipantID) -> Delivery {
        Delivery(.send(Frame(.refusal(Refusal(reason, operation: number)))), to: [id])
    }

    /// What the room does after an operation was applied.
    private mutating func consequences(of change: Change) -> [Delivery] {
        switch change {
        case .join(let profile): return adoptOrphans(returning: profile.participant)
        case .leave(let id): return passOnCompanions(of: id) + removeMeasurements(of: id)
        case .kick(let id):
            let wasConnected = members[id]?.isConnected == true
            members[id]?.isConnected = false
            members[id]?.presence = nil
            updateConnected()
            return (wasConnected ? [Delivery(.close, to: [id])] : []) + passOnCompanions(of: id) + removeMeasurements(of: id)
        default: return []
        }
    }

    // MARK: Transient messages

    private mutating func receive(_ presence: Presence, from id: ParticipantID) -> [Delivery] {
        guard presence.participant == id, isNear(presence.time, time), state.participant(id)?.isActive == true,
            members[id]?.presence.map({ $0.time < presence.time }) ?? true, takeTransient(id)
        else { return [] }
        members[id]?.presence = presence
        return others(than: id, with: .presence).map { [Delivery(.send(Frame(.presence(presence))), to: $0)] } ?? []
    }

    private mutating func receive(_ reaction: Reaction, from id: ParticipantID) -> [Delivery] {
        guard reaction.participant == id, isNear(reaction.time, time), state.participant(id)?.isActive == true, takeTransient(id)
        else { return [] }
        return others(than: id, with: .reactions).map { [Delivery(.send(Frame(.reaction(reaction))), to: $0)] } ?? []
    }

    private mutating func takeTransient(_ id: ParticipantID) -> Bool { members[id]?.transientBucket.take(at: time) ?? false }

    /// The other connected participants that receive messages of a capability; nil where there are none.
    private func others(than id: ParticipantID, with capability: Capabilities) -> [ParticipantID]? {
        let others = connected.filter { $0 != id && members[$0]?.capabilities.contains(capability) == true }
        return others.isEmpty ? nil : others
    }

    // MARK: Resuming

    /// The events after `sequence`, or the snapshot where the log doesn't have them, and where everyone is.
    private func resume(_ id: ParticipantID, after sequence: UInt32) -> [Delivery] {
        guard let member = members[id] else { return [] }
        var frames: [Frame]
        if sequence > 0, let events = log.frames(after: sequence) {
            frames = events
        } else {
            let snapshot = Snapshot(
                sequence: log.newest, clock: state.clock, time: time, received: member.received, operations: state.operations())
            frames = [Frame(.snapshot(snapshot))]
        }
        if member.capabilities.contains(.presence) {
            for (i, other) in members.values.enumerated() where members.keys[i] != id {
                if let presence = other.presence { frames.append(Frame(.presence(presence))) }
            }
        }
        return frames.map { Delivery(.send($0), to: [id]) }
    }
}
