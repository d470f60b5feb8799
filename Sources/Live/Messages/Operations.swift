import Geometry

/// A participant as the others see it.
public struct Profile: Equatable, Sendable {
    /// Who.
    public var participant: ParticipantID
    /// What it may do.
    public var role: Role
    /// The colour of its avatar.
    public var color: AvatarColor
    /// Its name.
    public var name: DisplayName

    /// The profile of `participant`.
    public init(participant: ParticipantID, role: Role, color: AvatarColor, name: DisplayName) {
        self.participant = participant
        self.role = role
        self.color = color
        self.name = name
    }
}

/// Creates a companion.
public struct Spawn: Equatable, Sendable {
    /// Its id; the creator is its first owner.
    public var id: CompanionID
    /// Its model.
    public var model: CompanionModel
    /// The point between its feet, in metres of the space.
    public var position: Vector3
    /// Its rotation, a unit quaternion; the identity faces −z.
    public var rotation: Quaternion
    /// Its scale, ``LiveLimits/minScale`` to ``LiveLimits/maxScale``.
    public var scale: Float

    /// A new companion at `position`.
    public init(
        id: CompanionID, model: CompanionModel, position: Vector3, rotation: Quaternion = .identity, scale: Float = 1
    ) {
        self.id = id
        self.model = model
        self.position = position
        self.rotation = rotation
        self.scale = scale
    }
}

/// Moves, rotates or scales a companion. Fields that are nil remain as they are.
public struct Update: Equatable, Sendable {
    /// The companion.
    public var id: CompanionID
    /// The point between its feet, in metres.
    public var position: Vector3?
    /// A unit quaternion.
    public var rotation: Quaternion?
    /// ``LiveLimits/minScale`` to ``LiveLimits/maxScale``.
    public var scale: Float?

    /// An update of the fields that are not nil.
    public init(id: CompanionID, position: Vector3? = nil, rotation: Quaternion? = nil, scale: Float? = nil) {
        self.id = id
        self.position = position
        self.rotation = rotation
        self.scale = scale
    }
}

/// Gives a companion to another owner.
public struct Handover: Equatable, Sendable {
    /// The companion.
    public var companion: CompanionID
    /// The new owner.
    public var owner: ParticipantID

    /// `companion` passes to `owner`.
    public init(companion: CompanionID, owner: ParticipantID) {
        self.companion = companion
        self.owner = owner
    }
}

/// A timed action of a companion. Its phase at any time follows from its start, so that a late joiner sees it in its middle.
public struct TimedAction: Equatable, Sendable {
    /// The companion.
    public var companion: CompanionID
    /// What it does.
    public var action: CompanionAction
    /// When it starts: milliseconds of the session clock.
    public var start: UInt64
    /// How long it lasts, in milliseconds, at most ``LiveLimits/maxDuration``.
    public var duration: UInt32

    /// An action from `start` on.
    public init(companion: CompanionID, action: CompanionAction, start: UInt64, duration: UInt32) {
        self.companion = companion
        self.action = action
        self.start = start
        self.duration = duration
    }

    /// Milliseconds since the start; nil before the start and after the end.
    public func phase(at time: UInt64) -> UInt32? {
        guard time >= start, time - start < UInt64(duration) else { return nil }
        return UInt32(time - start)
    }
}

/// A timed effect at a position or on a companion.
public struct TimedEffect: Equatable, Sendable {
    /// Its id: an effect is shown once, however often its message arrives.
    public var id: EffectID
    /// Its appearance.
    public var style: EffectStyle
    /// Where it is, in metres; where the companion is at the start, for an effect on a companion.
    public var position: Vector3
    /// The companion that it follows.
    public var companion: CompanionID?
    /// When it starts: milliseconds of the session clock.
    public var start: UInt64
    /// How long it lasts, in milliseconds, at most ``LiveLimits/maxDuration``.
    public var duration: UInt32

    /// An effect at `position`.
    public init(
        id: EffectID, style: EffectStyle, position: Vector3, companion: CompanionID? = nil, start: UInt64, duration: UInt32
    ) {
        self.id = id
        self.style = style
        self.position = position
        self.companion = companion
        self.start = start
        self.duration = duration
    }

    /// The end, in milliseconds of the session clock.
    public var end: UInt64 { start &+ UInt64(duration) }
}

/// A change of the replicated state.
public enum Change: Equatable, Sendable {
    /// A participant is present, with this profile.
    case join(Profile)
    /// A participant left.
    case leave(ParticipantID)
    /// A participant was removed and can't return.
    case kick(ParticipantID)
    /// A new companion.
    case spawn(Spawn)
    /// A companion is moved, rotated or scaled.
    case update(Update)
    /// A companion is removed; it never returns.
    case remove(CompanionID)
    /// A companion has another owner.
    case handOver(Handover)
    /// A companion begins an action.
    case action(TimedAction)
    /// An effect begins.
    case effect(TimedEffect)
    /// Whether only hosts may change companions.
    case lock(Bool)
    /// Whether effects are refused.
    case muteEffects(Bool)
    /// A measurement is shown to the others.
    case measure(SharedMeasurement)
    /// A measurement is shown no longer; it never returns.
    case removeMeasurement(MeasurementID)
}

/// A change with the stamp that orders it.
public struct SessionOperation: Equatable, Sendable {
    /// When, in Lamport time, and by whom.
    public var stamp: Stamp
    /// What changes.
    public var change: Change

    /// `change` at `stamp`.
    public init(_ change: Change, stamp: Stamp) {
        self.change = change
        self.stamp = stamp
    }
}
