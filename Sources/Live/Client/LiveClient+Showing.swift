import Geometry

extension LiveClient {
    /// The participants that weren't kicked, by id.
    /// - Parameter time: local milliseconds.
    public func participants(at time: UInt64) -> [ShownParticipant] {
        let now = replica.clock.sessionTime(at: time)
        var shown: [ShownParticipant] = []
        for id in replica.state.participantIDs {
            guard let participant = replica.state.participant(id), participant.kick == nil, let profile = participant.profile else {
                continue
            }
            shown.append(
                ShownParticipant(
                    id: id, profile: profile.value, isPresent: participant.isActive, isSelf: id == replica.id,
                    pose: avatars[id]?.pose(at: now), pointer: pointers[id]?.pose(at: now)?.position))
        }
        return shown
    }

    /// The companions, by id.
    /// - Parameter time: local milliseconds.
    public func companions(at time: UInt64) -> [ShownCompanion] {
        let now = replica.clock.sessionTime(at: time)
        var shown: [ShownCompanion] = []
        for id in replica.state.companionIDs {
            guard let companion = replica.state.companion(id), let model = companion.model, let owner = companion.owner,
                var pose = companionMotions[id]?.pose(at: now) ?? companion.pose(at: now)
            else { continue }
            if let own = moved[id]?.shown {
                pose.position = own.position ?? pose.position
                pose.rotation = own.rotation ?? pose.rotation
                pose.scale = own.scale ?? pose.scale
            }
            let (action, phase) = Self.action(of: companion, at: now)
            shown.append(
                ShownCompanion(
                    id: id, model: model.value, owner: owner.value, pose: pose, action: action, phase: phase,
                    mayChange: mayChange(companion)))
        }
        return shown
    }

    /// The shared measurements with their authors' profiles, by id.
    public var measurements: [(measurement: SharedMeasurement, author: Profile?)] {
        replica.state.measurements.map { ($0, replica.state.participant($0.id.creator)?.profile?.value) }
    }

    /// The current action, and the seconds since it began.
    private static func action(of companion: Companion, at now: UInt64) -> (CompanionAction, Float) {
        guard let last = companion.action?.value else { return (.idle, seconds(now)) }
        if let phase = last.phase(at: now) { return (last.action, seconds(UInt64(phase))) }
        let end = last.start &+ UInt64(last.duration)
        return (.idle, now >= end ? seconds(now - end) : 0)
    }

    private static func seconds(_ milliseconds: UInt64) -> Float { Float(Double(milliseconds) / 1_000) }

    private func mayChange(_ companion: Companion) -> Bool {
        guard let id = replica.id, replica.state.participant(id)?.isActive == true else { return false }
        switch replica.role {
        case .host: return true
        case .guest: return companion.owner?.value == id && !replica.state.isLocked
        case .viewer: return false
        }
    }

    /// Whether the client has joined, as far as it knows.
    public var isJoined: Bool { replica.id.flatMap { replica.state.participant($0)?.isActive } ?? false }

    /// Seconds since an effect or a reaction began; 0 before it began.
    public func age(of start: UInt64, at time: UInt64) -> Float {
        let now = replica.clock.sessionTime(at: time)
        return now > start ? Self.seconds(now - start) : 0
    }

    /// A hash of what the room confirmed, without effects, which replicas forget at different times. Equal states have equal
    /// digests.
    public var digest: UInt64 {
        var operations: [Frame] = []
        for operation in replica.confirmed.operations() {
            if case .effect = operation.change { continue }
            operations.append(Frame(.operation(operation)))
        }
        // FNV-1a, 64 bits (Fowler, Noll, Vo; draft-eastlake-fnv).
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in PacketCodec().encode(operations) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}
