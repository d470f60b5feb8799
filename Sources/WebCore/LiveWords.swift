import Exploration
import Geometry
import Live

// The blocks in which the browser reads a live session. scripts/generate-core-types.sh compiles this file too, and takes their
// layouts from it.

/// Bits of the blocks' `flags`.
struct LiveFlags: OptionSet {
    let rawValue: UInt32

    static let joined = LiveFlags(rawValue: 1)
    static let locked = LiveFlags(rawValue: 2)
    static let muted = LiveFlags(rawValue: 4)
    static let settled = LiveFlags(rawValue: 8)
    static let present = LiveFlags(rawValue: 16)
    static let itself = LiveFlags(rawValue: 32)
    static let hasPose = LiveFlags(rawValue: 64)
    static let hasPointer = LiveFlags(rawValue: 128)
    static let changeable = LiveFlags(rawValue: 256)
    static let hasCompanion = LiveFlags(rawValue: 512)
    static let on = LiveFlags(rawValue: 1024)
    static let closed = LiveFlags(rawValue: 2048)

    static var named: [(name: StaticString, flag: LiveFlags)] {
        [
            ("joined", joined), ("locked", locked), ("muted", muted), ("settled", settled), ("present", present),
            ("itself", itself), ("hasPose", hasPose), ("hasPointer", hasPointer), ("changeable", changeable),
            ("hasCompanion", hasCompanion), ("on", on), ("closed", closed),
        ]
    }
}

/// The connection and the room.
struct LiveStateWords: WordFields {
    let client: LiveClient

    init(_ client: LiveClient) { self.client = client }

    func put(into sink: inout some WordSink) {
        var flags: LiveFlags = []
        if client.isJoined { flags.insert(.joined) }
        if client.replica.state.isLocked { flags.insert(.locked) }
        if client.replica.state.areEffectsMuted { flags.insert(.muted) }
        if client.replica.isSettled { flags.insert(.settled) }
        sink.put("status", UInt32(client.status.rawValue))
        sink.put("participant", client.replica.id?.number ?? 0)
        sink.put("role", UInt32(client.replica.role.rawValue))
        sink.put("flags", flags.rawValue)
        sink.put("reason", client.connectionRefusal.map { Int32($0.reason.rawValue) } ?? -1)
        sink.put("remedy", client.connectionRefusal.map { Int32($0.remedy.rawValue) } ?? -1)
        sink.put("sequence", client.replica.sequence)
    }
}

/// A participant.
struct ParticipantWords: WordFields {
    let participant: ShownParticipant

    func put(into sink: inout some WordSink) {
        let profile = participant.profile
        let color = profile.color
        var flags: LiveFlags = []
        if participant.isPresent { flags.insert(.present) }
        if participant.isSelf { flags.insert(.itself) }
        if participant.pose != nil { flags.insert(.hasPose) }
        if participant.pointer != nil { flags.insert(.hasPointer) }
        sink.put("id", participant.id.number)
        sink.put("role", UInt32(profile.role.rawValue))
        sink.put("flags", flags.rawValue)
        sink.put("color", UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue))
        sink.put("position", participant.pose?.position ?? .zero)
        sink.put("rotation", participant.pose?.rotation ?? .identity)
        sink.put("pointer", participant.pointer ?? .zero)
        sink.put("nameLength", UInt32(profile.name.utf8.count))
        put(profile.name.utf8, into: &sink)
    }

    private func put(_ name: [UInt8], into sink: inout some WordSink) {
        let words = LiveLimits.maxNameBytes / 4
        sink.begin("name", count: words)
        for i in 0..<words {
            var word: UInt32 = 0
            for j in 0..<4 where 4 * i + j < name.count { word |= UInt32(name[4 * i + j]) << UInt32(8 * j) }
            sink.put(word)
        }
    }

    /// For the layout, which is the same for every value.
    static var sample: ParticipantWords {
        guard let name = DisplayName("A") else { fatalError("a valid name is refused") }
        let profile = Profile(participant: .room, role: .guest, color: AvatarColor(red: 0, green: 0, blue: 0), name: name)
        return ParticipantWords(participant: ShownParticipant(id: .room, profile: profile, isPresent: true, isSelf: false))
    }
}

/// A companion.
struct CompanionWords: WordFields {
    let companion: ShownCompanion

    func put(into sink: inout some WordSink) {
        sink.put("creator", companion.id.creator.number)
        sink.put("number", companion.id.number)
        sink.put("model", UInt32(companion.model.index))
        sink.put("owner", companion.owner.number)
        sink.put("flags", (companion.mayChange ? LiveFlags.changeable : []).rawValue)
        sink.put("position", companion.pose.position)
        sink.put("rotation", companion.pose.rotation)
        sink.put("scale", companion.pose.scale)
        sink.put("action", UInt32(companion.action.rawValue))
        sink.put("phase", companion.phase)
    }

    /// For the layout, which is the same for every value.
    static var sample: CompanionWords {
        guard let model = CompanionModel(0) else { fatalError("there is no model 0") }
        return CompanionWords(
            companion: ShownCompanion(
                id: CompanionID(creator: .room, number: 0), model: model, owner: .room, pose: PoseSample(time: 0, position: .zero),
                action: .idle, phase: 0, mayChange: false))
    }
}

/// A shared measurement.
struct MeasurementWords: WordFields {
    let measurement: SharedMeasurement
    /// The author's colour.
    let color: AvatarColor

    func put(into sink: inout some WordSink) {
        sink.put("creator", measurement.id.creator.number)
        sink.put("number", measurement.id.number)
        sink.put("flags", (measurement.isClosed ? LiveFlags.closed : []).rawValue)
        sink.put("color", UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue))
        sink.put("length", measurement.length)
        sink.put("count", UInt32(measurement.points.count))
        // Three words for each point.
        sink.begin("points", count: 3 * LiveLimits.maxMeasurementPoints)
        for i in 0..<LiveLimits.maxMeasurementPoints {
            let point = i < measurement.points.count ? measurement.points[i] : .zero
            sink.put(point.x.bitPattern)
            sink.put(point.y.bitPattern)
            sink.put(point.z.bitPattern)
        }
    }

    /// For the layout, which is the same for every value.
    static var sample: MeasurementWords {
        MeasurementWords(
            measurement: SharedMeasurement(id: MeasurementID(creator: .room, number: 0), points: []),
            color: AvatarColor(red: 0, green: 0, blue: 0))
    }
}

/// An event. Fields that its kind doesn't have are 0.
struct EventWords: WordFields {
    /// What happened.
    enum Kind: UInt32, CaseIterable {
        case connected = 0
        case connectionRefused = 1
        case refused = 2
        case joined = 3
        case left = 4
        case kicked = 5
        case spawned = 6
        case removed = 7
        case handedOver = 8
        case action = 9
        case effect = 10
        case reaction = 11
        case locked = 12
        case effectsMuted = 13
        case renamed = 14
        case measured = 15
        case measurementRemoved = 16
    }

    private var kind: Kind
    private var participant: UInt32 = 0
    private var companion: CompanionID?
    /// The action, style, symbol or reason.
    private var code: UInt8 = 0
    private var remedy: UInt8 = 0
    private var isOn = false
    /// Of an effect or a measurement: the number of its id; its creator is `participant`.
    private var number: UInt32 = 0
    private var position = Vector3.zero
    /// Seconds since the start.
    private var age: Float = 0
    /// Seconds.
    private var duration: Float = 0

    /// - Parameter client: knows how long ago something started.
    init(_ event: LiveEvent, by client: LiveClient?, at time: UInt64) {
        func age(_ start: UInt64) -> Float { client?.age(of: start, at: time) ?? 0 }
        switch event {
        case .connected: kind = .connected
        case .connectionRefused(let refusal), .refused(let refusal):
            if case .refused = event { kind = .refused } else { kind = .connectionRefused }
            code = refusal.reason.rawValue
            remedy = refusal.remedy.rawValue
        case .joined(let id):
            kind = .joined
            participant = id.number
        case .left(let id):
            kind = .left
            participant = id.number
        case .kicked(let id):
            kind = .kicked
            participant = id.number
        case .renamed(let id):
            kind = .renamed
            participant = id.number
        case .measured(let measurement):
            kind = .measured
            participant = measurement.id.creator.number
            number = measurement.id.number
        case .measurementRemoved(let id):
            kind = .measurementRemoved
            participant = id.creator.number
            number = id.number
        case .spawned(let id):
            kind = .spawned
            companion = id
        case .removed(let id):
            kind = .removed
            companion = id
        case .handedOver(let id, let owner):
            kind = .handedOver
            companion = id
            participant = owner.number
        case .action(let action):
            kind = .action
            companion = action.companion
            code = action.action.rawValue
            self.age = age(action.start)
            duration = Float(action.duration) / 1_000
        case .effect(let effect):
            kind = .effect
            participant = effect.id.creator.number
            number = effect.id.number
            companion = effect.companion
            code = effect.style.rawValue
            position = effect.position
            self.age = age(effect.start)
            duration = Float(effect.duration) / 1_000
        case .reaction(let reaction):
            kind = .reaction
            participant = reaction.participant.number
            code = reaction.symbol.rawValue
            self.age = age(reaction.time)
        case .locked(let isLocked):
            kind = .locked
            isOn = isLocked
        case .effectsMuted(let areMuted):
            kind = .effectsMuted
            isOn = areMuted
        }
    }

    func put(into sink: inout some WordSink) {
        var flags: LiveFlags = []
        if companion != nil { flags.insert(.hasCompanion) }
        if isOn { flags.insert(.on) }
        sink.put("kind", kind.rawValue)
        sink.put("participant", participant)
        sink.put("number", number)
        sink.put("companionCreator", companion?.creator.number ?? 0)
        sink.put("companionNumber", companion?.number ?? 0)
        sink.put("flags", flags.rawValue)
        sink.put("code", UInt32(code))
        sink.put("remedy", UInt32(remedy))
        sink.put("position", position)
        sink.put("age", age)
        sink.put("duration", duration)
    }
}
