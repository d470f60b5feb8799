extension LiveClient {
    /// Makes motions and events from what the replica reports.
    mutating func processEvents(at time: UInt64) {
        let now = replica.clock.sessionTime(at: time)
        var hasChanged = false
        for event in replica.takeEvents() {
            switch event {
            case .welcomed:
                events.append(.connected)
                presence = Throttle()
                lastPresence = nil
                joinIfWanted(at: time)
            case .connectionRefused(let refusal):
                status = .refused
                connectionRefusal = refusal
                events.append(.connectionRefused(refusal))
            case .changed(let change):
                hasChanged = true
                apply(change, at: now)
            case .replaced:
                hasChanged = true
                replaceMotions(at: now)
                // Those who are there already aren't reported.
                if active == nil { active = activeParticipants }
            case .refused(let refusal, let change):
                hasChanged = true
                undo(change, at: now)
                events.append(.refused(refusal))
            case .effect(let effect): events.append(.effect(effect))
            case .presence(let presence): move(presence)
            case .reaction(let reaction): events.append(.reaction(reaction))
            }
        }
        if hasChanged { reportAttendance() }
    }

    /// Motions and events of a change that was just applied.
    mutating func apply(_ change: Change, at now: UInt64) {
        switch change {
        case .spawn(let spawn):
            moveCompanion(spawn.id, at: now)
            events.append(.spawned(spawn.id))
        case .update(let update): moveCompanion(update.id, at: now)
        case .remove(let id):
            companionMotions[id] = nil
            moved[id] = nil
            events.append(.removed(id))
        case .action(let action): if replica.state.companion(action.companion) != nil { events.append(.action(action)) }
        case .handOver(let handover): events.append(.handedOver(handover.companion, to: handover.owner))
        case .lock(let isLocked): events.append(.locked(isLocked))
        case .muteEffects(let areMuted): events.append(.effectsMuted(areMuted))
        case .measure(let measurement): events.append(.measured(measurement))
        case .removeMeasurement(let id): events.append(.measurementRemoved(id))
        // Effects are reported by the replica, once each; attendance by comparison.
        case .effect, .join, .leave, .kick: break
        }
    }

    // MARK: Motion

    private mutating func move(_ presence: Presence) {
        let id = presence.participant
        var avatar = avatars[id] ?? Motion()
        avatar.move(to: PoseSample(time: presence.time, position: presence.position, rotation: presence.rotation))
        avatars[id] = avatar
        guard let point = presence.pointer else {
            pointers[id] = nil
            return
        }
        var pointer = pointers[id] ?? Motion()
        pointer.move(to: PoseSample(time: presence.time, position: point))
        pointers[id] = pointer
    }

    /// Adds the companion's pose in the shown state to its motion.
    mutating func moveCompanion(_ id: CompanionID, at now: UInt64) {
        guard let pose = replica.state.companion(id)?.pose(at: now) else { return }
        var motion = companionMotions[id] ?? Motion()
        if let last = motion.last, last.hasSamePose(as: pose) { return }
        motion.move(to: pose)
        companionMotions[id] = motion
    }

    private mutating func replaceMotions(at now: UInt64) {
        for id in companionMotions.keys where replica.state.companion(id) == nil {
            companionMotions[id] = nil
            moved[id] = nil
        }
        for id in replica.state.companionIDs { moveCompanion(id, at: now) }
    }

    /// Shows the state without a refused change.
    private mutating func undo(_ change: Change, at now: UInt64) {
        switch change {
        case .spawn(let spawn):
            companionMotions[spawn.id] = nil
            moved[spawn.id] = nil
        case .update(let update):
            moved[update.id] = nil
            moveCompanion(update.id, at: now)
        case .remove(let id): moveCompanion(id, at: now)
        case .join: hasJoined = false
        case .measure(let measurement): events.append(.measurementRemoved(measurement.id))
        default: break
        }
    }

    // MARK: Attendance

    /// Reports who joined, left and was kicked since the last call.
    mutating func reportAttendance() {
        guard let active else { return }
        let current = activeParticipants
        for id in current where !active.contains(id) { events.append(.joined(id)) }
        for id in active where !current.contains(id) {
            avatars[id] = nil
            pointers[id] = nil
            events.append(replica.state.participant(id)?.kick == nil ? .left(id) : .kicked(id))
        }
        for id in current {
            guard let name = replica.state.participant(id)?.profile?.value.name, names[id] != name else { continue }
            if names[id] != nil { events.append(.renamed(id)) }
            names[id] = name
        }
        self.active = current
    }

    private var activeParticipants: [ParticipantID] {
        replica.state.participantIDs.filter { replica.state.participant($0)?.isActive == true }
    }
}

extension Companion {
    /// Its pose as a sample; nil before its spawn has arrived.
    func pose(at time: UInt64) -> PoseSample? {
        guard exists, let position, let rotation, let scale else { return nil }
        return PoseSample(time: time, position: position.value, rotation: rotation.value, scale: scale.value)
    }
}

extension PoseSample {
    func hasSamePose(as other: PoseSample) -> Bool {
        position == other.position && rotation == other.rotation && scale == other.scale
    }
}
