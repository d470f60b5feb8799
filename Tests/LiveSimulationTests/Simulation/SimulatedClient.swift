import Geometry
import Live
import Support

/// A client of a simulated session, with what its screen has shown.
struct SimulatedClient {
    let index: Int
    var replica: Replica
    /// The number of the current connection.
    var connection = 0
    /// Whether the client believes that it has a connection, welcomed or not.
    var isOpen = false
    /// When the current attempt to connect began.
    var attempted: UInt64 = 0
    var nextPing: UInt64 = 0
    /// Whether it was kicked.
    var isBanned = false
    /// How often each effect was shown since the page was loaded.
    var shown: [EffectID: Int] = [:]
    /// How often each spawn was reported since the page was loaded.
    var spawned: [CompanionID: Int] = [:]
    /// How often each measurement was reported since the page was loaded.
    var measured: [MeasurementID: Int] = [:]
    /// Companions whose removal was confirmed.
    var removed: Set<CompanionID> = []
    /// Since when the room knows the current connection; nil while it doesn't.
    var welcomed: UInt64?

    init(index: Int) {
        self.index = index
        replica = Replica(key: ParticipantKey(low: UInt64(index) + 1, high: 7))
    }

    mutating func processEvents(at time: UInt64) throws {
        for event in replica.takeEvents() {
            switch event {
            case .welcomed: if welcomed == nil { welcomed = time }
            case .connectionRefused(let refusal):
                guard refusal.reason == .kicked else { throw SimulationFailure("client \(index) was refused: \(refusal)") }
                isBanned = true
                isOpen = false
            case .effect(let effect): shown[effect.id, default: 0] += 1
            case .changed(.spawn(let spawn)): spawned[spawn.id, default: 0] += 1
            case .changed(.measure(let shown)): measured[shown.id, default: 0] += 1
            default: break
            }
        }
        for id in replica.confirmed.companionIDs + replica.state.companionIDs where removed.contains(id) {
            throw SimulationFailure("client \(index): companion \(id.creator.number)/\(id.number) was resurrected at \(time) ms")
        }
    }

    /// Loads the page again: only the key remains.
    mutating func reload() {
        replica = Replica(key: replica.key)
        shown = [:]
        spawned = [:]
        measured = [:]
        removed = []
    }

    // MARK: What people do

    /// A random change; nil where this participant has nothing to change.
    func randomChange(_ random: inout SplitMix64, at time: UInt64) -> Change? {
        guard let id = replica.id else { return nil }
        guard replica.state.participant(id)?.isActive == true else { return join(id, &random) }
        let companions = replica.state.companionIDs
        let companion = companions.isEmpty ? nil : companions[Int(random.next() % UInt64(companions.count))]
        let now = replica.clock.sessionTime(at: time)
        switch random.next() % 112 {
        case 0..<20:
            guard let new = replica.nextCompanionID, let model = CompanionModel(UInt8(random.next() % 6)) else { return nil }
            return .spawn(Spawn(id: new, model: model, position: point(&random)))
        case 20..<50: return companion.map { .update(randomUpdate(of: $0, &random)) }
        case 50..<60: return companion.map { .remove($0) }
        case 60..<70:
            return companion.map { .action(TimedAction(companion: $0, action: .dance, start: now, duration: 2_000)) }
        case 70..<84:
            guard let effect = replica.nextEffectID else { return nil }
            return .effect(
                TimedEffect(
                    id: effect, style: .hearts, position: point(&random), companion: random.next() % 2 == 0 ? companion : nil,
                    start: now, duration: 20_000))
        case 84..<90:
            let others = replica.state.participantIDs
            let owner = others[Int(random.next() % UInt64(others.count))]
            return companion.map { .handOver(Handover(companion: $0, owner: owner)) }
        case 90..<93: return .lock(random.next() % 3 == 0)
        case 93..<96: return .muteEffects(random.next() % 3 == 0)
        case 96..<97: return .leave(id)
        case 97..<98:
            let others = replica.state.participantIDs
            return .kick(others[Int(random.next() % UInt64(others.count))])
        case 98..<107:
            guard let new = replica.nextMeasurementID else { return nil }
            let points = [point(&random), point(&random)]
            return .measure(SharedMeasurement(id: new, points: points, isClosed: random.next() % 2 == 0))
        case 107..<110:
            let shown = replica.state.measurements
            return shown.isEmpty ? nil : .removeMeasurement(shown[Int(random.next() % UInt64(shown.count))].id)
        default: return join(id, &random)
        }
    }

    private func join(_ id: ParticipantID, _ random: inout SplitMix64) -> Change? {
        DisplayName("P\(random.next() % 100)").map {
            .join(
                Profile(participant: id, role: replica.role, color: AvatarColor(red: 1, green: 2, blue: UInt8(index)), name: $0))
        }
    }

    private func randomUpdate(of id: CompanionID, _ random: inout SplitMix64) -> Update {
        let fields = 1 + random.next() % 7
        return Update(
            id: id, position: fields & 1 != 0 ? point(&random) : nil,
            rotation: fields & 2 != 0 ? Quaternion(angle: random.unit() * 3, axis: Vector3(0, 1, 0)) : nil,
            scale: fields & 4 != 0 ? 0.5 + random.unit() : nil)
    }

    private func point(_ random: inout SplitMix64) -> Vector3 { Vector3(random.unit(), 0, random.unit()) * 5 }
}

/// What a history shows that may not happen.
struct SimulationFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
