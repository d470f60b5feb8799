extension SessionState {
    /// Why an operation may not be applied. The room decides with it; clients use it to refuse at once what the room would refuse.
    /// - Parameters:
    ///   - operation: the operation.
    ///   - sender: who sent it, with its role.
    ///   - number: the number of the sender's operation, which is also the number of what it creates.
    ///   - time: milliseconds of the session clock.
    /// - Returns: nil where it is permitted.
    public func refusalReason(of operation: SessionOperation, by sender: Sender, number: UInt32, at time: UInt64) -> Refusal.Reason?
    {
        guard operation.stamp.participant == sender.id else { return .forged }
        let participant = participantTable[sender.id]
        if participant?.kick != nil { return .kicked }
        if case .join(let profile) = operation.change {
            return profile.participant == sender.id && profile.role == sender.role ? nil : .forged
        }
        guard participant?.isActive == true else { return .notJoined }
        switch operation.change {
        case .join: return nil
        case .leave(let id): return id == sender.id ? nil : .forged
        case .kick(let id):
            guard sender.role == .host, id != sender.id else { return .notPermitted }
            return participantTable.contains(id) ? nil : .notFound
        case .lock, .muteEffects: return sender.role == .host ? nil : .notPermitted
        case .spawn(let spawn): return refusalReason(of: spawn, by: sender, number: number)
        case .update(let update): return refusalReason(ofChanging: update.id, by: sender)
        case .remove(let id):
            if tombstones.count >= LiveLimits.maxTombstones { return .roomFull }
            return refusalReason(ofChanging: id, by: sender)
        case .action(let action):
            guard isNear(action.start, time) else { return .timeOutOfRange }
            return refusalReason(ofChanging: action.companion, by: sender)
        case .handOver(let handover):
            guard let owner = participantTable[handover.owner], owner.isActive else { return .notFound }
            guard owner.role != .viewer else { return .notPermitted }
            return refusalReason(ofChanging: handover.companion, by: sender)
        case .effect(let effect): return refusalReason(of: effect, by: sender, number: number, at: time)
        case .measure(let measurement): return refusalReason(of: measurement, by: sender, number: number)
        case .removeMeasurement(let id):
            guard sender.role != .viewer else { return .notPermitted }
            guard measurementTable.contains(id) else { return .notFound }
            return sender.role == .host || id.creator == sender.id ? nil : .notOwner
        }
    }

    private func refusalReason(of measurement: SharedMeasurement, by sender: Sender, number: UInt32) -> Refusal.Reason? {
        guard measurement.id.creator == sender.id, measurement.id.number == number else { return .forged }
        guard sender.role != .viewer else { return .notPermitted }
        guard measurementTable.count < LiveLimits.maxMeasurements, removedMeasurements.count < LiveLimits.maxTombstones else {
            return .roomFull
        }
        var own = 0
        for id in measurementTable.keys where id.creator == sender.id { own += 1 }
        return own < LiveLimits.maxMeasurementsPerAuthor ? nil : .roomFull
    }

    private func refusalReason(of spawn: Spawn, by sender: Sender, number: UInt32) -> Refusal.Reason? {
        guard spawn.id.creator == sender.id, spawn.id.number == number else { return .forged }
        guard sender.role != .viewer else { return .notPermitted }
        if isLocked && sender.role != .host { return .locked }
        guard companionTable.count < LiveLimits.maxCompanions, tombstones.count < LiveLimits.maxTombstones else {
            return .roomFull
        }
        var owned = 0
        for companion in companionTable.values where companion.owner?.value == sender.id { owned += 1 }
        return owned < LiveLimits.maxCompanionsPerOwner ? nil : .roomFull
    }

    private func refusalReason(ofChanging id: CompanionID, by sender: Sender) -> Refusal.Reason? {
        guard sender.role != .viewer else { return .notPermitted }
        guard let companion = companion(id) else { return .notFound }
        if sender.role == .host { return nil }
        guard companion.owner?.value == sender.id else { return .notOwner }
        return isLocked ? .locked : nil
    }

    private func refusalReason(of effect: TimedEffect, by sender: Sender, number: UInt32, at time: UInt64) -> Refusal.Reason? {
        guard effect.id.creator == sender.id, effect.id.number == number else { return .forged }
        guard sender.role != .viewer else { return .notPermitted }
        guard !areEffectsMuted else { return .effectsMuted }
        guard isNear(effect.start, time) else { return .timeOutOfRange }
        if let id = effect.companion, companion(id) == nil { return .notFound }
        return effectTable.count < LiveLimits.maxEffects ? nil : .roomFull
    }
}

/// Who sends an operation.
public struct Sender: Equatable, Sendable {
    /// The participant.
    public var id: ParticipantID
    /// What it may do.
    public var role: Role

    /// A participant with its role.
    public init(id: ParticipantID, role: Role) {
        self.id = id
        self.role = role
    }
}

/// Whether two times differ by at most ``LiveLimits/maxTimeDifference``.
func isNear(_ a: UInt64, _ b: UInt64) -> Bool { (a > b ? a - b : b - a) <= LiveLimits.maxTimeDifference }
