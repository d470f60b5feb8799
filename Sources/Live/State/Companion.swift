import Geometry

/// A companion in the replicated state: a register for each field, which operations set independently of each other.
public struct Companion: Equatable, Sendable {
    /// Its model; nil while only later operations of the companion have arrived, but not its spawn.
    public internal(set) var model: Register<CompanionModel>?
    /// Who may change it, besides hosts.
    public internal(set) var owner: Register<ParticipantID>?
    /// The point between its feet, in metres.
    public internal(set) var position: Register<Vector3>?
    /// A unit quaternion.
    public internal(set) var rotation: Register<Quaternion>?
    /// Its scale.
    public internal(set) var scale: Register<Float>?
    /// Its last action, which may be over.
    public internal(set) var action: Register<TimedAction>?

    /// Whether its spawn has arrived, so that it can be shown.
    public var exists: Bool { model != nil }

    mutating func apply(_ spawn: Spawn, stamp: Stamp) -> Bool {
        // Each register is written whether or not the ones before it were.
        let changes = [
            model.write(spawn.model, stamp: stamp),
            owner.write(spawn.id.creator, stamp: stamp),
            position.write(spawn.position, stamp: stamp),
            rotation.write(spawn.rotation, stamp: stamp),
            scale.write(spawn.scale, stamp: stamp),
        ]
        return changes.contains(true)
    }

    mutating func apply(_ update: Update, stamp: Stamp) -> Bool {
        var hasChanged = false
        if let new = update.position, position.write(new, stamp: stamp) { hasChanged = true }
        if let new = update.rotation, rotation.write(new, stamp: stamp) { hasChanged = true }
        if let new = update.scale, scale.write(new, stamp: stamp) { hasChanged = true }
        return hasChanged
    }

    // MARK: As operations

    /// Appends operations that produce this companion from nothing.
    func append(to operations: inout [SessionOperation], id: CompanionID) {
        var spawned: Stamp?
        if let model, let position, let rotation, let scale {
            spawned = model.stamp
            let spawn = Spawn(
                id: id, model: model.value, position: position.value, rotation: rotation.value, scale: scale.value)
            operations.append(SessionOperation(.spawn(spawn), stamp: model.stamp))
        }
        appendUpdates(to: &operations, id: id, spawned: spawned)
        if let owner, owner.stamp != spawned {
            operations.append(SessionOperation(.handOver(Handover(companion: id, owner: owner.value)), stamp: owner.stamp))
        }
        if let action { operations.append(SessionOperation(.action(action.value), stamp: action.stamp)) }
    }

    /// One update for each stamp among the fields, without those that the spawn set.
    private func appendUpdates(to operations: inout [SessionOperation], id: CompanionID, spawned: Stamp?) {
        var stamps: [Stamp] = []
        for stamp in [position?.stamp, rotation?.stamp, scale?.stamp] {
            if let stamp, stamp != spawned, !stamps.contains(stamp) { stamps.append(stamp) }
        }
        stamps.sort()
        for stamp in stamps {
            var update = Update(id: id)
            if let position, position.stamp == stamp { update.position = position.value }
            if let rotation, rotation.stamp == stamp { update.rotation = rotation.value }
            if let scale, scale.stamp == stamp { update.scale = scale.value }
            operations.append(SessionOperation(.update(update), stamp: stamp))
        }
    }
}

/// A participant in the replicated state.
public struct Participant: Equatable, Sendable {
    /// How others see it; nil while only its leaving has arrived.
    public internal(set) var profile: Register<Profile>?
    /// Whether it is in the session.
    public internal(set) var isPresent: Register<Bool>?
    /// The latest kick. A kicked participant never returns, whatever arrives later.
    public internal(set) var kick: Stamp?

    /// Whether it is in the session and wasn't kicked.
    public var isActive: Bool { kick == nil && profile != nil && isPresent?.value == true }
    /// What it may do, once its profile has arrived.
    public var role: Role? { profile?.value.role }

    mutating func apply(_ new: Profile, stamp: Stamp) -> Bool {
        let isNew = profile.write(new, stamp: stamp)
        return isPresent.write(true, stamp: stamp) || isNew
    }

    /// Appends operations that produce this participant from nothing.
    func append(to operations: inout [SessionOperation], id: ParticipantID) {
        if let profile { operations.append(SessionOperation(.join(profile.value), stamp: profile.stamp)) }
        if let isPresent, isPresent.stamp != profile?.stamp {
            operations.append(SessionOperation(.leave(id), stamp: isPresent.stamp))
        }
        if let kick { operations.append(SessionOperation(.kick(id), stamp: kick)) }
    }
}
