import Geometry

// What the user does. Changes are visible at once. The methods throw the refusal that the room would send; its description is the
// text to show.

extension LiveClient {
    /// Milliseconds for which a moved companion is shown where this client moved it, after the last movement.
    private static let settleTime: UInt64 = 500

    // MARK: Participants

    /// Joins with this name and colour: now, or when the room welcomes the client. Later calls change name and colour.
    public mutating func join(name: DisplayName, color: AvatarColor, at time: UInt64) {
        profile = (name, color)
        hasJoined = false
        joinIfWanted(at: time)
    }

    mutating func joinIfWanted(at time: UInt64) {
        guard !hasJoined, let profile, let id = replica.id else { return }
        let join = Profile(participant: id, role: replica.role, color: profile.color, name: profile.name)
        do throws(Refusal) {
            try perform(.join(join), at: time)
            hasJoined = true
        } catch {
            events.append(.refused(error))
        }
    }

    /// Leaves; the connection can be closed after the next packet was sent.
    public mutating func leave(at time: UInt64) throws(Refusal) {
        guard let id = replica.id else { return }
        profile = nil
        try perform(.leave(id), at: time)
    }

    /// Sets where the user is, at any rate: at most 20 per second are sent, and nothing while it is unchanged.
    public mutating func setPresence(position: Vector3, rotation: Quaternion, pointer: Vector3?, at time: UInt64) {
        guard let id = replica.id, status == .connected, replica.state.participant(id)?.isActive == true else { return }
        let position = position.limited
        let rotation = rotation.limited
        let pointer = pointer?.limited
        if let lastPresence, lastPresence.position == position, lastPresence.rotation == rotation, lastPresence.pointer == pointer {
            return
        }
        // Times increase, also where the estimate of the session clock goes back.
        let now = max(replica.clock.sessionTime(at: time), (lastPresence?.time ?? 0) + 1)
        let new = Presence(participant: id, time: now, position: position, rotation: rotation, pointer: pointer)
        lastPresence = new
        if let due = presence.submit(new, at: time) { outgoing.append(Frame(.presence(due))) }
    }

    /// Shows a symbol above the own avatar. Without a connection it is dropped.
    public mutating func react(_ symbol: ReactionSymbol, at time: UInt64) {
        guard let id = replica.id, status == .connected, replica.state.participant(id)?.isActive == true else { return }
        lastReaction = max(replica.clock.sessionTime(at: time), lastReaction + 1)
        let reaction = Reaction(participant: id, time: lastReaction, symbol: symbol)
        outgoing.append(Frame(.reaction(reaction)))
        events.append(.reaction(reaction))
    }

    // MARK: Companions

    /// Creates a companion.
    /// - Returns: its id.
    public mutating func spawn(
        _ model: CompanionModel, position: Vector3, rotation: Quaternion = .identity, scale: Float = 1, at time: UInt64
    ) throws(Refusal) -> CompanionID {
        guard let id = replica.nextCompanionID else { throw Refusal(.notJoined) }
        let spawn = Spawn(
            id: id, model: model, position: position.limited, rotation: rotation.limited, scale: limitedScale(scale))
        try perform(.spawn(spawn), at: time)
        return id
    }

    /// Moves, rotates or scales a companion, at any rate: at most 20 updates per second are sent, the newest wins, and the last one
    /// is always sent. Values out of their range are limited to it.
    public mutating func move(_ update: Update, at time: UInt64) throws(Refusal) {
        var update = update
        update.limit()
        var companion = moved[update.id] ?? MovedCompanion(shown: update, time: time)
        if let reason = refusalReason(ofMoving: update, at: time) {
            moved[update.id] = nil
            throw Refusal(reason)
        }
        companion.shown.supersede(with: update)
        companion.time = time
        let due = companion.throttle.submit(update, at: time)
        moved[update.id] = companion
        if let due { try perform(.update(due), at: time) }
    }

    private func refusalReason(ofMoving update: Update, at time: UInt64) -> Refusal.Reason? {
        guard let id = replica.id else { return .notJoined }
        let operation = SessionOperation(.update(update), stamp: Stamp(clock: 0, participant: id))
        return replica.state.refusalReason(of: operation, by: Sender(id: id, role: replica.role), number: 0, at: 0)
    }

    /// Removes a companion.
    public mutating func remove(_ id: CompanionID, at time: UInt64) throws(Refusal) { try perform(.remove(id), at: time) }

    /// Starts an action now.
    /// - Parameter duration: milliseconds.
    public mutating func act(_ action: CompanionAction, by id: CompanionID, duration: UInt32, at time: UInt64) throws(Refusal) {
        let start = replica.clock.sessionTime(at: time)
        let duration = min(duration, LiveLimits.maxDuration)
        try perform(.action(TimedAction(companion: id, action: action, start: start, duration: duration)), at: time)
    }

    /// Gives a companion to another owner.
    public mutating func handOver(_ id: CompanionID, to owner: ParticipantID, at time: UInt64) throws(Refusal) {
        // After it, the last movement would be refused.
        if let update = moved[id]?.throttle.flush() { try perform(.update(update), at: time) }
        moved[id] = nil
        try perform(.handOver(Handover(companion: id, owner: owner)), at: time)
    }

    // MARK: Measurements

    /// Shows a measurement to the others. Coordinates out of their range are limited to it.
    /// - Parameters:
    ///   - points: ``LiveLimits/minMeasurementPoints`` to ``LiveLimits/maxMeasurementPoints``, in metres; of more, the first.
    ///   - isClosed: whether the last point is connected with the first.
    /// - Returns: its id.
    public mutating func measure(_ points: [Vector3], isClosed: Bool = false, at time: UInt64) throws(Refusal) -> MeasurementID {
        guard let id = replica.nextMeasurementID else { throw Refusal(.notJoined) }
        guard points.count >= LiveLimits.minMeasurementPoints else { throw Refusal(.notPermitted, remedy: .nothing) }
        let limited = points.prefix(LiveLimits.maxMeasurementPoints).map { $0.limited }
        try perform(.measure(SharedMeasurement(id: id, points: limited, isClosed: isClosed)), at: time)
        return id
    }

    /// Shows a measurement no longer.
    public mutating func removeMeasurement(_ id: MeasurementID, at time: UInt64) throws(Refusal) {
        try perform(.removeMeasurement(id), at: time)
    }

    // MARK: Effects and moderation

    /// Starts an effect now.
    /// - Parameters:
    ///   - position: in metres; ignored for an effect on a companion, which starts where the companion is.
    ///   - duration: milliseconds.
    public mutating func startEffect(
        _ style: EffectStyle, position: Vector3, companion: CompanionID? = nil, duration: UInt32, at time: UInt64
    ) throws(Refusal) {
        guard let id = replica.nextEffectID else { throw Refusal(.notJoined) }
        let effect = TimedEffect(
            id: id, style: style, position: companion.flatMap { replica.state.companion($0)?.position?.value } ?? position.limited,
            companion: companion, start: replica.clock.sessionTime(at: time), duration: min(duration, LiveLimits.maxDuration))
        try perform(.effect(effect), at: time)
    }

    /// Permits changes of companions to hosts only, or to everyone again.
    public mutating func lock(_ isLocked: Bool, at time: UInt64) throws(Refusal) { try perform(.lock(isLocked), at: time) }

    /// Refuses effects, or permits them again.
    public mutating func muteEffects(_ areMuted: Bool, at time: UInt64) throws(Refusal) {
        try perform(.muteEffects(areMuted), at: time)
    }

    /// Removes a participant from the session for good.
    public mutating func kick(_ id: ParticipantID, at time: UInt64) throws(Refusal) { try perform(.kick(id), at: time) }

    // MARK: Parts

    private mutating func perform(_ change: Change, at time: UInt64) throws(Refusal) {
        if let frame = try replica.perform(change, at: time) { outgoing.append(frame) }
        apply(change, at: replica.clock.sessionTime(at: time))
        // Own effects are reported by the replica too.
        processEvents(at: time)
        reportAttendance()
    }

    /// Sends what the throttles let through.
    mutating func sendDue(at time: UInt64) {
        if let due = presence.due(at: time) { outgoing.append(Frame(.presence(due))) }
        for id in moved.keys {
            guard var companion = moved[id] else { continue }
            let due = companion.throttle.due(at: time)
            let isSettled = !companion.throttle.isWaiting && time > companion.time &+ Self.settleTime
            moved[id] = isSettled && due == nil ? nil : companion
            guard let due else { continue }
            do throws(Refusal) { try perform(.update(due), at: time) } catch {
                moved[id] = nil
                events.append(.refused(error))
            }
        }
    }
}

// Values that a page computes are limited to their ranges, because the room would refuse the whole packet.

extension Update {
    mutating func limit() {
        position = position?.limited
        rotation = rotation?.limited
        if let scale { self.scale = limitedScale(scale) }
    }
}

extension Vector3 {
    var limited: Vector3 { Vector3(limitedCoordinate(x), limitedCoordinate(y), limitedCoordinate(z)) }
}

private func limitedCoordinate(_ value: Float) -> Float {
    value.isFinite ? min(max(value, -LiveLimits.maxCoordinate), LiveLimits.maxCoordinate) : 0
}

extension Quaternion {
    var limited: Quaternion {
        let unit = normalized
        return (unit.vector * unit.vector).sum().isFinite ? unit : .identity
    }
}

private func limitedScale(_ scale: Float) -> Float {
    scale.isFinite ? min(max(scale, LiveLimits.minScale), LiveLimits.maxScale) : 1
}
