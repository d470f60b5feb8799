/// The replicated state of a session, the same in the room and in each client.
///
/// Operations may be applied in any order and any number of times: the result depends only on their set. Each field is a
/// last-writer-wins register; a removal and a kick win over everything; an effect and a measurement are identified by their ids.
public struct SessionState: Equatable, Sendable {
    var participantTable = SortedTable<ParticipantID, Participant>()
    var companionTable = SortedTable<CompanionID, Companion>()
    /// Removed companions.
    var tombstones = SortedTable<CompanionID, Stamp>()
    var effectTable = SortedTable<EffectID, Register<TimedEffect>>()
    var measurementTable = SortedTable<MeasurementID, Register<SharedMeasurement>>()
    /// Measurements that are shown no longer.
    var removedMeasurements = SortedTable<MeasurementID, Stamp>()
    /// Whether only hosts may change companions.
    var lock: Register<Bool>?
    var effectsMute: Register<Bool>?
    /// The largest Lamport clock of all operations.
    public internal(set) var clock: UInt64 = 0

    /// Nobody and nothing.
    public init() {}

    // MARK: Queries

    /// The participants that were ever here, by id.
    public var participantIDs: [ParticipantID] { participantTable.keys }
    /// The companions that exist or whose spawn hasn't arrived yet, by id.
    public var companionIDs: [CompanionID] { companionTable.keys }
    /// The effects of the last minute, by id.
    public var effects: [TimedEffect] { effectTable.values.map { $0.value } }
    /// The measurements that participants show to each other, by id.
    public var measurements: [SharedMeasurement] { measurementTable.values.map { $0.value } }
    /// Whether only hosts may change companions.
    public var isLocked: Bool { lock?.value ?? false }
    /// Whether effects are refused.
    public var areEffectsMuted: Bool { effectsMute?.value ?? false }

    /// The participant, if it was ever here.
    public func participant(_ id: ParticipantID) -> Participant? { participantTable[id] }

    /// The companion, if it exists.
    public func companion(_ id: CompanionID) -> Companion? {
        guard let companion = companionTable[id], companion.exists else { return nil }
        return companion
    }

    /// Whether the companion was removed.
    public func isRemoved(_ id: CompanionID) -> Bool { tombstones.contains(id) }

    /// The active host with the smallest id, to whom orphaned companions pass.
    public var firstHost: ParticipantID? {
        for (i, participant) in participantTable.values.enumerated() where participant.isActive && participant.role == .host {
            return participantTable.keys[i]
        }
        return nil
    }

    // MARK: Reducer

    /// Applies an operation. Permissions are the room's; see ``refusalReason(of:by:number:)``.
    /// - Returns: whether the state is different.
    @discardableResult
    public mutating func apply(_ operation: SessionOperation) -> Bool {
        let stamp = operation.stamp
        clock = max(clock, stamp.clock)
        switch operation.change {
        case .join(let profile): return change(profile.participant) { $0.apply(profile, stamp: stamp) }
        case .leave(let id): return change(id) { $0.isPresent.write(false, stamp: stamp) }
        case .kick(let id):
            return change(id) { participant in
                guard participant.kick.map({ $0 < stamp }) ?? true else { return false }
                participant.kick = stamp
                return true
            }
        case .spawn(let spawn): return change(spawn.id) { $0.apply(spawn, stamp: stamp) }
        case .update(let update): return change(update.id) { $0.apply(update, stamp: stamp) }
        case .handOver(let handover): return change(handover.companion) { $0.owner.write(handover.owner, stamp: stamp) }
        case .action(let action): return change(action.companion) { $0.action.write(action, stamp: stamp) }
        case .remove(let id): return remove(id, stamp: stamp)
        case .effect(let effect):
            var register = effectTable[effect.id]
            guard register.write(effect, stamp: stamp) else { return false }
            effectTable[effect.id] = register
            return true
        case .lock(let isLocked): return lock.write(isLocked, stamp: stamp)
        case .muteEffects(let areMuted): return effectsMute.write(areMuted, stamp: stamp)
        case .measure(let measurement):
            guard !removedMeasurements.contains(measurement.id) else { return false }
            var register = measurementTable[measurement.id]
            guard register.write(measurement, stamp: stamp) else { return false }
            measurementTable[measurement.id] = register
            return true
        case .removeMeasurement(let id): return remove(id, stamp: stamp)
        }
    }

    /// Applies everything that `other` contains: the least upper bound of both.
    public mutating func merge(_ other: SessionState) {
        for operation in other.operations() { apply(operation) }
        clock = max(clock, other.clock)
    }

    /// Forgets effects that ended longer than ``LiveLimits/effectRetention`` before `time`.
    public mutating func forgetEffects(before time: UInt64) {
        effectTable.removeAll { $0.value.end &+ LiveLimits.effectRetention < time }
    }

    private mutating func remove(_ id: CompanionID, stamp: Stamp) -> Bool {
        companionTable[id] = nil
        if let earlier = tombstones[id], !(earlier < stamp) { return false }
        tombstones[id] = stamp
        return true
    }

    private mutating func remove(_ id: MeasurementID, stamp: Stamp) -> Bool {
        measurementTable[id] = nil
        if let earlier = removedMeasurements[id], !(earlier < stamp) { return false }
        removedMeasurements[id] = stamp
        return true
    }

    private mutating func change(_ id: ParticipantID, _ body: (inout Participant) -> Bool) -> Bool {
        var participant = participantTable[id] ?? Participant()
        guard body(&participant) else { return false }
        participantTable[id] = participant
        return true
    }

    private mutating func change(_ id: CompanionID, _ body: (inout Companion) -> Bool) -> Bool {
        guard !tombstones.contains(id) else { return false }
        var companion = companionTable[id] ?? Companion()
        guard body(&companion) else { return false }
        companionTable[id] = companion
        return true
    }

    // MARK: As operations

    /// Operations that produce this state from an empty one, in an order that is the same for equal states.
    public func operations() -> [SessionOperation] {
        var operations: [SessionOperation] = []
        for (i, participant) in participantTable.values.enumerated() {
            participant.append(to: &operations, id: participantTable.keys[i])
        }
        for (i, companion) in companionTable.values.enumerated() {
            companion.append(to: &operations, id: companionTable.keys[i])
        }
        for (i, stamp) in tombstones.values.enumerated() {
            operations.append(SessionOperation(.remove(tombstones.keys[i]), stamp: stamp))
        }
        for effect in effectTable.values { operations.append(SessionOperation(.effect(effect.value), stamp: effect.stamp)) }
        for measurement in measurementTable.values {
            operations.append(SessionOperation(.measure(measurement.value), stamp: measurement.stamp))
        }
        for (i, stamp) in removedMeasurements.values.enumerated() {
            operations.append(SessionOperation(.removeMeasurement(removedMeasurements.keys[i]), stamp: stamp))
        }
        if let lock { operations.append(SessionOperation(.lock(lock.value), stamp: lock.stamp)) }
        if let effectsMute { operations.append(SessionOperation(.muteEffects(effectsMute.value), stamp: effectsMute.stamp)) }
        return operations
    }
}
