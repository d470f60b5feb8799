import Geometry

/// A participant at a time.
public struct ShownParticipant: Equatable, Sendable {
    /// Who.
    public var id: ParticipantID
    /// Its name, colour and role.
    public var profile: Profile
    /// Whether it is in the session.
    public var isPresent: Bool
    /// Whether it is this client.
    public var isSelf: Bool
    /// Where its eyes are and where it looks; nil before its first presence, after it left, and for this client.
    public var pose: PoseSample?
    /// The point on the surface that it points at.
    public var pointer: Vector3?

    /// A participant at a time.
    public init(
        id: ParticipantID, profile: Profile, isPresent: Bool, isSelf: Bool, pose: PoseSample? = nil, pointer: Vector3? = nil
    ) {
        self.id = id
        self.profile = profile
        self.isPresent = isPresent
        self.isSelf = isSelf
        self.pose = pose
        self.pointer = pointer
    }
}

/// A companion at a time.
public struct ShownCompanion: Equatable, Sendable {
    /// Which.
    public var id: CompanionID
    /// Its model.
    public var model: CompanionModel
    /// Who may change it, besides hosts.
    public var owner: ParticipantID
    /// Its interpolated position, rotation and scale; without delay while this client moves it.
    public var pose: PoseSample
    /// What it does.
    public var action: CompanionAction
    /// Seconds since the action's start; of the idle action, since the previous action's end.
    public var phase: Float
    /// Whether this client may change it.
    public var mayChange: Bool

    /// A companion at a time.
    public init(
        id: CompanionID, model: CompanionModel, owner: ParticipantID, pose: PoseSample, action: CompanionAction, phase: Float,
        mayChange: Bool
    ) {
        self.id = id
        self.model = model
        self.owner = owner
        self.pose = pose
        self.action = action
        self.phase = phase
        self.mayChange = mayChange
    }
}
