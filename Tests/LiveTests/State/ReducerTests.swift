import Geometry
import Live
import Support
import Testing

/// The laws of the reducer: the state depends only on the set of operations, not on their order or repetition.
@Suite struct ReducerTests {
    /// Random operations of a few participants on a few companions, so that they conflict.
    static func operations(seed: UInt64, count: Int) throws -> [SessionOperation] {
        var random = SplitMix64(seed: seed)
        let participants = (1...3).map { ParticipantID($0) }
        let companions = (1...4).map { CompanionID(creator: participants[Int($0) % 3], number: $0) }
        func any<Element>(_ elements: [Element]) -> Element { elements[Int(random.next() % UInt64(elements.count))] }
        func point() -> Vector3 { Vector3(random.unit(), random.unit(), random.unit()) }
        var used: Set<Stamp> = []
        var operations: [SessionOperation] = []
        while operations.count < count {
            let stamp = Stamp(clock: 1 + random.next() % 40, participant: any(participants))
            // A stamp belongs to one operation.
            guard used.insert(stamp).inserted else { continue }
            let id = any(companions)
            let change: Change
            switch random.next() % 14 {
            case 0, 1: change = .spawn(Spawn(id: id, model: try #require(CompanionModel(UInt8(id.number))), position: point()))
            case 2: change = .update(Update(id: id, position: point()))
            case 3: change = .update(Update(id: id, rotation: Quaternion(angle: random.unit(), axis: Vector3(0, 1, 0))))
            case 4: change = .update(Update(id: id, position: point(), scale: 1 + random.unit()))
            case 5: change = random.next() % 3 == 0 ? .remove(id) : .update(Update(id: id, scale: 1 + random.unit()))
            case 6: change = .handOver(Handover(companion: id, owner: any(participants)))
            case 7: change = .action(TimedAction(companion: id, action: any(CompanionAction.allCases), start: 1, duration: 2))
            case 8:
                change = .effect(
                    TimedEffect(
                        id: EffectID(creator: stamp.participant, number: UInt32(stamp.clock)), style: any(EffectStyle.allCases),
                        position: point(), start: 3, duration: 4))
            case 9: change = .lock(random.next() % 2 == 0)
            case 10: change = .muteEffects(random.next() % 2 == 0)
            case 11:
                change = .join(
                    try SampleMessages.profile(any(participants), role: any(Role.allCases), name: "N\(random.next() % 9)"))
            case 12: change = .leave(any(participants))
            default: change = random.next() % 4 == 0 ? .kick(any(participants)) : .leave(any(participants))
            }
            operations.append(SessionOperation(change, stamp: stamp))
        }
        return operations
    }

    static func state(_ operations: some Sequence<SessionOperation>) -> SessionState {
        var state = SessionState()
        for operation in operations { state.apply(operation) }
        return state
    }

    @Test func `operations commute`() throws {
        for seed in 0..<400 as Range<UInt64> {
            let operations = try Self.operations(seed: seed, count: 40)
            var random = SplitMix64(seed: seed + 1_000)
            let state = Self.state(operations)
            for _ in 0..<4 { #expect(Self.state(operations.shuffled(using: &random)) == state, "seed \(seed)") }
        }
    }

    @Test func `operations are idempotent`() throws {
        for seed in 0..<400 as Range<UInt64> {
            let operations = try Self.operations(seed: seed, count: 40)
            var random = SplitMix64(seed: seed)
            var state = Self.state(operations)
            let before = state
            for operation in operations.shuffled(using: &random) {
                let hasChanged = state.apply(operation)
                #expect(!hasChanged, "seed \(seed)")
            }
            #expect(state == before)
        }
    }

    @Test func `merging is commutative, associative and idempotent`() throws {
        for seed in 0..<300 as Range<UInt64> {
            let operations = try Self.operations(seed: seed, count: 45)
            var random = SplitMix64(seed: seed)
            // Overlapping sets.
            let sets = (0..<3).map { _ in operations.filter { _ in random.next() % 2 == 0 } }
            let states = sets.map { Self.state($0) }
            func merged(_ a: SessionState, _ b: SessionState) -> SessionState {
                var result = a
                result.merge(b)
                return result
            }
            #expect(merged(states[0], states[1]) == merged(states[1], states[0]), "seed \(seed)")
            #expect(
                merged(merged(states[0], states[1]), states[2]) == merged(states[0], merged(states[1], states[2])), "seed \(seed)")
            #expect(merged(states[0], states[0]) == states[0], "seed \(seed)")
            #expect(merged(states[0], states[1]) == Self.state(sets[0] + sets[1]), "seed \(seed)")
        }
    }

    @Test func `a state is the same after its operations were encoded and applied`() throws {
        for seed in 0..<300 as Range<UInt64> {
            let state = Self.state(try Self.operations(seed: seed, count: 40))
            let snapshot = Snapshot(sequence: 1, clock: state.clock, time: 0, received: 0, operations: state.operations())
            let decoded = try PacketCodec().decode(PacketCodec().encode([Frame(.snapshot(snapshot))]))
            guard case .snapshot(let again) = decoded.first?.message else {
                Issue.record("no snapshot")
                return
            }
            // The clock of operations that were overwritten is only in the snapshot's own field.
            var copy = Self.state(again.operations)
            copy.merge(state)
            #expect(copy == state, "seed \(seed)")
            #expect(Self.state(again.operations).operations() == state.operations(), "seed \(seed)")
        }
    }

    @Test func `the later write wins for each field, and the larger participant at equal clocks`() throws {
        let id = SampleMessages.companion
        let spawn = Spawn(id: id, model: try #require(CompanionModel(1)), position: Vector3(0, 0, 0))
        func at(_ clock: UInt64, _ participant: UInt32) -> Stamp {
            Stamp(clock: clock, participant: ParticipantID(participant))
        }
        let state = Self.state([
            SessionOperation(.update(Update(id: id, position: Vector3(2, 0, 0))), stamp: at(5, 2)),
            SessionOperation(.update(Update(id: id, position: Vector3(1, 0, 0), scale: 3)), stamp: at(5, 1)),
            SessionOperation(.spawn(spawn), stamp: at(1, 1)),
            SessionOperation(.update(Update(id: id, scale: 2)), stamp: at(4, 9)),
        ])
        let companion = try #require(state.companion(id))
        #expect(companion.position?.value == Vector3(2, 0, 0) && companion.scale?.value == 3)
        #expect(companion.owner?.value == id.creator && companion.rotation?.value == .identity)
        #expect(state.clock == 5)
    }

    @Test func `a removed companion never returns, whatever arrives later`() throws {
        let id = SampleMessages.companion
        let spawn = Spawn(id: id, model: try #require(CompanionModel(1)), position: Vector3(0, 0, 0))
        var state = Self.state([SessionOperation(.remove(id), stamp: Stamp(clock: 1, participant: SampleMessages.ada))])
        for clock in 2...9 as ClosedRange<UInt64> {
            let stamp = Stamp(clock: clock, participant: SampleMessages.bo)
            let isSpawn = state.apply(SessionOperation(.spawn(spawn), stamp: stamp))
            let isUpdate = state.apply(SessionOperation(.update(Update(id: id, scale: 1)), stamp: stamp))
            #expect(!isSpawn && !isUpdate)
        }
        #expect(state.companion(id) == nil && state.isRemoved(id) && state.companionIDs.isEmpty)
    }

    @Test func `an update that arrives before its spawn is shown with it`() throws {
        let id = SampleMessages.companion
        var state = SessionState()
        state.apply(SessionOperation(.update(Update(id: id, scale: 4)), stamp: Stamp(clock: 2, participant: id.creator)))
        #expect(state.companion(id) == nil)
        let spawn = Spawn(id: id, model: try #require(CompanionModel(1)), position: Vector3(0, 0, 0))
        state.apply(SessionOperation(.spawn(spawn), stamp: Stamp(clock: 1, participant: id.creator)))
        #expect(state.companion(id)?.scale?.value == 4)
    }

    @Test func `effects are forgotten a minute after their end`() {
        var state = SessionState()
        let effect = TimedEffect(
            id: EffectID(creator: SampleMessages.ada, number: 1), style: .snow, position: Vector3(0, 0, 0), start: 1_000,
            duration: 500)
        state.apply(SessionOperation(.effect(effect), stamp: SampleMessages.stamp))
        state.forgetEffects(before: 61_500)
        #expect(state.effects == [effect])
        state.forgetEffects(before: 61_501)
        #expect(state.effects.isEmpty)
    }

    @Test func `the phase of an action follows from the session clock`() {
        let action = TimedAction(companion: SampleMessages.companion, action: .dance, start: 1_000, duration: 400)
        #expect(action.phase(at: 999) == nil && action.phase(at: 1_000) == 0)
        #expect(action.phase(at: 1_399) == 399 && action.phase(at: 1_400) == nil)
    }
}
