/// The limits of the protocol. Values beyond them are rejected when a message is decoded or when the room applies it.
public enum LiveLimits {
    /// Bytes of a name in UTF-8.
    public static let maxNameBytes = 64
    /// Metres from the origin of the space, along each axis.
    public static let maxCoordinate: Float = 10_000
    /// The smallest scale of a companion.
    public static let minScale: Float = 0.05
    /// The largest scale of a companion.
    public static let maxScale: Float = 20
    /// How far the length of a rotation's quaternion may differ from 1.
    public static let rotationTolerance: Float = 0.01
    /// Bytes of a packet (one WebSocket message) that has no snapshot in it.
    public static let maxPacketBytes = 65_536
    /// Bytes of a packet that has a snapshot in it.
    public static let maxSnapshotBytes = 1_048_576
    /// Frames of a packet, without those inside a snapshot.
    public static let maxPacketFrames = 512
    /// Milliseconds that an action or an effect may last.
    public static let maxDuration: UInt32 = 60_000
    /// Milliseconds by which the start of an action, an effect or a presence may differ from the time of the room.
    public static let maxTimeDifference: UInt64 = 5_000
    /// The largest session clock of a recording, in milliseconds: more than 30 years.
    public static let maxSessionTime: UInt64 = 1 << 40
    /// Milliseconds that a recording may last: two days, longer than any session.
    public static let maxRecordingDuration: UInt64 = 172_800_000
    /// Milliseconds for which an effect is remembered after its end, so that late duplicates are recognized.
    public static let effectRetention: UInt64 = 60_000
    /// Participants that a room remembers, including those that left.
    public static let maxParticipants = 1_024
    /// Companions that exist at one time in a room.
    public static let maxCompanions = 200
    /// Companions that one participant may own when it creates another.
    public static let maxCompanionsPerOwner = 32
    /// Removed companions that a room remembers.
    public static let maxTombstones = 8_192
    /// Effects that a room remembers.
    public static let maxEffects = 1_024
    /// Points of a shared measurement, at least.
    public static let minMeasurementPoints = 2
    /// Points of a shared measurement, at most.
    public static let maxMeasurementPoints = 32
    /// Shared measurements that exist at one time in a room.
    public static let maxMeasurements = 128
    /// Shared measurements of one participant.
    public static let maxMeasurementsPerAuthor = 16
    /// How far the clock of an operation may be ahead of the room's.
    public static let maxClockAdvance: UInt64 = 100_000
    /// Events of a room. A session ends long before; a room refuses operations beyond it.
    public static let maxEvents: UInt32 = 4_000_000_000
    /// Operations of one participant.
    public static let maxOperations: UInt32 = 4_000_000_000
    /// Operations of a client that the room hasn't confirmed yet.
    public static let maxPendingOperations = 512
    /// Events that a client keeps while earlier ones are missing.
    public static let maxHeldEvents = 1_024
}
